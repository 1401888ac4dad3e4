package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"sabot/pit/record"
)

// firstPage is the largest size of a record's file while it is made. Only then SQLite has a journal beside it,
// which it needs after a power cut. From then on its log (sabot.db-wal) takes the place of one.
const firstPage = 4096

// journalOf returns the file from which SQLite puts a file back, where one lies there.
func journalOf(path string) string { return path + "-journal" }

// noJournal demands that no journal lies beside a record: SQLite would take the record back to the journal's state
// without a word. An empty journal changes nothing. Errors: record.ErrChanged, with what to do.
func noJournal(path string) error {
	journal, err := os.Lstat(journalOf(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.Size() <= firstPage || journal.Mode().IsRegular() && journal.Size() == 0 {
		return nil
	}
	name := filepath.Base(journalOf(path))
	return fmt.Errorf("%w: beside it lies %s, which would put it back to an earlier state and which Sabot never leaves there: "+
		"copy the folder as it is, then move %s out of it and run sabotctl verify", record.ErrChanged, name, name)
}
