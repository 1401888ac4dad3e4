package pit

import "slices"

// Right is something that not everybody may do.
type Right string

// The rights. What is not among them the croupier on duty does.
const (
	DealTable  Right = "deal"        // deal at a table: open it, relieve
	AnswerFor  Right = "answer"      // answer for a table as its inspector
	ReopenBets Right = "reopen_bets" // have bets open again after a card has lain, take back an approved entry
	RelayCards Right = "relay"       // have the cards of a hand laid where they belong
	BurnExtra  Right = "burn"        // have a card burned that should not have been drawn
	KeepCards  Right = "keep_cards"  // let cards go on though new ones are due
	GiveUpOwed Right = "waive"       // give up commission that is owed
	SeeAlarm   Right = "acknowledge" // acknowledge an alarm
	SeeShoe    Right = "composition" // see what is left in the shoe
	UnlockPINs Right = "unlock"      // open codes that wrong PINs have shut
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
		return &Refusal{Why: WrongRole, What: who.Name}
	}
	return nil
}
