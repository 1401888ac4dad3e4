package pit_test

import (
	"slices"
	"strings"
	"testing"

	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// refuseRelay has the inspector refuse that the cards are laid again.
func refuseRelay(t *pit.Table) ([]record.Fact, error) {
	return t.Felt().RefuseRelay("the players saw the cards", &dario)
}

// A lay that an inspector refused to have put right stays refused, whatever the cards are said to lie like in between: only
// the inspector takes the refusal back. Another lay is another question.
func TestRefusedLayStaysRefused(t *testing.T) {
	f := newFloor(t)
	boxes(f, luganoSet, 1, 2, 3)
	f.do(card("8"), card("T"), card("5"))
	one, other := layOut("8@box:1 T@box:3 5@bank"), layOut("8@box:1 T@box:3 5@box:1")
	f.do(one, refuseRelay)
	if _, was := f.table.Felt().RelayWasRefused(); was || !f.table.Felt().RelayIsRefused() {
		t.Error("what is refused is refused now, not before")
	}
	f.do(other)
	if before, was := f.table.Felt().RelayWasRefused(); f.table.Felt().RelayIsRefused() || !was || before.By != dario.Number {
		t.Errorf("another lay: refused now %v, before %v", f.table.Felt().RelayIsRefused(), was)
	}
	f.do(one)
	if f.table.Felt().MayRelay() {
		t.Error("laid as it was refused, it may be put right")
	}
	f.refused(house.RelayRefused, relay)
	f.refused(house.RelayRefused, refuseRelay)
	f.do(other, refuseRelay, one) // both are refused
	f.refused(house.RelayRefused, relay)
	f.do(undo)
	f.refused(house.NeedsInspector, undo)
	f.do(undoWith(&dario))
	if f.table.Felt().RelayIsRefused() || !f.table.Felt().MayRelay() {
		t.Error("the second refusal is taken back, and that lay cannot be put right")
	}
	f.do(one)
	f.refused(house.RelayRefused, relay)
	f.do(undo, undo, undo, undo)
	f.refused(house.NeedsInspector, undo)
	f.do(undoWith(&dario), relay)
	if _, was := f.table.Felt().RelayWasRefused(); was {
		t.Error("what was taken back counts still")
	}
	f.holds()
}

// A record in which a refused lay was put right all the same does not hold; tables of 0.9 asked again.
func TestRefusedLayPutRightDoesNotHold(t *testing.T) {
	f := newFloor(t)
	f.do(unchecked(opening), shoe)
	for _, box := range []int{1, 2} {
		f.do(bet(box, "59", 2000), bet(box, "play", 2000))
	}
	f.do(closeBets, card("8"), card("T"))
	one, other := layOut("8@box:1 T@bank"), layOut("8@box:2 T@bank")
	f.do(one, refuseRelay, other, one, relay)
	f.holds()
	forged := f.entries(func(e *record.Entry) {
		if o, ok := e.Fact.(record.Opened); ok {
			o.Checks, o.Uncounted = 1, true
			e.Fact = o
		}
	})
	relaid := slices.IndexFunc(forged, func(e record.Entry) bool { _, is := e.Fact.(record.Relaid); return is })
	_, fault := audited(t, nil, forged...)
	if fault == nil || fault.Code != record.NotSettled || fault.Seq != forged[relaid].Seq || !strings.Contains(fault.What, "relay refused") {
		t.Errorf("of a table that asks: %v", fault)
	}
}
