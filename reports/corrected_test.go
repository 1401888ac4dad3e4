package reports_test

import (
	"slices"
	"strings"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
	"sabot/reports"
)

// shortBank is a table at which a hand closed with a bank of two cards, 7 and 8.
func shortBank(t *testing.T) *floor {
	f := opens(t, &tray)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) })
	for _, box := range []int{1, 3, 4} {
		for _, spot := range []string{"59", "play"} {
			f.do(func(t *pit.Table) ([]record.Fact, error) {
				return t.PlaceBet(games.Bet{Box: box, Spot: spot, Amount: 2000})
			})
		}
	}
	f.do((*pit.Table).CloseBets)
	card := func(name string) { f.do(func(t *pit.Table) ([]record.Fact, error) { return t.DealCard(name) }) }
	for _, name := range []string{"8", "9", "2", "7", "8", "4", "9"} {
		card(name)
	}
	for _, third := range []string{"3", "K", ""} {
		do := games.Draw
		if third == "" {
			do = games.Stand
		}
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Decide(do) })
		if third != "" {
			card(third)
		}
	}
	card("8")
	f.do((*pit.Table).PayAll)
	return f
}

// recorrect has an inspector say which cards the bank really had.
func (f *floor) recorrect(bank ...string) {
	f.Helper()
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		h, _ := t.ClosedHand(1)
		c := pit.Correction{Hand: 1, Round: h.Round, Reason: "read wrong"}
		c.Round.Laid = slices.Clone(h.Round.Laid[:9])
		for _, name := range bank {
			c.Round.Laid = append(c.Round.Laid, games.Laid{Card: record.CardName(name).Card(), At: games.Bank})
		}
		return t.CorrectHand(c, &dario)
	})
}

// A card that a correction added, or took away, has its row on the paper: what the inspector approved is what the paper says.
func TestPaperHasCardsThatACorrectionAdded(t *testing.T) {
	f := shortBank(t)
	f.recorrect("4", "9")
	rows := rowsOf(inWords(t, evidence(t, reports.ReconstructionReport, "", f.table)))
	demands(t, rows, "10 | 8 → 4 | place_bank | place_bank | ")
	demands(t, rows, "11 | 9 | – | place_bank | report_card_added")
	f.recorrect("8")
	rows = rowsOf(inWords(t, evidence(t, reports.ReconstructionReport, "", f.table)))
	demands(t, rows, "10 | 4 → 8 | place_bank | place_bank | ")
	demands(t, rows, "11 | 9 | place_bank | – | report_card_removed")
	if n := strings.Count(saidBy(t, evidence(t, reports.ShiftReport, "", f.table)), "irregular_did_corrected"); n != 2 {
		t.Errorf("the shift's paper has %d of two corrections", n)
	}
	old, err := reports.Evidence{Form: 6, Zone: "Europe/Zurich", Currency: "CHF", Kind: reports.ReconstructionReport, Table: "LB1", Shift: 1, Copy: 1}.Of(f.table, house)
	if err != nil {
		t.Fatal(err)
	}
	if said := saidBy(t, old); strings.Contains(said, "report_card_") {
		t.Error("a paper of 0.9 has the cards")
	}
}

// A hand that was made void after it closed says the reason that the manager gave, and no other that nobody said.
func TestVoidSaysItsReasonAlone(t *testing.T) {
	f := shortBank(t)
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.VoidHand(pit.Correction{Hand: 1, Reason: "Problema del sabot"}, &elena)
	})
	for _, kind := range []reports.Kind{reports.ShiftReport, reports.ReconstructionReport} {
		said := saidBy(t, evidence(t, kind, "", f.table))
		if !strings.Contains(said, "irregular_did_voided") || !strings.Contains(said, "Problema del sabot") || strings.Contains(said, "irregularity_") {
			t.Errorf("%s says\n%s", kind, said)
		}
	}
}
