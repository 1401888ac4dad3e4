package pitserver

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sabot/app/pitclient"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// A talk is a session of a machine with the leader.
type talk struct {
	instance string // of the program that ships
	name     string
	number   int64              // of the last request
	keys     []string           // verifiers of those that it says are its own
	read     *ownKeys           // of its own stream, where that takes long; nil where it does not
	proven   map[string]bool    // keys of which the machine has shown that they are its own
	replaced map[string]bool    // instances that another one took the place of
	second   map[string]bool    // instances that ship beside the one that was there first
	copied   *pitclient.Refusal // of its house as a fork or an older one, in this session: what it has of tables may be no table's; nil where it holds
}

// read takes entries apart and hashes them. What this Sabot cannot read waits, with its stream, until the pit has a
// newer one. Nobody here could make anything of the tables that have it. A group makes nothing of a house's tables.
func (j *job) read(toGroup bool) error {
	a := j.append
	oldest, newest := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
	_, stream, _ := pitclient.CutMachine(a.Stream)
	for i, text := range a.Texts {
		seq := a.From + int64(i) + 1
		if most := pitclient.MostOf(text); !toGroup && len(text) > most { // the first that a house says of a table has the shifts of a year
			return pitclient.Refuse(pitclient.Malformed, "entry %d of %s has %d bytes, and Sabot writes none such of more than %d", seq, a.Stream, len(text), most)
		}
		e, err := record.DecodeHead(text)
		switch {
		case errors.Is(err, record.ErrNewerRecord):
			return j.isNewer(err)
		case err != nil:
			return pitclient.Refuse(pitclient.Malformed, "entry %d of %s: %v", seq, a.Stream, err)
		case e.Table != stream || e.Seq != seq:
			return pitclient.Refuse(pitclient.Malformed, "in the place of entry %d of %s there is entry %d of %s", seq, a.Stream, e.Seq, e.Table)
		case e.At.Before(oldest) || !e.At.Before(newest):
			return pitclient.Refuse(pitclient.Malformed, "entry %d of %s says that it is of %s: the clock of the machine is wrong", seq, a.Stream, e.At.Format(time.DateOnly))
		}
		if !toGroup {
			switch read, err := record.Decode(text); {
			case errors.Is(err, record.ErrNewerRecord):
				return j.isNewer(err)
			case err != nil:
				refused := pitclient.Refuse(pitclient.Malformed, "%v", err)
				refused.Stream = a.Stream
				return refused
			default:
				exact := bytes.Equal(record.Encode(read), text)
				wrong := record.BadAmount(read.Fact)
				read.By, read.Fact = "", factOfPlace(read.Fact)
				j.steps = append(j.steps, step{read, exact, wrong})
			}
		}
		j.leaves = append(j.leaves, seal.Leaf(text))
		j.times = append(j.times, e.At.UnixMilli())
	}
	return nil
}

// isNewer returns the refusal of what a newer Sabot wrote.
func (j *job) isNewer(err error) error {
	refused := pitclient.Refuse(pitclient.OtherVersion, "the pit has an older Sabot than %s was written with, and takes no more of it until it has a newer one: %v", j.append.Stream, err)
	refused.Stream = j.append.Stream
	return refused
}

// judge returns the outcome of a job: something to be written, an answer, or a refusal.
func (l *leader) judge(ctx context.Context, j *job, touched map[*stream]bool) (*pending, any, *pitclient.Refusal) {
	m, refused := l.enrolled(j.client)
	if refused != nil {
		return nil, nil, refused
	}
	l.goesByMemory(m)
	if j.hello != nil {
		answer, refused := l.welcome(ctx, m, j)
		l.officeGreets(m, j.hello, refused)
		return nil, answer, refused
	}
	if j.does != nil {
		answer, refused := j.does(l, m)
		return nil, answer, refused
	}
	p, refused := l.follows(ctx, m, j, touched)
	if refused != nil {
		l.officeShips(m, j.append, refused)
	}
	return p, nil, refused
}

// enrolled returns the machine that asks. Its certificate must be the last that it was given.
func (l *leader) enrolled(c client) (*machine, *pitclient.Refusal) {
	m := l.machines[c.Name]
	switch {
	case m == nil:
		return nil, l.server.otherCertificate(c, nil, l.officeName())
	case m.Serial != c.serial:
		return nil, l.server.otherCertificate(c, &m.Machine, l.officeName())
	}
	return m, nil
}

// otherCertificate returns the refusal of a certificate that is not the one of a machine's row, which is nil where there is none. A newer one than that of
// the row was given after the backup of a database that was put back.
func (s *Server) otherCertificate(c client, row *central.Machine, office string) *pitclient.Refusal {
	refuse := func(format string, args ...any) *pitclient.Refusal {
		return pitclient.Refuse(pitclient.NotEnrolled, format, args...)
	}
	enroll := fmt.Sprintf("nroll %s once more with sabotctl pit enroll, run sabotctl pit join there, then ship", c.Name)
	if s.Houses {
		enroll = "nroll it once more with sabotctl group enroll, run sabotctl group join --pit there, and start its pit anew"
	}
	switch {
	case row == nil:
		return refuse("the machine %s is not enrolled in this pit: it never was, was taken out, or the database is of before that. E%s", c.Name, enroll)
	case c.issued.UnixMilli() <= row.Enrolled:
		return refuse("the machine %s was given another certificate since, at %s: this one, of %s, counts no more. Have it join with that one, or e%s",
			c.Name, dated(time.UnixMilli(row.Enrolled)), dated(c.issued), enroll)
	}
	says := fmt.Sprintf("the pit's database has an older certificate of %s than this one, as one that was put back has. ", c.Name)
	if !s.Houses && office != "" && office != c.Name {
		says += fmt.Sprintf("First see that %s ships. ", office)
	}
	return refuse("%sE%s", says, enroll)
}

// dated returns a moment in words.
func dated(at time.Time) string { return at.UTC().Format("2006-01-02 15:04 UTC") }

// hears notes a machine's report on itself. The machine measures its clock's lead itself, by an answer's way and
// back: a request may have hung in the network.
func (l *leader) hears(m *machine, c client, clock int64, apart *int64) {
	now := l.server.Now().UnixMilli()
	if apart == nil {
		early := clock - now
		apart = &early
	}
	l.first = l.first || m.Heard == 0
	m.Heard, m.Apart, m.Program, m.heard = now, *apart, c.program, true
}

// welcome begins a session. Of two programs that take each other's place the one that was there
// first goes on.
func (l *leader) welcome(ctx context.Context, m *machine, j *job) (any, *pitclient.Refusal) {
	h := j.hello
	w := pitclient.Welcome{House: l.server.House, Wanted: m.Wanted, Clock: l.server.Now().UnixMilli(), Witness: l.server.verifier, Streams: map[string]pitclient.At{}}
	for name, s := range m.streams {
		w.Streams[name] = s.at()
	}
	if !h.Asks || len(h.Verifiers) > 0 { // a command that asks plays no table; a program that has nothing to ship names its keys
		l.hears(m, j.client, h.Clock, h.Apart)
	}
	if h.Asks {
		if l.server.Houses {
			return w, nil
		}
		w.Had, w.Heads = l.had(m), m.countersigned(l.server.verifier)
		var err error
		if w.Of, err = l.recordOf(ctx, m, h.Verifiers); err != nil {
			return nil, l.failed(m, err)
		}
		if w.Another, err = l.another(ctx, m.Name); err == nil && len(h.Verifiers) == 0 {
			w.Went, err = l.went(ctx, m, j.client)
		}
		if err != nil {
			return nil, l.failed(m, err)
		}
		return w, nil
	}
	if m.second[h.Instance] {
		return nil, twice(m.Name)
	}
	if h.Instance != m.instance {
		if m.replaced == nil {
			m.replaced, m.second = map[string]bool{}, map[string]bool{}
		}
		if m.replaced[h.Instance] {
			m.second[m.instance] = true
			delete(m.replaced, h.Instance)
		} else if m.instance != "" {
			m.replaced[m.instance] = true
		}
	}
	m.instance, m.name, m.number, m.keys, m.copied = h.Instance, rand.Text(), 0, h.Verifiers, nil
	w.Session = m.name
	return w, nil
}

// countersigned returns the heads of a machine's streams that the pit has countersigned.
func (m *machine) countersigned(witness string) map[string]string {
	heads := map[string]string{}
	for name, s := range m.streams {
		if s.Note != "" && headHolds(s.Stream, nil, witness) == nil {
			heads[name] = s.Note
		}
	}
	return heads
}

// went returns how tables of which the pit has entries of a machine went elsewhere, as managers signed; nothing while nobody knows where tables are. Error: of a
// database that does not answer.
func (l *leader) went(ctx context.Context, m *machine, c client) (map[string]pitclient.Went, error) {
	if l.restored {
		return nil, nil
	}
	list := map[string]pitclient.Went{}
	for name := range m.streams {
		if l.mayShip(m, c, name) {
			continue
		}
		says, err := l.unsigned(ctx, name)
		if err != nil {
			return nil, err
		}
		moved, is, err := l.writer.Moved(ctx, name, m.Name)
		if err != nil {
			return nil, err
		}
		if is && says == "" {
			list[name] = pitclient.Went{To: moved.To, Size: moved.Size}
		}
	}
	return list, nil
}

func twice(name string) *pitclient.Refusal {
	return pitclient.Refuse(pitclient.Cloned, "two programs ship as the machine %s, and another one was there first: one of the two is a copy", name)
}

// refuses returns a function that makes a refusal of a piece of a machine's stream.
func refuses(a *pitclient.Append) func(why pitclient.Why, pit *pitclient.At, format string, args ...any) (*pending, *pitclient.Refusal) {
	return func(why pitclient.Why, pit *pitclient.At, format string, args ...any) (*pending, *pitclient.Refusal) {
		r := pitclient.Refuse(why, format, args...)
		r.Stream, r.Pit, r.Yours = a.Stream, pit, &pitclient.At{Size: a.Own}
		return nil, r
	}
}

// follows judges a piece of a machine's stream.
func (l *leader) follows(ctx context.Context, m *machine, j *job, touched map[*stream]bool) (*pending, *pitclient.Refusal) {
	a := j.append
	refuse := refuses(a)
	switch {
	case m.name == "" || a.Session != m.name:
		return refuse(pitclient.OtherSession, nil, "that is no session of now")
	case a.Number <= m.number:
		return refuse(pitclient.Replayed, nil, "request %d of %s was made before: the last one was %d", a.Number, m.Name, m.number)
	}
	m.number = a.Number
	l.hears(m, j.client, a.Clock, a.Apart)
	if len(a.Keys) > 0 && (a.Stream != record.HouseStream || m.Voucher == "") {
		return refuse(pitclient.NotItsTable, nil, "%s sends keys of the house, and its office is another machine", m.Name)
	}
	if l.restored && a.Stream != record.HouseStream {
		return nil, l.waits(ctx, m, j)
	}
	if m.copied != nil && a.Stream != record.HouseStream {
		return nil, m.copied
	}
	if !l.mayShip(m, j.client, a.Stream) {
		if says, err := l.unsigned(ctx, a.Stream); err != nil || says != "" && l.hasHad(m, j.client, a.Stream) {
			return nil, l.notSigned(m, a, says, err)
		}
		if moved, is, err := l.writer.Moved(ctx, a.Stream, m.Name); err == nil && is {
			return l.handsOver(ctx, m, j, moved, touched)
		}
		return refuse(pitclient.NotItsTable, nil, "%s may not ship %s: %s", m.Name, a.Stream, l.whose(m, a.Stream))
	}
	p, refused := l.adds(ctx, m, j, touched)
	if a.Stream == record.HouseStream && (refused == nil || refused.Why.Copied()) {
		m.copied = refused
	}
	return p, refused
}

// adds judges a piece of a stream that the machine may send.
func (l *leader) adds(ctx context.Context, m *machine, j *job, touched map[*stream]bool) (*pending, *pitclient.Refusal) {
	a := j.append
	refuse := refuses(a)
	s, err := l.stream(ctx, m, a.Stream)
	if err != nil {
		return nil, l.failed(m, err)
	}
	m.own[s.ID] = a.Own
	whose, err := l.recordOf(ctx, m, m.keys)
	if err != nil {
		return nil, l.failed(m, err)
	}
	if whose != "" {
		return refuse(pitclient.NotWriting, nil, "the pit's database has the record of %s under the name of %s, so the pit takes nothing of %s. What is entered there stays there, and arrives once that is taken away: see sabotctl pit status at the pit", whose, m.Name, m.Name)
	}
	if other := l.ofAnother(m); other != nil {
		return refuse(pitclient.OtherKey, nil, "the pit has %s of %s, signed by none of the keys of this record: enroll an empty data directory under another name", other.Name, m.Name)
	}
	if s.wrong != nil {
		return refuse(pitclient.NotWriting, nil, "what the pit has of %s of %s is damaged: %v", a.Stream, m.Name, s.wrong)
	}
	pit := s.at()
	if touched[s] {
		return refuse(pitclient.NotNext, &pit, "%s is being added to", a.Stream)
	}
	if a.From != pit.Size {
		if a.Own < pit.Size && a.Own >= s.Signed {
			return refuse(pitclient.Behind, &pit, "%s of %s has %d entries, and the pit %d, the last %d of them without a head: its record is an older one, or somebody wrote into the pit's database", a.Stream, m.Name, a.Own, pit.Size, pit.Size-s.Signed)
		}
		if a.Own < pit.Size {
			return refuse(pitclient.Behind, &pit, "%s of %s has %d entries, and the pit was sent %d before: its record is an older one", a.Stream, m.Name, a.Own, pit.Size)
		}
		return refuse(pitclient.NotNext, &pit, "the pit has %d entries of %s, not %d", pit.Size, a.Stream, a.From)
	}
	tree := s.tree.Clone()
	for _, leaf := range j.leaves {
		tree.AddLeaf(leaf)
	}
	if head := seal.HeadOf(a.Stream, &tree); head.Root.String() != a.Root {
		return refuse(pitclient.Forked, &pit, "%s of %s, %d entries, is not the one of which the pit was sent %d: they have not the same past", a.Stream, m.Name, a.Own, pit.Size)
	}
	var heads []central.HeadAt
	note := ""
	refused := l.contradicts(m, j, s)
	if refused == nil {
		refused = l.goesOn(ctx, m, j, s)
	}
	if refused == nil {
		refused = j.lacks
	}
	if refused == nil {
		refused = l.placesFollow(ctx, m, j, s)
	}
	if refused == nil {
		refused = l.judgesOffice(ctx, m, j, s)
	}
	if refused == nil {
		heads, refused = m.headsIn(j)
	}
	if refused == nil {
		note, refused = l.sign(ctx, m, j, &tree)
	}
	if refused != nil {
		refused.Stream, refused.Pit, refused.Yours = a.Stream, &pit, &pitclient.At{Size: a.Own}
		return nil, refused
	}
	piece := central.Piece{Stream: s.ID, From: pit.Size, Times: j.times, Texts: a.Texts, Edge: tree.Edge(), Note: note, Heads: heads}
	for _, k := range a.Keys {
		piece.Keys = append(piece.Keys, record.Secret{Number: k.Number, Sealed: k.Sealed})
	}
	return &pending{job: j, stream: s, tree: tree, piece: piece, note: note, place: s.placeBehind(j)}, nil
}

// mayShip reports whether a machine ships a stream: its house, and its tables. In a house with an office a
// table moves without another certificate.
func (l *leader) mayShip(m *machine, c client, stream string) bool {
	switch {
	case l.server.Houses:
		return l.mayShipHere(m, c, stream)
	case stream == record.HouseStream:
		return true
	}
	return l.places[stream] == m.Name && (l.office || slices.Contains(c.Tables, stream))
}

// whose returns the reason why a machine may not ship a table: another machine has it, or the machine's certificate
// lacks it.
func (l *leader) whose(m *machine, table string) string {
	if _, _, whole := pitclient.CutMachine(table); whole {
		return "nobody here asks for it"
	}
	if machine := l.places[table]; machine == m.Name {
		return "it is a table of this machine by the pit's database, and by its certificate it is not. Enroll the machine with it; where the house has an office, see sabotctl pit status, which says of none"
	} else if machine != "" {
		return fmt.Sprintf("it is a table of the machine %s", machine)
	}
	return "it is a table of no machine here"
}

// stream returns a machine's stream, and makes it where there is none.
func (l *leader) stream(ctx context.Context, m *machine, name string) (*stream, error) {
	if s := m.streams[name]; s != nil {
		return s, nil
	}
	made, err := l.writer.Begin(ctx, m.Name, name)
	if err != nil {
		return nil, err
	}
	if s, err := l.known(ctx, made, nil); err == nil {
		m.streams[name] = s
	}
	return m.streams[name], err
}

// mostKeys is the largest number of keys that a machine may have signed with: each restore adds one.
const mostKeys = 16

// ofAnother returns a stream that another record shipped under the name of a machine that was enrolled anew and has
// not shipped since. It returns nil where the keys of this one hold all that this pit has countersigned. Once they
// counted, nobody could read what is there.
func (l *leader) ofAnother(m *machine) *stream {
	if l.server.Houses || m.Verifier != "" {
		return nil
	}
	for _, s := range m.streams {
		if s.Name != record.HouseStream && l.isAnothers(m, s) { // it is named
			continue
		}
		if s.Note != "" && headHolds(s.Stream, nil, l.server.verifier) == nil && headHolds(s.Stream, m.signers(), "") != nil {
			return s
		}
	}
	return nil
}

// sign countersigns a head that the machine signed with one of the keys that it had when it shipped
// first since it was enrolled; "" where it sent none.
func (l *leader) sign(ctx context.Context, m *machine, j *job, tree *seal.Tree) (string, *pitclient.Refusal) {
	a := j.append
	if _, _, whole := pitclient.CutMachine(a.Stream); whole {
		refused := m.whole(a, tree)
		if refused != nil || a.Note == "" {
			return "", refused
		}
		return l.cosign(m, a)
	}
	if a.Note == "" {
		return "", nil
	}
	keys := m.signers()
	head, by, err := seal.Open(a.Note, keys...)
	switch {
	case errors.Is(err, seal.ErrNotSigned):
		return "", pitclient.Refuse(pitclient.OtherKey, "the head of %s is signed by no key of %s: where its record was restored under another key, enroll it anew", a.Stream, m.Name)
	case err != nil:
		return "", pitclient.Refuse(pitclient.Malformed, "the head of %s is not that of what was sent: %v", a.Stream, err)
	case head != seal.HeadOf(a.Stream, tree):
		return "", pitclient.Refuse(pitclient.Malformed, "the head of %s is not that of what was sent: it is one of %s with %d entries", a.Stream, head.Stream, head.Size)
	}
	if refused := l.proves(ctx, m, j, by); refused != nil {
		return "", refused
	}
	j.by = by
	if m.Verifier == "" {
		if refused := l.copyRefused(ctx, m, j, keys); refused != nil {
			return "", refused
		}
		pinned := strings.Join(keys, " ")
		if err := l.writer.Pin(ctx, m.Name, pinned); err != nil {
			return "", l.failed(m, err)
		}
		m.Verifier = pinned
	}
	return l.cosign(m, a)
}

// cosign countersigns the head that a machine sends of a stream: without a time, which machines of Sabot 0.9 read, and with it. A head
// that this pit has countersigned before stays as it was.
func (l *leader) cosign(m *machine, a *pitclient.Append) (string, *pitclient.Refusal) {
	if s := m.streams[a.Stream]; s != nil && strings.HasPrefix(s.Note, a.Note) {
		if _, by, err := seal.Split(s.Note, l.server.verifier); err == nil && len(by) > 0 {
			return s.Note, nil
		}
	}
	note, err := seal.Countersign(a.Note, l.server.Witness)
	if err == nil {
		note, err = seal.Cosign(note, l.server.Witness, l.server.Now())
	}
	if err != nil {
		return "", pitclient.Refuse(pitclient.Malformed, "%v", err)
	}
	return note, nil
}
