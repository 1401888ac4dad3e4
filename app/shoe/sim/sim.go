// Package sim is an electronic shoe that is none: it writes what one would, for tests and for
// trying out a table without one.
package sim

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strconv"

	"sabot/app/shoe"
	"sabot/games"
)

// A Shoe makes telegrams, the next number each.
type Shoe struct {
	Protocol shoe.Protocol
	Counts   string // with which characters an Angel Eye counts, one behind the other; "" for digits
	n        int    // telegrams so far
	trouble  int    // of the shoe's own, that it has; 0 for none
}

// times is how often an Angel Eye sends each telegram.
const times = 3

// frame returns a telegram of Angel Eye, three times.
func (s *Shoe) frame(body ...byte) []byte {
	counts := cmp.Or(s.Counts, "0123456789")
	seq := counts[s.n%len(counts)]
	s.n++
	inner := append([]byte{seq}, body...)
	inner = append(inner, 0x03)
	one := append([]byte{0x05}, inner...)
	one = append(one, fmt.Sprintf("%02X", shoe.CheckOf(inner))...)
	var out []byte
	for range times {
		out = append(out, one...)
	}
	return out
}

// line returns a line of the neutral protocol.
func (s *Shoe) line(kind, data string) []byte {
	s.n++
	said := fmt.Sprintf("SB,%04d,%s", s.n%10_000, kind)
	if data != "" {
		said += "," + data
	}
	return fmt.Appendf(nil, "$%s*%02X\r\n", said, shoe.CheckOf([]byte(said)))
}

// Start returns the first message of a shoe.
func (s *Shoe) Start() []byte {
	if s.Protocol == shoe.AngelEye {
		return s.frame('S')
	}
	return s.line("S", "SIM")
}

// Beat returns its heartbeat; nil for a shoe without one.
func (s *Shoe) Beat() []byte {
	if s.Protocol == shoe.AngelEye {
		return nil
	}
	return s.line("H", "")
}

// Cut returns the message of the cut card.
func (s *Shoe) Cut() []byte {
	if s.Protocol == shoe.AngelEye {
		return s.frame('C')
	}
	return s.line("X", "")
}

// MostTrouble is the highest number of a trouble that any shoe can say.
const MostTrouble = 0x3F

// Trouble returns the message of a fault of the shoe's own by its number; 0 ends it.
func (s *Shoe) Trouble(n int) []byte {
	was := s.trouble
	s.trouble = n
	switch {
	case s.Protocol != shoe.AngelEye:
		return s.line("E", strconv.Itoa(n))
	case n == 0:
		return s.frame('e', 0x80|byte(was))
	}
	return s.frame('E', 0x80|byte(n))
}

// Skip leaves out a telegram: its number is missing from then on.
func (s *Shoe) Skip() []byte {
	s.n++
	return nil
}

// suits are the suits as Angel Eye counts them.
var suits = map[games.Suit]byte{games.Diamonds: 1, games.Clubs: 2, games.Spades: 3, games.Hearts: 4}

// Card returns the message of a card that leaves the shoe, which has its suit; where is its place in the shoe's
// own game.
func (s *Shoe) Card(card games.Card, where shoe.Where) []byte {
	if s.Protocol != shoe.AngelEye {
		return s.line("C", fmt.Sprintf("%s%c", card.Rank(), "SHDC"[suitAt(card.Suit())]))
	}
	target := map[shoe.Side]byte{shoe.Player: 0, shoe.Banker: 1, shoe.Burned: 2, shoe.First: 4}[where.Side]
	return s.frame('D', 0x80|target<<4|byte(where.N), 0x80|suits[card.Suit()]<<4|byte(card.Rank()))
}

func suitAt(suit games.Suit) int {
	return map[games.Suit]int{games.Spades: 0, games.Hearts: 1, games.Diamonds: 2, games.Clubs: 3}[suit]
}

// Shuffled returns the cards of some decks in an order that the seed determines.
func Shuffled(decks int, seed uint64) []games.Card {
	var cards []games.Card
	for range decks {
		for rank := games.Ace; rank <= games.King; rank++ {
			for _, suit := range []games.Suit{games.Spades, games.Hearts, games.Diamonds, games.Clubs} {
				cards = append(cards, games.NewCard(rank, suit))
			}
		}
	}
	r := rand.New(rand.NewPCG(seed, seed))
	r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	return cards
}
