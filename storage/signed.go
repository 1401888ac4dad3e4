package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"sabot/pit/seal"
)

// A SignedHead is the largest head of a machine's stream that a pit has countersigned.
type SignedHead struct {
	Machine, Stream string
	Size            int64
	Root            seal.Hash
	Edge            []byte // of the log of so many entries: what was countersigned later is held against it; nil where it is not known
	Serial          string // of the certificate by which its machine shipped it; "" where that is not known
	Issued          int64  // when that was given, in ms; 0 where that is not known
	Key             string // with which its machine signed it, as it has shown that this is its own; "" where that is not known
}

// Log returns the log of a signed head. It is false where the log's edge is unknown, or does not give the head's
// root.
func (h *SignedHead) Log() (seal.Tree, bool) {
	tree, err := seal.ReadTree(h.Size, h.Edge)
	return tree, err == nil && tree.Root() == h.Root
}

// A SignedFile is the list of heads that a pit has countersigned. It lies apart from the database that it judges:
// it is the state of a witness (C2SP tlog-witness).
type SignedFile struct{ db *sql.DB }

// OpenSigned opens such a file, and makes an empty one where there is none. Error: it cannot be written.
func OpenSigned(ctx context.Context, path string) (*SignedFile, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) { // SQLite would make it with the rights of the folder's others
		if err := errors.Join(MakeFolder(filepath.Dir(path)), WriteFile(path, nil)); err != nil {
			return nil, err
		}
	}
	db, err := sql.Open("sqlite", "file:"+url.PathEscape(path)+"?_pragma=busy_timeout(5000)&_pragma=journal_mode(wal)&_pragma=synchronous(full)&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	m := &SignedFile{db}
	if err := m.layOut(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return m, nil
}

// layOut makes the table of a file that has none, and gives that of an older Sabot the columns that it lacks. Error: it cannot be written.
func (m *SignedFile) layOut(ctx context.Context) (err error) {
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, tx.Rollback())
		}
	}()
	if _, err := tx.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS signed (machine TEXT, stream TEXT, size INTEGER NOT NULL, root BLOB NOT NULL, edge BLOB, PRIMARY KEY (machine, stream)) STRICT, WITHOUT ROWID`); err != nil {
		return err
	}
	for _, column := range []string{"edge BLOB", "serial TEXT NOT NULL DEFAULT ''", "issued INTEGER NOT NULL DEFAULT 0", "key TEXT NOT NULL DEFAULT ''"} {
		var has int
		name, _, _ := strings.Cut(column, " ")
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM pragma_table_info('signed') WHERE name = ?`, name).Scan(&has); err != nil {
			return err
		}
		if has == 0 {
			if _, err := tx.ExecContext(ctx, `ALTER TABLE signed ADD COLUMN `+column); err != nil {
				return err
			}
		}
	}
	return tx.Commit()
}

// Close lets go of the file.
func (m *SignedFile) Close() error { return m.db.Close() }

// Signed returns the largest head of each stream.
func (m *SignedFile) Signed(ctx context.Context) (list []SignedHead, err error) {
	rows, err := m.db.QueryContext(ctx, `SELECT machine, stream, size, root, edge, serial, issued, key FROM signed ORDER BY machine, stream`)
	if err != nil {
		return nil, fmt.Errorf("reading what the pit has countersigned: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var s SignedHead
		var root []byte
		if err := rows.Scan(&s.Machine, &s.Stream, &s.Size, &root, &s.Edge, &s.Serial, &s.Issued, &s.Key); err != nil {
			return nil, fmt.Errorf("reading what the pit has countersigned: %w", err)
		}
		if copy(s.Root[:], root) != len(s.Root) {
			return nil, fmt.Errorf("reading what the pit has countersigned of %s of %s: its root is no hash", s.Stream, s.Machine)
		}
		list = append(list, s)
	}
	return list, rows.Err()
}

// Keep stores heads. Each replaces the head of its stream, unless that one is larger. Of a certificate or a key that is not known the one before stays.
func (m *SignedFile) Keep(ctx context.Context, heads []SignedHead) (err error) {
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("keeping what the pit countersigns: %w", err)
	}
	for _, s := range heads {
		_, err := tx.ExecContext(ctx, `INSERT INTO signed (machine, stream, size, root, edge, serial, issued, key) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (machine, stream) DO UPDATE SET size = excluded.size, root = excluded.root, edge = excluded.edge, issued = max(issued, excluded.issued),
			serial = CASE excluded.serial WHEN '' THEN serial ELSE excluded.serial END,
			key = CASE excluded.key WHEN '' THEN key ELSE excluded.key END WHERE excluded.size >= size`, s.Machine, s.Stream, s.Size, s.Root[:], s.Edge, s.Serial, s.Issued, s.Key)
		if err != nil {
			return errors.Join(fmt.Errorf("keeping what the pit countersigns of %s: %w", s.Stream, err), tx.Rollback())
		}
	}
	return tx.Commit()
}
