package main

import (
	"context"
	"errors"
	"fmt"

	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/storage/central"
)

// pitForget takes a machine out of the pit, or a house out of a group, that was enrolled by mistake.
func pitForget(ctx context.Context, args []string, s streams) error {
	f := newFlags("pit forget")
	dir, machine := f.String("pit", "", ""), f.String("machine", "", "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	switch {
	case *dir == "":
		return errNoPit
	case *machine == "":
		return errors.New("name the machine with --machine")
	}
	folder, err := pitserver.ReadFolder(*dir)
	if err != nil {
		return err
	}
	owner, err := folder.OwnerURL(ctx)
	if err != nil {
		return err
	}
	if err := central.Forget(ctx, owner, folder.House, *machine); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s is enrolled no more: what it was given to join with is worth nothing\n", *machine)
	return err
}

// tablesThere refuses tables that a house with an office has not: a mistyped one would be that machine's for ever. Without
// an office each machine has tables of its own.
func tablesThere(ctx context.Context, h *session.House, folder *pitserver.Folder, office bool, tables []string) error {
	if !office && folder.Owner != "" {
		owned := folder.Postgres().Owned(folder.House)
		defer owned.Close()
		name, err := owned.OfficeBy(ctx)
		if err != nil {
			return err
		}
		office = name != ""
	}
	if !office {
		return nil
	}
	for _, table := range tables {
		if _, err := h.TableNames(table); err != nil {
			return fmt.Errorf("%w; a new one is entered at the office first", err)
		}
	}
	return nil
}
