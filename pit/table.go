package pit

import (
	"cmp"
	"time"

	"sabot/games"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/pay"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// A Table is the state of a table, folded from its entries. It is read-only to all but Apply.
type Table struct {
	tray.Tray
	alarmBook
	Name      string
	Seq       int64 // of the last entry
	Open      bool
	Day       string // gaming day of the shift
	Game      games.Game
	Shift     int
	Shoe      int // of the shift; 0 before the first
	Hand      int // of the shift: the one that is open
	Croupier  string
	Inspector string
	OnDuty    time.Time // since when Croupier deals
	Opened    time.Time
	ShutAt    time.Time // when the shift closed; zero while open
	ShutBy    string    // who closed it with the croupier: an inspector, or a manager
	Reliefs   []Relief  // who dealt from when on, the opening croupier first
	Answers   []Relief  // who answered for it from when on, the opening inspector first
	Current   hand.Hand
	LastBets  []games.Bet // of the hand before as they were accepted, to be repeated; also those that went back by an inspector or a manager
	played    []games.Bet // LastBets as Sabot 0.9 had them: of the last hand that was not cancelled, without what went back
	History   []hand.Hand // the shift's closed hands, the oldest first
	Settings  record.Settings
	Currency  string            // what its amounts are in; "" for the house's first
	ShoeOver  bool              // the cut card came out in a hand that is closed
	Cards     time.Time         // since when the cards have been in play; zero if not known
	Due       record.CardChange // why they must be changed, "" if nothing happened that says so
	TakenBack []TakenBack       // what an inspector had taken back, and a croupier alone after a payment of it
	Seats     Holders
	Incidents []record.Incident // of the shift, and those of earlier ones that were open then

	// NewLimits were announced and do not act yet; nil where none were.
	NewLimits *ComingLimits
	// EarlyShoes are the shoes of the shift that ended before their cut card was out.
	EarlyShoes []EarlyShoe
	// LimitChanges are all that were announced in the shift, the oldest first.
	LimitChanges []LimitChange
	// Bulk is the sum of all amounts in the shift's entries if none of them is taken off another, minor units: no figure of the shift is more than
	// that. Where it is more than games.MaxSum no figure of the shift holds.
	Bulk games.Amount

	last      time.Time // of the last entry
	decks     int
	shoeHands int               // closed hands of this shoe
	cutCard   int               // cards behind the cut card of this shoe
	stopped   record.CardChange // why no hand begins with these cards; "" if one may
	CashLimit games.Amount      // from what a buy-in takes an inspector; 0 for none
	checks    int               // see record.Opened
	chips     []games.Amount
	lateAlone bool         // see record.Opened
	approver  *house.Staff // of the command that is asked; see Approved
	memo      *hand.Memo   // of a table whose commands are carried out once more; nil of any other
}

// Remembering lets a table remember the last answer of the rules, for a caller that carries many commands out again.
func (t *Table) Remembering() {
	if t.memo == nil {
		t.memo = &hand.Memo{}
	}
}

// Played returns the bets that Sabot 0.9 repeated: LastBets, without what went back.
func (t *Table) Played() []games.Bet { return t.played }

// A TakenBack is an entry that an inspector had taken back, or a croupier alone after chips had been said to move by it; by digits
// of a code none moved.
type TakenBack struct {
	At   time.Time // UTC
	Hand int
	record.Undone
	Alone string // the croupier who did it alone; "" where an inspector had it done
	Kind  string // of the first entry that was taken back
	// Cards are the cards that went by it, as they lay: those that lay face down are none of them.
	Cards []hand.Numbered
	// Unpaid are the acts that were done and are due again by it.
	Unpaid []pay.Act
	// Put is the money that players put down by decisions which it takes back.
	Put []pay.Act
	// Was is the hand as it was before, where an approval by which it had been put right went with it; nil otherwise. Those
	// of its Relays from Stands on are taken back.
	Was    *hand.Hand
	Stands int
}

// By returns who had it taken back.
func (u *TakenBack) By() string { return cmp.Or(u.Alone, u.Approver) }

// Relief is a croupier's time at the table.
type Relief struct {
	Croupier string
	From     time.Time
}

// An EarlyShoe is a shoe that an inspector had end though its cut card was not out.
type EarlyShoe struct {
	At   time.Time // UTC
	Hand int       // the last of the shift before it ended; 0 for none
	By   string
}

// An alarmBook is what a table has told inspectors in a shift.
type alarmBook struct {
	Alarms []hand.Alarm // those that nobody has acknowledged yet
	Notes  []hand.Alarm // the others of the shift
	seen   time.Time    // when an inspector saw alarms last
	seenBy string       // and who
}

// A Holders is who holds which box, by the letter that the table knows a player by.
type Holders map[int]string

// NewTable returns a table without entries.
func NewTable(name string) *Table { return &Table{Name: name} }
