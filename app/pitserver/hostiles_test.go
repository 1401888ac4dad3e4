package pitserver_test

import (
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"maps"
	"math/rand"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"sabot/app/pitclient"
	"sabot/assets"
	"sabot/pit/seal"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// A foe is an enrolled machine that sends whatever may do harm.
type foe struct {
	*machine
	said   *said
	rng    *rand.Rand
	first  pitclient.Append // all of its table, as it shipped it
	log    seal.Tree
	number int64
	hangs  *tls.Conn
}

func newFoe(t *testing.T, p *pit, n int, seed int64) *foe {
	t.Helper()
	f := &foe{machine: p.newMachine(t, n), rng: rand.New(rand.NewSource(seed))}
	f.play(t, 1, seed)
	must(t, pgtest.Seen("it ships what it has, and then is hostile", func() bool {
		_, err := f.ship()
		return err == nil
	}))
	f.said, f.first = p.by(t, f.enrolment, then), firstOf(t, f.machine, f.table)
	must(t, pgtest.Seen("the pit greets it before its copy", func() bool { // a busy pit asks it to come later
		_, err := f.said.hello("foe", f.house.Store().Verifier())
		return err == nil
	}))
	for _, text := range f.first.Texts {
		f.log.Add(text)
	}
	return f
}

// next is a request that would be taken, of nothing; each begins a session.
func (f *foe) next() pitclient.Append {
	var w pitclient.Welcome
	err := pgtest.Seen("the pit greets it", func() (greeted bool) { // a busy pit may close the line, or ask it to come later
		var err error
		w, err = f.said.hello("foe", f.house.Store().Verifier())
		line, refused := (*url.Error)(nil), (*pitclient.Refusal)(nil)
		if errors.As(err, &line) || errors.As(err, &refused) && refused.Why == pitclient.NotWriting {
			return false
		}
		if err != nil {
			f.said.t.Error(f.name, err)
		}
		return true
	})
	if err != nil {
		f.said.t.Error(f.name, err)
	}
	f.number++
	a := f.first
	a.Session, a.Number, a.From, a.Texts = w.Session, f.number, a.Own, nil
	return a
}

// attacks are what it may do.
func (f *foe) attacks() map[string]func() error {
	s := f.said
	list := badRequests(s, f.next)
	send := func(bend func(*pitclient.Append)) func() error {
		return func() error {
			a := f.next()
			bend(&a)
			_, err := s.append(a)
			return err
		}
	}
	entry := func(fact string) []byte {
		return fmt.Appendf(nil, `[1,"%s",%d,1768071893145,"12",1,0,0,"%s",{}]`, f.table, f.first.Own+1, fact)
	}
	with := func(a *pitclient.Append, text []byte) { // the root is that of the log with it
		log := f.log.Clone()
		log.Add(text)
		a.Texts, a.Root, a.Note, a.Own = [][]byte{text}, log.Root().String(), "", a.Own+1
	}
	maps.Copy(list, map[string]func() error{
		"a fork":              send(func(a *pitclient.Append) { with(a, entry("opened")); a.Root = anyRoot }),
		"a fork of an entry":  send(func(a *pitclient.Append) { a.Texts, a.From = f.first.Texts[1:2], 1 }),
		"a disk of yesterday": send(func(a *pitclient.Append) { a.Own, a.From = a.Own-3, a.From-3 }),
		"an old head":         send(func(a *pitclient.Append) { with(a, entry("opened")); a.Note = f.first.Note }),
		"bad UTF-8":           send(func(a *pitclient.Append) { with(a, entry("\xff\xfe")) }),
		"a NUL in an entry":   send(func(a *pitclient.Append) { with(a, entry("\x00")) }),
		"bad UTF-8 in a name": send(func(a *pitclient.Append) { a.Stream = "LB\xc3\x28" }),
		"another's table":     send(func(a *pitclient.Append) { a.Stream = "LB99" }),
		"another's keys":      send(func(a *pitclient.Append) { a.Keys = []pitclient.Key{{Number: "31", Sealed: "x"}} }),
		"a request once more": send(func(a *pitclient.Append) { a.Number = 0 }),
		"a copy of it":        func() error { return f.copies() },
		"half a request":      func() error { return f.half() },
		"the house of nobody": func() error { return s.gets(pitclient.HousePath + "?from=-7") },
		"a table by bytes":    func() error { return s.gets(pitclient.TablePath + "?from=0&table=%00%ff") },
		"let go of by bytes":  func() error { return s.gets(pitclient.HandedPath + "?machine=%00%ff&table=" + f.table) },
		"what is not its own": func() error { return s.gets(pitclient.PulledPath + "?machine=tavolo-9&stream=house&from=0") },
		"the most lines":      f.sends(append([]byte("{}"), bytes.Repeat([]byte("\n"), pitclient.MostBytes-2)...)),
		"the longest line":    f.sends(bytes.Repeat([]byte("x"), pitclient.MostBytes)),
		"the most entries":    f.sends(append([]byte(`{"session":"x","stream":"LB1"}`+"\n"), bytes.Repeat(append(entry(strings.Repeat("x", 3000)), '\n'), 5000)...)),
	})
	return list
}

func (f *foe) sends(body []byte) func() error {
	return func() error { return f.said.post(pitclient.AppendPath, body, nil, "") }
}

// copies has another program ship as this machine beside it.
func (f *foe) copies() (err error) {
	for _, instance := range []string{"copy", "foe", "copy"} {
		_, err = f.said.hello(instance, f.house.Store().Verifier())
	}
	return err
}

// half sends the beginning of a large request, and hangs until the next one.
func (f *foe) half() error {
	if f.hangs != nil {
		_ = f.hangs.Close()
	}
	f.hangs = half(f.said.t, f.said.p, f.enrolment, 1<<20+f.rng.Intn(pitclient.MostBytes-1<<20))
	return pitclient.Refuse(pitclient.Malformed, "nobody waits for that")
}

func (s *said) gets(path string) error { return s.getsAs(path, nil) }

// getsAs asks the pit for what a path has, and reads the answer.
func (s *said) getsAs(path string, answer any) error {
	req, err := http.NewRequest(http.MethodGet, "https://"+s.p.folder.Addresses[0]+path, nil)
	if err != nil {
		return err
	}
	pitclient.Speak(req.Header)
	req.Header.Set("Sabot-Pit", fmt.Sprintf("%d %s", pitclient.Version, assets.Version))
	res, err := s.http.Do(req)
	if err != nil {
		return err
	}
	return pitclient.Listen(res, answer)
}

// peak is how much memory a program has had at most, in MB; false where the system does not say.
func (c *child) peak(t *testing.T) (mb int, told bool) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	if err != nil {
		return 0, false
	}
	found := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status)
	if found == nil {
		return 0, false
	}
	kb, err := strconv.Atoi(string(found[1]))
	must(t, err)
	return kb >> 10, true
}

// Eight machines of the house send what may do harm, all at once, while others play and ship. Each such request is refused, what the
// honest ones enter arrives, no stream of theirs is refused, and the server's memory stays small.
func TestHostileMachines(t *testing.T) {
	const most = 256 // MB
	rounds, length, honest := 1, tortured(t)/6, 2
	if length > 0 {
		honest = 4
	}
	seed, _ := seedOf(t)
	p := newPitOf(t, 8+honest)
	server := &child{role: "pit", dir: p.dir, what: p.folder.Addresses[0]}
	server.start(t)
	defer server.kill()
	must(t, pgtest.Seen("the pit writes", func() bool { return strings.Contains(server.said.String(), "writing: ") }))
	var machines []*machine
	var tables []*child
	for n := range honest {
		m := p.newMachine(t, 9+n)
		c := &child{role: "table", dir: m.dir, what: m.table, pace: 50}
		c.start(t)
		machines, tables = append(machines, m), append(tables, c)
	}
	var foes []*foe
	for n := range 8 {
		foes = append(foes, newFoe(t, p, n+1, seed+int64(n)))
	}
	before, _ := server.peak(t)
	var wait sync.WaitGroup
	var mu sync.Mutex
	count := map[string]int{}
	for _, f := range foes {
		wait.Go(func() {
			attacks := f.attacks()
			names := slices.Sorted(maps.Keys(attacks))
			for round, end := 0, time.Now().Add(length); round < rounds || time.Now().Before(end); round++ {
				order := rand.New(rand.NewSource(seed + int64(round)))
				if round%2 == 1 { // else all do the same at once
					order = f.rng
				}
				order.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
				for _, name := range names {
					err := attacks[name]()
					var refused *pitclient.Refusal
					cut := errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) // the pit reads no more of it
					if !errors.As(err, &refused) && !cut {
						t.Errorf("%s: %s: %v", f.name, name, err)
					}
					mu.Lock()
					count[name]++
					mu.Unlock()
				}
			}
		})
	}
	wait.Wait()
	for n, c := range tables {
		must(t, c.input.Close())
		if err := c.cmd.Wait(); err != nil {
			t.Errorf("%s: %v: %s", c.what, err, c.said.String())
		}
		e, err := pitclient.Enrolled(machines[n].house.Store())
		must(t, err)
		must(t, pgtest.Seen("what "+machines[n].name+" has is shipped", func() bool {
			_, err := shipNow(machines[n].dir, e)
			return err == nil
		}))
	}
	p.same(t, machines...)
	p.onlyOf(t, foes)
	after, told := server.peak(t)
	if told && after > most && !races() {
		t.Errorf("the server had %d MB, %d MB before", after, before)
	}
	if n := strings.Count(server.said.String(), "writing: "); n != 1+strings.Count(server.said.String(), "not writing: ") {
		t.Errorf("the pit began to write %d times", n)
	}
	t.Logf("%d MB, %d MB before; %s", after, before, counted(count))
	if t.Failed() {
		t.Log(server.said.String())
	}
}

// races reports whether this program looks for data races, which takes ten times the memory.
func races() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// onlyOf demands that nothing was refused but what the hostile machines sent.
func (p *pit) onlyOf(t *testing.T, foes []*foe) {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	list, err := q.Refusals(t.Context(), 0)
	must(t, err)
	for _, r := range list {
		if !slices.ContainsFunc(foes, func(f *foe) bool { return f.name == r.Machine }) {
			t.Errorf("refused: %+v", r)
		}
	}
	kinds := map[string]bool{}
	for _, r := range list {
		kinds[r.Why] = true
	}
	for _, why := range []pitclient.Why{pitclient.Forked, pitclient.Behind, pitclient.NotItsTable, pitclient.Replayed, pitclient.Cloned} {
		if !kinds[string(why)] {
			t.Errorf("nothing was refused as %s", why)
		}
	}
}
