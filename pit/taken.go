package pit

import (
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// taken is a card of the open hand that was entered and taken back.
type taken struct {
	n    int        // which of the hand's cards it was
	card games.Card // 0 where it lay face down
	code bool       // Sabot took it for a digit of a code
}

// CardsTaken are the cards of the open hand that were entered and taken back, and lie nowhere, each as it was read last, in the order
// in which they had come: of one that lay face down nobody is told which it is, 0. Where another card lies for it since, it is none.
// Digits that Sabot took for a code are none either: codes reports whether there were any.
func (t Deal) CardsTaken() (cards []games.Card, codes bool) {
	last := 0
	for _, e := range t.entries {
		if shown(e.Fact) != "" {
			last++
		}
	}
	for _, c := range t.taken {
		switch {
		case c.n <= last && len(cards) == 0: // it lies there again
		case c.code:
			codes = true
		case c.n == last:
			cards[len(cards)-1] = c.card
		default:
			last, cards = c.n, append(cards, c.card)
		}
	}
	return cards, codes
}

// CardsBehind returns the cards of the open hand that were shown by what was entered behind an entry; of one that lies face down
// nobody is told which it is.
func (h *Hand) CardsBehind(seq int64) []record.CardLaid {
	var out []record.CardLaid
	for _, e := range h.entries {
		card := shown(e.Fact)
		if card == "" || e.Seq <= seq || h.saysSecret(e.Fact) {
			continue
		}
		l := record.CardLaid{Card: card}
		switch f := e.Fact.(type) {
		case record.CardLaid:
			l.At = f.At
		case record.CardTurned:
			l.At = f.At
		}
		out = append(out, l)
	}
	return out
}

// takenBy is what was taken back of the hand once an undo takes back what came since an entry. A card that is entered again is the same, and the
// last of its readings.
func (h *Hand) takenBy(f record.Undone) []taken {
	var gone []taken
	n := 0
	for _, e := range h.entries {
		card := shown(e.Fact)
		if card == "" {
			continue
		}
		if n++; e.Seq < f.Seq {
			continue
		}
		c := taken{n: n, code: f.Code}
		if !h.saysSecret(e.Fact) {
			c.card = card.Card()
		}
		gone = append(gone, c)
	}
	all := slices.DeleteFunc(slices.Clone(h.taken), func(c taken) bool { return slices.Contains(gone, c) })
	all = append(all, gone...)
	slices.SortStableFunc(all, func(a, b taken) int { return a.n - b.n })
	return all
}

// shown returns the card of the hand that a fact shows; "" where it shows none.
func shown(f record.Fact) record.CardName {
	card := record.CardName("")
	switch f := f.(type) {
	case record.CardLaid:
		if !f.Burned {
			card = f.Card
		}
	case record.CardTurned:
		if !f.Read { // it was shown when a reader had read it
			card = f.Card
		}
	case record.CardCarried:
		card = f.Card
	}
	if card.Hidden() {
		return ""
	}
	return card
}

// A Numbered is a card of a hand as it lies, with its number in the order of the shoe, from 0.
type Numbered struct {
	N int
	games.Laid
}

// InShoeOrder returns the cards of the hand in the order in which they left the shoe. One that lies face down for everybody is hidden,
// and so is one of a deal that is being laid open.
func (h *Hand) InShoeOrder() []games.Laid {
	laid := slices.Clone(h.Round.Laid)
	for n := range laid {
		laid[n].Hidden = h.covers(n)
	}
	if len(h.Open) == 0 {
		return laid
	}
	var open, last []games.Laid
	for _, at := range h.covered() {
		if slices.Contains(h.seconds, at) { // it left the shoe before the one that is known
			open = append(open, games.Laid{At: at, Hidden: true})
		} else {
			last = append(last, games.Laid{At: at, Hidden: true})
		}
	}
	open = slices.Concat(open, h.Open, last)
	r := h.Round
	r.Laid = laid
	if dealt, err := games.Arrange(h.Game, r, open); err == nil {
		return dealt.Laid
	}
	return append(laid, h.Open...)
}

// CardsGone returns the cards of the hand that do not lie so any more in the hand as it is now. It compares them by their numbers in
// the order of the shoe: cards of a deal that lay face down are entered in another.
func (h *Hand) CardsGone(now *Hand) (gone []Numbered) {
	lie := now.InShoeOrder()
	for n, l := range h.InShoeOrder() {
		if !l.Hidden && (n >= len(lie) || lie[n].Hidden || cardsApart(l, lie[n]) > 0) {
			gone = append(gone, Numbered{n, l})
		}
	}
	return gone
}
