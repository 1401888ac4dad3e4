package pitserver

import (
	"bytes"
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

// A twins is a list of machines that share a seal key, with whose record the database has under their names. Each record has a key of its own.
type twins struct {
	of     map[string]string // by machine, the one whose record that is, by its own word
	forked [][2]string       // machines that go on from one record, each with entries that the other lacks
}

// twinsAmong returns the twins among machines that have the keys which their own streams name. A record may have gone on under another name: then its own
// stream says so, and it is no twin. Error: of a database that does not answer.
func twinsAmong(ctx context.Context, q central.Reading, machines []central.Machine, streams []central.Stream) (list twins, err error) {
	list.of = map[string]string{}
	type sealed struct {
		central.Machine
		own central.Stream
		by  string
	}
	var all []sealed
	for _, m := range machines {
		for _, s := range streams {
			if s.Machine != m.Name || s.Name != record.HouseStream || s.Machine == central.Member || s.Signed == 0 {
				continue
			}
			if _, by, err := seal.Open(ownNote(s.Note), strings.Fields(m.Verifier)...); err == nil {
				all = append(all, sealed{m, s, by})
			}
		}
	}
	for _, m := range all {
		shares := func(other sealed) bool {
			return other.Name != m.Name && slices.Contains(strings.Fields(other.Verifier), m.by)
		}
		if !slices.ContainsFunc(all, shares) {
			continue
		}
		name, err := nameIn(ctx, q, m.own)
		if err != nil {
			return list, err
		}
		if i := slices.IndexFunc(all, func(other sealed) bool { return other.Voucher != "" && shares(other) }); name == "" && i >= 0 { // an office goes on under no other name
			name = all[i].Name
		}
		if name != m.Name && slices.ContainsFunc(all, func(other sealed) bool { return other.Name == name && shares(other) }) {
			list.of[m.Name] = name
		}
	}
	for i, m := range all {
		for _, other := range all[:i] {
			if m.by != other.by || len(m.Tables) == 0 || len(other.Tables) == 0 || list.of[m.Name] != "" || list.of[other.Name] != "" {
				continue
			}
			same, err := sameEntry(ctx, q, m.own, other.own, min(m.own.Signed, other.own.Signed))
			if err != nil {
				return list, err
			}
			if !same {
				list.forked = append(list.forked, [2]string{other.Name, m.Name})
			}
		}
	}
	return list, nil
}

// nameIn returns the name under which a machine is in the pit, as its own stream says last in what it has signed; "" where it does not. Error: of a database
// that does not answer.
func nameIn(ctx context.Context, q central.Reading, own central.Stream) (name string, err error) {
	text, err := q.LastOf(ctx, own.ID, record.TablesHeld{})
	if err != nil {
		return "", err
	}
	e, unread := record.Decode(text)
	if f, held := e.Fact.(record.TablesHeld); unread == nil && held && e.Seq <= own.Signed {
		return f.Machine, nil
	}
	for from := int64(1); len(text) > 0 && from > 0 && from <= own.Signed; { // what was put behind says nothing
		var texts [][]byte
		if texts, from, err = q.EntriesOf(ctx, own.ID, from, own.Signed, pitclient.MostEntries, kindsOf(record.TablesHeld{})); err != nil {
			return "", err
		}
		for _, text := range texts {
			if e, err := record.Decode(text); err == nil {
				if f, held := e.Fact.(record.TablesHeld); held {
					name = f.Machine
				}
			}
		}
	}
	return name, nil
}

// sameEntry reports whether two streams have the same entry at a number. What is missing others name. Error: of a database that does not answer.
func sameEntry(ctx context.Context, q entriesReader, a, b central.Stream, seq int64) (same bool, err error) {
	var texts [][]byte
	for _, s := range []central.Stream{a, b} {
		list, err := q.Entries(ctx, s.ID, seq, 1)
		if err != nil && !errors.Is(err, central.ErrMissing) {
			return false, err
		}
		texts = append(texts, list...)
	}
	return len(texts) < 2 || bytes.Equal(texts[0], texts[1]), nil
}

// twinsIn is twinsAmong of machines as their rows have them.
func twinsIn(ctx context.Context, q central.Reading, machines []central.Machine, streams []central.Stream) (twins, error) {
	machines = slices.Clone(machines)
	if _, err := prove(ctx, q, machines, streams); err != nil {
		return twins{}, err
	}
	return twinsAmong(ctx, q, machines, streams)
}

// doubts returns the doubts about all that the database has under the names of twins, and about records that went apart.
func (t *twins) doubts(streams []central.Stream) (list []Doubt) {
	for _, s := range streams {
		if of := t.of[s.Machine]; of != "" && s.Size > 0 {
			list = append(list, Doubt{Machine: s.Machine, Stream: s.Name, out: true, Says: fmt.Sprintf("this is the record of %s: its own stream is signed with the seal key of that machine and bears its name. Either somebody wrote that into the database, or its data directory was copied. Nothing is made of it here. "+
				"Restore a backup of the pit of before, or have the owner of the database take it away (pit.md: \"A record under the name of another machine\")", of)})
		}
	}
	for _, pair := range t.forked {
		for i, machine := range pair {
			list = append(list, Doubt{Machine: machine, Stream: record.HouseStream, Says: fmt.Sprintf("%s has the same seal key, and each of them has entries that the other one lacks: one of their data directories was copied from the other. Enroll an empty one under another name, and move the tables of the copy there with sabotctl pit move", pair[1-i])})
		}
	}
	return list
}

// recordOf returns the machine whose record the pit's database has under a machine's name; "" where it has that of none, or the record that ships. Error: of
// a database that does not answer.
func (l *leader) recordOf(ctx context.Context, m *machine, keys []string) (string, error) {
	own := m.streams[record.HouseStream]
	if l.server.Houses || own == nil || own.Note == "" || len(keys) > 0 && headHolds(own.Stream, keys, "") == nil || !l.isAnothers(m, own) {
		return "", nil
	}
	if m.recordOwner == nil || m.recordOwner.note != own.Note {
		streams, machines, err := stateOfRows(ctx, l.server.own)
		if err != nil {
			return "", err
		}
		list, err := twinsIn(ctx, l.server.own, machines, streams)
		if err != nil {
			return "", err
		}
		m.recordOwner = &recordOwner{own.Note, list.of[m.Name]}
	}
	return m.recordOwner.machine, nil
}

// A recordOwner is the machine of whose record a head is; "" where that is the one under whose name the head stands.
type recordOwner struct{ note, machine string }

// isAnothers reports whether the head of a machine's stream is signed with a key that another machine ships with.
func (l *leader) isAnothers(m *machine, s *stream) bool {
	for _, other := range l.machines {
		if keys := strings.Fields(other.Verifier); other.Name != m.Name && len(keys) > 0 && s.Note != "" && headHolds(s.Stream, keys, "") == nil {
			return true
		}
	}
	return false
}

// copyRefused returns the refusal of the first that a machine ships of its own stream where it has the seal key of another one, and another past. A record that goes on under
// another name has all that the pit has of it.
func (l *leader) copyRefused(ctx context.Context, m *machine, j *job, keys []string) *pitclient.Refusal {
	a, own := j.append, m.streams[record.HouseStream]
	if _, before := l.signed[place{m.Name, record.HouseStream}]; l.server.Houses || a.Stream != record.HouseStream || own == nil || own.Signed > 0 || before {
		return nil
	}
	for _, other := range l.machines {
		theirs := other.streams[record.HouseStream]
		if other.Name == m.Name || theirs == nil || theirs.Signed == 0 || !slices.ContainsFunc(strings.Fields(other.Verifier), func(key string) bool { return slices.Contains(keys, key) }) {
			continue
		}
		seq := min(theirs.Signed, a.From+int64(len(a.Texts)))
		text, err := l.writer.Entries(ctx, theirs.ID, seq, 1)
		mine := [][]byte{}
		if seq > a.From {
			mine = a.Texts[seq-a.From-1:][:1]
		} else if err == nil {
			mine, err = l.writer.Entries(ctx, own.ID, seq, 1)
		}
		if err != nil {
			return l.failed(m, err)
		}
		if len(text) == 1 && len(mine) == 1 && !bytes.Equal(text[0], mine[0]) {
			return pitclient.Refuse(pitclient.OtherKey, "this record has the seal key of %s, and each of them has entries that the other one lacks: one of their data directories was copied from the other. Enroll an empty data directory under another name, and join there", other.Name)
		}
	}
	return nil
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
		if i := slices.IndexFunc(p.machines, func(other central.Machine) bool { return !houses && p.pinnedTo(m.Name, other) }); d.Says == "" && i >= 0 {
			d.Says = fmt.Sprintf("the database says that it signs with the key of %s, and nothing of its own stream is here: somebody else wrote into sabot.machines. Enroll %s once more: %s, then have it ship", p.machines[i].Name, m.Name, enroll)
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

// pinnedTo reports whether the row of a machine of whose own stream nothing is here has a key that another one's own stream names.
func (p *placed) pinnedTo(machine string, other central.Machine) bool {
	has := func(name string) bool {
		return slices.ContainsFunc(p.streams, func(s central.Stream) bool {
			return s.Machine == name && s.Name == record.HouseStream && s.Size > 0
		})
	}
	keys := strings.Fields(other.Verifier)
	return other.Name != machine && !has(machine) && has(other.Name) && slices.ContainsFunc(strings.Fields(p.pinned[machine]), func(key string) bool { return slices.Contains(keys, key) })
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
