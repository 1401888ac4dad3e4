package session_test

import (
	"os"
	"path/filepath"
	"testing"

	"sabot/app/session"
)

// A file is written whole or not at all, over nothing that somebody laid under its name.
func TestWriteFileFollowsNoLink(t *testing.T) {
	dir := t.TempDir()
	victim, file := filepath.Join(dir, "victim"), filepath.Join(dir, "report.pdf")
	if err := os.WriteFile(victim, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{file, file + ".part"} {
		if err := os.Symlink(victim, name); err != nil {
			t.Fatal(err)
		}
	}
	if err := session.WriteFile(file, []byte("report")); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(victim); err != nil || string(text) != "mine" {
		t.Errorf("the victim holds %q, %v", text, err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "report" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	if info, err := os.Lstat(file); err != nil || info.Mode().Perm() != 0o600 || !info.Mode().IsRegular() {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if err := session.WriteFile(filepath.Join(dir, "no", "x"), nil); err == nil {
		t.Error("written into no folder")
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 3 { // with the link that lay there
		t.Errorf("%v was left behind, %v", list, err)
	}
}
