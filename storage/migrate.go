package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	sqlite3 "modernc.org/sqlite/lib"

	"sabot/pit/record"
)

// schemaVersion is the version of the layout, as goose_db_version says it. The last of the steps up to it made the
// layout of Sabot 0.9.
const schemaVersion = 4

// migrate makes the layout of a new file. The version is read first by one plain
// query: at every start but the first there is nothing else to do.
func (s *Store) migrate() error {
	ctx := context.Background()
	version, err := layout(ctx, s.db)
	if err == nil && version == schemaVersion {
		return nil
	}
	if err != nil && !isCode(err, sqlite3.SQLITE_ERROR) {
		return err
	}
	if !s.keys.waiting {
		return fmt.Errorf("%w: its entries are gone, or its layout was set back, and %s has sealed it: put back what was beside %s, or have sabotctl restore put a backup into an empty directory", record.ErrChanged, KeyFile, FileName)
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := lay(ctx, tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// layout returns the version of a file's layout. The error wraps record.ErrNewerRecord where a newer Sabot has changed it.
func layout(ctx context.Context, q querier) (version int64, err error) {
	err = q.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version`).Scan(&version)
	if err == nil && version > schemaVersion {
		err = fmt.Errorf("%w: its layout has version %d, this Sabot knows up to %d: install the newer one", record.ErrNewerRecord, version, schemaVersion)
	}
	return version, err
}

// lay makes the layout of a file in which nothing was entered. What a Sabot of 0.9 had made of it before a power
// cut is made anew.
func lay(ctx context.Context, tx *sql.Tx) error {
	if version, err := layout(ctx, tx); err == nil && version == schemaVersion {
		return nil // another program did
	}
	there, err := objects(ctx, tx)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(there, func(o object) bool { return o.name == "entries" }) {
		if err := noEntries(ctx, tx); err != nil {
			return err
		}
	}
	all := slices.DeleteFunc(ofSabot(), func(o object) bool { return strings.HasPrefix(o.name, "sqlite_") }) // SQLite makes its own
	var statements []string
	for _, o := range slices.Backward(all) {
		statements = append(statements, "DROP "+o.kind+" IF EXISTS "+o.name)
	}
	for _, o := range all {
		statements = append(statements, o.text)
	}
	for version := range schemaVersion + 1 {
		statements = append(statements, fmt.Sprintf(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (%d, 1)`, version))
	}
	for _, s := range statements {
		if _, err := tx.ExecContext(ctx, s); err != nil {
			return fmt.Errorf("laying out the record: %w", err)
		}
	}
	return nil
}

// noEntries demands of a record of another layout that nothing is entered in it. The error wraps record.ErrChanged where
// its entries were sealed once, else record.ErrOlderRecord.
func noEntries(ctx context.Context, q querier) error {
	var entries, sealed bool
	err := q.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM entries),
		EXISTS (SELECT 1 FROM entries NOT INDEXED WHERE entry LIKE '%"sealedby",{%' OR entry LIKE '%"checkpoint",{%')`).Scan(&entries, &sealed)
	switch {
	case err != nil || !entries:
		return err
	case sealed:
		return fmt.Errorf("%w: its layout was set back", record.ErrChanged)
	}
	return record.ErrOlderRecord
}
