package storage_test

import (
	"database/sql"
	"errors"
	"path/filepath"
	"testing"

	"sabot/pit/record"
	"sabot/storage"
)

// A trigger that was put into the file under the running program is found out by whichever
// entry of several it changes, and by the head.
func TestTriggersThatChangeWhatIsWritten(t *testing.T) {
	for name, trigger := range map[string]string{
		"the first of several": `DROP TRIGGER entries_are_facts_update; CREATE TRIGGER z AFTER INSERT ON entries WHEN NEW.key & 255 = 2 BEGIN UPDATE entries SET entry = 'x' WHERE key = NEW.key; END`,
		"the last of several":  `DROP TRIGGER entries_are_facts_update; CREATE TRIGGER z AFTER INSERT ON entries WHEN NEW.key & 255 = 4 BEGIN UPDATE entries SET entry = 'x' WHERE key = NEW.key; END`,
		"what came before":     `DROP TRIGGER entries_are_facts_update; CREATE TRIGGER z AFTER INSERT ON entries WHEN NEW.key & 255 = 3 BEGIN UPDATE entries SET entry = 'x' WHERE key & 255 = 1; END`,
		"the head":             `CREATE TRIGGER z AFTER UPDATE ON heads WHEN NEW.note <> 'x' BEGIN UPDATE heads SET note = 'x' WHERE stream = NEW.stream; END`,
		"the other way round":  `DROP TRIGGER sealed_insert; CREATE TRIGGER z INSTEAD OF INSERT ON sealed BEGIN INSERT INTO entries (key, entry, mark) VALUES (NEW.key, 'x', NEW.mark); UPDATE heads SET note = NEW.note; END`,
	} {
		dir := t.TempDir()
		s := open(t, dir)
		if err := s.Append(entry(1)); err != nil {
			t.Fatal(err)
		}
		file, err := sql.Open("sqlite", filepath.Join(dir, storage.FileName))
		if err == nil {
			_, err = file.Exec(trigger)
		}
		if err = errors.Join(err, file.Close()); err != nil {
			t.Fatal(err)
		}
		if err := s.Append(entry(2), entry(3), entry(4)); !errors.Is(err, record.ErrChanged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
