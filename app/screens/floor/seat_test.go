package floor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sabot/app/demo"
	"sabot/app/screens/screentest"
	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/recordtest"
	"sabot/storage/memory"
)

func TestMain(m *testing.M) { recordtest.Main(m) }

// opened is when the tables of the tests open.
var opened = time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)

// played are the entries of a night at a table of each game of the house to try, twice, with
// different hands.
var played = sync.OnceValues(func() (nights [][]record.Entry, err error) {
	keeper, err := memory.New()
	if err != nil {
		return nil, err
	}
	for n, name := range []string{"LB1", "PB1", "BJ1", "LB2", "PB2", "BJ2"} {
		clock := demo.NewClock(opened)
		if n == 0 {
			h, err := session.On(keeper, clock.Now)
			if err == nil {
				err = h.SetUp(house.DemoPlan("it", "", 2))
			}
			if err != nil {
				return nil, err
			}
		}
		h, err := session.On(keeper, clock.Now)
		if err != nil {
			return nil, err
		}
		if err := demo.Play(context.Background(), h, clock, name, 34, int64(n)+3); err != nil {
			return nil, err
		}
		night, err := entriesOf(keeper, name)
		if err != nil {
			return nil, err
		}
		nights = append(nights, night)
	}
	return nights, nil
})

func entriesOf(journal record.Journal, table string) (list []record.Entry, err error) {
	for e, err := range journal.Entries(table, 1) {
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}

// watcher is somebody before a floor.
type watcher struct {
	*screentest.Seat
	tb     testing.TB
	floor  *Floor
	keeper record.Keeper
	clock  *demo.Clock
	night  map[string][]record.Entry // what is still to come, by table
	went   string                    // the table with which the office was opened
	left   bool
}

// before is somebody before a floor of so many tables, of which the last one has never been
// opened; each has come another way into its night. Nobody has signed on.
func before(t testing.TB, tables int) *watcher {
	t.Helper()
	w, house := night(t, tables)
	w.open(t, house, nil)
	return w
}

// night is a house of so many tables as before has them, in a record of its own.
func night(t testing.TB, tables int) (*watcher, *session.House) {
	t.Helper()
	nights, err := played()
	if err != nil {
		t.Fatal(err)
	}
	w, house, sets := empty(t, tables)
	last := opened
	for i, set := range sets {
		if i == tables-1 {
			break
		}
		night := slices.Clone(nights[i%len(nights)])
		for n := range night {
			night[n].Table = set.Name
		}
		cut := len(night) - 80 - 17*i%(len(night)/3)
		if err := w.keeper.Append(night[:cut]...); err != nil {
			t.Fatal(err)
		}
		w.night[set.Name] = night[cut:]
		if at := night[cut-1].At; at.After(last) {
			last = at
		}
	}
	w.clock.Pass(last.Sub(w.clock.Now()) + 2*time.Second)
	return w, house
}

// empty is a house of so many tables at which nobody has ever played.
func empty(t testing.TB, tables int) (*watcher, *session.House, []record.TableSet) {
	t.Helper()
	keeper, err := memory.New()
	if err != nil {
		t.Fatal(err)
	}
	clock := demo.NewClock(opened.Add(-time.Hour))
	h, err := session.On(keeper, clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	plan := house.DemoPlan("it", "", 2)
	kinds := []int{0, 2, 4, 1, 3, 5} // LB1, PB1, BJ1, LB2, PB2, BJ2 as the plan has them
	sets := plan.Tables
	plan.Tables = nil
	w := &watcher{tb: t, keeper: keeper, clock: clock, night: map[string][]record.Entry{}}
	for i := range tables {
		set := sets[kinds[i%len(kinds)]]
		set.Name = fmt.Sprintf("%s%d", set.Name[:2], i/3+1)
		plan.Tables = append(plan.Tables, set)
	}
	if err := h.SetUp(plan); err != nil {
		t.Fatal(err)
	}
	return w, h, plan.Tables
}

// open has the floor before them.
func (w *watcher) open(t testing.TB, house *session.House, elsewhere record.Elsewhere) {
	test.NewTempApp(t)
	window := test.NewTempWindow(t, nil)
	window.Resize(fyne.NewSize(1024, 768))
	s := shell.New(window, house, screentest.NewHandClock(w.clock.Now()), nil)
	s.Broke = func(text string) { t.Error(text) }
	t.Cleanup(func() { s.Stop(); s.Wait() })
	window.Resize(fyne.NewSize(1024, 768))
	own, _ := t.(*testing.T) // a benchmark has none
	w.Seat = screentest.SeatBefore(own, s, "")
	w.floor = New(s, Ways{
		Elsewhere: elsewhere,

		Office: func(table string, _ func()) { w.went = table },
		Back:   func() { w.left = true },
	})
	s.Show(w.floor)
	w.until(func() bool { return w.floor.look.Whole() })
}

// until waits for what is read beside the window.
func (w *watcher) until(done func() bool) {
	w.tb.Helper()
	for range 200 {
		if done() {
			return
		}
		w.Rest()
	}
	w.tb.Fatal("it does not come")
}

// pass lets time pass by the house's clock and the window's.
func (w *watcher) pass(d time.Duration) {
	for d > 0 {
		step := min(d, lookEvery)
		w.clock.Pass(step)
		w.Pass(step)
		w.Shell.Wait()
		w.Pass(0)
		d -= step
	}
}

// enters signs an inspector on.
func (w *watcher) enters() {
	w.tb.Helper()
	if w.Shell.Overlay() == nil {
		w.Press(fyne.KeyReturn)
	}
	w.Keys(screentest.InspectorCode)
	if !w.floor.signedOn() {
		w.tb.Fatalf("the inspector is not let in:\n%s", w.Words())
	}
}

// goesOn appends the next entries of a table.
func (w *watcher) goesOn(table string, n int) {
	w.tb.Helper()
	n = min(n, len(w.night[table]))
	if err := w.keeper.Append(w.night[table][:n]...); err != nil {
		w.tb.Fatal(err)
	}
	w.night[table] = w.night[table][n:]
}

// does carries a command out at a table, as its own program would.
func (w *watcher) does(table string, command session.Command) {
	w.tb.Helper()
	house, err := session.On(w.keeper, w.clock.Now)
	if err != nil {
		w.tb.Fatal(err)
	}
	at, err := house.OpenTable(table)
	if err != nil {
		w.tb.Fatal(err)
	}
	if err := errors.Join(at.Do(command), at.Release()); err != nil {
		w.tb.Fatal(err)
	}
}

// names are the tables that are shown, in their order; those that are new have a "+" before.
func (w *watcher) names() string {
	var names []string
	fresh := w.floor.fresh()
	for _, t := range w.floor.shown() {
		name := t.Name
		if fresh[name] {
			name = "+" + name
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

// state is a table as its own record has it.
func (w *watcher) state(table string) *pit.Table {
	w.tb.Helper()
	state, err := pit.Resume(w.keeper, table)
	if err != nil {
		w.tb.Fatal(err)
	}
	return state
}
