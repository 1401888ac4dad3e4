package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sabot/app/pitserver"
)

// pitFetch writes what a pit has of a machine into a file from which the machine's record is restored.
func pitFetch(ctx context.Context, args []string, s streams) error {
	f := newFlags("pit fetch")
	dir, machine, file := f.String("pit", "", ""), f.String("machine", "", ""), f.String("o", "", "")
	before := f.String("witness", "", "") // the key that countersigned before this pit's
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	if *dir == "" {
		return errNoPit
	}
	if *machine == "" || *file == "" {
		return errors.New("name the machine with --machine and the new file with -o")
	}
	folder, q, err := asking(*dir)
	if err != nil {
		return err
	}
	defer q.Close()
	var witnesses []string
	if *before != "" {
		witnesses = append(witnesses, *before)
	}
	done, err := pitserver.Fetch(ctx, q, folder, *machine, *file, witnesses...)
	if err != nil {
		return err
	}
	for _, st := range done.Streams {
		fmt.Fprintf(s.out, "%s: %d entries\n", oneLine(st.Name), st.Signed)
		if st.Size > st.Signed {
			fmt.Fprintf(s.err, "sabotctl pit: the pit was sent %d more of %s, under which there is no head of %s: they are left out, and the pit takes nothing of %s of the restored record\n", st.Size-st.Signed, oneLine(st.Name), oneLine(*machine), oneLine(st.Name))
		}
	}
	gone, err := pitserver.GoneFrom(ctx, q, folder)
	if err != nil {
		return err
	}
	sayGone(s, slices.DeleteFunc(gone, func(g pitserver.Gone) bool { return g.Machine != *machine }))
	behind := (*pitserver.BehindError)(nil)
	if err := pitserver.ComesBack(ctx, q, folder, *machine); errors.As(err, &behind) {
		fmt.Fprintf(s.out, "what the pit has of %s is in %s, to be looked at\n", *machine, *file)
		sayBehind(s, behind)
		return errNotHeld
	} else if err != nil {
		return err
	}
	keys, then := "", "restore, enroll, join and restored: the sealed keys of its people come with join"
	if done.Office {
		keys, then = fmt.Sprintf(", with %d sealed keys", done.Keys), "restore, recover, restored, enroll and join"
	}
	fmt.Fprintf(s.out, "what the pit has of %s is in %s%s: put it back with sabotctl %s\n", *machine, *file, keys, then)
	if !done.Office {
		return nil
	}
	lost, err := pitserver.OfficeOutlived(ctx, q, folder)
	for _, d := range lost {
		fmt.Fprintln(s.out, clipped(d.String()))
	}
	if err == nil && len(lost) > 0 {
		err = errNotHeld
	}
	return err
}

// sayBehind says that a machine cannot come back, and the commands that help, each on its own line.
func sayBehind(s streams, behind *pitserver.BehindError) {
	for i, line := range strings.Split(behind.Error(), "\n") {
		if i > 0 {
			line = "    " + line
		}
		fmt.Fprintln(s.err, oneLine(line))
	}
}
