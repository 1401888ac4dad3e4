package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"syscall"
	"time"

	"sabot/app/pitclient"
	"sabot/app/session"
)

// pitShip ships new entries and takes in those of the house's office and of tables that were moved here. It does so
// once, where no window does.
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
	sent, err := shipsOnce(ctx, shipper)
	refused := (*pitclient.RefusedError)(nil)
	if err != nil && !errors.As(err, &refused) || e.Office == "" {
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
	if h.State.Seq > seq && !errors.Is(pulled, syscall.ENOSPC) { // that was entered here, and the pit is to know of it
		more, again := shipsOnce(ctx, shipper)
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
	return errors.Join(pulled, err)
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
	if refused := (*pitclient.RefusedError)(nil); err == nil || sent > 0 || errors.As(err, &refused) {
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
