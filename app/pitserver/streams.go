package pitserver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sabot/app/pitclient"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
	"sabot/storage/central"
)

// known returns a stream as far as it can be gone on with. A stream that the database has damaged is kept with the reason, and
// takes no entries: the others go on. Was is the machine as this leader knew it; nil for none. Error: of a database that
// does not answer.
func (l *leader) known(ctx context.Context, s central.Stream, was *machine) (*stream, error) {
	var old *stream
	if was != nil {
		old = was.streams[s.Name]
	}
	if known := l.forged(s, old); known != nil {
		return known, nil
	}
	tree, wrong := treeOf(s)
	if wrong == nil {
		known := &stream{Stream: s, tree: tree}
		if old != nil && old.wrong == nil && old.at() == known.at() {
			known.place, known.drift = old.place, old.drift
		}
		return known, nil
	}
	if old != nil && old.Size == s.Size && (old.wrong != nil || old.tree.Size() == s.Size) {
		return &stream{Stream: s, tree: old.tree, wrong: old.wrong}, nil
	}
	tree, again, err := remake(ctx, l.writer, s)
	switch {
	case err != nil:
		return nil, err
	case again != nil:
		l.server.Log.Printf("%s: %s is damaged in the database, and takes no entries: %v", s.Machine, s.Name, again)
		return &stream{Stream: s, wrong: again}, nil
	}
	l.server.Log.Printf("%s: the log of %s was made again of its %d entries: %v", s.Machine, s.Name, s.Size, wrong)
	return &stream{Stream: s, tree: tree}, nil
}

// forged returns a stream whose head in the database is not its machine's, which takes no entries; nil for any other. Old is
// the stream as this leader knew it, nil for none.
func (l *leader) forged(s central.Stream, old *stream) *stream {
	m := l.machines[s.Machine]
	if l.server.Houses || s.Machine == central.Member || m == nil || old != nil && old.Note == s.Note && old.wrong == nil {
		return nil
	}
	wrong := headHolds(s, strings.Fields(m.Verifier), "")
	if wrong == nil {
		return nil
	}
	if old == nil || old.wrong == nil {
		l.server.Log.Printf("%s: %s takes no entries: %v: somebody else wrote into the database, or another record ships under that name", s.Machine, s.Name, wrong)
	}
	return &stream{Stream: s, wrong: wrong}
}

// treeOf returns the log of a stream by its edge, held against its last head where that stands for all of it.
func treeOf(s central.Stream) (seal.Tree, error) {
	tree, err := seal.ReadTree(s.Size, s.Edge)
	if err != nil || s.Note == "" || s.Signed != s.Size {
		return tree, err
	}
	head, err := seal.ReadHead(s.Note)
	if err == nil && head.Root != tree.Root() {
		err = errors.New("the edge of its log is not that of its last head")
	}
	return tree, err
}

// An entriesReader is a reader of the bytes of a stream's entries.
type entriesReader interface {
	Entries(ctx context.Context, stream int32, from int64, most int) ([][]byte, error)
}

// remake makes a stream's log again of its entries, and holds it against the last head. Wrong is why they are not those of
// that head; err is of a database that does not answer.
func remake(ctx context.Context, q entriesReader, s central.Stream) (tree seal.Tree, wrong, err error) {
	head, wrong := seal.ReadHead(s.Note)
	if s.Note == "" {
		wrong = nil
	}
	for wrong == nil && tree.Size() < s.Size {
		texts, err := q.Entries(ctx, s.ID, tree.Size()+1, int(min(pitclient.MostEntries, s.Size-tree.Size())))
		if errors.Is(err, central.ErrMissing) {
			return tree, err, nil
		}
		if err != nil {
			return tree, nil, err
		}
		if len(texts) == 0 {
			return tree, fmt.Errorf("entry %d is missing", tree.Size()+1), nil
		}
		for _, text := range texts {
			if tree.Add(text); s.Note != "" && tree.Size() == s.Signed && tree.Root() != head.Root {
				return tree, fmt.Errorf("its first %d entries are not those of its last head", s.Signed), nil
			}
		}
	}
	return tree, wrong, nil
}

// keepHeard keeps what was heard of all machines since it was kept last.
func (l *leader) keepHeard(ctx context.Context) error {
	var list []central.Heard
	for _, m := range l.machines {
		if m.heard {
			list = append(list, central.Heard{Machine: m.Name, At: m.Heard, Apart: m.Apart, Program: m.Program, Own: m.own, Whole: m.allAt})
			m.heard, m.own, m.allAt = false, map[int32]int64{}, 0
		}
	}
	l.first = false
	if len(list) == 0 {
		return nil
	}
	return l.hear(ctx, list)
}

// hear keeps what was heard of machines; of a machine of which the database does not take it, nothing.
func (l *leader) hear(ctx context.Context, list []central.Heard) error {
	err := l.writer.Hear(ctx, list)
	if !central.IsData(err) {
		return err
	}
	for _, h := range list {
		if err := l.writer.Hear(ctx, []central.Heard{h}); central.IsData(err) {
			l.server.Log.Printf("%s: what it says of itself is not kept: %v", h.Machine, err)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// keysAmong is the number of entries among which the keys of a machine are looked for first: its record names the first of them in its first entry.
const keysAmong = 32

// keysNamed returns the keys that the entries of a machine's own stream name, read from one entry to another until enough are found. Error: of a database
// that does not answer.
func keysNamed(ctx context.Context, q central.Reading, own int32, from, to int64, enough func(keys []string) bool) (keys []string, err error) {
	most := keysAmong
	for from > 0 && from <= to && !enough(keys) {
		texts, next, err := q.EntriesOf(ctx, own, from, to, most, kindsOf(record.SealedBy{}))
		if err != nil {
			return nil, err
		}
		for _, text := range texts {
			keys = append(keys, keyIn(text)...)
		}
		from, most = next, boxesAmong
	}
	return keys, nil
}

// keyIn returns the key that an entry names; none where it names none.
func keyIn(text []byte) []string {
	e, err := record.Decode(text)
	if f, is := e.Fact.(record.SealedBy); err == nil && is && seal.CheckVerifier(f.Key) == nil {
		return []string{f.Key}
	}
	return nil
}

// prove gives machines the keys that their own streams name in place of those of their rows, which whoever administers the database can change. It
// returns those of the rows. A machine keeps these where its own stream names none. Error: of a database that does not answer.
func prove(ctx context.Context, q central.Reading, machines []central.Machine, streams []central.Stream) (pinned map[string]string, err error) {
	pinned = map[string]string{}
	for i, m := range machines {
		pinned[m.Name] = m.Verifier
		var own central.Stream
		var notes []string
		for _, s := range streams {
			if s.Machine != m.Name || s.Machine == central.Member {
				continue
			}
			if s.Name == record.HouseStream {
				own = s
			}
			if s.Note != "" {
				notes = append(notes, ownNote(s.Note))
			}
		}
		upTo := own.Signed
		if own.Note == "" { // somebody may have taken its head away
			upTo = own.Size
		}
		named, err := keysNamed(ctx, q, own.ID, 1, upTo, func(keys []string) bool {
			return !slices.ContainsFunc(strings.Fields(m.Verifier), func(key string) bool { return !slices.Contains(keys, key) }) &&
				!slices.ContainsFunc(notes, func(note string) bool { return !signedBy(note, keys, "") })
		})
		if err != nil {
			return nil, err
		}
		if len(named) > 0 {
			machines[i].Verifier = strings.Join(named, " ")
		}
	}
	return pinned, nil
}

// doubtsKeys returns the doubts about the keys that the rows of machines have: about one that the machine's own record does not name, and about none of a
// machine whose heads this pit has countersigned under the certificate that the row has. Of a house at its group, whose stream names no keys, it is the key
// that the pit's memory has which tells.
func (p *placed) doubtsKeys(signed map[place]storage.SignedHead, houses bool) (list []Doubt) {
	for _, m := range p.machines {
		row, known := strings.Fields(p.pinned[m.Name]), strings.Fields(m.Verifier)
		if m.Name == central.Member {
			continue
		}
		d := Doubt{Machine: m.Name, Stream: record.HouseStream}
		if houses {
			known = nil
			for at, r := range signed {
				if at.machine == m.Name && r.Key != "" && r.Serial == m.Serial {
					known, d.Stream = append(known, r.Key), at.stream
				}
			}
		}
		if len(known) == 0 {
			continue
		}
		enroll, names := "sabotctl pit enroll", "its own record names no such key"
		if houses {
			enroll, names = "sabotctl group enroll", "this server has countersigned what it signed with another one"
		}
		if i := slices.IndexFunc(row, func(key string) bool { return !slices.Contains(known, key) }); i >= 0 {
			d.Says = fmt.Sprintf("the database says that it signs with %s, and %s: somebody else wrote into sabot.machines. Enroll %s once more: %s, then have it ship", row[i], names, m.Name, enroll)
		}
		for at, r := range signed {
			if at.machine == m.Name && len(row) == 0 && r.Serial != "" && r.Serial == m.Serial {
				d.Says = fmt.Sprintf("the database has no key of it, and this pit has countersigned its heads since it was enrolled last: somebody emptied that in sabot.machines, or an older database was put in its place. Have %s ship: what it signs next puts that right", m.Name)
			}
		}
		if d.Says != "" {
			list = append(list, d)
		}
	}
	return list
}

// goesByRecords gives machines with a key in their row that has not signed their heads the keys that their own records name. The row is what somebody else
// wrote into the database, and pit status names it: their machines ship on. Error: of a database that does not answer.
func (l *leader) goesByRecords(ctx context.Context, streams []central.Stream) error {
	for _, m := range l.machines {
		keys := strings.Fields(m.Verifier)
		if l.server.Houses || len(keys) == 0 || !slices.ContainsFunc(streams, func(s central.Stream) bool { return s.Machine == m.Name && headHolds(s, keys, "") != nil }) {
			continue
		}
		own := []central.Machine{m.Machine}
		if _, err := prove(ctx, l.server.own, own, streams); err != nil {
			return err
		}
		m.Verifier = own[0].Verifier
	}
	return nil
}

// goesByMemory gives a house at its group the keys with which it has signed what this server has countersigned under its certificate, whatever key its row has.
func (l *leader) goesByMemory(m *machine) {
	if !l.server.Houses || m.Verifier == "" {
		return
	}
	var keys []string
	for at, r := range l.signed {
		if at.machine == m.Name && r.Serial == m.Serial && r.Key != "" && !slices.Contains(keys, r.Key) {
			keys = append(keys, r.Key)
		}
	}
	if len(keys) > 0 {
		m.Verifier = strings.Join(keys, " ")
	}
}

// proves demands of a key with which a machine has signed a head that it is the machine's own. Its own record names it, in what this pit has
// countersigned. A key that it names since then is one of a record that was restored: for that the machine was enrolled anew.
// What this pit has countersigned once with a key, by its own memory, it takes again.
func (l *leader) proves(ctx context.Context, m *machine, j *job, key string) *pitclient.Refusal {
	if m.proven[key] {
		return nil
	}
	known, older := false, false
	for at, r := range l.signed {
		if at.machine != m.Name {
			continue
		}
		same := r.Serial == j.client.serial
		known = known || r.Key == key
		older = older || same && (!l.server.Houses || r.Key != "") || j.client.issued.UnixMilli() < r.Issued
	}
	if known {
		return nil
	}
	if !l.server.Houses {
		named, since, refused := l.keysOf(ctx, m, j)
		switch {
		case refused != nil:
			return refused
		case slices.Contains(named, key):
			older = false
		case !slices.Contains(since, key):
			return pitclient.Refuse(pitclient.OtherKey, "the head of %s is signed by %s, and the own record of %s names no such key", j.append.Stream, key, m.Name)
		}
	}
	if older {
		return pitclient.Refuse(pitclient.OtherKey, "the head of %s is signed by no key of %s that this pit has countersigned under its certificate: where its record was restored under another key, enroll it anew", j.append.Stream, m.Name)
	}
	if m.proven == nil {
		m.proven = map[string]bool{}
	}
	m.proven[key] = true
	return nil
}

// readsFor is the longest time for which a pit reads a machine's own stream at once: others wait meanwhile.
const readsFor = 2 * time.Second

// An ownKeys is what was read so far of a machine's own stream: its log, and the keys that it names, those before named in what this pit has countersigned.
type ownKeys struct {
	tree  seal.Tree
	all   []string
	named int
}

// keysOf returns the keys that a machine's own stream names in what this pit has countersigned, and those that it names since. It makes the log again of the
// entries: whoever administers the database may change their bytes for a while. A machine ships its own stream first, so it is asked to come again with
// a table until a head of that is here.
func (l *leader) keysOf(ctx context.Context, m *machine, j *job) (named, since []string, refused *pitclient.Refusal) {
	s, a := m.streams[record.HouseStream], j.append
	if s == nil || s.Note == "" && a.Stream != record.HouseStream {
		return nil, nil, pitclient.Refuse(pitclient.NotNext, "the pit takes %s of %s once it has the own stream of that machine", a.Stream, m.Name)
	}
	read := m.read
	if read == nil {
		read = &ownKeys{}
	}
	held, noted := l.signed[place{m.Name, record.HouseStream}], seal.Head{}
	if s.Note != "" && headHolds(s.Stream, nil, l.server.verifier) == nil {
		if head, err := seal.ReadHead(s.Note); err == nil {
			noted = head
		}
	}
	reads := func(o *ownKeys, texts [][]byte) {
		for _, text := range texts {
			o.all = append(o.all, keyIn(text)...)
			o.tree.Add(text)
			if n, root := o.tree.Size(), o.tree.Root(); n == held.Size && root == held.Root || n == noted.Size && root == noted.Root {
				o.named = len(o.all)
			}
		}
	}
	for until, size := time.Now().Add(readsFor), s.tree.Size(); read.tree.Size() < size; {
		if time.Now().After(until) {
			m.read = read
			return nil, nil, pitclient.Refuse(pitclient.NotNext, "the pit reads the own stream of %s first", m.Name)
		}
		texts, err := l.server.own.Entries(ctx, s.ID, read.tree.Size()+1, int(min(pitclient.MostEntries, size-read.tree.Size())))
		if err == nil && len(texts) == 0 {
			err = central.ErrMissing
		}
		if err != nil && !errors.Is(err, central.ErrMissing) {
			return nil, nil, l.failed(m, err)
		}
		if reads(read, texts); err != nil {
			break
		}
	}
	if m.read = nil; read.tree.Root() != s.tree.Root() {
		return nil, nil, pitclient.Refuse(pitclient.NotWriting, "the entries of %s of %s that the pit's database has are not those that were countersigned: see sabotctl pit verify there", s.Name, m.Name)
	}
	if a.Stream == record.HouseStream {
		reads(read, a.Texts)
	}
	return read.all[:read.named], read.all[read.named:], nil
}
