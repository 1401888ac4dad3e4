package pit

import (
	"cmp"
	"time"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/house"
	"sabot/pit/pay"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// Table is what a table's entries say of it. It is read-only to all but Apply.
type Table struct {
	tray.Tray
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
	Current   Hand
	LastBets  []games.Bet // of the hand before as they were accepted, to be repeated; also those that went back by an inspector or a manager
	played    []games.Bet // LastBets as Sabot 0.9 had them: of the last hand that was not cancelled, without what went back
	History   []Hand      // the shift's closed hands, the oldest first
	Settings  record.Settings
	Currency  string            // what its amounts are in; "" for the house's first
	ShoeOver  bool              // the cut card came out in a hand that is closed
	Cards     time.Time         // since when the cards have been in play; zero if not known
	Due       record.CardChange // why they must be changed, "" if nothing happened that says so
	Alarms    []Alarm           // those that nobody has acknowledged yet
	Notes     []Alarm           // the others of the shift
	TakenBack []TakenBack       // what an inspector had taken back, and a croupier alone after a payment of it
	Seats     map[int]string    // who holds a box, by the letter the table knows them by
	Incidents []record.Incident // of the shift, and those of earlier ones that were open then

	// NewLimits were announced and do not act yet; nil where none were.
	NewLimits *ComingLimits
	// EarlyShoes are those of the shift that ended before their cut card was out.
	EarlyShoes []EarlyShoe
	// LimitChanges are all that were announced in the shift, the oldest first.
	LimitChanges []LimitChange

	last       time.Time // of the last entry
	decks      int
	shoeHands  int               // closed hands of this shoe
	cutCard    int               // cards behind the cut card of this shoe
	stopped    record.CardChange // why no hand begins with these cards; "" if one may
	CashLimit  games.Amount      // from what a buy-in takes an inspector; 0 for none
	checks     int               // see record.Opened
	chips      []games.Amount
	alarmsSeen time.Time    // when an inspector saw alarms last
	lateAlone  bool         // see record.Opened
	approver   *house.Staff // of the command that is asked; see Approved
	memo       *Memo        // of a table whose commands are carried out once more; nil of any other
	redoing    *redoing     // room for the command that is carried out once more
}

// A TakenBack is an entry that an inspector had taken back, or a croupier alone after chips had been said to move by it; by digits
// of a code none moved.
type TakenBack struct {
	At   time.Time // UTC
	Hand int
	record.Undone
	Alone string // the croupier who did it alone; "" where an inspector had it done
	Kind  string // of the first entry that was taken back
	// Cards are the cards that went by it, as they lay: those that lay face down are none of them.
	Cards []Numbered
	// Unpaid are the acts that were done and are due again by it.
	Unpaid []pay.Act
	// Put is what decisions that are taken back by it had players put down.
	Put []pay.Act
	// Was is the hand as it was before, where an approval by which it had been put right went with it; nil otherwise. Those
	// of its Relays from Stands on are taken back.
	Was    *Hand
	Stands int
}

// By is who had it taken back.
func (u *TakenBack) By() string { return cmp.Or(u.Alone, u.Approver) }

// Relief is a croupier's time at the table.
type Relief struct {
	Croupier string
	From     time.Time
}

// Hand is one hand of the shift: a fold of its own entries, without those that
// were undone.
type Hand struct {
	pay.Sheet
	Number      int // of the shift
	Shoe        int
	Croupier    string               // who dealt when it closed
	Dealt       []string             // the croupiers who dealt it, in the order in which they came
	seconds     []games.Place        // those of a face-down deal of which Open has the second card and not the first
	Open        []games.Laid         // of a face-down deal, the cards laid open so far; none once all are in Round
	counted     int                  // of a face-down deal, how many cards lay when it was put right; 0 where nobody counted
	BetsSince   time.Time            // when the first bet that lies came; zero while none does
	LastBets    time.Time            // when the last bets were called; zero if not
	Burn        record.FirstBurned   // before the first hand of a shoe; zero if not yet
	CutCard     bool                 // the cut card came out
	cutSeq      int64                // of the entry that says so
	Ready       []games.Card         // drawn ahead in the hand before: they open this one
	Carried     []games.Card         // drawn ahead in this one: they open the next
	Ahead       map[int]games.Action // what main players said ahead that they will do, by box
	Paused      *record.HandPaused   // what went wrong and is not put right yet
	Relays      []Reconstruction     // how it was put right
	Declared    *record.HandPaused   // what had gone wrong when it was cancelled; nil where nobody had said
	Shuffle     bool                 // the cards are shuffled after it, whatever the cut card says
	enteredThen []games.Laid         // the cards as they had been entered until then
	burnedThen  []games.Laid         // the cards that stayed burned when the hand was laid out otherwise
	passed      []games.Bet          // that went back by the house's rule, since their boxes had been passed over
	Was         []Hand               // a corrected hand as it stood before, the oldest first
	CorrectedAt time.Time
	OnDutyThen  string                // the croupier on duty at the last correction; "" where the table had closed
	Corrected   *record.HandCorrected // the last correction
	House       games.Amount
	Started     time.Time      // first entry; zero if none
	CardsShown  bool           // a card lay on the felt, undone or not
	since       int64          // knownSince of what was undone
	taken       []taken        // its cards that were taken back
	seen        int64          // the last entry that showed a card, taken back or not
	recalled    []recalled     // what was answered, seen and taken back
	agreed      []int64        // entries that somebody approved as late changes
	entries     []record.Entry // those that count

	reveal bool       // the initial cards are revealed when all lie
	before games.Shoe // what had left the shoe before the hand
	shoe   games.Shoe // and with the hand's own cards

	next      games.Step // what the rules have next, once they were asked, while nothing is entered
	nextAsked bool
}

// NewTable is a table without entries.
func NewTable(name string) *Table { return &Table{Name: name} }

// Apply folds one entry into the table's state. It cannot fail: an entry is a
// fact.
func (t *Table) Apply(e record.Entry) {
	t.Seq, t.Shift, t.Shoe, t.Hand, t.last = e.Seq, e.Shift, e.Shoe, e.Hand, e.At
	t.Current.forgetNext()
	t.apply(e)
	t.noteCoins(e)
	if of := record.RealmOf(e.Fact); of == record.OfHand || of == record.OfMoves {
		t.Current.apply(e)
	}
	t.Tray.Apply(e)
	if f, ok := e.Fact.(record.HandClosed); ok {
		t.closeHand(e, f)
	}
}

// apply folds what an entry says of the table itself; false for a fact that says nothing
// of it.
func (t *Table) apply(e record.Entry) bool {
	switch f := e.Fact.(type) {
	case record.Opened:
		t.applyOpened(e, f)
	case record.ShoeStarted:
		t.applyShoe(e, f)
	case record.CardsDue:
		t.applyCardsDue(f)
	case record.CardsKept:
		t.stopped = ""
	case record.LimitsAnnounced, record.LimitsBegan, record.LimitsWithdrawn:
		t.applyLimits(e)
	case record.PatternsSet:
		t.Settings.PatternsOff = f.Off
	case record.SeatHeld:
		t.applySeat(f)
	case record.Alarmed:
		t.applyAlarm(e, f)
	case record.Acknowledged:
		t.applyAcknowledged(e, f)
	case record.Relieved:
		t.Croupier, t.OnDuty = f.To, e.At
		t.Reliefs = append(t.Reliefs, Relief{f.To, e.At})
	case record.InspectorChanged:
		t.Inspector = f.To
		t.Answers = append(t.Answers, Relief{f.To, e.At})
	case record.Closed:
		t.Open, t.ShutAt, t.ShutBy = false, e.At, f.Inspector
	case record.IncidentOpened, record.VideoAsked, record.VideoAnswered, record.IncidentClosed:
		t.applyIncident(e)
	case record.ClosingRecounted:
		t.recounted(f)
	case record.HandCorrected:
		t.applyCorrected(e, f)
	case record.Undone:
		t.alarmsBack(e, f)
		hand, before, unpaid := e.Hand, len(t.TakenBack), []pay.Act(nil)
		if t.Game != nil {
			unpaid = t.Current.Unpaid(f)
		}
		if cut, ok := t.Deal().cutCardBefore(); ok && cut.Seq == f.Seq {
			hand = cut.Hand
			t.cutCardBack()
		}
		if f.What != "" {
			t.TakenBack = append(t.TakenBack, TakenBack{At: e.At, Hand: hand, Undone: f, Kind: f.What, Unpaid: unpaid})
		}
		t.Current.sawBy(t.exposed())
		if t.offeredBack(f.Seq) {
			break
		}
		was := t.Current
		kind := was.kindOf(f.Seq)
		t.Current = t.takenBack(f)
		t.Tray.Without(f.Seq)
		put := was.PutDownBefore(&t.Current.Sheet)
		if f.What == "" && !f.Code && t.Current.WasPaid(f.Seq) && (len(unpaid)+len(put) > 0 || !onlyChips(kind)) {
			t.TakenBack = append(t.TakenBack, TakenBack{At: e.At, Hand: hand, Undone: f, Alone: e.By, Kind: kind, Unpaid: unpaid})
		}
		if len(t.TakenBack) > before {
			t.TakenBack[before].Put, t.TakenBack[before].Cards = put, was.CardsGone(&t.Current)
		}
		if stands := len(t.Current.Relays); len(was.Relays) > stands && len(t.TakenBack) > before {
			was.letGo()
			t.TakenBack[before].Was, t.TakenBack[before].Stands = &was, stands
		}
	default:
		return false
	}
	return true
}

func (t *Table) applyOpened(e record.Entry, f record.Opened) {
	g, err := handfile.ParseRules(f.Game, f.Rules)
	if err != nil {
		g = nil // a game this program does not have: Next refuses, nothing else is lost
	}
	*t = Table{
		Name: t.Name, Seq: e.Seq, last: e.At, Open: true, Day: f.Day, Game: g, Shift: e.Shift,
		Croupier: f.Croupier, Inspector: f.Inspector, OnDuty: e.At, Opened: e.At,
		Reliefs: []Relief{{f.Croupier, e.At}}, Answers: []Relief{{f.Inspector, e.At}}, Due: f.Due,
		Tray: tray.Opened(f), chips: f.Chips, Currency: f.Currency, Incidents: f.Incidents, CashLimit: f.Cash, checks: f.Checks, lateAlone: f.LateAlone,
	}
	if f.Settings != nil {
		t.Settings = *f.Settings
	}
	t.Settings.Collect = cmp.Or(t.Settings.Collect, f.Collect)
	if f.Cards > 0 {
		t.Cards = time.UnixMilli(f.Cards).UTC()
	}
}

func (t *Table) closeHand(e record.Entry, f record.HandClosed) {
	h := t.Current
	room := h.close(e, f, t.Croupier)
	t.shoeHands++
	t.History = append(t.History, h)
	t.keepBets(&h)
	t.Hand++
	t.Tray.Settle()
	t.Tray.Pay(h.NetsBefore(), h.Nets())
	t.Tray.Owe(h.dues())
	t.ShoeOver = h.Last()
	shoe, ready := h.leaves()
	if t.ShuffledEachHand() { // its cards are in the shuffler again
		shoe = games.Shoe{}
	}
	t.newHand(shoe, ready)
	if t.memo != nil { // nobody but the audit holds its table
		t.Current.useRoom(room)
	}
}

func (t *Table) newHand(out games.Shoe, ready []games.Card) {
	if t.Hand == 0 {
		t.Hand = 1
	}
	t.Current = t.at().open(out, ready)
}

// How many entries and cards most hands have at most.
const (
	usual      = 32
	usualCards = 16
)
