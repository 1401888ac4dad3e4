package windowtest

import (
	"math/rand"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"sabot/app/demo"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
)

// The demo house's codes: number and PIN.
const (
	anna  = "114711"
	bruno = "124712"
	dario = "215821"
)

// dealer plays by what the record says is next.
type dealer struct {
	*sabot
	rng   *rand.Rand
	state *pit.Table
}

func (d *dealer) press(key string) { d.state = d.enter(key) }

func (d *dealer) rank() string {
	return []string{"a", "2", "3", "4", "5", "6", "7", "8", "9", "0", "j", "q", "k"}[d.rng.Intn(13)]
}

// play deals and decides until the hand is over, or until stop says so.
func (d *dealer) play(stop func() bool) {
	for !stop() {
		switch d.state.Deal().Phase() {
		case hand.Dealing:
			d.press(d.rank())
		case hand.Deciding:
			d.press([]string{"s", "h", "s", "x"}[d.rng.Intn(4)])
		default:
			return
		}
	}
}

func never() bool { return false }

// open signs croupier and inspector on and puts a shoe in place.
func (d *dealer) openTable() {
	d.key("Return")
	d.count()
	d.digits(anna)
	d.key("Return")
	d.digits(dario)
	d.press("Return")
	d.press("Return")
}

// opener is the float that a table of the demo begins with, the largest chip first.
var opener = []string{"20000", "20000", "10000", "3000", "2000", "1000"}

// count counts it.
func (d *dealer) count() {
	for _, worth := range opener {
		d.digits(worth)
		d.key("Return")
	}
}

// countStock counts what the tray should be worth, chip by chip.
func (d *dealer) countStock() {
	chips := []games.Amount{500, 1000, 2500, 10000, 50000, 100000}
	float := demo.Counted(d.record(), chips)
	for _, value := range slices.Backward(chips) {
		if n := float.Pieces(value); n > 0 {
			d.digits(strconv.FormatInt(int64(value/100)*n, 10))
		}
		d.key("Return")
	}
}

// bets enters five boxes by chips and amounts; box 4's PLAY is more than twice its
// 59.
func (d *dealer) bets() {
	d.key("1")
	d.press("g")      // 25 on 59
	d.key("Tab")      //
	d.press("g")      // 25 on PLAY
	d.press("g")      // 50
	d.key("2")        // a digit after a chip is a box
	d.digits("40")    // typed on 59
	d.press("Tab")    //
	d.digits("80")    // on PLAY
	d.press("Tab")    //
	d.digits("10")    // on PAIR
	d.press("Tab")    //
	d.digits("5")     // on +8
	d.press("Return") //
	d.key("4")
	d.digits("100")
	d.press("Tab")
	d.digits("300")
	d.press("Right")
	d.digits("20")
	d.press("Tab")
	d.digits("20")
	d.press("Return")
	d.key("9")
	d.digits("500")
	d.press("Tab")
	d.digits("10")
	d.press("Return")
}

// TestShift plays a shift by keyboard: it opens, plays twelve hands with five boxes
// in play, with doubles, a reduction, an undo and a relief; it is killed in the
// middle of a hand, started again and finished. Then every settlement of the record
// is compared with what settle makes of the exported hands.
func TestShift(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	desk := newDesk(t, "1024x768")
	d := &dealer{sabot: desk.open(data, "it", "--demo", "--table", tableName), rng: rand.New(rand.NewSource(59))}
	d.openTable()
	d.burst("8", "s", "Return") // of a card reader, and no card is due
	d.bets()
	const hands = 12
	for n := 1; n <= hands; n++ {
		if n > 1 {
			d.press("space") // the bets of the hand before
		}
		d.press("Return")
		switch n {
		case 3:
			d.undoCard()
		case 5:
			d.relieve()
		case 7:
			d.killAndResume(data)
		case 9:
			d.undoDecision()
		}
		d.play(never)
		if d.state.Deal().Phase() != hand.Paying {
			t.Fatalf("hand %d: phase %v, want the payments", n, d.state.Deal().Phase())
		}
		if n == 2 { // box by box once, else all at once
			for d.state.Deal().Phase() == hand.Paying {
				d.press("Return")
			}
		} else {
			d.press("space")
		}
		if got := len(d.state.History); got != n {
			t.Fatalf("%d hands are closed, want %d", got, n)
		}
	}
	d.audit(data)
}

func (d *dealer) undoCard() {
	before := d.state.Current.Round
	d.press("k")
	d.press("BackSpace")
	if !reflect.DeepEqual(d.state.Current.Round, before) {
		d.t.Errorf("after the undo the hand is %+v, want %+v", d.state.Current.Round, before)
	}
}

func (d *dealer) undoDecision() {
	d.play(func() bool { return d.state.Deal().Phase() == hand.Deciding })
	d.press("s")
	d.press("ctrl+z")
	if n := len(d.state.Current.Round.Decisions); n != 0 {
		d.t.Errorf("after the undo %d decisions stand, want none", n)
	}
}

func (d *dealer) relieve() {
	d.key("F9")
	d.digits(bruno)
	d.press("Return")
	if d.state.Croupier != bruno[:2] {
		d.t.Errorf("croupier %s deals, want %s", d.state.Croupier, bruno[:2])
	}
}

// killAndResume cuts the power in the middle of the deal: what was on the screen is
// there again, once who deals has given their PIN.
func (d *dealer) killAndResume(data string) {
	d.play(func() bool { return len(d.state.Current.Round.Laid) == 4 })
	d.kill()
	killed := d.record()
	seq := d.seq
	d.sabot = d.open(data, "it", "--table", tableName)
	d.shot("shift", "who-deals")
	d.digits(map[string]string{"11": anna, "12": bruno}[killed.Croupier])
	d.key("Return")
	d.settle()
	d.seq = seq
	d.state = d.record()
	if !reflect.DeepEqual(d.state, killed) || len(d.state.Current.Round.Laid) != 4 {
		d.t.Errorf("after the kill the table is not what it was")
	}
	d.shot("shift", "resumed-in-the-middle-of-a-hand")
}

// audit compares the record with the rules, through the programs people use.
func (d *dealer) audit(data string) {
	d.t.Helper()
	inPlay, doubles, reductions := map[int]bool{}, 0, 0
	for _, h := range d.state.History {
		boxes := map[int]bool{}
		for _, p := range h.Payments() {
			if p.Staked > 0 {
				boxes[p.Box] = true
			}
			if p.Reason == games.AboveMax {
				reductions++
			}
		}
		for _, x := range h.Round.Decisions {
			if x.Do == games.Double {
				doubles++
			}
		}
		inPlay[len(boxes)] = true
	}
	if len(inPlay) != 1 || !inPlay[5] || doubles == 0 || reductions == 0 {
		d.t.Errorf("boxes in play %v, doubles %d, reductions %d: want five boxes, and some of each", inPlay, doubles, reductions)
	}
	recorded := d.settledAsRecorded(data, len(d.state.History))
	d.t.Logf("12 hands, %d doubles, %d reductions: %d bytes of settlements agree", doubles, reductions, len(recorded))
}
