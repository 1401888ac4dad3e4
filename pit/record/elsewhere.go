package record

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrUnsealed is the error of a stream of which more has arrived than its machine has signed yet: later
// it can be read.
var ErrUnsealed = errors.New("not all of it is signed yet")

// NotHeldError is the error of what was sent of a stream and is not what its machine has sealed; it wraps ErrChanged.
type NotHeldError struct {
	Machine, Stream string
	Why             error
}

func (e *NotHeldError) Error() string {
	return fmt.Sprintf("what is sent of %s of %s does not hold: %v", e.Stream, e.Machine, e.Why)
}

func (e *NotHeldError) Unwrap() []error { return []error{ErrChanged, e.Why} }

// Elsewhere is what the other machines of a house have entered, as far as it is heard of here.
type Elsewhere interface {
	// Machine returns the name of this machine, as the others know it.
	Machine() string
	// Here says whether a table is played on this machine.
	Here(table string) bool
	// Heard are the streams of the other machines: of each machine its own of the house, and the tables
	// that are played there now. It waits for nobody.
	Heard() []HeardStream
	// Journal reads the streams of a machine; nothing can be appended. Of a table's openings it knows the
	// last. Errors are those of a network, ErrUnsealed, *NotHeldError, ctx's.
	Journal(ctx context.Context, machine string) Journal
}

// Shifts is a journal that has the entries with which shifts begin and end by themselves, where what lies between is
// far away.
type Shifts interface {
	// LastShifts are the last of those of a table, so many at the most, in their order.
	LastShifts(table string, most int) ([]Entry, error)
}

// HeardStream is how far a stream of another machine has come.
type HeardStream struct {
	Machine, Stream string
	Size            int64     // entries
	At              time.Time // when the machine was heard last, by this one's clock
}
