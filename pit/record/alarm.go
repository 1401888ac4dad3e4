package record

// An AlarmKind is a kind of thing that was seen at a table.
type AlarmKind string

// The kinds of alarm.
const (
	ImpossibleCard AlarmKind = "impossible_card" // a card of which the decks hold no more copy
	LowRiskBets    AlarmKind = "low_risk"        // one bettor on both sides
	LateBet        AlarmKind = "late_bet"        // a bet after the call
	ExposedCard    AlarmKind = "exposed_card"    // a card drawn in error and seen, which is offered
	SecondSeen     AlarmKind = "second_seen"     // a second card that was seen, which changes nothing
	HoleSeen       AlarmKind = "hole_seen"       // the dealer's hole card, What, that everybody saw before it was due
	HoleDenied     AlarmKind = "hole_denied"     // a card that makes the blackjack which the dealer denied
	LateChange     AlarmKind = "late_change"     // a bet or a decision entered otherwise than before, with a card behind it that had been seen

	ShoeElsewhere AlarmKind = "shoe_elsewhere" // an electronic shoe has the card at another place than the rules
	ShoeOverruled AlarmKind = "shoe_overruled" // somebody entered another card, Card, than the shoe said
	ShoeLeftOut   AlarmKind = "shoe_left_out"  // somebody left out a card that the shoe said
	ShoeGap       AlarmKind = "shoe_gap"       // telegrams of the shoe are missing
	ShoeSilent    AlarmKind = "shoe_silent"    // it says nothing any more
	ShoeLost      AlarmKind = "shoe_lost"      // its line is lost
	ShoeFault     AlarmKind = "shoe_fault"     // it has a trouble of its own, whose number What is, where it has one
)

// TakesInspector reports whether an alarm stays until an inspector has seen it; the others are notes, and so is one
// that an inspector has approved already.
func (a Alarmed) TakesInspector() bool {
	switch a.Kind {
	case LateChange:
		return a.Approver == ""
	case ShoeElsewhere, ShoeOverruled, ShoeLeftOut, ShoeGap, ShoeSilent, ShoeLost, ShoeFault:
		return true
	}
	return a.Kind.Stops()
}

// Stops reports whether no further hand begins before an inspector has seen it. Trouble of an electronic shoe
// stops nobody: cards go on by hand.
func (k AlarmKind) Stops() bool { return k == ImpossibleCard }
