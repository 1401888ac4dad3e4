package windowtest

import (
	"math/rand"
	"os"
	"testing"
	"time"

	"sabot/app/screens/screentest"
	"sabot/app/session"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// inEachWindow runs a tour in one language and size, which among all tours are Italian and
// English small and English large; with SABOT_EVERY_WINDOW, as make e2e has it, in both languages and
// both sizes. In short those tours are left out whose way another test goes in a window.
func inEachWindow(t *testing.T, only window, tour func(t *testing.T, lang, size string)) {
	t.Parallel()
	windows := []window{only}
	if os.Getenv("SABOT_EVERY_WINDOW") != "" {
		windows = []window{italianSmall, englishSmall, {"it", "1920x1080"}, englishLarge}
	}
	for _, w := range windows {
		t.Run(w.lang+"-"+w.size, func(t *testing.T) {
			t.Parallel()
			tour(t, w.lang, w.size)
		})
	}
}

type window struct{ lang, size string }

var italianSmall, englishSmall, englishLarge = window{"it", "1024x768"}, window{"en", "1024x768"}, window{"en", "1920x1080"}

// TestTour takes a picture of every phase of a hand and of every page: what
// the look of the screens is judged by.
func TestTour(t *testing.T) {
	leftOutInShort(t)
	inEachWindow(t, italianSmall, tour)
}

func leftOutInShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("make test LONG=1 and make e2e take this tour")
	}
}

func tour(t *testing.T, lang, size string) {
	folder := lang + "-" + size
	d := &dealer{sabot: newDesk(t, size).open(t.TempDir(), lang), rng: rand.New(rand.NewSource(8))}
	d.shot(folder, "00-first-start")
	d.key("b")
	d.shot(folder, "01-set-up")
	d.kill()

	d.sabot = d.open(t.TempDir(), lang, "--demo", "--table", tableName)
	d.shot(folder, "02-closed")
	d.key("Return")
	d.shot(folder, "03-opening-count")
	d.count()
	d.digits("11")
	d.shot(folder, "03-sign-on")
	d.digits("4711")
	d.key("Return")
	d.digits(dario)
	d.press("Return")
	d.shot(folder, "04-shoe")
	d.press("Return")
	d.shot(folder, "05-place-your-bets")
	d.bets()
	d.key("6")
	d.digits("5") // under the minimum
	d.press("Tab")
	d.digits("20")
	d.press("Return")
	d.key("4", "Tab")
	d.digits("300") // over twice the 59: the word is about the last such bet
	d.shot(folder, "06-typing-an-amount")
	d.key("Escape")
	d.shot(folder, "07-bets")
	d.key("x")
	d.shot(folder, "08-no-such-key")
	d.key("F1")
	d.shot(folder, "09-help")
	d.key("Escape", "F2")
	d.shot(folder, "10-limits-and-odds")
	d.key("Escape", "F10")
	d.shot(folder, "11-table-menu")
	d.key("Escape")
	d.press("Return")
	d.shot(folder, "12-no-more-bets")
	for _, rank := range []string{"9", "8", "3", "k", "5", "4"} {
		d.press(rank)
	}
	d.shot(folder, "13-dealing")
	for _, rank := range []string{"9", "0", "2", "5"} {
		d.press(rank)
	}
	d.press("4")
	d.shot(folder, "14-first-payments")
	d.press("Return")
	d.shot(folder, "15-first-payments-second-box")
	d.press("space")
	d.shot(folder, "16-decision")
	d.press("x")
	d.press("0")
	d.press("h")
	d.shot(folder, "17-third-card")
	d.press("7")
	d.press("s")
	d.press("s")
	d.press("s")
	d.shot(folder, "18-bank-draws")
	d.play(func() bool { return d.state.Deal().Phase() == hand.Paying })
	d.shot(folder, "19-last-payments")
	d.press("Return")
	d.shot(folder, "20-last-payments-second-box")
	d.press("space")
	d.shot(folder, "21-next-hand")
	d.press("space")
	d.press("space") // doubled
	d.shot(folder, "22-repeated-and-doubled")
	d.clearByHolding()
	d.key("F8")
	d.shot(folder, "23-last-hands")
	d.key("Escape", "F9")
	d.digits("99")
	d.key("Return")
	d.shot(folder, "24-wrong-code")
	d.key("Escape", "F10", "k")
	d.shot(folder, "25-closing-count")
	d.countStock()
	d.digits(anna)
	d.key("Return")
	d.digits(dario)
	d.key("Return")
	d.until("the table to close", func() bool { return !d.record().Open })
	d.shot(folder, "25-closed-after-the-shift")
	d.kill()

	d.sabot = d.open(handHeld(t, lang), lang)
	d.openTable()
	d.bets2()
	d.press("Return")
	d.press("4")
	d.press("9")
	d.shot(folder, "26-cards-in-the-hand")
	d.press("k")
	d.press("8")
	d.press("8")
	d.press("h")
	d.shot(folder, "27-third-card-face-down")
}

// bets2 puts bets on two boxes, 59 and PLAY.
func (d *dealer) bets2() {
	for _, box := range []string{"3", "8"} {
		d.key(box)
		d.press("g")
		d.key("Tab")
		d.press("g")
	}
}

// handHeld is the demo house with the cards in the hand at its table.
func handHeld(t *testing.T, lang string) string {
	t.Helper()
	return houseWith(t, lang, record.TableSet{
		Name: tableName, Game: "lugano",
		Rules: []byte(`{"preset":"lugano-hand","boxes":8,"limits":{"59":{"min":1000,"max":50000},"play":{"min":1000}}}`),
	})
}

// houseWith is the demo house with one table.
func houseWith(t *testing.T, lang string, table record.TableSet) string {
	t.Helper()
	data := t.TempDir()
	h, err := session.Open(data, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	plan := house.DemoPlan(lang, "lugano", 1)
	plan.Tables[0] = screentest.Bounded(t, table)
	if err := h.SetUp(plan); err != nil {
		t.Fatal(err)
	}
	return data
}

// clearByHolding holds Backspace until all bets are gone.
func (d *dealer) clearByHolding() {
	if err := d.command("xdotool", "keydown", "BackSpace").Run(); err != nil {
		d.t.Fatal(err)
	}
	time.Sleep(3200 * time.Millisecond)
	if err := d.command("xdotool", "keyup", "BackSpace").Run(); err != nil {
		d.t.Fatal(err)
	}
	d.until("no bet to lie", func() bool { d.state = d.record(); return len(d.state.Current.Round.Bets) == 0 })
	d.seq = d.state.Seq
}
