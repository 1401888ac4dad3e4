package controls

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
)

// stopped is a clock that a test moves.
type stopped struct{ now time.Time }

func (c *stopped) Now() time.Time  { return c.now }
func (c *stopped) Later(do func()) { do() }

// Who collects and pays by rhythm taps once too often: the decision that has come under the finger takes no tap
// as long as the rhythm goes on, and one a moment after it.
func TestRhythmMakesNoDecision(t *testing.T) {
	clock := &stopped{time.Unix(0, 0)}
	var did []string
	b := &Board{clock: clock}
	show := func(name string, decides bool) {
		b.Start(1)
		b.Deciding = decides
		b.Area(name, 0, 0, 100, 50, func() { did = append(did, name) })
	}
	tap := func(after time.Duration) { clock.now = clock.now.Add(after); b.tapped(fyne.NewPos(50, 25)) }
	show("collect from box 1", false)
	tap(time.Second)
	show("collect from box 3", false)
	tap(550 * time.Millisecond)
	show("double", true)
	lost := 0
	b.OnLost = func(bool) { lost++ }
	for range 4 {
		tap(550 * time.Millisecond)
	}
	if len(did) != 2 || lost != 4 {
		t.Fatalf("the rhythm did %v, %d taps were said to be lost, want 4", did, lost)
	}
	tap(Rhythm)
	if len(did) != 3 || did[2] != "double" {
		t.Errorf("a decision that is meant is not taken: %v", did)
	}
	b.Start(1)
	b.Deciding = true
	b.Area("hit", 200, 0, 100, 50, func() { did = append(did, "hit") })
	clock.now = clock.now.Add(400 * time.Millisecond)
	if b.tapped(fyne.NewPos(250, 25)); len(did) != 4 {
		t.Errorf("a decision elsewhere waits: %v", did)
	}
}

// What closes the bets takes no tap in its first 0.8 s, however often it is drawn again meanwhile, and says that.
func TestWhatWaitsTakesNoTapAtFirst(t *testing.T) {
	clock := &stopped{time.Unix(0, 0)}
	closed, lost := 0, 0
	b := &Board{clock: clock}
	b.OnLost = func(decides bool) {
		if decides {
			t.Error("it is said to be a decision")
		}
		lost++
	}
	for range 4 {
		b.Start(1)
		b.Waiting = true
		b.Area("no more bets", 0, 0, 100, 50, func() { closed++ })
		clock.now = clock.now.Add(Rhythm / 4)
		b.tapped(fyne.NewPos(50, 25))
	}
	if closed != 1 || lost != 3 {
		t.Errorf("closed %d times, %d taps were said to be lost", closed, lost)
	}
}
