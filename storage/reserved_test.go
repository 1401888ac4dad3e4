package storage_test

import (
	"os"
	"path/filepath"
	"testing"

	"sabot/storage"
)

// Two programs make room under one name, where there is no file and where there is one. The later one replaces nothing that the first one wrote.
func TestTwoProgramsWriteOneFile(t *testing.T) {
	for _, there := range []bool{false, true} {
		file := filepath.Join(t.TempDir(), "report.pdf")
		if there {
			if err := storage.WriteFile(file, []byte("before")); err != nil {
				t.Fatal(err)
			}
		}
		first, err := storage.Reserve(file, 5)
		if err != nil {
			t.Fatal(err)
		}
		second, err := storage.Reserve(file, 6)
		if err != nil {
			t.Fatal(err)
		}
		if err := first.Fill([]byte("first")); err != nil {
			t.Fatal(err)
		}
		if err := second.StillFree(); err == nil {
			t.Errorf("there before: %v: the name is free", there)
		}
		if err := second.Fill([]byte("second")); err == nil {
			t.Errorf("there before: %v: the second one is written", there)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != "first" {
			t.Errorf("there before: %v: the file has %q, %v", there, got, err)
		}
		if list, err := os.ReadDir(filepath.Dir(file)); err != nil || len(list) != 1 {
			t.Errorf("there before: %v: %d files are left, %v", there, len(list), err)
		}
	}
}
