package pit

import "slices"

// Right is something that not everybody may do.
type Right string

// The rights. What is not among them the croupier on duty does.
const (
	DealTable  Right = "deal"        // deal at a table: open it, relieve
	AnswerFor  Right = "answer"      // answer for a table as its inspector
	ReopenBets Right = "reopen_bets" // have bets open again after the call, take back an approved entry
	RelayCards Right = "relay"       // have the cards of a hand laid where they belong
	BurnExtra  Right = "burn"        // have a card burned that should not have been drawn
	KeepCards  Right = "keep_cards"  // let cards go on though new ones are due
	GiveUpOwed Right = "waive"       // give up commission that is owed
	SeeAlarm   Right = "acknowledge" // acknowledge an alarm
	SeeShoe    Right = "composition" // see what is left in the shoe
	UnlockPINs Right = "unlock"      // open codes that wrong PINs have shut

	CountFloatRight Right = "count"            // count the float with the croupier
	CloseUncounted  Right = "close_uncounted"  // close a table whose float nobody counted
	OrderChips      Right = "slips"            // agree to fills and credits, verify and void them
	CountDropRight  Right = "drop"             // count the drop box
	RuleBets        Right = "rule_bet"         // rule on a disputed bet
	ResumeHand      Right = "resume"           // have a paused hand go on, refuse a reconstruction
	PlayOnRight     Right = "play_on"          // have a hand go on with the cards where they lie
	ShuffleNow      Right = "shuffle"          // have the cards shuffled after the hand
	CorrectHands    Right = "correct"          // correct a hand that is closed
	CorrectShift    Right = "correct_shift"    // correct a hand of a shift that is closed and not signed
	PutRight        Right = "put_right"        // put buy-ins, changes, slips and commission right; a wrong payout
	CancelHands     Right = "cancel"           // cancel a hand
	AskVideo        Right = "video"            // ask surveillance, enter its answer
	CloseIncidents  Right = "close_incident"   // close an incident
	CloseDifference Right = "close_difference" // close the incident of a difference
	ChangeStaff     Right = "staff"            // enter people, give PINs, set rules of PINs
	ChangeTables    Right = "tables"           // set tables, limits and habits
	ChangeHouse     Right = "house"            // set what the house is: its name, zone, gaming day, currencies
	SignDealt       Right = "sign_dealt"       // sign a report as the croupier
	SignReports     Right = "sign"             // sign a report as the supervisor
	ReadReports     Right = "reports"          // see, print and export reports
	VerifyRecord    Right = "verify"           // verify the record and reports
)

// rightOf is a row of the table of rights.
type rightOf struct {
	Right
	roles []Role
	two   bool // takes somebody else than the croupier who asks
}

// rights is the one table of who may do what: the commands ask it, the screens through
// them, and docs/rights.md is written from it.
var rights = []rightOf{
	{DealTable, []Role{Croupier}, false},
	{AnswerFor, []Role{Inspector, Manager}, true},
	{ReopenBets, []Role{Inspector, Manager}, true},
	{RelayCards, []Role{Inspector, Manager}, true},
	{BurnExtra, []Role{Inspector, Manager}, true},
	{KeepCards, []Role{Inspector, Manager}, true},
	{GiveUpOwed, []Role{Inspector, Manager}, true},
	{SeeAlarm, []Role{Inspector, Manager}, true},
	{SeeShoe, []Role{Inspector, Manager}, false},
	{UnlockPINs, []Role{Manager}, true},
	{CountFloatRight, []Role{Inspector, Manager}, true},
	{CloseUncounted, []Role{Manager}, true},
	{OrderChips, []Role{Inspector, Manager}, true},
	{CountDropRight, []Role{Inspector, Manager}, true},
	{RuleBets, []Role{Inspector, Manager}, true},
	{ResumeHand, []Role{Inspector, Manager}, true},
	{PlayOnRight, []Role{Inspector, Manager}, true},
	{ShuffleNow, []Role{Inspector, Manager}, true},
	{CorrectHands, []Role{Inspector, Manager}, true},
	{CorrectShift, []Role{Manager}, true},
	{PutRight, []Role{Inspector, Manager}, true},
	{CancelHands, []Role{Manager}, true},
	{AskVideo, []Role{Inspector, Manager}, true},
	{CloseIncidents, []Role{Inspector, Manager}, true},
	{CloseDifference, []Role{Manager}, true},
	{ChangeStaff, []Role{Manager}, false},
	{ChangeTables, []Role{Manager}, false},
	{ChangeHouse, []Role{Manager}, false},
	{SignDealt, []Role{Croupier}, false},
	{SignReports, []Role{Inspector, Manager}, true},
	{ReadReports, []Role{Inspector, Manager, BackOffice}, false},
	{VerifyRecord, []Role{Inspector, Manager, BackOffice}, false},
}

// Rights are all rights, in the order of the table.
func Rights() []Right {
	var all []Right
	for _, r := range rights {
		all = append(all, r.Right)
	}
	return all
}

// May says whether somebody of that role has a right.
func (r Role) May(do Right) bool {
	i := slices.IndexFunc(rights, func(row rightOf) bool { return row.Right == do })
	return i >= 0 && slices.Contains(rights[i].roles, r)
}

// TakesTwo says whether a right is used by somebody else than who asks for it.
func (r Right) TakesTwo() bool {
	for _, row := range rights {
		if row.Right == r {
			return row.two
		}
	}
	return true
}

// Who are the roles that have a right.
func (r Right) Who() []Role {
	var who []Role
	for _, role := range Roles() {
		if role.May(r) {
			who = append(who, role)
		}
	}
	return who
}

// MayDeal says whether somebody of that role may deal at a table.
func (r Role) MayDeal() bool { return r.May(DealTable) }

// MayInspect says whether somebody of that role may answer for a table as its
// inspector.
func (r Role) MayInspect() bool { return r.May(AnswerFor) }

// mayApprove says whether somebody may approve what takes a right: never the croupier
// who asks. Refusals: NeedsInspector where nobody is named, WrongRole.
func (t *Table) mayApprove(who *Staff, do Right) error {
	switch {
	case who == nil:
		return refuse(NeedsInspector)
	case !who.Role.May(do) || do.TakesTwo() && who.Number == t.Croupier:
		return &Refusal{Why: WrongRole, What: who.Name, Right: do}
	}
	return nil
}

// Check says whether somebody has a right that is used alone. Refusal: WrongRole.
func (s Staff) Check(do Right) error {
	if !s.Role.May(do) {
		return &Refusal{Why: WrongRole, What: s.Name, Right: do}
	}
	return nil
}
