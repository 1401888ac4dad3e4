package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sabot/pit/recordtest"
	"sabot/storage"
)

// nobody is somebody who may write nothing here.
func nobody() *syscall.SysProcAttr {
	if os.Geteuid() != 0 {
		return nil
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
}

// all is every file of a folder, by name and content.
func all(t *testing.T, dir string) string {
	t.Helper()
	var list strings.Builder
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		fmt.Fprintf(&list, "%s %x\n", path, sha256.Sum256(content))
		return err
	}))
	return list.String()
}

// frozen is a copy of a house as it would be on a disk on which nothing can be written.
func frozen(t *testing.T, data string, key bool) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "house")
	recordtest.Copied(t, dir, data)
	if !key {
		must(t, os.Remove(filepath.Join(dir, storage.KeyFile)))
	}
	open(t, filepath.Join(dir, "x"))
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil {
			mode := fs.FileMode(0o444)
			if d.IsDir() {
				mode = 0o555
			}
			err = os.Chmod(path, mode)
		}
		return err
	}))
	t.Cleanup(func() {
		must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				err = os.Chmod(path, 0o700)
			}
			return err
		}))
	})
	return dir
}

// What looks at a record needs to write nothing and writes nothing: it runs on a copy without
// its key, on a disk that cannot be written, and no byte of a house that could be is another
// afterwards.
func TestLookingChangesNothing(t *testing.T) {
	data := closed(t)
	house, problem, status := ctl(t, "", "authority", "--data", data)
	if status != done {
		t.Fatal(problem)
	}
	r, _, _ := ctl(t, "", "verify", "--data", data)
	trusted := strings.TrimPrefix(strings.SplitN(r, "\n", 2)[0], "trusted key: ")
	report := filepath.Join("reports", "shift-LB1-1.pdf")
	for name, dir := range map[string]string{"with its key": frozen(t, data, true), "without": frozen(t, data, false), "that can be written": data} {
		who := nobody()
		if dir == data {
			who = nil
		}
		before := all(t, dir)
		to := filepath.Join(t.TempDir(), "to")
		must(t, os.Mkdir(to, 0o777))
		must(t, os.Chmod(to, 0o777))
		open(t, to)
		copied := filepath.Join(to, "b.db")
		for _, try := range []struct {
			says string
			args []string
		}{
			{"\nholds\n", []string{"verify", "--data", dir, "--key", trusted}},
			{"\nholds\n", []string{"verify-report", filepath.Join(dir, report), "--data", dir}},
			{`"bets":`, []string{"export", "--data", dir}},
			{house, []string{"authority", "--data", dir}},
			{"LB1\n", []string{"checkpoint", "--data", dir, "--table", "LB1"}},
		} {
			if out, status, _ := program(t, who, try.args...); status != done || !strings.Contains(out, try.says) {
				t.Errorf("%s, %v: %d %.300s", name, try.args[0], status, out)
			}
		}
		if after := all(t, dir); after != before {
			t.Errorf("%s: its files are others:\n%s\n%s", name, before, after)
		}
		if dir == data { // there a backup is entered
			continue
		}
		if out, status, _ := program(t, who, "backup", "--data", dir, copied); status != done || !strings.Contains(out, "holds") {
			t.Errorf("%s, backup: %d %s", name, status, out)
		}
		if after := all(t, dir); after != before {
			t.Errorf("%s, after a backup: its files are others:\n%s\n%s", name, before, after)
		}
	}
}
