package pitclient

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// A Compared is the length of a stream of this record at the pit, beside its own.
type Compared struct {
	Stream           string
	Pit, Own, Signed int64
	Known            bool // what the pit has
	Same             bool
	Says             string
	arrives          bool // what the pit has is the past of this record, which has more
}

// A NotHeardError is the error of a pit that did not answer.
type NotHeardError struct {
	Addresses []string
	Why       error
}

func (e *NotHeardError) Error() string {
	why := e.Why
	var request *url.Error // whose own words are of addresses and paths
	if errors.As(why, &request) {
		why = request.Err
	}
	if refused := (*Refusal)(nil); errors.As(why, &refused) {
		return fmt.Sprintf("the pit answers at %s, and cannot say what it has (%v): what is entered here waits and ships once it can", strings.Join(e.Addresses, ", "), refused)
	}
	return fmt.Sprintf("the pit does not answer at %s (%v): what it has of this record is not known; what is entered here waits and ships once it is back", strings.Join(e.Addresses, ", "), why)
}

func (e *NotHeardError) Unwrap() error { return e.Why }

// Compare asks the pit how far it has the streams of a record, and compares both; it ships nothing. With a
// NotHeardError it returns the record's own figures all the same.
func Compare(ctx context.Context, store record.Keeper, e *Enrolment, now func() time.Time) ([]Compared, error) {
	s := New(store, e, now)
	defer s.client.close()
	snap, err := store.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	defer snap.Close()
	names, err := snap.Streams(ctx)
	if err != nil {
		return nil, err
	}
	pit, silent := s.client.hello(ctx, Hello{Instance: rand.Text(), Clock: now().UnixMilli(), Asks: true})
	if silent != nil {
		if refused := (*Refusal)(nil); errors.As(silent, &refused) && refused.Why != NotWriting { // its database may be away
			return nil, silent
		}
		silent = &NotHeardError{Addresses: e.Addresses, Why: silent}
	}
	s.pit = pit.Streams
	receipts, err := Receipts(store)
	if err != nil {
		return nil, err
	}
	if err := s.readKeys(); err != nil {
		return nil, err
	}
	var house house.House
	for e, err := range store.Entries(record.HouseStream, 1) {
		if err != nil {
			return nil, err
		}
		house.Apply(e)
	}
	var list []Compared
	for _, name := range names {
		c, err := s.own(ctx, snap, name, receipts[name])
		if err != nil {
			return nil, err
		}
		ships, err := s.ships(name, receipts)
		switch {
		case err != nil:
			return nil, err
		case !ships && movedHere(&house, name, e.Machine):
			c.Says = "was moved here, and this machine does not play it yet: sabotctl pit ship takes it over, or says why not"
		case !ships:
			c.Same, c.Says = true, "is not shipped: it is no table of this machine, or not any more"
			if f, _, moved := house.Moves().Moved(name); moved {
				c.Says = fmt.Sprintf("was moved to %s, and is not shipped from here any more", f.To)
			}
		case silent != nil:
			c.Says = "the pit was not heard"
		default:
			if err := s.compare(ctx, snap, &c, pit.Streams[name]); err != nil {
				return nil, err
			}
			c.overtaken(&house, e.Machine)
			c.refused(pit.Went)
			c.older(pit.Had[name])
		}
		list = append(list, c)
	}
	return waitsForHouse(list), silent
}

// waitsForHouse marks no entries of tables as on their way where the pit has more of the record's house, or
// another one.
func waitsForHouse(list []Compared) []Compared {
	for _, house := range list {
		if house.Stream != record.HouseStream || !house.Known || house.Same || house.arrives {
			continue
		}
		for i, c := range list {
			if c.arrives && !c.Same && c.Stream != house.Stream {
				n := fmt.Sprintf("%d entries", c.Own-c.Pit)
				if c.Own-c.Pit == 1 {
					n = "1 entry"
				}
				list[i].Says = n + " cannot arrive: the pit takes nothing from this record until that of its house is solved"
			}
		}
	}
	return list
}

// movedHere reports whether a manager assigned a table to a machine.
func movedHere(house *house.House, table, machine string) bool {
	f, _, moved := house.Moves().Moved(table)
	return moved && f.To == machine
}

// overtaken marks the missing entries of a table as overtaken where another machine took the table over: they are not
// on their way.
func (c *Compared) overtaken(house *house.House, machine string) {
	if c.Pit >= c.Own || !c.arrives {
		return
	}
	n, by := house.Moves().Overtaken(c.Stream, machine, c.Own)
	if n > 0 && c.Own-n <= max(c.Pit, house.Moves().Inherited(c.Stream)) { // what it took over is there as the one's before
		last := fmt.Sprintf("its last %d entries were overtaken", n)
		if n == 1 {
			last = "its last entry was overtaken"
		}
		c.Same, c.Says = true, fmt.Sprintf("%s: %s went on from the first %d; keep this disk as evidence", last, by.To, c.Own-n)
	}
}

// refused marks the missing entries of a table as refused where the pit says that the table went elsewhere, and this record has not heard of that: nothing
// of them ever arrives.
func (c *Compared) refused(went map[string]Went) {
	w, is := went[c.Stream]
	n := c.Own - w.Size
	if !is || c.Same || !c.arrives || n <= 0 || c.Pit < w.Size {
		return
	}
	last := fmt.Sprintf("its last %d entries are refused and never arrive", n)
	if n == 1 {
		last = "its last entry is refused and never arrives"
	}
	c.arrives = false
	c.Says = fmt.Sprintf("%s: %s went to %s with the first %d, and this machine has not heard of that. Close %s here: what it deals is in no figure. Run sabotctl pit ship here; where it takes in nothing of the office, see sabotctl pit status at the pit. Keep this disk as evidence",
		last, c.Stream, w.To, w.Size, c.Stream)
}

// older marks a stream as refused where this record has fewer entries than the pit had countersigned. A pit that was put back may have as many as are here.
func (c *Compared) older(had int64) {
	if had <= c.Own || c.Same && c.Pit < c.Own || !c.Same && !c.arrives { // it says more
		return
	}
	c.Same, c.arrives = false, false
	c.Says = fmt.Sprintf("the pit had countersigned %d entries of it, and %d are here: this record is an older one, and the pit takes nothing more of it", had, c.Own)
	if c.Stream != record.HouseStream {
		c.Says += ". Where the others are lost for good, have the table go on elsewhere with sabotctl pit move --over, which asks for --lacking"
	}
}

// own returns the length of a stream in this record, and its countersigned length.
func (s *Shipper) own(ctx context.Context, snap record.Snapshot, name, receipt string) (Compared, error) {
	stored, err := snap.Stored(ctx, name)
	if err == nil && stored == nil {
		err = errors.New("it has none")
	}
	if err != nil {
		return Compared{}, fmt.Errorf("the head of %s: %w", name, err)
	}
	c := Compared{Stream: name, Own: stored.Size}
	if head, err := seal.ReadHead(receipt); err == nil {
		c.Signed = head.Size
	}
	return c, nil
}

// compare compares the pit's copy of a stream with the one in this record.
func (s *Shipper) compare(ctx context.Context, snap record.Snapshot, c *Compared, pit At) error {
	c.Pit, c.Known = pit.Size, true
	if pit.Size > c.Own {
		c.Says = "the pit has more than this record: it is an older one, or another"
		return nil
	}
	tree, err := s.treeAt(ctx, snap, c.Stream, pit.Size)
	if err != nil {
		return err
	}
	switch {
	case pit.Size > 0 && tree.Root() != pit.Root:
		c.Says = "what the pit has is not the past of this record"
	case pit.Size < c.Own:
		c.arrives = true
		c.Says = fmt.Sprintf("%d entries have not arrived yet", c.Own-pit.Size)
		if c.Own-pit.Size == 1 {
			c.Says = "1 entry has not arrived yet"
		}
	case c.Signed < pit.Size:
		c.Says = "equal; the countersignature of the last ones is not here yet"
		c.Same = true
	default:
		c.Says, c.Same = "equal, countersigned", true
	}
	return nil
}

// An UntrueError is the error of a pit that reports entries of a stream which this record does not have, though it
// refuses nothing.
type UntrueError struct {
	Stream string
	Size   int64 // that the pit says
	Own    int64
}

func (e *UntrueError) Error() string {
	return fmt.Sprintf("the pit says that it has %d entries of %s, and what is here of it, %d entries, does not bear that out: whether it has arrived is not known. Somebody stands between, or the pit's database is damaged: run sabotctl pit verify at the pit",
		e.Size, e.Stream, e.Own)
}

// bearsOut demands of what the pit has said of streams since the session began, and said at its end, that this record has it too. Error: *UntrueError; of a
// record that cannot be read.
func (s *Shipper) bearsOut(ctx context.Context, said map[string]At) error {
	snap, err := s.store.Snapshot(ctx)
	if err != nil {
		return err
	}
	defer snap.Close()
	for _, stream := range s.streams {
		stored, err := snap.Stored(ctx, stream)
		if err != nil {
			return err
		}
		own := int64(0)
		if stored != nil {
			own = stored.Size
		}
		if at, is := s.untrue[stream]; is {
			return &UntrueError{stream, at.Size, own}
		}
		if said[stream].Size < s.pit[stream].Size {
			return &UntrueError{stream, said[stream].Size, own}
		}
		for _, at := range []At{s.pit[stream], said[stream]} {
			if is, err := s.isPast(ctx, snap, stream, at, own); err != nil {
				return err
			} else if !is {
				return &UntrueError{stream, at.Size, own}
			}
		}
	}
	return nil
}

// isPast reports whether what the pit says that it has of a stream is the past of this record, which has so many entries of it. Error: of a record that
// cannot be read.
func (s *Shipper) isPast(ctx context.Context, snap record.Snapshot, stream string, at At, own int64) (bool, error) {
	if at.Size == 0 || at.Size > own {
		return at.Size == 0, nil
	}
	tree, err := s.treeAt(ctx, snap, stream, at.Size)
	return tree.Root() == at.Root, err
}
