package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"sabot/storage/central/pgtest"
)

// Where no server writes into the database, pit status names the one that wrote last, with status 1: all that is there being equal says nothing of what
// has not arrived. A second server of the pit, wherever it runs, is one that writes.
func TestStatusNamesThatNoServerWrites(t *testing.T) {
	c := newCommanded(t)
	status := []string{"pit", "status", "--pit", c.pit}
	c.says(done, "", "", status...)
	c.stop()
	host, err := os.Hostname()
	must(t, err)
	said := c.says(notHeld, "no server writes into this database: the last one was on "+host+" (PID ", "", status...)
	if !regexp.MustCompile(`\(PID \d+\), until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d `).MatchString(said) {
		t.Errorf("pit status says %s", said)
	}
	second := c.in("second")
	must(t, os.CopyFS(second, os.DirFS(c.pit)))
	must(t, filepath.WalkDir(second, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		return os.Chmod(path, 0o600)
	}))
	defer served(t, second, pgtest.Address(t))()
	c.says(done, "", "", status...)

	must(t, os.WriteFile(c.in("fresh.url"), []byte(aDatabase(t)), 0o600))
	fresh := c.in("fresh")
	c.says(done, "pit of", "", "pit", "init", "--data", c.data, "--pit", fresh, "--address", pgtest.Address(t), "--database-file", c.in("fresh.url"))
	c.says(notHeld, "no server writes into this database: none has yet. Nothing arrives from any machine until one does", "", "pit", "status", "--pit", fresh)
}
