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

// The paper of what was put right has a hole card that everybody saw before its turn: the card, where it lies, who approved it; and one
// that was taken back as that.
func TestPaperHasTheHoleCardThatWasSeen(t *testing.T) {
	f := &floor{t, pit.NewTable("BJ1"), opened}
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		set := record.TableSet{Name: "BJ1", Game: "blackjack", Rules: []byte(`{"preset":"bj-us"}`)}
		return t.Opening(pit.Start{Set: set, Chips: chips, Croupier: anna, Inspector: dario}, f.now)
	}, func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) })
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Bets().Place(games.Bet{Box: 1, Spot: "main", Amount: 2000})
	}, pit.OfBets(hand.Bets.Close))
	f.cards("6h", "9c", "5d")
	expose := func(card string) func(t *pit.Table) ([]record.Fact, error) {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Deal().ExposeHole(card, &dario, "seen by all") }
	}
	f.do(pit.OfDeal(hand.Deal.Hide), expose("Kd"), func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&dario) }, expose("Qd"))
	all := reports.ReconstructionsOf(f.table, someHouse)
	if len(all.List) != 2 || all.List[0].TakenBack == nil || all.List[1].TakenBack != nil {
		t.Fatalf("%+v", all.List)
	}
	x := all.List[1]
	if x.What != "hole_seen" || x.Reason != "seen by all" || x.By != called(dario) || x.Croupier != called(anna) || len(x.Cards) != 1 || x.Cards[0].To != "dealer" || x.Cards[0].Moved() {
		t.Errorf("%+v", x)
	}
	if relaid, other := all.Count(); relaid != 0 || other != 1 {
		t.Errorf("%d were reconstructed, %d put right otherwise", relaid, other)
	}
	paper, err := reports.Evidence{Form: reports.Form, Kind: reports.ShiftReport, Zone: "Europe/Zurich", Currency: "CHF", Copy: 1}.Of(f.table, someHouse)
	if err != nil || strings.Count(string(paper.Figures), "seen by all") != 2 {
		t.Errorf("%v: the shift's paper has %s", err, paper.Figures)
	}
	former, err := reports.Evidence{Form: 6, Kind: reports.ReconstructionReport, Zone: "Europe/Zurich", Currency: "CHF", Copy: 1}.Of(f.table, someHouse)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(former.Figures), "hole_seen") {
		t.Errorf("form 6 has it too: %s", former.Figures)
	}
}
