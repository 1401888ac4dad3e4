package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"sabot/app/session"
	"sabot/pit/record"
)

// takenTwice asks a manager at the office to sign for what a machine of the house took in twice.
func takenTwice(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("twice")
	data, machine, list, by, pins := f.data(), f.String("machine", "", ""), f.String("entries", "", ""), f.String("sign", "", ""), f.String("pin-file", "", "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	if *machine == "" || *list == "" || *by == "" || *pins == "" {
		return errors.New("name the machine with --machine, its entries as sabotctl verify names them there with --entries, the manager with --sign and the file that holds the PIN with --pin-file")
	}
	fact := record.TakenTwice{Machine: *machine}
	for _, text := range strings.Split(*list, ",") {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 1 {
			return fmt.Errorf("--entries %q: %q is not the number of an entry", *list, text)
		}
		fact.Entries = append(fact.Entries, n)
	}
	h, err := existing(*data)
	if err != nil {
		return err
	}
	defer closing(h, &err)
	h.For(session.Work{Context: ctx})
	badges, err := signOn(h, []string{*by}, *pins)
	if err != nil {
		return err
	}
	if err := h.Takeover().SignTwice(fact, badges[0]); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "signed for: entries %s of %s; its verify holds once it has heard of it from the pit, and names numbers that are none of these\n", *list, oneLine(*machine))
	return err
}
