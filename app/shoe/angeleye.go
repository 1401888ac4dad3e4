package shoe

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"sabot/games"
)

// The telegram of Angel Eye II-EX: ENQ, a character that counts, a letter and what it is
// about, ETX, and two upper-case hexadecimal digits: all from the counter to ETX, by exclusive
// or. Each is sent three times.
const (
	enq = 0x05
	etx = 0x03
	// longest is more than any telegram has between ENQ and ETX.
	longest = 24
)

// An angelEye decodes Angel Eye II-EX.
type angelEye struct {
	buf  []byte // from ENQ on; empty between telegrams
	ends int    // how many bytes follow ETX so far; -1 before it
	last []byte // the telegram that came last, from its counter to ETX; nil where none did
	deny []byte // the one that contradicted it, which is sent three times too; nil where none did
	anew bool   // the shoe began anew: any counter may come
	// Where the counter begins anew, as far as it was seen: from top to bottom.
	top, bottom byte
}

// Reset implements Decoder.
func (d *angelEye) Reset() { d.buf = d.buf[:0] }

// Feed implements Decoder.
func (d *angelEye) Feed(b []byte, at time.Time) []Event {
	var out []Event
	tell := func(e Event) {
		e.At = at
		out = append(out, e)
	}
	for _, c := range b {
		if c == enq { // no telegram has one inside: what was begun was cut
			if len(d.buf) > 0 {
				tell(Event{Kind: Spoiled, Raw: slices.Clone(d.buf)})
			}
			d.buf, d.ends = append(d.buf[:0], c), -1
			continue
		}
		if len(d.buf) == 0 {
			continue
		}
		d.buf = append(d.buf, c)
		switch {
		case d.ends >= 0:
			if d.ends++; d.ends < 2 {
				continue
			}
		case c == etx && len(d.buf) > 2:
			d.ends = 0
			continue
		case len(d.buf) <= longest:
			continue
		}
		raw := slices.Clone(d.buf)
		d.buf = d.buf[:0]
		if d.ends != 2 || !holds(raw) {
			tell(Event{Kind: Spoiled, Raw: raw})
			continue
		}
		for _, e := range d.telegram(raw) {
			tell(e)
		}
	}
	return out
}

// holds reports whether a telegram's check is that of its bytes.
func holds(raw []byte) bool {
	n := len(raw) - 2
	return fmt.Sprintf("%02X", CheckOf(raw[1:n])) == string(raw[n:])
}

// CheckOf returns the exclusive or of bytes.
func CheckOf(b []byte) byte {
	var x byte
	for _, c := range b {
		x ^= c
	}
	return x
}

// telegram returns the events of a valid telegram: none where it was sent before.
func (d *angelEye) telegram(raw []byte) []Event {
	body := raw[1 : len(raw)-2]
	seq, command := body[0], body[1]
	if seq < ' ' || seq > '~' || len(body) < 3 {
		return []Event{{Kind: Spoiled, Raw: raw}}
	}
	same := d.last != nil && d.last[0] == seq
	if same && (slices.Equal(d.last, body) || slices.Equal(d.deny, body)) {
		return nil
	}
	e := Event{Seq: string(rune(seq)), Raw: raw}
	var out []Event
	gap := func(code string) {
		out = append(out, Event{Kind: Gap, Seq: e.Seq, Code: code, Raw: raw})
	}
	if command != 'S' && !d.anew && d.last != nil {
		switch {
		case same: // another telegram has its number: neither can be trusted
			d.deny = slices.Clone(body)
			gap("contradicted")
			return out
		case !d.follows(seq):
			gap("missing")
		}
	}
	d.last, d.deny, d.anew = slices.Clone(body), nil, command == 'S'
	d.say(&e, command, body[2:len(body)-1])
	if e.Kind == Gap { // a card that cannot be read is one that is missing
		e.Code = "unreadable"
	}
	return append(out, e)
}

// follows reports whether a counter goes on with another one. No source gives its range. The first time that it
// begins again is taken as it comes; later it must be the same range, or a wider one.
func (d *angelEye) follows(next byte) bool {
	last := d.last[0]
	switch {
	case next == last+1:
		return true
	case next > last:
		return last == '9' && next == 'A'
	}
	known := d.top != 0
	held := !known || next <= d.bottom && last >= d.top
	if !known || next < d.bottom {
		d.bottom = next
	}
	d.top = max(d.top, last)
	return held
}

// say puts a telegram into an event; of a card that is none the event is a Gap.
func (d *angelEye) say(e *Event, command byte, data []byte) {
	e.Kind = Other
	switch command {
	case 'S':
		e.Kind = Start
	case 'C':
		e.Kind = Cut
	case 'D', 'd':
		e.Kind = Gap
		if len(data) > 0 && data[0]&0x80 != 0 {
			e.where(command, data[0], data[1:])
		}
	case 'E', 'e', 'L':
		switch {
		case len(data) != 1 || data[0]&0x80 == 0:
			if command == 'E' { // a trouble that has no number
				e.Kind = Fault
			}
		case command == 'E':
			e.Kind, e.Code = Fault, strconv.Itoa(int(data[0]&0x3F))
		case command == 'e':
			e.Kind, e.Code = Cleared, strconv.Itoa(int(data[0]&0x3F))
		case data[0]&1 == 1:
			e.Kind = Locked
		default:
			e.Kind = Freed
		}
	}
}

// suits are the suits as the telegram counts them.
var suits = map[byte]games.Suit{1: games.Diamonds, 2: games.Clubs, 3: games.Spades, 4: games.Hearts}

// cardOf returns the card of a byte of a telegram; false where it is none.
func cardOf(data []byte) (games.Card, bool) {
	if len(data) != 1 || data[0]&0x80 == 0 {
		return 0, false
	}
	suit, known := suits[data[0]>>4&7]
	rank := games.Rank(data[0] & 0x0F)
	if !known || rank < games.Ace || rank > games.King {
		return 0, false
	}
	return games.NewCard(rank, suit), true
}

// where sets the kind of a card by the place that the shoe gives it. An impossible place, and an invalid card
// of a hand, stay a Gap. A card of no hand need not be legible.
func (e *Event) where(command, target byte, data []byte) {
	card, legible := cardOf(data)
	n := int(target & 0x0F)
	switch side := target >> 4 & 7; {
	case command == 'd':
		e.Kind, e.Card = Outside, card
	case side == 5: // how many are burned, and no card
		e.Kind = Other
	case side == 2 && !legible:
		e.Kind, e.Where = Other, Where{Burned, n}
	case !legible, side <= 1 && (n < 1 || n > 3):
	case side == 0:
		e.Kind, e.Card, e.Where = Card, card, Where{Player, n}
	case side == 1:
		e.Kind, e.Card, e.Where = Card, card, Where{Banker, n}
	case side == 2:
		e.Kind, e.Card, e.Where = Card, card, Where{Burned, n}
	case side == 4:
		e.Kind, e.Card, e.Where = Card, card, Where{First, n}
	}
}
