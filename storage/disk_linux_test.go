package storage_test

import (
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"sabot/pit/record"
)

// BenchmarkEntryBesideDisk makes entries durable, and between them writes the same bytes to a
// bare file and fdatasyncs it: the ratio is that of the two medians. The limit is 1.5, on a
// machine that does nothing else. It takes some thousand entries: SQLite's log grows with the
// first 500 of a program and is written over from then on, at half of what that costs the disk.
func BenchmarkEntryBesideDisk(b *testing.B) {
	dir := b.TempDir()
	s := open(b, dir)
	bare, err := os.Create(filepath.Join(dir, "bare"))
	if err != nil {
		b.Fatal(err)
	}
	defer bare.Close()
	var entries, writes []time.Duration
	seq := int64(0)
	for b.Loop() {
		seq++
		e := entry(seq)
		begun := time.Now()
		if err := s.Append(e); err != nil {
			b.Fatal(err)
		}
		entries = append(entries, time.Since(begun))
		line := record.Encode(e)
		begun = time.Now()
		if _, err := bare.Write(line); err != nil {
			b.Fatal(err)
		}
		if err := syscall.Fdatasync(int(bare.Fd())); err != nil {
			b.Fatal(err)
		}
		writes = append(writes, time.Since(begun))
	}
	slices.Sort(entries)
	slices.Sort(writes)
	p50 := func(list []time.Duration) float64 { return float64(list[len(list)/2]) }
	b.ReportMetric(p50(entries), "entry-p50-ns")
	b.ReportMetric(p50(writes), "disk-p50-ns")
	b.ReportMetric(p50(entries)/p50(writes), "ratio")
}
