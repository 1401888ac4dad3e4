package pitserver_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/session"
	"sabot/app/session/floor"
	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	table "sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/reports"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// A farFloor is a floor over the pit, of a machine that may read there, by a line that can be cut.
type farFloor struct {
	*floor.Floor
	line   *line
	reader *pitclient.Reader

	mu  sync.Mutex
	now time.Time
}

func (f *farFloor) clock() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

func (f *farFloor) pass(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
}

// newFloor is that of a machine of the pit's, by whose record it is.
func (p *pit) newFloor(tb testing.TB, of *machine) *farFloor {
	tb.Helper()
	return p.floorOf(tb, of.house, p.reader(tb, of.name, of.house, of.table))
}

// floorOf is that of a machine that was enrolled to read.
func (p *pit) floorOf(tb testing.TB, house *session.House, enrolled *pitclient.Enrolment) *farFloor {
	tb.Helper()
	f := &farFloor{line: newLine(tb, p.folder.Addresses[0]), now: then()}
	e := *enrolled
	e.Addresses = []string{f.line.listener.Addr().String()}
	f.reader = pitclient.NewReader(&e, f.clock)
	f.Floor = floor.New(house, f.reader)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		f.reader.Run(ctx)
	}()
	tb.Cleanup(func() { stop(); <-ended })
	return f
}

// look reads and takes in what is new, here and elsewhere.
func (f *farFloor) look(tb testing.TB) error {
	tb.Helper()
	news, err := f.Look()(tb.Context())
	must(tb, err)
	f.Take(news)
	news, err = f.LookElsewhere()(tb.Context())
	f.Take(news)
	return err
}

// until looks until something is so.
func (f *farFloor) until(tb testing.TB, what string, so func() bool) {
	tb.Helper()
	var err error
	if never := pgtest.Seen(what, func() bool {
		err = f.look(tb)
		return so()
	}); never != nil {
		tb.Fatal(never, err)
	}
}

// shows says whether the floor has a table as the machine's own record has it, to the last word on its tile.
func (f *farFloor) shows(tb testing.TB, m *machine) bool {
	tb.Helper()
	w := f.Table(m.table)
	own, err := table.Resume(m.house.Store(), m.table)
	must(tb, err)
	if w == nil || !w.Whole || w.State.Seq != own.Seq {
		return false
	}
	tile := func(state *table.Table, house *house.House, turnover games.Amount) view.Tile {
		v := view.Viewer{Text: text.Open("it", house.Currency), House: house, Now: then}
		return v.Floor().Tile(state, &view.Figures{Whole: true, Result: state.Result().ByHands, Turnover: turnover})
	}
	turnover, _ := w.Turnover()
	var sum games.Amount
	for i := range own.History {
		sum += own.History[i].Turnover()
	}
	if got, want := tile(w.State, f.HouseAt(m.table), turnover), tile(own, &m.house.State, sum); !reflect.DeepEqual(got, want) {
		tb.Fatalf("%s on the floor\n%+v\nat the table\n%+v", m.table, got, want)
	}
	return true
}

// reports holds the figures of the reports of a machine's table on the floor against those that the machine makes itself.
func (f *farFloor) reports(tb testing.TB, m *machine) {
	tb.Helper()
	state, err := table.Resume(m.house.Store(), m.table)
	must(tb, err)
	for _, kind := range []reports.Kind{reports.ShiftReport, reports.ReconstructionReport, reports.IncidentReport} {
		want, err := papers.Of(m.house).Evidence(papers.Wanted{Kind: kind, Table: m.table, Shift: state.Shift})
		must(tb, err)
		got, whole, err := f.Report(kind, m.table, want.Language)
		must(tb, err)
		if !whole || string(got.Figures) != string(want.Figures) || got.Digest() != want.Digest() || got.TableSeq != want.TableSeq || got.Shift != want.Shift || got.Zone != want.Zone || got.Currency != want.Currency {
			tb.Errorf("%s of %s on the floor, whole %v:\n%s\nat its machine\n%s", kind, m.table, whole, got.Figures, want.Figures)
		}
	}
}

// The floor of a machine that may read shows each table as its own machine has it and follows it; what it has of others
// grows old with the pit away, its own goes on, and with the pit back all does. A house of one machine's own has names and
// amounts from there.
func TestFloorOverThePit(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	var machines []*machine
	for n := 1; n <= 3; n++ {
		m := p.newMachine(t, n)
		m.play(t, 4+n, int64(n))
		_, err := m.ship()
		must(t, err)
		machines = append(machines, m)
	}
	office := p.newMachine(t, 4)
	office.play(t, 3, 9)
	f := p.newFloor(t, office)
	all := func() bool {
		for _, m := range append(machines, office) {
			if !f.shows(t, m) {
				return false
			}
		}
		return true
	}
	f.until(t, "every table is there", all)
	if names := fmt.Sprint(f.Tables()); names != "[LB4 LB1 LB2 LB3]" || f.Table("LB2").Machine != "tavolo-2" || f.Table("LB4").Machine != "" {
		t.Errorf("it shows %s", names)
	}
	for _, c := range f.Conditions() {
		if c.Table != "LB4" {
			t.Errorf("it judges %+v, which another machine sees to", c)
		}
	}

	f.line.be(true)
	f.pass(time.Minute)
	heard, own, seq := f.Table("LB1").Heard, f.Table("LB4").Heard, f.Table("LB1").State.Seq
	machines[0].play(t, 2, 21)
	office.play(t, 2, 22)
	_, err := machines[0].ship()
	must(t, err)
	f.until(t, "its own table goes on", func() bool { return f.shows(t, office) })
	if w := f.Table("LB1"); !w.Heard.Equal(heard) || w.State.Seq != seq || !f.Table("LB4").Heard.After(own) {
		t.Errorf("with the pit away it has heard of LB1 at %v, before at %v; %d entries, before %d", w.Heard, heard, w.State.Seq, seq)
	}
	f.line.be(false)
	f.until(t, "it goes on", func() bool { return all() && f.Table("LB1").Heard.After(heard) })

	f.reports(t, machines[0])
	machines[2].night(t, 1, 31)
	state, err := table.Resume(machines[2].house.Store(), "LB3")
	must(t, err)
	notes := record.Float{{Value: 10_000, Pieces: 12}}
	must(t, machines[2].house.CountDrop(session.DropOf{Table: "LB3", Shift: state.Shift, Notes: notes, Reason: "contato di nuovo"}, demotest.Badge(t, machines[2].house, code("31")), demotest.Badge(t, machines[2].house, code("41"))))
	_, err = machines[2].ship()
	must(t, err)
	f.until(t, "the closed shift is there, and what its office counted", func() bool {
		closed, house, whole := f.Shift("LB3")
		return whole && !closed.Open && closed.Shift == state.Shift && len(house.Boxes().Drops("LB3", state.Shift)) == 1
	})
	f.reports(t, machines[2])
	machines[2].clock.Pass(20 * time.Hour)
	machines[2].play(t, 3, 32)
	_, err = machines[2].ship()
	must(t, err)
	f.until(t, "another shift is followed", all)
	var refused *pitclient.Refusal
	_, err = pitclient.NewReader(machines[0].enrolment, then).Journal(t.Context(), "tavolo-2").Openings("LB2")
	if !errors.As(err, &refused) {
		t.Errorf("a machine that may not read was told of another's table: %v", err)
	}
}

// How fast a table of another machine uses to be the floor says as its own machine has it, and how many days that lacks; the pit
// finds the shifts of years without reading them.
func TestUsualPaceOverThePit(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	m, office := p.newMachine(t, 1), p.newMachine(t, 2)
	f := p.newFloor(t, office)
	for days := range 5 {
		m.play(t, 2+days, int64(days+1))
		_, err := m.ship()
		must(t, err)
		day := func() *floor.Watched {
			w := f.Table("LB1")
			if w == nil || !w.State.Open || w.Usual == nil || w.UsualOn != w.State.Day {
				return nil
			}
			return w
		}
		f.until(t, "how fast it uses to be", func() bool { w := day(); return w != nil && w.State.Shift == days+1 })
		w := day()
		own, err := shifts.UsualPaceOf(m.house.Store(), "LB1", w.State.Day)
		must(t, err)
		if *w.Usual != *own || own.Days != days || own.Known() != (days >= shifts.PaceDays) {
			t.Errorf("after %d days the floor has %+v, and its machine %+v", days, *w.Usual, *own)
		}
		v := view.Viewer{Text: text.Open("it", m.house.State.Currency), House: &m.house.State, Now: then}
		tile := v.Floor().Tile(w.State, nil)
		if v.Floor().TileUsual(&tile, w.Usual); days < shifts.PaceDays && tile.Usual != "ritmo solito: servono 3 giorni" {
			t.Errorf("after %d days its tile says %q", days, tile.Usual)
		}
		m.clock.Pass(2 * time.Hour)
		_, err = demo.Close(m.house, m.clock, "LB1")
		must(t, err)
		m.clock.Pass(20 * time.Hour)
	}
	_, err := m.ship()
	must(t, err)
	list, err := f.reader.Journal(t.Context(), m.name).(record.Shifts).LastShifts("LB1", 3)
	must(t, err)
	if len(list) != 3 {
		t.Fatalf("of three entries %d came", len(list))
	}
	for i, fact := range []record.Fact{record.Closed{}, record.Opened{}, record.Closed{}} {
		if record.KindOf(list[i].Fact) != record.KindOf(fact) {
			t.Errorf("entry %d is %T", i, list[i].Fact)
		}
	}
}

// What somebody changed in the pit's database the floor does not show: the table stays as it was heard, and it is
// said; the others go on.
func TestFloorTakesWhatWasSealed(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	one, two, office := p.newMachine(t, 1), p.newMachine(t, 2), p.newMachine(t, 3)
	for _, m := range []*machine{one, two} {
		m.play(t, 3, 1)
		_, err := m.ship()
		must(t, err)
	}
	f := p.newFloor(t, office)
	f.until(t, "both tables are there", func() bool { return f.shows(t, one) && f.shows(t, two) })
	seq := f.Table("LB2").State.Seq
	for _, m := range []*machine{one, two} {
		m.play(t, 2, 2)
		_, err := m.ship()
		must(t, err)
	}
	p.forge(t, "tavolo-2", "LB2", seq+3)
	f.until(t, "the other table goes on", func() bool { return f.shows(t, one) })
	var err error
	must(t, pgtest.Seen("what does not hold is said", func() bool {
		err = f.look(t)
		return err != nil
	}))
	if !errors.Is(err, record.ErrChanged) {
		t.Errorf("a changed entry: %v", err)
	}
	says(t, err, "LB2", "tavolo-2", "not those that were signed")
	if at := f.Table("LB2").State.Seq; at != seq {
		t.Errorf("LB2 is shown up to entry %d, and what holds ends at %d", at, seq)
	}
}

// forge changes an entry in the database, as its superuser can: its time by a millisecond.
func (p *pit) forge(t *testing.T, machine, name string, seq int64) {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	s, err := q.Stream(t.Context(), machine, name)
	must(t, err)
	texts, err := q.Entries(t.Context(), s.ID, seq, 1)
	must(t, err)
	e, err := record.Decode(texts[0])
	must(t, err)
	e.At = e.At.Add(time.Millisecond)
	if bytes.Equal(record.Encode(e), texts[0]) {
		t.Fatal("nothing is changed")
	}
	conn, err := pgx.Connect(t.Context(), p.owner)
	must(t, err)
	defer conn.Close(t.Context())
	for _, sql := range []string{"SET search_path TO sabot", "SET session_replication_role TO replica"} {
		_, err := conn.Exec(t.Context(), sql)
		must(t, err)
	}
	tag, err := conn.Exec(t.Context(), "UPDATE entries SET entry = $3 WHERE stream = $1 AND seq = $2", s.ID, seq, record.Encode(e))
	must(t, err)
	if tag.RowsAffected() != 1 {
		t.Fatalf("%d entries were changed", tag.RowsAffected())
	}
}

// How long it takes the floor to show a tile of each of so many tables in the middle of a night, and to know every hand of
// it. SABOT_BENCH_FLOOR is how many tables.
func TestFloorOpens(t *testing.T) {
	t.Parallel()
	tables, err := strconv.Atoi(os.Getenv("SABOT_BENCH_FLOOR"))
	if err != nil {
		t.Skip("a bench: make bench WHAT=pit")
	}
	p := newPit(t)
	p.up(t)
	m := &machine{name: "tavoli", table: "LB1", dir: filepath.Join(t.TempDir(), "data")}
	m.house, m.clock = demotest.HouseOf(t, m.dir, tables)
	m.play(t, 150, 1)
	demotest.Alike(t, m.house, tables-1)
	var names []string
	for _, set := range m.house.State.Tables {
		names = append(names, set.Name)
	}
	m.enrolment = p.enroll(t, m.house, m.name, names...)
	_, err = pitclient.New(m.house.Store(), m.enrolment, then).Once(t.Context())
	must(t, err)
	office := p.newMachine(t, tables+1)
	begun := time.Now()
	f := p.newFloor(t, office)
	f.until(t, "a table is there", func() bool { return len(f.Tables()) > 1 })
	first := time.Since(begun)
	f.until(t, "every table is there", func() bool { return len(f.Tables()) == tables+1 })
	all := time.Since(begun)
	f.until(t, "every hand is known", func() bool {
		for _, name := range f.Tables() {
			if !f.Table(name).Whole {
				return false
			}
		}
		return true
	})
	whole := time.Since(begun)
	begun = time.Now()
	const looks = 50
	for range looks {
		must(t, f.look(t))
	}
	t.Logf("%d tables of %d entries each: the first tiles after %v, all after %v, every hand after %v; a look of which nothing is new %v",
		tables, f.Table("LB1").State.Seq, first.Round(time.Millisecond), all.Round(time.Millisecond), whole.Round(time.Millisecond), (time.Since(begun) / looks).Round(time.Microsecond))
}
