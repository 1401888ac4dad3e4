package storage

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/pressly/goose/v3"
	sqlite3 "modernc.org/sqlite/lib"

	"sabot/pit/record"
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
	seals := goose.NewGoMigration(sealedSince, &goose.GoFunc{RunTx: s.sealing}, nil)
	provider, err := goose.NewProvider(goose.DialectSQLite3, s.db, migrations.Files, goose.WithGoMigrations(seals))
	if err != nil {
		return err
	}
	_, err = provider.Up(context.Background())
	return err
}

// layout is the version of a file's layout. The error wraps record.ErrNewerRecord where a
// newer Sabot has changed it.
func layout(db *sql.DB) (version int64, err error) {
	err = db.QueryRow(`SELECT coalesce(max(version_id), 0) FROM goose_db_version`).Scan(&version)
	if err == nil && version > schemaVersion {
		err = fmt.Errorf("%w: its layout has version %d, this Sabot knows up to %d: install the newer one", record.ErrNewerRecord, version, schemaVersion)
	}
	return version, err
}

// sealing begins the seals of a record that has no entries yet: what was entered before is never sealed afterwards.
func (s *Store) sealing(ctx context.Context, tx *sql.Tx) error {
	if err := s.noEntries(ctx, tx); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `CREATE TRIGGER entries_are_facts_update BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END`)
	return err
}

// noEntries demands of a record that was never sealed that nothing is entered in it. The error wraps record.ErrChanged where
// entries or what is beside them were sealed once, else record.ErrOlderRecord.
func (s *Store) noEntries(ctx context.Context, tx *sql.Tx) error {
	var entries, sealed bool
	err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM entries),
		EXISTS (SELECT 1 FROM heads) OR EXISTS (SELECT 1 FROM entries NOT INDEXED WHERE mark IS NOT NULL OR entry LIKE '%"sealedby",{%' OR entry LIKE '%"checkpoint",{%')`).Scan(&entries, &sealed)
	switch {
	case err != nil || !entries:
		return err
	case sealed || !s.keys.waiting:
		return fmt.Errorf("%w: its layout was set back to before there were seals", record.ErrChanged)
	}
	return record.ErrOlderRecord
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
