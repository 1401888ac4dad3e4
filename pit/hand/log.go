package hand

import (
	"slices"
	"time"

	"sabot/pit/record"
)

// A Log is the entries of a hand that count: without those that were undone.
type Log struct {
	entries []record.Entry
}

// Begun reports whether anything of the hand is on the record.
func (l *Log) Begun() bool { return len(l.entries) > 0 }

// LastAt returns when the last entry of the hand came; false where there is none.
func (l *Log) LastAt() (time.Time, bool) {
	if len(l.entries) == 0 {
		return time.Time{}, false
	}
	return l.entries[len(l.entries)-1].At, true
}

// PausedAt returns when the hand was paused last; false where it never was.
func (l *Log) PausedAt() (time.Time, bool) {
	for _, e := range slices.Backward(l.entries) {
		if _, paused := e.Fact.(record.HandPaused); paused {
			return e.At, true
		}
	}
	return time.Time{}, false
}

// PauseSeq returns the entry that paused the hand; the incident of a general pause stands right
// behind it.
func (l *Log) PauseSeq() int64 {
	for _, e := range slices.Backward(l.entries) {
		if _, ok := e.Fact.(record.HandPaused); ok {
			return e.Seq
		}
	}
	return 0
}

// KindOf returns the kind of an entry of the hand; "" of none of it.
func (l *Log) KindOf(seq int64) string {
	for _, e := range l.entries {
		if e.Seq == seq {
			return record.KindOf(e.Fact)
		}
	}
	return ""
}

// BurnedUndealt reports what BurnsUndealt does, of an entry of the hand by which a card was burned.
func (l *Log) BurnedUndealt(seq int64) bool {
	for _, e := range l.entries {
		switch f := e.Fact.(type) {
		case record.CardLaid:
			return f.Burned && e.Seq == seq
		case record.CardHidden:
			return false
		}
	}
	return false
}

// placed reports whether an entry behind the note of a card has that card lie somewhere.
func (l *Log) placed(n Alarm) bool {
	card := record.CardName(n.What).Card()
	is := func(c record.CardName) bool { return !c.Hidden() && c.Card().Is(card) }
	lay := 0 // as many cards of that name lay before
	for _, e := range l.entries {
		behind := e.Seq > n.Seq
		switch f := e.Fact.(type) {
		case record.CardLaid:
			if is(f.Card) {
				lay++
				if behind {
					return true
				}
			}
		case record.CardCarried:
			if behind && is(f.Card) {
				return true
			}
		case record.HandPaused: // with the cards as they lie
			if len(f.Laid) == 0 {
				break
			}
			lie := 0
			for _, c := range f.Laid {
				if is(c.Card) {
					lie++
				}
			}
			if behind && lie > lay {
				return true
			}
			lay = lie
		}
	}
	return false
}

// decidedLast reports whether nothing happened since the last decision.
func (l *Log) decidedLast() bool {
	for i := len(l.entries) - 1; i >= 0; i-- {
		switch l.entries[i].Fact.(type) {
		case record.Settled, record.PaidOut:
			continue
		case record.Decided:
			return true
		}
		return false
	}
	return false
}

// cameAlong reports whether the nth entry is a card that went over to the next hand when
// this one's were laid where they belong, or were found to lie so.
func (l *Log) cameAlong(n int) bool {
	for i := n - 1; i >= 0 && l.entries[i].At.Equal(l.entries[n].At); i-- {
		switch l.entries[i].Fact.(type) {
		case record.CardCarried, record.Settled:
		case record.Relaid, record.HandResumed:
			return true
		default:
			return false
		}
	}
	return false
}

// drawnBy reports whether the nth entry is a decision that came with its card, by one key.
func (l *Log) drawnBy(n int) bool {
	if n+1 >= len(l.entries) {
		return false
	}
	laid, _ := l.entries[n+1].Fact.(record.CardLaid)
	return laid.Drawn
}

// liesAgain reports whether a card that was seen while a question stood open, and taken back, was entered once more outside the deal:
// then nobody draws it.
func (l *Log) liesAgain(r recalled) bool {
	return r.open && slices.ContainsFunc(l.entries, func(e record.Entry) bool {
		switch f := e.Fact.(type) {
		case record.CardLaid:
			return f.Burned && e.Seq > r.seq
		case record.HandPaused:
			return len(f.Laid) > 0 && e.Seq > r.seq
		}
		return false
	})
}

// UseRoom stores the entries of a hand that begins in the memory of another one's.
func (l *Log) UseRoom(room []record.Entry) { l.entries = room }

// LetGo lets go of the entries of a hand that is kept as it was.
func (l *Log) LetGo() { l.entries = nil }
