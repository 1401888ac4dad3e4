package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"

	sqlite3 "modernc.org/sqlite/lib"

	"sabot/pit/record"
)

// A Reader is a record as it stood at one moment, also while tables are being played. It
// writes nothing.
type Reader struct {
	db      *sql.DB
	conn    *sql.Conn // its one connection, in tx
	tx      *sql.Tx
	dir     string
	done    func() error
	journal error            // what lies beside the record and would put it back; nil where nothing does
	ids     map[string]int64 // of the streams, by name; nil before they were read
	mu      sync.Mutex
	size    int64              // of the file, before the moment was taken
	seen    map[int64]*columns // of streams that were read to their end, guarded by mu
}

var _ record.Snapshot = (*Reader)(nil)

// Snapshot implements record.Keeper.
func (s *Store) Snapshot(ctx context.Context) (record.Snapshot, error) { return OpenReader(ctx, s.dir) }

// OpenReader opens the record of a data directory for reading alone. Errors: as
// OpenExisting, and of a record that is not sealed yet.
func OpenReader(ctx context.Context, dir string) (*Reader, error) {
	path, err := recordIn(dir)
	if err != nil {
		return nil, err
	}
	journal := noJournal(path)
	if journal != nil && !unopened(path) { // SQLite would look at it
		return nil, fmt.Errorf("opening the record %s: %w", path, journal)
	}
	r, err := openReader(ctx, path, "")
	if err != nil {
		return nil, fmt.Errorf("opening the record %s: %w", path, err)
	}
	r.dir, r.journal = dir, journal
	return r, nil
}

func openReader(ctx context.Context, path, more string) (*Reader, error) {
	size := int64(0)
	if file, err := os.Stat(path); err == nil {
		size = file.Size()
	}
	db, done, err := readingOf(path, more)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if err := sealed(db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	// Until Close, whatever becomes of ctx: nobody takes the connection away from who reads.
	tx, err := conn.BeginTx(context.WithoutCancel(ctx), &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, errors.Join(err, conn.Close(), db.Close())
	}
	// SQLite takes the moment not where a transaction begins but where it first reads.
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(new(int64)); err != nil {
		return nil, errors.Join(err, tx.Rollback(), conn.Close(), db.Close())
	}
	return &Reader{db: db, conn: conn, tx: tx, done: done, size: size}, nil
}

// sealed returns the error of a record that this Sabot cannot read in its present layout.
func sealed(db *sql.DB) error {
	version, err := layout(context.Background(), db)
	if (err != nil || version == schemaVersion) && !isCode(err, sqlite3.SQLITE_ERROR) {
		return err
	}
	var once bool
	if db.QueryRow(`SELECT EXISTS (SELECT 1 FROM heads)`).Scan(&once) == nil && once {
		return fmt.Errorf("%w: its layout was set back", record.ErrChanged)
	}
	return record.ErrOlderRecord
}

// Close closes the record. The error is of one that changed while it was read.
func (r *Reader) Close() error {
	return errors.Join(r.tx.Rollback(), r.conn.Close(), r.done(), r.db.Close())
}

// Verifier returns the public half of the key beside the record. The error wraps fs.ErrNotExist where there is no
// key.
func (r *Reader) Verifier() (string, error) {
	return readVerifier(filepath.Join(r.dir, KeyFile))
}

// Widened returns what Widened does for its data directory.
func (r *Reader) Widened() []Wide { return Widened(r.dir) }

// Streams implements record.Snapshot.
func (r *Reader) Streams(ctx context.Context) ([]string, error) {
	streams, err := streamNames(ctx, r.tx)
	if err != nil {
		return nil, err
	}
	streams = known(streams)
	r.ids = map[string]int64{}
	var names []string
	for _, s := range streams {
		r.ids[s.name] = s.id
		names = append(names, s.name)
	}
	return names, nil
}

// known returns the streams that there are keys for; entries of others are stray.
func known(streams []streamRow) []streamRow {
	return slices.DeleteFunc(streams, func(s streamRow) bool { return s.id < 1 || s.id >= mostStreams })
}

// id returns a stream's number; 0 for an unknown stream, and nothing is stored under 0.
func (r *Reader) id(ctx context.Context, name string) (int64, error) {
	if r.ids == nil {
		if _, err := r.Streams(ctx); err != nil {
			return 0, err
		}
	}
	return r.ids[name], nil
}

// Stored implements record.Snapshot.
func (r *Reader) Stored(ctx context.Context, name string) (*record.StoredHead, error) {
	stream, err := r.id(ctx, name)
	if err != nil {
		return nil, err
	}
	var h record.StoredHead
	var size any
	err = r.tx.QueryRowContext(ctx, `SELECT size, edge, note FROM heads WHERE stream = ?`, stream).Scan(&size, &h.Edge, &h.Note)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	n, isNumber := size.(int64)
	if h.Size = n; !isNumber {
		h.Size = -1 // no log has it
	}
	return &h, err
}

// Stray implements record.Snapshot.
func (r *Reader) Stray(ctx context.Context) ([]*record.Fault, error) {
	faults, err := r.judgeFile(ctx)
	if err != nil {
		return nil, err
	}
	at, there, err := r.stray(ctx)
	if err != nil || !there {
		return faults, err
	}
	what := fmt.Sprintf("there is no stream %d, and entries or a head of it", at>>seqBits)
	return append(faults, &record.Fault{Table: fmt.Sprintf("stream %d", at>>seqBits), Seq: at & (1<<seqBits - 1), Code: record.Misplaced, What: what}), nil
}

// A streamRow is a row of streams.
type streamRow struct {
	id   int64
	name string
}

func streamNames(ctx context.Context, tx *sql.Tx) ([]streamRow, error) {
	rows, err := tx.QueryContext(ctx, `SELECT id, name FROM streams ORDER BY id`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []streamRow
	for rows.Next() {
		var r streamRow
		if err := rows.Scan(&r.id, &r.name); err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, rows.Err()
}

// stray returns the key of an entry that belongs to no known stream; false where there is none.
func (r *Reader) stray(ctx context.Context) (at int64, there bool, err error) {
	err = r.tx.QueryRowContext(ctx, `SELECT stream FROM heads WHERE stream NOT IN (SELECT id FROM streams) LIMIT 1`).Scan(&at)
	if err == nil {
		return key(at, 0), true, nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return 0, false, err
	}
	streams, err := streamNames(ctx, r.tx)
	if err != nil {
		return 0, false, err
	}
	streams = known(streams)
	from := int64(math.MinInt64)
	for _, s := range append(streams, streamRow{}) {
		to := int64(math.MaxInt64)
		if s.id != 0 {
			to = key(s.id, 0) - 1
		}
		err := r.tx.QueryRowContext(ctx, `SELECT key FROM entries WHERE key >= ? AND key <= ? ORDER BY key LIMIT 1`, from, to).Scan(&at)
		if !errors.Is(err, sql.ErrNoRows) {
			return at, err == nil, err
		}
		from = key(s.id+1, 0)
	}
	return 0, false, nil
}

// judgeFile returns what in the file is not as Sabot makes it.
func (r *Reader) judgeFile(ctx context.Context) (faults []*record.Fault, err error) {
	wrong := func(table, what string) {
		faults = append(faults, &record.Fault{Table: table, Code: record.WrongFile, What: what})
	}
	if r.journal != nil {
		wrong(FileName, r.journal.Error())
	}
	switch more, err := r.behindPages(ctx); {
	case err != nil:
		return nil, err
	case more > 0:
		wrong(FileName, fmt.Sprintf("%d bytes lie behind its pages, where Sabot writes nothing: sabotctl backup makes a copy without them", more))
	}
	err = judgeLayout(ctx, r.tx)
	if errors.Is(err, record.ErrChanged) {
		wrong(FileName, err.Error())
		return faults, nil // its indexes may not be there
	}
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(r.ids)) {
		right, err := r.indexed(ctx, r.ids[name])
		if err != nil {
			return nil, err
		}
		if !right {
			wrong(name, "the indexes of its shifts and headlines are not those of its entries: reports leave some out")
		}
	}
	return faults, nil
}

// behindPages returns how many bytes of the file are after its last page. A record only grows: it had no more
// bytes at the moment of the reading than its pages then.
func (r *Reader) behindPages(ctx context.Context) (int64, error) {
	var pages, each int64
	err := r.tx.QueryRowContext(ctx, `SELECT page_count, page_size FROM pragma_page_count, pragma_page_size`).Scan(&pages, &each)
	return r.size - pages*each, err
}
