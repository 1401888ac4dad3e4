package pitclient

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// A Reader follows at the pit what the other machines of a house have shipped, for a machine that may read
// there: the pit says which streams have grown, and what is new of them is asked for by whoever wants it. It
// keeps how far each has come and none of what is in it.
type Reader struct {
	enrolment *Enrolment
	now       func() time.Time
	client    *client // asks for entries, one request after the other

	asking sync.Mutex
	mu     sync.Mutex
	sizes  map[place]int64
	heard  map[string]time.Time // machines, by this one's clock
	tables map[string]string    // on which machine each is played
	logs   map[place]seal.Tree  // as far as the entries of a stream came to a signed head
}

// A place is a stream of a machine.
type place struct{ machine, stream string }

// Times of a reader.
const (
	machinesEvery = 5 * time.Second  // it asks when each machine was heard
	silence       = 25 * time.Second // without a word from the pit, which says one every ten seconds
)

// mostMessage is the largest number of bytes in one message of the pit, on all streams of the house.
const mostMessage = 1 << 20

// NewReader returns a reader that has heard nothing yet.
func NewReader(e *Enrolment, now func() time.Time) *Reader {
	return &Reader{
		enrolment: e, now: now, client: newClient(e, now),
		sizes: map[place]int64{}, heard: map[string]time.Time{}, tables: map[string]string{}, logs: map[place]seal.Tree{},
	}
}

// Run follows until ctx ends. That the pit is away nobody is told: what was heard grows old.
func (r *Reader) Run(ctx context.Context) {
	c := newClient(r.enrolment, r.now)
	defer c.close()
	defer r.client.close()
	wait := time.Duration(0)
	for ctx.Err() == nil {
		heard, err := r.follow(ctx, c)
		if wait = min(max(2*wait, time.Second), 10*time.Second); heard {
			wait = time.Second
		}
		if err != nil {
			c.turn()
		}
		sleep(ctx, wait)
	}
}

// follow listens to the pit at the address that is tried now, until it says nothing any more; heard says that it
// did.
func (r *Reader) follow(ctx context.Context, c *client) (heard bool, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	quiet := time.AfterFunc(silence, stop)
	defer quiet.Stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+c.addresses[c.at]+ChangesPath, nil)
	if err != nil {
		return false, err
	}
	Speak(req.Header)
	res, err := (&http.Client{Transport: c.http.Transport}).Do(req) // which lasts, however long
	if err != nil {
		return false, err
	}
	if res.StatusCode != http.StatusOK {
		return false, Listen(res, nil)
	}
	defer res.Body.Close()
	var asking sync.WaitGroup // of machines, over the same connections
	defer asking.Wait()
	defer stop()
	var streams []StreamAt // those of before the first word
	if err := c.send(ctx, http.MethodGet, StreamsPath, nil, &streams); err != nil {
		return false, err
	}
	if err := r.askMachines(ctx, c); err != nil {
		return false, err
	}
	r.grown(streams, false)
	asking.Go(func() {
		for ctx.Err() == nil {
			sleep(ctx, machinesEvery)
			_ = r.askMachines(ctx, c) // the silence says that it is away
		}
	})
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, mostMessage)
	for lines.Scan() {
		quiet.Reset(silence)
		text, is := strings.CutPrefix(lines.Text(), "data: ")
		if !is {
			continue
		}
		var news []StreamAt
		if err := json.Unmarshal([]byte(text), &news); err != nil {
			return true, err
		}
		r.grown(news, true)
	}
	return true, errors.New("the pit says nothing any more")
}

// askMachines asks when each machine was heard, and what is played there.
func (r *Reader) askMachines(ctx context.Context, c *client) error {
	var list []MachineAt
	if err := c.send(ctx, http.MethodGet, MachinesPath, nil, &list); err != nil {
		return err
	}
	now := r.now()
	r.mu.Lock()
	defer r.mu.Unlock()
	clear(r.tables)
	for _, m := range list {
		for _, table := range m.Tables {
			r.tables[table] = m.Machine
		}
		if at := now.Add(-time.Duration(m.Quiet) * time.Millisecond); m.Heard > 0 && at.After(r.heard[m.Machine]) {
			r.heard[m.Machine] = at
		}
	}
	return nil
}

// grown notes how far streams have come; now says that their machines were heard just now.
func (r *Reader) grown(list []StreamAt, now bool) {
	at := r.now()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range list {
		r.sizes[place{s.Machine, s.Stream}] = s.Size
		if now {
			r.heard[s.Machine] = at
		}
	}
}

// Machine implements record.Elsewhere.
func (r *Reader) Machine() string { return r.enrolment.Machine }

// Here implements record.Elsewhere.
func (r *Reader) Here(table string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if machine, known := r.tables[table]; known {
		return machine == r.enrolment.Machine
	}
	return slices.Contains(r.enrolment.Tables, table)
}

// Heard implements record.Elsewhere.
func (r *Reader) Heard() (list []record.HeardStream) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for p, size := range r.sizes {
		if p.machine == r.enrolment.Machine || size == 0 || p.stream != record.HouseStream && r.tables[p.stream] != p.machine {
			continue
		}
		list = append(list, record.HeardStream{Machine: p.machine, Stream: p.stream, Size: size, At: r.heard[p.machine]})
	}
	slices.SortFunc(list, func(a, b record.HeardStream) int {
		return cmp.Or(strings.Compare(a.Machine, b.Machine), strings.Compare(a.Stream, b.Stream))
	})
	return list
}

var _ record.Elsewhere = (*Reader)(nil)
