package pitserver_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// A wandering is a house whose tables move from machine to machine, while its pit is backed up and put back.
type wandering struct {
	*pit
	t        *testing.T
	rng      *rand.Rand
	clock    *demo.Clock
	office   *pitclient.Enrolment
	machines []*machine
	backups  []string
	did      []string
	taken    map[string]bool  // machines, with a table, from which it was taken away: what they had not shipped is overtaken
	signed   map[string]int64 // how many entries of a stream of a machine the pit has countersigned
}

func newWandering(t *testing.T, rng *rand.Rand) *wandering {
	w := &wandering{pit: newPitOf(t, 2), t: t, rng: rng, clock: demo.NewClock(demotest.Start), taken: map[string]bool{}, signed: map[string]int64{}}
	w.up(t)
	w.office = w.pit.office(t)
	w.ships(t, w.office)
	for i, table := range []string{"LB1", "LB2", "LB9"} { // of the last the house has none
		w.machines = append(w.machines, w.newMemberBy(t, w.clock, fmt.Sprint("tavolo-", i+1), table))
		w.pull(w.machines[i])
	}
	w.backup()
	return w
}

func (w *wandering) note(format string, args ...any) {
	w.did = append(w.did, fmt.Sprintf(format, args...))
}

// pull has a machine ask the pit; a pit that was restored may have it wait.
func (w *wandering) pull(m *machine) {
	if err := m.puller().Once(w.t.Context()); err != nil {
		w.note("%s hears: %v", m.name, err)
	}
}

// ship has a machine ship what it has, and remembers what was countersigned.
func (w *wandering) ship(m *machine) {
	if _, err := m.ship(); err != nil {
		w.note("%s ships: %v", m.name, err)
	}
	notes, err := pitclient.Receipts(m.house.Store())
	must(w.t, err)
	for stream, note := range notes {
		head, err := seal.ReadHead(note)
		must(w.t, err)
		w.signed[m.name+" "+stream] = max(w.signed[m.name+" "+stream], head.Size)
	}
}

func (w *wandering) officeShips() {
	if _, err := pitclient.New(w.house.Store(), w.office, then).Once(w.t.Context()); err != nil {
		w.note("the office ships: %v", err)
	}
}

func (w *wandering) backup() {
	file := filepath.Join(w.t.TempDir(), "pit.dump")
	must(w.t, central.Backup(w.t.Context(), w.folder.Owner, file))
	w.backups = append(w.backups, file)
}

// plays has somebody play at a table wherever it can be opened; off closes it.
func (w *wandering) plays(table string, off bool) (at *machine) {
	for _, m := range w.machines {
		if there := m == w.at(table) && w.knows(m, table); !m.house.State.Plays(table) || !there && !w.taken[m.name+" "+table] {
			continue // people who know that a table is elsewhere do not deal there
		}
		w.clock.Pass(time.Minute)
		err := demo.Play(w.t.Context(), m.house, w.clock, table, 1, w.rng.Int63())
		if err == nil && off {
			_, err = demo.Close(m.house, w.clock, table)
		}
		if err != nil {
			w.t.Fatalf("%s at %s: %v\n%s", table, m.name, err, strings.Join(w.did, "\n"))
		}
		at = m
	}
	return at
}

// moves has a manager move a table: in order, once it is closed and has shipped, or without asking.
func (w *wandering) moves(table string, over bool) {
	from := w.at(table)
	var to []*machine
	for _, m := range w.machines { // what was overtaken stands in the way of coming back
		if m.name != from.name && !w.taken[m.name+" "+table] {
			to = append(to, m)
		}
	}
	if len(to) == 0 {
		return
	}
	if !over {
		if w.plays(table, true); !from.house.State.Plays(table) {
			return
		}
		w.ship(from)
	}
	heir := to[w.rng.Intn(len(to))]
	m, err := w.moved(w.t, table, heir.name, over)
	w.note("%s from %s to %s, over %v: %d, %v", table, from.name, heir.name, over, m.Size, err)
	if err == nil && over {
		w.taken[from.name+" "+table] = true
	}
}

// at is where a table is, as a manager signed last.
func (w *wandering) at(table string) *machine {
	name := map[string]string{"LB1": "tavolo-1", "LB2": "tavolo-2"}[table]
	if f, _, moved := w.house.State.Moves().Moved(table); moved {
		name = f.To
	}
	return w.machines[slices.IndexFunc(w.machines, func(m *machine) bool { return m.name == name })]
}

// knows reports whether a machine has heard where a table is.
func (w *wandering) knows(m *machine, table string) bool {
	last, _, _ := w.house.State.Moves().Moved(table)
	own, _, _ := m.house.State.Moves().Moved(table)
	return own == last
}

// step does one thing of those that happen.
func (w *wandering) step() {
	table := []string{"LB1", "LB2"}[w.rng.Intn(2)]
	m := w.machines[w.rng.Intn(len(w.machines))]
	switch n := w.rng.Intn(21); {
	case n < 3:
		at := w.plays(table, n == 0)
		w.note("%s is played at %v", table, at != nil)
	case n < 6:
		w.note("%s ships", m.name)
		w.ship(m)
	case n < 9:
		w.note("%s asks", m.name)
		w.pull(m)
	case n < 13:
		w.note("the office ships")
		w.officeShips()
	case n < 18:
		w.moves(table, n == 13)
	case n < 19:
		w.note("backup %d", len(w.backups))
		w.backup()
	default:
		file := w.rng.Intn(len(w.backups))
		w.note("backup %d is put back", file)
		w.restore(w.t, w.backups[file])
		w.backups = w.backups[:file+1] // those after it are of another life
	}
}

// settle has everybody be heard, until nothing is left to say.
func (w *wandering) settle() {
	for range 4 {
		w.officeShips()
		for _, m := range w.machines {
			w.pull(m)
			w.ship(m)
		}
	}
}

// judge demands that each table is played at one machine, where a manager signed that it is, that its record has not forked and
// that nothing is lost which was countersigned.
func (w *wandering) judge() {
	q := central.Read(w.folder.Serve, w.folder.House)
	defer q.Close()
	ctx := w.t.Context()
	must(w.t, pitserver.Verify(ctx, q, w.folder, func(s central.Stream, err error) {
		if err != nil {
			w.t.Errorf("%s %s: %v", s.Machine, s.Name, err)
		}
	}))
	for _, table := range []string{"LB1", "LB2"} {
		at := w.at(table)
		for _, m := range w.machines {
			open, err := m.house.OpenTable(table)
			if (err == nil) != (m == at) || err != nil && !house.RefusedFor(err, house.TableElsewhere) {
				w.t.Errorf("%s at %s, a manager signed for %s: %v", table, m.name, at.name, err)
			}
			if err == nil {
				must(w.t, open.Release())
			}
		}
		w.judgeTable(q, table, at)
	}
	for _, m := range w.machines {
		holds(w.t, m.house)
		w.isThere(q, m, m, record.HouseStream)
	}
	holds(w.t, w.house)
	refusals, err := q.Refusals(ctx, 0)
	must(w.t, err)
	for _, r := range refusals {
		if r.Why != string(pitclient.Overtaken) || !w.taken[r.Machine+" "+r.Stream] {
			w.t.Errorf("refused: %+v", r)
		}
	}
}

func (w *wandering) judgeTable(q *central.Queries, table string, at *machine) {
	ours := w.texts(q, at.name, table)
	last, err := at.house.Store().Last(table)
	must(w.t, err)
	if int64(len(ours)) != last {
		w.t.Errorf("%s: the pit has %d of %d entries of %s", table, len(ours), last, at.name)
	}
	for _, m := range w.machines {
		for i, text := range w.texts(q, m.name, table) {
			if i >= len(ours) || !bytes.Equal(text, ours[i]) {
				w.t.Errorf("%s has forked at the pit: entry %d of %s is none of %s", table, i+1, m.name, at.name)
				break
			}
		}
		if !w.taken[m.name+" "+table] {
			w.isThere(q, m, at, table)
		}
	}
}

// texts are the entries of a stream as the pit has them.
func (w *wandering) texts(q *central.Queries, machine, stream string) (list [][]byte) {
	s, err := q.Stream(w.t.Context(), machine, stream)
	if errors.Is(err, central.ErrNoStream) || s.Size == 0 {
		return nil
	}
	must(w.t, err)
	list, err = q.Entries(w.t.Context(), s.ID, 1, int(s.Size))
	must(w.t, err)
	return list
}

// isThere demands that what the pit countersigned of a machine's stream is at the pit, as the machine that goes on with it shipped it.
func (w *wandering) isThere(q *central.Queries, m, at *machine, stream string) {
	there := w.texts(q, at.name, stream)
	snap, err := m.house.Store().Snapshot(w.t.Context())
	must(w.t, err)
	defer snap.Close()
	size := w.signed[m.name+" "+stream]
	texts, err := snap.Bytes(context.Background(), stream, 1, int(size))
	must(w.t, err)
	for i, text := range texts {
		if i >= len(there) || !bytes.Equal(text, there[i]) {
			w.t.Errorf("%s of %s: entry %d of %d that were countersigned is lost at the pit", stream, m.name, i+1, size)
			return
		}
	}
}

// Tables move from machine to machine while the pit is put back to one of its backups again and again. In the end each is played on
// one machine, as a manager signed, its record has no fork, and the pit has all that it ever countersigned and a machine still has.
func TestRestoresBetweenMoves(t *testing.T) {
	t.Parallel()
	steps, length := 25, tortured(t)/6
	if length > 0 {
		steps = 60
	}
	seeded(t, length, func(t *testing.T, rng *rand.Rand) {
		w := newWandering(t, rng)
		for range steps {
			w.step()
		}
		w.settle()
		w.judge()
		if t.Failed() {
			t.Log(strings.Join(w.did, "\n"))
		}
	})
}
