package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"sabot/app/centre"
	"sabot/app/session"
	"sabot/pit/people"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// pitMove has a table be played on another machine. The code of the manager who has it so is read from
// standard input.
func pitMove(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("pit move")
	data, dir := f.data(), f.String("pit", "", "")
	table, to, over := f.String("table", "", ""), f.String("to", "", ""), f.Bool("over", false, "")
	alive := f.Bool("alive", false, "")
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
	m, err := centre.MoveTable(ctx, h, folder, *table, *to, way, by)
	if err != nil {
		return err
	}
	head, _ := seal.ReadHead(m.Note)
	_, err = fmt.Fprintf(s.out, "%s goes from %s to %s with %d entries, once both have heard of it\n", m.Table, m.From, m.To, head.Size)
	return err
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
