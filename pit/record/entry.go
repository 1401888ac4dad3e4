package record

import (
	"encoding/json"
	"slices"
	"time"

	"sabot/games"
)

// entryVersion is the version of the entries that this Sabot writes, and the
// newest it reads.
const entryVersion = 1

// HouseStream is the stream of the entries that belong to no table: who works
// here, which tables there are.
const HouseStream = "house"

// An Entry is one thing that happened: what, and who, when, at which table, in which shift, shoe and hand.
type Entry struct {
	Table string    // the table's name, or HouseStream
	Seq   int64     // from 1 without a gap, for each table
	At    time.Time // UTC, to the millisecond
	By    string    // number of the staff member who is responsible; "" for the program itself
	Shift int       // of the table, from 1
	Shoe  int       // of the shift, from 1; 0 before the first
	Hand  int       // of the shift, from 1; 0 between opening and the first shoe
	Fact  Fact

	as string // its bytes, where DecodeAs read others than Sabot writes
}

// A Fact is the content of an entry: what happened. Those with a row in kinds.go are all there are; their names and fields are
// frozen, because records on disk hold them.
type Fact interface{ kind() string }

// Opened means: the table opened for a shift. It carries the rules as they stood, so
// that later changes of the house's settings do not reach into the shift.
type Opened struct {
	Day       string          `json:"day"` // gaming day, 2026-11-21
	Game      string          `json:"game"`
	Rules     json.RawMessage `json:"rules"` // as the hand file has them
	Croupier  string          `json:"croupier"`
	Inspector string          `json:"inspector"`
	// Settings are the table's as they stood; nil in records from before there were any.
	Settings *Settings `json:"settings,omitempty"`
	// Cards is since when the table's cards have been in play, in milliseconds of UTC
	// since 1970; 0 where it has none yet.
	Cards int64 `json:"cards,omitempty"`
	// Due is the reason for which they must be changed already, "" if they need not.
	Due CardChange `json:"due,omitempty"`
	// Chips are the values of the house's chips, ascending.
	Chips []games.Amount `json:"chips,omitempty"`
	// Currency is the currency of the table's amounts; "" for the house's first.
	Currency string `json:"currency,omitempty"`
	// Closer is the float that the last closing left; nil where it is unknown.
	Closer *Float `json:"closer,omitempty"`
	// Slips are the last numbers that fills and credits of the table had.
	Slips []SlipID `json:"slips,omitempty"`
	// Incidents are the incidents of earlier shifts that are still open.
	Incidents []Incident `json:"incidents,omitempty"`
	// Held are the keys and badges that were handed over in earlier shifts and did not come back.
	Held []HeldKeys `json:"held,omitempty"`
	// House is the house's record as it stood: who signs that the table is opened signs who works
	// there and by which rules, and nobody can have begun that house otherwise afterwards. Nil in
	// records from before it was said.
	House *Stood `json:"house,omitempty"`
	// Cash is from what cash on a buy-in takes an inspector, in minor units; 0 for none.
	Cash games.Amount `json:"cash,omitempty"`
	// Checks is the level of what the table asks of people in the shift: 1 since Sabot 0.10, that the croupier and the inspector on
	// duty still work here, that another person who shuffled has signed (see ShoeStarted), that an inspector approves a
	// late change (see Alarmed), that a relief and an emptied box for tips are of those who sign them, and that cashier and
	// runner of a slip are two people more. 0 in records from before.
	Checks int `json:"checks,omitempty"`
	// Collect is the house's rounding of a tracked commission when it is collected; "" at a table
	// that tracks none, whose settings say it, or in a record from before a house said it.
	Collect games.RoundingMode `json:"collect,omitempty"`
	// LateAlone has a croupier alone enter a bet or a decision otherwise after its card: an alarm waits then.
	LateAlone bool `json:"latealone,omitempty"`
	// Uncounted says that nobody counted the float. Records from before 0.10 have it nowhere.
	Uncounted bool `json:"uncounted,omitempty"`
}

// A Stood is a stream up to an entry: its root stands for all of them and their order.
type Stood struct {
	Size int64  `json:"size"`
	Root string `json:"root"` // base64, as a head has it
}

// ShoeStarted means: a shuffled and cut shoe of that many decks was put in place.
type ShoeStarted struct {
	Decks    int    `json:"decks"`
	Shuffler string `json:"shuffler,omitempty"` // who shuffled; "" in old records
	// Fresh is the reason for which new cards came into play with it; "" for those of the shoe before.
	Fresh   CardChange `json:"fresh,omitempty"`
	CutCard int        `json:"cut,omitempty"`  // cards behind the cut card
	Kept    string     `json:"kept,omitempty"` // the inspector who knows that new cards are due
	// Signed is the person who shuffled, where it was not the croupier on duty: they gave their PIN for it. "" in
	// records from before it was asked.
	Signed string `json:"signed,omitempty"`
	// Early is the inspector by whom the shoe before ended though its cut card was not out; "" where it had come to its end, and in
	// records from before it was asked.
	Early string `json:"early,omitempty"`
}

// signers returns the people who gave their PIN for the shoe; whoever did for several things signs once.
func (f ShoeStarted) signers() []string {
	var all []string
	for _, number := range only(f.Kept, f.Signed, f.Early) {
		if !slices.Contains(all, number) {
			all = append(all, number)
		}
	}
	return all
}

// FirstBurned means: the first card of the shoe was shown, and N more were burned
// face down, as many as it counts (source 002).
type FirstBurned struct {
	Card CardName `json:"card"`
	N    int      `json:"n"`
	Reading
}

// CutCardOut means: the cut card came out. The hand is the last of the shoe.
type CutCardOut struct {
	Reading // who said so
}

// CardCarried means: a card that was drawn ahead was not needed and opens the next
// hand (source 000).
type CardCarried struct {
	Card CardName `json:"card"`
	Reading
}

// CardsDue means: something happened after which the cards must be changed.
type CardsDue struct {
	Why CardChange `json:"why"`
}

// CardsKept means: something happened after which the cards must be changed, and an
// inspector lets the shoe be dealt to its end with them.
type CardsKept struct {
	Why CardChange `json:"why"`
	By  string     `json:"by"`
}

// PatternsSet means: the Good Roads that are not looked for at this table from now on.
type PatternsSet struct {
	Off []string `json:"off"`
}

// Alarmed means: something was seen that somebody should know of.
type Alarmed struct {
	Kind   AlarmKind    `json:"kind"`
	Box    int          `json:"box,omitempty"`
	Bettor string       `json:"bettor,omitempty"`
	What   string       `json:"what,omitempty"` // the card, the spot
	Amount games.Amount `json:"amount,omitempty"`
	// At is the place that an electronic shoe said, and the rules do not.
	At PlaceName `json:"at,omitempty"`
	// Card is the card that was entered for the one that the shoe said; of a late change the first card behind it. Corrected is as
	// what that one was read last, where it had been read wrong.
	Card      string `json:"card,omitempty"`
	Corrected string `json:"corrected,omitempty"`
	// Later are the cards that were seen after Card, each as it was read last, with spaces between.
	Later string `json:"later,omitempty"`
	// Was is the decision before a late change, What the one after it, each as of Decided or early_ and a choice;
	// What alone is a bet's spot, "insure", or "even" where the bet takes even money. From and Amount are what lay for it
	// before and after, in minor units: of a decision the bets of Bettor that it makes another stake, or the whole box where it makes
	// none; of an early one the bettor's further funds, of even money what it pays.
	Was  string       `json:"was,omitempty"`
	From games.Amount `json:"from,omitempty"`
	// Split is the hand of a split box that a late change is of: 1 the right one, 2 the left.
	Split int `json:"split,omitempty"`
	// Approver let it be changed.
	Approver string `json:"approver,omitempty"`
	// Code says of a late change that no card lay behind it, but entries that Sabot took for a code.
	Code bool `json:"code,omitempty"`
	// Reason says why the dealer's card lies face up before its turn.
	Reason string `json:"reason,omitempty"`
}

// Acknowledged means: an inspector has seen the alarm that is entry Seq.
type Acknowledged struct {
	Seq int64  `json:"seq"`
	By  string `json:"by"`
}

// Relaid means: an inspector approved that the cards of the open hand were laid
// again, in shoe order, where they belong (source 004, section 7). Laid is how they
// lie now; "?" is the card that nobody has seen.
type Relaid struct {
	Approver string     `json:"approver"`
	Laid     []CardLaid `json:"laid"`
	Reason   string     `json:"reason,omitempty"`
	// Again says that what boxes had decided was decided on other cards: they are asked
	// again.
	Again bool `json:"again,omitempty"`
	// Back says that what those decisions had put down goes back by acts of its own.
	Back bool `json:"back,omitempty"`
}

// A BetHow is a way in which bets came onto the layout.
type BetHow string

// The ways bets are entered.
const (
	ByChip   BetHow = "chip"
	ByAmount BetHow = "amount"
	ByRepeat BetHow = "repeat"
	ByDouble BetHow = "double"
	ByClear  BetHow = "clear"
)

// BetsPlaced means: what lies now on the spots named; an amount of 0 lies no more.
type BetsPlaced struct {
	How  BetHow `json:"how"`
	Bets []Put  `json:"bets"`
}

// A Put is a stake on one spot, as put down, in minor units.
type Put struct {
	Box    int
	Spot   string
	Amount games.Amount `amount:"entered"`
	Bettor string       // "" where a box has one
	Early  games.Early  // of a bet behind
}

// BetsClosed means: nulla va più. No bet changes after it without an inspector.
type BetsClosed struct{}

// DealtDry means: no bet lies, and the hand is dealt all the same, so that the roads go on
// (source 002). It stands where BetsClosed does in a hand with bets.
type DealtDry struct{}

// CardLaid means: a card left the shoe and lies where At says. Card is "8h", or "8"
// where suits do not matter and nobody read one.
type CardLaid struct {
	Card   CardName  `json:"card"`
	At     PlaceName `json:"at"`
	Burned bool      `json:"burned,omitempty"`
	// Approver is the inspector who had a card burned that should not have been drawn, and
	// Reason why.
	Approver string `json:"approver,omitempty"`
	// Drawn says that it came with the decision before it, by one key: the box was asked,
	// and drew it.
	Drawn  bool   `json:"drawn,omitempty"`
	Reason string `json:"reason,omitempty"`
	// Looked is the dealer's answer about a card that still lies face down.
	Looked games.Looked `json:"looked,omitempty"`
	Reading
}

// Decided means: the box that was asked answered.
type Decided struct {
	Box    int          `json:"box"`
	Bettor string       `json:"bettor,omitempty"` // of an insurance behind
	Do     games.Action `json:"do"`
	// Aside says that the hand did not go on by it, as it does by other answers: an insurance
	// is bought while payments wait, and they are not done by that.
	Aside bool `json:"aside,omitempty"`
}

// EarlyChosen means: a bettor behind said what becomes of his bet when the main
// player doubles or splits; or, without Bettor, the main player himself said ahead
// what he will do (source 003, Decisione anticipata).
type EarlyChosen struct {
	Box    int           `json:"box"`
	Bettor string        `json:"bettor,omitempty"`
	Choice games.Choice  `json:"choice,omitempty"`
	Then   games.Action  `json:"then,omitempty"`
	Funds  *games.Amount `json:"funds,omitempty" amount:"entered"`
	Do     games.Action  `json:"do,omitempty"` // of the main player
}

// CardHidden means: a card was dealt face down.
type CardHidden struct {
	At PlaceName `json:"at"`
	// More says that it came with the one before it, by one key: a deal that lies face down
	// as far as it goes.
	More bool `json:"more,omitempty"`
}

// CardTurned means: a card that lay face down was turned.
type CardTurned struct {
	Card CardName `json:"card"`
	// At is the place of the card, where more than one lies face down; of several there it is
	// the first.
	At PlaceName `json:"at,omitempty"`
	// Read says that a reader had read it where it lay: it is turned since everybody has seen it.
	Read bool `json:"read,omitempty"`
	Reading
}

// Settled means: bets came to what the rows say, in the order in which they are paid.
type Settled struct {
	Rows []Row `json:"rows"`
	// Parts are the parts that are done with apart from the rest of the bet.
	Parts []Part `json:"parts,omitempty"`
}

// A Row is the result of one bet of the hand.
type Row struct {
	Bet      int // index among the hand's bets
	Outcome  games.Outcome
	Staked   games.Amount
	Returned games.Amount
	Odds     games.Odds // of a win
	Reason   games.Reason
	Added    games.Amount // put down by doubling, on top of the bet
	// Tracked is a win that leaves a Commission owed, which may round to 0.
	Tracked    bool
	Commission games.Amount
}

// Reduced reports whether the bet stood for less than was put down: then the row does not say what was won or lost.
func (r Row) Reduced() bool { return r.Reason != "" && r.Outcome != games.Void }

// Net returns what the player won (more than 0) or lost by a bet that was not reduced, in minor units. Of a void one the stake
// came back, and it was all.
func (r Row) Net() games.Amount {
	if r.Outcome == games.Void {
		return 0
	}
	return r.Returned - r.Staked
}

// PaidOut means: the croupier has paid or collected the first Rows of the hand's rows, and
// done the first Acts of its acts; 0 in records from before acts.
type PaidOut struct {
	Rows int `json:"rows"`
	Acts int `json:"acts,omitempty"`
}

// HandClosed means: everything is paid; House is the casino's net on the hand.
type HandClosed struct {
	House games.Amount `json:"house" amount:"signed"`
}

// Undone means: the entries of the open hand from Seq on were slips. They stay in the
// record and count no more.
type Undone struct {
	Seq      int64  `json:"seq"`
	Approver string `json:"approver,omitempty"` // where it takes an inspector
	What     string `json:"what,omitempty"`     // then the kind of the first of them
	Code     bool   `json:"code,omitempty"`     // Sabot took the digits that entered them for a code
}

// Relieved means: another croupier took over.
type Relieved struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// InspectorChanged means: another inspector answers for the table.
type InspectorChanged struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Closed means: the table closed, the shift is over.
type Closed struct {
	Croupier  string `json:"croupier"`
	Inspector string `json:"inspector"`
	// Uncounted is as of Opened.
	Uncounted bool `json:"uncounted,omitempty"`
	// Held are keys and badges that were handed over and did not come back.
	Held []HeldKeys `json:"held,omitempty"`
}

func (Opened) kind() string           { return "opened" }
func (ShoeStarted) kind() string      { return "shoe" }
func (FirstBurned) kind() string      { return "burn" }
func (CutCardOut) kind() string       { return "cutcard" }
func (CardCarried) kind() string      { return "carried" }
func (CardsDue) kind() string         { return "cardsdue" }
func (CardsKept) kind() string        { return "cardskept" }
func (PatternsSet) kind() string      { return "patterns" }
func (Alarmed) kind() string          { return "alarm" }
func (Acknowledged) kind() string     { return "ack" }
func (Relaid) kind() string           { return "relaid" }
func (EarlyChosen) kind() string      { return "early" }
func (CardHidden) kind() string       { return "hidden" }
func (CardTurned) kind() string       { return "turned" }
func (BetsPlaced) kind() string       { return "bets" }
func (BetsClosed) kind() string       { return "nobets" }
func (DealtDry) kind() string         { return "dry" }
func (CardLaid) kind() string         { return "card" }
func (Decided) kind() string          { return "decide" }
func (Settled) kind() string          { return "settled" }
func (PaidOut) kind() string          { return "paid" }
func (HandClosed) kind() string       { return "handclosed" }
func (Undone) kind() string           { return "undone" }
func (Relieved) kind() string         { return "relieved" }
func (InspectorChanged) kind() string { return "inspector" }
func (Closed) kind() string           { return "closed" }

// NotBefore returns now, or the time last of the entry before where a clock was put back: no entry is older than the one it
// follows.
func NotBefore(now, last time.Time) time.Time {
	if now.Before(last) {
		return last
	}
	return now
}

// HandOf returns the hand that an entry is about: of what was put right of a closed hand that one, else the hand in which it was
// entered.
func HandOf(e Entry) int {
	switch f := e.Fact.(type) {
	case HandCorrected:
		return f.Hand
	case WrongPayout:
		return f.Hand
	}
	return e.Hand
}
