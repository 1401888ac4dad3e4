package pit

import (
	"fmt"
	"slices"
	"time"

	"sabot/games"
	"sabot/pit/seal"
)

// FaultCode is what kind of thing in a record does not hold.
type FaultCode string

// The kinds of fault.
const (
	Missing      FaultCode = "missing"    // an entry is not there
	Unsealed     FaultCode = "unsealed"   // it was never sealed
	Unreadable   FaultCode = "unreadable" // it is no entry, or not as an entry is written
	Misplaced    FaultCode = "misplaced"  // it lies where another belongs
	Changed      FaultCode = "changed"    // it is not what was sealed
	WrongColumn  FaultCode = "headline"   // the column beside it says something else
	WrongStamp   FaultCode = "stamp"      // it names another shift, shoe, hand or croupier
	NotSettled   FaultCode = "settled"    // the rules give something else
	NotApproved  FaultCode = "approval"   // who is named has not signed it
	WrongMove    FaultCode = "move"       // it is about a move, a hand or a payout that there is not
	NoRules      FaultCode = "rules"      // of a game that this program does not have
	WrongHead    FaultCode = "head"       // what stands for the stream does not hold
	WrongKey     FaultCode = "key"        // heads are signed with another key
	NoCheckpoint FaultCode = "checkpoint" // a checkpoint does not hold
)

// Fault is something in a record that does not hold.
type Fault struct {
	Table string
	Seq   int64 // of the entry; 0: the stream as a whole
	Code  FaultCode
	What  string // in a sentence
	Kind  string // of the entry, where it could be read
}

// Error implements error.
func (f *Fault) Error() string {
	if f.Seq == 0 {
		return fmt.Sprintf("%s: %s: %s", f.Table, f.Code, f.What)
	}
	return fmt.Sprintf("%s/%d: %s: %s", f.Table, f.Seq, f.Code, f.What)
}

// Line is an entry as it lies in a record. Its Bytes need not outlive the call that takes
// it.
type Line struct {
	Seq   int64 // where it lies
	Bytes []byte
	Leaf  seal.Hash // of Bytes
	Entry Entry     // what they say
	// Wrong is what does not hold of the line by itself; its Table and Seq are left to
	// the audit.
	Wrong *Fault
}

// Audit reads a stream's entries one after the other and says the first thing that does
// not hold. It keeps no more of them than the table does: the hands of one shift.
type Audit struct {
	Entries   int64
	Hands     int64 // closed
	Approvals int64 // whose signature holds
	Unsigned  int64 // asked for of people who had no key, in old records

	name    string
	table   *Table // nil for the house
	witness *Witness
	tree    seal.Tree
	fault   *Fault

	last     stamp // of the entry before
	lastAt   time.Time
	parts    bool              // whoever wrote the record settles by parts: none may be missing
	evens    bool              // and pays even money as one
	settled  *games.Settlement // what the rules give for the open hand; nil if not asked yet
	asked    Entry             // which approvals are due for
	bytes    []byte            // its own, while some are
	due      []string
	expected []checkpoint // those not yet reached, the smallest first
}

// Add takes the next entry in and answers the first fault of all so far.
func (a *Audit) Add(l *Line) *Fault {
	if a.fault == nil {
		a.fault = a.judge(l)
		a.fault.of(l)
	}
	// The house's stream is read to its end whatever it holds: others are judged by it.
	if a.fault != nil && (a.table != nil || l.Entry.Fact == nil) {
		return a.fault
	}
	if f := a.take(l); a.fault == nil {
		a.fault = f
	}
	return a.fault
}

// of notes the kind of the entry in which a fault lies.
func (f *Fault) of(l *Line) {
	if f != nil && f.Seq == l.Seq && l.Entry.Fact != nil {
		f.Kind = l.Entry.Fact.kind()
	}
}

// Fault is the first fault so far; nil where all holds.
func (a *Audit) Fault() *Fault { return a.fault }

// fail is a fault of the stream.
func (a *Audit) fail(seq int64, code FaultCode, format string, args ...any) *Fault {
	return &Fault{Table: a.name, Seq: seq, Code: code, What: fmt.Sprintf(format, args...)}
}

// judge says what does not hold of an entry, where all before it holds. What the fold
// makes of an entry that nobody at a table can have made is a fault too, and no crash.
func (a *Audit) judge(l *Line) (f *Fault) {
	defer func() {
		if r := recover(); r != nil {
			f = a.fail(l.Seq, Unreadable, "nothing can be made of it: %v", r)
		}
	}()
	next := a.Entries + 1
	switch e := &l.Entry; {
	case l.Seq > next:
		return a.fail(next, Missing, "the next entry is %d", l.Seq)
	case l.Seq < next:
		return a.fail(l.Seq, Misplaced, "no entry has this number")
	case l.Wrong != nil:
		return a.fail(l.Seq, l.Wrong.Code, "%s", l.Wrong.What)
	case e.Table != a.name || e.Seq != l.Seq:
		return a.fail(l.Seq, Misplaced, "here lies entry %d of %s", e.Seq, e.Table)
	}
	if f := a.judgeApproval(l); f != nil {
		return f
	}
	if _, copied := l.Entry.Fact.(Approved); copied {
		return nil
	}
	if f := a.judgeStamp(&l.Entry); f != nil || a.table == nil {
		return f
	}
	if f := a.judgeMove(&l.Entry); f != nil {
		return f
	}
	return a.judgeSettlement(&l.Entry)
}

// judgeStamp asks what Stamp would have given. The facts of one command are stamped one
// after the other, before any of them is folded.
func (a *Audit) judgeStamp(e *Entry) *Fault {
	got := e.stamp()
	if a.table == nil {
		if got != (stamp{by: e.By}) {
			return a.fail(e.Seq, WrongStamp, "the house has no shifts, shoes and hands, and it names some")
		}
		return nil
	}
	want := a.table.stamp().of(e.Fact)
	if got == want || e.At.Equal(a.lastAt) && got == a.last.of(e.Fact) {
		return nil
	}
	return a.fail(e.Seq, WrongStamp, "it says by %q, shift %d, shoe %d, hand %d, where %q, %d, %d, %d belongs",
		got.by, got.shift, got.shoe, got.hand, want.by, want.shift, want.shoe, want.hand)
}

// take folds an entry.
func (a *Audit) take(l *Line) (f *Fault) {
	defer func() {
		if r := recover(); r != nil {
			f = a.fail(l.Seq, Unreadable, "nothing can be made of it: %v", r)
		}
	}()
	a.Entries++
	a.tree.AddLeaf(l.Leaf)
	a.last, a.lastAt = l.Entry.stamp(), l.Entry.At
	a.ask(l)
	if a.table == nil {
		f = a.witness.take(a, &l.Entry)
	} else {
		f = a.fold(&l.Entry)
	}
	if f == nil {
		f = a.reached()
	}
	return f
}

// fold folds an entry of a table, and lets go of the hands that lie behind it.
func (a *Audit) fold(e *Entry) *Fault {
	t := a.table
	t.Apply(*e)
	a.unsettle(e.Fact)
	switch f := e.Fact.(type) {
	case Opened:
		if t.Game == nil {
			return a.fail(e.Seq, NoRules, "this program cannot play its game %q: verify with the Sabot that wrote it", f.Game)
		}
	case HandClosed:
		a.Hands++
	case Settled:
		a.parts, a.evens = a.parts || len(f.Parts) > 0, a.evens || slices.ContainsFunc(f.Parts, even)
	case PaidOut:
		a.parts = a.parts || f.Acts > 0
	}
	return nil
}
