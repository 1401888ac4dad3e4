package windowtest

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
)

// shoe is the cards of a punto banco table's shoe, as a test deals them.
type shoe []games.Card

func newShoe(decks int, rng *rand.Rand) shoe {
	var s shoe
	for range decks {
		for r := games.Ace; r <= games.King; r++ {
			for suit := games.Spades; suit <= games.Diamonds; suit++ {
				s = append(s, games.NewCard(r, suit))
			}
		}
	}
	rng.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
	return s
}

func (s *shoe) draw() games.Card {
	card := (*s)[0]
	*s = (*s)[1:]
	return card
}

// keysOf are the keys of a card whose suit no bet looks at: its rank, "10" is 0.
func keysOf(c games.Card) []string {
	rank := strings.ToLower(c.Rank().String())
	if rank == "t" {
		rank = "0"
	}
	return []string{rank}
}

// bankeur plays punto banco by keyboard.
type bankeur struct {
	dealer
	shoe    shoe
	carried []games.Card
}

func newBankeur(t *testing.T, size, data, lang string) *bankeur {
	b := &bankeur{dealer: dealer{sabot: newDesk(t, size).open(data, lang, "--demo", "--table", bancoName), rng: rand.New(rand.NewSource(3))}}
	b.name = bancoName
	return b
}

// card types a card and waits for it.
func (b *bankeur) card(c games.Card) {
	b.t.Helper()
	b.press(keysOf(c)[0])
}

// burn types the first card of the shoe; as many go face down.
func (b *bankeur) burn() {
	b.t.Helper()
	first := b.shoe.draw()
	b.card(first)
	b.shoe = b.shoe[first.BurnCount():]
	if b.state.Deal().Phase() != hand.Betting || b.state.Deal().CardsOut() != 1+first.BurnCount() {
		b.t.Fatalf("after the burn of %s %d cards are out", first, b.state.Deal().CardsOut())
	}
}

// firstBets: box 1 on the banker with its pair, box 4 with two players on both
// sides, box 9 on the tie and all sides.
func (b *bankeur) firstBets() {
	b.key("1", "Tab")
	b.digits("50")
	b.press("Tab")
	b.key("Tab", "Tab") // over the tie and the player's pair
	b.digits("10")
	b.press("Return")
	b.key("4")
	b.digits("100")
	b.press("Tab")
	b.key("b", "Tab") // the box's second player, on the banker
	b.digits("40")
	b.press("Return")
	b.key("9")
	b.digits("20")
	b.press("Tab")
	b.digits("20")
	b.press("Tab")
	b.digits("5")
	b.press("Return")
}

// deal is the keys of a hand to its end, cards that were carried over lying already;
// it answers the cards that are drawn ahead and not needed.
func (b *bankeur) deal(ahead int) (keys []string, left []games.Card) {
	b.t.Helper()
	r := b.state.Current.Round
	if len(r.Bets) == 0 { // they are repeated
		r.Bets = b.state.LastBets
	}
	for _, c := range b.carried {
		r = r.WithCard(games.Laid{Card: c})
	}
	for {
		step, err := b.state.Game.Next(r)
		if err != nil {
			b.t.Fatal(err)
		}
		if step.Kind != games.Deal {
			break
		}
		c := b.shoe.draw()
		keys = append(keys, keysOf(c)...)
		r = r.WithCard(games.Laid{Card: c})
	}
	if len(r.Laid) == 4 { // the two that were drawn ahead were not needed
		for range ahead {
			c := b.shoe.draw()
			keys = append(keys, keysOf(c)...)
			left = append(left, c)
		}
	}
	return keys, left
}

// hand plays one in one go: the last bets, the call, the cards, all paid.
func (b *bankeur) hand(keys ...string) {
	b.t.Helper()
	n := len(b.state.History)
	keys = append(keys, "Return")
	cards, left := b.deal(b.rng.Intn(3))
	keys = append(append(keys, cards...), "space")
	b.state = b.row(keys, fmt.Sprintf("hand %d by %v", n+1, keys), func(t *pit.Table) bool { return len(t.History) == n+1 })
	b.carried = left
	if got := len(b.state.Current.Ready); got != len(left) {
		b.t.Fatalf("%d cards lie ready, want %d", got, len(left))
	}
}

// TestBanco plays a whole shoe of punto banco by keyboard: the burn, cards that are
// carried over, several players on a box, commission that is tracked, taken and
// settled, a card in the wrong place that an inspector puts right, the cut card, the
// last hand, the next shoe. Then the record is compared with the rules.
func TestBanco(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	b := newBankeur(t, "1024x768", data, "it")
	b.openTable()
	b.shoe = newShoe(8, b.rng)
	b.burn()
	b.firstBets()
	b.hand()
	b.hand("space")
	b.wrongSide()
	cutCard, least := 14, 60
	if testing.Short() { // it was put further up
		cutCard, least = 250, 25
	}
	for len(b.shoe) > cutCard+8 {
		if len(b.state.History) == 20 {
			b.takeCommission()
		}
		b.hand("space")
	}
	b.press("F3")
	b.hand("space")
	if !b.state.ShoeOver || len(b.state.History) < least {
		t.Fatalf("after %d hands the shoe is over: %v", len(b.state.History), b.state.ShoeOver)
	}
	b.shot("banco", "shoe-over")
	b.key("F6")
	b.shot("banco", "roads-of-a-whole-shoe")
	b.key("p", "t")
	b.shot("banco", "roads-ask-player")
	b.key("g")
	b.shot("banco", "good-roads")
	b.key("Escape", "Escape", "F10", "h", "e")
	b.shot("banco", "players-panel")
	b.key("F10", "h", "e") // whichever window has them, the keys are the table's
	b.key("Return")        // what is owed, all of it
	b.collect()
	b.press("Return")
	if b.state.Shoe != 2 || b.state.Deal().Phase() != hand.Burning {
		t.Fatalf("shoe %d, phase %v", b.state.Shoe, b.state.Deal().Phase())
	}
	b.auditBanco(data)
}

// wrongSide lays the second card before the player: it is halted, refused and put
// right by the inspector.
func (b *bankeur) wrongSide() {
	b.t.Helper()
	n := len(b.state.History)
	b.state = b.row([]string{"space", "Return"}, "no more bets", func(t *pit.Table) bool { return t.Current.BetsClosed })
	if len(b.carried) == 0 {
		b.card(b.shoe.draw())
	}
	b.carried = nil
	for len(b.state.Current.Round.Laid) < 3 {
		c := b.shoe.draw()
		if len(b.state.Current.Round.Laid) == 2 { // the player's: it lies before the banker
			b.key("F4", "c", keysOf(c)[0], "b")
			b.press("Return") // so they lie
			b.key("Escape")
			continue
		}
		b.card(c)
	}
	if b.state.Deal().Phase() != hand.Paused {
		b.t.Fatalf("phase %v, want a pause", b.state.Deal().Phase())
	}
	b.shot("banco", "card-in-the-wrong-place")
	b.key("Return")
	b.shot("banco", "before-and-after")
	b.key("Return", "v", "Return")
	b.digits(anna)
	b.key("Return") // the croupier may not
	b.key("BackSpace")
	b.digits(dario)
	b.press("Return")
	if b.state.Deal().Phase() != hand.Dealing {
		b.t.Fatalf("after the inspector phase %v", b.state.Deal().Phase())
	}
	keys, left := b.deal(0)
	b.carried = left
	b.state = b.row(append(keys, "space"), "the hand that was put right", func(t *pit.Table) bool { return len(t.History) == n+1 })
}

func (b *bankeur) takeCommission() {
	b.t.Helper()
	if len(b.state.Debts()) == 0 {
		b.t.Fatal("after twenty hands nothing is owed")
	}
	b.key("F7")
	b.shot("banco", "commission")
	b.collect()
}

// collect takes what is owed, one after the other, on the page of the commission.
func (b *bankeur) collect() {
	b.key("a")
	for range b.record().Debts() {
		b.key("Return")
	}
	b.until("the commission", func() bool { b.state = b.record(); return len(b.state.Debts()) == 0 })
	b.seq = b.state.Seq
}

func (b *bankeur) auditBanco(data string) {
	b.t.Helper()
	carried, twoBettors := 0, false
	var made, taken games.Amount
	for _, h := range b.state.History {
		carried += len(h.Carried)
		for _, p := range h.Payments() {
			made += p.Commission
			twoBettors = twoBettors || p.Bettor == "2"
		}
	}
	for _, c := range b.state.AllTaken() {
		for _, d := range c.Dues {
			taken += d.Amount
		}
	}
	if carried == 0 || !twoBettors || made == 0 || made != taken {
		b.t.Errorf("%d cards carried, two bettors %v, commission %d and %d taken", carried, twoBettors, made, taken)
	}
	b.settledAsRecorded(data, len(b.state.History))
	b.t.Logf("%d hands in one shoe, %d cards carried, commission %d", len(b.state.History), carried, made)
}
