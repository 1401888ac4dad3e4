// Package storage keeps the record in SQLite: it implements the Keeper of pit/record and
// knows no more of it than that.
//
// One file, sabot.db, in the data directory; WAL with synchronous FULL, so that an
// entry that Append has accepted survives a power cut. Triggers refuse to change
// or delete an entry, also behind this package's back.
package storage

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"net/url"
	"os"
	"path/filepath"
	"sync"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/disk"
)

// FileName is the record's file in the data directory.
const FileName = "sabot.db"

// A Store is the open record of one data directory.
type Store struct {
	db      *sql.DB
	insert  *sql.Stmt
	last    *sql.Stmt // as insert, and the head with it
	written written
	Folder
	keys    *keyring
	streams map[string]int64    // ids by name, guarded by mu
	trees   map[int64]seal.Tree // the logs as this program left them, by stream, guarded by mu
	pepper  record.Pepper       // once it was asked for, guarded by mu
	schema  int64               // of the layout that was judged, guarded by mu
	indexes map[int64]indexes   // what of them was compared, by stream, guarded by mu
	lies    lies
	mu      sync.Mutex
}

var (
	_ record.Keeper = (*Store)(nil)
	_ record.Copied = (*Store)(nil)
)

// Open opens the record of a data directory and makes both where there are none,
// readable to this user alone. The error wraps record.ErrNewerRecord where a newer
// Sabot has changed the file's layout.
func Open(dir string) (*Store, error) {
	if err := MakeFolder(dir); err != nil {
		return nil, fmt.Errorf("making the data directory %s: %w", dir, err)
	}
	path := filepath.Join(dir, FileName)
	if err := touch(path); err != nil {
		return nil, fmt.Errorf("the record %s cannot be written: %w", path, err)
	}
	if err := noJournal(path); err != nil {
		return nil, fmt.Errorf("opening the record %s: %w", path, err)
	}
	s, err := openFile(dir, path)
	if err != nil {
		return nil, fmt.Errorf("opening the record %s: %w", path, reason(dir, err))
	}
	sweep(dir)
	return s, nil
}

// OpenExisting opens a record as Open does, that must be there already.
func OpenExisting(dir string) (*Store, error) {
	if _, err := recordIn(dir); err != nil {
		return nil, err
	}
	return Open(dir)
}

// recordIn returns the path of the record of a data directory, which must be there.
func recordIn(dir string) (path string, err error) {
	path = filepath.Join(dir, FileName)
	switch _, err := disk.Plain(path); {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("%s holds no record: there is no %s in it", dir, FileName)
	case err != nil:
		return "", fmt.Errorf("opening the record: %w", err)
	}
	return path, nil
}

// touch makes the file with tight rights before SQLite would with its own, and durably:
// SQLite syncs the folder for none but its own files.
func touch(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err == nil {
		return f.Close()
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(path), KeyFile)); err == nil {
		return fmt.Errorf("%w: it is gone, and %s is there that has sealed it: put it back, or have sabotctl restore put a backup into an empty directory", record.ErrChanged, KeyFile)
	}
	f, err = disk.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(disk.SyncFile(f), f.Close(), disk.SyncNames(filepath.Dir(path)))
}

// openFile opens with one connection: pragmas reach every connection only from
// the DSN, and one writer needs no more.
func openFile(dir, path string) (*Store, error) {
	q := url.Values{"_txlock": {"immediate"}, "_pragma": {
		"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "recursive_triggers(1)",
	}}
	db, err := sql.Open("sqlite", "file:"+url.PathEscape(path)+"?"+q.Encode())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	s := newStore(db, dir)
	if err := s.prepare(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

func newStore(db *sql.DB, dir string) *Store {
	return &Store{db: db, Folder: Folder{dir}, streams: map[string]int64{}, trees: map[int64]seal.Tree{}, indexes: map[int64]indexes{}, schema: -1}
}

func (s *Store) prepare() error {
	var err error
	if s.keys, err = openKey(s.dir, s.sealed); err != nil {
		return err
	}
	if err := s.migrate(); err != nil {
		return err
	}
	if err := s.sameLayout(); err != nil {
		return err
	}
	head, err := s.Head(record.HouseStream)
	if err != nil {
		return err
	}
	if err := s.keys.settle(head); err != nil {
		return err
	}
	if s.insert, err = s.db.Prepare(`INSERT INTO entries (key, headline, entry, mark) VALUES (?, ?, ?, ?)`); err != nil {
		return err
	}
	if s.last, err = s.db.Prepare(`INSERT INTO sealed (key, headline, entry, mark, stream, size, edge, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`); err != nil {
		return err
	}
	if err = s.written.watch(s.db); err != nil {
		return err
	}
	s.lies, err = liesAt(filepath.Join(s.dir, FileName))
	return err
}

// sealed reports whether the record has a head.
func (s *Store) sealed() (there bool, err error) {
	err = s.db.QueryRow(`SELECT EXISTS (SELECT 1 FROM heads)`).Scan(&there)
	if isCode(err, sqlite3.SQLITE_ERROR) { // it is new, or from before there were any
		err = nil
	}
	return there, err
}

// Close closes the record.
func (s *Store) Close() error { return s.db.Close() }

// seqBits is the number of bits for the sequence number in an entry's key: a million million entries of one table.
const seqBits = 40

// mostStreams is the largest number of streams that have keys.
const mostStreams = 1<<(63-seqBits) - 1

// key returns the key under which an entry of a stream is stored.
func key(stream, seq int64) int64 { return stream<<seqBits | seq }

// stream returns a stream's id. One that is not there yet is made if create is true; else its id is 0, under which nothing is
// stored.
func (s *Store) stream(name string, create bool) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if id, ok := s.streams[name]; ok {
		return id, nil
	}
	if create {
		if _, err := s.db.Exec(`INSERT INTO streams (name) VALUES (?) ON CONFLICT DO NOTHING`, name); err != nil {
			return 0, err
		}
	}
	var id int64
	err := s.db.QueryRow(`SELECT id FROM streams NOT INDEXED WHERE name = ? AND typeof(name) = 'text'`, name).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err == nil {
		s.streams[name] = id
	}
	return id, err
}

// Append implements record.Journal: one transaction for all the entries and the stream's
// new head.
func (s *Store) Append(entries ...record.Entry) error { return s.AppendWith(nil, entries...) }

// AppendWith implements record.Keeper: the secrets go into the same transaction.
func (s *Store) AppendWith(secrets []record.Secret, entries ...record.Entry) error {
	if len(entries) == 0 {
		return s.keepSecrets(secrets)
	}
	return s.append(entries, len(secrets) == 0, func(tx *sql.Tx) error { return setSecrets(tx, secrets) })
}

// AppendIf implements record.Keeper: once this transaction has written, no other one writes before it ends.
func (s *Store) AppendIf(stream string, last int64, entries ...record.Entry) error {
	id, err := s.stream(stream, true)
	if err != nil {
		return appendError(s.dir, entries[0], err)
	}
	return s.append(entries, false, func(tx *sql.Tx) error {
		is, err := lastOf(tx, id)
		if err == nil && is != last {
			err = fmt.Errorf("%s has %d entries, and not %d: %w", stream, is, last, record.ErrConflict)
		}
		return err
	})
}

// append writes entries, and calls a function for everything else in their transaction. With alone a single entry
// is a transaction of its own.
func (s *Store) append(entries []record.Entry, alone bool, and func(*sql.Tx) error) error {
	if err := s.lies.unmoved(); err != nil {
		return appendError(s.dir, entries[0], err)
	}
	stream, err := s.stream(entries[0].Table, true)
	if err != nil {
		return appendError(s.dir, entries[0], err)
	}
	s.written.mu.Lock()
	defer s.written.mu.Unlock()
	tree, known := s.treeBefore(stream, entries[0])
	var at int
	if known && len(entries) == 1 && alone { // one statement is a transaction by itself
		at, err = s.write(nil, stream, &tree, entries)
	} else {
		at, err = s.transact(stream, &tree, known, entries, and)
	}
	if err != nil {
		return appendError(s.dir, entries[at], err)
	}
	s.keepTree(stream, tree)
	if entries[0].Table == record.HouseStream {
		s.inUse()
	}
	return nil
}

// inUse puts the key in use from the first entry of the house on that it seals. That entry is then in the record's own file: who
// takes the other one away takes the house with it no more. What fails here is done at the next start; the entry is on disk.
func (s *Store) inUse() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.keys.waiting && s.keys.use() == nil {
		_, _ = s.db.Exec(`PRAGMA wal_checkpoint(PASSIVE)`)
	}
}

// transact writes entries in a transaction, in which it reads the log where it is not
// known. As write, it answers which entry an error is about.
func (s *Store) transact(stream int64, tree *seal.Tree, known bool, entries []record.Entry, and func(*sql.Tx) error) (at int, err error) {
	tx, err := s.db.Begin()
	if err != nil {
		return 0, err
	}
	if !known {
		*tree, err = s.readTree(tx, stream, entries[0].Table)
	}
	if err == nil {
		at, err = s.write(tx, stream, tree, entries)
	}
	if err == nil {
		err = and(tx)
	}
	if err != nil {
		return at, errors.Join(err, tx.Rollback())
	}
	return 0, tx.Commit()
}

// write writes entries, and with the last of them the head that they make; tx is nil
// where there is one alone. It adds them to the log, and answers which of them an error
// is about.
func (s *Store) write(tx *sql.Tx, stream int64, tree *seal.Tree, entries []record.Entry) (at int, err error) {
	insert, last := s.insert, s.last
	if tx != nil {
		insert, last = tx.Stmt(insert), tx.Stmt(last)
	}
	for i, e := range entries {
		if e.Seq != tree.Size()+1 {
			return i, outOfOrder(e, tree)
		}
		text := record.Encode(e)
		leaf := seal.Leaf(text)
		tree.AddLeaf(leaf)
		line := headline(e.Fact)
		row := wrote{"entries", key(stream, e.Seq), string(text), mark(leaf)}
		values := []any{row.key, sql.NullInt64{Int64: line, Valid: line != 0}, row.text, row.mark}
		if i < len(entries)-1 {
			err = s.written.exec(insert, values, row)
		} else if note, failed := seal.HeadOf(e.Table, tree).Sign(s.keys.key); failed != nil {
			err = failed
		} else {
			values = append(values, stream, tree.Size(), tree.Edge(), note)
			err = s.written.exec(last, values, row, wrote{table: "heads", key: stream, text: note})
		}
		if err != nil {
			return i, err
		}
	}
	return 0, nil
}

// The headline column: what of an entry the database itself can see.
const (
	opens = 1
	other = 2
)

// headline returns the column's value for an entry: 0, which is null there, for the hands.
func headline(f record.Fact) int64 {
	if _, ok := f.(record.Opened); ok {
		return opens
	}
	if record.Headline(f) {
		return other
	}
	return 0
}

func appendError(dir string, e record.Entry, err error) error {
	if err == nil {
		return nil
	}
	if isCode(err, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY) || errors.Is(err, record.ErrConflict) {
		return fmt.Errorf("entry %d of %s: %w", e.Seq, e.Table, record.ErrConflict)
	}
	return fmt.Errorf("entry %d of %s could not be written: %w", e.Seq, e.Table, reason(dir, err))
}

func isCode(err error, code int) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code() == code
}

// pageRows is the number of entries that are read at a time, so that the one connection is never held while the
// caller works. firstRows is the number at first, as many callers want but a few.
const (
	pageRows  = 2000
	firstRows = 60
)

// Entries implements record.Journal.
func (s *Store) Entries(table string, from int64) iter.Seq2[record.Entry, error] {
	return func(yield func(record.Entry, error) bool) {
		for e, err := range s.read(`SELECT entry FROM entries WHERE key >= ? AND key < ? ORDER BY key LIMIT ?`, table, from) {
			if err == nil && e.Seq != from {
				err = fmt.Errorf("entry %d of %s is missing: the next is %d", from, table, e.Seq)
			}
			if !yield(e, err) || err != nil {
				return
			}
			from++
		}
	}
}

// Headlines implements record.Journal.
func (s *Store) Headlines(table string, from int64) iter.Seq2[record.Entry, error] {
	return func(yield func(record.Entry, error) bool) {
		if err := s.headlinesFrom(table, from); err != nil {
			yield(record.Entry{}, fmt.Errorf("reading the record of %s: %w", table, err))
			return
		}
		s.read(`SELECT entry FROM entries INDEXED BY headlines WHERE key >= ? AND key < ? AND headline IS NOT NULL ORDER BY key LIMIT ?`, table, from)(yield)
	}
}

// read returns the entries of a table that a query names, page by page.
func (s *Store) read(query, table string, from int64) iter.Seq2[record.Entry, error] {
	return func(yield func(record.Entry, error) bool) {
		for rows := firstRows; ; rows = min(4*rows, pageRows) {
			page, err := s.page(query, table, from, rows)
			if err != nil {
				yield(record.Entry{}, fmt.Errorf("reading the record of %s: %w", table, err))
				return
			}
			for _, text := range page {
				e, err := record.Decode(text)
				if err == nil && e.Table != table {
					err = fmt.Errorf("an entry of %s lies among those of %s", e.Table, table)
				}
				if !yield(e, err) || err != nil {
					return
				}
				from = e.Seq + 1
			}
			if len(page) < rows {
				return
			}
		}
	}
}

func (s *Store) page(query, table string, from int64, most int) ([][]byte, error) {
	stream, err := s.stream(table, false)
	if err != nil {
		return nil, err
	}
	rows, err := s.db.Query(query, key(stream, from), key(stream+1, 0), most)
	if err != nil {
		return nil, err
	}
	return texts(rows)
}

// texts returns the one column of a query's rows.
func texts(rows *sql.Rows) ([][]byte, error) {
	defer rows.Close()
	var page [][]byte
	for rows.Next() {
		var text sql.RawBytes
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		page = append(page, bytes.Clone(text))
	}
	return page, rows.Err()
}

// Openings implements record.Journal.
func (s *Store) Openings(table string) ([]int64, error) {
	stream, err := s.stream(table, false)
	if err == nil {
		err = s.sameLayout()
	}
	var seqs []int64
	if err == nil {
		seqs, err = s.openings(stream)
	}
	if err == nil {
		err = s.openingsOf(table, stream, seqs)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the shifts of %s: %w", table, err)
	}
	return seqs, nil
}

func (s *Store) openings(stream int64) (seqs []int64, err error) {
	rows, err := s.db.Query(`SELECT key FROM entries INDEXED BY openings WHERE key >= ? AND key < ? AND headline = 1 ORDER BY key`, key(stream, 0), key(stream+1, 0))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var seq int64
		if err := rows.Scan(&seq); err != nil {
			return nil, err
		}
		seqs = append(seqs, seq-key(stream, 0))
	}
	return seqs, rows.Err()
}
