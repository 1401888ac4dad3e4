// Package memory keeps a record that is gone with the program: for practice, and for
// tests. Its entries go through their encoding and are sealed, as on disk.
package memory

import (
	"context"
	"fmt"
	"io/fs"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// A Record is a record in memory.
type Record struct {
	mu      sync.RWMutex
	key     *seal.Key
	pepper  record.Pepper
	names   []string // of the streams, in the order in which they began
	streams map[string]*stream
	secrets map[string]string
	leases  map[string]string // who holds a table
	files   map[string]file
	alone   sync.Mutex // of whoever does something that only one may
}

var _ record.Keeper = (*Record)(nil)

// A stream is the state of one stream. Its slices only ever grow, so that who has read them may go on reading.
type stream struct {
	entries   [][]byte
	tree      seal.Tree
	openings  []int64
	headlines []int64
}

type file struct {
	content []byte
	at      time.Time
}

// New returns an empty record with a key and a pepper of its own.
func New() (*Record, error) {
	key, err := seal.NewKey()
	if err != nil {
		return nil, err
	}
	pepper, err := record.NewPepper()
	if err != nil {
		return nil, err
	}
	return &Record{key: key, pepper: pepper, streams: map[string]*stream{}, secrets: map[string]string{}, leases: map[string]string{}, files: map[string]file{}}, nil
}

// Append implements record.Journal.
func (r *Record) Append(entries ...record.Entry) error { return r.AppendWith(nil, entries...) }

// AppendWith implements record.Keeper.
func (r *Record) AppendWith(secrets []record.Secret, entries ...record.Entry) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(entries) > 0 {
		if err := r.append(entries); err != nil {
			return err
		}
	}
	for _, s := range secrets {
		r.secrets[s.Number] = s.Sealed
	}
	return nil
}

// AppendIf implements record.Keeper.
func (r *Record) AppendIf(stream string, last int64, entries ...record.Entry) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	is := 0
	if s := r.streams[stream]; s != nil {
		is = len(s.entries)
	}
	if int64(is) != last {
		return fmt.Errorf("%s has %d entries, and not %d: %w", stream, is, last, record.ErrConflict)
	}
	return r.append(entries)
}

func (r *Record) append(entries []record.Entry) error {
	name := entries[0].Table
	s, known := r.streams[name]
	if !known {
		s = &stream{}
	}
	last := int64(len(s.entries))
	for i, e := range entries {
		want := last + int64(i) + 1
		if e.Table != name {
			return fmt.Errorf("entry %d of %s among those of %s", e.Seq, e.Table, name)
		}
		if e.Seq < want {
			return fmt.Errorf("entry %d of %s: %w", e.Seq, name, record.ErrConflict)
		}
		if e.Seq > want {
			return fmt.Errorf("entry %d of %s does not follow entry %d, which is the last one", e.Seq, name, want-1)
		}
	}
	for _, e := range entries {
		s.add(e)
	}
	if !known {
		r.streams[name], r.names = s, append(r.names, name)
	}
	return nil
}

func (s *stream) add(e record.Entry) {
	text := record.Encode(e)
	s.entries = append(s.entries, text)
	s.tree.Add(text)
	if _, opens := e.Fact.(record.Opened); opens {
		s.openings = append(s.openings, e.Seq)
	}
	if record.Headline(e.Fact) {
		s.headlines = append(s.headlines, e.Seq)
	}
}

// stream returns the present state of a stream, an empty one for an unknown name.
func (r *Record) stream(name string) stream {
	r.mu.RLock()
	defer r.mu.RUnlock()
	s := r.streams[name]
	if s == nil {
		return stream{}
	}
	return stream{s.entries, s.tree.Clone(), s.openings, s.headlines}
}

// Entries implements record.Journal.
func (r *Record) Entries(name string, from int64) iter.Seq2[record.Entry, error] {
	return func(yield func(record.Entry, error) bool) {
		entries := r.stream(name).entries
		for seq := from; seq <= int64(len(entries)); seq++ {
			e, err := record.Decode(entries[seq-1])
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// Openings implements record.Journal.
func (r *Record) Openings(name string) ([]int64, error) {
	return slices.Clone(r.stream(name).openings), nil
}

// Headlines implements record.Journal.
func (r *Record) Headlines(name string, from int64) iter.Seq2[record.Entry, error] {
	return func(yield func(record.Entry, error) bool) {
		s := r.stream(name)
		at, _ := slices.BinarySearch(s.headlines, from)
		for _, seq := range s.headlines[at:] {
			e, err := record.Decode(s.entries[seq-1])
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// Secret implements record.Secrets.
func (r *Record) Secret(number string) (string, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.secrets[number], nil
}

// Pepper implements record.Secrets.
func (r *Record) Pepper() (record.Pepper, error) { return r.pepper, nil }

// Alone implements record.Keeper: one thing at a time, whatever its name.
func (r *Record) Alone(_ string, do func() error) error {
	r.alone.Lock()
	defer r.alone.Unlock()
	return do()
}

// Last implements record.Keeper.
func (r *Record) Last(name string) (int64, error) { return int64(len(r.stream(name).entries)), nil }

// Head implements record.Keeper.
func (r *Record) Head(name string) (note string, err error) {
	s := r.stream(name)
	if len(s.entries) == 0 {
		return "", nil
	}
	return seal.HeadOf(name, &s.tree).Sign(r.key)
}

// Verifier implements record.Keeper.
func (r *Record) Verifier() string { return r.key.Verifier() }

// Vouch implements record.Keeper.
func (r *Record) Vouch(name string, entries int64, content []byte) (note string, err error) {
	return seal.Head{Stream: name, Size: entries, Root: seal.Leaf(content)}.Sign(r.key)
}

// Close implements record.Keeper. The entries stay in memory for those who still read them.
func (r *Record) Close() error { return nil }

// A lease is the right to a table.
type lease struct {
	r     *Record
	table string
}

// Lease implements record.Keeper.
func (r *Record) Lease(table, who string) (record.Lease, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if holder, held := r.leases[table]; held {
		return nil, &record.HeldError{Table: table, Holder: holder}
	}
	r.leases[table] = who
	return lease{r, table}, nil
}

// Release implements record.Lease.
func (l lease) Release() error {
	l.r.mu.Lock()
	defer l.r.mu.Unlock()
	delete(l.r.leases, l.table)
	return nil
}

// Keep implements record.Files. The path is none that another program finds.
func (r *Record) Keep(name string, content []byte) (path string, err error) {
	if !fs.ValidPath(name) {
		return "", fmt.Errorf("keeping %s: %w", name, fs.ErrInvalid)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.files[name] = file{slices.Clone(content), time.Now()}
	return pathOf(name), nil
}

func pathOf(name string) string { return "memory:" + name }

// Kept implements record.Files.
func (r *Record) Kept(name string) ([]byte, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	f, there := r.files[name]
	if !there {
		return nil, fmt.Errorf("reading %s: %w", name, fs.ErrNotExist)
	}
	return slices.Clone(f.content), nil
}

// Forget implements record.Files.
func (r *Record) Forget(name string) error {
	if !fs.ValidPath(name) {
		return fmt.Errorf("removing %s: %w", name, fs.ErrInvalid)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.files, name)
	return nil
}

// Destroy implements record.Files.
func (r *Record) Destroy(name string) error { return r.Forget(name) }

// KeptIn implements record.Files.
func (r *Record) KeptIn(folder string) ([]record.KeptFile, error) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	var list []record.KeptFile
	for name, f := range r.files {
		if base, in := strings.CutPrefix(name, folder+"/"); in && !strings.Contains(base, "/") {
			list = append(list, record.KeptFile{Name: base, Path: pathOf(name), At: f.at})
		}
	}
	slices.SortFunc(list, func(a, b record.KeptFile) int { return strings.Compare(a.Name, b.Name) })
	return list, nil
}

// Snapshot implements record.Keeper.
func (r *Record) Snapshot(context.Context) (record.Snapshot, error) {
	r.mu.RLock()
	s := snapshot{names: slices.Clone(r.names), streams: map[string]stream{}, key: r.key}
	r.mu.RUnlock()
	for _, name := range s.names {
		s.streams[name] = r.stream(name)
	}
	return &s, nil
}

// A snapshot is a record in memory as it stood at one moment.
type snapshot struct {
	names   []string
	streams map[string]stream
	key     *seal.Key
}

func (s *snapshot) Streams(context.Context) ([]string, error) { return slices.Clone(s.names), nil }

func (s *snapshot) Stored(_ context.Context, name string) (*record.StoredHead, error) {
	of, there := s.streams[name]
	if !there {
		return nil, nil
	}
	note, err := seal.HeadOf(name, &of.tree).Sign(s.key)
	return &record.StoredHead{Size: of.tree.Size(), Edge: of.tree.Edge(), Note: note}, err
}

func (s *snapshot) Lines(ctx context.Context, name string) iter.Seq2[*record.Line, error] {
	return func(yield func(*record.Line, error) bool) {
		for i, text := range s.streams[name].entries {
			l := record.Line{Seq: int64(i) + 1, Bytes: text, Leaf: seal.Leaf(text)}
			var err error
			if l.Entry, err = record.Decode(text); err != nil {
				l.Wrong = &record.Fault{Code: record.Unreadable, What: err.Error()}
			}
			if !yield(&l, ctx.Err()) {
				return
			}
		}
	}
}

func (s *snapshot) Leaves(ctx context.Context, name string) iter.Seq2[[32]byte, error] {
	return func(yield func([32]byte, error) bool) {
		for _, text := range s.streams[name].entries {
			if err := ctx.Err(); !yield(seal.Leaf(text), err) || err != nil {
				return
			}
		}
	}
}

func (s *snapshot) Bytes(_ context.Context, name string, from int64, most int) ([][]byte, error) {
	all := s.streams[name].entries
	first := min(max(from-1, 0), int64(len(all)))
	return all[first:min(first+int64(most), int64(len(all)))], nil
}

func (s *snapshot) Stray(context.Context) ([]*record.Fault, error) { return nil, nil }

func (s *snapshot) Close() error { return nil }
