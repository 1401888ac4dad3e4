package reports_test

import (
	"slices"
	"strings"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/reports"
)

// corrected is a hand of the US table that was corrected: box 1 doubled and hit really, the bettor behind it had said nothing
// ahead, and a third card was another one.
func corrected(t *testing.T) *floor {
	f := &floor{t, pit.NewTable("BJ1"), opened}
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		set := record.TableSet{Name: "BJ1", Game: "blackjack", Rules: []byte(`{"preset":"bj-us"}`)}
		return t.Opening(pit.Start{Set: set, Chips: chips, Croupier: anna, Inspector: dario}, f.now)
	}, func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) })
	for _, b := range []games.Bet{{Box: 1, Spot: "main", Amount: 2000}, {Box: 1, Spot: "behind", Bettor: "2", Amount: 3500}} {
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(b) })
	}
	deal := func(names ...string) {
		for _, name := range names {
			f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) })
		}
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Bets().ChooseEarly(1, "2", games.Early{Choice: games.Follow})
	}, pit.OfBets(hand.Bets.Close))
	deal("6h", "9c", "5d")
	f.do(pit.OfDeal(hand.Deal.Hide), func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Double) })
	deal("9d", "8c")
	f.do(pit.OfDeal(hand.Deal.PayAll))
	h, _ := f.table.ClosedHand(1)
	is := hand.Correction{Hand: 1, Round: h.Round, Reason: "video"}
	is.Round.Bets, is.Round.Laid = slices.Clone(h.Round.Bets), slices.Clone(h.Round.Laid)
	is.Round.Decisions = []games.Decision{{Box: 1, Do: games.Hit}, {Box: 1, Do: games.Stand}}
	is.Round.Bets[1].Early = games.Early{}
	is.Round.Laid[4].Card, _ = games.ReadCard("8d")
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Corrections().CorrectHand(is, &dario) })
	return f
}

// The paper of a hand that was corrected says each decision, early decision and card that was put right, before and after,
// a line for each; papers of before form 7 did not.
func TestPaperSaysWhatWasCorrected(t *testing.T) {
	f := corrected(t)
	e := evidence(t, reports.ReconstructionReport, "", f.table)
	r, err := e.Report(words{})
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, s := range r.Sections {
		if strings.Contains(s.Heading, "report_changed") {
			for _, row := range s.Rows {
				var cells []string
				for _, c := range row {
					cells = append(cells, c.Text)
				}
				rows = append(rows, strings.Join(cells, " | "))
			}
		}
	}
	want := [][]string{
		{"change_card", "N:5", "9♦, ", "8♦, "},
		{"edit_bet", "(2)", "spot_behind", "early_follow", "| 35.00"},
		{"change_decision", "N:1", "choice_double | choice_hit"},
		{"change_decision", "N:2", "change_none | choice_stand"},
	}
	if len(rows) != len(want) {
		t.Fatalf("%d lines: %q", len(rows), rows)
	}
	for i, all := range want {
		for _, w := range all {
			if !strings.Contains(rows[i], w) {
				t.Errorf("line %d is %q, it lacks %q", i, rows[i], w)
			}
		}
	}
	former, err := reports.Evidence{Form: 6, Kind: reports.ReconstructionReport, Zone: "Europe/Zurich", Currency: "CHF", Copy: 1}.Of(f.table, someHouse)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(former.Figures), "Changes") || strings.Contains(saidBy(t, former), "report_changed") {
		t.Error("form 6 says it too")
	}
}

// A card that nobody had entered stands alone among the cards of the paper, and none of the others moved by it.
func TestPaperHasTheCardThatWasMissing(t *testing.T) {
	f := corrected(t)
	h, _ := f.table.ClosedHand(1)
	is := hand.Correction{Hand: 1, Round: h.Round, Reason: "video"}
	two, _ := games.ReadCard("ac")
	is.Round.Laid = slices.Insert(slices.Clone(h.Round.Laid), 4, games.Laid{Card: two, At: games.AtBox(1)})
	is.Round.Decisions = slices.Insert(slices.Clone(h.Round.Decisions), 1, games.Decision{Box: 1, Do: games.Hit})
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Corrections().CorrectHand(is, &dario) })
	list := reports.ReconstructionsOf(f.table, someHouse).List
	x := list[len(list)-1]
	if len(x.Changes) != 2 || len(x.Cards) != 6 {
		t.Fatalf("%d cards, changed %+v", len(x.Cards), x.Changes)
	}
	for i, c := range x.Cards {
		if c.Moved() != (i == 4) || (c.From == "none") != (i == 4) {
			t.Errorf("card %d is %+v", i+1, c)
		}
	}
	if said := saidBy(t, evidence(t, reports.ReconstructionReport, "", f.table)); strings.Contains(said, "report_moved") || strings.Contains(said, "report_burned") {
		t.Error(said)
	}
}
