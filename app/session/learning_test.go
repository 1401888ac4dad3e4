package session_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/pit/house"
	"sabot/storage"
)

// Who learns has the house of the record; where there is none it is one in memory, without a word, and
// where there is one that cannot be read, with the reason.
func TestHouseOfWhoLearns(t *testing.T) {
	learning := func(dir string) (name string, unread error) {
		t.Helper()
		h, unread, err := session.Learning(dir, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := h.Close(); err != nil {
				t.Error(err)
			}
		}()
		return h.State.Name, unread
	}
	dir := filepath.Join(t.TempDir(), "none")
	if name, unread := learning(dir); name != "" || unread != nil {
		t.Errorf("where there is no record the house is %q: %v", name, unread)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("a directory is made for who learns")
	}
	dir = t.TempDir()
	store, err := storage.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	h, err := session.On(store, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.SetUp(house.DemoPlan("it", "", 1)); err != nil {
		t.Fatal(err)
	}
	want := h.State.Name
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if name, unread := learning(dir); name != want || unread != nil {
		t.Errorf("of the record the house is %q: %v", name, unread)
	}
	if err := os.WriteFile(filepath.Join(dir, storage.FileName), []byte("this is no record"), 0o600); err != nil {
		t.Fatal(err)
	}
	if name, unread := learning(dir); name != "" || unread == nil {
		t.Errorf("of a record that cannot be read the house is %q: %v", name, unread)
	}
}
