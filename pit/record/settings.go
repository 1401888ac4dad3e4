package record

import (
	"sabot/games"
)

// Settings are a house's choices for a table beside the rules of its game. The zero Settings are a table as it was before there
// were any: no burn, no warnings.
type Settings struct {
	// Burn says that the first card of a new shoe is shown and as many are burned
	// (sources 002, 003).
	Burn bool `json:"burn,omitempty"`
	// Reveal has the cards of an initial deal that lies face up revealed when all of it
	// lies, one side after the other, in games that have such a habit (source 000).
	Reveal bool `json:"reveal,omitempty"`
	// Continuous says that a machine shuffles the cards of every hand into the others:
	// each is dealt from all of them (sources 001, 003). There is no burn and no cut card,
	// and what a game has of cut-offs by the age of a shoe never comes.
	Continuous bool `json:"continuous,omitempty"`
	// CutCard is the number of cards behind the cut card.
	CutCard int `json:"cut,omitempty"`
	// LowRisk has it noted when a bettor bets on both sides (source 000).
	LowRisk bool `json:"lowrisk,omitempty"`
	// LateBets has it noted when somebody bets after the call.
	LateBets bool `json:"latebets,omitempty"`
	// OfferExposed has a card that was drawn in error and seen offered to the boxes in
	// turn, then to the dealer, before it is burned; else it is burned at once (source
	// 004, section 7).
	OfferExposed bool `json:"offerexposed,omitempty"`
	// PatternsOff are the Good Roads that are not looked for; all others are (source
	// 000, "Tutti i modelli sono abilitati per impostazione predefinita").
	PatternsOff []string `json:"patternsoff,omitempty"`
	// Difference is the least difference between a count and what it should be that
	// becomes an incident, in minor units; 0 for any.
	Difference games.Amount `json:"difference,omitempty"`
	// Tips has the staff's tips recorded.
	Tips bool `json:"tips,omitempty"`
	// BetTime is the time to bet from the first bet on, in seconds; 0 for no clock
	// (source 000, "PLACE YOUR BETS - 10").
	BetTime int `json:"bettime,omitempty"`
	// BetTimeEnds has no more bets called by itself when that time is over; else it is the
	// croupier's call.
	BetTimeEnds bool `json:"bettimeends,omitempty"`
	// PayFromRight has boxes collected and paid from the dealer's right to the left: the last box
	// first, and of a split box the hand that acted last. Else it is clockwise, box 1 first.
	PayFromRight bool `json:"payfromright,omitempty"`
	// Collect is the rounding of a tracked commission to the smallest chip, once for each player when
	// it is collected. It is the house's to say (HouseSet): a table has its own only where its record says so.
	// "" collects what was owed as it is, as tables did before there was this.
	Collect games.RoundingMode `json:"collect,omitempty"`
	// Notice is the least time from announcing new limits to their start, in minutes.
	Notice int `json:"notice,omitempty"`
	// Float is the money that the table is given for its first opening.
	Float Float `json:"float,omitempty"`
}

// A CardChange is the reason for which cards are changed, or must be.
type CardChange string

// The reasons for a change of cards (source 000).
const (
	FirstCards CardChange = "first"  // the table had none
	DailyCards CardChange = "daily"  // in play for CardsLast
	IdleCards  CardChange = "idle"   // the table was shut for IdleLong
	FloorCards CardChange = "floor"  // more than three cards fell from the table
	FaultyCard CardChange = "faulty" // a card with a faulty code
	OtherCards CardChange = "other"  // the house wants it
	// CameraCards: "Lo stream video non era disponibile al tavolo".
	CameraCards CardChange = "cameras"
)

// CardChanges returns all reasons for new cards.
func CardChanges() []CardChange {
	return []CardChange{FirstCards, DailyCards, IdleCards, FloorCards, FaultyCard, OtherCards, CameraCards}
}

// CardEvents returns the reasons that somebody at the table sees.
func CardEvents() []CardChange { return []CardChange{FloorCards, FaultyCard, CameraCards, OtherCards} }
