package record

import (
	"fmt"
	"runtime"

	"sabot/pit/seal"
)

// A FaultCode is a kind of fault in a record.
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
	WrongLimits  FaultCode = "limits"     // limits begin that were not announced so, or not when their time has come
	WrongMoney   FaultCode = "currency"   // its amounts are in another currency than its table's
	WrongAmount  FaultCode = "amount"     // it has an amount that no Sabot enters, or more than can be summed up
	WrongDrop    FaultCode = "drop"       // it counts the drop box of a shift that had not closed, or puts another count right than it says
	WrongPerson  FaultCode = "person"     // it is of somebody who was not there, or may not
	WrongSlip    FaultCode = "slip"       // its number is not the next one, or it is of no slip that waits
	NotDone      FaultCode = "command"    // nobody can have entered it: the table as it stood would not have taken it, or as something else
	WrongTime    FaultCode = "time"       // it is of before the entry before it, or of no time at which a Sabot wrote
	NoRules      FaultCode = "rules"      // of a game that this program does not have
	WrongHead    FaultCode = "head"       // what stands for the stream does not hold
	WrongKey     FaultCode = "key"        // heads are signed with another key
	WrongFigures FaultCode = "figures"    // people signed a report of other figures than the record gives
	WrongPast    FaultCode = "past"       // who signed it did so for other entries before it
	NoCheckpoint FaultCode = "checkpoint" // a checkpoint does not hold
	WrongFile    FaultCode = "file"       // the file in which it lies is not as Sabot makes it
)

// Fault is something in a record that does not hold.
type Fault struct {
	Table string
	Seq   int64 // of the entry; 0: the stream as a whole
	Code  FaultCode
	What  string // in a sentence
	Kind  string // of the entry, where it could be read
	Of    string // the table beside which it was judged; "" where none is meant alone
	Under string // the name in the pit that the machine had then, of what is judged beside tables; "" where it had none
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
	// Wrong is the fault of the line by itself; its Table and Seq are left to
	// the audit.
	Wrong *Fault
}

// A StoredHead is the stored state of a stream's log: its size, its edge and its signed head.
type StoredHead struct {
	Size int64
	Edge []byte
	Note string
}

// NothingOf returns the words for an entry that the fold of its stream panicked at. Go's own words, of an index or of a pointer,
// say nothing to whoever reads them.
func NothingOf(panicked any) string {
	if _, is := panicked.(runtime.Error); is {
		return "nothing can be made of it: it does not go with what stands before it"
	}
	return fmt.Sprintf("nothing can be made of it: %v", panicked)
}
