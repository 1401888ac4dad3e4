package pit_test

import (
	"testing"

	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Digits that Sabot took for a code are no card that was seen: what is changed after them asks for the inspector as after a card,
// and says what there was, never a digit. A card that came behind the same answer is named.
func TestLateChangeAfterACode(t *testing.T) {
	code := pit.OfDeal(hand.Deal.UndoCode)
	for name, c := range map[string]struct {
		played []command
		want   record.Alarmed
	}{
		"a code":               {[]command{card("2"), card("5"), code, code}, record.Alarmed{Code: true}},
		"a card and a code":    {[]command{card("9"), undo, card("2"), code}, record.Alarmed{Card: "9"}},
		"a code and a card":    {[]command{card("2"), code, card("9"), undo}, record.Alarmed{Card: "9"}},
		"the same as the card": {[]command{card("2"), code, card("2"), undo}, record.Alarmed{Card: "2"}},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFloor(t)
			f.do(opening, shoe, bet(1, "59", 2000), bet(1, "play", 4000), closeBets)
			f.do(c.played...)
			cards, codes := f.table.Deal().CardsTaken()
			if !codes || (len(cards) == 0) != c.want.Code {
				t.Errorf("taken back are %v, a code %v", cards, codes)
			}
			f.do(reopened, bet(1, "play", 3000), with(dario, closeBets))
			if got := f.late(); len(got) != 1 || got[0].Card != c.want.Card || got[0].Code != c.want.Code || got[0].Corrected != "" {
				t.Errorf("%+v", got)
			}
			f.holds()
		})
	}
	f := hit(t, openingUS)
	f.do(code, code, with(dario, decide("stand")))
	f.lately(record.Alarmed{Box: 1, Was: "hit", What: "stand", From: 10000, Amount: 10000, Code: true, Approver: dario.Number})
	f.holds()
}

// A decision that came out of a code's digits is nobody's: where the cards before it were digits too, the box answers freely. Where a digit
// stood for the card that the box was asked about, the inspector is asked, and no decision is named that nobody gave. What somebody had
// decided stays decided.
func TestDecisionOfACodesDigits(t *testing.T) {
	code := pit.OfDeal(hand.Deal.UndoCode)
	begun := func(t *testing.T, played ...command) *floor {
		f := newFloor(t)
		f.do(opening, shoe, bet(1, "59", 2000), bet(1, "play", 4000), closeBets)
		f.do(played...)
		return f
	}
	deal := []command{card("2"), card("A"), card("2")}
	stand := decide("stand")
	free := begun(t, deal...)
	free.do(card("8"), code, code, code, code)
	free.do(deal...)
	free.do(stand)
	free.lately()
	free.holds()

	asked := begun(t, deal...)
	asked.do(card("8"), code)
	asked.refused(house.SeenBefore, stand)
	asked.do(with(dario, stand))
	asked.lately(record.Alarmed{Box: 1, What: "stand", From: 6000, Amount: 6000, Code: true, Approver: dario.Number})
	asked.holds()

	given := begun(t, deal...)
	given.do(card("9"), undo, undo, undo, undo)
	given.do(deal...)
	given.do(card("8"), code, code, code, code)
	given.do(deal...)
	given.refused(house.SeenBefore, stand)
	given.do(with(dario, stand))
	given.lately(record.Alarmed{Box: 1, Was: "draw", What: "stand", From: 6000, Amount: 6000, Card: "9", Approver: dario.Number})
	given.holds()
}
