package pit_test

import (
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// What a box decided before a card lay that an electronic shoe had said is taken back with an inspector only, though
// that card was taken back before; a card that nothing but a hand entered may be a slip of it.
func TestDecisionBehindACardThatTheShoeSaid(t *testing.T) {
	typed := record.Reading{Source: record.ByKey, Telegram: "0003"}
	overruled := record.Reading{Source: record.ByKey, Telegram: "0003", Said: "4h"}
	for _, c := range []struct {
		name      string
		play      []command
		inspector bool
	}{
		{"nothing has come behind it", []command{decide(games.Draw)}, false},
		{"its card was said", []command{decide(games.Draw), readAs(card("5"), byShoe), undo}, true},
		{"its card was said, and typed", []command{decide(games.Draw), readAs(card("5"), typed), undo}, true},
		{"another card was typed than was said", []command{decide(games.Draw), readAs(card("5"), overruled), undo}, true},
		{"its card was typed", []command{decide(games.Draw), readAs(card("5"), record.Reading{Source: record.ByKey}), undo}, false},
		{"it stands, and the bank's card was said", []command{decide(games.Stand), readAs(card("5"), byShoe), undo}, true},
		{"the shoe's card is its decision", []command{readAs(card("5"), byShoe)}, true},
		{"a card that was typed is", []command{card("5")}, false},
		{"the cards before it were said, not those behind", []command{decide(games.Draw), card("5"), undo}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := betting(t)
			f.do(closeBets, readAs(card("8"), byShoe), readAs(card("K"), byShoe), readAs(card("2"), byShoe))
			f.do(c.play...)
			last, _ := f.table.Deal().LastKeyed()
			if record.UndoOf(last.Fact) != record.Answer {
				t.Fatalf("an undo takes back %+v", last)
			}
			if !c.inspector {
				f.do(undo)
				audits(t, f)
				return
			}
			f.refused(house.NeedsInspector, undo)
			f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&dario) })
			if f.table.Deal().Phase() != hand.Deciding {
				t.Fatalf("phase %v", f.table.Deal().Phase())
			}
			f.do(decide(last.Fact.(record.Decided).Do), undo) // behind that nothing has come
			audits(t, f)
		})
	}
}
