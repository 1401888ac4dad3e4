package pitserver_test

import (
	"context"
	"fmt"
	"io"
	"math/rand"
	"net"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sabot/app/pitclient"
	"sabot/pit/audit"
	"sabot/storage"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// child is a program of the house that may be killed.
type child struct {
	role, dir, what string
	pace            int
	runs            int
	cmd             *exec.Cmd
	input           io.Closer
	said            words
}

func (c *child) start(tb testing.TB) {
	tb.Helper()
	c.runs++
	c.cmd = exec.Command(os.Args[0])
	c.cmd.Env = append(os.Environ(), roleVariable+"="+c.role, dirVariable+"="+c.dir, whatVariable+"="+c.what, runVariable+"="+strconv.Itoa(c.runs), paceVariable+"="+strconv.Itoa(c.pace))
	c.cmd.Stderr = &c.said
	var err error
	c.input, err = c.cmd.StdinPipe()
	must(tb, err)
	must(tb, c.cmd.Start())
}

// kill kills it, as a power cut does its machine's programs.
func (c *child) kill() {
	_ = c.cmd.Process.Kill()
	_ = c.cmd.Wait()
}

// line is a stretch of network that can be cut.
type line struct {
	listener net.Listener
	to       string
	mu       sync.Mutex
	cut      bool
	until    time.Time // it is cut so long at least
	open     map[net.Conn]bool
}

func newLine(tb testing.TB, to string) *line {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(tb, err)
	n := &line{listener: l, to: to, open: map[net.Conn]bool{}}
	tb.Cleanup(func() { l.Close(); n.be(true) })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go n.join(c)
		}
	}()
	return n
}

func (n *line) join(c net.Conn) {
	defer c.Close()
	d, err := net.Dial("tcp", n.to)
	if err != nil {
		return
	}
	defer d.Close()
	n.mu.Lock()
	if n.cut {
		n.mu.Unlock()
		return
	}
	n.open[c], n.open[d] = true, true
	n.mu.Unlock()
	go func() {
		_, _ = io.Copy(d, c)
		d.Close()
	}()
	_, _ = io.Copy(c, d)
	n.mu.Lock()
	delete(n.open, c)
	delete(n.open, d)
	n.mu.Unlock()
}

// be cuts the line, in the middle of whatever goes over it, or mends it.
func (n *line) be(cut bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.cut = cut
	for c := range n.open {
		if cut {
			c.Close()
		}
	}
}

// cutFor cuts the line for so long at least.
func (n *line) cutFor(d time.Duration) {
	n.mu.Lock()
	if until := time.Now().Add(d); until.After(n.until) {
		n.until = until
	}
	n.mu.Unlock()
	n.be(true)
	time.AfterFunc(d, func() {
		n.mu.Lock()
		over := !time.Now().Before(n.until)
		n.mu.Unlock()
		if over {
			n.be(false)
		}
	})
}

// trial is a house of which everything can be killed.
type trial struct {
	pit      *pit
	machines []*machine
	children []*child // the tables, then the two pits
	lines    []*line
	receipts map[string]map[string]bool // countersigned heads that were seen, by machine
}

func newTrial(t *testing.T, tables, pace int) *trial {
	p := newPit(t)
	h := &trial{pit: p, receipts: map[string]map[string]bool{}}
	second := pgtest.Address(t)
	for _, to := range []string{p.folder.Addresses[0], second} {
		h.lines = append(h.lines, newLine(t, to))
	}
	listens := []string{p.folder.Addresses[0], second}
	p.folder.Addresses = []string{h.lines[0].listener.Addr().String(), h.lines[1].listener.Addr().String()}
	for n := range tables {
		m := p.newMachine(t, n+1)
		h.machines = append(h.machines, m)
		h.receipts[m.name] = map[string]bool{}
		h.children = append(h.children, &child{role: "table", dir: m.dir, what: m.table, pace: pace})
	}
	for _, listen := range listens {
		h.children = append(h.children, &child{role: "pit", dir: p.dir, what: listen})
	}
	for _, c := range h.children {
		c.start(t)
	}
	return h
}

// harms are what can happen, some of them more often.
var harms = []string{"database", "line", "lines", "table", "pit", "line", "line", "table", "table"}

// goWrong does one thing of those that happen; away is for how long now and then nobody reaches a pit.
func (h *trial) goWrong(t *testing.T, rng *rand.Rand, harm string, away time.Duration) string {
	c := h.children[rng.Intn(len(h.machines))]
	switch harm {
	case "database":
		must(t, postgres.Down(true))
		must(t, postgres.Up())
		return "the database was killed"
	case "line":
		h.lines[rng.Intn(len(h.lines))].cutFor(time.Duration(rng.Intn(1500)) * time.Millisecond)
		return "a line was cut"
	case "lines":
		said, d := "all lines were cut for a second", time.Second
		if away > 0 && rng.Intn(30) == 0 {
			said, d = fmt.Sprintf("all lines were cut for %v", away), away
		}
		for _, l := range h.lines {
			l.cutFor(d)
		}
		return said
	case "pit":
		c = h.children[len(h.machines)+rng.Intn(len(h.lines))]
	}
	c.kill()
	c.start(t)
	return "killed: " + c.role + " " + c.what
}

// look takes down what the pit has countersigned by now.
func (h *trial) look(t *testing.T) {
	for _, m := range h.machines {
		notes, err := pitclient.Receipts(m.house.Store())
		must(t, err)
		for _, note := range notes {
			h.receipts[m.name][note] = true
		}
	}
}

// end mends everything, lets the tables come to an end and ships what is left.
func (h *trial) end(t *testing.T) {
	for _, l := range h.lines {
		l.be(false)
	}
	for _, c := range h.children[:len(h.machines)] {
		must(t, c.input.Close())
		if err := c.cmd.Wait(); err != nil {
			t.Errorf("%s: %v: %s", c.what, err, c.said.String())
		}
	}
	for _, m := range h.machines {
		e, err := pitclient.Enrolled(m.house.Store())
		must(t, err)
		must(t, pgtest.Seen("what "+m.name+" has is shipped", func() bool {
			_, err := shipNow(m.dir, e)
			return err == nil
		}))
	}
	h.look(t)
	for _, c := range h.children[len(h.machines):] {
		c.kill()
	}
}

func shipNow(dir string, e *pitclient.Enrolment) (int, error) {
	store, err := storage.OpenExisting(dir)
	if err != nil {
		return 0, err
	}
	defer store.Close()
	return pitclient.New(store, e, time.Now).Once(context.Background())
}

// Four tables are played while tables, pits and the database are killed and lines cut: at the end the
// pit holds exactly what the tables hold, in order, once, every head that it ever countersigned
// holds, and nothing was refused for good.
func TestKilledAndCut(t *testing.T) {
	length, tables, pace, away := 8*time.Second, 4, 60, time.Duration(0)
	if all := tortured(t); all > 0 {
		length, tables, pace, away = all, 8, 0, all/30
	}
	seed, _ := seedOf(t)
	rng := rand.New(rand.NewSource(seed))
	h := newTrial(t, tables, pace)
	time.Sleep(time.Second)
	var happened []string
	for end := time.Now().Add(length); time.Now().Before(end) || len(happened) < len(harms); { // each of them once at least
		time.Sleep(time.Duration(100+rng.Intn(700)) * time.Millisecond)
		harm := harms[rng.Intn(len(harms))]
		if n := len(happened); n < len(harms) {
			harm = harms[n]
		}
		happened = append(happened, h.goWrong(t, rng, harm, away))
		h.look(t)
	}
	h.end(t)
	h.pit.same(t, h.machines...)
	h.pit.nothingRefused(t)
	entries, heads, played := int64(0), 0, time.Duration(0)
	for _, m := range h.machines {
		played += m.played(t)
		snap, err := storage.OpenReader(context.Background(), m.dir)
		must(t, err)
		verifier, err := snap.Verifier()
		must(t, err)
		var kept []audit.Kept
		for note := range h.receipts[m.name] {
			kept = append(kept, audit.Kept{Note: note, Source: "what the pit signed"})
		}
		heads += len(kept)
		checked, err := audit.Verify(context.Background(), snap, audit.Check{Trusted: verifier, Kept: kept, Witnesses: []string{h.pit.folder.Verifier()}})
		must(t, err)
		for _, c := range checked {
			entries += c.Entries
			if c.Fault != nil {
				t.Errorf("%s %s: %v", m.name, c.Name, c.Fault)
			}
		}
		must(t, snap.Close())
	}
	if entries < 100*int64(len(h.machines)) || heads < len(h.machines) {
		t.Errorf("%d entries and %d countersigned heads: too few to prove anything", entries, heads)
	}
	count := map[string]int{}
	for _, what := range happened {
		count[strings.SplitN(what, " /", 2)[0]]++
	}
	t.Logf("%d entries of %d tables, %d countersigned heads; %.1f hours of a table went by in a minute; %s",
		entries, len(h.machines), heads, played.Hours()/float64(len(h.machines))/length.Minutes(), counted(count))
	if t.Failed() {
		for _, c := range h.children {
			t.Logf("%s %s: %s", c.role, c.what, c.said.String())
		}
	}
}

// played is how long the table was played by its own clock.
func (m *machine) played(t *testing.T) time.Duration {
	t.Helper()
	at := func(seq int64) time.Time {
		for e, err := range m.house.Store().Entries(m.table, seq) {
			must(t, err)
			return e.At
		}
		return time.Time{}
	}
	last, err := m.house.Store().Last(m.table)
	must(t, err)
	return at(last).Sub(at(1))
}

// nothingRefused demands that nobody was told that they are a copy, a fork or an older disk.
func (p *pit) nothingRefused(t *testing.T) {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	list, err := q.Refusals(context.Background(), 0)
	must(t, err)
	for _, r := range list {
		t.Errorf("refused: %+v", r)
	}
}

func counted(count map[string]int) string {
	var list []string
	for what, n := range count {
		list = append(list, fmt.Sprintf("%s: %d", what, n))
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// A pit that dies is taken over by the one that stands by, within 5 s, and nothing is lost.
func TestTakeover(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.folder.Addresses = append(p.folder.Addresses, pgtest.Address(t))
	p.up(t)
	m := p.newMachine(t, 1)
	m.play(t, 1, 1)
	_, err := m.ship()
	must(t, err)
	by := &child{role: "pit", dir: p.dir, what: p.folder.Addresses[1]}
	by.start(t)
	defer by.kill()
	must(t, pgtest.Seen("the second pit waits", func() bool { return strings.Contains(by.said.String(), "another pit writes") }))
	m.play(t, 1, 2)
	p.stop()
	since := time.Now()
	must(t, pgtest.Seen("the second pit writes", func() bool {
		_, err := m.ship()
		return err == nil
	}))
	t.Logf("taken over after %v", time.Since(since).Round(time.Millisecond))
	p.same(t, m)
}
