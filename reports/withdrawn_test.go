package reports_test

import (
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/reports"
)

// A payment and a double that were taken back before their hand was cancelled are on both papers: they go back if chips had
// moved, and each that was taken back has its line.
func TestWithdrawnPaymentIsOnPaper(t *testing.T) {
	f := &floor{t, pit.NewTable("BJ1"), opened}
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		set := record.TableSet{Name: "BJ1", Game: "blackjack", Rules: []byte(`{"preset":"bj-us","decks":4}`)}
		return t.Opening(pit.Start{Set: set, Croupier: anna, Inspector: dario}, f.now)
	}, func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) })
	for box := 1; box <= 2; box++ {
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: box, Spot: "main", Amount: 5000})
		})
	}
	f.do(pit.OfBets(hand.Bets.Close))
	for _, name := range []string{"A", "6", "5", "K", "5"} {
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) })
	}
	undo := func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(nil) }
	f.do(
		pit.OfDeal(hand.Deal.Hide), pit.OfDeal(hand.Deal.PayNext), undo, pit.OfDeal(hand.Deal.PayNext),
		func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Double) }, undo, undo,
		func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "a quarrel") },
	)
	for _, kind := range []reports.Kind{reports.ReconstructionReport, reports.ShiftReport} {
		rows := rowsOf(inWords(t, evidence(t, kind, "", f.table)))
		demands(t, rows, "report_withdrawn", "do_collect", "Amount:75", "do_give_back", "Amount:50", "Box:2")
	}
	if n := len(reports.ShiftOf(f.table, someHouse).Irregular); n != 4 {
		t.Errorf("%d things were put right, want both payments and the decision taken back, and the cancelled hand", n)
	}
}
