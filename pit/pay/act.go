package pay

import (
	"slices"

	"sabot/games"
)

// An ActKind is a kind of what a croupier's hands do with chips.
type ActKind string

// The acts, in the order in which they are done for one person. With Lay chips come
// down, with Ride a bet only goes along: both follow a decision, the others pay.
const (
	Collect  ActKind = "collect"
	Pay      ActKind = "pay"
	GiveBack ActKind = "give_back" // chips that do not play go back as they lie
	Leave    ActKind = "leave"     // a push: the chips stay where they lie
	Lay      ActKind = "lay"
	Ride     ActKind = "ride"
)

// An Act is one thing done with the chips of one bet: for one person, on one hand of cards.
type Act struct {
	Do     ActKind
	Box    int
	Bettor string
	Spot   string
	Hand   int          // of a split box: 1 the right one, 2 the left; 0 where it is not split
	Bet    int          // number among the hand's bets, those that decisions put down after them
	Amount games.Amount // what is moved, in minor units; of Leave what stays
	// Lay is the money on the felt that is done with by it: a winner's stake goes
	// with what is paid.
	Lay  games.Amount
	Odds games.Odds // with Pay
	// Tracked is a win that leaves a Commission owed, which may be 0.
	Tracked    bool
	Commission games.Amount
	// Again is a difference: something was paid or collected before the hand was put right, and what
	// lay of the bet (Lay) has left the felt by that.
	Again bool
	// Even is a blackjack and its insurance, paid in one.
	Even bool
	// Taken says that it gives back what a decision put down that counts no more; Bet is then
	// less than 0, since it is none of the hand's.
	Taken bool

	moment int // of which settling it comes
	row    int // of which row; -1 of a part whose bet is not settled yet
}

// Nothing reports whether there is nothing to do: what was paid or collected before the hand was
// put right is what it comes to. It keeps its number among the acts, since records count them.
func (a Act) Nothing() bool { return a.Again && a.Amount == 0 }

// Net returns what the act brings the player, in minor units: less than 0 where it takes.
func (a Act) Net() games.Amount {
	switch a.Do {
	case Pay:
		return a.Amount
	case Collect:
		return -a.Amount
	}
	return 0
}

// Rounded returns what the odds of a win make of its stake, and reports whether something else is paid,
// because the table rounds.
func (a Act) Rounded() (due games.Amount, rounded bool) {
	if a.Do != Pay || a.Again || a.Even || a.Odds.Per == 0 {
		return a.Amount, false
	}
	return a.Odds.Rounded(a.Lay, a.Amount)
}

// CommissionRounded returns what a win owes unrounded, to the nearest minor unit, and reports whether
// something else is noted, because the table rounds.
func (a Act) CommissionRounded(g games.Game) (due games.Amount, rounded bool) {
	tracks, ok := g.(games.Tracker)
	if !ok || !a.Tracked {
		return a.Commission, false
	}
	return tracks.CommissionRate().Rounded(a.Lay, a.Commission)
}

// Key returns the bet that it is about.
func (a Act) Key() games.BetKey { return games.BetKey{Box: a.Box, Spot: a.Spot, Bettor: a.Bettor} }

// SameTurn reports whether two acts are done in one go: for one person, on one hand of one
// box.
func (a Act) SameTurn(b Act) bool {
	return a.Box == b.Box && a.Bettor == b.Bettor && a.Hand == b.Hand && a.moment == b.moment
}

func actOrder(do ActKind) int { return slices.Index([]ActKind{Collect, Pay, GiveBack, Leave}, do) }
