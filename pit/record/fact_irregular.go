package record

import (
	"slices"

	"sabot/games"
)

// An Irregularity is something that went wrong in a hand.
type Irregularity string

// The irregularities that a table knows its way through (source 004, section 7; source
// 000).
const (
	SkippedBox   Irregularity = "skipped_box"    // a box with bets got no card
	DealtWithout Irregularity = "dealt_without"  // a box without a bet that stands got cards
	WrongPlace   Irregularity = "wrong_place"    // a card lies where it does not belong
	ExposedFirst Irregularity = "exposed_first"  // a card was seen at the start of the deal
	ExposedMore  Irregularity = "exposed_more"   // several cards were seen
	DrawnInError Irregularity = "drawn_in_error" // a card was drawn that nobody asked for
	DisputedBet  Irregularity = "disputed_bet"
	// LateBlackjack is a dealer's blackjack that he had denied when he looked.
	LateBlackjack Irregularity = "late_blackjack"
	WrongEntry    Irregularity = "wrong_entry" // found after the hand closed
	OtherTrouble  Irregularity = "other"
	Equipment     Irregularity = "equipment" // shoe, shuffler, screen
	Cameras       Irregularity = "cameras"   // surveillance sees nothing
)

// HandPaused means: something went wrong, nothing goes on until it is put right.
type HandPaused struct {
	Kind Irregularity `json:"kind"`
	Box  int          `json:"box,omitempty"`
	Text string       `json:"text,omitempty"`
	// Laid are all cards of the hand as they really lie on the felt, in shoe order: also those
	// that no deal has, "?" for one that lies face down, and At "" for one that was drawn
	// ahead and lies nowhere yet. Empty where they lie as the record has them.
	Laid []CardLaid `json:"laid,omitempty"`
}

// HandResumed means: the hand goes on. Approver is the inspector who had it go on.
type HandResumed struct {
	Approver string `json:"approver,omitempty"`
	Reason   string `json:"reason,omitempty"`
}

// RelayRefused means: an inspector refused to have the cards laid again.
type RelayRefused struct {
	By     string `json:"by"`
	Reason string `json:"reason"`
}

// PlayedOn means: the hand goes on with the cards where they lie, by the house's rule:
// the bets of a box that was passed over go back, cards on a box without a bet play no
// part.
type PlayedOn struct {
	Approver string     `json:"approver"`
	Reason   string     `json:"reason"`
	Bets     []Put      `json:"bets,omitempty"` // that change with it
	Laid     []CardLaid `json:"laid"`
	// Back says that what lay of those bets goes back by acts of its own.
	Back bool `json:"back,omitempty"`
}

// BetRuled means: what lies on spots by an inspector's ruling, after no more bets.
type BetRuled struct {
	Bets     []Put  `json:"bets"`
	Approver string `json:"approver"`
	Reason   string `json:"reason"`
	// Back says that more lay there than counts by the ruling: the rest goes back by acts
	// of its own. Without it nothing lay there that the ruling does not have.
	Back bool `json:"back,omitempty"`
}

// HandCancelled means: a manager cancelled the hand. Every stake goes back.
type HandCancelled struct {
	Manager string `json:"manager"`
	Reason  string `json:"reason"`
}

// ShuffleDue means: this hand is the last of the shoe, the cards are shuffled anew.
type ShuffleDue struct {
	Why      Irregularity `json:"why"`
	Approver string       `json:"approver"`
	Reason   string       `json:"reason,omitempty"`
}

// HandCorrected means: an entry of a hand that is closed was wrong. The hand as it
// really was; the hand as it stood before stays in the record.
type HandCorrected struct {
	Hand      int          `json:"hand"`
	Approver  string       `json:"approver"`
	Reason    string       `json:"reason"`
	Bets      []Put        `json:"bets"`
	Laid      []CardLaid   `json:"laid"`
	Decisions []Decided    `json:"decisions"`
	Rows      []Row        `json:"rows"`
	House     games.Amount `json:"house" amount:"signed"`
	// Difference is the money that the tray holds more once it is put right with the players.
	Difference games.Amount `json:"difference" amount:"signed"`
	// Moved says that it was: paid, or taken back.
	Moved bool `json:"moved,omitempty"`
	// Keyed says that the players had been paid so all along: only what was entered was wrong. Never of a hand that is void.
	Keyed bool `json:"keyed,omitempty"`
	// Void says that the hand counts no more: every stake goes back.
	Void bool `json:"void,omitempty"`
	// By is the person who asked for it at a table that had closed, by their own code; "" where the croupier on duty did, and in
	// records from before it was asked.
	By string `json:"by,omitempty"`
}

// AsPaid reports whether the players are paid by the hand as it is corrected: it was put right with them, or they had been.
func (f HandCorrected) AsPaid() bool { return f.Moved || f.Keyed }

// VoidUnmoved reports whether the hand is void in the record alone: at the table nothing moved by it.
func (f HandCorrected) VoidUnmoved() bool { return f.Void && !f.AsPaid() }

// An IncidentClass is the subject of an incident.
type IncidentClass string

// The classes of incident.
const (
	DisputeIncident    IncidentClass = "dispute"
	CardsIncident      IncidentClass = "cards"      // cards, shoe, shuffle
	PaymentIncident    IncidentClass = "payment"    // a wrong payment
	DifferenceIncident IncidentClass = "difference" // the count is not what it should be
	CashIncident       IncidentClass = "cash"       // chips and cash
	ConductIncident    IncidentClass = "conduct"    // of a guest or of staff
	EquipmentIncident  IncidentClass = "equipment"  // shoe, camera, screen
	OtherIncident      IncidentClass = "other"
	// TwoTablesIncident opens by itself: somebody deals here who is on duty at the table that
	// is its text.
	TwoTablesIncident IncidentClass = "twotables"
)

// IncidentClasses returns the classes of what people enter, in the order in which they are offered.
func IncidentClasses() []IncidentClass {
	return []IncidentClass{DisputeIncident, CardsIncident, PaymentIncident, DifferenceIncident, CashIncident, ConductIncident, EquipmentIncident, OtherIncident}
}

// IncidentOpened means: something happened of which somebody should know. Its entry's
// sequence number is its name.
type IncidentOpened struct {
	Class  IncidentClass `json:"class"`
	Text   string        `json:"text,omitempty"`
	Box    int           `json:"box,omitempty"`
	People []string      `json:"people,omitempty"`                 // staff numbers
	Amount games.Amount  `json:"amount,omitempty" amount:"signed"` // of a difference: what is there too much
	By     string        `json:"by,omitempty"`                     // who entered it at a closed table; "" where the croupier did, as records of 0.9 have it
}

// Found reports whether it is the difference of a count, and none that somebody entered.
func (f IncidentOpened) Found() bool {
	return f.Class == DifferenceIncident && f.Amount != 0 && f.By == ""
}

// VideoAsked means: surveillance was asked to look at its pictures.
type VideoAsked struct {
	Incident int64  `json:"incident"`
	Text     string `json:"text,omitempty"`
	By       string `json:"by"`
}

// VideoAnswered means: surveillance answered; Ref is its own reference.
type VideoAnswered struct {
	Incident int64  `json:"incident"`
	Ref      string `json:"ref"`
	Text     string `json:"text,omitempty"`
	By       string `json:"by"`
}

// IncidentClosed means: nothing more is to be done about it.
type IncidentClosed struct {
	Incident   int64  `json:"incident"`
	Text       string `json:"text,omitempty"`
	By         string `json:"by"`
	Unanswered string `json:"unanswered,omitempty"` // why surveillance's answer is not waited for; "" where nothing was asked that waits
}

func (HandPaused) kind() string     { return "paused" }
func (HandResumed) kind() string    { return "resumed" }
func (RelayRefused) kind() string   { return "relayrefused" }
func (PlayedOn) kind() string       { return "playedon" }
func (BetRuled) kind() string       { return "betruled" }
func (HandCancelled) kind() string  { return "cancelled" }
func (ShuffleDue) kind() string     { return "shuffledue" }
func (HandCorrected) kind() string  { return "corrected" }
func (IncidentOpened) kind() string { return "incident" }
func (VideoAsked) kind() string     { return "videoasked" }
func (VideoAnswered) kind() string  { return "videoanswered" }
func (IncidentClosed) kind() string { return "incidentclosed" }

// General reports whether the trouble is not of the hand's cards or bets, but of what the game is played with. It can pause the
// table in every phase of every game ("GIOCO IN PAUSA ... a causa di un errore del croupier, di un guasto all'attrezzatura o di
// altre circostanze impreviste", source 000).
func (i Irregularity) General() bool { return slices.Contains(GeneralTroubles(), i) }

// GeneralTroubles returns those for which the table itself is paused, in the order in which they are offered.
func GeneralTroubles() []Irregularity { return []Irregularity{Equipment, Cameras, OtherTrouble} }

// Irregularities returns all of them.
func Irregularities() []Irregularity {
	return []Irregularity{
		SkippedBox, DealtWithout, WrongPlace, ExposedFirst, ExposedMore, DrawnInError, DisputedBet, LateBlackjack, WrongEntry,
		OtherTrouble, Equipment, Cameras,
	}
}
