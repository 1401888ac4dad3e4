//go:build !windows

package storage_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"sabot/pit/record"
	"sabot/storage"
)

// Whatever of a house others of the machine may come at is told, and nothing else.
func TestWidenedRightsAreTold(t *testing.T) {
	dir, account := filepath.Join(t.TempDir(), "house"), filepath.Join(t.TempDir(), "account")
	pepper := filepath.Join(account, "pepper.key")
	t.Setenv(record.PepperEnv, pepper)
	s := begun(t, dir)
	if _, err := s.Pepper(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "authority.pem"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	machine := filepath.Join(dir, "pit", "machine.json")
	if err := errors.Join(os.Mkdir(filepath.Dir(machine), 0o700), os.WriteFile(machine, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if all := s.Widened(); len(all) > 0 {
		t.Fatalf("as Sabot makes it: %v", all)
	}
	for path, widened := range map[string][]os.FileMode{
		dir:                                  {0o777, 0o770, 0o702},
		filepath.Join(dir, storage.KeyFile):  {0o644, 0o604, 0o640, 0o602},
		filepath.Join(dir, storage.FileName): {0o644, 0o620},
		filepath.Join(dir, "sabot.db-wal"):   {0o644},
		filepath.Join(dir, "authority.pem"):  {0o644},
		filepath.Dir(dir):                    {0o777, 0o702},
		filepath.Dir(machine):                {0o777},
		machine:                              {0o644, 0o620},
		account:                              {0o777},
		pepper:                               {0o604},
	} {
		was, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, mode := range widened {
			if err := os.Chmod(path, mode); err != nil {
				t.Fatal(err)
			}
			if all := s.Widened(); !slices.Equal(all, []string{path}) {
				t.Errorf("%s with the rights %#o: %v", path, mode, all)
			}
		}
		if err := os.Chmod(path, was.Mode().Perm()); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(filepath.Dir(dir), os.ModeSticky|0o777); err != nil { // as /tmp is
		t.Fatal(err)
	}
	if all := s.Widened(); len(all) > 0 {
		t.Errorf("a folder above in which everybody moves their own: %v", all)
	}
	if err := os.Chmod(dir, 0o755); err != nil { // who may look into it opens nothing there
		t.Fatal(err)
	}
	if all := s.Widened(); len(all) > 0 {
		t.Errorf("a directory that others may look into: %v", all)
	}
}

// The command that is told closes what it is told of, whatever that is called.
func TestWidenedRightsAreMendedAsTold(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "the house's $(own) record")
	t.Setenv(record.PepperEnv, filepath.Join(t.TempDir(), "pepper.key"))
	begun(t, dir)
	for path, mode := range map[string]os.FileMode{filepath.Dir(dir): 0o777, dir: 0o777, filepath.Join(dir, storage.KeyFile): 0o644} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	all := storage.Widened(dir)
	if len(all) != 3 {
		t.Fatalf("opened to others: %v", all)
	}
	for _, w := range all {
		if said, err := exec.CommandContext(t.Context(), "sh", "-c", w.Mend).CombinedOutput(); err != nil {
			t.Errorf("%s: %v, %s", w.Mend, err, said)
		}
	}
	if all := storage.Widened(dir); len(all) > 0 {
		t.Errorf("after what was told was done: %v", all)
	}
}
