package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/pit"
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

// longRecord is a record of some hundred thousand entries: one shift as played, again and
// again, its approvals signed anew.
func longRecord(b *testing.B) (dir string) {
	b.Helper()
	dir = b.TempDir()
	fail := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	clock := demo.NewClock(time.Date(2026, 11, 21, 19, 0, 0, 0, time.UTC))
	h, err := session.Open(dir, clock.Now)
	fail(err)
	fail(h.SetUp(pit.DemoPlan("it", "lugano", 1)))
	croupiers, inspector, err := demo.Crew(h)
	fail(err)
	fail(demo.Play(context.Background(), h, clock, "LB1", 200, 1))
	table, err := h.OpenTable("LB1")
	fail(err)
	badges := map[string]pit.Badge{inspector.Number: inspector}
	for _, c := range croupiers {
		badges[c.Number] = c
	}
	fail(table.Close(badges[table.State.Croupier], inspector, nil))
	fail(table.Release())
	var shift []pit.Entry
	for e, err := range h.Store().Entries("LB1", 1) {
		fail(err)
		shift = append(shift, e)
	}
	length := int64(len(shift))
	for n := int64(1); n*length < entriesVerified(b); n++ {
		fail(h.Store().Append(again(b, shift, n, badges)...))
	}
	fail(h.Close())
	return dir
}

// again is a shift as the nth after it.
func again(b *testing.B, shift []pit.Entry, n int64, badges map[string]pit.Badge) []pit.Entry {
	out := make([]pit.Entry, len(shift))
	for i, e := range shift {
		e.Seq += n * int64(len(shift))
		e.At = e.At.Add(time.Duration(n) * 24 * time.Hour)
		e.Shift += int(n)
		switch f := e.Fact.(type) {
		case pit.Undone:
			f.Seq += n * int64(len(shift))
			e.Fact = f
		case pit.Approved:
			approval, err := badges[f.By].Approve(out[f.Seq-1])
			if err != nil {
				b.Fatal(err)
			}
			e.Fact = approval
		}
		out[i] = e
	}
	return out
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
		all, err := audit(context.Background(), r, storage.Check{Trusted: trusted})
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
