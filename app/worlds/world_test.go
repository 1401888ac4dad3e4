package worlds

import (
	"context"
	"errors"
	"fmt"
	"log"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"sabot/app/demo"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/app/session/floor"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports/sign"
	"sabot/storage"
	"sabot/storage/central/twin"
)

// A world is a house in time of its own.
type world struct {
	house    *wholeHouse
	dir      string
	folder   *pitserver.Folder
	base     *twin.Base
	signed   signedHeads // by the pits
	backups  []*twin.Base
	machines []*machine // the office first; copies of machines last
	pits     [2]*server // nil where it is down
	late     []straggler
	pin      int                    // so many PINs the office gave Gina
	history  map[string][]seal.Hash // entries of each table that a pit has ever taken
	offset   time.Duration          // from the clock of this process to the world's
	told     []string               // what happened, step by step
	said     words                  // by pits
	entered  *house.House           // by the office
	tainted  map[string]bool        // tables of which somebody put an older record in place, or copied it

	mayLack   map[[2]string]int64 // by machine and stream, up to which entry a database may lack what was countersigned: it was put back
	forgot    map[[2]string]bool  // by machine and stream, a move of the table that a database did not have: it was put back
	unsigned  bool                // somebody wrote into the database where tables are played
	played    map[string]playing  // at which a table was seen to be played, since it was moved last
	chance    int                 // of what is done to the database in the end
	takenOver map[[2]string]int64 // by table and machine before, the office's last entry by which it was taken from one that may not hear of it
	moves     house.House         // of the office's entries by which tables were moved
	readTo    int64               // the office's entry up to which that was read
}

func (w *world) now() time.Time { return time.Now().Add(w.offset) }

// A signedHeads is what the pits have countersigned, kept by both.
type signedHeads struct {
	mu    sync.Mutex
	heads map[[2]string]storage.SignedHead
}

// Signed implements pitserver.Memory.
func (m *signedHeads) Signed(context.Context) ([]storage.SignedHead, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Collect(maps.Values(m.heads)), nil
}

// Keep implements pitserver.Memory.
func (m *signedHeads) Keep(_ context.Context, heads []storage.SignedHead) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.heads == nil {
		m.heads = map[[2]string]storage.SignedHead{}
	}
	for _, h := range heads {
		if at := [2]string{h.Machine, h.Stream}; m.heads[at].Size < h.Size {
			m.heads[at] = h
		}
	}
	return nil
}

// A server is a pit that serves.
type server struct {
	handler http.Handler
	stopped bool
	stop    func()
}

// A machine is one of the house, or a copy of one.
type machine struct {
	name, label string
	dir         string
	world       *world
	apart       time.Duration // by so much its clock is ahead
	clock       *demo.Clock
	line        *line
	enrolment   *pitclient.Enrolment
	programs    []*program
	shipping    *program // the one that ships
	copies      []savedCopy
	acked       map[string][]seal.Hash // by stream, what its programs were told that it has
	wrote       bool                   // a program may have written something since the office's moves were read
	fallen      string                 // why nothing is demanded of it any more; "" where all is
	forged      bool                   // somebody has changed its record behind Sabot's back
}

// A savedCopy is a folder of a machine as it was.
type savedCopy struct {
	dir   string
	sizes map[string]int
}

// A program is one on a machine.
type program struct {
	of      *machine
	store   *frail
	house   *session.House
	shipper *pitclient.Shipper
	puller  *pitclient.Puller
	floor   *floor.Floor // nil before it looked at the tables
	news    *floor.News  // what it has read of them, and not taken in
}

// newWorld is a world as a house was.
func newWorld(h *wholeHouse, dir string) (*world, error) {
	w := &world{mayLack: map[[2]string]int64{}, forgot: map[[2]string]bool{}, played: map[string]playing{}, house: h, entered: &house.House{}, dir: dir, base: h.base.Copy(), history: map[string][]seal.Hash{}, offset: time.Until(began), tainted: map[string]bool{}, takenOver: map[[2]string]int64{}}
	folder := *h.folder
	folder.In = w.base
	w.folder = &folder
	names := []string{office}
	for n := range tablesOf {
		names = append(names, machineName(n))
	}
	for _, name := range names {
		to := filepath.Join(dir, name)
		if err := copyFolder(filepath.Join(h.dir, name), to); err != nil {
			return nil, err
		}
		if _, err := w.newMachine(name, name, to); err != nil {
			return nil, err
		}
	}
	for n := range w.pits {
		if err := w.servePit(n); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func (w *world) newMachine(name, label, dir string) (*machine, error) {
	m := &machine{name: name, label: label, dir: dir, world: w, clock: demo.NewClock(w.now()), acked: map[string][]seal.Hash{}}
	e, err := pitclient.Enrolled(storage.FolderAt(dir))
	if err != nil {
		return nil, err
	}
	id, err := sign.ParsePEM([]byte(e.Identity))
	if err != nil {
		return nil, err
	}
	m.line = &line{world: w, from: label, cert: id.Certificate}
	e.Over(m.line)
	m.enrolment = e
	w.machines = append(w.machines, m)
	return m, nil
}

// servePit starts a pit.
func (w *world) servePit(n int) error {
	c := w.folder.Config(w.now, log.New(&w.said, fmt.Sprintf("pit-%d: ", n+1), 0))
	c.Memory = &w.signed
	s, err := pitserver.New(c)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); _ = s.Lead(ctx) }()
	p := &server{handler: s.Handler()}
	p.stop = func() { p.stopped = true; cancel(); <-ended }
	w.pits[n] = p
	time.Sleep(time.Millisecond)
	return nil
}

func (w *world) stopPit(n int) {
	if w.pits[n] != nil {
		w.pits[n].stop()
		w.pits[n] = nil
	}
}

func (w *world) pitAt(host string) *server {
	for n, p := range w.pits {
		if host == fmt.Sprintf("pit-%d", n+1) {
			return p
		}
	}
	return nil
}

// end stops whatever runs.
func (w *world) end() error {
	for n := range w.pits {
		w.stopPit(n)
	}
	var all []error
	for _, m := range w.machines {
		for len(m.programs) > 0 {
			all = append(all, m.programs[0].kill())
		}
	}
	return errors.Join(append(all, os.RemoveAll(w.dir))...)
}

// setClock has a machine's clock show what it does now.
func (m *machine) setClock() {
	m.clock.Pass(m.world.now().Add(m.apart).Sub(m.clock.Now()))
}

// keepUp lets the world's time pass as far as a machine's clock went on while something was done.
func (m *machine) keepUp() {
	if d := m.clock.Now().Add(-m.apart).Sub(m.world.now()); d > 0 {
		time.Sleep(d)
	}
}

// start starts a program.
func (m *machine) start() (*program, error) {
	s, err := storage.OpenExisting(m.dir)
	if err != nil {
		return nil, err
	}
	p := &program{of: m, store: &frail{Store: s, acks: m.acks, wrote: &m.wrote}}
	if p.house, err = session.On(p.store, m.clock.Now); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	p.shipper = pitclient.New(p.store, m.enrolment, m.clock.Now)
	p.puller = pitclient.NewPuller(p.house.Takeover(), p.store, m.enrolment, m.clock.Now)
	m.programs = append(m.programs, p)
	if err := p.house.Started("", record.Program{Version: "0.10.0", SHA256: strings.Repeat("0", 64)}); err != nil {
		return nil, errors.Join(err, p.kill())
	}
	return p, nil
}

func (m *machine) acks(entries []record.Entry) {
	for _, e := range entries {
		log := m.acked[e.Table]
		if e.Seq <= int64(len(log)) { // who starts with an older record
			log = log[:e.Seq-1]
		}
		for int64(len(log)) < e.Seq-1 {
			log = append(log, seal.Hash{}) // written before this world began
		}
		m.acked[e.Table] = append(log, leaf(e))
	}
}

// kill ends a program as a power cut does.
func (p *program) kill() error {
	m := p.of
	if m.shipping == p {
		m.shipping = nil
	}
	m.programs = slices.DeleteFunc(m.programs, func(q *program) bool { return q == p })
	return p.store.die()
}

// ship ships what there is, where no other program of the machine does.
func (p *program) ship() (string, error) {
	m := p.of
	if m.shipping == nil {
		m.shipping = p
	}
	if m.shipping != p {
		return "another program ships", nil
	}
	sent, err := p.shipper.Once(context.Background())
	if _, alert := p.house.RaiseAlerts(p.shipper.State().Conditions(m.name, m.clock.Now())); alert != nil && !p.store.dead {
		return "", alert
	}
	return fmt.Sprintf("%d entries shipped", sent), err
}

func (p *program) pull() (string, error) {
	before := p.puller.State().Size
	err := p.puller.Once(context.Background())
	return fmt.Sprintf("has %d of the office, before %d", p.puller.State().Size, before), err
}

// owner is the machine that plays a table, as the office's own record has it.
func (w *world) owner(table string) (name string, last record.TableMoved, moved bool) {
	for n, tables := range tablesOf {
		if slices.Contains(tables, table) {
			name = machineName(n)
		}
	}
	if f, _, is := w.officeState().Moves().Moved(table); is {
		return f.To, f, true
	}
	return name, last, false
}

// officeState is the house as the office's own record has it, as far as a program there knew.
func (w *world) officeState() *house.House {
	for _, p := range w.machines[0].programs {
		if p.house.Takeover().CatchUp() == nil {
			w.entered = &p.house.State
		}
	}
	return w.entered
}
