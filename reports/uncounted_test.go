package reports_test

import (
	"strings"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
	"sabot/reports"
)

// The paper of a shift whose float nobody counted says who let it be so, and of which count the difference is missing; an incident
// of the opening was before the first hand, and there is no hand 0. Papers of before form 7 are as they were.
func TestPaperOfAnUncountedShift(t *testing.T) {
	f := opens(t, &tray)
	f.close(&tray, dario)
	short := record.Float{{Value: 500, Pieces: 10}}
	f.open(&short)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Closing(pit.End{Croupier: anna, Inspector: elena}) })
	for _, form := range []int{reports.Form, 6} {
		e, err := reports.Evidence{Form: form, Zone: "Europe/Zurich", Currency: "CHF", Kind: reports.ShiftReport, Table: "LB1", Shift: 2, Copy: 1}.Of(f.table, house)
		if err != nil {
			t.Fatal(err)
		}
		said := saidBy(t, e)
		for _, want := range []string{"report_uncounted_by map[Name:" + elena.Name + "]", "report_no_closing_count", "report_before_first"} {
			if strings.Contains(said, want) != (form == reports.Form) {
				t.Errorf("form %d, %q:\n%s", form, want, said)
			}
		}
	}
	f.open(nil)
	f.close(nil, elena)
	if said := saidBy(t, evidence(t, reports.ShiftReport, "", f.table)); !strings.Contains(said, "report_no_counts") || strings.Count(said, "report_uncounted_by") != 2 {
		t.Error(said)
	}
}

// A card that a croupier alone took back after a payment of it stands on the shift's paper, with the croupier, and as approved by nobody.
func TestCardTakenBackAfterAPaymentIsOnPaper(t *testing.T) {
	f := opens(t, &tray)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) })
	for _, b := range []games.Bet{{Box: 3, Spot: "59", Amount: 2000}, {Box: 3, Spot: "play", Amount: 4000}} {
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.PlaceBet(b) })
	}
	card := func(name string) func(*pit.Table) ([]record.Fact, error) {
		return func(t *pit.Table) ([]record.Fact, error) { return t.DealCard(name) }
	}
	undo := func(t *pit.Table) ([]record.Fact, error) { return t.Undo(nil) }
	f.do((*pit.Table).CloseBets, card("8"), card("5"), card("8"), (*pit.Table).PayNext, undo, undo, card("7"))
	rows := section(t, evidence(t, reports.ShiftReport, "", f.table), "report_irregular").Rows
	if len(rows) != 1 || !strings.Contains(rows[0][2].Text, "irregular_did_undone_paid map[Name:"+anna.Name+"]") || !strings.HasSuffix(rows[0][2].Text, "fact_card") || rows[0][3].Text != "–" {
		t.Errorf("%+v", rows)
	}
	old, err := reports.Evidence{Form: 6, Zone: "Europe/Zurich", Currency: "CHF", Kind: reports.ShiftReport, Table: "LB1", Shift: 1, Copy: 1}.Of(f.table, house)
	if err != nil {
		t.Fatal(err)
	}
	if said := saidBy(t, old); strings.Contains(said, "undone_paid") {
		t.Error("a paper of 0.9 has it")
	}
}
