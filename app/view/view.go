// Package view turns a table's state into what the screen says: the next act, the
// boxes, which buttons are on. It is pure and knows no window, so that the window
// and the tests read the same. It decides nothing: what is due, what is paid and
// what is allowed it asks of the table.
package view

import (
	"slices"
	"strconv"
	"time"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
)

// A Cursor is the croupier's input that is not entered yet: which spot, which chip, which digits.
type Cursor struct {
	Box   int    // chosen box, 0 if none
	Spot  string // chosen spot of it; "" for the box and none of them yet
	Chip  int    // index of the chip that a tap puts down
	Typed string // digits of an amount
	Fresh bool   // the spot was just chosen: digits are an amount, not a box
	// Digits says that the pad has digits for a finger in place of the chips.
	Digits bool
	// Take says that the spot that is tapped next loses its bet.
	Take bool
	Tens bool // a 0 was typed for a box from 10 on
	Laid bool // the box's bets were just repeated or doubled: digits are a box again
	// Bettor is whose bets are entered on the box; "" is its first player.
	Bettor string
	// Rank is the rank of a card whose suit is still to come.
	Rank string
	// Hold is what the next card is meant for, where it is not the deal.
	Hold Hold
}

// A Hold is the purpose of the next card.
type Hold int

// The purposes of a card.
const (
	ForDeal  Hold = iota
	ForNext       // it opens the next hand
	ForOffer      // it was seen in error and is offered
)

// A Screen is the content of the table screen.
type Screen struct {
	Top    Top
	Felt   Felt
	Act    string // the next physical act, in one sentence
	Notice Notice
	Pad    Pad
	// Announced is the phase of the game, in the house's words.
	Announced Announced
	Staked    string // all that is staked in the hand, "" if nothing
	Waits     Waits  // cards that an electronic shoe read and that are not due yet
}

// A Notice is a short word that something did not happen, or happened otherwise.
type Notice struct {
	Text  string
	Brief string // the same where chips that go back have to be named beside it; "" where it is brief
	Bad   bool
	Says  Said
}

// A Said is a thing that a notice says in the language of then, and that lasts without it.
type Said int

const (
	SaysOther Said = iota // nothing that lasts
	SaysAlarm             // the last alarm or note of the hand
	SaysHole              // the dealer has the blackjack that he denied
	SaysBack              // which chips go back
)

// A Top is the line at the top.
type Top struct {
	Table  string // name, game
	Limits string
	Shoe   string // shoe, hand, cards out
	People string
	Duty   string
	Clock  string
	Mark   string // what waits: an alarm, the last hand of the shoe, new cards
	Paused string // that the table is paused, and why; "" where it is not
}

// A Felt is the layout as it lies.
type Felt struct {
	Boxes []Box
	House []Side // the hands that are no box's
	Call  string // what the croupier calls
	// Shared says that boxes have no cards of their own: all bet on the hands of House.
	Shared bool
	// Owing says that boxes can owe commission.
	Owing bool
	// Betting says that a tap on a spot puts a chip there.
	Betting bool
	// Closed says that no more bets are taken: what nobody staked is not drawn any more.
	Closed bool
	// Behind says that bets behind a box decide for themselves: they are listed below the boxes.
	Behind bool
	// Panel is every spot of the chosen box, where the boxes have too many to show.
	Panel      []Spot
	PanelBox   int
	PanelTitle string
}

// A Half is one of two hands of a box.
type Half struct {
	Cards []Card
	Total string
}

// A Side is a hand of cards that is no box's.
type Side struct {
	Name  string // its place
	Title string
	Cards []Card
	Total string
	Lit   bool // the next act is here
	Won   bool
	Ready int // cards that were drawn ahead and lie here face down
}

// A Mark is an emphasis of a spot or a total. A word or a sign always goes with it: never colour alone.
type Mark int

// The marks.
const (
	Plain Mark = iota
	Inactive
	Won
	Lost
	Pushed
	Warned
)

// A Box is one box with its spots and its cards.
type Box struct {
	Number int
	Spots  []Spot
	Cards  []Card
	Total  string
	Lit    bool   // the next act is here
	Chosen bool   // the cursor is on one of its spots
	Out    bool   // has no bet that stands
	Holder string // the letter of the player who holds it with others
	Note   string // what else there is to it: commission owed, what its player said ahead
	// Second is the left hand of a split box; Cards and Total are then the right one.
	Second *Half
	Asked  int    // which of the two is asked, 0 if neither
	Staked string // all that is staked on it, "" if nothing
	// Beside is what decisions put down on a spot without a place of its own, nil if nothing.
	Beside *Spot
	// Rest is all its spots that have no place of their own, nil if none.
	Rest *Spot
	// Foot is what the box gets or loses in the turn of paying that concerns it next; nil where none does.
	Foot *Foot
}

// A Foot is one turn of paying, as it stands at the foot of its box.
type Foot struct {
	Text string // "↓15 ↑25", one kind of act never set against the other
	Who  string // of several persons or hands which, "" of one
	Now  bool   // this turn is next
	Done bool
}

// A Spot is one spot of a box.
type Spot struct {
	Name   string
	Label  string
	Amount string // what lies there, "" if nothing
	Mark   Mark
	Word   string // outcome or reason: "+20", "=", "min"
	Chosen bool
	// Pending is an amount that is typed and does not lie yet, "" if none.
	Pending string
	Put     string // what was put down there, however much of it lies there still; "" if nothing
	Count   int    // how many bets lie there
	// Kept says that a decision may put a bet down there: the place stays empty until then.
	Kept bool
	Over bool // it is past its cut-off: no bet lies there any more
	// Piles are those of a bet that was doubled, or of a split box by hands of cards, the right one first; none of others.
	Piles []Pile
}

// A Pile is one pile of chips of a bet; on a hand of a split box it has the result of that hand too.
type Pile struct {
	Hand   int    // 1 the right hand, 2 the left; 0 of a box that is not split
	Amount string // "" once it is gone
	Mark   Mark
	Word   string
}

// A Card is a card as it is drawn. Suit is empty where nobody reads suits.
type Card struct {
	Rank  string
	Suit  string
	Back  bool // it lies face down
	Cut   bool // it is the cut card
	Wrong bool // it does not belong where it lies
}

// A Viewer makes screens of one house in one language.
type Viewer struct {
	Text  *text.Catalogue
	House *house.House
	Now   func() time.Time // the house's clock; nil is the time of the machine
	Left  TimeLeft         // of the time to bet; nil where no clock runs
	Read  Read             // what an electronic shoe read and nobody entered yet
}

// The viewers of one part of the screens each. All of them have what a Viewer has.
type (
	// An ActViewer is a Viewer of the next physical act, and of the pad on which it is entered.
	ActViewer struct{ Viewer }
	// A FeltViewer is a Viewer of the bets and cards that lie on the table.
	FeltViewer struct{ Viewer }
	// A ReconstructionViewer is a Viewer of a misdealt hand and its reconstruction.
	ReconstructionViewer struct{ Viewer }
	// A LogViewer is a Viewer of what was entered: hands, corrections, and acts that were undone.
	LogViewer struct{ Viewer }
	// A FloorViewer is a Viewer of many tables and of their alerts.
	FloorViewer struct{ Viewer }
)

// NextAct returns the viewer of the next physical act.
func (v Viewer) NextAct() ActViewer { return ActViewer{v} }

// Felt returns the viewer of the bets and cards on the table.
func (v Viewer) Felt() FeltViewer { return FeltViewer{v} }

// Reconstruction returns the viewer of a misdealt hand.
func (v Viewer) Reconstruction() ReconstructionViewer { return ReconstructionViewer{v} }

// Log returns the viewer of what was entered.
func (v Viewer) Log() LogViewer { return LogViewer{v} }

// Floor returns the viewer of many tables.
func (v Viewer) Floor() FloorViewer { return FloorViewer{v} }

func (v Viewer) now() time.Time {
	if v.Now == nil {
		return time.Now()
	}
	return v.Now()
}

// Clock returns a time of day by the house's clock.
func (v Viewer) Clock(at time.Time) string { return v.House.Wall(at).Format("15:04") }

// Of returns the table screen of a state and a cursor.
func (v Viewer) Of(t *pit.Table, c Cursor, notice Notice) Screen {
	s := Screen{Felt: v.Felt().felt(t, c), Act: v.NextAct().act(t, c), Notice: notice, Pad: v.NextAct().pad(t, c), Staked: v.Felt().staked(t), Announced: v.NextAct().Announce(t), Waits: v.NextAct().waits(t)}
	if notice.Text == "" {
		s.Notice = v.NextAct().standing(t)
	} else {
		s.Notice = v.Log().besides(t, notice)
	}
	if over := v.Felt().typedOver(t, c); over != "" {
		s.Notice = v.Log().besides(t, Notice{Text: over, Bad: true})
	}
	if s.Notice.Text == "" {
		s.Notice = v.NextAct().openBeside(t)
	}
	if s.Notice.Text == "" && t.Deal().Phase() == hand.Betting && c.Box == 0 && !c.Tens && len(t.Current.Round.Bets) == 0 && len(t.History) == 0 {
		s.Notice = Notice{Text: v.Text.T("hint_bets")}
	}
	return s
}

// spotLabel returns the printed name of a spot; what is no spot stays as it is.
func (v Viewer) spotLabel(g games.Game, name string) string {
	for _, s := range slices.Concat(g.Spots(), games.RaiseSpots(g)) {
		if s.Name == name {
			return v.Text.T("spot_" + name)
		}
	}
	return name
}

// Digit returns a small number in digits.
func Digit(n int) string { return strconv.Itoa(n) }
