package hand

import (
	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A table is the open hand with what it has to know of its table. What is asked of it, and what may be done, is behind three doors.
type table struct {
	at At
	*Hand
}

// A Bets is the door to what lies on the felt before the cards do: bets, early decisions, insurances, and the end of betting.
type Bets struct{ table }

// A Deal is the door to the cards of a hand in their order, what players answer, and what is paid.
type Deal struct{ table }

// A Felt is the door to a hand in which something went wrong: how its cards lie, and how it is put right.
type Felt struct{ table }

// BetsAt returns the door to the bets of a hand.
func BetsAt(at At, h *Hand) Bets { return Bets{table{at, h}} }

// DealAt returns the door to the cards of a hand.
func DealAt(at At, h *Hand) Deal { return Deal{table{at, h}} }

// FeltAt returns the door to a hand in which something went wrong.
func FeltAt(at At, h *Hand) Felt { return Felt{table{at, h}} }

func (t table) bets() Bets { return Bets{t} }

func (t table) deal() Deal { return Deal{t} }

// betting returns why bets may not change now; nil where they may. Refusals: TableClosed, NoShoe,
// BetsAreClosed, ShoeIsOver, BurnFirst.
func (t table) betting() error {
	switch {
	case !t.at.Open:
		return house.Refuse(house.TableClosed)
	case t.at.Shoe == 0 || t.at.Game == nil:
		return house.Refuse(house.NoShoe)
	case t.at.ShoeOver:
		return house.Refuse(house.ShoeIsOver)
	case t.BetsClosed:
		return house.Refuse(house.BetsAreClosed)
	case t.Paused != nil:
		return house.Refuse(house.HandPausedNow)
	case t.toBurn():
		return house.Refuse(house.BurnFirst)
	}
	return nil
}

// beginning returns why no hand may begin; nil where one may. Refusals: those of betting, CardsAreDue where
// the cards must be changed first.
func (t table) beginning() error {
	if err := t.betting(); err != nil {
		return err
	}
	if t.at.Stopped != "" {
		return &house.Refusal{Why: house.CardsAreDue, What: string(t.at.Stopped)}
	}
	return nil
}

// A Phase is a stage of the work at a table: what it takes next.
type Phase int

// The phases, in the order of a day and of a hand.
const (
	Shut     Phase = iota // the table is closed
	Shoeless              // open, and no shoe is in place
	Betting               // fate il vostro gioco
	Dealing               // a card is due
	Deciding              // a box is asked
	Paying                // every card is out: the rest is paid
	Halted                // a card lies wrong, or the game cannot be played here
	Turning               // the dealer's card that lies face down is turned
	Burning               // a new shoe: its first card is shown, and as many burned
	Paused                // something went wrong and is not put right yet
	Insuring              // whoever buys insurance says so
	Looking               // the dealer looks at his card that lies face down
)

// Phase returns where the table stands now.
func (t table) Phase() Phase {
	switch {
	case !t.at.Open:
		return Shut
	case t.at.Game == nil:
		return Halted
	case t.Paused != nil:
		return Paused
	case t.at.Shoe == 0 || t.at.ShoeOver || t.at.Stopped != "" && t.Empty():
		return Shoeless
	case t.toBurn():
		return Burning
	case !t.BetsClosed:
		return Betting
	}
	switch step := t.Next(); step.Kind {
	case games.Deal, games.ReadSuit:
		return Dealing
	case games.Insuring:
		return Insuring
	case games.Look:
		return Looking
	case games.Ask:
		return Deciding
	case games.Turn:
		return Turning
	case games.Finished:
		return Paying
	default:
		return Halted
	}
}

// Next returns what the rules have next in the open hand. Of cards that are dealt face
// down it is the next that is laid open.
func (t table) Next() games.Step {
	if t.at.Memo == nil {
		return t.askNext()
	}
	if h := t.Hand; !h.nextAsked {
		h.next, h.nextAsked = t.askNext(), true
	}
	return t.next
}

func (t table) askNext() games.Step {
	step, err := t.nextOf(t.Round)
	if places := t.covered(); len(places) > 0 {
		return games.Step{Kind: games.Deal, At: places[0], Opening: true, Suits: err == nil && step.Suits}
	}
	if err != nil {
		fault, _ := err.(*games.Error)
		return games.Step{Kind: games.Halt, Fault: fault}
	}
	return step
}

func (t table) Playing() error {
	switch {
	case !t.at.Open:
		return house.Refuse(house.TableClosed)
	case !t.BetsClosed:
		return house.Refuse(house.BetsAreOpen)
	}
	return nil
}

// Dealing returns why the hand does not go on now; nil where it does. Refusals: those of playing, HandPausedNow.
func (t table) Dealing() error {
	if err := t.Playing(); err != nil {
		return err
	}
	if t.Paused != nil {
		return house.Refuse(house.HandPausedNow)
	}
	return nil
}

// withSettled returns facts, and with them what the rules decide by them: no amount is
// shown that the record does not hold.
func (t table) withSettled(facts []record.Fact, after *Hand) ([]record.Fact, error) {
	settlement, err := t.settle(after.Round)
	if err != nil {
		return nil, err
	}
	if s := after.NewlySettled(settlement); len(s.Rows)+len(s.Parts) > 0 {
		facts = append(facts, s)
	}
	return facts, nil
}

func (t table) shoeIsThere() error {
	switch {
	case !t.at.Open:
		return house.Refuse(house.TableClosed)
	case t.at.Shoe == 0 || t.at.Game == nil || t.at.ShoeOver:
		return house.Refuse(house.NoShoe)
	}
	return nil
}
