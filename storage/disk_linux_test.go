package storage_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"sabot/pit/record"
)

func BenchmarkBareDisk(b *testing.B) {
	f, err := os.Create(filepath.Join(b.TempDir(), "bare"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	line := record.Encode(entry(1))
	for b.Loop() {
		if _, err := f.Write(line); err != nil {
			b.Fatal(err)
		}
		if err := syscall.Fdatasync(int(f.Fd())); err != nil {
			b.Fatal(err)
		}
	}
}
