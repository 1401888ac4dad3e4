package house

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"sabot/games"
	"sabot/pit/record"
)

// A Why is the reason for which a command was refused. Screens have a sentence for each.
type Why string

// Every refusal of a table and of the house.
const (
	TableClosed      Why = "table_closed"
	TableOpen        Why = "table_open"
	NoShoe           Why = "no_shoe"
	HandOpen         Why = "hand_open"
	BetsAreClosed    Why = "bets_are_closed"
	BetsAreOpen      Why = "bets_are_open"
	NoSuchSpot       Why = "no_such_spot"
	BoxIsTaken       Why = "box_is_taken"
	OnePlayer        Why = "one_player"
	SpotNotOffered   Why = "spot_not_offered"
	SpotIsOver       Why = "spot_is_over"
	NeedsBets        Why = "needs_bets"
	NoCutCard        Why = "no_cut_card"
	AmountTooLarge   Why = "amount_too_large"
	NoChipsMakeIt    Why = "no_chips_make_it"
	NoChipsHalve     Why = "no_chips_halve"
	NothingToRepeat  Why = "nothing_to_repeat"
	NothingToDouble  Why = "nothing_to_double"
	AtTheLimit       Why = "at_the_limit"
	NothingToClear   Why = "nothing_to_clear"
	NothingToUndo    Why = "nothing_to_undo"
	NothingToPay     Why = "nothing_to_pay"
	NoBetStands      Why = "no_bet_stands"
	NoCardDue        Why = "no_card_due"
	NoSuchCard       Why = "no_such_card"
	NoDecisionDue    Why = "no_decision_due"
	NotThatDecision  Why = "not_that_decision"
	NeedsInspector   Why = "needs_inspector"
	LockedOut        Why = "locked_out"
	NothingLocked    Why = "nothing_locked"
	WrongPIN         Why = "wrong_pin"
	WrongRole        Why = "wrong_role"
	OnDutyAlready    Why = "on_duty_already"
	SamePerson       Why = "same_person"
	CountedIt        Why = "counted_it" // a float whose difference they would close
	EnteredIt        Why = "entered_it" // an incident that they would close
	BadSetting       Why = "bad_setting"
	ShoeTooShort     Why = "shoe_too_short"
	ShoeIsOver       Why = "shoe_is_over"
	BurnFirst        Why = "burn_first"
	NothingToBurn    Why = "nothing_to_burn"
	CutCardIsOut     Why = "cut_card_is_out"
	CardsAreDue      Why = "cards_are_due"
	CommissionOwed   Why = "commission_owed"
	NothingOwed      Why = "nothing_owed"
	AlarmWaits       Why = "alarm_waits"
	NoAlarm          Why = "no_alarm"
	NoAlert          Why = "no_alert"
	NoSuchBox        Why = "no_such_box"
	NothingLiesWrong Why = "nothing_lies_wrong"
	RelayRefused     Why = "relay_refused"
	HoleIsBlackjack  Why = "hole_is_blackjack"
	HoleUnsaid       Why = "hole_unsaid" // a late blackjack whose card lies face down still
	NotBlackjack     Why = "not_blackjack"
	TooLate          Why = "too_late"
	BurnLast         Why = "burn_last"
	StaysBurned      Why = "stays_burned"
	OfferedFirst     Why = "offered_first"
	NotPossible      Why = "not_possible"
	NoMultiple       Why = "no_multiple"
	NotCounted       Why = "not_counted"
	SlipIsOpen       Why = "slip_open"
	NoSuchSlip       Why = "no_such_slip"
	NotEqual         Why = "not_equal"
	NotEnoughChips   Why = "not_enough_chips"
	NeedsReason      Why = "needs_reason"
	NeedsCroupier    Why = "needs_croupier"
	HandPausedNow    Why = "hand_paused"
	NothingPaused    Why = "nothing_paused"
	NoSuchHand       Why = "no_such_hand"
	NoSuchIncident   Why = "no_such_incident"
	NoSuchMove       Why = "no_such_move"
	HandUnfinished   Why = "hand_unfinished"
	HandOverfull     Why = "hand_overfull"
	HandMisdealt     Why = "hand_misdealt"
	CardTooOften     Why = "card_too_often"
	CardsCarried     Why = "cards_carried"
	HandsAfter       Why = "hands_after"
	CommissionPaid   Why = "commission_paid"
	ReportSigned     Why = "report_signed"
	ReportChanged    Why = "report_changed"
	KeptFalse        Why = "kept_false" // what was shown was kept beside the record, and is not what it says
	NothingChanges   Why = "nothing_changes"
	PINExpired       Why = "pin_expired"
	PINGiven         Why = "pin_given"
	PINElsewhere     Why = "pin_elsewhere"
	WeakPIN          Why = "weak_pin"
	PINHasNumber     Why = "pin_has_number" // it begins with the number of who would have it, as a code does
	LastOfRole       Why = "last_of_role"
	SuitIsDue        Why = "suit_is_due"
	OtherRank        Why = "other_rank"
	NothingToLookAt  Why = "nothing_to_look_at"
	WorksNoMore      Why = "works_no_more"
	LeftHouse        Why = "left_house"
	NumberOfAnother  Why = "number_of_another" // who has left, and is What
	NameAlike        Why = "name_alike"        // as that of the number or the machine What, in other letters
	NameMixed        Why = "name_mixed"        // of several scripts, or with signs that nobody sees
	TableAlike       Why = "table_alike"       // the name What is read as that of the table Other
	LooksLikeCode    Why = "looks_like_code"   // words that everybody reads have a number and a PIN among them
	OtherPart        Why = "other_part"
	SeenBefore       Why = "seen_before"
	NoInsuranceNow   Why = "no_insurance_now"
	TooManySeats     Why = "too_many_seats"
	LimitUneven      Why = "limit_uneven"
	LimitHalved      Why = "limit_halved"
	LimitCrossed     Why = "limit_crossed"
	LimitMissing     Why = "limit_missing"
	LastTable        Why = "last_table"
	NeverDealt       Why = "never_dealt"
	NeverAnswered    Why = "never_answered"
	TableNeedsChips  Why = "table_needs_chips"
	TableIsOpen      Why = "table_is_open"
	TableRetired     Why = "table_retired"
	DealsElsewhere   Why = "deals_elsewhere"
	HouseIsSetUp     Why = "house_is_set_up"
	NotWritable      Why = "not_writable"
	DiskFull         Why = "disk_full"
	AtTheOffice      Why = "at_the_office"
	TableElsewhere   Why = "table_elsewhere"
	WrongPassphrase  Why = "wrong_passphrase"
	AuthorityIsOpen  Why = "authority_is_open"
	AuthorityShut    Why = "authority_is_closed"
	AuthorityGone    Why = "authority_is_gone"
)

// RefusedFor reports whether an error is a refusal for one of these reasons.
func RefusedFor(err error, whys ...Why) bool {
	var refusal *Refusal
	return errors.As(err, &refusal) && slices.Contains(whys, refusal.Why)
}

// Refusal is a command that was not carried out: nothing is recorded.
type Refusal struct {
	Why   Why
	Box   int    // the box it is about, 0 if none
	What  string // the card, spot or person it is about
	Other string // with TableAlike: the other name
	Nth   int    // of the people that are entered at once, whom it is about, from 1 on; 0 where it is about none
	Right Right  // with WrongRole and WorksNoMore: what they may not; "" where it is about no right
	// End is the limit of a spot that it is about, and Unit the amount of which an amount must be a
	// multiple of, in minor units.
	End  LimitEnd
	Unit games.Amount
	N    int // with BadSetting: the number that would do
	// Role is with BadSetting the one that nobody has.
	Role record.Role
	// Currency is the currency of Unit, and of the chips that it is about; "" for the house's first.
	Currency string
}

// A LimitEnd is one of a spot's two limits.
type LimitEnd string

// The ends of the limits of a spot.
const (
	LeastEnd LimitEnd = "min"
	MostEnd  LimitEnd = "max"
)

// Error returns the refusal in words too, for a caller without a screen's sentences: an audit prints them.
func (r *Refusal) Error() string {
	var about []string
	if r.Box > 0 {
		about = append(about, fmt.Sprintf("box %d", r.Box))
	}
	if r.What != "" {
		about = append(about, r.What)
	}
	said := "refused: " + string(r.Why)
	if len(about) > 0 {
		said += " (" + strings.Join(about, ", ") + ")"
	}
	return strings.ReplaceAll(said, "_", " ")
}

// Refuse returns a refusal that names nothing further.
func Refuse(why Why) error { return &Refusal{Why: why} }

// Writable refuses a text with a sign that could not be shown or printed later.
func Writable(text string) error {
	if sign, found := record.Unwritable(text); found {
		return notWritable(sign)
	}
	return nil
}

func notWritable(sign rune) error {
	return &Refusal{Why: NotWritable, What: fmt.Sprintf("U+%04X", sign)}
}
