package pitserver_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// What a pit of many hands takes longer than one that holds its last night alone: the floor to open, the report of a day with its
// month, its year and its croupiers to be made, by a program that has just begun. Both are made before either is timed, and timed in
// turn. SABOT_BENCH_HANDS is how many hands.
func TestManyHands(t *testing.T) {
	t.Parallel()
	hands, err := strconv.Atoi(os.Getenv("SABOT_BENCH_HANDS"))
	if err != nil {
		t.Skip("a bench: make bench WHAT=pit-hands")
	}
	const aNight = 400
	few, many := newManyHands(t, aNight, 1), newManyHands(t, aNight, hands/(manyTables*aNight))
	for _, of := range []struct {
		what  string
		times int
		took  func(*manyHands) time.Duration
	}{
		{"a day's report with nothing kept", 1, (*manyHands).report},
		{"a day's report after one more shift", 5, (*manyHands).next},
		{"a day's report again", 31, (*manyHands).report},
		{"the floor's first tiles", 5, func(m *manyHands) time.Duration { return m.floor(2) }},
		{"the floor's tiles", 3, func(m *manyHands) time.Duration { return m.floor(manyTables + 1) }},
	} {
		var took [2][]time.Duration
		for range of.times {
			took[0], took[1] = append(took[0], of.took(few)), append(took[1], of.took(many))
		}
		slices.Sort(took[0])
		slices.Sort(took[1])
		a, b := took[0][of.times/2], took[1][of.times/2]
		t.Logf("%-36s %8v with %d hands, %8v with %d: %.2f times", of.what, a.Round(time.Millisecond), manyTables*aNight, b.Round(time.Millisecond), hands, float64(b)/float64(a))
	}
}

const manyTables = 25

// manyHands is a pit with so many nights at 25 tables, with a PostgreSQL of its own.
type manyHands struct {
	*testing.T
	pit     *pit
	tables  *machine
	shipper *pitclient.Shipper
	office  *machine
	reader  *pitclient.Enrolment
	day     string
}

func newManyHands(t *testing.T, aNight, nights int) *manyHands {
	server, err := pgtest.Start()
	must(t, err)
	t.Cleanup(func() { must(t, server.Stop()) })
	defer func(of *pgtest.Server) { postgres = of }(postgres)
	postgres = server
	p := newPit(t)
	p.up(t)
	m := &machine{name: "tavoli", table: "LB1", dir: filepath.Join(t.TempDir(), "data")}
	m.house, m.clock = demotest.HouseOf(t, m.dir, manyTables)
	m.clock.Pass(60 * 24 * time.Hour) // all of it is in one year
	demotest.Night(t, m.house, m.clock, aNight)
	if nights > 1 {
		demotest.Again(t, m.house, m.clock, int64(nights-1))
	}
	demotest.Alike(t, m.house, manyTables-1)
	var names []string
	for _, set := range m.house.State.Tables {
		names = append(names, set.Name)
	}
	m.enrolment = p.enroll(t, m.house, m.name, names...)
	begun := time.Now()
	shipper := pitclient.New(m.house.Store(), m.enrolment, then)
	sent, err := shipper.Once(t.Context())
	must(t, err)
	t.Logf("%d entries of %d nights at %d tables are shipped in %v", sent, nights, manyTables, time.Since(begun).Round(time.Second))
	office := p.newMachine(t, manyTables+1)
	reader := p.reader(t, office.name, office.house, office.table)
	return &manyHands{t, p, m, shipper, office, reader, m.house.State.GamingDay(m.house.State.Wall(m.clock.Now()))}
}

// report makes that of a day.
func (m *manyHands) report() time.Duration {
	begun := time.Now()
	q := central.Read(m.pit.folder.Serve, m.pit.folder.House)
	defer q.Close()
	h, err := pitserver.House(m.Context(), q, m.pit.folder, then)
	must(m.T, err)
	_, err = h.Sums().HouseSum(m.day)
	must(m.T, err)
	return time.Since(begun)
}

// next makes it once a shift more was shipped.
func (m *manyHands) next() time.Duration {
	m.tables.clock.Pass(time.Hour)
	m.tables.night(m.T, 60, 2)
	_, err := m.shipper.Once(m.Context())
	must(m.T, err)
	return m.report()
}

// floor opens one until so many tables are there.
func (m *manyHands) floor(tables int) time.Duration {
	begun := time.Now()
	f := m.pit.floorOf(m.T, m.office.house, m.reader)
	f.until(m.T, "tables are there", func() bool { return len(f.Tables()) >= tables })
	return time.Since(begun)
}
