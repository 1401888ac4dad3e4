package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sabot/app/session"
	"sabot/app/ship"
)

// pitShip ships what there is and takes in what the house's office entered and what was moved here, once, where no
// window does.
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
	sent, err := ship.New(store, e, time.Now).Once(ctx)
	fmt.Fprintf(s.out, "%d entries shipped\n", sent)
	if err != nil || e.Office == "" {
		return err
	}
	h, err := session.On(store, time.Now)
	if err != nil {
		return err
	}
	was, seq := h.State.Office().Size, h.State.Seq
	err = ship.NewPuller(h, store, e, time.Now).Once(ctx)
	if !e.IsOffice() {
		fmt.Fprintf(s.out, "%d entries of %s taken in\n", h.State.Office().Size-was, e.Office)
	}
	if h.State.Seq > seq { // that was entered here, and the pit is to know of it
		_, again := ship.New(store, e, time.Now).Once(ctx)
		err = firstError(err, again)
	}
	return err
}
