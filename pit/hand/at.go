package hand

import (
	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// An At is the state of its table that an open hand needs: values, so that it can ask nothing else of it.
type At struct {
	Game      games.Game // nil where this program does not have it
	Settings  record.Settings
	Chips     []games.Amount // of the table; none where any amount can be laid
	Checks    int            // see record.Opened
	LateAlone bool           // see record.Opened
	Open      bool
	Hand      int // of the shift: the one that is open
	Shoe      int // of the shift; 0 before the first
	ShoeOver  bool
	ShoeHands int               // closed hands of this shoe
	Decks     int               // of this shoe
	CutCard   int               // cards behind the cut card of this shoe
	Stopped   record.CardChange // why no hand begins with these cards; "" if one may
	Past      []Hand            // the shift's closed hands, the oldest first
	LastBets  []games.Bet       // of the hand before, to be repeated
	Alarms    []Alarm           // those that nobody has acknowledged yet
	Notes     []Alarm           // the others of the shift
	Croupier  string            // who deals
	Approver  *house.Staff      // of the command that is asked, and no part of it; nil for none
	Memo      *Memo             // what the rules said last; nil where it is not kept
}

// NewHand returns the hand that begins at a shoe of which these cards are out, with those that were drawn ahead.
func (a At) NewHand(out games.Shoe, ready []games.Card) Hand {
	number := a.ShoeHands + 1
	if a.ShuffledEachHand() { // every hand is dealt from all cards, as the first of a shoe is
		number = 1
	}
	return Hand{
		Sheet: pay.Sheet{
			Game: a.Game, Former: a.Checks == 0, FromRight: a.Settings.PayFromRight,
			Round: games.Round{Number: number, Out: out.Out(), AtTable: true, Chips: a.onlyChips(a.Game)},
		},
		Number: a.Hand, Shoe: a.Shoe, reveal: a.Settings.Reveal, before: out, shoe: out, Ready: ready,
	}
}

// ShuffledEachHand reports whether every hand is dealt from all cards, shuffled anew: by a
// machine that the house has at the table, or because the game is dealt so.
func (a At) ShuffledEachHand() bool {
	return a.Settings.Continuous || a.Game != nil && games.ShufflesEachHand(a.Game)
}

// onlyChips returns the chips of a table whose game rounds winnings to what they make. Nil where it
// rounds finer: such a table pays the rest in coin, and takes coin.
func (a At) onlyChips(game games.Game) []games.Amount {
	if game == nil || !games.ChipsMake(game.Options().Rounding.Unit, a.Chips) {
		return nil
	}
	return a.Chips
}
