// Package storage keeps the record in SQLite: it implements the Journal and the
// Secrets of package pit and knows no more of them than that.
//
// One file, sabot.db, in the data directory; WAL with synchronous FULL, so that an
// entry that Append has accepted survives a power cut. Triggers refuse to change
// or delete an entry, also behind this package's back.
package storage

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"net/url"
	"os"
	"path/filepath"
	"sync"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"sabot/pit"
	"sabot/storage/migrations"
)

// FileName is the record's file in the data directory.
const FileName = "sabot.db"

// schemaVersion is the newest migration of this Sabot.
const schemaVersion = 1

// Store is the open record of one data directory.
type Store struct {
	db      *sql.DB
	insert  *sql.Stmt
	dir     string
	streams map[string]int64 // ids by name, guarded by mu
	mu      sync.Mutex
}

var (
	_ pit.Journal = (*Store)(nil)
	_ pit.Secrets = (*Store)(nil)
)

// Open opens the record of a data directory and makes both where there are none,
// readable to this user alone. The error wraps pit.ErrNewerRecord where a newer
// Sabot has changed the file's layout.
func Open(dir string) (*Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("making the data directory %s: %w", dir, err)
	}
	path := filepath.Join(dir, FileName)
	if err := touch(path); err != nil {
		return nil, fmt.Errorf("the record %s cannot be written: %w", path, err)
	}
	s, err := openFile(path)
	if err != nil {
		return nil, fmt.Errorf("opening the record %s: %w", path, err)
	}
	s.dir = dir
	return s, nil
}

// OpenExisting is Open for a record that must be there already.
func OpenExisting(dir string) (*Store, error) {
	if _, err := os.Stat(filepath.Join(dir, FileName)); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s holds no record: there is no %s in it", dir, FileName)
	}
	return Open(dir)
}

// touch makes the file with tight rights before SQLite would with its own.
func touch(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// openFile opens with one connection: pragmas reach every connection only from
// the DSN, and one writer needs no more.
func openFile(path string) (*Store, error) {
	q := url.Values{"_txlock": {"immediate"}, "_pragma": {
		"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "recursive_triggers(1)",
	}}
	db, err := sql.Open("sqlite", "file:"+url.PathEscape(path)+"?"+q.Encode())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	s := &Store{db: db, streams: map[string]int64{}}
	if err := s.prepare(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

func (s *Store) prepare() error {
	if err := s.migrate(); err != nil {
		return err
	}
	var err error
	s.insert, err = s.db.Prepare(`INSERT INTO entries (key, headline, entry) VALUES (?, ?, ?)`)
	return err
}

// migrate brings the layout up to date. The version is read first by one plain
// query: at every start but the first there is nothing else to do.
func (s *Store) migrate() error {
	var version int64
	err := s.db.QueryRow(`SELECT max(version_id) FROM goose_db_version`).Scan(&version)
	if err == nil && version == schemaVersion {
		return nil
	}
	if err == nil && version > schemaVersion {
		return fmt.Errorf("%w: its layout has version %d, this Sabot knows up to %d: install the newer one", pit.ErrNewerRecord, version, schemaVersion)
	}
	if err != nil && !isCode(err, sqlite3.SQLITE_ERROR) {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, s.db, migrations.Files)
	if err != nil {
		return err
	}
	_, err = provider.Up(context.Background())
	return err
}

// Close closes the record.
func (s *Store) Close() error { return s.db.Close() }

// Dir is the data directory.
func (s *Store) Dir() string { return s.dir }

// seqBits is how much of an entry's key is its sequence number: a million million
// entries of one table.
const seqBits = 40

// key is where an entry of a stream lies.
func key(stream, seq int64) int64 { return stream<<seqBits | seq }

// stream is a stream's id. One that is not there yet is made where create says so;
// else its id is 0, under which nothing lies.
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
	err := s.db.QueryRow(`SELECT id FROM streams WHERE name = ?`, name).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err == nil {
		s.streams[name] = id
	}
	return id, err
}

// Append implements pit.Journal: one transaction for all the entries.
func (s *Store) Append(entries ...pit.Entry) error {
	if len(entries) == 0 {
		return nil
	}
	stream, err := s.stream(entries[0].Table, true)
	if err != nil {
		return appendError(entries[0], err)
	}
	if len(entries) == 1 { // one statement is a transaction by itself
		return appendError(entries[0], insertEntry(s.insert, stream, entries[0]))
	}
	tx, err := s.db.Begin()
	if err != nil {
		return appendError(entries[0], err)
	}
	insert := tx.Stmt(s.insert)
	for _, e := range entries {
		if err := insertEntry(insert, stream, e); err != nil {
			return appendError(e, errors.Join(err, tx.Rollback()))
		}
	}
	return appendError(entries[0], tx.Commit())
}

// The headline column: what of an entry the database itself can see.
const (
	opens = 1
	other = 2
)

func insertEntry(insert *sql.Stmt, stream int64, e pit.Entry) error {
	var headline any
	if _, ok := e.Fact.(pit.Opened); ok {
		headline = opens
	} else if pit.Headline(e.Fact) {
		headline = other
	}
	_, err := insert.Exec(key(stream, e.Seq), headline, string(pit.Encode(e)))
	return err
}

func appendError(e pit.Entry, err error) error {
	if err == nil {
		return nil
	}
	if isCode(err, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY) {
		return fmt.Errorf("entry %d of %s: %w", e.Seq, e.Table, pit.ErrConflict)
	}
	return fmt.Errorf("entry %d of %s could not be written: %w", e.Seq, e.Table, err)
}

func isCode(err error, code int) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code() == code
}

// pageRows is how many entries are read at a time, so that the one connection is
// never held while the caller works.
const pageRows = 2000

// Entries implements pit.Journal.
func (s *Store) Entries(table string, from int64) iter.Seq2[pit.Entry, error] {
	return func(yield func(pit.Entry, error) bool) {
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

// Headlines implements pit.Journal.
func (s *Store) Headlines(table string, from int64) iter.Seq2[pit.Entry, error] {
	return s.read(`SELECT entry FROM entries WHERE key >= ? AND key < ? AND headline IS NOT NULL ORDER BY key LIMIT ?`, table, from)
}

// read is the entries of a table that a query names, page by page.
func (s *Store) read(query, table string, from int64) iter.Seq2[pit.Entry, error] {
	return func(yield func(pit.Entry, error) bool) {
		for {
			page, err := s.page(query, table, from)
			if err != nil {
				yield(pit.Entry{}, fmt.Errorf("reading the record of %s: %w", table, err))
				return
			}
			for _, text := range page {
				e, err := pit.Decode(text)
				if err == nil && e.Table != table {
					err = fmt.Errorf("an entry of %s lies among those of %s", e.Table, table)
				}
				if !yield(e, err) || err != nil {
					return
				}
				from = e.Seq + 1
			}
			if len(page) < pageRows {
				return
			}
		}
	}
}

func (s *Store) page(query, table string, from int64) ([][]byte, error) {
	stream, err := s.stream(table, false)
	if err != nil {
		return nil, err
	}
	rows, err := s.db.Query(query, key(stream, from), key(stream+1, 0), pageRows)
	if err != nil {
		return nil, err
	}
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

// Openings implements pit.Journal.
func (s *Store) Openings(table string) ([]int64, error) {
	stream, err := s.stream(table, false)
	if err != nil {
		return nil, err
	}
	rows, err := s.db.Query(`SELECT key FROM entries WHERE key >= ? AND key < ? AND headline = ? ORDER BY key`, key(stream, 0), key(stream+1, 0), opens)
	if err != nil {
		return nil, fmt.Errorf("reading the shifts of %s: %w", table, err)
	}
	defer rows.Close()
	var seqs []int64
	for rows.Next() {
		var seq int64
		if err := rows.Scan(&seq); err != nil {
			return nil, err
		}
		seqs = append(seqs, seq-key(stream, 0))
	}
	return seqs, rows.Err()
}

// SetSecret implements pit.Secrets.
func (s *Store) SetSecret(number, secret string) error {
	_, err := s.db.Exec(`INSERT INTO pins (number, hash) VALUES (?, ?) ON CONFLICT (number) DO UPDATE SET hash = excluded.hash`, number, secret)
	if err != nil {
		return fmt.Errorf("keeping the sealed key of %s: %w", number, err)
	}
	return nil
}

// Secret implements pit.Secrets.
func (s *Store) Secret(number string) (string, error) {
	var secret string
	err := s.db.QueryRow(`SELECT hash FROM pins WHERE number = ?`, number).Scan(&secret)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return secret, err
}
