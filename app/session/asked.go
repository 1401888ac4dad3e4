package session

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"time"

	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// An Asked is a command that somebody at another machine is to approve. It has the entries it would make in their
// name at one moment of a table. It is good as long as nothing else is entered there.
type Asked struct {
	by      house.Staff
	key     string    // that they have
	at      time.Time // of the entries
	seq     int64     // the table's last entry before them
	before  record.Stood
	entries []record.Entry
	given   []house.Badge // of those who sign it too, and have given their PIN at the table
	command func(*pit.Table, *house.Staff) ([]record.Fact, error)
}

// ErrMoved is the error of an approval of something that is asked no more. The table, or who approved, is another
// than when it was asked.
var ErrMoved = errors.New("the table has moved on since it was asked")

// LongestAsked is how long somebody may take to approve what they were asked: the entries have the time when they
// were asked.
const LongestAsked = 5 * time.Minute

// Ask returns the entries of a command in the name of the person with that number, who is to approve it elsewhere.
// The badges given are those of the others who sign it. What is due by now is entered first. Refusals: those of the
// command; BadSetting with "number" for who does not work here.
func (t *Table) Ask(number string, command func(*pit.Table, *house.Staff) ([]record.Fact, error), given ...house.Badge) (*Asked, error) {
	if err := t.house.Takeover().CatchUp(); err != nil {
		return nil, err
	}
	who, works := t.house.State.People().Working(number)
	if !works {
		return nil, &house.Refusal{Why: house.BadSetting, What: "number"}
	}
	if err := t.Whole(); err != nil {
		return nil, err
	}
	if err := t.Due(); err != nil {
		return nil, err
	}
	a := &Asked{by: who, key: t.house.State.People().KeyOf(number), at: t.Now(), seq: t.State.Seq, command: command, given: given}
	t.doing = a.at
	defer func() { t.doing = time.Time{} }()
	facts, err := command(t.State, &who)
	if err != nil {
		return nil, err
	}
	for _, f := range facts {
		for _, signer := range record.Signers(f) {
			if signer != number && !slices.ContainsFunc(given, func(b house.Badge) bool { return b.Number == signer }) {
				return nil, fmt.Errorf("it takes the signature of %s too", signer)
			}
		}
	}
	a.entries = house.Numbered(t.State.Stamp(a.at, facts...))
	a.before, err = t.stood(facts)
	return a, err
}

// Before returns the head of the table's record before the entries; it is signed with them.
func (a *Asked) Before() record.Stood { return a.before }

// Texts returns the encoded entries. Their numbers leave room for the approvals that will stand between them.
func (a *Asked) Texts() (texts [][]byte) {
	for _, e := range a.entries {
		texts = append(texts, record.Encode(e))
	}
	return texts
}

// Stands reports whether a is still good: nothing was entered at the table since, and it is younger than
// LongestAsked.
func (t *Table) Stands(a *Asked) bool {
	return t.State.Seq == a.seq && t.house.now().Sub(a.at) < LongestAsked
}

// Answer carries out what somebody has approved elsewhere, as Approve does what they approve here. Each signature
// is to be that of who was asked, over the very bytes that were asked. Errors: ErrMoved; those of Do.
func (t *Table) Answer(a *Asked, given []record.Approved) error {
	if err := errors.Join(t.house.Takeover().CatchUp(), t.house.elsewhere(t.State.Name)); err != nil {
		return err
	}
	who, works := t.house.State.People().Working(a.by.Number)
	if !t.Stands(a) || !works || who != a.by || t.house.State.People().KeyOf(who.Number) != a.key {
		return ErrMoved
	}
	badges := append(slices.Clone(a.given), house.Answering(who, a.key, given))
	return t.doAt(a.at, func(s *pit.Table) ([]record.Fact, error) { return a.command(s, &who) }, badges...)
}

// Judge reads what a table asks somebody to approve. They see the table folded up to now as state, and the house as
// its machine has it. Others may have to sign it too. What is signed is that the table enters it next, and nothing
// but that. The error is of anything else, also of what the table would not enter as it stands, and of what is
// signed at the table alone. It is a *BehindError where what is before it has not arrived here.
func Judge(state *pit.Table, there *house.House, number string, texts [][]byte, now time.Time) (entries []record.Entry, err error) {
	var facts []record.Fact
	signs := false
	for _, text := range texts {
		e, err := record.Decode(text)
		if err != nil {
			return nil, err
		}
		entries, facts = append(entries, e), append(facts, e.Fact)
		signs = signs || slices.Contains(record.Signers(e.Fact), number)
	}
	if !signs {
		return nil, fmt.Errorf("it does not take the signature of %s", number)
	}
	if before := entries[0].Seq - 1; before > state.Seq {
		return nil, &BehindError{before, state.Seq}
	}
	at := entries[0].At
	if age := now.Sub(at); age > LongestAsked || age < -LongestAsked {
		return nil, fmt.Errorf("it is of %s, and now it is %s", at.Format(time.RFC3339), now.UTC().Format(time.RFC3339))
	}
	for i, e := range house.Numbered(state.Stamp(at, facts...)) {
		if !bytes.Equal(record.Encode(e), texts[i]) {
			return nil, fmt.Errorf("it is not what follows entry %d of %s", state.Seq, state.Name)
		}
	}
	return entries, wouldEnter(state, there, at, facts)
}

// wouldEnter demands that a table enters facts by one command, as it stands and its machine has the house. The
// command is none which people sign at the table: an opening or a closing, with its count.
func wouldEnter(state *pit.Table, there *house.House, at time.Time, facts []record.Fact) error {
	for _, f := range facts {
		switch f := f.(type) {
		case record.Opened, record.Closed, record.DropCounted:
			return fmt.Errorf("a fact of kind %s is signed at the table", record.KindOf(f))
		case record.Counted:
			if f.When != record.AtCheck {
				return fmt.Errorf("the count of an opening or a closing is signed at the table")
			}
		}
	}
	then := audit.Then{House: there, At: at, Signed: func() bool { return false }}
	again, err := audit.Redo(state, then, facts)
	if err != nil {
		return fmt.Errorf("the table would not enter it: %w", err)
	}
	if !slices.EqualFunc(again, facts, record.Same) {
		return fmt.Errorf("the table would enter something else in place of a fact of kind %s", record.KindOf(facts[0]))
	}
	return nil
}

// Follows reports whether entries come next in a record that stood so at their machine, where that was said.
func Follows(before record.Stood, entries []record.Entry) bool {
	return before == (record.Stood{}) || before.Size == entries[0].Seq-1
}

// A BehindError is the error of what follows entries that have not arrived here yet.
type BehindError struct{ Seq, Has int64 }

func (e *BehindError) Error() string {
	return fmt.Sprintf("it follows entry %d, and here is %d", e.Seq, e.Has)
}

// Sign signs entries that Judge has read, each that asks for it, in a record that stood so at their machine.
func Sign(who house.Badge, before record.Stood, entries []record.Entry) (given []record.Approved, err error) {
	if !Follows(before, entries) {
		return nil, fmt.Errorf("it is said to follow %d entries, and is entry %d", before.Size, entries[0].Seq)
	}
	for _, e := range entries {
		if slices.Contains(record.Signers(e.Fact), who.Number) {
			approval, err := who.Approve(before, e)
			if err != nil {
				return nil, err
			}
			given = append(given, approval)
		}
	}
	return given, nil
}
