package pit_test

import (
	"errors"
	"slices"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Keys and badges are handed over and returned by two people, one of whom has the right.
func TestKeysAreHandedOverAndReturned(t *testing.T) {
	hand := func(item string, back bool, by, with house.Staff) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Desk().HandKeys(item, back, by, with) }
	}
	f := newFloor(t)
	if err := f.try(hand("drop key", false, dario, anna)); err == nil {
		t.Error("at a table that is closed")
	}
	f.do(opening)
	for _, c := range []struct {
		item     string
		by, with house.Staff
		want     house.Why
	}{
		{" ", dario, anna, house.NeedsReason},
		{"drop key", dario, dario, house.SamePerson},
		{"drop key", anna, bruno, house.WrongRole},
		{"drop key", dario, house.Staff{Number: "99"}, house.WrongRole},
	} {
		refusal := &house.Refusal{}
		if err := f.try(hand(c.item, false, c.by, c.with)); !errors.As(err, &refusal) || refusal.Why != c.want {
			t.Errorf("%+v: %v", c, err)
		}
	}
	tray := f.table.Desk().Worth()
	f.do(hand("drop key", false, dario, anna), hand("badge 7", false, dario, bruno))
	if out := f.table.KeysOut(); !slices.Equal(out, []record.HeldKeys{{Item: "drop key", With: anna.Number}, {Item: "badge 7", With: bruno.Number}}) {
		t.Errorf("out: %v", out)
	}
	for item, unheld := range map[string]bool{"drop key": false, "drop key 7": true} { // nobody was given the second one
		facts, err := f.table.Desk().HandKeys(item, true, dario, anna)
		if err != nil || facts[0].(record.KeysHanded).Unheld != unheld {
			t.Errorf("%s comes back: %+v, %v", item, facts, err)
		}
	}
	f.do(hand("drop key", true, dario, anna))
	if out := f.table.KeysOut(); !slices.Equal(out, []record.HeldKeys{{Item: "badge 7", With: bruno.Number}}) || f.table.Desk().Worth() != tray {
		t.Errorf("out: %v, tray %v", out, f.table.Desk().Worth())
	}
	for _, c := range []struct{ by, with house.Staff }{{dario, anna}, {dario, bruno}} { // Bruno has it
		facts, err := f.table.Desk().HandKeys("badge 7", true, c.by, c.with)
		want := map[bool]string{true: "", false: bruno.Number}[c.with == bruno]
		if err != nil || facts[0].(record.KeysHanded).Holder != want {
			t.Errorf("%s returns it: %+v, %v", c.with.Name, facts, err)
		}
	}
	if list := f.table.Custodies(); len(list) != 3 || list[2].Name != "K 3" || !list[2].Back || list[2].With != anna.Number {
		t.Errorf("%+v", list)
	}
}

// What is out when a table closes can be returned there then, and in the shifts that follow; it is handed over only at a table that is open.
func TestKeysComeBackAfterTheClosing(t *testing.T) {
	hand := func(item string, back bool) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Desk().HandKeys(item, back, dario, anna) }
	}
	f := newFloor(t)
	if err := f.try(hand("drop key", true)); !house.RefusedFor(err, house.TableClosed) {
		t.Errorf("a return where no shift ever was: %v", err)
	}
	f.do(opening, hand("drop key", false), hand("badge 7", false), closing)
	list := f.entries()
	if closed := list[len(list)-1].Fact.(record.Closed); len(closed.Held) != 2 || record.SortOf(closed) != record.Exception {
		t.Errorf("closed with two out: %+v", closed)
	}
	f.do(hand("drop key", true)) // nobody deals: who keeps the keys answers
	if list = f.entries(); list[len(list)-1].By != dario.Number || list[len(list)-1].Fact.(record.KeysHanded).Unheld {
		t.Errorf("%+v", list[len(list)-1])
	}
	if err := f.try(hand("badge 8", false)); !house.RefusedFor(err, house.TableClosed) {
		t.Errorf("handed over at a table that is closed: %v", err)
	}
	f.do(opening)
	if out := f.table.KeysOut(); !slices.Equal(out, []record.HeldKeys{{Item: "badge 7", With: anna.Number}}) {
		t.Errorf("out in the next shift: %v", out)
	}
	f.do(hand("badge 7", true), hand("badge 7", true))
	if list := f.table.Custodies(); len(list) != 2 || list[0].Unheld || !list[1].Unheld {
		t.Errorf("returned in the next shift, and again: %+v", list)
	}
	if out := f.table.KeysOut(); out != nil {
		t.Errorf("out: %v", out)
	}
}

// The box for tips is emptied and counted by two; what was recorded since stands beside it.
func TestTroncIsEmptiedByTwo(t *testing.T) {
	empty := func(by, with house.Staff) command {
		return func(t *pit.Table) ([]record.Fact, error) { return t.Desk().EmptyTronc(7000, by, with) }
	}
	f := newFloor(t)
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		set := luganoSet
		set.Settings = &record.Settings{Tips: true}
		return t.Opening(pit.Start{Set: set, Chips: theChips, Croupier: anna, Inspector: dario}, moment)
	})
	tip := func(t *pit.Table) ([]record.Fact, error) { return t.Desk().Tip(2500) }
	f.do(tip, tip)
	if err := f.try(empty(anna, bruno)); err == nil {
		t.Error("two croupiers emptied it")
	}
	var off []games.Amount
	f.do(empty(dario, anna), tip, empty(dario, anna))
	for _, e := range f.entries() {
		if emptied, is := e.Fact.(record.TroncEmptied); is {
			off = append(off, emptied.Difference)
		}
	}
	if !slices.Equal(off, []games.Amount{2000, 4500}) {
		t.Errorf("off by %v", off)
	}
	list := f.table.Custodies()
	if len(list) != 2 || list[0].Tips != 5000 || list[1].Tips != 2500 || list[1].Cash != 7000 || list[1].Name != "T 2" {
		t.Errorf("%+v", list)
	}
}

// What is out and handed over by another than has it names who had it; names are the same with other capitals and spaces, and
// are shown as they were first written.
func TestKeysThatAreOutAreHandedOverAgain(t *testing.T) {
	f := newFloor(t)
	f.do(opening)
	handed := func(item string, back bool, by, with house.Staff) record.KeysHanded {
		t.Helper()
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().HandKeys(item, back, by, with) })
		list := f.entries()
		return list[len(list)-1].Fact.(record.KeysHanded)
	}
	handed("Badge 9", false, dario, anna)
	if k := handed(" badge  9", false, dario, elena); k.Item != "Badge 9" || k.Holder != anna.Number {
		t.Errorf("Anna had it: %+v", k)
	}
	if k := handed("BADGE9", false, elena, bruno); k.Item != "Badge 9" || k.Holder != "" {
		t.Errorf("Elena hands on what she has: %+v", k)
	}
	if k := handed("badge 9", false, dario, bruno); k.Holder != bruno.Number {
		t.Errorf("to whom it is out already: %+v", k)
	}
	if out := f.table.KeysOut(); !slices.Equal(out, []record.HeldKeys{{Item: "Badge 9", With: bruno.Number}}) {
		t.Errorf("out: %v", out)
	}
	if k := handed("badge 9", true, dario, bruno); k.Unheld || k.Holder != "" || len(f.table.KeysOut()) > 0 {
		t.Errorf("it comes back: %+v", k)
	}
	handed("badge 9", false, dario, bruno)
	f.do(closing, opening)
	if k := handed("badge 9", true, dario, bruno); k.Item != "Badge 9" || k.Unheld {
		t.Errorf("in the next shift: %+v", k)
	}
}
