package centre_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"sabot/app/centre"
	"sabot/app/demo/demotest"
	"sabot/app/ship"
	"sabot/storage/central"
)

// What a pit of many hands takes longer than one that holds its last night alone: the floor to open, the report of a day with its
// month, its year and its croupiers to be made, by a program that has just begun. SABOT_BENCH_HANDS is how many hands.
func TestManyHands(t *testing.T) {
	hands, err := strconv.Atoi(os.Getenv("SABOT_BENCH_HANDS"))
	if err != nil {
		t.Skip("a bench: make bench-pit-hands")
	}
	const tables, aNight = 25, 400
	few, many := manyHands(t, tables, aNight, 1), manyHands(t, tables, aNight, hands/(tables*aNight))
	for _, of := range []struct {
		what      string
		few, many time.Duration
	}{
		{"the floor's first tiles", few.tiles, many.tiles},
		{"the floor's tiles", few.open, many.open},
		{"a day's report with nothing kept", few.whole, many.whole},
		{"a day's report after one more shift", few.next, many.next},
		{"a day's report again", few.again, many.again},
	} {
		t.Logf("%-36s %8v with %d hands, %8v with %d: %.2f times", of.what, of.few.Round(time.Millisecond), tables*aNight, of.many.Round(time.Millisecond), hands, float64(of.many)/float64(of.few))
	}
}

// took is what some things took over a pit.
type took struct{ tiles, open, whole, next, again time.Duration }

// manyHands makes a pit with so many nights at so many tables and times what is done there.
func manyHands(t *testing.T, tables, aNight, nights int) (took took) {
	p := newPit(t)
	p.up(t)
	m := &machine{name: "tavoli", table: "LB1", dir: filepath.Join(t.TempDir(), "data")}
	m.house, m.clock = demotest.HouseOf(t, m.dir, tables)
	m.clock.Pass(60 * 24 * time.Hour) // all of it is in one year
	demotest.Night(t, m.house, m.clock, aNight)
	if nights > 1 {
		demotest.Again(t, m.house, m.clock, int64(nights-1))
	}
	demotest.Alike(t, m.house, tables-1)
	var names []string
	for _, set := range m.house.State.Tables {
		names = append(names, set.Name)
	}
	m.enrolment = p.enroll(t, m.house, m.name, names...)
	begun := time.Now()
	shipper := ship.New(m.house.Store(), m.enrolment, then)
	sent, err := shipper.Once(t.Context())
	must(t, err)
	t.Logf("%d entries of %d nights at %d tables are shipped in %v", sent, nights, tables, time.Since(begun).Round(time.Second))

	day := m.house.State.GamingDay(m.house.State.Wall(m.clock.Now()))
	report := func() time.Duration {
		begun := time.Now()
		q := central.Read(p.folder.Serve, p.folder.House)
		defer q.Close()
		h, err := centre.House(t.Context(), q, p.folder, then)
		must(t, err)
		sum, err := h.HouseSum(day)
		must(t, err)
		for _, period := range sum.Periods {
			_, err := h.Croupiers(period.From, period.To)
			must(t, err)
		}
		return time.Since(begun)
	}
	took.whole = report()
	m.clock.Pass(time.Hour)
	m.night(t, 60, 2)
	_, err = shipper.Once(t.Context())
	must(t, err)
	took.next = report()
	var again []time.Duration
	for range 31 {
		again = append(again, report())
	}
	slices.Sort(again)
	took.again = again[len(again)/2]

	office := p.newMachine(t, tables+1)
	begun = time.Now()
	f := p.newFloor(t, office)
	f.until(t, "a table is there", func() bool { return len(f.Tables()) > 1 })
	took.tiles = time.Since(begun)
	f.until(t, "every table is there", func() bool { return len(f.Tables()) == tables+1 })
	took.open = time.Since(begun)
	return took
}
