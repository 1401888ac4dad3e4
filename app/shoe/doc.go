// Package shoe reads an electronic shoe: telegrams come over a serial line or TCP, and become events. It reads and
// nothing else, since the shoe belongs to another system. What a line is opened as has no way to write, and neither
// has anything here.
package shoe

import (
	"time"

	"sabot/games"
)

// A Kind is a kind of event of a shoe.
type Kind string

// The kinds of event. Those from Gap on no shoe sends: the reader finds them.
const (
	Card    Kind = "card"    // a card left the shoe
	Outside Kind = "outside" // a card left it while the shoe took no part in the game
	Cut     Kind = "cut"     // the cut card
	Start   Kind = "start"   // the shoe begins to speak; its numbers begin anew
	Fault   Kind = "fault"   // the shoe has a trouble of its own, see Code
	Cleared Kind = "cleared" // and no longer
	Locked  Kind = "locked"
	Freed   Kind = "freed" // no longer locked
	Heart   Kind = "heart" // it is there
	Other   Kind = "other" // what changes nothing here: results, presets, what was sent again
	Gap     Kind = "gap"   // telegrams are missing, or contradict each other
	Spoiled Kind = "spoiled"
	Linked  Kind = "linked" // the line is open
	Lost    Kind = "lost"   // it is not, see Code
	Silent  Kind = "silent" // nothing has come for Patience
	Heard   Kind = "heard"  // something comes again
)

// Patience is how long a shoe that has a heartbeat may say nothing.
const Patience = 15 * time.Second

// An Event is a message of a shoe, or a finding of its reader.
type Event struct {
	Kind  Kind
	Seq   string     // the telegram's own number; "" where none is meant
	Card  games.Card // of Card, and of Outside where it could be read; with its suit
	Where Where      // where the shoe's own game has the card, where it has one
	Code  string     // which trouble, the shoe's name, why a line was lost
	Why   Why        // of Lost
	Again bool       // of Linked: the line had been open before; of Lost: a trouble was told, and no telegram that holds has come since
	Raw   []byte     // the telegram
	At    time.Time  // UTC
}

// A Side is a place of a card in the shoe's own game.
type Side string

// The sides that a shoe may name.
const (
	NoSide Side = ""
	Player Side = "player"
	Banker Side = "banker"
	Burned Side = "burned"
	First  Side = "first" // the first card of a shoe, which says how many are burned
)

// A Where is a place as the shoe names it: it knows neither table nor hand.
type Where struct {
	Side Side
	N    int // the card of that side, from 1
}

// A Decoder makes events of what comes over a line, however it is cut.
type Decoder interface {
	// Feed takes bytes that came at a time.
	Feed(b []byte, at time.Time) []Event
	// Reset forgets what was begun: the line is another one. Which telegram came last it
	// knows still, so that one which is sent once more is no card.
	Reset()
}

// A Protocol is a language of shoes.
type Protocol string

// The protocols.
const (
	AngelEye Protocol = "angeleye" // Angel Eye II-EX
	Neutral  Protocol = "neutral"  // docs/shoe.md
)

// Protocols returns all protocols.
func Protocols() []Protocol { return []Protocol{AngelEye, Neutral} }

// NewDecoder returns a decoder of a protocol; nil for an unknown one.
func NewDecoder(p Protocol) Decoder {
	switch p {
	case AngelEye:
		return &angelEye{}
	case Neutral:
		return &neutral{}
	}
	return nil
}

// Beats reports whether a shoe of a protocol sends heartbeats.
func (p Protocol) Beats() bool { return p == Neutral }
