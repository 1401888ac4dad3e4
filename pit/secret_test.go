package pit_test

import (
	"testing"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// What players decided before they knew of the dealer's hole card what is known now is taken back
// with an inspector only: as "nulla va più" is, and nobody insures on a card that was seen.
func TestDecisionBehindAKnownHoleCard(t *testing.T) {
	withDario := func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&dario) }
	before := []command{openingUS, shoe, put(1, "main", "", 2000), closeBets, card("9s")}
	for _, c := range []struct {
		name string
		play []command
		kind string // of what takes an inspector; "" where the croupier takes it back
	}{
		{"nobody insures, and a reader has read a blackjack", []command{card("Ah"), card("8d"), card("Kd"), nobodyInsures}, "noinsurance"},
		{"nobody insures, and a reader has read none", []command{card("Ah"), card("8d"), card("7d"), nobodyInsures}, "noinsurance"},
		{"nobody insures, and nobody has looked", []command{card("Ah"), card("8d"), hide, nobodyInsures}, ""},
		{"the last who may insures", []command{card("Ah"), card("8d"), card("Kd"), insure(1, "")}, "decide"},
		{"the dealer looked, what he said is a slip", []command{card("Ah"), card("8d"), hide, nobodyInsures, look(true)}, ""},
		{"he looked, and that was taken back", []command{card("Ah"), card("8d"), hide, nobodyInsures, look(true), undo}, "noinsurance"},
		{"a box stands, and a reader has read the card", []command{card("6h"), card("8d"), card("Kd"), decide(games.Stand)}, "decide"},
		{"a box draws its last card", []command{card("6h"), card("2d"), card("Kd"), card("T")}, "decide"},
		{"a box draws and is asked again", []command{card("6h"), card("2d"), card("Kd"), card("2")}, ""},
		{"a box draws after the dealer has looked", []command{card("Th"), card("2d"), hide, look(false), card("2")}, ""},
		{"a box is bust: nobody sees the card", []command{card("6h"), card("8d"), card("Kd"), card("T")}, ""},
		{"a box stands, the card lies face down", []command{card("6h"), card("8d"), hide, decide(games.Stand)}, ""},
		{"it was turned and turned back", []command{card("6h"), card("8d"), hide, decide(games.Stand), card("K"), undo}, "decide"},
		{"the card of a double is no decision", []command{card("6h"), card("2d"), card("Kd"), decide(games.Double), card("4")}, ""},
		{"the double is", []command{card("6h"), card("2d"), card("Kd"), decide(games.Double), card("4"), undo}, "decide"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFloor(t)
			f.do(before...)
			f.do(c.play...)
			last, _ := f.table.Deal().LastKeyed()
			if c.kind == "" {
				f.do(undo)
				f.holds()
				return
			}
			f.refused(house.NeedsInspector, undo)
			f.refused(house.WrongRole, func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&bruno) })
			f.do(withDario)
			taken := f.table.TakenBack
			if len(taken) != 1 || taken[0].What != c.kind || taken[0].What != record.KindOf(last.Fact) || taken[0].Approver != dario.Number || taken[0].Seq != last.Seq {
				t.Errorf("it says %+v of %+v", taken, last)
			}
			f.holds()
		})
	}
}

// A decision is not taken back without an inspector once more is known of the hole card, whatever an entry says.
func TestUndoneWithoutAnInspector(t *testing.T) {
	f := newFloor(t)
	f.do(openingUS, shoe, put(1, "main", "", 2000), closeBets, card("9s"), card("Ah"), card("8d"), card("Kd"), nobodyInsures)
	last, _ := f.table.Deal().LastKeyed()
	facts, err := audit.Redo(f.table, audit.Then{House: &house.House{}, At: time.Now()}, []record.Fact{record.Undone{Seq: last.Seq}})
	if !house.RefusedFor(err, house.NeedsInspector) {
		t.Errorf("%v, %v", facts, err)
	}
}

// A hole card that a reader has read is seen by nobody before the last box has its last card, or
// where all are bust, or while a card lies wrong; and nothing says it.
func TestReadHoleCardStaysCovered(t *testing.T) {
	for _, c := range []struct {
		name    string
		play    []command
		covered bool
	}{
		{"a box is asked", nil, true},
		{"a card lies wrong", []command{decide(games.Double), func(t *pit.Table) ([]record.Fact, error) { return t.Felt().MisdealtCard("3c", games.Dealer) }}, true},
		{"cards before it lie wrong", []command{func(t *pit.Table) ([]record.Fact, error) {
			laid := t.Felt().OnFelt()
			laid[0].At, laid[1].At = laid[1].At, laid[0].At
			return t.Felt().LayOut(record.WrongPlace, 0, "", laid)
		}}, true},
		{"a double waits for its card", []command{decide(games.Double)}, true},
		{"it has it", []command{decide(games.Double), card("4")}, false},
		{"it stands", []command{decide(games.Stand)}, false},
		{"all are bust", []command{card("5"), card("9")}, true},
	} {
		f := newFloor(t)
		f.do(openingUS, shoe, put(1, "main", "", 2000), closeBets, card("9s"), card("6h"), card("2d"), card("Kd"))
		f.do(c.play...)
		read := func(name string) games.Card { card, _ := games.ReadCard(name); return card }
		if got := games.Covered(f.table.Game, f.table.Current.Round, games.Dealer, 1); got != c.covered {
			t.Errorf("%s: covered %t", c.name, got)
		}
		if out := f.table.Deal().RankOut(games.King); (out == 0) != c.covered {
			t.Errorf("%s: %d kings out", c.name, out)
		}
		if got := f.table.Deal().SaysSecret(record.CardLaid{Card: "Kd", At: "dealer"}); got != c.covered {
			t.Errorf("%s: it is secret: %t", c.name, got)
		}
		if got := f.table.Deal().Secret([]games.Card{read("6h"), read("Kd")}); got[0] || got[1] != c.covered {
			t.Errorf("%s: of a six and the king secret are %v", c.name, got)
		}
	}
}
