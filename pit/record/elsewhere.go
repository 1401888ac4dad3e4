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

// Elsewhere is a view of the other machines' entries, as far as this machine has heard of them.
type Elsewhere interface {
	// Machine returns the name of this machine, as the others know it.
	Machine() string
	// Here reports whether a table is played on this machine.
	Here(table string) bool
	// Heard returns the streams of the other machines: of each machine its own of the house, and the tables that are played there
	// now. It waits for nobody.
	Heard() []HeardStream
	// Journal reads the streams of a machine; nothing can be appended. Of a table's openings it knows the
	// last. Errors are those of a network, ErrUnsealed, *NotHeldError, ctx's.
	Journal(ctx context.Context, machine string) Journal
}

// Shifts is a journal that has the entries with which shifts begin and end by themselves, where what lies between is
// far away.
type Shifts interface {
	// LastShifts returns the last entries with which shifts of a table begin and end, so many at the most, in their order.
	LastShifts(table string, most int) ([]Entry, error)
}

// A HeardStream is the state of another machine's stream, as it was heard last.
type HeardStream struct {
	Machine, Stream string
	Size            int64     // entries
	At              time.Time // when the machine was heard last, by this one's clock
}
