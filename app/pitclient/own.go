package pitclient

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"time"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// A Past is a record with which the pit's word on a machine is compared.
type Past interface {
	// Past returns the log of the first entries of a stream: of as many, or of all where it has fewer.
	Past(stream string, size int64) (seal.Tree, error)
}

// A NotOwnError is the error of a record that is not that of the machine under whose name it is enrolled: the pit
// has entries of the machine that the record lacks. Nothing that is entered in it ever arrives.
type NotOwnError struct {
	Machine, Stream string
	Entries         int64  // that the pit has of the stream
	Another         string // a name that no machine has; "" of an older pit, which does not say any
}

func (e *NotOwnError) Error() string {
	return fmt.Sprintf("the pit has %d entries of %s of %s, and they are not the past of this record: nothing that is entered here under that name arrives, and no table is taken over", e.Entries, e.Stream, e.Machine)
}

// CheckOwn demands that a record has what the pit has of the machine that is enrolled, and writes nothing. Errors: *NotOwnError; of
// a pit that cannot be reached; *Refusal; of a record that cannot be read.
func CheckOwn(ctx context.Context, own Past, e *Enrolment, now func() time.Time) error {
	c := newClient(e, now)
	defer c.close()
	return c.checkOwn(ctx, own, e.Machine, now)
}

func (c *client) checkOwn(ctx context.Context, own Past, machine string, now func() time.Time) error {
	w, err := c.hello(ctx, Hello{Instance: rand.Text(), Clock: now().UnixMilli(), Asks: true})
	if err != nil {
		return err
	}
	streams := []string{record.HouseStream}
	if w.Streams[record.HouseStream].Size == 0 { // else that stream says whose record it is: of a table the pit may have a piece without a head
		streams = streams[:0]
		for name := range w.Streams {
			streams = append(streams, name)
		}
		slices.Sort(streams)
	}
	for _, name := range streams {
		at := w.Streams[name]
		if at.Size == 0 {
			continue
		}
		log, err := own.Past(name, at.Size)
		if err != nil {
			return err
		}
		if log.Size() != at.Size || log.Root() != at.Root {
			return &NotOwnError{Machine: machine, Stream: name, Entries: at.Size, Another: w.Another}
		}
	}
	return nil
}
