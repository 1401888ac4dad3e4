package pitserver_test

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sabot/app/pitserver"
	"sabot/app/session/sums"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// watch is a clock that stands until it is told to go on.
type watch struct{ ms atomic.Int64 }

func newWatch() *watch {
	w := &watch{}
	w.ms.Store(then().UnixMilli())
	return w
}

func (w *watch) now() time.Time       { return time.UnixMilli(w.ms.Load()).UTC() }
func (w *watch) pass(d time.Duration) { w.ms.Add(d.Milliseconds()) }

// newGroup sets a group's server up, at an address that is free.
func newGroup(t *testing.T) *pit {
	t.Helper()
	g := &pit{dir: t.TempDir(), stop: func() {}, now: then}
	var err error
	g.owner, err = aDatabase()
	must(t, err)
	g.folder, err = pitserver.MakeGroup(t.Context(), g.dir, nil, "Gruppo Ceresio", g.owner, []string{pgtest.Address(t)}, []string{"127.0.0.1"}, then())
	must(t, err)
	t.Cleanup(func() { g.stop() })
	return g
}

// member is the pit of a house in the group, with its own name and money, and a clock.
func (g *pit) member(t *testing.T, name, currency string) (*pit, *watch) {
	t.Helper()
	plan := house.DemoPlan("it", "lugano", 1)
	plan.Name, plan.Currency = name, currency
	p, w := newPitBy(t, plan), newWatch()
	p.now = w.now
	g.join(t, p, false)
	return p, w
}

// nightOf has a house join that has a machine, of which the group hears a night of so many hands.
func (g *pit) nightOf(t *testing.T, name, currency string, hands int, seed int64) (p *pit, clock *watch, m *machine) {
	t.Helper()
	p, clock = g.member(t, name, currency)
	p.up(t)
	m = p.newMachine(t, 1)
	m.night(t, hands, seed)
	m.arrives(t)
	clock.pass(time.Hour)
	g.reaches(t, p, []*machine{m})
	return p, clock, m
}

// join enrolls the pit of a house, which joins.
func (g *pit) join(t *testing.T, p *pit, anew bool) {
	t.Helper()
	e, err := pitserver.EnrollHouse(t.Context(), g.folder, p.folder.House, anew, then())
	must(t, err)
	_, err = pitserver.JoinGroup(t.Context(), p.dir, p.folder, mustText(t, e), then())
	must(t, err)
	p.folder, err = pitserver.ReadFolder(p.dir)
	must(t, err)
}

// asked is what is asked of a pit's database.
func (p *pit) asked(t *testing.T) central.Reading {
	t.Helper()
	if p.queries == nil || p.queried != p.folder.Serve {
		p.queries, p.queried = central.Read(p.folder.Serve, p.folder.House), p.folder.Serve
		t.Cleanup(p.queries.Close)
	}
	return p.queries
}

// of is what the group has of a house, in its own words.
func (g *pit) of(t *testing.T, p *pit) (at pitserver.HouseAt) {
	t.Helper()
	doubts, err := pitserver.HousesOf(t.Context(), g.asked(t), g.folder, "2024-11-21", then(), func(h pitserver.HouseAt, err error) {
		must(t, err)
		if h.House == p.folder.House {
			at = h
		}
	})
	must(t, err)
	if len(doubts) > 0 {
		t.Errorf("the group doubts %v", doubts)
	}
	return at
}

// days are the gaming days of machines.
func days(t *testing.T, machines []*machine) (list []string) {
	t.Helper()
	for _, m := range machines {
		lines, err := m.house.Sums().Shifts(sums.ShiftQuery{})
		must(t, err)
		for _, l := range lines {
			if !slices.Contains(list, l.Day) {
				list = append(list, l.Day)
			}
		}
	}
	return list
}

// equal says how the group's sums of a house differ from those of the house's own report, on some days; "" where they do not.
func (g *pit) equal(t *testing.T, p *pit, days []string) string {
	t.Helper()
	at := g.of(t, p)
	own, err := pitserver.House(t.Context(), p.asked(t), p.folder, then)
	must(t, err)
	shifts, err := own.Sums().HouseShifts("2000-01-01", "9999-12-31")
	must(t, err)
	for i := range shifts { // who voided a slip, and why, stays at home
		p.voided += len(shifts[i].Voided)
		shifts[i].Voided = nil
	}
	slices.SortFunc(shifts, func(a, b reports.HouseShift) int {
		return cmp.Or(strings.Compare(a.Table, b.Table), cmp.Compare(a.Number, b.Number))
	})
	if got, want := string(record.EncodeValue(at.Shifts)), string(record.EncodeValue(shifts)); got != want { // those that are open too
		return fmt.Sprintf("the group has\n%s\nthe house\n%s", got, want)
	}
	for _, day := range days {
		want, err := own.Sums().HouseSum(day)
		must(t, err)
		got, err := reports.HouseSumOf(at.House, day, at.Shifts)
		must(t, err)
		if string(record.EncodeValue(got.Periods)) != string(record.EncodeValue(want.Periods)) || got.Open != want.Open { // its croupiers stay there too
			return fmt.Sprintf("%s: the group has\n%+v\nthe house\n%+v", day, got, want)
		}
		for _, period := range want.Periods {
			for _, l := range period.Lines {
				if l.Hands == 0 || l.Turnover == 0 || l.Currency != p.plan.Currency {
					t.Errorf("the house's own line is %+v", l)
				}
			}
		}
	}
	return ""
}

// reaches demands that the group comes to what a house has.
func (g *pit) reaches(t *testing.T, p *pit, machines []*machine) {
	t.Helper()
	days, last := days(t, machines), ""
	if err := pgtest.Seen("the group has the figures of "+p.folder.House, func() bool { last = g.equal(t, p, days); return last == "" }); err != nil {
		t.Fatal(err, last, p.said.String(), g.said.String())
	}
}

// holds demands that what a pit has holds.
func (p *pit) holds(t *testing.T) {
	t.Helper()
	must(t, pitserver.Verify(t.Context(), p.asked(t), p.folder, func(s central.Stream, wrong error) {
		if wrong != nil || s.Size == 0 || s.Signed != s.Size {
			t.Errorf("%s %s, %d entries, %d signed: %v", s.Machine, s.Name, s.Size, s.Signed, wrong)
		}
	}))
}

// entries are those of a stream, their bytes.
func entries(t *testing.T, q central.Reading, machine, name string) []string {
	t.Helper()
	s, err := q.Stream(t.Context(), machine, name)
	if errors.Is(err, central.ErrNoStream) {
		return nil
	}
	must(t, err)
	texts, err := q.Entries(t.Context(), s.ID, 1, int(s.Signed))
	must(t, err)
	var list []string
	for _, text := range texts {
		list = append(list, string(text))
	}
	return list
}

// arrives ships what there is, once the pit takes it.
func (m *machine) arrives(t *testing.T) {
	t.Helper()
	var err error
	if seen := pgtest.Seen("the pit takes it", func() bool { _, err = m.ship(); return err == nil }); seen != nil {
		t.Fatal(seen, err)
	}
}

// Two houses tell their group each hour what came to pass, whatever is cut meanwhile; what the group has comes to what
// each house's own report says, to the last unit. A stream that it asks for arrives as the house has it.
func TestGroup(t *testing.T) {
	t.Parallel()
	g := newGroup(t)
	g.up(t)
	one, clock := g.member(t, "Casinò Uno", "CHF")
	two, other := g.member(t, "Casinò Due", "EUR")
	l := newLine(t, g.folder.Addresses[0])
	one.folder.Member.Addresses = []string{l.listener.Addr().String()}
	one.up(t)
	two.up(t)
	first, second, third := one.newMachine(t, 1), one.newMachine(t, 2), two.newMachine(t, 1)
	shipped := func(machines ...*machine) {
		t.Helper()
		for _, m := range machines {
			m.arrives(t)
		}
	}
	shipped(first, third)
	for _, house := range []*pit{one, two} {
		must(t, pgtest.Seen("a house without a shift is heard", func() bool { return g.of(t, house).Stream.Size > 0 }))
	}
	for n, m := range []*machine{first, second, third} {
		m.night(t, 20-8*n, int64(n))
		m.clock.Pass(20 * time.Hour)
		m.night(t, 3, int64(10+n))
		m.play(t, 2, int64(20+n)) // a shift that is open
		shipped(m)
	}
	for _, house := range []*pit{one, two} {
		must(t, pgtest.Seen("a house that has said no figures yet is heard before the hour is full", func() bool { return len(g.of(t, house).Shifts) > 0 }))
	}
	clock.pass(time.Hour)
	other.pass(time.Hour)
	g.reaches(t, one, []*machine{first, second})
	g.reaches(t, two, []*machine{third})

	for n := range int64(2) { // cut while there is news, by the line and by the pit that ends
		l.be(true)
		first.play(t, 2, 30+n)
		shipped(first)
		clock.pass(time.Hour)
		said := 0
		if err := pgtest.Seen("the pit says that the group is away, and the group has less", func() bool {
			said = strings.Count(one.said.String(), "group Gruppo Ceresio: ")
			return said > 1+2*int(n) && g.equal(t, one, days(t, []*machine{first})) != ""
		}); err != nil {
			t.Fatal(err, said, one.said.String())
		}
		if n == 1 {
			one.stop()
			one.stop = one.serve(t, 0, one.now)
		}
		l.be(false)
		g.reaches(t, one, []*machine{first, second})
	}
	at := g.of(t, one)
	byHour, own := pitserver.Hour{}, at.Shifts[0]
	for _, h := range at.Hours {
		if h.Table == own.Table && own.Day == "2024-11-21" {
			byHour.Hands, byHour.Turnover, byHour.Drop, byHour.Result = byHour.Hands+h.Hands, byHour.Turnover+h.Turnover, byHour.Drop+h.Drop, byHour.Result+h.Result
		}
	}
	if byHour.Hands != own.Hands || byHour.Turnover != own.Turnover || byHour.Drop != own.Cash || byHour.Result != own.Result.ByHands || own.Hands == 0 {
		t.Errorf("hour by hour it comes to %+v, the shift to %+v", byHour, own)
	}
	if at.Stream.Size < 5 || at.Stream.Signed != at.Stream.Size {
		t.Errorf("%+v", at.Stream)
	}

	have, has := g.asked(t), one.asked(t)
	if one.voided == 0 {
		t.Error("no slip was voided at the house")
	}
	for _, house := range []*pit{one, two} {
		stream := g.of(t, house).Stream
		for _, text := range entries(t, have, house.folder.House, stream.Name) {
			for _, who := range house.plan.Staff {
				if strings.Contains(text, who.Name) {
					t.Fatalf("the group is told of people: %s", text)
				}
			}
		}
	}
	ask := func(p *pit, machine, table string) error {
		return pitserver.Ask(t.Context(), g.folder, p.folder.House, machine, table, true, then())
	}
	if err := ask(one, "tavolo-9", "LB9"); !errors.Is(err, central.ErrNoHead) {
		t.Errorf("a stream that is not there: %v", err)
	}
	says(t, ask(one, first.name, record.HouseStream), "stays at home")
	must(t, ask(one, first.name, first.table))
	whole := first.name + "/" + first.table
	arrived := func() bool {
		clock.pass(time.Minute / 2) // quiet for long enough to ask
		return slices.Equal(entries(t, have, one.folder.House, whole), entries(t, has, first.name, first.table))
	}
	must(t, pgtest.Seen("the stream arrives", arrived))
	first.play(t, 2, 40)
	shipped(first)
	clock.pass(time.Hour)
	must(t, pgtest.Seen("what follows arrives", arrived))
	g.reaches(t, one, []*machine{first, second})
	if got := len(entries(t, have, one.folder.House, whole)); got < 200 {
		t.Errorf("%d entries", got)
	}
	if entries(t, have, two.folder.House, whole) != nil {
		t.Error("nobody asked the other house")
	}
	for _, p := range []*pit{g, one, two} {
		p.holds(t)
		p.nothingRefused(t)
	}
	list, err := pitserver.StatusOf(t.Context(), has, one.folder, then())
	must(t, err)
	if at := g.of(t, one); list.Said.Size != at.Stream.Size || list.Said.Signed != list.Said.Size {
		t.Errorf("the house's status says %+v of the group", list.Said)
	}
	for _, line := range list.Lines {
		if line.Machine == central.Member {
			t.Errorf("a house's pit is told of as a machine: %+v", line)
		}
	}
	one.stop()
	must(t, os.RemoveAll(filepath.Join(one.dir, "derived")))
	one.stop = one.serve(t, 0, one.now)
	must(t, pgtest.Seen("what closed shifts came to is kept for the next time that this pit begins to write", func() bool {
		return isDerived(t, one.dir, "sums", first.table)
	}))
}

// The database of a house in a group is put back to before it joined, or to before what it said last: its figures stand still at the group. Both say
// so, whoever has looked at it, until the house has joined anew.
func TestHouseThatWasPutBackIsNamedToItsGroup(t *testing.T) {
	t.Parallel()
	g := newGroup(t)
	g.up(t)
	plan := house.DemoPlan("it", "lugano", 1)
	p, clock := newPitBy(t, plan), newWatch()
	p.now = clock.now
	saved := func() string {
		t.Helper()
		file := t.TempDir() + "/pit.dump"
		must(t, central.Backup(t.Context(), p.folder.Owner, file))
		return file
	}
	status := func(p *pit, now time.Time) *pitserver.Status {
		t.Helper()
		s, err := pitserver.StatusOf(t.Context(), p.asked(t), p.folder, now)
		must(t, err)
		return s
	}
	well := func(when string) {
		t.Helper()
		if err := pgtest.Seen(when, func() bool {
			s := status(p, then())
			return s.Said != nil && s.Said.Size > 0 && s.Said.Signed == s.Said.Size && s.Still == "" && g.of(t, p).Stream.Signed == s.Said.Size && g.of(t, p).Still == "" && !strings.Contains(g.stated(t), "stand still")
		}); err != nil {
			t.Fatalf("%v: the house %+v, %q, the group %+v, its status %q", err, status(p, then()).Said, status(p, then()).Still, g.of(t, p), g.stated(t))
		}
	}
	before := saved()
	g.join(t, p, false)
	p.up(t)
	m := p.newMachine(t, 1)
	m.night(t, 2, 1)
	m.arrives(t)
	well("the house has said all to its group")

	p.restore(t, before)
	s := status(p, then())
	if words := "nothing is said to the group Gruppo Ceresio: the database has no membership of this house there"; !strings.Contains(s.Still, words) || !strings.Contains(s.Still, "group enroll --anew") || s.Holds() {
		t.Errorf("the house's status: %q, wanted %q", s.Still, words)
	}
	if words := "nothing was heard of it since"; !slices.ContainsFunc(status(g, then().Add(time.Hour)).Lines, func(l pitserver.Line) bool { return strings.Contains(l.Wrong, words) }) {
		t.Errorf("the group's status has no line with %q", words)
	}
	g.join(t, p, true)
	p.again(t)
	m.enrolment = p.enroll(t, m.house, m.name, m.table)
	m.arrives(t)
	well("the house has said all once it has joined anew")

	said := saved()
	m.play(t, 2, 2)
	m.arrives(t)
	size := g.of(t, p).Stream.Size
	clock.pass(time.Hour)
	must(t, pgtest.Seen("the house has said more", func() bool { return g.of(t, p).Stream.Signed > size }))
	p.restore(t, said)
	named := func() bool {
		s, at := status(p, then()), g.of(t, p)
		return strings.Contains(s.Still, "nothing more is said to the group Gruppo Ceresio: it has ") && !s.Holds() &&
			strings.Contains(at.Still, "its database was put back, and its figures stand still") && strings.Contains(g.stated(t), at.Still)
	}
	if err := pgtest.Seen("both name a house that was put back to before what it said", named); err != nil {
		t.Fatalf("%v: the house %q, the group %q, its status %q", err, status(p, then()).Still, g.of(t, p).Still, g.stated(t))
	}
	for _, q := range []*pit{p, g} {
		asks := central.Read(q.folder.Serve, q.folder.House)
		_, err := asks.See(t.Context(), then().Add(time.Hour).UnixMilli())
		asks.Close()
		must(t, err)
	}
	if !named() {
		t.Error("once somebody has looked at it, it is not named")
	}
	g.join(t, p, true)
	p.again(t)
	m.arrives(t)
	well("the house has said all once more")
}
