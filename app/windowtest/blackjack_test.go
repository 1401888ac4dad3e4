package windowtest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sabot/games"
	"sabot/pit/record"
)

// seats is a croupier at a blackjack table.
type seats struct {
	dealer
	folder string
}

const seatsName = "BJ1"

func newSeats(t *testing.T, size, data, lang string, more ...string) *seats {
	s := &seats{dealer: dealer{sabot: newDesk(t, size).open(data, lang, more...)}}
	s.name = seatsName
	return s
}

// cards types cards, with their suits where a bet looks at them: "8s 0".
func (s *seats) cards(names string) {
	s.t.Helper()
	for _, name := range strings.Fields(names) {
		if len(name) > 1 {
			s.key(name[:1])
		}
		s.press(name[len(name)-1:])
	}
	time.Sleep(2 * tooFast)
}

// tooFast is how long after a card Sabot takes Enter for a reader's.
const tooFast = 25 * time.Millisecond

// picture takes one where the test keeps pictures.
func (s *seats) picture(name string) {
	if s.folder != "" {
		s.shot(s.folder, name)
	}
}

// earlyKeys are the keys of the early decisions of a bettor behind.
var earlyKeys = []string{"f", "x", "p", "plus", "r", "l", "n"}

// behinds puts seven bettors behind seat 3, one with each early decision, and one
// without further funds.
func (s *seats) behinds() {
	s.t.Helper()
	for i := range 8 {
		s.key("3")
		for range i + 1 {
			s.key("b")
		}
		s.digits("20")
		s.press("Return")
		s.key("e", fmt.Sprint(i+2)) // by their own numbers
		if i == 0 {
			s.picture("05-early-decision")
		}
		if i == 7 {
			s.press("f") // follows, and has nothing more
			s.key("9")
			s.press("m")
		} else {
			s.press(earlyKeys[i])
		}
		s.key("Escape") // the page stays for the others of the seat
	}
}

// TestBlackjack plays hands of both dealings by keyboard: splits, doubles, insurance,
// every choice of a bet behind, a dealer's blackjack with and without a hole card.
// Then the record is compared with the rules.
func TestBlackjack(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := newSeats(t, "1024x768", data, "it", "--demo", "--table", seatsName)
	t.Cleanup(func() {
		if t.Failed() {
			s.shot("blackjack", "stuck")
		}
	})
	s.american()
	s.auditSeats(data, 5)

	eu := houseWith(t, "it", record.TableSet{
		Name: seatsName, Game: "blackjack", Rules: []byte(`{"preset":"bj-eu","enhc":"original","limits":{"main":{"min":1000}}}`),
	})
	s.kill()
	s.sabot = s.desk.open(eu, "it")
	s.name, s.folder = seatsName, ""
	s.european()
	s.auditSeats(eu, 3)
}

func (s *seats) american() {
	s.picture("01-closed")
	s.openTable()
	s.picture("02-burn")
	s.cards("2")
	s.picture("03-place-your-bets")
	s.key("1")
	s.digits("50")
	s.press("Tab")
	s.key("Tab") // nobody behind
	s.digits("5")
	s.press("Tab")
	s.key("Tab")
	s.digits("10")
	s.press("Return")
	s.key("3")
	s.digits("100")
	s.press("Return")
	s.picture("04-bets")
	s.behinds()
	s.picture("06-bets-behind")
	s.press("Return")
	s.cards("0s 8 6c")
	s.picture("07-dealing")
	s.cards("9d 8")
	s.picture("08-hole-card")
	s.press("Return") // face down
	s.picture("09-first-payments")
	s.press("s")
	s.picture("10-ask-a-pair")
	s.press("p")
	s.cards("3")
	s.picture("11-right-hand")
	s.press("x")
	s.cards("k 9")
	s.picture("12-left-hand")
	s.press("h")
	s.cards("2")
	s.press("s")
	s.picture("13-turn-the-hole-card")
	s.cards("0")
	s.picture("14-dealer-draws")
	s.cards("5")
	s.picture("15-payments")
	s.press("Return")
	s.picture("16-payments-behind")
	s.press("space")
	s.over(1)

	// An ace: insurance in front and behind, and the dealer has blackjack.
	s.press("space")
	s.press("Return")
	s.cards("0s 9 ac 9d 8")
	s.press("Return")
	s.picture("17-insurance")
	s.key("3")
	s.picture("18-who-buys")
	s.press("2") // of seat 3 a bet behind, before the others
	s.press("1")
	s.key("3")
	s.press("1") // its main bet
	s.picture("19-insured")
	s.press("Return")       // the side bets are collected
	time.Sleep(time.Second) // by the rhythm of paying nobody ends the insurance
	s.press("Return")       // nobody else
	s.picture("19b-look")
	s.press("b")
	s.cards("k")
	s.picture("20-dealer-blackjack")
	s.press("space")
	s.over(2)

	// An ace, insured, and no blackjack.
	s.press("space")
	s.press("Return")
	s.cards("0s 9 ac 9d 8")
	s.press("Return")
	s.press("1")
	s.press("Return")       // the side bets are collected
	time.Sleep(time.Second) // by the rhythm of paying nobody ends the insurance
	s.press("Return")       // nobody else
	s.press("n")
	s.press("s")
	s.press("s")
	s.cards("7")
	s.press("space")
	s.over(3)

	// A blackjack paid at once, a bust collected at once, a decision said ahead.
	s.press("space")
	s.press("Return")
	s.cards("as 9 7c kd 5")
	s.press("Return")
	s.picture("21-blackjack-paid-at-once")
	s.key("e")
	s.press("h") // seat 1 has blackjack, so it is seat 3 that says ahead: hit
	s.key("Escape")
	s.press("Return") // the blackjack is paid
	s.picture("21b-said-ahead")
	s.press("Return") // what was said ahead is confirmed
	s.cards("0")
	s.picture("22-bust")
	s.press("space")
	s.over(4)

	// A double that the bettors behind follow or not.
	s.press("space")
	s.press("Return")
	s.cards("0s 6 5c 9d 5")
	s.press("Return")
	s.press("s")
	s.press("x")
	s.cards("0 0 8")
	s.picture("23-doubled")
	s.press("space")
	s.over(5)
}

func (s *seats) over(hands int) {
	s.t.Helper()
	if n := len(s.state.History); n != hands {
		s.t.Fatalf("%d hands are closed, want %d; phase %v", n, hands, s.state.Deal().Phase())
	}
}

func (s *seats) european() {
	s.openTable()
	s.key("1")
	s.digits("50")
	s.press("Return")
	s.key("2")
	s.digits("20")
	s.press("Return")
	s.press("Return")
	s.cards("5 0 a 6 9")
	s.press("Return") // nobody insures
	s.press("x")
	s.cards("9")
	s.press("s")
	s.cards("k") // the dealer's blackjack takes the first stake only
	s.press("space")
	s.over(1)
	s.press("space")
	s.press("Return")
	s.cards("a 0 6 k 9") // a blackjack, paid at once; the other stands
	s.press("s")
	s.cards("0 0")
	s.press("space")
	s.over(2)
	s.press("space")
	s.press("Return")
	s.cards("0 0 6 6 6")
	s.press("h")
	s.cards("9")
	s.press("h")
	s.cards("k") // all bust: the dealer's second card is not dealt
	s.press("space")
	s.over(3)
}

// auditSeats compares the record with the rules.
func (s *seats) auditSeats(data string, hands int) {
	s.t.Helper()
	settled := s.settledAsRecorded(data, hands)
	if hands < 5 {
		return
	}
	var choices []games.Choice
	for _, b := range s.state.History[0].Round.Bets {
		if b.Spot == "behind" {
			choices = append(choices, b.Early.Choice)
		}
	}
	if got := fmt.Sprint(choices); got != "[follow double split split right left  follow]" {
		s.t.Errorf("early decisions %s", got)
	}
	if !strings.Contains(settled, `"hand":2`) || strings.Count(settled, `"insurance"`) != 4 || !strings.Contains(settled, `"blackjack":true`) {
		s.t.Errorf("no split, insurance or blackjack in\n%s", settled)
	}
}

// TestBlackjackTour takes a picture of every phase.
func TestBlackjackTour(t *testing.T) {
	leftOutInShort(t)
	inEachWindow(t, italianSmall, func(t *testing.T, lang, size string) {
		s := newSeats(t, size, t.TempDir(), lang, "--demo", "--table", seatsName)
		s.folder = "blackjack-" + lang + "-" + size
		s.american()
		s.key("F2")
		time.Sleep(time.Second) // half of it is the analysis
		s.picture("24-limits-and-odds")
		s.key("Escape", "F1")
		s.picture("25-help")
	})
}
