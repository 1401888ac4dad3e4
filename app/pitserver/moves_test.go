package pitserver_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/app/session/sums"
	"sabot/games"
	table "sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage/central"
)

// twoMembers serves a pit with an office and two machines that have taken the house in: LB1 is played on the first, and the
// second may take it over.
func twoMembers(t *testing.T) (p *pit, office *pitclient.Enrolment, a, b *machine) {
	t.Helper()
	p = newPit(t)
	p.up(t)
	office = p.office(t)
	p.ships(t, office)
	a, b = p.newMember(t, "tavolo-1", "LB1"), p.newMember(t, "tavolo-2", "LB9")
	a.pull(t)
	b.pull(t)
	b.table = "LB1"
	return p, office, a, b
}

// backedUp ships what a machine has and returns a backup of the pit as it is then.
func (p *pit) backedUp(t *testing.T, m *machine) (file string) {
	t.Helper()
	_, err := m.ship()
	must(t, err)
	file = t.TempDir() + "/pit.dump"
	must(t, central.Backup(t.Context(), p.folder.Owner, file))
	return file
}

// another returns a machine that has what this one has now, and its name and keys.
func (m *machine) another(t *testing.T) *machine {
	t.Helper()
	other := &machine{name: m.name, table: m.table, dir: copied(t, m.dir), clock: m.clock, enrolment: m.enrolment}
	house, err := session.Open(other.dir, m.clock.Now)
	must(t, err)
	t.Cleanup(func() { _ = house.Close() })
	other.house = house
	return other
}

// moved has a table of the house be played elsewhere.
func (p *pit) moved(tb testing.TB, table, to string, over bool) (central.Moved, error) {
	tb.Helper()
	way := central.InOrder
	if over {
		way = central.FromAny
	}
	return pitserver.MoveTable(tb.Context(), p.house, p.folder, pitserver.Move{Table: table, To: to, Way: way}, demotest.Badge(tb, p.house, code("31")))
}

// handedOver has a table be played elsewhere, in order. The machine that had it has shipped all: the pit knows that as soon as it has.
func (p *pit) handedOver(tb testing.TB, table, to string) central.Moved {
	tb.Helper()
	m, err := p.moved(tb, table, to, false)
	must(tb, err)
	return m
}

// holdsAll demands of machines that the pit has all of their records, which hold.
func (p *pit) holdsAll(tb testing.TB, machines ...*machine) {
	tb.Helper()
	for _, m := range machines {
		if _, err := m.ship(); err != nil {
			tb.Fatal(m.name, err)
		}
		holds(tb, m.house)
	}
	p.same(tb, machines...)
}

// A table goes in order to another machine, is played on there with its numbers, its float and its past, and
// comes back. While it is open, or something of it has not arrived, it stays.
func TestTableMoves(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	a.play(t, 3, 1)
	_, err := b.house.OpenTable("LB1")
	refusedFor(t, "before it was moved", err, house.TableElsewhere)
	if _, err := a.ship(); err != nil {
		t.Fatal(err)
	}
	if _, err := p.moved(t, "LB1", "tavolo-2", false); !errors.Is(err, central.ErrNotHandedOver) || !strings.Contains(err.Error(), "LB1 is open at tavolo-1") {
		t.Errorf("it is open: %v", err)
	}
	_, err = demo.Close(a.house, a.clock, "LB1")
	must(t, err)
	if _, err := a.ship(); err != nil {
		t.Fatal(err)
	}
	own := auditedOf(t, a.house, "LB1")
	if m := p.handedOver(t, "LB1", "tavolo-2"); m.From != "tavolo-1" || m.Size != own.Entries {
		t.Errorf("%+v", m)
	}
	if _, err := p.moved(t, "LB1", "tavolo-2", false); err != nil {
		t.Errorf("once more: %v", err)
	}
	if _, err := p.moved(t, "LB1", "tavolo-9", true); err == nil || !strings.Contains(err.Error(), "knows no machine tavolo-9") {
		t.Errorf("nobody's: %v", err)
	}
	p.ships(t, e)
	a.hears(t)
	b.pull(t)
	_, err = a.house.OpenTable("LB1")
	refusedFor(t, "where it was", err, house.TableElsewhere)
	b.clock.Pass(20 * time.Hour)
	b.night(t, 3, 2)
	p.holdsAll(t, b)
	holds(t, a.house)
	if _, err := a.ship(); err != nil {
		t.Errorf("what was handed over is told as if it were not: %v", err)
	}
	there := auditedOf(t, b.house, "LB1")
	p.handedOver(t, "LB1", "tavolo-1")
	p.ships(t, e)
	b.hears(t)
	a.pull(t)
	theirs := []house.Stretch{{From: own.Entries + 1, To: there.Entries}}
	if is := auditedOf(t, a.house, "LB1"); is.Approvals <= own.Approvals || is.Unjudged > 0 || is.Hands != there.Hands || !slices.Equal(is.Others, theirs) {
		t.Errorf("as it came back it was judged as %+v, before it was moved as %+v", is, own)
	}
	a.clock.Pass(44 * time.Hour)
	a.night(t, 2, 3)
	p.holdsAll(t, a)
	if is := auditedOf(t, a.house, "LB1"); is.Approvals <= own.Approvals || !slices.Equal(is.Others, theirs) {
		t.Errorf("played on it was judged as %+v", is)
	}
	holds(t, p.house)
	last := 0
	for e, err := range a.house.Store().Headlines("LB1", 1) {
		must(t, err)
		if _, opened := e.Fact.(record.Opened); opened {
			if e.Shift != last+1 {
				t.Errorf("shift %d follows %d", e.Shift, last)
			}
			last = e.Shift
		}
	}
	if last != 3 {
		t.Errorf("%d shifts", last)
	}
}

// midHand begins a hand and leaves it after its first card.
func (m *machine) midHand(tb testing.TB) {
	tb.Helper()
	open, err := m.house.OpenTable(m.table)
	must(tb, err)
	for _, spot := range []string{"59", "play"} {
		must(tb, open.Do(func(s *table.Table) ([]record.Fact, error) {
			return s.Bets().Place(games.Bet{Box: 1, Spot: spot, Amount: s.Game.Options().Limits[spot].Min})
		}))
	}
	must(tb, open.Do(table.OfBets(hand.Bets.Close)))
	must(tb, open.Do(func(s *table.Table) ([]record.Fact, error) { return s.Deal().Card("8") }))
	must(tb, open.Release())
}

// A machine breaks in the middle of a hand: a manager has another one take its table over, with what the pit had of it,
// and it is played to its end. When the broken one comes back, what it still held is refused with both sizes and lost by nobody.
func TestTableTakenOver(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	a.play(t, 3, 1)
	a.midHand(t)
	if _, err := a.ship(); err != nil {
		t.Fatal(err)
	}
	shipped, err := a.house.Store().Last("LB1")
	must(t, err)
	a.play(t, 2, 2) // the pit never hears of that
	held, err := a.house.Store().Last("LB1")
	must(t, err)
	if _, err := pitserver.MoveTable(t.Context(), p.house, p.folder, pitserver.Move{Table: "LB1", To: "tavolo-2", Way: central.FromAny}, demotest.Badge(t, p.house, code("21"))); !house.RefusedFor(err, house.WrongRole) {
		t.Errorf("an inspector: %v", err)
	}
	m, err := p.moved(t, "LB1", "tavolo-2", true)
	must(t, err)
	if m.Size != shipped {
		t.Errorf("%d entries, the pit has %d", m.Size, shipped)
	}
	p.ships(t, e)
	b.pull(t)
	if n, err := b.house.Store().Last("LB1"); err != nil || n != shipped {
		t.Fatalf("%d entries, %v", n, err)
	}
	open, err := b.house.OpenTable("LB1")
	must(t, err)
	if hand := open.State.Current; len(hand.Round.Bets) != 2 || len(hand.Round.Laid) != 1 {
		t.Errorf("the hand that was open has %d bets, %d cards", len(hand.Round.Bets), len(hand.Round.Laid))
	}
	must(t, open.Release())
	b.clock.Pass(time.Hour)
	b.play(t, 3, 4)
	_, err = demo.Close(b.house, b.clock, "LB1")
	must(t, err)
	p.holdsAll(t, b)

	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	all, err := pitserver.House(t.Context(), q, p.folder, then)
	must(t, err)
	lines, err := b.house.Sums().Shifts(sums.ShiftQuery{})
	must(t, err)
	day := lines[0].Day
	got, err := all.Sums().HouseSum(day)
	must(t, err)
	want, err := b.house.Sums().HouseSum(day)
	must(t, err)
	if fmt.Sprint(got.Periods) != fmt.Sprint(want.Periods) || len(want.Periods[0].Lines) != 1 {
		t.Errorf("the house's day at the pit\n%+v\nat the table\n%+v", got.Periods, want.Periods)
	}

	_, err = a.ship()
	if err == nil || !strings.Contains(err.Error(), "with its first") || !strings.Contains(err.Error(), "overtaken") {
		t.Errorf("the broken machine comes back: %v", err)
	}
	a.pull(t)
	_, err = a.house.OpenTable("LB1")
	refusedFor(t, "the broken machine", err, house.TableElsewhere)
	refusals, err := q.Refusals(t.Context(), 0)
	must(t, err)
	found := false
	for _, r := range refusals {
		found = found || r.Why == "overtaken" && r.Machine == "tavolo-1" && r.Ours == shipped && r.Theirs == held
	}
	if !found {
		t.Errorf("the pit keeps %+v", refusals)
	}
	sh := pitclient.New(a.house.Store(), a.enrolment, then)
	_, _ = sh.Once(t.Context())
	_, err = a.house.RaiseAlerts(sh.State().Conditions("tavolo-1", then()))
	must(t, err)
	if open := a.house.State.Alerts().OpenAlerts(); len(open) != 1 || open[0].Rule != record.OvertakenAlert || open[0].Table != "LB1" || open[0].Machine != "tavolo-1" || open[0].Value != held-shipped || open[0].Level != record.AlertCritical {
		t.Errorf("its record says %+v", open)
	}
	more := house.Condition{Rule: record.OvertakenAlert, Table: "LB1", Machine: "tavolo-1", Value: held - shipped + 3}
	for _, says := range []struct {
		after time.Duration
		wants bool
	}{{time.Minute, false}, {16 * time.Minute, true}, {16 * time.Minute, false}} { // too soon; with the number of by now; no more than that
		a.clock.Pass(says.after)
		if raised, err := a.house.RaiseAlerts([]house.Condition{more}); raised != says.wants || err != nil {
			t.Errorf("of more overtaken entries after %v raised: %v, %v", says.after, raised, err)
		}
	}
	if open := a.house.State.Alerts().OpenAlerts(); len(open) != 1 || open[0].Value != more.Value || open[0].Times != 2 {
		t.Errorf("once more were overtaken its record says %+v", open)
	}
	reads := p.reader(t, "sala", p.house)
	machines, err := reads.Machines(t.Context(), then)
	must(t, err)
	stand := slices.DeleteFunc(pitclient.Conditions(machines), func(c house.Condition) bool { return c.Rule != record.OvertakenAlert || c.Value == 0 })
	if len(stand) != 1 || stand[0].Table != "LB1" || stand[0].Machine != "tavolo-1" || stand[0].Value != held-shipped {
		t.Errorf("who looks on is told %+v", stand)
	}
	if trouble := sh.State().Trouble(then()); trouble.Why != house.PitOvertaken || trouble.Pit != shipped || trouble.Own != held {
		t.Errorf("the machine says %+v", trouble)
	}
	holds(t, a.house)
	holds(t, p.house)
}
