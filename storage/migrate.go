package storage

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/pressly/goose/v3"
	sqlite3 "modernc.org/sqlite/lib"

	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/migrations"
)

const (
	// schemaVersion is the newest migration of this Sabot.
	schemaVersion = 4
	// sealedSince is the one from which on records are sealed.
	sealedSince = 3
)

// migrate brings the layout up to date. The version is read first by one plain
// query: at every start but the first there is nothing else to do.
func (s *Store) migrate() error {
	version, err := layout(s.db)
	if err == nil && version == schemaVersion {
		return nil
	}
	if err != nil && !isCode(err, sqlite3.SQLITE_ERROR) {
		return err
	}
	if version < sealedSince && !s.keys.waiting {
		return fmt.Errorf("%w: its entries are gone, or its layout was set back, and %s has sealed it: put back what was beside %s, or have sabotctl restore put a backup into an empty directory", record.ErrChanged, KeyFile, FileName)
	}
	sealing := goose.NewGoMigration(sealedSince, &goose.GoFunc{RunTx: s.sealAll}, nil)
	provider, err := goose.NewProvider(goose.DialectSQLite3, s.db, migrations.Files, goose.WithGoMigrations(sealing))
	if err != nil {
		return err
	}
	_, err = provider.Up(context.Background())
	return err
}

// layout is the version of a file's layout. The error wraps record.ErrNewerRecord where a
// newer Sabot has changed it.
func layout(db *sql.DB) (version int64, err error) {
	err = db.QueryRow(`SELECT max(version_id) FROM goose_db_version`).Scan(&version)
	if err == nil && version > schemaVersion {
		err = fmt.Errorf("%w: its layout has version %d, this Sabot knows up to %d: install the newer one", record.ErrNewerRecord, version, schemaVersion)
	}
	return version, err
}

// sealAll seals the entries of a record from before there were seals. Where one has ever
// been it seals nothing: who sets the layout back would have what they wrote sealed.
func (s *Store) sealAll(ctx context.Context, tx *sql.Tx) error {
	if err := s.neverSealed(ctx, tx); err != nil {
		return err
	}
	streams, err := streamNames(ctx, tx)
	if err != nil {
		return err
	}
	for _, stream := range streams {
		if err := s.sealStream(ctx, tx, stream); err != nil {
			return fmt.Errorf("sealing the record of %s: %w", stream.name, err)
		}
	}
	_, err = tx.ExecContext(ctx, `CREATE TRIGGER entries_are_facts_update BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END`)
	return err
}

// neverSealed says whether entries may be sealed that were not: there are none, or nothing
// of them and beside them was ever sealed. The error wraps record.ErrChanged.
func (s *Store) neverSealed(ctx context.Context, tx *sql.Tx) error {
	var entries, sealed bool
	err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM entries),
		EXISTS (SELECT 1 FROM heads) OR EXISTS (SELECT 1 FROM entries NOT INDEXED WHERE mark IS NOT NULL OR entry LIKE '%"sealedby",{%' OR entry LIKE '%"checkpoint",{%')`).Scan(&entries, &sealed)
	if err == nil && entries && (sealed || !s.keys.waiting) {
		err = fmt.Errorf("%w: its layout was set back to before there were seals", record.ErrChanged)
	}
	return err
}

func (s *Store) sealStream(ctx context.Context, tx *sql.Tx, stream streamRow) error {
	var tree seal.Tree
	for {
		page, err := textsFrom(ctx, tx, key(stream.id, tree.Size()+1), key(stream.id+1, 0))
		if err != nil {
			return err
		}
		if len(page) == 0 {
			break
		}
		for _, text := range page {
			leaf := seal.Leaf(text)
			tree.AddLeaf(leaf)
			if _, err := tx.ExecContext(ctx, `UPDATE entries SET mark = ? WHERE key = ?`, mark(leaf), key(stream.id, tree.Size())); err != nil {
				return err
			}
		}
	}
	if tree.Size() == 0 {
		return nil
	}
	note, err := seal.HeadOf(stream.name, &tree).Sign(s.keys.key)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO heads (stream, size, edge, note) VALUES (?, ?, ?, ?)`, stream.id, tree.Size(), tree.Edge(), note)
	return err
}

// textsFrom are the bytes of a page of entries.
func textsFrom(ctx context.Context, tx *sql.Tx, from, to int64) ([][]byte, error) {
	rows, err := tx.QueryContext(ctx, `SELECT entry FROM entries WHERE key >= ? AND key < ? ORDER BY key LIMIT ?`, from, to, pageRows)
	if err != nil {
		return nil, err
	}
	return texts(rows)
}

// streamRow is a row of streams.
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
