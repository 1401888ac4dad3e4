package pitserver_test

import (
	"errors"
	"slices"
	"testing"

	"sabot/app/pitclient"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A table is moved to the office while a program there stands at it: the office says which table it could not take over, and why,
// nobody plays it there with a past of its own, and once the program has let go of it all of it comes.
func TestTableMovesToWhereSomebodyStandsAtIt(t *testing.T) {
	t.Parallel()
	p := newPitOf(t, 2)
	p.up(t)
	e := p.office(t, "LB1")
	p.ships(t, e)
	a := p.newMember(t, "tavolo-2", "LB2")
	a.pull(t)
	stands, err := p.house.OpenTable("LB2") // the pit has not said yet which tables are its own
	must(t, err)
	a.play(t, 2, 1)
	a.midHand(t)
	if _, err := a.ship(); err != nil {
		t.Fatal(err)
	}
	shipped, err := a.house.Store().Last("LB2")
	must(t, err)
	if _, err := p.moved(t, "LB2", "ufficio", true); err != nil {
		t.Fatal(err)
	}
	p.ships(t, e)
	puller := pitclient.NewPuller(p.house.Takeover(), p.house.Store(), e, then)
	held, missing := (*record.HeldError)(nil), (*pitclient.NotHereError)(nil)
	if err := puller.Once(t.Context()); !errors.As(err, &held) || !errors.As(err, &missing) || missing.Table != "LB2" {
		t.Errorf("somebody stands at it: %v", err)
	}
	if s := puller.State(); !slices.Equal(s.Missing, []string{"LB2"}) || s.Wrong != "" {
		t.Errorf("it says %+v", s)
	}
	if p.house.State.Plays("LB2") {
		t.Error("what stands there is not told to let go of it")
	}
	must(t, stands.Release())
	must(t, puller.Once(t.Context()))
	if s := puller.State(); len(s.Missing) > 0 || s.Wrong != "" {
		t.Errorf("it goes on saying %+v", s)
	}
	open, err := p.house.OpenTable("LB2")
	must(t, err)
	if hand := open.State.Current; open.State.Seq != shipped || len(hand.Round.Bets) != 2 || len(hand.Round.Laid) != 1 {
		t.Errorf("%d of %d entries, the hand that was open has %d bets, %d cards", open.State.Seq, shipped, len(hand.Round.Bets), len(hand.Round.Laid))
	}
	must(t, open.Release())
	holds(t, p.house)
}

// A table that comes back to a machine which has not asked the pit since is not played there with what it had of it before.
func TestTableThatCameBackIsWhole(t *testing.T) {
	t.Parallel()
	p := newPitOf(t, 2)
	p.up(t)
	e := p.office(t, "LB1")
	p.ships(t, e)
	office := &machine{name: "ufficio", table: "LB1", house: p.house, enrolment: e}
	office.pull(t)
	b := p.newMember(t, "tavolo-2", "LB2")
	if m := p.handedOver(t, "LB1", "tavolo-2"); m.From != "ufficio" {
		t.Errorf("%+v", m)
	}
	office.pull(t)
	p.ships(t, e)
	b.pull(t)
	b.table = "LB1"
	b.night(t, 2, 2)
	if _, err := b.ship(); err != nil {
		t.Fatal(err)
	}
	p.handedOver(t, "LB1", "ufficio")
	_, err := p.house.OpenTable("LB1")
	refusedFor(t, "it is not here yet", err, house.TableElsewhere)
	p.ships(t, e)
	b.hears(t)
	office.pull(t)
	open, err := p.house.OpenTable("LB1")
	must(t, err)
	if open.State.Shift != 1 {
		t.Errorf("the last shift is %d", open.State.Shift)
	}
	must(t, open.Release())
	holds(t, p.house)
}
