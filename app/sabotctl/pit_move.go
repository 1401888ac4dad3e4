package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// pitMove moves a table to another machine. It reads the code of the manager who decides that from standard
// input.
func pitMove(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("pit move")
	data, dir := f.data(), f.String("pit", "", "")
	table, to, over := f.String("table", "", ""), f.String("to", "", ""), f.Bool("over", false, "")
	alive, lacking, never := f.Bool("alive", false, ""), f.Bool("lacking", false, ""), f.Bool("deaf", false, "")
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
	deaf, err := pitserver.NeverHear(ctx, h, folder, *table, *to)
	if err != nil {
		return err
	}
	for _, d := range deaf { // before somebody signs
		fmt.Fprintln(s.out, clipped(d.Says))
	}
	if err := waitsForever(deaf, *table, *to, *over, *never); err != nil {
		return err
	}
	by, err := managerAt(h, s, "a manager of the house moves a table")
	if err != nil {
		return err
	}
	move := pitserver.Move{Table: *table, To: *to, Way: way, Lacking: *lacking}
	for _, d := range deaf {
		move.Deaf = append(move.Deaf, d.Machine)
	}
	was, had, moved := h.State.Moves().Moved(*table)
	m, err := pitserver.MoveTable(ctx, h, folder, move, by)
	if gone := (*pitserver.GoneError)(nil); errors.As(err, &gone) {
		err = fmt.Errorf("%w. Have it ship first; to move %s without them, add --lacking", err, *table)
	}
	if err != nil {
		return takenFrom(deaf, err)
	}
	head, _ := seal.ReadHead(m.Note)
	last, _, _ := h.State.Moves().Moved(m.Table)
	if back := moved && was.To == m.From && head.Size < had && last.Lacking == 0; back {
		fmt.Fprintf(s.out, "%s goes back from %s, which took nothing over, to %s, which goes on with its own entries, at least %d, %s\n", oneLine(m.Table), oneLine(m.From), oneLine(m.To), had, oneLine(when(last)))
	} else {
		fmt.Fprintf(s.out, "%s goes from %s to %s with %s, %s\n", oneLine(m.Table), oneLine(m.From), oneLine(m.To), someEntries(head.Size), oneLine(when(last)))
	}
	if _, left, _ := h.State.Moves().MovedFrom(m.Table, m.To); h.State.Moves().TakenFrom(m.Table, m.To) {
		says := "What it entered and has not sent bars it from the table: have it ship, and look at pit status"
		if head.Size <= left {
			says = "Nothing was entered elsewhere since, as far as that was sent: it goes on with what it entered"
		}
		fmt.Fprintf(s.out, "%s was taken from %s before, whether that had sent all or not. %s\n", oneLine(m.Table), oneLine(m.To), says)
	}
	if last.Over {
		fmt.Fprintf(s.out, "what %s entered and had not sent is not in that: look at the felt. Its slips that were not sent are paper alone, and their numbers are given again: write that on them\n", oneLine(last.From))
	}
	return shipsMove(ctx, h, last, move.Deaf, s)
}

// waitsForever refuses to have a move signed that waits for a machine which never hears of it: that which is to play the table, unless never says that it is to
// be signed all the same; or in order that which has to let go of it.
func waitsForever(deaf []pitserver.Deaf, table, to string, over, never bool) error {
	for _, d := range deaf {
		switch {
		case d.Machine == to && !never:
			return fmt.Errorf("nothing is signed: %s never hears of the move, and would not play %s. Name another machine with --to; to have it signed all the same, add --deaf", d.Machine, table)
		case d.Machine != to && d.Holds && !over:
			return fmt.Errorf("nothing is signed: %s never hears of the move, and nobody would play %s on %s, which waits until it has let go. Close %s there and end Sabot there. Then move it with --over a minute later, or at once with --over --alive", d.Machine, table, to, table)
		}
	}
	return nil
}

// takenFrom returns why a table was not moved. A machine that never hears of the move hears of none in order either.
func takenFrom(deaf []pitserver.Deaf, err error) error {
	answers := (*central.AnswersError)(nil)
	if !errors.As(err, &answers) || !slices.ContainsFunc(deaf, func(d pitserver.Deaf) bool { return d.Machine == answers.Machine }) {
		return err
	}
	return fmt.Errorf("%w: %s was heard %d seconds ago and may be in the middle of a hand. Close %s there and end Sabot there. Then move it with --over a minute later, or at once with --alive", central.ErrAnswers, answers.Machine, answers.Ago, answers.Table)
}

// when returns the condition from which on a moved table is played.
func when(last record.TableMoved) string {
	if !last.Over {
		return "once both have heard of it: until " + last.From + " has, nobody plays it"
	}
	return "once that has heard of it"
}

// shipsMove ships the signed move at once, or waits until a window of the office has shipped it: until then nobody
// plays the table. Where the office had the table, it gives the table up.
func shipsMove(ctx context.Context, h *session.House, last record.TableMoved, deaf []string, s streams) error {
	e, err := pitclient.Enrolled(h.Store())
	if err != nil || e == nil {
		return err
	}
	shipper, refused := pitclient.New(h.Store(), e, time.Now), (*pitclient.RefusedError)(nil)
	_, err = shipsOnce(ctx, shipper)
	if (err == nil || errors.As(err, &refused)) && last.From == e.Machine { // it has heard, and says so
		if err = throughFailover(ctx, pitclient.NewPuller(h.Takeover(), h.Store(), e, time.Now).Once); err == nil {
			_, err = shipsOnce(ctx, shipper)
		}
	}
	if held := (*record.HeldError)(nil); errors.As(err, &held) && shippedBeside(ctx, h) {
		err = nil
	}
	if err != nil && !(errors.As(err, &refused) && !slices.Contains(refused.Streams, record.HouseStream)) {
		fmt.Fprintf(s.err, "sabotctl pit: it is signed, and not shipped yet: until it is, nobody plays %s on %s. Run sabotctl pit ship here: %s\n", oneLine(last.Table), oneLine(last.To), told(err))
		return errNotHeld
	}
	if err := h.Takeover().CatchUp(); err != nil {
		return err
	}
	held, _ := h.State.Held()
	fmt.Fprintf(s.out, "the pit has that. %s\n", oneLine(hearers(last, e.Machine, slices.Contains(held, last.Table), slices.Contains(deaf, last.To))))
	return nil
}

// hearers returns which machines have to hear of a move, in that order: the one that had the table ships that it has let go of it, and the
// next one waits for that. The office has heard of it; holds reports whether it has not let go of the table. Never reports whether the next one never hears of it.
func hearers(last record.TableMoved, office string, holds, never bool) string {
	const hears = " has to hear of it: a window there does within seconds; where none is open, run sabotctl pit ship there"
	switch {
	case never:
		return last.To + " never hears of it, and does not play " + last.Table + ": move it on to another machine with sabotctl pit move --over"
	case last.Over:
		return last.To + hears
	case last.From == office && holds:
		return office + " lets go of " + last.Table + " once no program stands at it there. " + last.To + hears
	case last.From == office:
		return office + " has let go of " + last.Table + ". " + last.To + hears
	}
	return last.From + " has to hear of it and let go of " + last.Table + ", then " + last.To + " has to hear of it: a window does within seconds; where none is open, run sabotctl pit ship there, in that order"
}

// shippedBeside waits until another program here has shipped all of the house's stream, and reports whether it has: a window does within a second.
func shippedBeside(ctx context.Context, h *session.House) bool {
	const longest, often = 5 * time.Second, 100 * time.Millisecond
	want, err := h.Store().Last(record.HouseStream)
	for until := time.Now().Add(longest); err == nil && ctx.Err() == nil && time.Now().Before(until); time.Sleep(often) {
		var receipts map[string]string
		receipts, err = pitclient.Receipts(h.Store())
		if head, none := seal.ReadHead(receipts[record.HouseStream]); none == nil && head.Size >= want {
			return true
		}
	}
	return false
}

// pitLost has a manager give up what the pit lacks of a machine's own stream: nobody ships that again. It reads the code from standard input.
func pitLost(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("pit lost")
	data, dir, machine := f.data(), f.String("pit", "", ""), f.String("machine", "", "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	switch {
	case *dir == "":
		return errNoPit
	case *machine == "":
		return errors.New("name the machine with --machine, as sabotctl pit status names it")
	}
	folder, h, err := pitAndHouse(*dir, *data)
	if err != nil {
		return err
	}
	defer closing(h, &err)
	gone, err := pitserver.LostOf(ctx, h, folder, *machine)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s %s: %s\n", oneLine(gone.Machine), oneLine(gone.Stream), oneLine(gone.String())) // before somebody signs
	if gone.Signed != "" {
		return nil
	}
	by, err := managerAt(h, s, "a manager of the house gives up what is lost")
	if err != nil {
		return err
	}
	if err := h.Takeover().GoOnWithout(record.OwnLost{Machine: gone.Machine, Lacking: gone.Had}, by); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "signed for: entries %d to %d of %s are lost for good. The pit goes by it once the office has shipped it: a window here does within seconds; where none is open, run sabotctl pit ship\n", gone.Has+1, gone.Had, oneLine(gone.Machine))
	return err
}

// managerAt returns the person whose code comes on standard input; why names the purpose.
func managerAt(h *session.House, s streams, why string) (house.Badge, error) {
	fmt.Fprintln(s.err, "number and PIN of the manager, in one go:")
	code, err := bufio.NewReader(s.in).ReadString('\n')
	if code = strings.TrimSpace(code); code == "" {
		return house.Badge{}, errors.Join(fmt.Errorf("%s: give number and PIN on standard input", why), err)
	}
	return h.SignOn(code)
}
