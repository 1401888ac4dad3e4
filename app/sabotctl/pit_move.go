package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sabot/app/centre"
	"sabot/app/session"
	"sabot/app/ship"
	"sabot/pit/people"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// pitMove has a table be played on another machine. The code of the manager who has it so is read from
// standard input.
func pitMove(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("pit move")
	data, dir := f.data(), f.String("pit", "", "")
	table, to, over := f.String("table", "", ""), f.String("to", "", ""), f.Bool("over", false, "")
	alive, lacking := f.Bool("alive", false, ""), f.Bool("lacking", false, "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	switch {
	case *dir == "":
		return errNoPit
	case *table == "" || *to == "":
		return errors.New("name the table with --table and the machine that is to play it with --to")
	case *alive && !*over:
		return errors.New("--alive goes with --over: it takes a table from a machine that answers")
	}
	way := central.InOrder
	if *over {
		way = central.FromSilent
	}
	if *alive {
		way = central.FromAny
	}
	folder, h, err := pitAndHouse(*dir, *data)
	if err != nil {
		return err
	}
	defer closing(h, &err)
	by, err := managerAt(h, s, "a manager of the house moves a table")
	if err != nil {
		return err
	}
	m, err := centre.MoveTable(ctx, h, folder, centre.Move{Table: *table, To: *to, Way: way, Lacking: *lacking}, by)
	if gone := (*centre.GoneError)(nil); errors.As(err, &gone) {
		err = fmt.Errorf("%w. Have it ship first; to move %s without them, add --lacking", err, *table)
	}
	if err != nil {
		return err
	}
	head, _ := seal.ReadHead(m.Note)
	last, _, _ := h.State.Moved(m.Table)
	fmt.Fprintf(s.out, "%s goes from %s to %s with %d entries, %s\n", m.Table, m.From, m.To, head.Size, when(last))
	return shipsMove(ctx, h, m.From, s)
}

// when says from when on a table is played that was moved.
func when(last record.TableMoved) string {
	if !last.Over {
		return "once both have heard of it: until " + last.From + " has, nobody plays it"
	}
	return "once that has heard of it"
}

// shipsMove ships what the manager signed at once, but where a window of the office does: until the pit has it, nobody plays the table.
// Where the table was at the office, that lets go of it.
func shipsMove(ctx context.Context, h *session.House, from string, s streams) error {
	e, err := ship.Enrolled(h.Store())
	if err != nil || e == nil {
		return err
	}
	shipper, refused := ship.New(h.Store(), e, time.Now), (*ship.RefusedError)(nil)
	_, err = shipper.Once(ctx)
	if (err == nil || errors.As(err, &refused)) && from == e.Machine { // it has heard, and says so
		if err = ship.NewPuller(h, h.Store(), e, time.Now).Once(ctx); err == nil {
			_, err = shipper.Once(ctx)
		}
	}
	held := (*record.HeldError)(nil)
	shipped := errors.As(err, &refused) && !slices.Contains(refused.Streams, record.HouseStream)
	if err != nil && !errors.As(err, &held) && !shipped {
		fmt.Fprintf(s.err, "sabotctl pit: it is signed, and not shipped yet: %s\n", told(err))
	}
	return nil
}

// managerAt is whose code comes on standard input; why says for what it is asked.
func managerAt(h *session.House, s streams, why string) (people.Badge, error) {
	fmt.Fprintln(s.err, "number and PIN of the manager, in one go:")
	code, err := bufio.NewReader(s.in).ReadString('\n')
	if code = strings.TrimSpace(code); code == "" {
		return people.Badge{}, errors.Join(fmt.Errorf("%s: give number and PIN on standard input", why), err)
	}
	return h.SignOn(code)
}
