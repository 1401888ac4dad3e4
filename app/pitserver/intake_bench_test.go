package pitserver

import (
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/pit/house"
	"sabot/pit/record"
)

// What an entry costs of which the pit judges where it comes, beside reading it alone: both of the same night of a table.
func BenchmarkIntake(b *testing.B) {
	h, clock := demotest.HouseBy(b, b.TempDir(), house.DemoPlan("it", "lugano", 1))
	if err := demo.Play(b.Context(), h, clock, "LB1", 100, 1); err != nil {
		b.Fatal(err)
	}
	snap, err := h.Store().Snapshot(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer snap.Close()
	texts, err := snap.Bytes(b.Context(), "LB1", 1, pitclient.MostEntries)
	if err != nil {
		b.Fatal(err)
	}
	l := &leader{server: &Server{}, machines: map[string]*machine{}}
	m := &machine{streams: map[string]*stream{record.HouseStream: {}}}
	var reads, judges time.Duration
	for b.Loop() {
		began := time.Now()
		j := &job{append: &pitclient.Append{Stream: "LB1", Texts: texts}}
		if err := j.read(false); err != nil {
			b.Fatal(err)
		}
		read := time.Now()
		if refused := l.placesFollow(b.Context(), m, j, &stream{}); refused != nil {
			b.Fatal(refused)
		}
		reads, judges = reads+read.Sub(began), judges+time.Since(read)
	}
	n := float64(b.N) * float64(len(texts))
	b.ReportMetric(float64(reads.Nanoseconds())/n, "ns/read")
	b.ReportMetric(float64(judges.Nanoseconds())/n, "ns/judged")
	b.ReportMetric(float64(reads+judges)/float64(reads), "read+judged/read")
}
