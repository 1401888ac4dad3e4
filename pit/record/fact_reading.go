package record

import (
	"fmt"

	"sabot/games"
)

// A Source is a way in which a card came to be entered.
type Source string

// The sources. A reader that types like a keyboard is told from a hand by the suit that it
// types behind the rank: where the rank alone was the card it is a key.
const (
	ByKey   Source = "key"
	ByTouch Source = "touch"
	ByWedge Source = "wedge" // a reader that types like a keyboard
	ByShoe  Source = "shoe"  // an electronic shoe
)

// Sources returns all sources.
func Sources() []Source { return []Source{ByKey, ByTouch, ByWedge, ByShoe} }

// A Reading is a note of how a card came to be entered. It is empty for a card that was entered without a screen, or by a Sabot
// before there were readings.
type Reading struct {
	Source Source `json:"source,omitempty"`
	// Telegram is the number that the shoe gave the card.
	Telegram string `json:"telegram,omitempty"`
	// Said is the card that the shoe said, where somebody entered another one. It plays no part.
	Said string `json:"said,omitempty"`
}

// longestTelegram is the largest length of a telegram's number, in characters.
const longestTelegram = 4

// Check returns what of a reading no screen enters, with the card that it is of, "" for the cut card; nil where a screen does.
func (r Reading) Check(card CardName) error {
	switch known := r.Source == ByKey || r.Source == ByTouch || r.Source == ByWedge || r.Source == ByShoe; {
	case r == Reading{}:
		return nil
	case !known:
		return fmt.Errorf("no card comes by %q", string(r.Source))
	case len(r.Telegram) > longestTelegram:
		return fmt.Errorf("no telegram has the number %q", r.Telegram)
	case r.Source == ByShoe && (r.Telegram == "" || r.Said != ""):
		return fmt.Errorf("no shoe says %s so", string(card))
	case r.Said == "":
		return nil
	case card == "":
		return fmt.Errorf("nobody entered the cut card for %q", r.Said)
	}
	if said, ok := games.ReadCard(r.Said); !ok || !said.Suited() || r.Telegram == "" || CardName(r.Said) == card || r.Said != said.String() {
		return fmt.Errorf("nobody entered another card for %q", r.Said)
	}
	return nil
}

// Read returns some facts with a reading of the card with which they begin; facts that begin with none stay as they are.
func Read(facts []Fact, r Reading) []Fact {
	if i := readAt(facts); i >= 0 && r != (Reading{}) {
		facts = append([]Fact(nil), facts...)
		switch f := facts[i].(type) {
		case CardLaid:
			f.Reading = r
			facts[i] = f
		case CardCarried:
			f.Reading = r
			facts[i] = f
		case CardTurned:
			f.Reading = r
			facts[i] = f
		case FirstBurned:
			f.Reading = r
			facts[i] = f
		case SuitRead:
			f.Reading = r
			facts[i] = f
		}
	}
	return facts
}

// ReadingOf returns the reading of the card with which some facts begin, and that card; "" where they begin with none.
func ReadingOf(facts []Fact) (Reading, CardName) {
	if i := readAt(facts); i >= 0 {
		switch f := facts[i].(type) {
		case CardLaid:
			return f.Reading, f.Card
		case CardCarried:
			return f.Reading, f.Card
		case CardTurned:
			return f.Reading, f.Card
		case FirstBurned:
			return f.Reading, f.Card
		case SuitRead:
			return f.Reading, f.Card
		}
	}
	return Reading{}, ""
}

// readAt returns the index of the card with which some facts begin: the first, or the one that came with a decision by one key; -1
// where they begin with none.
func readAt(facts []Fact) int {
	if len(facts) == 0 {
		return -1
	}
	switch f := facts[0].(type) {
	case CardLaid:
		if f.Burned {
			return -1
		}
		return 0
	case CardCarried:
		if f.Card.Hidden() {
			return -1
		}
		return 0
	case CardTurned:
		if f.Read { // it was entered before
			return -1
		}
		return 0
	case FirstBurned:
		return 0
	case SuitRead:
		if f.Burst {
			return -1
		}
		return 0
	case Decided:
		if len(facts) > 1 {
			if laid, ok := facts[1].(CardLaid); ok && laid.Drawn {
				return 1
			}
		}
	}
	return -1
}
