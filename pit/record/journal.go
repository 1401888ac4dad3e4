package record

import (
	"errors"
	"fmt"
	"iter"
)

// ErrConflict is wrapped by the error of an entry whose place in its table's
// sequence is taken: somebody else wrote there first.
var ErrConflict = errors.New("another program wrote to the record of this table")

// Errors of a record that is not written to.
var (
	// ErrChanged is wrapped by the error of a record that is not as Sabot left it.
	ErrChanged = errors.New("somebody has changed the record")
	// ErrKeyLost is wrapped by the error of a record whose key is missing, or another one.
	ErrKeyLost = errors.New("the key of the record is missing")
	// ErrProtected is wrapped by the error of a machine's secret that is protected and does not open.
	ErrProtected = errors.New("it is protected and does not open")
	// ErrAsks is wrapped by the error of a machine's secret under a passphrase that this program was not given. It is an ErrProtected.
	ErrAsks = fmt.Errorf("%w without the machine's passphrase", ErrProtected)
	// ErrReplaced is wrapped by the error of a record that was put away or exchanged while
	// a program had it open.
	ErrReplaced = errors.New("the record was taken away while it was open")
)

// A Journal is a store of entries. What it has accepted it never loses, changes or deletes.
type Journal interface {
	// Append makes the entries durable, all or none: when it returns nil they
	// survive a power cut. They are of one table and follow its last one without a
	// gap. Errors: ErrConflict; else the disk's, and then nothing is written.
	Append(entries ...Entry) error
	// Entries returns a table's entries from a sequence number on, in order. The error ends the sequence; ErrNewerRecord where a
	// newer Sabot wrote one.
	Entries(table string, from int64) iter.Seq2[Entry, error]
	// Openings returns the sequence numbers of a table's Opened entries: where each of its shifts begins, ascending.
	Openings(table string) ([]int64, error)
	// Headlines returns those of a table's Entries whose fact is a Headline: a few for each shift, found without reading the hands
	// between them.
	Headlines(table string, from int64) iter.Seq2[Entry, error]
}
