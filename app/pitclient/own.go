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
	Of              string // the machine whose record that is; "" where it is not known to be that of another one

	begun map[string]bool // tables of which the pit has entries that this record lacks
}

func (e *NotOwnError) Error() string {
	if e.Of != "" {
		return fmt.Sprintf("the pit's database has the record of %s under the name of %s: what is entered here stays here, and arrives once that is taken away there: sabotctl pit status at the pit says how", e.Of, e.Machine)
	}
	return fmt.Sprintf("the pit has %d entries of %s of %s, and they are not the past of this record: nothing that is entered here under that name arrives, and no table is taken over", e.Entries, e.Stream, e.Machine)
}

// CheckOwn demands that a record has what the pit has of the machine that is enrolled, and writes nothing. Errors: *NotOwnError; of
// a pit that cannot be reached; *Refusal; of a record that cannot be read.
func CheckOwn(ctx context.Context, own Past, e *Enrolment, now func() time.Time) error {
	c := newClient(e, now)
	defer c.close()
	return c.checkOwn(ctx, own, e, now)
}

func (c *client) checkOwn(ctx context.Context, own Past, e *Enrolment, now func() time.Time) error {
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
			notOwn := &NotOwnError{Machine: e.Machine, Stream: name, Entries: at.Size, Another: w.Another, Of: w.Of}
			if notOwn.begun, err = begun(own, e, w); err != nil {
				return err
			}
			return notOwn
		}
	}
	return nil
}

// begun returns the tables of which the pit has entries under a machine's name that a record lacks: one that began there would have the same numbers twice.
// What the pit has not countersigned anybody may have put into its database. Error: of a record that cannot be read.
func begun(own Past, e *Enrolment, w Welcome) (map[string]bool, error) {
	list := map[string]bool{}
	for table, at := range w.Streams {
		if w.Heads != nil { // an older pit says none
			note, by, err := seal.Split(w.Heads[table], e.Witness)
			if err != nil || !slices.Contains(by, e.Witness) {
				continue
			}
			head, err := seal.ReadHead(note)
			if err != nil || head.Stream != table {
				continue
			}
			at = At{head.Size, head.Root}
		}
		log, err := own.Past(table, at.Size)
		if err != nil {
			return nil, err
		}
		list[table] = log.Size() != at.Size || log.Root() != at.Root
	}
	return list, nil
}
