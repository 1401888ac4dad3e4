package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"syscall"
	"time"

	"sabot/app/pitclient"
	"sabot/app/session"
)

// pitShip ships new entries and takes in those of the house's office and of tables that were moved here, where no window does. It ships
// all that the pit takes, and says what waits.
func pitShip(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("pit ship")
	data := f.data()
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	store, e, err := enrolled(*data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	shipper := pitclient.New(store, e, time.Now)
	if e.Office == "" {
		sent, err := shipsAll(ctx, shipper)
		sayShipped(s, sent, err)
		return sayWaits(s, shipError(err, e))
	}
	sent, err := shipsOnce(ctx, shipper)
	refused := (*pitclient.RefusedError)(nil)
	if err != nil && !errors.As(err, &refused) {
		sayShipped(s, sent, err)
		return shipError(err, e)
	}
	h, unread := session.On(store, time.Now)
	if unread != nil {
		sayShipped(s, sent, err)
		return errors.Join(err, unread)
	}
	was, seq := h.State.Office().Size, h.State.Seq
	pulled := throughFailover(ctx, pitclient.NewPuller(h.Takeover(), store, e, time.Now).Once)
	entered := h.State.Seq > seq && !errors.Is(pulled, syscall.ENOSPC) // here, and the pit is to know of it
	if waits, unread := shipper.Waits(); entered || unread != nil || len(waits) > 0 {
		more, again := shipsAll(ctx, shipper)
		sent, err = sent+more, shipError(again, e)
	}
	sayShipped(s, sent, err)
	if !e.IsOffice() {
		fmt.Fprintf(s.out, "%s of %s taken in\n", someEntries(h.State.Office().Size-was), oneLine(e.Office))
	}
	if pitclient.Stands(pulled) {
		if asOf, err := pitclient.AsOf(store); err == nil && !asOf.IsZero() {
			fmt.Fprintf(s.out, "people, tables and rules are as of %s\n", h.State.Wall(asOf).Format(dated))
		}
	}
	if pulled != nil {
		return errors.Join(pulled, err)
	}
	return sayWaits(s, err)
}

// A waitsError is the error of entries that the pit takes later, or once somebody has done what it says.
type waitsError []pitclient.Waiting

func (e waitsError) Error() string {
	var says []string
	for _, w := range e {
		wait := "wait"
		if w.Entries == 1 {
			wait = "waits"
		}
		says = append(says, fmt.Sprintf("%s of %s %s: %s", someEntries(w.Entries), w.Stream, wait, w.Why))
	}
	return strings.Join(says, "; ")
}

// sayWaits says which entries wait, where that is all that is wrong, and returns errNotHeld then; else the error as it is.
func sayWaits(s streams, err error) error {
	waits, is := err.(waitsError)
	if !is {
		return err
	}
	fmt.Fprintf(s.err, "sabotctl pit: %s\n", told(waits))
	return errNotHeld
}

// shipsAll ships until nothing waits any more, or the pit has taken nothing for longer than it needs to follow a move of a table. Errors: waitsError of
// what waits then; as shipsOnce.
func shipsAll(ctx context.Context, shipper *pitclient.Shipper) (sent int, err error) {
	const follows, often = 5 * time.Second, 500 * time.Millisecond
	for until := time.Now().Add(follows); ; {
		n, err := shipsOnce(ctx, shipper)
		sent += n
		refused := (*pitclient.RefusedError)(nil)
		if err != nil && !errors.As(err, &refused) {
			return sent, err
		}
		waits, unread := shipper.Waits()
		if len(waits) == 0 || unread != nil {
			return sent, errors.Join(err, unread)
		}
		if n > 0 {
			until = time.Now().Add(follows)
		}
		select {
		case <-time.After(often):
			if time.Now().Before(until) {
				continue
			}
		case <-ctx.Done():
		}
		if err != nil {
			return sent, errors.Join(err, waitsError(waits))
		}
		return sent, waitsError(waits)
	}
}

// shipsOnce ships the new entries, and returns their number. It waits for a pit that does not write just then.
func shipsOnce(ctx context.Context, shipper *pitclient.Shipper) (sent int, err error) {
	err = throughFailover(ctx, func(ctx context.Context) error {
		n, err := shipper.Once(ctx)
		sent += n
		return err
	})
	return sent, err
}

// failover is longer than a pit takes until it writes again, or another one does: its right to write ends after four seconds.
const failover = 20 * time.Second

// throughFailover runs a request to the pit, and repeats it while the pit does not write.
func throughFailover(ctx context.Context, once func(context.Context) error) error {
	const often = 500 * time.Millisecond
	for until := time.Now().Add(failover); ; {
		err := once(ctx)
		refused := (*pitclient.Refusal)(nil)
		if !errors.As(err, &refused) || refused.Why != pitclient.NotWriting || time.Now().After(until) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(often):
		}
	}
}

// sayShipped prints how many entries were sent, of all streams; nothing where none could be.
func sayShipped(s streams, sent int, err error) {
	refused, waits := (*pitclient.RefusedError)(nil), waitsError(nil)
	if err == nil || sent > 0 || errors.As(err, &refused) || errors.As(err, &waits) {
		fmt.Fprintf(s.out, "%s shipped\n", someEntries(int64(sent)))
	}
}

// shipError returns the error of a shipper, which names the pit's addresses where none of them answers.
func shipError(err error, e *pitclient.Enrolment) error {
	if request := (*url.Error)(nil); errors.As(err, &request) {
		return &pitclient.NotHeardError{Addresses: e.Addresses, Why: err}
	}
	return err
}

// someEntries returns so many entries in words.
func someEntries(n int64) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}
