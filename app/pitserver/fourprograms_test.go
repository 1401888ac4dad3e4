package pitserver_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"slices"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// A crowd is a house with an office, a machine with four programs on one record and one with a single program.
type crowd struct {
	*pit
	t        *testing.T
	rng      *rand.Rand
	machines []*machine
	programs [][]*child // by machine
	orders   [][]string // tables at which people deal, by machine
	did      []string
}

func newCrowd(t *testing.T, rng *rand.Rand) (c *crowd, office *pitclient.Enrolment) {
	t.Setenv(sinceVariable, fmt.Sprint(time.Now().UnixMilli()))
	p := newPitOf(t, 3)
	p.now = time.Now
	p.up(t)
	c = &crowd{pit: p, t: t, rng: rng, orders: [][]string{{"LB1", "LB2"}, {"LB3"}}}
	office = p.office(t)
	p.ships(t, office)
	for i, many := range []int{4, 1} {
		m := p.newMember(t, fmt.Sprint("tavolo-", i+1), c.orders[i]...)
		must(t, order(m.dir, c.orders[i]...))
		var programs []*child
		for n := range many {
			program := &child{role: "program", dir: m.dir, what: "LB1,LB2,LB3", runs: 1000 * (n + 4*i)}
			program.start(t)
			programs = append(programs, program)
		}
		c.machines, c.programs = append(c.machines, m), append(c.programs, programs)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(c.did)
		}
		for i, list := range c.programs {
			for _, program := range list {
				program.kill()
				if t.Failed() {
					t.Log(c.machines[i].name, program.said.String())
				}
			}
			if t.Failed() { // or one would not know why it goes no further
				takenOnce(t, c.machines[i], c.house.State.Seq)
			}
		}
	})
	return c, office
}

// enters has the office enter somebody new, or what the house is from now on: at least so many entries in all.
func (c *crowd) enters(until int) {
	manager := demotest.Badge(c.t, c.house, code("31"))
	for n := c.house.State.Seq; c.house.State.Seq < int64(until); n++ {
		if n%40 == 0 {
			must(c.t, c.house.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: fmt.Sprint(7000 + n/40), Name: fmt.Sprint("Altro ", n), Role: record.Croupier}, PIN: "928374"}, manager))
			continue
		}
		says := c.house.State.Particulars()
		says.Alerts = &record.AlertLimits{Limits: map[record.AlertRule][]int64{record.IdleAlert: {10 + n%7, 30 + n%11}}}
		must(c.t, c.house.SetHouse(says, manager))
	}
}

// kills kills a program of the four, or all of them at once, and starts them again.
func (c *crowd) kills() {
	list := c.programs[0]
	if n := c.rng.Intn(len(list) + 1); n < len(list) {
		list = list[n : n+1]
	}
	for _, program := range list {
		program.kill()
	}
	for _, program := range list {
		program.start(c.t)
	}
	c.did = append(c.did, fmt.Sprintf("%d killed", len(list)))
}

// hands hands a table over in order: it is closed where it is, its machine ships, and people deal at the other once that has heard of
// it. One that never heard that the table was gone would go on with what it had.
func (c *crowd) hands(table string) {
	from := 0
	if slices.Contains(c.orders[1], table) {
		from = 1
	}
	c.orders[from] = slices.DeleteFunc(c.orders[from], func(t string) bool { return t == table })
	c.tells(from)
	c.arrives(c.machines[from], table)
	to := c.machines[1-from]
	var m central.Moved
	var err error
	late := pgtest.Seen(table+" is closed, and handed over to "+to.name, func() bool { // what arrived may be what came before its closing
		m, err = c.moved(c.t, table, to.name, false)
		return !errors.Is(err, central.ErrNotHandedOver)
	})
	must(c.t, errors.Join(late, err))
	last, _, _ := c.house.State.Moves().Moved(table)
	must(c.t, pgtest.Seen(to.name+" hears that "+table+" is there", func() bool {
		must(c.t, to.house.Takeover().CatchUp())
		f, _, _ := to.house.State.Moves().Moved(table)
		return f == last
	}))
	c.orders[1-from] = append(c.orders[1-from], table)
	must(c.t, order(to.dir, c.orders[1-from]...))
	c.did = append(c.did, fmt.Sprintf("%s to %s with %d entries", table, m.To, m.Size))
}

// arrives waits until the pit has all that a machine has of a table.
func (c *crowd) arrives(m *machine, table string) {
	q := central.Read(c.folder.Serve, c.folder.House)
	defer q.Close()
	_, taken, _ := c.house.State.Moves().Moved(table)
	must(c.t, pgtest.Seen("the pit has all entries of "+table, func() bool {
		last, err := m.house.Store().Last(table) // a program may close it still
		must(c.t, err)
		at, err := q.Stream(c.t.Context(), m.name, table)
		if errors.Is(err, central.ErrNoStream) { // nobody has dealt there yet
			return taken == last
		}
		must(c.t, err)
		return at.Size == last
	}))
}

// tells has a machine's people deal at other tables, and waits until all of its programs go by that.
func (c *crowd) tells(i int) {
	dir := c.machines[i].dir
	must(c.t, order(dir, c.orders[i]...))
	says, err := os.ReadFile(ordersFile(dir))
	must(c.t, err)
	for _, program := range c.programs[i] {
		err := pgtest.Seen(fmt.Sprintf("a program goes by %q", says), func() bool {
			seen, _ := os.ReadFile(seenFile(dir, program.runs))
			return bytes.Equal(seen, says)
		})
		if err != nil {
			c.t.Fatal(err, program.said.String())
		}
	}
}

// hears demands that a machine plays those tables that its people were told of, and no others.
func (c *crowd) hears(i int) {
	m := c.machines[i]
	err := pgtest.Seen("what "+m.name+" plays is known there", func() bool {
		must(c.t, m.house.Takeover().CatchUp())
		for _, table := range []string{"LB1", "LB2", "LB3"} {
			if m.house.State.Plays(table) != slices.Contains(c.orders[i], table) {
				return false
			}
		}
		return m.house.State.Office().Size == c.house.State.Seq
	})
	if err != nil {
		c.t.Fatalf("%v: it has %d of %d entries of the office", err, m.house.State.Office().Size, c.house.State.Seq)
	}
}

// end has every program end by itself and ships what is left.
func (c *crowd) end(office *pitclient.Enrolment) {
	c.ships(c.t, office)
	for i, list := range c.programs {
		c.hears(i)
		for _, program := range list {
			must(c.t, program.input.Close())
			if err := program.cmd.Wait(); err != nil {
				c.t.Errorf("a program of %s: %v: %s", c.machines[i].name, err, program.said.String())
			}
		}
		_, err := shipNow(c.machines[i].dir, c.machines[i].enrolment)
		must(c.t, err)
	}
}

// takenOnce demands that every entry of an office is in a machine's record, once, in order.
func takenOnce(t *testing.T, m *machine, office int64) {
	t.Helper()
	next := int64(1)
	for e, err := range m.house.Store().Entries(record.HouseStream, 1) {
		must(t, err)
		f, taken := e.Fact.(record.HouseTaken)
		if !taken {
			continue
		}
		for _, text := range f.Entries {
			head, err := record.DecodeHead([]byte(text))
			must(t, err)
			if head.Seq != next {
				t.Errorf("entry %d of %s: the office's entry %d in the place of %d", e.Seq, m.name, head.Seq, next)
			}
			next = head.Seq + 1
		}
	}
	if next != office+1 {
		t.Errorf("%s took in %d entries of the office, which has %d", m.name, next-1, office)
	}
}

// dealtOnce demands that two records of a table are one, as far as the shorter goes, and that the longer lies where people deal.
func (c *crowd) dealtOnce(table string) {
	var all [][][]byte
	most, at := 0, 0
	for i, m := range c.machines {
		snap, err := m.house.Store().Snapshot(c.t.Context())
		must(c.t, err)
		defer snap.Close()
		last, err := m.house.Store().Last(table)
		must(c.t, err)
		texts, err := snap.Bytes(context.Background(), table, 1, int(last))
		must(c.t, err)
		if all = append(all, texts); len(texts) > most {
			most, at = len(texts), i
		}
	}
	for n := range min(len(all[0]), len(all[1])) {
		if string(all[0][n]) != string(all[1][n]) {
			c.t.Errorf("%s is dealt on two machines: entry %d is %s on one, %s on the other", table, n+1, all[0][n], all[1][n])
			return
		}
	}
	if len(all[0]) != len(all[1]) && !slices.Contains(c.orders[at], table) { // where it came last it may not be dealt yet
		c.t.Errorf("%s has %d and %d entries, and people deal at it where %v", table, len(all[0]), len(all[1]), c.orders)
	}
	if most < 5 {
		c.t.Errorf("%s has %d entries: too few to prove anything", table, most)
	}
}

// Four programs on one record, of which one or all are killed at random moments, take in what an office enters, and its tables move
// between two machines. In the end every entry of the office is there exactly once, each table was dealt on one machine at a time,
// and every record holds.
func TestFourProgramsOnOneRecord(t *testing.T) {
	entries, beats := 120, 8
	if os.Getenv(officeVariable) != "" {
		entries, beats = 10_000, 400
	}
	seeded(t, 0, func(t *testing.T, rng *rand.Rand) {
		c, office := newCrowd(t, rng)
		ctx, stop := context.WithCancel(t.Context())
		shipped := make(chan struct{})
		go func() {
			defer close(shipped)
			pitclient.New(c.house.Store(), office, time.Now).Run(ctx)
		}()
		t.Cleanup(func() { stop(); <-shipped })
		for n := range beats {
			c.enters(entries * (n + 1) / beats)
			switch time.Sleep(time.Duration(rng.Intn(500)) * time.Millisecond); {
			case n%6 == 3:
				c.hands([]string{"LB1", "LB2", "LB3"}[rng.Intn(3)])
			case n%2 == 0:
				c.kills()
			}
		}
		stop()
		<-shipped
		c.end(office)
		for _, m := range c.machines {
			takenOnce(t, m, c.house.State.Seq)
			holds(t, m.house)
			c.same(t, &machine{name: m.name, table: record.HouseStream, dir: m.dir})
		}
		holds(t, c.house)
		for _, table := range []string{"LB1", "LB2", "LB3"} {
			c.dealtOnce(table)
		}
		c.nothingRefused(t)
		t.Logf("the office has %d entries; %v", c.house.State.Seq, c.did)
	})
}
