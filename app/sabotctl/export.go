package main

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"sabot/app/sabotctl/terminal"
	"sabot/app/session"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

func export(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("export")
	data, table, shift := f.data(), f.String("table", "", ""), f.Int("shift", 0, "")
	settled := f.Bool("settled", false, "")
	who := reader{data, f.String("reader", "", ""), f.String("pin-file", "", "")}
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	if err := f.shiftGiven(); err != nil {
		return err
	}
	h, _, end, err := who.house(reading, house.ReadReports)
	if err != nil {
		return err
	}
	defer end(&err)
	names, err := h.TableNames(*table)
	if err != nil {
		return err
	}
	had := 0 // the most shifts of a table
	out, left := bufio.NewWriter(terminal.NewCounted(s.out, s.err)), leftOut{}
	var without []string // tables of another machine, a line each
	for _, name := range names {
		shifts, err := pit.Shifts(h.Store(), name)
		if err != nil {
			return err
		}
		had = max(had, shifts)
		if *shift > shifts && *table != "" {
			return fmt.Errorf("table %s has had %d shifts, not %d", name, shifts, *shift)
		}
		for n := 1; n <= shifts; n++ {
			if *shift != 0 && n != *shift {
				continue
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			err := exportShift(h, name, n, *settled, out, &left)
			if err != nil && *table == "" && h.State.Moves().Inherited(name) > 0 { // another machine entered it: the others have theirs
				without = append(without, fmt.Sprintf("without %s from its shift %d on, of which nothing can be made: %v", name, n, err))
				break
			}
			if err != nil {
				return err
			}
		}
	}
	if *shift > had {
		return fmt.Errorf("no table has had %d shifts: the most is %d", *shift, had)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	for _, line := range without {
		fmt.Fprintf(s.err, "sabotctl export: %s\n", clipped(line))
		err = errNotHeld
	}
	return firstError(left.say(s.err), err)
}

// A leftOut counts the closed hands that a hand file has no form for, since it has bets: every stake went back, or
// there was none.
type leftOut struct{ cancelled, dry int }

// say prints them, if there are any.
func (l leftOut) say(to io.Writer) error {
	if l == (leftOut{}) {
		return nil
	}
	_, err := fmt.Fprintf(to, "left out: %d cancelled, %d dealt without a bet; a hand file has no form for them, the record has\n", l.cancelled, l.dry)
	return err
}

// exportShift writes the hands of a shift as they really were: corrected ones corrected. Error: also of a shift of which nothing can be made.
func exportShift(h *session.House, name string, n int, settled bool, out io.Writer, left *leftOut) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("table %s, shift %d: %s", name, n, record.NothingOf(r))
		}
	}()
	t, _, err := pit.Shift(h.Store(), name, n)
	if err != nil {
		return err
	}
	for i := range t.History {
		hand := &t.History[i]
		switch {
		case hand.Cancelled != nil:
			left.cancelled++
			continue
		case hand.Round.Dry:
			left.dry++
			continue
		}
		line := handfile.Encode(hand.Export(t.Game))
		if settled {
			line = handfile.EncodeSettlement(hand.Settlement(t.Game))
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}
