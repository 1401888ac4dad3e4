package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strconv"
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
// before that reads and hashes the same rows: the ratio is that of the medians (limit: 2.5).
func BenchmarkVerifyBesideScan(b *testing.B) {
	dir := longRecord(b)
	var verifies, scans []time.Duration
	n := int64(0)
	for b.Loop() {
		begun := time.Now()
		scanAndHash(b, dir)
		scans = append(scans, time.Since(begun))
		begun = time.Now()
		n = verifyAll(b, dir)
		verifies = append(verifies, time.Since(begun))
	}
	slices.Sort(scans)
	slices.Sort(verifies)
	p50 := func(list []time.Duration) float64 { return list[len(list)/2].Seconds() }
	b.ReportMetric(float64(n), "entries")
	b.ReportMetric(p50(verifies), "verify-s")
	b.ReportMetric(p50(scans), "scan-s")
	b.ReportMetric(p50(verifies)/p50(scans), "ratio")
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
