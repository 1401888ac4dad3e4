package pitserver

import (
	"context"
	"strings"

	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
	"sabot/storage/central"
)

// A shelf is a pit's record, as far as machines have signed it, whose house keeps in the pit's folder what it derives
// of it: a year that was summed up once is not summed up again. It is signed with the key that the pit countersigns
// with. Whoever deletes the files loses nothing but time.
type shelf struct {
	*central.Record
	queries *central.Once
	files   storage.Folder
	key     *seal.Key
}

// Verifier implements record.Keeper.
func (s *shelf) Verifier() string { return s.key.Verifier() }

// Kept implements record.Files.
func (s *shelf) Kept(name string) ([]byte, error) { return s.files.Kept(name) }

// Keep implements record.Files.
func (s *shelf) Keep(name string, content []byte) (string, error) { return s.files.Keep(name, content) }

// Forget implements record.Files.
func (s *shelf) Forget(name string) error { return s.files.Forget(name) }

// Vouch implements record.Keeper. What is derived of a table is kept where its own head, countersigned by this pit, can stand for the entries that it was
// derived from.
func (s *shelf) Vouch(name string, entries int64, content []byte) (string, error) {
	_, table, _ := strings.Cut(name, "-")
	if !s.countersigned(s.Stream(table).Note) {
		return "", record.ErrReadOnly
	}
	return seal.Head{Stream: name, Size: entries, Root: seal.Leaf(content)}.Sign(s.key)
}

func (s *shelf) countersigned(note string) bool {
	_, by, err := seal.Split(note, s.key.Verifier())
	return err == nil && len(by) > 0
}

// Snapshot implements record.Keeper, as far as what is kept is held against it.
func (s *shelf) Snapshot(context.Context) (record.Snapshot, error) { return &shelved{s: s}, nil }

// A shelved is a shelf's record as a snapshot: it does not grow.
type shelved struct {
	record.Snapshot // nobody asks it for more than what follows
	s               *shelf
	stream          int32 // whose entries were read
	from, to        int64 // which of them
}

// Stored returns the head of a table, by the pit's own signature and by the name under which the record has the table; nil where the pit did not countersign
// it. The stream's own name is that of its row: what reads the rows demands that.
func (s *shelved) Stored(_ context.Context, table string) (*record.StoredHead, error) {
	at := s.s.Stream(table)
	if !s.s.countersigned(at.Note) {
		return nil, nil
	}
	head, err := seal.ReadHead(at.Note)
	if err != nil {
		return nil, err
	}
	if head.Stream == at.Name {
		head.Stream = table
	}
	note, err := head.Sign(s.s.key)
	return &record.StoredHead{Size: head.Size, Note: note}, err
}

// Bytes implements record.Snapshot. What is held against a head is asked for in the order of the entries.
func (s *shelved) Bytes(ctx context.Context, table string, from int64, most int) ([][]byte, error) {
	at := s.s.Stream(table)
	texts, err := s.s.queries.Entries(ctx, at.ID, from, int(min(int64(most), at.Size-from+1)))
	if s.stream != at.ID || s.to+1 != from {
		s.stream, s.from = at.ID, from
	}
	s.to = from + int64(len(texts)) - 1
	return texts, err
}

// Close implements record.Snapshot. What was read for the head was what figures were made of: how it was is forgotten.
func (s *shelved) Close() error {
	s.s.queries.Forget(s.stream, s.from, s.to)
	return nil
}
