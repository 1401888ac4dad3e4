package games

import "slices"

// A Layout is a description of a game's table and of what its boxes are asked. The felt, the keys, the forms and the paper are
// made from it: nobody outside this room knows a game by name.
type Layout struct {
	// Shared says that boxes have no cards of their own: all of them bet on the hands of
	// the Sides.
	Shared bool
	// Sides are the hands that are no box's, from left to right.
	Sides []Side
	// Answers are all decisions that a box of the game ever takes, in the order of their
	// keys.
	Answers []Answer
	// Ask is the question to a box, where it is one of its own: the end of a
	// sentence's key, "card". "" is whatever the box wants.
	Ask string
	// Boxes are the numbers of boxes that its tables are built with, ascending; MaxBoxes is the most.
	Boxes []int
	// Burns says that the house of the game's rules burns the first cards of a new shoe.
	Burns bool
}

// Side is the place of a hand that is no box's.
type Side struct {
	At  Place
	Key string // the letter that means it where a card is laid by hand
}

// Answer is a decision as it is entered.
type Answer struct {
	Do  Action
	Key string // one letter, the same in all games
	// Was is the letter that it had once, and that is taken for a season; "" where it had none.
	Was string
	// WasAsks says that the former letter decides nothing: it is asked whether that is meant, and Key answers. It
	// is so where the letter is a decision of another kind at another game.
	WasAsks bool
	// Draws says that a card entered while the box is asked is this decision and the card.
	Draws bool
	// Bought says that a box is not asked for it: it buys it in a moment of its own.
	Bought bool
}

// Answer returns the decision of that name; false where the game has none.
func (l Layout) Answer(do Action) (Answer, bool) {
	i := slices.IndexFunc(l.Answers, func(a Answer) bool { return a.Do == do })
	if i < 0 {
		return Answer{}, false
	}
	return l.Answers[i], true
}

// Asked returns the decisions that a box is asked for, in the order of their keys.
func (l Layout) Asked() []Answer {
	return slices.DeleteFunc(slices.Clone(l.Answers), func(a Answer) bool { return a.Bought })
}

// Former returns the decision that once had that letter; false where none had.
func (l Layout) Former(letter string) (Answer, bool) {
	i := slices.IndexFunc(l.Answers, func(a Answer) bool { return a.Was != "" && a.Was == letter })
	if i < 0 {
		return Answer{}, false
	}
	return l.Answers[i], true
}

// Raiser is a game in which decisions put down bets beside those that lay when bets were
// closed: a row each, behind those of the bets.
type Raiser interface {
	// RaiseSpots returns the spots on which such bets lie; nobody bets there of himself.
	RaiseSpots() []Spot
	// Raised returns those bets as far as the round has come, in the order of their rows.
	Raised(Round) []Bet
}

// Raised returns the bets that decisions of a round put down, in the order of their rows, which come after those of the round's
// own bets.
func Raised(g Game, r Round) []Bet {
	if raiser, ok := g.(Raiser); ok {
		return raiser.Raised(r)
	}
	return nil
}

// RaiseSpots returns the spots of bets that decisions put down; none where a game has none.
func RaiseSpots(g Game) []Spot {
	if raiser, ok := g.(Raiser); ok {
		return raiser.RaiseSpots()
	}
	return nil
}

// ShuffledEachHand is a game of which every hand is dealt from all its cards, shuffled
// anew: there is no shoe that grows old.
type ShuffledEachHand interface {
	ShufflesEachHand() bool
}

// ShufflesEachHand reports whether every hand of a game is dealt from all its cards.
func ShufflesEachHand(g Game) bool {
	s, ok := g.(ShuffledEachHand)
	return ok && s.ShufflesEachHand()
}

// Covered reports whether the nth card of a place, from 0, lies face down for everybody, also where a reader has read it.
func Covered(g Game, r Round, at Place, n int) bool {
	game, ok := g.(HoleCard)
	return ok && game.Covered(r, at, n)
}

// Told returns how much everybody knows of the cards of a round that were dealt face down; 0 where none is dealt so.
func Told(g Game, r Round) int {
	game, ok := g.(HoleCard)
	if !ok {
		return 0
	}
	return game.Told(r)
}

// SideSpots returns the spots by which a player chooses a table: those of the bets on a side, without a tie; all where a game has no sides.
func SideSpots(g Game) []Spot {
	sides := g.Layout().Sides
	spots := slices.DeleteFunc(slices.Clone(g.Spots()), func(s Spot) bool {
		return !slices.ContainsFunc(sides, func(side Side) bool { return side.At.Name == s.Name })
	})
	if len(spots) == 0 {
		return g.Spots()
	}
	return spots
}
