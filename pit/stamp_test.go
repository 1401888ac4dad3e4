package pit_test

import (
	"testing"

	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
)

// What a person's code alone makes at an open table is of that person, with what Sabot enters beside it. In a shift that
// Sabot 0.9 opened it is of who deals, as that one entered it.
func TestWhoGaveTheCodeAnswers(t *testing.T) {
	chiara := house.Staff{Number: "13", Name: "Chiara", Role: record.Croupier}
	for checks, want := range map[int][3]string{0: {"11", "11", "11"}, 1: {"12", "12", "21"}} {
		f := newFloor(t)
		f.do(func(t *pit.Table) ([]record.Fact, error) {
			facts, err := opening(t)
			opened := facts[0].(record.Opened)
			opened.Checks = checks
			facts[0] = opened
			return facts, err
		})
		facts, err := f.table.Relieve(bruno)
		if err != nil {
			t.Fatal(err)
		}
		facts = append(facts, shifts.DealingToo(bruno, []shifts.Duty{{Table: "LB2", Croupier: bruno.Number}})...)
		tronc, err := f.table.Desk().EmptyTronc(7000, dario, chiara)
		if err != nil {
			t.Fatal(err)
		}
		relief := f.table.Stamp(f.table.Last(), facts...)
		if got := [3]string{relief[0].By, relief[1].By, f.table.Stamp(f.table.Last(), tronc...)[0].By}; got != want {
			t.Errorf("with checks %d relief, incident and tronc are of %v, want %v", checks, got, want)
		}
	}
}

// What an entry says of its shift, shoe and hand goes on from the one before by what its fact begins, and by a hand that has closed.
func TestStampThatMayFollow(t *testing.T) {
	before := pit.Stamp{By: "11", Shift: 2, Shoe: 1, Hand: 5}
	card, opened, shoe := record.BetsClosed{}, record.Opened{}, record.ShoeStarted{}
	for _, c := range []struct {
		is  pit.Stamp
		of  record.Fact
		may bool
	}{
		{pit.Stamp{By: "12", Shift: 2, Shoe: 1, Hand: 5}, card, true},
		{pit.Stamp{Shift: 2, Shoe: 1, Hand: 6}, card, true},
		{pit.Stamp{Shift: 2, Shoe: 2, Hand: 5}, shoe, true},
		{pit.Stamp{Shift: 2, Shoe: 2, Hand: 6}, shoe, true},
		{pit.Stamp{Shift: 3}, opened, true},
		{pit.Stamp{Shift: 2, Shoe: 1, Hand: 7}, card, false},
		{pit.Stamp{Shift: 2, Shoe: 1, Hand: 4}, card, false},
		{pit.Stamp{Shift: 2, Shoe: 2, Hand: 5}, card, false},
		{pit.Stamp{Shift: 2, Shoe: 1, Hand: 5}, shoe, false},
		{pit.Stamp{Shift: 3}, card, false},
		{pit.Stamp{Shift: 2}, opened, false},
		{pit.Stamp{Shift: 1 << 62}, opened, false},
		{pit.Stamp{Shift: 1, Shoe: 1, Hand: 5}, card, false},
	} {
		if may := c.is.MayFollow(before, c.of); may != c.may {
			t.Errorf("%+v of %T: %v", c.is, c.of, may)
		}
	}
}
