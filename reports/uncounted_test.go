package reports_test

import (
	"strings"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/reports"
)

// The paper of a shift whose float nobody counted says who let it be so, and of which count the difference is missing; an incident
// of the opening was before the first hand, and there is no hand 0. Papers of before form 7 are as they were.
func TestPaperOfAnUncountedShift(t *testing.T) {
	f := opens(t, &opener)
	f.close(&opener, dario)
	short := record.Float{{Value: 500, Pieces: 10}}
	f.open(&short)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Closing(pit.End{Croupier: anna, Inspector: elena}) })
	for _, form := range []int{reports.Form, 6} {
		e, err := reports.Evidence{Form: form, Zone: "Europe/Zurich", Currency: "CHF", Kind: reports.ShiftReport, Table: "LB1", Shift: 2, Copy: 1}.Of(f.table, someHouse)
		if err != nil {
			t.Fatal(err)
		}
		said := saidBy(t, e)
		for _, want := range []string{"report_uncounted_by map[Name:" + elena.Name + "\u00a0(31)]", "report_no_closing_count", "report_before_first"} {
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

// A payment that a croupier alone took back, and its card, stand on the shift's paper: with box and amount, with the croupier, and as
// approved by nobody.
func TestCardTakenBackAfterAPaymentIsOnPaper(t *testing.T) {
	f := opens(t, &opener)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) })
	for _, b := range []games.Bet{{Box: 3, Spot: "59", Amount: 2000}, {Box: 3, Spot: "play", Amount: 4000}} {
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(b) })
	}
	card := func(name string) func(*pit.Table) ([]record.Fact, error) {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) }
	}
	undo := func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(nil) }
	f.do(pit.OfBets(hand.Bets.Close), card("8"), card("5"), card("8"), pit.OfDeal(hand.Deal.PayNext), undo, undo, card("7"))
	rows := section(t, evidence(t, reports.ShiftReport, "", f.table), "report_irregular").Rows
	if len(rows) != 2 || !strings.Contains(rows[0][2].Text, "fact_paid") || !strings.Contains(rows[0][2].Text, "Box:3") || !strings.Contains(rows[0][2].Text, "40.00") || !strings.Contains(rows[1][2].Text, "fact_card") {
		t.Fatalf("%+v", rows)
	}
	if said := rows[1][2].Text; !strings.Contains(said, "map[N:3]: 8") || !strings.Contains(said, "» 7") || strings.Count(said, "Box:3") != 2 {
		t.Errorf("the card: %s", said)
	}
	for _, row := range rows {
		if !strings.Contains(row[2].Text, "irregular_did_undone_paid map[Name:"+called(anna)+"]") || row[3].Text != "–" {
			t.Errorf("%+v", row)
		}
	}
	old, err := reports.Evidence{Form: 6, Zone: "Europe/Zurich", Currency: "CHF", Kind: reports.ShiftReport, Table: "LB1", Shift: 1, Copy: 1}.Of(f.table, someHouse)
	if err != nil {
		t.Fatal(err)
	}
	if said := saidBy(t, old); strings.Contains(said, "undone_paid") {
		t.Error("a paper of 0.9 has it")
	}
}

// A decision that was taken back stands there with what it had put down; one that laid no chip does not.
func TestADecisionTakenBackSaysWhatItLaid(t *testing.T) {
	for _, do := range []games.Action{games.Double, games.Stand} {
		f := dealt(t)
		f.cards("8", "5", "K", "3", "2")
		f.do(
			pit.OfDeal(hand.Deal.PayNext), // the 59 of box 1: both hands of it are decided
			func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(do) },
			func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(nil) },
			func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(nil) },
		)
		var said []string
		for _, l := range reports.ShiftOf(f.table, someHouse).Irregular {
			for _, p := range l.Put {
				said = append(said, string(l.Kind)+" "+p.Spot+" "+words{}.Amount(p.Amount))
			}
			if do == games.Stand && l.Kind == "decide" && len(l.Unpaid) == 0 {
				t.Errorf("%+v", l)
			}
		}
		if want := map[games.Action]string{games.Double: "decide play 20.00"}[do]; strings.Join(said, ", ") != want {
			t.Errorf("%s: %q", do, said)
		}
	}
}
