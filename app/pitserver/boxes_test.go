package pitserver_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/app/session/sums"
	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage/central"
)

// countsBox has two people count the drop box of LB1's first shift at a machine.
func (m *machine) countsBox(t *testing.T, cash games.Amount, reason string) error {
	t.Helper()
	return m.countsBoxOf(t, 1, cash, reason)
}

// countsBoxOf has two people count the drop box of a shift of LB1.
func (m *machine) countsBoxOf(t *testing.T, shift int, cash games.Amount, reason string) error {
	t.Helper()
	notes := record.Float{{Value: 10_000, Pieces: int64(cash / 10_000)}}
	return m.house.CountDrop(session.DropOf{Table: "LB1", Shift: shift, Notes: notes, Reason: reason}, demotest.Badge(t, m.house, code("31")), demotest.Badge(t, m.house, code("41")))
}

// dropsOf returns what a house has of the counts of the drop box of LB1's first shift, the oldest first, and demands that its list knows it.
func dropsOf(t *testing.T, h *session.House) (list []games.Amount) {
	t.Helper()
	must(t, h.Takeover().CatchUp())
	shift, err := h.Shift("LB1", 1)
	must(t, err)
	for _, c := range shift.Drops {
		list = append(list, c.Cash)
	}
	lines, err := h.Sums().Shifts(sums.ShiftQuery{})
	must(t, err)
	for _, l := range lines {
		if l.Table == "LB1" && l.Number == 1 && l.Drop != (len(list) > 0) {
			t.Errorf("counted %v, and the list of shifts says %v", list, l.Drop)
		}
	}
	sum, err := h.Sums().HouseSum(lines[0].Day)
	must(t, err)
	day := sum.Periods[0].Lines[0]
	if len(list) > 0 && (day.Drop != list[len(list)-1] || day.Guesses > 0) {
		t.Errorf("counted %v, and the house's day says %+v", list, day)
	}
	return list
}

// What was counted in the office of a machine goes with the table, moved in order or taken over, and comes back with what was counted since.
// Only the machine that has the table counts its boxes.
func TestCountedBoxGoesWithTheTable(t *testing.T) {
	t.Parallel()
	for _, over := range []bool{false, true} {
		p, office, a, b := twoMembers(t)
		a.night(t, 3, 1)
		table := dropsOf(t, a.house) // at the table
		must(t, a.countsBox(t, 40_000, "the office counts it too"))
		must(t, a.countsBox(t, 50_000, "a note stuck"))
		_, err := a.ship()
		must(t, err)
		goes := func(from, to *machine) {
			t.Helper()
			_, err := p.moved(t, "LB1", to.name, over)
			must(t, err)
			p.ships(t, office)
			if !over {
				from.hears(t)
			}
			to.hears(t)
			from.hears(t)
			refusedFor(t, "it does not have the table any more", from.countsBox(t, 30_000, "again"), house.TableElsewhere)
		}
		has := func(where string, h *session.House, wanted ...games.Amount) {
			t.Helper()
			if got := dropsOf(t, h); !slices.Equal(got, append(slices.Clone(table), wanted...)) {
				t.Errorf("over: %v, %s has the counts %v, wanted %v and %v", over, where, got, table, wanted)
			}
		}
		atThePit := func() *session.House {
			t.Helper()
			q := central.Read(p.folder.Serve, p.folder.House)
			t.Cleanup(q.Close)
			all, err := pitserver.House(t.Context(), q, p.folder, then)
			must(t, err)
			return all.House
		}
		goes(a, b)
		has("the new machine", b.house, 40_000, 50_000)
		has("the pit", atThePit(), 40_000, 50_000)
		b.clock.Pass(44 * time.Hour)
		a.clock.Pass(45 * time.Hour)
		refusedFor(t, "counted before", b.countsBox(t, 30_000, ""), house.NeedsReason)
		must(t, b.countsBox(t, 30_000, "by the video"))
		_, err = b.ship()
		must(t, err)
		goes(b, a)
		has("the machine to which it came back", a.house, 40_000, 50_000, 30_000)
		has("the pit", atThePit(), 40_000, 50_000, 30_000)
		a.clock.Pass(time.Hour)
		b.clock.Pass(time.Hour)
		must(t, a.countsBox(t, 20_000, "once more"))
		_, err = a.ship()
		must(t, err)
		goes(a, b) // with no entry of the table since it was there
		has("the machine to which it went a second time", b.house, 40_000, 50_000, 30_000, 20_000)
		last := b.house.State.Seq
		b.pull(t)
		if b.house.State.Seq != last {
			t.Error("it asks again for what came with a move")
		}
		p.holdsAll(t, a, b)
		holds(t, p.house)
	}
}

// What was counted while a table was away comes to a machine that hears at once that it went and came back, though somebody stands at it there.
func TestBoxesComeWhereSomebodyStands(t *testing.T) {
	t.Parallel()
	p, office, a, b := twoMembers(t)
	a.night(t, 3, 1)
	table := dropsOf(t, a.house)
	_, err := a.ship()
	must(t, err)
	goes := func(to string) {
		t.Helper()
		_, err := p.moved(t, "LB1", to, true)
		must(t, err)
		p.ships(t, office)
	}
	goes(b.name)
	a.hears(t)
	b.hears(t)
	open, err := b.house.OpenTable("LB1")
	must(t, err)
	goes(a.name)
	a.hears(t)
	must(t, a.countsBox(t, 40_000, "the office counts it too"))
	_, err = a.ship()
	must(t, err)
	goes(b.name)
	b.pull(t)
	if got := dropsOf(t, b.house); !slices.Equal(got, append(table, 40_000)) {
		t.Errorf("it has the counts %v", got)
	}
	if !b.house.State.Plays("LB1") {
		t.Error("the table is taken from whoever stands there")
	}
	must(t, open.Release())
	a.hears(t)
	p.holdsAll(t, a, b)
}

// A box that is counted again where its table went is the last count, though the clock of the machine before was ahead: everywhere, and
// still once the table has come back.
func TestRecountWhereTheTableWent(t *testing.T) {
	t.Parallel()
	p, office, a, b := twoMembers(t)
	a.night(t, 3, 1)
	table := dropsOf(t, a.house)
	a.clock.Pass(time.Hour)
	must(t, a.countsBox(t, 40_000, "the office counts it too"))
	_, err := a.ship()
	must(t, err)
	p.handedOver(t, "LB1", b.name)
	p.ships(t, office)
	a.hears(t)
	b.pull(t)
	b.clock.Pass(a.clock.Now().Sub(b.clock.Now()) - 10*time.Minute)
	must(t, b.countsBox(t, 30_000, "by the video"))
	_, err = b.ship()
	must(t, err)
	has := func(where string, h *session.House) {
		t.Helper()
		if got := dropsOf(t, h); !slices.Equal(got, append(slices.Clone(table), 40_000, 30_000)) {
			t.Errorf("%s has the counts %v, the last of which was 30000", where, got)
		}
	}
	has("where it was counted again", b.house)
	p.handedOver(t, "LB1", a.name)
	p.ships(t, office)
	b.hears(t)
	a.hears(t)
	has("where it came back", a.house)
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	all, err := pitserver.House(t.Context(), q, p.folder, then)
	must(t, err)
	has("the pit", all.House)
	p.holdsAll(t, a, b)
}

// A count that nobody signed, or that came with no table, is none that a record can hold.
func TestForgedBoxIsNamed(t *testing.T) {
	t.Parallel()
	p, office, a, b := twoMembers(t)
	a.night(t, 3, 1)
	must(t, a.countsBox(t, 40_000, "the office counts it too"))
	var lines []string
	for e, err := range a.house.Store().Entries(record.HouseStream, a.house.State.Seq-2) {
		must(t, err)
		lines = append(lines, string(record.Encode(e)))
	}
	_, err := a.ship()
	must(t, err)
	p.handedOver(t, "LB1", b.name)
	p.ships(t, office)
	a.hears(t)
	b.pull(t)
	holds(t, b.house)
	forged := slices.Clone(lines)
	forged[0] = strings.Replace(lines[0], "40", "90", 1)
	for what, f := range map[string]record.BoxesTaken{
		"another amount":     {Table: "LB1", Machine: a.name, Entries: forged},
		"no signature":       {Table: "LB1", Machine: a.name, Entries: lines[:1]},
		"one signature":      {Table: "LB1", Machine: a.name, Entries: lines[:2]},
		"of another table":   {Table: "LB9", Machine: a.name, Entries: lines},
		"of another machine": {Table: "LB1", Machine: "tavolo-9", Entries: lines},
		"nothing":            {Table: "LB1", Machine: a.name},
	} {
		c := b.another(t)
		c.enters(t, f)
		if is := auditedOf(t, c.house, record.HouseStream); is.Fault == nil || is.Fault.Seq != c.house.State.Seq+1 {
			t.Errorf("%s: %v", what, is.Fault)
		}
	}
}

// heirloom has LB1 go from one machine to another, after its box was counted twice in the office of the first, and returns the record of the
// second as it was before it heard of that: what it enters then is not shipped.
func heirloom(t *testing.T, over bool) (p *pit, a, b, before *machine) {
	t.Helper()
	p, office, a, b := twoMembers(t)
	a.night(t, 3, 1)
	must(t, a.countsBox(t, 40_000, "the office counts it too"))
	must(t, a.countsBox(t, 50_000, "a note stuck"))
	_, err := a.ship()
	must(t, err)
	_, err = b.ship()
	must(t, err)
	before = b.another(t)
	_, err = p.moved(t, "LB1", b.name, over)
	must(t, err)
	p.ships(t, office)
	a.hears(t)
	b.pull(t)
	return p, a, b, before
}

// as has a machine enter what another one with its name and keys entered since, but for what change makes of it: nil leaves a fact out.
func (m *machine) as(t *testing.T, honest *machine, change func(record.Fact) record.Fact) {
	t.Helper()
	for _, stream := range []string{record.HouseStream, "LB1"} {
		last, err := m.house.Store().Last(stream)
		must(t, err)
		for e, err := range honest.house.Store().Entries(stream, last+1) {
			must(t, err)
			if e.Fact = change(e.Fact); e.Fact == nil {
				continue
			}
			last++
			e.Seq = last
			must(t, m.house.Store().Append(e))
		}
	}
	must(t, m.house.Takeover().CatchUp())
}

// first returns what brings only so many of the entries of counts that came with a table; none for 0.
func first(n int) func(record.Fact) record.Fact {
	return func(f record.Fact) record.Fact {
		taken, is := f.(record.BoxesTaken)
		if is && n == 0 {
			return nil
		}
		if is {
			taken.Entries = taken.Entries[:n]
			return taken
		}
		return f
	}
}

// last returns what leaves the first entries of counts out that came with a table.
func last(n int) func(record.Fact) record.Fact {
	return func(f record.Fact) record.Fact {
		if taken, is := f.(record.BoxesTaken); is {
			taken.Entries = taken.Entries[n:]
			return taken
		}
		return f
	}
}

// Who has the account of the machine to which a table was moved leaves out, before it ships that, what the office of the machine before counted
// of its drop boxes: the last count, all of them, or the first. The pit refuses it by name, and its report has what was counted. A
// record that came to be countersigned all the same is named by Verify. The honest record is taken.
func TestCountLeftOutIsRefused(t *testing.T) {
	t.Parallel()
	for what, change := range map[string]func(record.Fact) record.Fact{"the last": first(3), "all": first(0), "the first": last(3)} {
		t.Run(what, func(t *testing.T) {
			p, _, b, c := heirloom(t, false)
			c.as(t, b, change)
			holds(t, c.house)
			_, err := c.ship()
			if err == nil || !strings.Contains(err.Error(), "LB1 came from tavolo-1 without the count of the drop box of its shift 1 that 31 and 41 signed there") {
				t.Errorf("it is taken: %v", err)
			}
			p.refusal(t, b.name, record.HouseStream, pitclient.LacksBoxes)
			p.hasDrops(t, 40_000, 50_000)
			p.letsOf(t, c.name, c.house)
			if says := p.verifies(t, b.name, record.HouseStream); !strings.Contains(says, "LB1 came from tavolo-1 without the count") {
				t.Errorf("verify: %q", says)
			}
			p.hasDrops(t, 40_000, 50_000)
		})
	}
	p, _, b, _ := heirloom(t, false)
	p.holdsAll(t, b)
	p.hasDrops(t, 40_000, 50_000)
}

// A machine from which a table was taken, and that does not answer, may count a box before it hears of that. What it ships of that later the other
// one cannot have: it is not refused, and the pit's report has both counts, the last of them by the machine that has the table.
func TestCountShippedLateIsNoFault(t *testing.T) {
	t.Parallel()
	p, office, a, b := twoMembers(t)
	a.night(t, 3, 1)
	_, err := a.ship()
	must(t, err)
	_, err = p.moved(t, "LB1", b.name, true)
	must(t, err)
	p.ships(t, office)
	b.pull(t)
	must(t, a.countsBox(t, 40_000, "the office counts it too"))
	_, err = a.ship()
	must(t, err)
	a.hears(t)
	p.holdsAll(t, b)
	b.clock.Pass(44 * time.Hour)
	must(t, b.countsBox(t, 30_000, "by the video"))
	p.holdsAll(t, b)
	p.hasDrops(t, 40_000, 30_000)
}

// hasDrops demands of the pit's house the counts of the drop box of LB1's first shift by the back office.
func (p *pit) hasDrops(t *testing.T, wanted ...games.Amount) {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	all, err := pitserver.House(t.Context(), q, p.folder, then)
	must(t, err)
	var got []games.Amount
	for _, c := range all.State.Boxes().Drops("LB1", 1) {
		got = append(got, c.Notes.Value())
	}
	if !slices.Equal(got, wanted) {
		t.Errorf("the pit's report has the counts %v, wanted %v", got, wanted)
	}
}

// verifies returns what Verify says of a stream; "" where it holds.
func (p *pit) verifies(t *testing.T, machine, stream string) (says string) {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	must(t, pitserver.Verify(t.Context(), q, p.folder, func(s central.Stream, wrong error) {
		if s.Machine == machine && s.Name == stream && wrong != nil {
			says = wrong.Error()
		}
	}))
	return says
}

// A machine that had not heard that its table was taken over closes a shift of its own there, and its office counts the box. That count is
// of no shift that the table has, though one has the same number: no sum has it, where it comes with the table too, and the pit names it.
func TestCountOfAnOvertakenShift(t *testing.T) {
	t.Parallel()
	p, office, a, b := twoMembers(t)
	p.playedAndMoved(t, a, b)
	p.ships(t, office)
	a.night(t, 2, 2)
	must(t, a.countsBox(t, 40_000, "the office counts it too"))

	b.clock.Pass(44 * time.Hour)
	b.hears(t)
	b.table = "LB1"
	b.night(t, 2, 3)
	_, err := b.ship()
	must(t, err)
	counted := dropsOf(t, b.house)
	if _, err := a.ship(); err == nil {
		t.Error("what is overtaken was taken")
	}
	a.pull(t)
	if _, err := a.ship(); err == nil {
		t.Error("what is overtaken was taken")
	}

	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	all, err := pitserver.House(t.Context(), q, p.folder, then)
	must(t, err)
	if got := dropsOf(t, all.House); !slices.Equal(got, counted) {
		t.Errorf("the pit has the counts %v, wanted %v", got, counted)
	}
	named := false
	for _, d := range all.Doubts {
		named = named || d.Stream == "LB1" && strings.Contains(d.Says, "400.00")
	}
	if !named {
		t.Errorf("nobody says that 400.00 are in no sum: %v", all.Doubts)
	}

	third := p.newMember(t, "tavolo-3", "LB8")
	third.table = "LB1"
	third.pull(t)
	_, err = p.moved(t, "LB1", third.name, false)
	must(t, err)
	p.ships(t, office)
	b.hears(t)
	third.clock.Pass(90 * time.Hour)
	third.hears(t)
	if own, taken := third.house.State.Boxes().Entered("LB1"); len(own)+len(taken) != 1 {
		t.Errorf("the count goes with the table as evidence: %v", taken)
	}
	if got := dropsOf(t, third.house); !slices.Equal(got, counted) {
		t.Errorf("where it went on are the counts %v, wanted %v", got, counted)
	}
	p.holdsAll(t, third)
	must(t, third.countsBox(t, 30_000, map[bool]string{true: "the office counts it too"}[len(counted) > 0]))
	if got := dropsOf(t, third.house); !slices.Equal(got, append(counted, 30_000)) {
		t.Errorf("counted there are %v, wanted 300 too", got)
	}
	_, err = third.ship()
	must(t, err)
	p.holdsAll(t, third)
}
