package house

import (
	"slices"

	"sabot/pit/record"
)

// Right is something that not everybody may do.
type Right string

// The rights. What is not among them the croupier on duty does.
const (
	DealTable  Right = "deal"        // deal at a table: open it, relieve
	AnswerFor  Right = "answer"      // answer for a table as its inspector
	ReopenBets Right = "reopen_bets" // have bets open again after the call, take back an approved entry or what was decided on less than is known, enter otherwise what a seen card lay behind
	RelayCards Right = "relay"       // have the cards of a hand laid where they belong
	BurnExtra  Right = "burn"        // have a card burned that should not have been drawn
	KeepCards  Right = "keep_cards"  // let cards go on though new ones are due
	GiveUpOwed Right = "waive"       // give up commission that is owed
	SeeAlarm   Right = "acknowledge" // acknowledge an alarm
	SeeShoe    Right = "composition" // see what is left in the shoe
	UnlockPINs Right = "unlock"      // open codes that wrong PINs have shut

	CountFloatRight Right = "count"            // count the float with the croupier, or once more with anybody after a closing
	CloseUncounted  Right = "close_uncounted"  // close a table whose float nobody counted
	OrderChips      Right = "slips"            // agree to fills and credits, verify and void them
	KeepKeys        Right = "keys"             // hand keys and badges over, take them back
	CountTronc      Right = "tronc"            // empty the box for tips and count it
	BuyInBig        Right = "buy_in"           // agree to a buy-in of much cash
	CountDropRight  Right = "drop"             // count the drop box
	RuleBets        Right = "rule_bet"         // rule on a disputed bet
	ResumeHand      Right = "resume"           // have a paused hand go on, refuse a reconstruction
	PlayOnRight     Right = "play_on"          // have a hand go on with the cards where they lie
	ShuffleShoe     Right = "shuffle_shoe"     // shuffle a new shoe in the croupier's place
	ShuffleNow      Right = "shuffle"          // have the cards shuffled after the hand
	CorrectHands    Right = "correct"          // correct a hand that is closed
	CorrectShift    Right = "correct_shift"    // correct a hand of a shift that is closed and not signed
	PutRight        Right = "put_right"        // put buy-ins, changes, slips and commission right; a wrong payout
	CancelHands     Right = "cancel"           // cancel a hand
	AskVideo        Right = "video"            // ask surveillance, enter its answer
	CloseIncidents  Right = "close_incident"   // close an incident
	CloseDifference Right = "close_difference" // close the incident of a difference
	ChangeStaff     Right = "staff"            // enter people, give PINs, set rules of PINs
	ReviewRights    Right = "review"           // review who may do what
	ChangeTables    Right = "tables"           // set tables, limits and habits
	ChangeHouse     Right = "house"            // set what the house is: its name, zone, gaming day, currencies
	KeepBackups     Right = "backup"           // back the record up, set where and when that is done
	SignLoss        Right = "loss"             // sign for what a restore has lost
	LogService      Right = "service"          // let somebody work on a table's equipment
	SignDealt       Right = "sign_dealt"       // sign a report as the croupier
	SignInPlace     Right = "sign_in_place"    // sign a report in the croupiers' place, none of whom works here any more
	SignReports     Right = "sign"             // sign a report as the supervisor
	ReadReports     Right = "reports"          // see, print and export reports
	VerifyRecord    Right = "verify"           // verify the record and reports
)

// rightOf is a row of the table of rights.
type rightOf struct {
	Right
	roles []record.Role
	two   bool // takes somebody else than the croupier who asks
}

// rights is the one table of who may do what: the commands ask it, the screens through
// them, and docs/rights.md is written from it.
var rights = []rightOf{
	{DealTable, []record.Role{record.Croupier}, false},
	{AnswerFor, []record.Role{record.Inspector, record.Manager}, true},
	{ReopenBets, []record.Role{record.Inspector, record.Manager}, true},
	{RelayCards, []record.Role{record.Inspector, record.Manager}, true},
	{BurnExtra, []record.Role{record.Inspector, record.Manager}, true},
	{KeepCards, []record.Role{record.Inspector, record.Manager}, true},
	{GiveUpOwed, []record.Role{record.Inspector, record.Manager}, true},
	{SeeAlarm, []record.Role{record.Inspector, record.Manager}, true},
	{SeeShoe, []record.Role{record.Inspector, record.Manager}, false},
	{UnlockPINs, []record.Role{record.Manager}, true},
	{CountFloatRight, []record.Role{record.Inspector, record.Manager}, true},
	{CloseUncounted, []record.Role{record.Manager}, true},
	{OrderChips, []record.Role{record.Inspector, record.Manager}, true},
	{KeepKeys, []record.Role{record.Inspector, record.Manager}, true},
	{CountTronc, []record.Role{record.Inspector, record.Manager}, true},
	{BuyInBig, []record.Role{record.Inspector, record.Manager}, true},
	{CountDropRight, []record.Role{record.Inspector, record.Manager, record.BackOffice}, true},
	{RuleBets, []record.Role{record.Inspector, record.Manager}, true},
	{ResumeHand, []record.Role{record.Inspector, record.Manager}, true},
	{PlayOnRight, []record.Role{record.Inspector, record.Manager}, true},
	{ShuffleShoe, []record.Role{record.Croupier, record.Inspector, record.Manager}, true},
	{ShuffleNow, []record.Role{record.Inspector, record.Manager}, true},
	{CorrectHands, []record.Role{record.Inspector, record.Manager}, true},
	{CorrectShift, []record.Role{record.Manager}, true},
	{PutRight, []record.Role{record.Inspector, record.Manager}, true},
	{CancelHands, []record.Role{record.Manager}, true},
	{AskVideo, []record.Role{record.Inspector, record.Manager}, true},
	{CloseIncidents, []record.Role{record.Inspector, record.Manager}, true},
	{CloseDifference, []record.Role{record.Manager}, true},
	{ChangeStaff, []record.Role{record.Manager}, false},
	{ReviewRights, []record.Role{record.Manager}, false},
	{ChangeTables, []record.Role{record.Manager}, false},
	{ChangeHouse, []record.Role{record.Manager}, false},
	{KeepBackups, []record.Role{record.Manager, record.BackOffice}, false},
	{SignLoss, []record.Role{record.Inspector, record.Manager}, true},
	{LogService, []record.Role{record.Inspector, record.Manager}, false},
	{SignDealt, []record.Role{record.Croupier}, false},
	{SignInPlace, []record.Role{record.Manager}, true},
	{SignReports, []record.Role{record.Inspector, record.Manager}, true},
	{ReadReports, []record.Role{record.Inspector, record.Manager, record.BackOffice}, false},
	{VerifyRecord, []record.Role{record.Inspector, record.Manager, record.BackOffice}, false},
}

// Rights returns all rights, in the order of the table.
func Rights() []Right {
	var all []Right
	for _, r := range rights {
		all = append(all, r.Right)
	}
	return all
}

// For reports whether somebody of a role has the right.
func (r Right) For(role record.Role) bool {
	i := slices.IndexFunc(rights, func(row rightOf) bool { return row.Right == r })
	return i >= 0 && slices.Contains(rights[i].roles, role)
}

// May reports whether somebody has a right.
func (s Staff) May(do Right) bool { return do.For(s.Role) }

// TakesTwo reports whether a right takes a second person beside the one who asks for it.
func (r Right) TakesTwo() bool {
	for _, row := range rights {
		if row.Right == r {
			return row.two
		}
	}
	return true
}

// Who returns the roles that have a right.
func (r Right) Who() []record.Role {
	var who []record.Role
	for _, role := range record.Roles() {
		if r.For(role) {
			who = append(who, role)
		}
	}
	return who
}

// MayDeal reports whether somebody may deal at a table.
func (s Staff) MayDeal() bool { return s.May(DealTable) }

// MayInspect reports whether somebody may answer for a table as its inspector.
func (s Staff) MayInspect() bool { return s.May(AnswerFor) }

// Check refuses somebody who has not a right that is used alone. Refusal: WrongRole.
func (s Staff) Check(do Right) error {
	if !s.May(do) {
		return &Refusal{Why: WrongRole, What: s.Name, Right: do}
	}
	return nil
}

// MayApprove refuses to let somebody approve what takes a right and what another person asks for, by number: nobody approves what
// they ask for themselves where it takes two. Refusals: NeedsInspector where nobody is named, WrongRole.
func (s *Staff) MayApprove(do Right, asks string) error {
	switch {
	case s == nil:
		return Refuse(NeedsInspector)
	case !s.May(do) || do.TakesTwo() && s.Number == asks:
		return &Refusal{Why: WrongRole, What: s.Name, Right: do}
	}
	return nil
}
