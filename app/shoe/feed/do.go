package feed

import (
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// A Do is an action for a table; nil is nothing.
type Do interface{ do() }

// The things that a table is to do.
type (
	// A Lay is a card to be entered where the next one goes. [Feed.Done] is told what came of it.
	Lay struct {
		Card    string
		Reading record.Reading
		burns   bool // it says how many are burned behind it, of which the shoe says nothing
		chosen  bool // a person has said that it belongs there
	}
	// A Turn is a card to be entered that lies face down and comes to be known.
	Turn struct {
		Card    string
		Reading record.Reading
	}
	// A Cut is the cut card, which came out.
	Cut struct{ Reading record.Reading }
	// A Note is an alarm to be entered.
	Note struct {
		Kind record.AlarmKind
		What string           // the card of ShoeElsewhere, else the number of a fault
		At   record.PlaceName // of ShoeElsewhere
	}
	// A Say is a sentence to be shown: the text of a key.
	Say struct {
		Key  string
		What string // of an alarm that no entry says
		How  How
	}
	// A Give is a card for the page on top, which asks for one.
	Give struct{ Card games.Card }
	// A Broken says why the line is lost.
	Broken struct{}
	// A PaysFirst says that chips come before the card.
	PaysFirst struct{}
	// A Pump asks [Feed.Next] what of the queue is due.
	Pump struct{}
	// A Show draws the table anew.
	Show struct{}
)

func (Lay) do()       {}
func (Turn) do()      {}
func (Cut) do()       {}
func (Note) do()      {}
func (Say) do()       {}
func (Give) do()      {}
func (Broken) do()    {}
func (PaysFirst) do() {}
func (Pump) do()      {}
func (Show) do()      {}

// A How is a way of showing a sentence.
type How string

// The ways.
const (
	Hint How = "hint" // where no warning stands
	Warn How = "warn"
	Tell How = "tell"
)

// Facts enters the alarm; it is the command of the note.
func (n Note) Facts(t *pit.Table) ([]record.Fact, error) {
	if n.Kind == record.ShoeElsewhere {
		return t.Deal().NoteElsewhere(n.What, n.At)
	}
	return t.Deal().NoteShoe(n.Kind, n.What)
}

// LeftOut are cards that somebody leaves out.
type LeftOut []string

// Facts enters an alarm for each; it is the command.
func (l LeftOut) Facts(t *pit.Table) (facts []record.Fact, err error) {
	for _, c := range l {
		one, err := t.Deal().NoteLeftOut(c)
		if err != nil {
			return nil, err
		}
		facts = append(facts, one...)
	}
	return facts, nil
}

// leftOut returns the cards of which no alarm speaks yet, without the cut card.
func leftOut(cards []card) (out LeftOut) {
	for _, c := range cards {
		if !c.cut && !c.told {
			out = append(out, c.String())
		}
	}
	return out
}
