package storage_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"sabot/pit/record"
	"sabot/storage/disk"
)

// A pepper that a disk refused is none: whatever is sealed later is sealed with the one that
// lies there, which the next program finds.
func TestPepperThatWasNotWritten(t *testing.T) {
	t.Setenv(record.PepperEnv, filepath.Join(t.TempDir(), "pepper.key"))
	s := open(t, t.TempDir())
	disk.Before = func(disk.Op) error { return syscall.ENOSPC }
	p, err := s.Pepper()
	disk.Before = nil
	if !errors.Is(err, syscall.ENOSPC) || p != nil {
		t.Errorf("on a full disk: %d bytes, %v", len(p), err)
	}
	one, err := s.Pepper()
	if err != nil {
		t.Fatal(err)
	}
	other, err := open(t, t.TempDir()).Pepper()
	if err != nil || !bytes.Equal(one, other) {
		t.Errorf("the next program has another one: %v", err)
	}
}
