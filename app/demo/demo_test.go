package demo_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

var start = time.Date(2026, 11, 21, 19, 0, 0, 0, time.UTC)

func openHouse(t testing.TB, dir string, clock *demo.Clock) *session.House {
	t.Helper()
	h, err := session.Open(dir, clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	if err := h.SetUp(house.DemoPlan("it", "lugano", 1)); err != nil {
		t.Fatal(err)
	}
	return h
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func signOn(t testing.TB, h *session.House, code string) house.Badge {
	t.Helper()
	who, err := h.SignOn(code)
	must(t, err)
	return who
}

// The same seed gives the same record, but for what the keys sign and the
// house that has them: each has its own.
func TestSameSeedSameRecord(t *testing.T) {
	var records [2][]string
	for i := range records {
		clock := demo.NewClock(start)
		h := openHouse(t, t.TempDir(), clock)
		if err := demo.Play(context.Background(), h, clock, "LB1", 60, 7); err != nil {
			t.Fatal(err)
		}
		for e, err := range h.Store().Entries("LB1", 1) {
			if err != nil {
				t.Fatal(err)
			}
			switch f := e.Fact.(type) {
			case record.Approved:
				f.Sig, f.Before.Root = "", "" // others signed before it, each time otherwise
				e.Fact = f
			case record.Opened:
				f.House.Root = ""
			}
			records[i] = append(records[i], string(record.Encode(e)))
		}
	}
	if len(records[0]) < 1000 || len(records[0]) != len(records[1]) {
		t.Fatalf("%d and %d entries", len(records[0]), len(records[1]))
	}
	for i := range records[0] {
		if records[0][i] != records[1][i] {
			t.Fatalf("entry %d:\n%s\n%s", i+1, records[0][i], records[1][i])
		}
	}
}

// BenchmarkBytesOfAHand keys in hands of five boxes, every bet by hand, and says
// how much of the disk one takes (limit: 4 KB).
func BenchmarkBytesOfAHand(b *testing.B) {
	dir := b.TempDir()
	clock := demo.NewClock(start)
	h := openHouse(b, dir, clock)
	t, err := h.OpenTable("LB1")
	if err != nil {
		b.Fatal(err)
	}
	croupiers, dario, err := demo.Crew(h)
	if err != nil {
		b.Fatal(err)
	}
	do := func(c session.Command) {
		b.Helper()
		clock.Pass(1500 * time.Millisecond)
		if err := t.Do(c); err != nil {
			b.Fatal(err)
		}
	}
	if err := t.Open(croupiers[0], dario, nil); err != nil {
		b.Fatal(err)
	}
	before := size(b, dir)
	hands, rank := 0, 0
	for b.Loop() {
		if hands%12 == 0 {
			do(func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{}, time.Time{}) })
		}
		hands++
		for _, box := range []int{1, 3, 5, 7, 9} {
			do(func(t *pit.Table) ([]record.Fact, error) {
				return t.Bets().Place(games.Bet{Box: box, Spot: "59", Amount: 2500})
			})
			do(func(t *pit.Table) ([]record.Fact, error) {
				return t.Bets().Place(games.Bet{Box: box, Spot: "play", Amount: 5000})
			})
		}
		do(pit.OfBets(hand.Bets.Close))
		for t.State.Deal().Phase() != hand.Paying {
			if t.State.Deal().Phase() == hand.Deciding {
				do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Draw) })
				continue
			}
			rank++
			do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(games.Rank(rank%13 + 1).String()) })
		}
		do(pit.OfDeal(hand.Deal.PayAll))
	}
	if err := h.Close(); err != nil { // what the log holds goes into the file
		b.Fatal(err)
	}
	b.ReportMetric(float64(size(b, dir)-before)/float64(hands), "bytes/hand")
}

// size is how much of the disk the record takes.
func size(b *testing.B, dir string) int64 {
	b.Helper()
	info, err := os.Stat(filepath.Join(dir, "sabot.db"))
	if err != nil {
		b.Fatal(err)
	}
	return info.Size()
}
