package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"os"
	"path/filepath"
	"strconv"
	"testing"

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

// BenchmarkVerify holds a long record against its seal, its signatures and the rules.
func BenchmarkVerify(b *testing.B) {
	dir := longRecord(b)
	for b.Loop() {
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
		n := int64(0)
		for _, c := range all {
			if n += c.Entries; c.Fault != nil {
				b.Fatal(c.Fault)
			}
		}
		b.ReportMetric(float64(n), "entries")
		if err := r.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkScanAndHash is its peer: the same rows, read and hashed.
func BenchmarkScanAndHash(b *testing.B) {
	dir := longRecord(b)
	for b.Loop() {
		db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, storage.FileName)+"?mode=ro")
		if err != nil {
			b.Fatal(err)
		}
		rows, err := db.Query(`SELECT key, headline, mark, entry FROM entries ORDER BY key`)
		if err != nil {
			b.Fatal(err)
		}
		hash := sha256.New()
		n := 0
		for rows.Next() {
			var key int64
			var headline, mark sql.NullInt64
			var text sql.RawBytes
			if err := rows.Scan(&key, &headline, &mark, &text); err != nil {
				b.Fatal(err)
			}
			hash.Write(text)
			n++
		}
		if rows.Err() != nil {
			b.Fatal(rows.Err())
		}
		b.ReportMetric(float64(n), "entries")
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
