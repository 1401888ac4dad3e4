package pitserver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

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
// returns those of the rows. A machine keeps these where its own stream names none, or has no head yet. Error: of a database that does not answer.
func prove(ctx context.Context, q central.Reading, machines []central.Machine, streams []central.Stream) (pinned map[string]string, err error) {
	pinned = map[string]string{}
	for i, m := range machines {
		pinned[m.Name] = m.Verifier
		var own central.Stream
		var notes []string
		for _, s := range streams {
			if s.Machine != m.Name || s.Machine == central.Member || s.Note == "" {
				continue
			}
			if notes = append(notes, ownNote(s.Note)); s.Name == record.HouseStream {
				own = s
			}
		}
		named, err := keysNamed(ctx, q, own.ID, 1, own.Signed, func(keys []string) bool {
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
// machine whose heads this pit has countersigned under the certificate that the row has.
func (p *placed) doubtsKeys(signed map[place]storage.SignedHead) (list []Doubt) {
	for _, m := range p.machines {
		row, known := strings.Fields(p.pinned[m.Name]), strings.Fields(m.Verifier)
		if m.Name == central.Member || len(known) == 0 {
			continue
		}
		d := Doubt{Machine: m.Name, Stream: record.HouseStream}
		if i := slices.IndexFunc(row, func(key string) bool { return !slices.Contains(known, key) }); i >= 0 {
			d.Says = fmt.Sprintf("the database says that it signs with %s, and its own record names no such key: somebody else wrote into sabot.machines. Enroll %s once more: sabotctl pit enroll, then have it ship", row[i], m.Name)
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

// proves demands of a key with which a machine has signed a head that it is the machine's own. Its own record names it, in what this pit has
// countersigned. A key that it names since then is one of a record that was restored: for that the machine was enrolled anew.
func (l *leader) proves(ctx context.Context, m *machine, j *job, key string) *pitclient.Refusal {
	if l.server.Houses || m.proven[key] {
		return nil
	}
	var own central.Stream
	if s := m.streams[record.HouseStream]; s != nil {
		own = s.Stream
		own.Size = s.tree.Size()
	}
	held := l.signed[place{m.Name, record.HouseStream}].Size
	if own.Note != "" && headHolds(own, nil, l.server.verifier) == nil {
		held = max(held, own.Signed)
	}
	is := func(keys []string) bool { return slices.Contains(keys, key) }
	held = min(held, own.Size)
	named, err := keysNamed(ctx, l.server.own, own.ID, 1, held, is)
	if err != nil {
		return l.failed(m, err)
	}
	if !is(named) {
		since, err := keysNamed(ctx, l.server.own, own.ID, held+1, own.Size, is)
		if err != nil {
			return l.failed(m, err)
		}
		if j.append.Stream == record.HouseStream {
			for _, text := range j.append.Texts {
				since = append(since, keyIn(text)...)
			}
		}
		if !is(since) {
			return pitclient.Refuse(pitclient.OtherKey, "the head of %s is signed by %s, and the own record of %s names no such key", j.append.Stream, key, m.Name)
		}
		for at, r := range l.signed {
			if at.machine == m.Name && (r.Serial == j.client.serial || j.client.issued.UnixMilli() < r.Issued) {
				return pitclient.Refuse(pitclient.OtherKey, "the head of %s is signed by no key of %s that this pit has countersigned under its certificate: where its record was restored under another key, enroll it anew", j.append.Stream, m.Name)
			}
		}
	}
	if m.proven == nil {
		m.proven = map[string]bool{}
	}
	m.proven[key] = true
	return nil
}
