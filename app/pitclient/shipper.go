package pitclient

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"os"
	"slices"
	"sync"
	"time"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// Habits of a shipper.
const (
	look        = 150 * time.Millisecond // time between two looks for new entries
	lookStreams = 5 * time.Second        // and for new streams
	pageEntries = 2000                   // entries of one message, or all that there are
	pageBytes   = 1 << 20                // bytes of one message
	refusedFor  = 20 * time.Second       // time until refused entries are tried again
	receiptsFor = 5 * time.Second        // shortest time between two writes of a stream's receipt
	leaseFor    = 2 * time.Second        // time between two tries for the lease of another program
	quietFor    = 10 * time.Second       // time without a word after which the pit is asked again
)

// Shipping is the name of the lease of the program that ships. No table has that name.
const Shipping = "~shipping"

// A Shipper ships the record of a machine. Its record may be written to meanwhile.
type Shipper struct {
	store     record.Keeper
	enrolment *Enrolment
	now       func() time.Time
	client    *client
	instance  string

	session  string
	number   int64
	spoken   time.Time            // the pit answered last
	pit      map[string]At        // as far as the pit has each stream
	untrue   map[string]At        // of those, what is not the past of this record
	trees    map[string]seal.Tree // the machine's own logs as they were there
	signed   map[string]string    // heads that the pit has countersigned, as the record has them
	receipts map[string]receipt   // that are not kept yet
	kept     map[string]time.Time // when the last one was
	refused  map[string]time.Time // streams that were, and when: they wait from then on
	waits    map[string]*Refusal  // why the pit took no more of a stream when it was sent last
	streams  []string
	keys     []string // that have sealed the record, as far as the house's stream was read
	staff    []string // numbers with keys, as far
	held     []string // tables that are played here by now, in a house with an office
	ever     []string // and that were
	keyed    string   // the session in which the pit was sent the sealed keys of all of them
	keysAt   int64
	listed   time.Time
	house    string // the head of the house's stream then

	mu    sync.Mutex
	state State
}

// A receipt is a countersigned head with the log for which it stands.
type receipt struct {
	note string
	tree seal.Tree
}

// New returns a shipper that does nothing yet.
func New(store record.Keeper, e *Enrolment, now func() time.Time) *Shipper {
	return &Shipper{
		store: store, enrolment: e, now: now, client: newClient(e, now), instance: rand.Text(),
		untrue: map[string]At{}, trees: map[string]seal.Tree{}, signed: map[string]string{}, receipts: map[string]receipt{}, kept: map[string]time.Time{}, refused: map[string]time.Time{}, waits: map[string]*Refusal{},
		state: State{Refused: map[string]*Refusal{}},
	}
}

// Run ships until ctx ends. What cannot be shipped waits; State says why.
func (s *Shipper) Run(ctx context.Context) {
	defer s.client.close()
	lease := s.lease(ctx)
	if lease == nil {
		return
	}
	defer lease.Release()
	defer s.keepReceipts(true)
	wait := time.Duration(0)
	for ctx.Err() == nil {
		sent, err := s.round(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			s.failed(err)
			wait = min(max(2*wait, time.Second), 10*time.Second)
		default:
			s.reached()
			wait = look
		}
		s.keepReceipts(sent == 0)
		sleep(ctx, wait)
	}
}

// Once ships what there is, and answers how many entries that were, once the pit knows of it. Errors: of a pit that cannot be
// reached; *Refusal; *RefusedError; *record.HeldError where another program ships.
func (s *Shipper) Once(ctx context.Context) (sent int, err error) {
	defer s.client.close()
	lease, err := s.store.Lease(Shipping, whoami())
	if err != nil {
		return 0, err
	}
	defer lease.Release()
	sent, err = s.round(ctx)
	s.keepReceipts(true)
	var said map[string]At
	if err == nil {
		said, err = s.end(ctx)
	}
	if err == nil && s.State().refusal() == nil {
		err = s.bearsOut(ctx, said)
	}
	if err != nil {
		s.failed(err)
		return sent, err
	}
	s.reached()
	return sent, s.State().refusal()
}

// lately reports whether a moment was less than so long ago. One that is still to come was not: the clock was put back.
func (s *Shipper) lately(at time.Time, d time.Duration) bool {
	ago := s.now().Sub(at)
	return ago >= 0 && ago < d
}

// sleep waits, a little more or less, so that a hundred machines do not all ask at once.
func sleep(ctx context.Context, d time.Duration) {
	if n, err := rand.Int(rand.Reader, big.NewInt(int64(d)/4+1)); err == nil {
		d += time.Duration(n.Int64())
	}
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// lease waits until no other program ships this record, and asks the pit meanwhile whether it is there. This
// program's window says it too. It returns nil where ctx ended before.
func (s *Shipper) lease(ctx context.Context) record.Lease {
	for ctx.Err() == nil {
		l, err := s.store.Lease(Shipping, whoami())
		if err == nil {
			return l
		}
		var held *record.HeldError
		if !errors.As(err, &held) {
			s.failed(err)
		} else if !s.lately(s.spoken, quietFor) {
			s.looks(ctx)
		}
		sleep(ctx, leaseFor)
	}
	return nil
}

// looks asks the pit for nothing but whether it is there.
func (s *Shipper) looks(ctx context.Context) {
	switch err := s.ask(ctx); {
	case err == nil:
		s.reached()
	case ctx.Err() == nil:
		s.failed(err)
	}
}

func whoami() string { return fmt.Sprintf("PID %d", os.Getpid()) }

// round ships what is new of every stream, and answers how many entries that were.
func (s *Shipper) round(ctx context.Context) (sent int, err error) {
	if s.session == "" {
		if err := s.hello(ctx); err != nil {
			return 0, err
		}
	}
	if !s.lately(s.spoken, quietFor) {
		if err := s.ask(ctx); err != nil {
			return 0, err
		}
	}
	if err := s.list(ctx); err != nil {
		return 0, err
	}
	for _, stream := range s.streams { // the house's first
		if stream != record.HouseStream && s.State().copied() {
			return sent, nil
		}
		if s.lately(s.refused[stream], refusedFor) {
			continue
		}
		for {
			n, more, err := s.ship(ctx, stream)
			sent += n
			var refused *Refusal
			switch {
			case errors.As(err, &refused):
				if err = s.answered(stream, refused); err != nil {
					return sent, err
				}
			case err != nil:
				s.session = "" // nobody knows whether it arrived
				return sent, err
			}
			if !more {
				break
			}
		}
	}
	return sent, nil
}

// answered does what a refusal asks for; the error is of one after which this round is over.
func (s *Shipper) answered(stream string, r *Refusal) error {
	switch {
	case r.Why == NotNext && r.Pit != nil:
		s.pit[stream], s.waits[stream] = *r.Pit, r // the next round goes on from there
		return nil
	case r.Why.Lasting() && r.Stream != "":
		s.refused[stream] = s.now()
		s.refuse(stream, r)
		return nil
	}
	s.session = ""
	return r
}

// greeting returns what this machine says of itself, to begin a session or to ask alone.
func (s *Shipper) greeting(now time.Time, asks bool) Hello {
	h := Hello{Instance: s.instance, Clock: now.UnixMilli(), Verifiers: s.keys, Asks: asks, House: s.keysAt, Apart: s.apart()}
	if note, err := s.store.Head(record.HouseStream); err == nil {
		if head, err := seal.ReadHead(note); err == nil && head.Size == h.House {
			h.Root = head.Root.String()
		}
	}
	return h
}

// apart returns by how many milliseconds this machine's clock was ahead when the pit answered last; nil before it ever did.
func (s *Shipper) apart() *int64 {
	if s.spoken.IsZero() {
		return nil
	}
	ms := s.state.Apart.Milliseconds()
	return &ms
}

// hello begins a session.
func (s *Shipper) hello(ctx context.Context) error {
	if err := s.readKeys(); err != nil {
		return err
	}
	before := s.now()
	w, err := s.client.hello(ctx, s.greeting(before, false))
	if err != nil {
		return err
	}
	if w.Witness != s.enrolment.Witness {
		return Refuse(NotOurs, "the pit countersigns with another key than that of the enrolment: enroll this machine anew")
	}
	s.clock(before, w.Clock)
	s.wanted(w.Wanted)
	s.session, s.number, s.pit = w.Session, 0, w.Streams
	if s.pit == nil {
		s.pit = map[string]At{}
	}
	for stream := range s.signed { // a pit that was restored has less than it signed
		if tree := s.trees[stream]; s.pit[stream] != (At{Size: tree.Size(), Root: tree.Root()}) {
			delete(s.signed, stream)
		}
	}
	return nil
}

// An OnDemand is a record that has more to ship where it is asked for: that of a house, to its group.
type OnDemand interface{ Asked(streams []string) }

// wanted passes the streams that the pit asks for to the record.
func (s *Shipper) wanted(streams []string) {
	if a, ok := s.store.(OnDemand); ok {
		a.Asked(streams)
		s.listed = time.Time{}
	}
}

// ask lets the pit hear of this machine while nothing is entered, and finds out whether it still has
// what it was sent; where it has not, this session is over.
func (s *Shipper) ask(ctx context.Context) error {
	if err := s.readKeys(); err != nil {
		return err
	}
	before := s.now()
	w, err := s.client.hello(ctx, s.greeting(before, true))
	if err != nil {
		s.session = ""
		return err
	}
	s.clock(before, w.Clock)
	s.wanted(w.Wanted)
	for stream, at := range s.pit {
		if w.Streams[stream] != at {
			s.session = ""
			return s.hello(ctx)
		}
	}
	return nil
}

// end makes the pit keep what this machine reported of itself, for whoever asks it next. It returns how far the pit says that the streams are.
func (s *Shipper) end(ctx context.Context) (map[string]At, error) {
	h := s.greeting(s.now(), true)
	h.Ends = true
	w, err := s.client.hello(ctx, h)
	return w.Streams, err
}

// readKeys reads which keys have sealed this record.
func (s *Shipper) readKeys() error {
	if own := s.store.Verifier(); !slices.Contains(s.keys, own) {
		s.keys = append(s.keys, own)
	}
	for e, err := range s.store.Entries(record.HouseStream, s.keysAt+1) {
		if err != nil {
			return err
		}
		switch f := e.Fact.(type) {
		case record.SealedBy:
			if !slices.Contains(s.keys, f.Key) {
				s.keys = append(s.keys, f.Key)
			}
		case record.TablesHeld:
			s.held = f.Tables
			s.ever = append(s.ever, f.Tables...)
		case record.PINSet:
			if !slices.Contains(s.staff, f.Number) {
				s.staff = append(s.staff, f.Number)
			}
		}
		s.keysAt = e.Seq
	}
	return nil
}

// clock notes by how much this machine's clock and the pit's differ.
func (s *Shipper) clock(before time.Time, pit int64) {
	after := s.now()
	apart := before.Add(after.Sub(before) / 2).Sub(time.UnixMilli(pit))
	s.spoken = after
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.Apart = apart
}

// list finds the streams of the record that are shipped, the house's first.
func (s *Shipper) list(ctx context.Context) error {
	house, err := s.store.Head(record.HouseStream) // which tables are played here may be another one since
	if err != nil || house == s.house && s.lately(s.listed, lookStreams) && s.listed.Before(s.now()) {
		return err
	}
	snap, err := s.store.Snapshot(ctx)
	if err != nil {
		return err
	}
	defer snap.Close()
	all, err := snap.Streams(ctx)
	if err != nil {
		return err
	}
	if err := s.readKeys(); err != nil {
		return err
	}
	receipts, err := Receipts(s.store)
	if err != nil {
		return err
	}
	s.streams = nil
	for _, name := range all {
		ships, err := s.ships(name, receipts)
		if err != nil {
			return err
		}
		if ships {
			s.streams = append(s.streams, name)
		}
	}
	for _, table := range s.held { // before its first entry too: it is shipped as soon as it is there
		if !slices.Contains(s.streams, table) {
			s.streams = append(s.streams, table)
		}
	}
	if i := slices.Index(s.streams, record.HouseStream); i > 0 {
		s.streams = slices.Insert(slices.Delete(s.streams, i, i+1), 0, record.HouseStream)
	}
	s.listed, s.house = s.now(), house
	return nil
}

// ship sends a page of a stream where there is something that the pit has not; more says that
// there is another one.
func (s *Shipper) ship(ctx context.Context, stream string) (sent int, more bool, err error) {
	head, err := s.store.Head(stream)
	if err != nil || head == "" || head == s.signed[stream] && !s.keysWait(stream) {
		return 0, false, err
	}
	a, tree, err := s.next(ctx, stream)
	if err != nil || a == nil {
		return 0, false, err
	}
	if err := s.send(ctx, a, &tree); err != nil {
		return 0, false, err
	}
	return len(a.Texts), a.Note == "", nil
}

// next returns the next piece of a stream, and its log with that; nil where it has nothing. It closes the
// snapshot before anything is sent: while one is open SQLite's own file beside the record grows.
func (s *Shipper) next(ctx context.Context, stream string) (*Append, seal.Tree, error) {
	snap, err := s.store.Snapshot(ctx)
	if err != nil {
		return nil, seal.Tree{}, err
	}
	defer snap.Close()
	stored, err := snap.Stored(ctx, stream)
	if err != nil || stored == nil {
		return nil, seal.Tree{}, err
	}
	a := &Append{Session: s.session, Stream: stream, From: s.pit[stream].Size, Own: stored.Size}
	if a.From > stored.Size { // the pit is to say so, with both sizes
		a.From = stored.Size
	}
	tree, err := s.treeAt(ctx, snap, stream, a.From)
	if err != nil {
		return nil, tree, err
	}
	if at := s.pit[stream]; at.Size == a.From && at.Size > 0 && at.Root != tree.Root() {
		s.untrue[stream] = at
	}
	if a.Texts, err = page(ctx, snap, stream, a.From); err != nil {
		return nil, tree, err
	}
	for _, text := range a.Texts {
		tree.Add(text)
	}
	if a.Keys, err = s.sealedKeys(stream, a.Texts); err != nil {
		return nil, tree, err
	}
	a.Root = tree.Root().String()
	if tree.Size() == stored.Size {
		a.Note = stored.Note
	}
	return a, tree, nil
}

// page returns the entries of a stream that are sent at once.
func page(ctx context.Context, snap record.Snapshot, stream string, from int64) ([][]byte, error) {
	texts, err := snap.Bytes(ctx, stream, from+1, pageEntries)
	bytes := 0
	for i, text := range texts {
		if bytes += len(text); bytes > pageBytes && i > 0 {
			return texts[:i], err
		}
	}
	return texts, err
}

// send sends a page, and takes the answer in: tree is the log with it.
func (s *Shipper) send(ctx context.Context, a *Append, tree *seal.Tree) error {
	s.number++
	before := s.now()
	a.Number, a.Clock, a.Apart = s.number, before.UnixMilli(), s.apart()
	body, err := a.Write()
	if err != nil {
		return err
	}
	var answer Appended
	if err := s.client.post(ctx, AppendPath, body, &answer); err != nil {
		return err
	}
	if answer.Size != tree.Size() || answer.Root != tree.Root() {
		return fmt.Errorf("the pit says that it has %d entries of %s, and was sent %d: or others", answer.Size, a.Stream, tree.Size())
	}
	s.clock(before, answer.Clock)
	if a.Stream == record.HouseStream {
		s.keyed = s.session
	}
	s.pit[a.Stream], s.trees[a.Stream] = answer.At, tree.Clone()
	s.refuse(a.Stream, nil)
	delete(s.waits, a.Stream)
	if a.Note == "" {
		return nil
	}
	if err := s.countersigned(answer.Note, a.Note); err != nil {
		return err
	}
	s.signed[a.Stream] = a.Note
	s.receipts[a.Stream] = receipt{answer.Note, tree.Clone()}
	return nil
}

// keepReceipts keeps the receipts that are due, all of them where nothing more comes.
func (s *Shipper) keepReceipts(all bool) {
	for stream, r := range s.receipts {
		if !all && s.lately(s.kept[stream], receiptsFor) {
			continue
		}
		if err := s.keepReceipt(stream, r.note, &r.tree); err != nil {
			s.failed(fmt.Errorf("keeping what the pit signed: %w", err))
			return
		}
		delete(s.receipts, stream)
		s.kept[stream] = s.now()
	}
}
