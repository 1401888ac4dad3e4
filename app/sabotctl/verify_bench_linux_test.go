package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/pit/audit"
	"sabot/storage"
)

// entriesVerified is how many entries the benchmarks have; SABOT_BENCH_ENTRIES says
// otherwise.
func entriesVerified(b *testing.B) int64 {
	n, err := strconv.ParseInt(os.Getenv("SABOT_BENCH_ENTRIES"), 10, 64)
	if err != nil {
		return 100_000
	}
	return n
}

// longRecord is a record of some hundred thousand entries: a shift as played, at table after
// table, its approvals signed anew.
func longRecord(b *testing.B) (dir string) {
	b.Helper()
	dir = b.TempDir()
	const handsOfANight, entriesOfAHand = 200, 25
	tables := int(entriesVerified(b)/(handsOfANight*entriesOfAHand)) + 1
	h, clock := demotest.HouseOf(b, dir, tables)
	demotest.Night(b, h, clock, handsOfANight)
	demotest.Alike(b, h, tables-1)
	if err := h.Close(); err != nil { // what the log holds goes into the file
		b.Fatal(err)
	}
	return dir
}

// BenchmarkVerifyBesideScan holds a long record against its seal, its signatures and the rules, and
// before that reads and hashes the same rows: the ratio is that of the medians (limit: 2.5). Of
// a machine that does other things, too, cpu-ratio by the number of its cores says more.
func BenchmarkVerifyBesideScan(b *testing.B) {
	dir := longRecord(b)
	var verifies, scans []time.Duration
	var ofScans, ofVerifies time.Duration // of processor
	n := int64(0)
	for b.Loop() {
		begun, used := time.Now(), processor(b)
		scanAndHash(b, dir)
		scans, ofScans = append(scans, time.Since(begun)), ofScans+processor(b)-used
		begun, used = time.Now(), processor(b)
		n = verifyAll(b, dir)
		verifies, ofVerifies = append(verifies, time.Since(begun)), ofVerifies+processor(b)-used
	}
	slices.Sort(scans)
	slices.Sort(verifies)
	p50 := func(list []time.Duration) float64 { return list[len(list)/2].Seconds() }
	b.ReportMetric(float64(n), "entries")
	b.ReportMetric(p50(verifies), "verify-s")
	b.ReportMetric(p50(scans), "scan-s")
	b.ReportMetric(p50(verifies)/p50(scans), "ratio")
	b.ReportMetric(ofVerifies.Seconds()/ofScans.Seconds(), "cpu-ratio")
}

// processor is the time that this program has had of all cores.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// verifyAll verifies a record, which holds, and says of how many entries it is.
func verifyAll(b *testing.B, dir string) (entries int64) {
	b.Helper()
	r, err := storage.OpenReader(context.Background(), dir)
	if err != nil {
		b.Fatal(err)
	}
	trusted, err := r.Verifier()
	if err != nil {
		b.Fatal(err)
	}
	all, err := judge(context.Background(), r, audit.Check{Trusted: trusted})
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range all {
		if entries += c.Entries; c.Fault != nil {
			b.Fatal(c.Fault)
		}
	}
	if err := r.Close(); err != nil {
		b.Fatal(err)
	}
	return entries
}

// scanAndHash reads the rows of a record and hashes them.
func scanAndHash(b *testing.B, dir string) {
	b.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, storage.FileName)+"?mode=ro")
	if err != nil {
		b.Fatal(err)
	}
	rows, err := db.Query(`SELECT key, headline, mark, entry FROM entries ORDER BY key`)
	if err != nil {
		b.Fatal(err)
	}
	hash := sha256.New()
	for rows.Next() {
		var key int64
		var headline, mark sql.NullInt64
		var text sql.RawBytes
		if err := rows.Scan(&key, &headline, &mark, &text); err != nil {
			b.Fatal(err)
		}
		hash.Write(text)
	}
	if rows.Err() != nil {
		b.Fatal(rows.Err())
	}
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
}
