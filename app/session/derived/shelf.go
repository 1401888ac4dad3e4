// Package derived keeps beside a record what was derived from the entries of its streams, so that it is not derived
// again. Whoever throws it away loses nothing but time. What is kept is bound to the entries that it is of, signed as
// the record itself is, and kept only where those entries are the ones that the stream's signed head stands for.
package derived

import (
	"bytes"
	"context"
	"encoding/base64"
	"path"
	"slices"
	"sync"

	"sabot/assets"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// Folder is the folder of what is kept, among the house's files.
const Folder = "derived"

// File returns the file of what is kept of a stream by a name.
func File(name, stream string) string { return path.Join(Folder, name+"-"+stream) }

// A Source is the record that something is derived from, and the work for which it is.
type Source struct {
	Store    record.Keeper
	SealKeys []string // that sealed the heads of its streams, beside the store's own
	Context  context.Context
}

// A Shelf is a place for derived data; all work on a record shares one. The zero Shelf is among the house's
// files.
type Shelf struct {
	proofs proofs
	memory *inMemory
}

// InMemory returns a shelf of this program alone: nobody who has the key that signs files can change what is on it.
func InMemory() *Shelf { return &Shelf{memory: &inMemory{}} }

// Files reports whether the shelf is among the house's files, so that another program goes on from it.
func (s *Shelf) Files() bool { return s.memory == nil }

// noteLines are those of a signed head.
const noteLines = 5

// maker is the line before what was derived: which Sabot did. Another one may reckon
// otherwise, and derives it anew.
const maker = "Sabot " + assets.Version + "\n"

// edgeSign begins the line behind that: the edge of the stream's log up to the entry up to which
// something was derived, when that log was the one that the stream's head stands for.
const edgeSign = "edge "

// Keep keeps what was derived from a stream's entries up to one of them; since is the first of those that were read for
// it since it was kept last. Before that the entries are held against the stream's signed head: who changes them in the
// file, and has them as they were by the time somebody verifies, has nothing false signed. Errors: record.ErrChanged, of
// a record that cannot be read; then what was derived is to be forgotten. What cannot be kept is made anew the next time.
func (s *Shelf) Keep(src Source, name, stream string, since, seq int64, body []byte) error {
	return s.keep(src, name, stream, since, seq, body, func(*seal.Tree) ([]byte, bool) { return src.entry(stream, seq) })
}

// KeepAt keeps what is of a stream's entries at a head of it and is worth nothing at any other.
func (s *Shelf) KeepAt(src Source, name string, head seal.Head, since int64, body []byte) error {
	return s.keep(src, name, head.Stream, since, head.Size, body, func(tree *seal.Tree) ([]byte, bool) {
		return head.Root[:], seal.HeadOf(head.Stream, tree) == head
	})
}

// keep keeps it so that it is known by what it is bound to; not where that is not so.
func (s *Shelf) keep(src Source, name, stream string, since, seq int64, body []byte, to func(*seal.Tree) ([]byte, bool)) error {
	file := File(name, stream)
	if s.memory == nil {
		if _, err := src.Store.Vouch(file, seq, nil); err != nil {
			return nil // the record is open for reading alone
		}
	}
	tree, err := s.proven(src, stream, since, seq)
	if err != nil {
		return err
	}
	s.proofs.put(name, stream, tree)
	bound, ok := to(&tree)
	if !ok {
		return nil
	}
	if s.memory != nil {
		s.memory.put(file, Kept{seq, body, bound, tree})
		return nil
	}
	edge := edgeSign + base64.StdEncoding.EncodeToString(tree.Edge()) + "\n"
	body = slices.Concat([]byte(maker), []byte(edge), body)
	if note, err := src.Store.Vouch(file, seq, bind(bound, body)); err == nil {
		_, _ = src.Store.Keep(file, append([]byte(note), body...)) // a full disk stops no reading
	}
	return nil
}

// A Kept is data derived from the entries of a stream up to one of them.
type Kept struct {
	Seq   int64
	Body  []byte
	bound []byte    // what it is bound to
	tree  seal.Tree // the stream's log up to there
}

func bind(to, body []byte) []byte { return slices.Concat(to, []byte("\n"), body) }

// Of returns what [Shelf.Keep] kept. It returns false where nothing is, or not of this record, or nobody who could
// have sealed the record vouched for it, or another Sabot derived it.
func (s *Shelf) Of(src Source, name, stream string) (body []byte, ok bool) {
	k, ok := s.Read(src, name, stream)
	return s.taken(name, stream, k, ok)
}

// At returns what [Shelf.KeepAt] kept; false as there, and where the head was another one.
func (s *Shelf) At(src Source, name string, head seal.Head) (body []byte, ok bool) {
	k, ok := s.ReadAt(src, name, head)
	return s.taken(name, head.Stream, k, ok)
}

// taken takes what was read as proven.
func (s *Shelf) taken(name, stream string, k Kept, ok bool) ([]byte, bool) {
	if ok {
		s.proofs.put(name, stream, k.tree)
	}
	return k.Body, ok
}

// Read returns what [Shelf.Of] does, and takes nothing of it as proven.
func (s *Shelf) Read(src Source, name, stream string) (Kept, bool) {
	return s.read(src, File(name, stream), func(seq int64) ([]byte, bool) { return src.entry(stream, seq) })
}

// ReadAt returns what [Shelf.At] does, and takes nothing of it as proven.
func (s *Shelf) ReadAt(src Source, name string, head seal.Head) (Kept, bool) {
	return s.read(src, File(name, head.Stream), func(seq int64) ([]byte, bool) { return head.Root[:], seq == head.Size })
}

func (s *Shelf) read(src Source, file string, to func(seq int64) ([]byte, bool)) (k Kept, ok bool) {
	if s.memory != nil {
		return s.memory.get(file, to)
	}
	content, err := src.Store.Kept(file)
	if err != nil {
		return k, false
	}
	lines := bytes.SplitAfterN(content, []byte("\n"), noteLines+1)
	if len(lines) <= noteLines {
		return k, false
	}
	body := lines[noteLines]
	head, _, err := seal.Open(string(content[:len(content)-len(body)]), src.Store.Verifier())
	if err != nil || head.Stream != file {
		return k, false
	}
	bound, ok := to(head.Size)
	if !ok || seal.Leaf(bind(bound, body)) != head.Root {
		return k, false
	}
	body, ok = bytes.CutPrefix(body, []byte(maker))
	edge, body, _ := bytes.Cut(body, []byte("\n"))
	tree, read := readEdge(head.Size, edge)
	return Kept{head.Size, body, bound, tree}, ok && read
}

// readEdge returns the log whose edge stands in a line.
func readEdge(size int64, line []byte) (seal.Tree, bool) {
	text, is := bytes.CutPrefix(line, []byte(edgeSign))
	edge, err := base64.StdEncoding.DecodeString(string(text))
	if !is || err != nil {
		return seal.Tree{}, false
	}
	tree, err := seal.ReadTree(size, edge)
	return tree, err == nil
}

// entry returns the entry of a stream up to which something was derived: another record has
// another one there. False where there is no such entry.
func (src Source) entry(stream string, seq int64) ([]byte, bool) {
	for e, err := range src.Store.Entries(stream, seq) {
		if err != nil || e.Seq != seq {
			break
		}
		return record.Encode(e), true
	}
	return nil, false
}

// Forget forgets that anything of a stream was proven.
func (s *Shelf) Forget(stream string) { s.proofs.forget(stream) }

// Proven returns how far a stream was proven for all that is kept of it by some names.
func (s *Shelf) Proven(stream string, names ...string) int64 { return s.proofs.upTo(stream, names...) }

// An inMemory is a shelf in this program's memory, of entries under a signed head. Its keys are the names of
// the files that would keep them.
type inMemory struct {
	mu   sync.Mutex
	kept map[string]Kept
}

func (m *inMemory) put(file string, k Kept) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = map[string]Kept{}
	}
	m.kept[file] = k
}

// get returns what was put there, where it is bound to the same.
func (m *inMemory) get(file string, to func(seq int64) ([]byte, bool)) (Kept, bool) {
	m.mu.Lock()
	k, ok := m.kept[file]
	m.mu.Unlock()
	if !ok {
		return k, false
	}
	bound, ok := to(k.Seq)
	return k, ok && bytes.Equal(bound, k.bound)
}
