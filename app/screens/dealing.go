package screens

import (
	"strings"
	"time"
	"unicode"

	"sabot/games"
	"sabot/pit"
)

// typedCard is a character while a card is due: the rank, "0" or "T" for ten.
func (t *Table) typedCard(r rune) bool {
	r = unicode.ToUpper(r)
	switch {
	case r == '0':
		r = 'T'
	case r == '1':
		return true // a reader types "10": the zero is the card
	case !strings.ContainsRune("A23456789TJQK", r):
		return false
	}
	if t.deal(string(r)) {
		t.reader.dealt(time.Now())
	}
	return true
}

func (t *Table) deal(rank string) bool {
	return t.do(func(s *pit.Table) ([]pit.Fact, error) { return s.DealCard(rank) })
}

// typedChoice is a character while a box is asked: S, D, X; before the first, the
// payments of the first cards may be waved through with Space.
func (t *Table) typedChoice(r rune) bool {
	if r == ' ' {
		t.do((*pit.Table).PayAll)
		return true
	}
	do, ok := map[rune]games.Action{'S': games.Stand, 'D': games.Draw, 'X': games.Double}[unicode.ToUpper(r)]
	if !ok {
		return false
	}
	t.do(func(s *pit.Table) ([]pit.Fact, error) { return s.Decide(do) })
	return true
}

// reader tells a card reader from a hand. A reader types the suit, and often
// Enter, within a few milliseconds of the rank; where suits do not matter those
// must not be taken for keys.
type reader struct{ last time.Time }

// tooFastForHands is the longest time between two characters of a reader.
const tooFastForHands = 25 * time.Millisecond

func (r *reader) dealt(now time.Time) { r.last = now }

// swallows says whether a character still belongs to the card that was read.
func (r *reader) swallows(c rune, now time.Time) bool {
	if now.Sub(r.last) > tooFastForHands || !strings.ContainsRune("SHDC\n", unicode.ToUpper(c)) {
		return false
	}
	r.last = now
	return true
}
