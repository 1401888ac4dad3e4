package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	sqlite3 "modernc.org/sqlite/lib"

	"sabot/pit/record"
)

// Reader is a record as it stood at one moment, also while tables are being played. It
// writes nothing.
type Reader struct {
	db   *sql.DB
	tx   *sql.Tx
	dir  string
	done func() error
	ids  map[string]int64 // of the streams, by name; nil before they were read
}

var _ record.Snapshot = (*Reader)(nil)

// Snapshot implements record.Keeper.
func (s *Store) Snapshot(ctx context.Context) (record.Snapshot, error) { return OpenReader(ctx, s.dir) }

// OpenReader opens the record of a data directory for reading alone. Errors: as
// OpenExisting, and of a record that is not sealed yet.
func OpenReader(ctx context.Context, dir string) (*Reader, error) {
	path := filepath.Join(dir, FileName)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s holds no record: there is no %s in it", dir, FileName)
	}
	r, err := openReader(ctx, path, "")
	if err != nil {
		return nil, fmt.Errorf("opening the record %s: %w", path, err)
	}
	r.dir = dir
	return r, nil
}

func openReader(ctx context.Context, path, more string) (*Reader, error) {
	db, done, err := readingOf(path, more)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if err := sealed(db); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	// SQLite takes the moment not where a transaction begins but where it first reads.
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(new(int64)); err != nil {
		return nil, errors.Join(err, tx.Rollback(), db.Close())
	}
	return &Reader{db: db, tx: tx, done: done}, nil
}

// sealed is the error of a record that this Sabot cannot read as it lies there.
func sealed(db *sql.DB) error {
	version, err := layout(db)
	if err == nil && version < sealedSince || isCode(err, sqlite3.SQLITE_ERROR) {
		err = errors.New("it was written before records were sealed: open it with this Sabot once")
	}
	return err
}

// Close closes the record. The error is of one that changed while it was read.
func (r *Reader) Close() error {
	err := r.tx.Rollback()
	if errors.Is(err, sql.ErrTxDone) { // its context has ended it
		err = nil
	}
	return errors.Join(err, r.done(), r.db.Close())
}

// Verifier is the public half of the key that lies beside the record. The error wraps
// fs.ErrNotExist where none does.
func (r *Reader) Verifier() (string, error) {
	key, err := readKey(filepath.Join(r.dir, KeyFile))
	if err != nil {
		return "", err
	}
	return key.Verifier(), nil
}

// Streams implements record.Snapshot.
func (r *Reader) Streams(ctx context.Context) ([]string, error) {
	streams, err := streamNames(ctx, r.tx)
	if err != nil {
		return nil, err
	}
	r.ids = map[string]int64{}
	var names []string
	for _, s := range streams {
		r.ids[s.name] = s.id
		names = append(names, s.name)
	}
	return names, nil
}

// id is a stream's; 0, under which nothing lies, where there is no such stream.
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
	at, there, err := r.stray(ctx)
	if err != nil || !there {
		return nil, err
	}
	what := fmt.Sprintf("there is no stream %d, and entries or a head of it", at>>seqBits)
	return []*record.Fault{{Table: fmt.Sprintf("stream %d", at>>seqBits), Seq: at & (1<<seqBits - 1), Code: record.Misplaced, What: what}}, nil
}

// stray is the key of an entry that is of no stream there is; false where there is none.
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
	from := int64(-1 << 63)
	for _, s := range append(streams, streamRow{id: 1<<(63-seqBits) - 1}) {
		err := r.tx.QueryRowContext(ctx, `SELECT key FROM entries WHERE key >= ? AND key < ? LIMIT 1`, from, key(s.id, 0)).Scan(&at)
		if !errors.Is(err, sql.ErrNoRows) {
			return at, err == nil, err
		}
		from = key(s.id+1, 0)
	}
	return 0, false, nil
}
