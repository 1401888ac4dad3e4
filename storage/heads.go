package storage

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// mark returns what of an entry's hash is stored beside it: its first 32 bits.
func mark(leaf seal.Hash) int64 { return int64(int32(binary.BigEndian.Uint32(leaf[:4]))) }

// SealSeed returns the secret of the key that signs the heads: for the recovery kit alone.
func (s *Store) SealSeed() []byte { return s.keys.key.Seed() }

// Verifier implements record.Keeper.
func (s *Store) Verifier() string { return s.keys.key.Verifier() }

// Vouch implements record.Keeper.
func (s *Store) Vouch(name string, entries int64, content []byte) (note string, err error) {
	return seal.Head{Stream: name, Size: entries, Root: seal.Leaf(content)}.Sign(s.keys.key)
}

// Last implements record.Keeper.
func (s *Store) Last(stream string) (seq int64, err error) {
	id, err := s.stream(stream, false)
	if err != nil || id == 0 {
		return 0, err
	}
	if seq, err = lastOf(s.db, id); err != nil {
		return 0, fmt.Errorf("reading the record of %s: %w", stream, err)
	}
	return seq, nil
}

// lastOf returns the number of the last entry of a stream; 0 where it has none.
func lastOf(db interface {
	QueryRow(query string, args ...any) *sql.Row
}, id int64,
) (seq int64, err error) {
	err = db.QueryRow(`SELECT coalesce(max(key), ?) FROM entries WHERE key >= ? AND key < ?`, key(id, 0), key(id, 0), key(id+1, 0)).Scan(&seq)
	return seq - key(id, 0), err
}

// Head implements record.Keeper.
func (s *Store) Head(table string) (note string, err error) {
	id, err := s.stream(table, false)
	if err == nil {
		err = s.db.QueryRow(`SELECT note FROM heads WHERE stream = ?`, id).Scan(&note)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		err = fmt.Errorf("reading the head of %s: %w", table, err)
	}
	return note, err
}

// treeBefore returns the log of a stream as this program left it. It returns false where another program has
// written since: the log does not end right before the entry.
func (s *Store) treeBefore(stream int64, first record.Entry) (seal.Tree, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	tree, known := s.trees[stream]
	if !known || tree.Size() != first.Seq-1 {
		return seal.Tree{}, false
	}
	return tree.Clone(), true
}

func (s *Store) keepTree(stream int64, tree seal.Tree) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trees[stream] = tree
}

// errChanged is the error of a record that somebody has changed. Nothing is added to it: that would be sealed
// together with the change.
var errChanged = errors.New("run sabotctl verify, and restore a backup that holds")

// readTree returns the log of a stream as its head has it. The head must be signed; entries without one are never sealed
// afterwards.
func (s *Store) readTree(tx *sql.Tx, stream int64, name string) (seal.Tree, error) {
	var size int64
	var edge []byte
	var note string
	err := tx.QueryRow(`SELECT size, edge, note FROM heads WHERE stream = ?`, stream).Scan(&size, &edge, &note)
	if errors.Is(err, sql.ErrNoRows) {
		return seal.Tree{}, unbegun(tx, stream)
	}
	if err != nil {
		return seal.Tree{}, err
	}
	tree, err := seal.ReadTree(size, edge)
	if err != nil {
		return seal.Tree{}, fmt.Errorf("the head of what lies before it: %w: %w", err, errChanged)
	}
	head, _, err := seal.Open(note, s.keys.key.Verifiers()...)
	if err == nil && head != seal.HeadOf(name, &tree) {
		err = errors.New("it is of something else")
	}
	if err != nil {
		return seal.Tree{}, fmt.Errorf("the head of what lies before it does not hold: %w: %w", err, errChanged)
	}
	return tree, nil
}

// unbegun returns the error of a stream without a head that has entries.
func unbegun(tx *sql.Tx, stream int64) error {
	var entries bool
	err := tx.QueryRow(`SELECT EXISTS (SELECT 1 FROM entries WHERE key >= ? AND key < ?)`, key(stream, 0), key(stream+1, 0)).Scan(&entries)
	if err == nil && entries {
		err = fmt.Errorf("the entries before it have no head: %w", errChanged)
	}
	return err
}

// outOfOrder returns the error of an entry that is not the log's next.
func outOfOrder(e record.Entry, tree *seal.Tree) error {
	if e.Seq <= tree.Size() {
		return record.ErrConflict
	}
	return fmt.Errorf("it does not follow entry %d, which is the last one", tree.Size())
}
