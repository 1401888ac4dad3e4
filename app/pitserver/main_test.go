package pitserver_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports/sign"
	"sabot/storage"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

var postgres *pgtest.Server

func TestMain(m *testing.M) {
	house.KeyCost = house.Cost{Memory: 8, Passes: 1}
	if os.Getenv(roleVariable) != "" {
		os.Exit(play())
	}
	flag.Parse()
	// A test waits for PostgreSQL most of its time: more of them fit a machine than it has cores.
	if err := flag.Set("test.parallel", strconv.Itoa(runtime.NumCPU()+1)); err != nil {
		panic(err)
	}
	pepper, err := os.MkdirTemp("", "sabot-pepper")
	if err == nil {
		err = os.Setenv(record.PepperEnv, filepath.Join(pepper, "pepper.key"))
	}
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(pepper)
	if postgres, err = pgtest.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	m.Run()
	if err := postgres.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// aDatabase returns the URL of a new database that has the layout of a pit.
func aDatabase() (string, error) {
	return postgres.Copy(func(owner string) error { return central.MakeLayout(context.Background(), owner) })
}

func must(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// words are a log that may be read while it is written.
type words struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (w *words) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.Write(p)
}

func (w *words) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.String()
}

// pit is one with its house, and where it is served.
type pit struct {
	plan   house.Plan
	house  *session.House
	data   string // its folder
	now    func() time.Time
	folder *pitserver.Folder
	dir    string
	owner  string
	said   words
	stop   func()

	queries central.Reading // and of which database
	queried string
	voided  int // slips that its own reports have
}

// newPit sets a house of one table and its pit up, at an address that is free.
func newPit(tb testing.TB) *pit { return newPitOf(tb, 1) }

// newPitOf is newPit of a house of so many tables.
func newPitOf(tb testing.TB, tables int) *pit {
	tb.Helper()
	return newPitBy(tb, house.DemoPlan("it", "lugano", tables))
}

// newPitBy is newPit of the house of a plan.
func newPitBy(tb testing.TB, plan house.Plan) *pit {
	tb.Helper()
	p := &pit{plan: plan, dir: tb.TempDir(), data: tb.TempDir(), stop: func() {}, now: then}
	p.house, _ = demotest.HouseBy(tb, p.data, plan)
	var err error
	p.owner, err = aDatabase()
	must(tb, err)
	serve, err := central.Init(context.Background(), p.owner, p.house.State.Name)
	must(tb, err)
	id := identity(tb, sign.Post{Kind: sign.PitPost, Name: "pit", Hosts: []string{"127.0.0.1"}}, p.house)
	p.folder, err = pitserver.MakeFolder(p.dir, nil, pitserver.Folder{House: p.house.State.Name, Addresses: []string{pgtest.Address(tb)}, Owner: p.owner, Serve: serve, Identity: id})
	must(tb, err)
	tb.Cleanup(func() { p.stop() })
	return p
}

// identity is one of the house, as of now: the house's own clock is that of a night long ago.
func identity(tb testing.TB, p sign.Post, house *session.House) sign.Identity {
	tb.Helper()
	id, err := house.Authority().NewPost(p)
	must(tb, err)
	return id
}

// serve serves the pit at its nth address until stop.
func (p *pit) serve(tb testing.TB, n int, now func() time.Time) (stop func()) {
	tb.Helper()
	l, err := net.Listen("tcp", p.folder.Addresses[n])
	must(tb, err)
	memory, err := p.folder.Memory(context.Background())
	must(tb, err)
	config := p.folder.Config(now, log.New(&p.said, "", 0))
	config.Memory = memory
	s, err := pitserver.New(config)
	must(tb, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	var once sync.Once
	return func() {
		once.Do(func() {
			cancel()
			if err := errors.Join(<-ended, memory.Close()); err != nil {
				tb.Errorf("serving: %v", err)
			}
		})
	}
}

// up serves the pit until the test ends, and answers once it writes.
func (p *pit) up(tb testing.TB) {
	tb.Helper()
	writes := func() int {
		return strings.Count(p.said.String(), "writing: ") - strings.Count(p.said.String(), "not writing: ")
	}
	before := writes()
	p.stop = p.serve(tb, 0, p.now)
	if err := pgtest.Seen("the pit writes", func() bool { return writes() > before }); err != nil {
		tb.Fatal(err, p.said.String())
	}
}

// then is a moment in the night in which the tests play.
func then() time.Time { return demotest.Start.Add(time.Hour) }

// machine is one of the house's, with a record of its own.
type machine struct {
	name, table string
	dir         string
	house       *session.House
	clock       *demo.Clock
	enrolment   *pitclient.Enrolment
}

// newMachine sets up and enrolls the nth machine, of table LBn.
func (p *pit) newMachine(tb testing.TB, n int) *machine {
	tb.Helper()
	m := &machine{name: fmt.Sprintf("tavolo-%d", n), table: fmt.Sprintf("LB%d", n), dir: filepath.Join(tb.TempDir(), "data")}
	plan := house.DemoPlan("it", "lugano", n)
	plan.Name, plan.Currency = p.plan.Name, p.plan.Currency
	m.house, m.clock = demotest.HouseBy(tb, m.dir, plan)
	m.enrolment = p.enroll(tb, m.house, m.name, m.table)
	return m
}

// enroll enrolls a machine and has its record join.
func (p *pit) enroll(tb testing.TB, house *session.House, name string, tables ...string) *pitclient.Enrolment {
	tb.Helper()
	e, err := pitserver.Enroll(context.Background(), p.house, p.folder, sign.Post{Kind: sign.MachinePost, Name: name, Tables: tables}, true)
	must(tb, err)
	text, err := e.Text()
	must(tb, err)
	e, err = pitclient.Join(house.Store(), house.State.Name, text)
	must(tb, err)
	return e
}

// play plays hands at a machine's table; the first time it opens it.
func (m *machine) play(tb testing.TB, hands int, seed int64) {
	tb.Helper()
	must(tb, demo.Play(context.Background(), m.house, m.clock, m.table, hands, seed))
}

// night plays a shift to its end.
func (m *machine) night(tb testing.TB, hands int, seed int64) {
	tb.Helper()
	m.play(tb, hands, seed)
	_, err := demo.Close(m.house, m.clock, m.table)
	must(tb, err)
}

// ship ships once, from a record as a program opens it.
func (m *machine) ship() (int, error) { return shipFrom(m.dir, m.enrolment) }

func shipFrom(dir string, e *pitclient.Enrolment) (sent int, err error) {
	store, err := storage.OpenExisting(dir)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return pitclient.New(store, e, then).Once(context.Background())
}

// same demands that the pit holds exactly what machines hold: sizes, roots, every byte, once, in
// order, and that what it countersigned stands for that.
func (p *pit) same(tb testing.TB, machines ...*machine) {
	tb.Helper()
	ctx := context.Background()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	err := pitserver.Verify(ctx, q, p.folder, func(s central.Stream, wrong error) {
		if wrong != nil {
			tb.Errorf("%s %s does not hold: %v", s.Machine, s.Name, wrong)
		}
	})
	must(tb, err)
	streams, err := q.Streams(ctx)
	must(tb, err)
	for _, m := range machines {
		snap, err := storage.OpenReader(ctx, m.dir)
		must(tb, err)
		for _, name := range []string{record.HouseStream, m.table} {
			head, err := snap.Stored(ctx, name)
			must(tb, err)
			found := false
			for _, s := range streams {
				if s.Machine != m.name || s.Name != name {
					continue
				}
				found = true
				if s.Size != head.Size || s.Signed != head.Size || !strings.HasPrefix(s.Note, head.Note) {
					tb.Errorf("%s %s: the pit has %d, signed %d, the table %d", m.name, name, s.Size, s.Signed, head.Size)
				}
				bytesSame(tb, q, snap, s, m.name)
			}
			if !found {
				tb.Errorf("the pit has no %s of %s", name, m.name)
			}
		}
		must(tb, snap.Close())
	}
}

func bytesSame(tb testing.TB, q central.Reading, snap record.Snapshot, s central.Stream, name string) {
	tb.Helper()
	ctx := context.Background()
	for from := int64(1); from <= s.Size; {
		ours, err := q.Entries(ctx, s.ID, from, 1000)
		must(tb, err)
		theirs, err := snap.Bytes(ctx, s.Name, from, 1000)
		must(tb, err)
		if len(ours) == 0 || len(ours) != len(theirs) {
			tb.Fatalf("%s %s from %d on: the pit has %d, the table %d", name, s.Name, from, len(ours), len(theirs))
		}
		for i := range ours {
			if !bytes.Equal(ours[i], theirs[i]) {
				tb.Fatalf("%s %s, entry %d: %s at the pit, %s at the table", name, s.Name, from+int64(i), ours[i], theirs[i])
			}
		}
		from += int64(len(ours))
	}
}
