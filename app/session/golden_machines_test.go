package session_test

import (
	"errors"
	"path/filepath"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A goldenMachine is a machine of a house, with what its pit would tell it.
type goldenMachine struct {
	*troubled
	name   string
	office *session.House
}

// machinesNight is a house of an office and two machines: a table moves, an entry is taken in twice, and a machine is restored.
func machinesNight(g *golden) {
	g.Helper()
	office := newTroubled(g, house.DemoPlan("it", "lugano", 2))
	house, elena, dario := office.house, office.badges["31"], office.badges["21"]
	one, two := office.machine("tavolo-1"), office.machine("tavolo-2")
	one.takes()
	one.holds([]string{"LB1", "LB2"})
	one.plays("LB1", 5)
	box := func() error {
		notes := record.Float{{Value: 10_000, Pieces: 3}}
		return one.house.CountDrop(session.DropOf{Table: "LB1", Shift: 1, Notes: notes, Reason: "contata di nuovo"}, dario, elena)
	}
	one.does("its office counts a drop box", box)

	head, err := one.house.Store().Head("LB1")
	g.must(err)
	moved := record.TableMoved{Table: "LB1", From: "tavolo-1", To: "tavolo-2", Head: head}
	office.does("an inspector moves a table", func() error { return house.MoveTable(moved, dario) })
	office.does("a manager does", func() error { return house.MoveTable(moved, elena) })
	moved.By = "31"
	one.takes()
	one.holds([]string{"LB1", "LB2"})
	one.does("it opens it no more", func() error { _, err := one.house.OpenTable("LB1"); return err })
	one.does("it counts its boxes no more", box)
	two.takes()
	two.does("it goes on with it", func() error { return two.house.Takeover().Inherit(moved, one.entriesOf("LB1"), one.lines()) })
	two.holds([]string{"LB1"}, moved)
	two.plays("LB1", 4)

	one.takesTwice(elena)
	backup := filepath.Join(g.TempDir(), "tavolo-1.db")
	one.does("a backup", func() error {
		_, err := backups.Of(one.house).BackUp(g.Context(), backups.Backup{File: backup})
		return err
	})
	one.plays("LB2", 3)
	lost := one.heads("LB2", record.HouseStream)
	g.must(one.house.Close())
	one.restored(backup, lost)

	for _, m := range []*goldenMachine{one, two} {
		m.all()
		g.said = append(g.said, m.said...)
	}
}

// machine is a machine of the house that nobody worked at yet.
func (n *troubled) machine(name string) *goldenMachine {
	n.Helper()
	own := *n.golden
	own.said = []string{name}
	m := &goldenMachine{troubled: &troubled{golden: &own, clock: n.clock, badges: n.badges, views: n.views}, name: name, office: n.house}
	var err error
	m.house, err = session.Open(n.TempDir(), n.clock.Now)
	n.must(err)
	n.Cleanup(func() {
		if m.house != nil {
			n.must(m.house.Close())
		}
	})
	return m
}

// takes takes in what the office has entered since.
func (m *goldenMachine) takes() {
	m.Helper()
	m.does(m.name+" hears of the office", func() error {
		size := m.house.State.Office().Size
		entries, head, keys := shipped(m.T, m.office, size)
		return m.house.Takeover().TakeHouse("ufficio", size, entries, head, keys)
	})
}

func (m *goldenMachine) holds(tables []string, heard ...record.TableMoved) {
	m.Helper()
	m.does(m.name+" plays tables", func() error { return m.house.Takeover().HoldTables(m.name, tables, heard...) })
}

// plays plays a shift of a table.
func (m *goldenMachine) plays(table string, hands int) {
	m.Helper()
	m.must(demo.Play(m.Context(), m.house, m.clock, table, hands, 3))
	_, err := demo.Close(m.house, m.clock, table)
	m.must(err)
}

func (m *goldenMachine) entriesOf(stream string) (entries [][]byte) {
	m.Helper()
	for e, err := range m.house.Store().Entries(stream, 1) {
		m.must(err)
		entries = append(entries, record.Encode(e))
	}
	return entries
}

// lines are the entries of its house.
func (m *goldenMachine) lines() (lines []string) {
	m.Helper()
	for _, text := range m.entriesOf(record.HouseStream) {
		lines = append(lines, string(text))
	}
	return lines
}

// heads are signed heads as somebody keeps them elsewhere.
func (m *goldenMachine) heads(streams ...string) (kept []audit.Kept) {
	m.Helper()
	for _, stream := range streams {
		note, err := m.house.Store().Head(stream)
		m.must(err)
		kept = append(kept, audit.Kept{Note: note, Source: "chiavetta"})
	}
	return kept
}

// takesTwice has an entry of the office there twice, as Sabot 0.9 could enter it and no command does, and a manager signs for it.
func (m *goldenMachine) takesTwice(manager house.Badge) {
	m.Helper()
	before := m.house.State.Office().Size
	m.must(m.office.Staff().ReviewAccess(manager))
	m.takes()
	entries, head, _ := shipped(m.T, m.office, before)
	f := record.HouseTaken{Machine: "ufficio", From: m.house.State.Office().Size, Head: head}
	for _, e := range entries {
		f.Entries = append(f.Entries, string(e))
	}
	m.does("it is there twice", func() error {
		return errors.Join(m.house.Store().Append(m.house.State.Stamp(m.clock.Now(), "", f)...), m.house.Takeover().CatchUp())
	})
	twice := record.TakenTwice{Machine: m.name, Entries: []int64{m.house.State.Seq}}
	m.does("not at the machine", func() error { return m.house.Takeover().SignTwice(twice, manager) })
	m.must(m.office.Takeover().SignTwice(twice, manager))
	lost := record.OwnLost{Machine: "tavolo-9", Lacking: 40}
	m.does("not at the machine", func() error { return m.house.Takeover().GoOnWithout(lost, manager) })
	m.does("not without a machine", func() error { return m.office.Takeover().GoOnWithout(record.OwnLost{Lacking: 40}, manager) })
	m.does("not without a number", func() error { return m.office.Takeover().GoOnWithout(record.OwnLost{Machine: "tavolo-9"}, manager) })
	m.must(m.office.Takeover().GoOnWithout(lost, manager))
	m.takes()
}

// restored is the machine by a backup, without what came since: two people answer for that.
func (m *goldenMachine) restored(backup string, lost []audit.Kept) {
	m.Helper()
	dir := filepath.Join(m.TempDir(), "again")
	m.must(backups.Restore(m.Context(), backup, dir, audit.Check{}))
	var err error
	m.house, err = session.Open(dir, m.clock.Now)
	m.must(err)
	manager, err := m.house.SignOn("316931")
	m.must(err)
	inspector, err := m.house.SignOn("215821")
	m.must(err)
	var f record.RestoredFrom
	m.does("an inspector enters it", func() error {
		f, err = backups.Of(m.house).EnterRestore(m.Context(), backup, lost, inspector)
		return err
	})
	m.does("a manager does", func() error {
		f, err = backups.Of(m.house).EnterRestore(m.Context(), backup, lost, manager)
		return err
	})
	m.say("left behind are %d of %d", len(f.Left), f.Compared)
	losses := m.house.State.Backups().Losses()
	m.does("one signs for two", func() error { return backups.Of(m.house).SignLoss(losses[0].Seq, manager, manager) })
	m.does("two sign for it", func() error { return backups.Of(m.house).SignLoss(losses[0].Seq, inspector, manager) })
}
