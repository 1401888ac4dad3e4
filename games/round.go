package games

import "slices"

// A Bet is a stake that somebody put down on one spot of a box.
type Bet struct {
	Box    int    // from 1
	Spot   string // one of the game's Spots
	Bettor string // tells two players of one box apart where a game allows two
	Amount Amount // as put down, before any limit
	Early  Early  // of a bet behind
}

// Early is the early decision of a bet behind (source 003, Decisione anticipata): what
// becomes of it when the main player doubles or splits.
type Early struct {
	Choice   Choice
	Then     Action // Double: it doubles split hands along with the main player
	Funds    Amount `amount:"entered"` // what else the bettor has
	HasFunds bool   // false: enough
}

// Lasting returns what of an early decision goes on to the next hand: Follow and nothing else ("Una volta che l'avrai selezionata,
// rimarrà attiva anche nei turni di gioco successivi", source 003); the others are about one hand.
func (e Early) Lasting() Early {
	if e.Choice == Follow {
		return Early{Choice: Follow}
	}
	return Early{}
}

// A Choice is an early decision of a bettor behind.
type Choice string

// The choices. Right and Left are the hands of a split.
const (
	None         Choice = ""
	Follow       Choice = "follow"
	ChooseDouble Choice = "double"
	ChooseSplit  Choice = "split"
	Right        Choice = "right"
	Left         Choice = "left"
)

// Laid is a card that left the shoe, and where it really lies.
type Laid struct {
	Card   Card
	At     Place  // the zero Place: wherever the deal has it
	Burned bool   // it left the shoe and plays no part
	Hidden bool   // it lies face down and nobody has read it: Card is empty
	Looked Looked // what the dealer said of it when he looked, before the boxes decided
}

// A Looked is the answer of a dealer who has looked at his card that lies face down.
type Looked string

// The answers; "" is that he has not looked. A card that was turned has been looked at.
const (
	NoBlackjack  Looked = "no"
	HasBlackjack Looked = "blackjack"
)

// An Action is a decision of a box.
type Action string

// The decisions of all games.
const (
	Stand  Action = "stand"
	Draw   Action = "draw" // Lugano: a third card
	Hit    Action = "hit"  // blackjack: a further card
	Double Action = "double"
	Split  Action = "split"
	Insure Action = "insure"
)

// Actions returns all decisions that any game asks a box for.
func Actions() []Action { return []Action{Insure, Stand, Draw, Double, Hit, Split} }

// A Decision is the answer of a box that was asked.
type Decision struct {
	Box    int
	Bettor string // "" but for the insurance of a bet behind
	Do     Action
}

// Round is the record of one hand. It is a value and nothing in it is derived:
// what comes next and what is paid is asked of a Game.
type Round struct {
	Number    int // which hand of the shoe, from 1
	Out       int // cards out of the shoe before this hand
	Bets      []Bet
	Laid      []Laid // in shoe order
	Decisions []Decision
	// AtTable is true of a hand that is entered as it is played. What nobody is asked in a
	// hand file is a step of its own then: who buys insurance.
	AtTable bool
	// InsuranceOver says, at a table, that nobody buys insurance any more.
	InsuranceOver bool
	// Chips are the values of the chips of a table that pays in nothing else, ascending:
	// nobody is asked for what they do not make. None: any amount can be put down.
	Chips []Amount
	// Dry says that it is dealt without bets, so that the roads go on (source 002,
	// "mani in maniera gratuita"). A game whose deal needs bets has no such round.
	Dry bool
}

// Same reports whether two rounds are the same in everything.
func (r Round) Same(o Round) bool { return r.SameDealt(o) && r.SameBets(o) }

// SameBets reports whether two rounds are the same in all but the cards, and what was said to them: the same stands of each bet.
func (r Round) SameBets(o Round) bool {
	return r.Number == o.Number && r.Out == o.Out && r.AtTable == o.AtTable && r.Dry == o.Dry &&
		equal(r.Bets, o.Bets) && equal(r.Chips, o.Chips)
}

// equal reports what slices.Equal does, at once for a list that is the other.
func equal[T comparable](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0] || slices.Equal(a, b))
}

// SameDealt reports whether two rounds have the same cards, and the same was said to them.
func (r Round) SameDealt(o Round) bool {
	return r.InsuranceOver == o.InsuranceOver && slices.Equal(r.Laid, o.Laid) && slices.Equal(r.Decisions, o.Decisions)
}

// Has reports whether anything was put down on a box.
func (r Round) Has(box int) bool {
	return slices.ContainsFunc(r.Bets, func(b Bet) bool { return b.Box == box })
}

// On returns what a bettor has on a spot, 0 if nothing; "" is the box's one bettor.
func (r Round) On(box int, spot, bettor string) Amount {
	for _, b := range r.Bets {
		if b.Box == box && b.Spot == spot && b.Bettor == bettor {
			return b.Amount
		}
	}
	return 0
}

// WithCard returns the round with one more card laid; the original is unchanged.
func (r Round) WithCard(l Laid) Round {
	r.Laid = append(r.Laid[:len(r.Laid):len(r.Laid)], l)
	return r
}

// WithDecision returns the round with one more decision; the original is unchanged.
func (r Round) WithDecision(d Decision) Round {
	r.Decisions = append(r.Decisions[:len(r.Decisions):len(r.Decisions)], d)
	return r
}

// An Outcome is a way in which a bet ended.
type Outcome string

// The outcomes. A void bet never stood and came back whole.
const (
	Win  Outcome = "win"
	Lose Outcome = "lose"
	Push Outcome = "push"
	Void Outcome = "void"
)

// A Reason says why a bet is void or was reduced.
type Reason string

// The reasons, in the order in which they are tested.
const (
	NotOffered       Reason = "not_offered"       // the rules do not offer the spot now
	BelowMin         Reason = "below_min"         // under the minimum as put down
	AboveMax         Reason = "above_max"         // reduced to the maximum, never void
	MissingMandatory Reason = "missing_mandatory" // Lugano: the box lacks its 59 or its PLAY
	MissingMain      Reason = "missing_main"      // a side bet without its main bet
	NoMainBet        Reason = "no_main_bet"       // a bet behind an empty box
)

// A Stake is the part of a bet that stands once the limits are applied.
type Stake struct {
	Amount Amount // what stands; 0 if void
	Reason Reason // why it is void or was reduced; "" if neither
	Beside Amount // the bets beside it by which it was reduced; 0 where its own maximum did
}

// Stands reports whether the bet plays.
func (s Stake) Stands() bool { return s.Amount > 0 }

// A Payment is the result of one bet.
type Payment struct {
	Box      int
	Spot     string
	Bettor   string
	Amount   Amount // as put down
	Staked   Amount // what stood at settlement; 0 if void
	Outcome  Outcome
	Odds     Odds   // with Win only
	Returned Amount // all that goes back: winnings, stake, what a reduction handed back
	Reason   Reason
	Added    Amount // what doubling or splitting put down on top of Amount
	// Tracked is true for a win that leaves a Commission owed; it is not in Returned,
	// and may round to 0.
	Tracked    bool
	Commission Amount
	Decided    bool // false while the hand may still change it: Outcome, Odds and Returned are then empty
	// Parts are the hands of a split box that the bet rides on, each by itself; none where
	// the box is not split. Their stakes are together Staked.
	Parts []Part
}

// A Part is the result of a bet on one hand of a split box.
type Part struct {
	Hand     int // 1 the right hand, 2 the left
	Staked   Amount
	Outcome  Outcome
	Odds     Odds   // with Win only
	Returned Amount // of Staked, and winnings
	Decided  bool   // as Payment's: a hand that is bust is lost before the rest is known
}

// Reduced returns what of the bet a limit handed back before the hand began; 0 of one that is void.
func (p *Payment) Reduced() Amount {
	if p.Outcome == Void {
		return 0
	}
	return p.Amount + p.Added - p.Staked
}

// Net returns what the player is up or down by: what came back less what was put down.
func (p Payment) Net() Amount { return p.Returned - p.Amount - p.Added }

// A Hand is one hand of cards of a round.
type Hand struct {
	At    Place
	Cards []Card
	Total int
	Soft  bool // an ace counts eleven in Total
	Done  bool // it takes no card any more
	// Number is 1 or 2 for the hands of a split box, else 0.
	Number    int
	Blackjack bool
	// Word names what the hand is where that is said in place of its total: the sentence
	// "word_" and it. "" where the total says it.
	Word string
	// Ranked says that hands are ranked and not counted: Total is no figure to be shown.
	Ranked bool
}

// Totals returns what a hand may still be counted as. Of a soft one that may take another card it has the lower total too, which
// comes first; of every other its total alone.
func (h Hand) Totals() []int {
	if h.Soft && !h.Done && h.Total < 21 {
		return []int{h.Total - 10, h.Total}
	}
	return []int{h.Total}
}

// A Settlement is the result of a round, as far as it has come.
type Settlement struct {
	Payments   []Payment // one for each bet, in the order of the bets
	PayOrder   []int     // indexes of Payments in the order in which a croupier pays
	Stakes     []Stake   // what stands of each bet, as Game.Stakes has it
	Hands      []Hand    // of a whole hand, as Game.Hands has them: see Complete
	Burned     []Card
	Commission Amount
	House      Amount // the casino's net on the decided bets
	Next       Step   // as Game.Next has it: Finished when every card and decision is there
	// Even is, by the number of its bet, what an insured blackjack wins together with its
	// insurance where that is the same whatever the dealer has: "even money", paid at once.
	Even map[int]Amount
}

// SumUp sets Commission and House to what the decided payments come to.
func (s *Settlement) SumUp() {
	s.Commission, s.House = 0, 0
	for i := range s.Payments {
		if p := &s.Payments[i]; p.Decided {
			s.Commission += p.Commission
			s.House += p.Commission - p.Net()
		}
	}
}
