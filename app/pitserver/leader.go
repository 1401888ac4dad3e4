package pitserver

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"sabot/app/pitclient"
	"sabot/pit"
	"sabot/pit/seal"
	"sabot/storage"
	"sabot/storage/central"
)

// A leader is the one that writes: it alone knows how far each stream has come, and does one
// thing after the other. What many machines send at once it adds in one transaction.
type leader struct {
	server   *Server
	writer   central.Writing
	jobs     chan *job
	ended    chan struct{}
	since    time.Time // it writes
	machines map[string]*machine
	places   map[string]string            // machines by the tables that are theirs
	nobodys  map[place]int64              // sizes of streams whose machine the database has lost
	office   bool                         // the house has one
	restored bool                         // the database was, and the office has not shipped all that it has since
	fresh    map[place]int64              // sizes of streams of which readers have not been told
	read     time.Time                    // the machines were, last
	first    bool                         // a machine was heard that never was before, which is kept at once
	reread   map[string]int               // how often since then, by certificate, for a machine that asked for what it may not
	signed   map[place]storage.SignedHead // what this pit has countersigned, by its own memory
	apart    map[place]error              // streams that have another past in the database
	unborne  map[int32]string             // heads that are not countersigned, by stream: what the database has does not bear them out
	course   course                       // of the tables, as the office had shipped movesAt entries
	movesAt  int64
	judged   officeJudge
	word     atomic.Pointer[officeWord] // nil until the office has said something
	asks     asks
	serials  atomic.Pointer[map[string]string] // of the certificates that count, by machine; read by all
}

// A place is a machine's stream.
type place struct{ machine, stream string }

// A machine is the leader's knowledge of one machine.
type machine struct {
	central.Machine
	streams map[string]*stream
	talk
	heard       bool  // something that the database does not know yet
	allAt       int64 // and so this, of the office: when it last said that it has what is here, and no more; 0 for nothing
	own         map[int32]int64
	recordOwner *recordOwner              // of the head under its name, as it was asked last; nil where nobody has
	heads       map[string]central.HeadAt // of a house, at its group: the last of each stream of its machines
}

// A stream is the leader's knowledge of one stream.
type stream struct {
	central.Stream
	tree  seal.Tree
	wrong error      // why its log cannot be gone on with; nil where it can
	place *pit.Place // where it stands; nil where nobody has asked for it yet
	drift drifts
}

func (s *stream) at() pitclient.At { return pitclient.At{Size: s.tree.Size(), Root: s.tree.Root()} }

// A job is a request of a machine.
type job struct {
	client client
	own    func(context.Context, *leader) error // this pit's own; else one of the next three
	hello  *pitclient.Hello
	append *pitclient.Append // of which
	does   func(*leader, *machine) (any, *pitclient.Refusal)
	lacks  *pitclient.Refusal // of what it leaves out that came with a table; nil for nothing
	grown  []Grown            // what a house says in it to its group
	leaves []seal.Hash        // those are the hashes
	times  []int64            // and those the times of the entries
	steps  []step             // and that what they say of where they come
	place  *pit.Place         // where the stream stands behind them; nil before that was judged
	by     string             // the key that signed its head; "" for none
	answer any
	err    error
	done   chan struct{}
}

func (j *job) finish(answer any, err error) {
	j.answer, j.err = answer, err
	close(j.done)
}

// Times of a leader.
const (
	tick      = 100 * time.Millisecond // shortest time between two messages to readers
	aliveTick = time.Second            // time between two renewals of the right to write
	longest   = 10 * time.Second       // longest time of a transaction
	mostJobs  = 64                     // in one
	unrefused = time.Minute            // time without a refused write after which the pit is said to write: a machine that has something asks more often
)

func newLeader(ctx context.Context, s *Server, w central.Writing) (*leader, error) {
	l := &leader{server: s, writer: w, since: time.Now(), jobs: make(chan *job), ended: make(chan struct{}), fresh: map[place]int64{}, reread: map[string]int{}, signed: map[place]storage.SignedHead{}, apart: map[place]error{}, unborne: map[int32]string{}, asks: asks{}}
	if err := l.load(ctx); err != nil {
		return nil, err
	}
	heads, err := w.Heads(ctx)
	for _, h := range heads {
		if m := l.machines[h.Machine]; m != nil {
			m.heads[h.Stream] = h
		}
	}
	if err != nil {
		return nil, err
	}
	if err := l.remembers(ctx); err != nil {
		return nil, err
	}
	return l, l.wasRestored(ctx)
}

// load reads what the database has.
func (l *leader) load(ctx context.Context) error {
	streams, machines, err := l.writer.State(ctx)
	if err != nil {
		return err
	}
	was := l.machines
	l.office = false
	l.machines, l.places, l.read = map[string]*machine{}, map[string]string{}, time.Now()
	serials := map[string]string{}
	for _, m := range machines {
		known := &machine{Machine: m, streams: map[string]*stream{}, own: map[int32]int64{}, heads: map[string]central.HeadAt{}}
		if old := was[m.Name]; old != nil {
			known.heads = old.heads
		}
		if old := was[m.Name]; old != nil && old.Serial == m.Serial {
			known.talk, known.heard, known.own, known.allAt = old.talk, old.heard, old.own, old.allAt
			if old.heard { // later than what the database has
				known.Heard, known.Apart, known.Program = old.Heard, old.Apart, old.Program
			}
		}
		l.machines[m.Name], serials[m.Name] = known, m.Serial
		l.office = l.office || m.Voucher != ""
		for _, table := range m.Tables {
			l.places[table] = m.Name
		}
	}
	l.serials.Store(&serials)
	if err := l.goesByRecords(ctx, streams); err != nil {
		return err
	}
	l.nobodys = map[place]int64{}
	for _, s := range streams {
		known := l.machines[s.Machine]
		if known == nil { // somebody else wrote into the database: the others ship on
			l.nobodys[place{s.Machine, s.Name}] = s.Size
			l.server.rare.printf("nobodys"+s.Machine, "the database has no row of the machine %s, which cannot ship: see pit status", s.Machine)
			continue
		}
		if known.streams[s.Name], err = l.known(ctx, s, was[s.Machine]); err != nil {
			return err
		}
	}
	return nil
}

func (l *leader) streams() (n int) {
	for _, m := range l.machines {
		n += len(m.streams)
	}
	return n
}

// run does jobs until ctx ends or the database does not take what is written.
func (l *leader) run(ctx context.Context) (err error) {
	defer close(l.ended)
	ticks, alive := time.NewTicker(tick), time.NewTicker(aliveTick)
	defer ticks.Stop()
	defer alive.Stop()
	for err == nil {
		select {
		case <-ctx.Done():
			return nil
		case j := <-l.jobs:
			err = l.do(ctx, l.more(j))
		case <-ticks.C:
			err = l.tell(ctx)
		case <-alive.C:
			err = l.keep(ctx)
		}
	}
	l.server.refuses = l.server.refuses || central.IsFull(err) || errors.Is(err, errMemory)
	return err
}

// more returns j and the jobs that wait by now.
func (l *leader) more(j *job) []*job {
	list := []*job{j}
	for len(list) < mostJobs {
		select {
		case j := <-l.jobs:
			list = append(list, j)
		default:
			return list
		}
	}
	return list
}

// A pending is the outcome of a job, judged and not yet written.
type pending struct {
	job    *job
	stream *stream
	tree   seal.Tree
	piece  central.Piece
	note   string // countersigned
	place  *pit.Place

	refused *pitclient.Refusal // of what was sent beside that; nil where all is added
	moves   bool               // tables, by a manager's word
}

// do does jobs; the error is of a database after which this leader knows nothing any more.
func (l *leader) do(ctx context.Context, jobs []*job) (err error) {
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	if err = l.know(ctx, jobs); err != nil {
		for _, j := range jobs {
			j.finish(nil, unsure(err))
		}
		return err
	}
	var list []pending
	touched := map[*stream]bool{}
	for _, j := range jobs {
		if err != nil {
			j.finish(nil, unsure(err))
			continue
		}
		if j.own != nil {
			err = j.own(ctx, l)
			j.finish(nil, err)
			continue
		}
		p, answer, refused := l.judge(ctx, j, touched)
		if err = l.hearsOfAll(ctx, j); err == nil && j.hello != nil && j.hello.Ends {
			err = l.keepHeard(ctx)
		}
		if err != nil {
			j.finish(nil, unsure(err))
			continue
		}
		switch {
		case refused != nil:
			err = l.refuse(ctx, j, refused)
			j.finish(nil, refused)
		case p == nil:
			j.finish(answer, nil)
		default:
			list = append(list, *p)
			touched[p.stream] = true
		}
	}
	if err != nil {
		for _, p := range list {
			p.job.finish(nil, unsure(err))
		}
		return err
	}
	if err := l.add(ctx, list); err != nil || !l.first {
		return err
	}
	return l.keepHeard(ctx)
}

// add writes the judged pieces and answers the machines. Where the database refuses one piece for what is in it, the
// others are written without it. The error is that of do.
func (l *leader) add(ctx context.Context, list []pending) error {
	err := l.followMoves(ctx, list)
	if err == nil {
		err = l.write(ctx, list)
	}
	if central.IsData(err) && len(list) > 1 {
		for i := range list {
			if err := l.add(ctx, list[i:i+1]); err != nil {
				for _, p := range list[i+1:] {
					p.job.finish(nil, unsure(err))
				}
				return err
			}
		}
		return nil
	}
	if err == nil {
		err = l.keepSigned(ctx, list)
	}
	if err == nil {
		err = l.movesAdded(ctx, list)
	}
	if err == nil && l.server.refuses && slices.ContainsFunc(list, func(p pending) bool { return len(p.piece.Texts) > 0 }) { // all else a full disk may take
		l.server.writes(l)
	}
	for _, p := range list {
		switch {
		case central.IsData(err):
			l.server.Log.Printf("%s: the database does not take what it sends of %s: %v", p.job.client.Name, p.stream.Name, err)
			p.job.finish(nil, pitclient.Refuse(pitclient.NotWriting, "the pit's database does not take that of %s: %s", p.stream.Name, central.Words(err)))
		case errors.Is(err, errMemory):
			l.server.rare.printf("memory", "%v", err)
			p.job.finish(nil, unsure(err))
		case err != nil:
			l.server.rare.printf(central.Words(err), "%s: the database does not take what it sends of %s: %v", p.job.client.Name, p.stream.Name, err)
			p.job.finish(nil, unsure(err))
		case p.refused != nil:
			p.job.finish(nil, p.refused)
			err = l.refuse(ctx, p.job, p.refused)
		default:
			l.officeShips(l.machines[p.stream.Machine], p.job.append, nil)
			p.job.finish(pitclient.Appended{At: p.stream.at(), Note: p.note, Clock: l.server.Now().UnixMilli()}, nil)
		}
	}
	if central.IsData(err) {
		return nil
	}
	return err
}

// know reads the machines anew where one asks that is not known, or with another certificate, or for a table that
// is not its own, or sends keys of the house and is not its office. It may have been enrolled since, and the table
// moved.
func (l *leader) know(ctx context.Context, jobs []*job) error {
	for _, j := range jobs {
		m, a := l.machines[j.client.Name], j.append
		if j.own == nil && (m == nil || m.Serial != j.client.serial || a != nil && (!l.mayShip(m, j.client, a.Stream) || len(a.Keys) > 0 && m.Voucher == "")) {
			const most = 4        // reads for one certificate until all is read anew: what it may not is no work for the others
			by := j.client.serial // one of before asks on, and costs a new one nothing
			if l.reread[by]++; l.reread[by] > most {
				continue
			}
			return l.loadPlaces(ctx)
		}
	}
	return nil
}

// unsure returns the answer to a machine where nobody knows what was written: the machine asks again.
func unsure(err error) *pitclient.Refusal {
	if errors.Is(err, errMemory) {
		return pitclient.Refuse(pitclient.NotWriting, "%v", errMemory)
	}
	return pitclient.Refuse(pitclient.NotWriting, "the pit's database does not take it: %s", central.Words(err))
}

// failed returns the answer that the database failed, and logs why.
func (l *leader) failed(m *machine, err error) *pitclient.Refusal {
	l.server.rare.printf(m.Name+central.Words(err), "%s: %v", m.Name, err)
	return unsure(err)
}

// write adds what was judged, in one transaction.
func (l *leader) write(ctx context.Context, list []pending) error {
	var pieces []central.Piece
	for _, p := range list {
		if len(p.piece.Texts) > 0 || len(p.piece.Keys) > 0 || p.note != "" && (p.stream.Signed < p.tree.Size() || p.stream.Note != p.note) {
			pieces = append(pieces, p.piece)
		}
	}
	if len(pieces) > 0 {
		if err := l.writer.Append(ctx, pieces, l.server.Now().UnixMilli()); err != nil {
			return err
		}
	}
	for _, p := range list {
		p.stream.tree, p.stream.Size, p.stream.place = p.tree, p.tree.Size(), p.place
		if p.note != "" {
			p.stream.Signed, p.stream.Note = p.tree.Size(), p.note
		}
		if len(p.piece.Texts) > 0 {
			for _, h := range p.piece.Heads {
				l.machines[h.Machine].heads[h.Stream] = h
			}
			l.fresh[place{p.stream.Machine, p.stream.Name}] = p.stream.Size
		}
	}
	return nil
}

// refuse keeps a refusal that somebody has to look at.
func (l *leader) refuse(ctx context.Context, j *job, r *pitclient.Refusal) error {
	if !r.Why.Flagged() {
		return nil
	}
	l.server.rare.printf(j.client.Name+r.Stream+string(r.Why), "%s: refused: %s", j.client.Name, r.Says)
	kept := central.Refusal{Machine: j.client.Name, Stream: r.Stream, Why: string(r.Why), Says: r.Says, Last: l.server.Now().UnixMilli()}
	if r.Pit != nil {
		kept.Ours = r.Pit.Size
	}
	if r.Yours != nil {
		kept.Theirs = r.Yours.Size
	}
	err := l.writer.Refuse(ctx, kept)
	if central.IsData(err) {
		l.server.Log.Printf("%s: a refusal is not kept: %v", j.client.Name, err)
		return nil
	}
	return err
}

// tell sends the news to the readers: those who listen here, and those of the database.
func (l *leader) tell(ctx context.Context) error {
	if len(l.fresh) == 0 {
		return nil
	}
	l.server.told.tell(l.fresh)
	l.fresh = map[place]int64{}
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	return l.writer.Notify(ctx)
}

// keep renews the right to write and keeps the reports of the machines. Now and then it reads the list of machines.
func (l *leader) keep(ctx context.Context) error {
	const often = 2 * time.Second
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	if err := l.keepHeard(ctx); err != nil {
		return err
	}
	if l.server.refuses && time.Since(l.since) > unrefused {
		l.server.writes(l)
	}
	l.readsOfficeAhead(ctx)
	if err := l.writer.Alive(ctx); err != nil || time.Since(l.read) <= often {
		return err
	}
	clear(l.reread)
	return l.loadPlaces(ctx)
}

// loadPlaces reads what the database has, and follows what managers have signed that it lacks. Error: of a database that does not answer.
func (l *leader) loadPlaces(ctx context.Context) error {
	if err := l.load(ctx); err != nil {
		return err
	}
	return l.keepMoves(ctx)
}

// hello handles the first message of a machine.
func (s *Server) hello(r *http.Request, c client) (any, error) {
	const most = 4 << 10 // bytes
	var h pitclient.Hello
	if err := json.NewDecoder(io.LimitReader(r.Body, most)).Decode(&h); err != nil {
		return nil, pitclient.Refuse(pitclient.Malformed, "it says hello in no way that is known: %v", err)
	}
	if refused := h.Check(); refused != nil {
		return nil, refused
	}
	return s.leads(r.Context(), &job{client: c, hello: &h})
}

// isEnrolled refuses a machine whose certificate is not the one that it was given last.
func (s *Server) isEnrolled(ctx context.Context, c client) error {
	if l := s.leader.Load(); l != nil && (*l.serials.Load())[c.Name] == c.serial {
		return nil
	}
	_, err := s.leads(ctx, &job{client: c, does: func(*leader, *machine) (any, *pitclient.Refusal) { return nil, nil }})
	return err
}

// append handles a piece of a stream that a machine sends.
func (s *Server) append(w http.ResponseWriter, r *http.Request, c client) (any, error) {
	if err := s.isEnrolled(r.Context(), c); err != nil { // before it sends much
		return nil, err
	}
	a, done, err := s.intake.read(w, r, c.Name)
	if err != nil {
		return nil, err
	}
	defer done()
	j := &job{client: c, append: a}
	if err := j.read(s.Houses); err != nil {
		return nil, err
	}
	if _, _, whole := pitclient.CutMachine(a.Stream); s.Houses && !whole {
		if err := j.readGrown(); err != nil {
			return nil, err
		}
	}
	if j.lacks, err = s.tookAll(r.Context(), c, a); err != nil {
		return nil, err
	}
	return s.leads(r.Context(), j)
}
