package windowtest

import (
	"math/rand"
	"testing"

	"sabot/pit/hand"
)

const elena = "316931"

// TestPitTour takes a picture of every page of the pit: counts, slips, a hand that is
// put right, corrections, incidents, the signing.
func TestPitTour(t *testing.T) {
	leftOutInShort(t)
	inEachWindow(t, italianSmall, pitTour)
}

func pitTour(t *testing.T, lang, size string) {
	folder := lang + "-" + size + "-pit"
	d := &dealer{sabot: newDesk(t, size).open(t.TempDir(), lang, "--demo", "--table", tableName), rng: rand.New(rand.NewSource(8))}
	d.openTable()
	d.key("F5")
	d.shot(folder, "01-cash")
	d.key("a")
	d.digits("10")
	d.key("Down")
	d.digits("25")
	d.shot(folder, "02-buy-in-no-multiple")
	d.key("Escape", "Escape", "F5", "c")
	d.digits("1000")
	d.key("End", "Return")
	d.digits(dario)
	d.press("Return")
	d.key("F5", "e")
	d.shot(folder, "03-slips")
	d.key("a")
	d.digits("1000")
	d.shot(folder, "04-slip-on-the-layout")
	d.key("End", "Return", "b", "o")
	d.shot(folder, "05-cashier")
	d.key("Return", "n", "o", "Return")
	d.digits(anna)
	d.key("Return")
	d.digits(dario)
	d.press("Return")
	d.skipped(folder)
	d.disputed(folder)
	d.corrected(folder)
	d.incident(folder)
	d.closeAndSign(folder)
}

// skipped plays a hand in which a box was passed over, and lays it again.
func (d *dealer) skipped(folder string) {
	for _, box := range []string{"1", "2", "3"} {
		d.key(box)
		d.digits("25")
		d.press("Tab")
		d.digits("25")
		d.press("Return")
	}
	d.press("Return")
	for _, rank := range []string{"8", "0", "5"} {
		d.press(rank)
	}
	d.key("F4")
	d.shot(folder, "06-irregularities")
	d.key("a")
	d.shot(folder, "07-which-box")
	d.key("2", "Return")
	d.shot(folder, "08-before-and-after")
	d.press("Return") // so they lie
	d.key("Escape")
	d.shot(folder, "09-paused")
	d.key("Return", "r")
	d.shot(folder, "10-reason")
	d.key("Escape", "Return", "v", "Return")
	d.digits(anna)
	d.key("Return")
	d.shot(folder, "11-who-may")
	d.key("BackSpace")
	d.digits(dario)
	d.press("Return")
	if d.state.Deal().Phase() != hand.Dealing {
		d.t.Fatalf("laid again the hand is in phase %v", d.state.Deal().Phase())
	}
	for _, rank := range []string{"k", "3", "0", "4"} {
		d.press(rank)
	}
}

// disputed has the inspector rule on a bet that was paid already.
func (d *dealer) disputed(folder string) {
	d.press("Return")
	d.press("Return")
	d.key("F4", "g")
	d.key("2")
	d.shot(folder, "12-disputed-bet")
	d.key("a")
	d.digits("50")
	d.key("Return")
	d.key("v", "Return")
	d.digits(dario)
	d.press("Return")
	d.shot(folder, "13-difference-to-pay")
	d.press("space")
	d.play(never)
	d.press("space")
}

func (d *dealer) corrected(folder string) {
	d.key("F4", "h")
	d.shot(folder, "14-which-hand")
	d.key("Return")
	d.shot(folder, "15-which-card")
	d.key("Return", "9")
	d.shot(folder, "16-comes-to")
	d.key("f", "a")
	d.digits("4")
	d.key("Return")
	d.digits(dario)
	d.press("Return")
	d.shot(folder, "17-corrected")
}

func (d *dealer) incident(folder string) {
	d.key("F4", "i")
	d.key("Escape", "Escape", "F4", "j", "a")
	d.key("o", "k", "space")
	d.shot(folder, "18-incident-text")
	d.key("Return")
	d.shot(folder, "19-incident-classes")
	d.press("a")
	d.key("F4", "j")
	d.shot(folder, "20-incidents")
	d.key("b")
	d.shot(folder, "21-incident")
	d.key("Escape", "Escape", "Escape")
	d.press("space")
	d.press("Return")
	d.press("8")
	d.key("F4", "i", "x", "Return")
	d.digits(elena)
	d.press("Return")
	d.shot(folder, "22-cancelled")
	d.key("Escape")
}

func (d *dealer) closeAndSign(folder string) {
	d.key("F10", "k")
	d.countStock()
	d.shot(folder, "23-closing-count")
	d.digits(anna)
	d.key("Return")
	d.digits(dario)
	d.press("Return")
	d.key("a")
	d.shot(folder, "24-result")
	d.key("Return")
	d.digits(anna)
	d.key("Return")
	d.digits(dario)
	d.key("Return")
	d.shot(folder, "25-signed")
}
