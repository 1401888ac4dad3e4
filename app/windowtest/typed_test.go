package windowtest

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"sabot/games"
)

// TestTypedBets types bets at a hand's pace, on a machine that may be busy, and never waits for the window: each
// bet must be in the record, none twice, none joined with another. SABOT_TYPED_BETS=2000 types so many beside
// four busy loops.
func TestTypedBets(t *testing.T) {
	t.Parallel()
	bets := 40
	if many, err := strconv.Atoi(os.Getenv("SABOT_TYPED_BETS")); err == nil {
		bets = many
		for range 4 {
			start(t, exec.Command("sh", "-c", "while :; do :; done"))
		}
	}
	s := newSeats(t, "1920x1080", t.TempDir(), "en", "--demo", "--table", seatsName)
	s.openTable()
	s.cards("2")
	typist := typist{seats: s, rng: rand.New(rand.NewSource(31)), lie: map[int]games.Amount{}}
	for done := 0; done < bets; {
		n := min(20, bets-done)
		typist.row(n)
		done += n
	}
}

// A typist is a croupier who types bets without looking at the screen.
type typist struct {
	*seats
	rng *rand.Rand
	lie map[int]games.Amount // what should lie on the main bet of each box, in minor units
}

// chips are the keys of the smallest chips of the demo house.
var chips = []struct {
	key   string
	worth games.Amount
}{{"a", 500}, {"f", 1000}, {"g", 2500}}

// row types a row of bets, with 60 to 200 ms between two keys, and compares the record with them.
func (s *typist) row(bets int) {
	s.t.Helper()
	var typed []string
	for range bets {
		box := 1 + s.rng.Intn(7)
		typed = append(typed, fmt.Sprint(box))
		if s.lie[box] > 0 || s.rng.Intn(3) > 0 {
			chip := chips[s.rng.Intn(len(chips))]
			typed = append(typed, chip.key)
			s.lie[box] += chip.worth
			continue
		}
		amount := 5 * (2 + s.rng.Intn(40))
		for _, digit := range strconv.Itoa(amount) {
			typed = append(typed, string(digit))
		}
		typed = append(typed, "Return")
		s.lie[box] += games.Amount(100 * amount)
	}
	var said []string
	for _, key := range typed {
		said = append(said, "key", "--delay", "0", key, "sleep", fmt.Sprintf("%.3f", 0.06+0.14*s.rng.Float64()))
	}
	s.after(len(typed), said...)
	var lies map[int]games.Amount
	s.until(fmt.Sprintf("the bets %v after %v", s.lie, typed), func() bool {
		lies = map[int]games.Amount{}
		for _, b := range s.record().Current.Round.Bets {
			lies[b.Box] += b.Amount
		}
		return fmt.Sprint(lies) == fmt.Sprint(s.lie)
	})
	if len(typed) > 0 && s.full() {
		s.clear()
	}
}

// full reports whether a box is about to reach the maximum.
func (s *typist) full() bool {
	for _, amount := range s.lie {
		if amount > 50000 {
			return true
		}
	}
	return false
}

// clear holds Backspace until no bet lies.
func (s *typist) clear() {
	s.t.Helper()
	s.until("the bets to be cleared", func() bool {
		if out, err := s.command("xdotool", "keydown", "BackSpace", "sleep", "4", "keyup", "BackSpace").CombinedOutput(); err != nil {
			s.t.Fatalf("holding Backspace: %v %s", err, out)
		}
		time.Sleep(handPace)
		return len(s.record().Current.Round.Bets) == 0
	})
	clear(s.lie)
}
