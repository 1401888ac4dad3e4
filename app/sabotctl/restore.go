package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sabot/app/sabotctl/terminal"
	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/app/start"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
)

// backup writes the whole record into one new file.
func backup(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("backup")
	who := reader{f.data(), f.String("reader", "", ""), f.String("pin-file", "", "")}
	rest, err := f.read(args, 1, 1)
	if err != nil {
		return err
	}
	h, by, end, err := who.house(written, house.KeepBackups)
	if err != nil {
		return err
	}
	defer end(&err)
	file, err := filepath.Abs(rest[0])
	if err != nil {
		return err
	}
	var came []*record.Fault
	done, err := backups.Of(h).BackUp(ctx, backups.Backup{File: file, By: by, Progress: terminal.EntriesRead(s.err), Came: func(f *record.Fault) { came = append(came, f) }})
	if err != nil {
		return err
	}
	holds := "holds"
	if len(came) > 0 {
		holds = "holds but for what came from other machines"
	}
	_, err = fmt.Fprintf(s.out, "%s: %d bytes, %d entries, %s, SHA-256 %s\n", rest[0], done.Bytes, done.Entries, holds, done.SHA256)
	for _, fault := range came {
		fmt.Fprintf(s.err, "sabotctl backup: %s: another machine entered that before %s came here, and the backup has it as it came\n", oneLine(fault.Error()), fault.Table)
	}
	if len(came) > 0 {
		err = firstError(err, errNotHeld)
	}
	return err
}

// restore puts a backup into an empty data directory.
func restore(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("restore")
	data := f.data()
	rest, err := f.read(args, 1, 1)
	if err != nil {
		return err
	}
	dir, err := start.FindData(*data)
	if err != nil {
		return err
	}
	if err := backups.Restore(ctx, rest[0], dir, audit.Check{Progress: terminal.EntriesRead(s.err)}); err != nil {
		return err
	}
	next := fmt.Sprintf("with the recovery kit and before anybody opens it: sabotctl recover --data '%s'", dir)
	h, err := reading(dir)
	if err != nil {
		return err
	}
	defer closing(h, &err)
	if office := h.State.Office().Machine; office != "" { // pepper and keys are the office's
		next = fmt.Sprintf("before anybody opens it, where the disk is another one: sabotctl pit enroll at %s, once more for this machine, and sabotctl pit join here", oneLine(office))
	}
	_, err = fmt.Fprintf(s.out, "%s restored into %s\nnext, %s\nthen a manager enters it: sabotctl restored --data '%s' --backup '%s' with the folder of the kept heads\n", rest[0], dir, next, dir, rest[0])
	return err
}

// restoredFrom enters that a record was restored, and which heads that left behind.
func restoredFrom(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("restored")
	data, backup, by, pins := f.data(), f.String("backup", "", ""), f.String("sign", "", ""), f.String("pin-file", "", "")
	var k keptArgs
	k.heads(f)
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	if *backup == "" || *by == "" || *pins == "" {
		return errors.New("name the backup with --backup, the manager with --sign and the file that holds the PIN with --pin-file")
	}
	kept, _, _, err := k.read()
	if err != nil {
		return err
	}
	h, err := unopened(*data)
	if err != nil {
		return err
	}
	defer closing(h, &err)
	h.For(session.Work{Context: ctx})
	badges, err := signOn(h, []string{*by}, *pins)
	if err != nil {
		return err
	}
	done, err := backups.Of(h).EnterRestore(ctx, *backup, kept, badges[0])
	if err != nil {
		return err
	}
	if len(done.Left) == 0 {
		_, err = fmt.Fprintf(s.out, "entered: restored from %s; %s\n", done.Backup, nothingLeft(done))
		return err
	}
	_, err = fmt.Fprintf(s.out, "entered: restored from %s; %s are of entries that were lost\nnext: an inspector and a manager sign for them with sabotctl lost\n", done.Backup, leftHeads(done.Left))
	return err
}

// lost asks an inspector and a manager to sign for what restores have lost.
func lost(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("lost")
	data, by, pins := f.data(), f.String("sign", "", ""), f.String("pin-file", "", "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	numbers := strings.Split(*by, ",")
	if len(numbers) != 2 || *pins == "" {
		return errors.New("name the inspector and then the manager with --sign and the file that holds their PINs with --pin-file")
	}
	if open, err := openLosses(*data); err != nil {
		return err
	} else if !open {
		return errors.New("there is nothing to sign for: no restore has left a head behind that is open; a restore that was not entered yet is entered with sabotctl restored")
	}
	h, err := existing(*data)
	if err != nil {
		return err
	}
	defer closing(h, &err)
	h.For(session.Work{Context: ctx})
	open := slices.DeleteFunc(h.State.Backups().Losses(), func(l house.Loss) bool { return !l.Open() })
	badges, err := signOn(h, numbers, *pins)
	if err != nil {
		return err
	}
	for _, l := range open {
		if err := backups.Of(h).SignLoss(l.Seq, badges[0], badges[1]); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(s.out, "signed for: %s\n", lossLine(l, h.State.Zone())); err != nil {
			return err
		}
	}
	return nil
}

// openLosses reports whether a restore of a record has lost something for which nobody has signed. It only looks: whoever opens a
// record that was restored enters a key.
func openLosses(data string) (open bool, err error) {
	h, err := reading(data)
	if err != nil {
		return false, err
	}
	defer closing(h, &err)
	return slices.ContainsFunc(h.State.Backups().Losses(), house.Loss.Open), nil
}

// unopened opens a record as existing does, where no other program has it open.
func unopened(asked string) (*session.House, error) {
	dir, err := start.FindData(asked)
	if err != nil {
		return nil, err
	}
	open, err := storage.OpenElsewhere(dir)
	if err != nil {
		return nil, err
	}
	if open {
		return nil, fmt.Errorf("another program has the record in %s open: close every window and program of it, then try again", dir)
	}
	return session.Open(dir, time.Now)
}

// lossLine returns in words what a restore has lost, by the clock of a zone.
func lossLine(l house.Loss, zone *time.Location) string {
	said := fmt.Sprintf("restored from backup %s at %s by %s: ", oneLine(l.Backup), l.At.In(zone).Format(dated), oneLine(l.By))
	if len(l.Left) == 0 {
		return said + nothingLeft(l.RestoredFrom)
	}
	return said + leftHeads(l.Left) + " are of entries that were lost"
}

// nothingLeft returns the evidence of a restore that names no head as left behind.
func nothingLeft(f record.RestoredFrom) string {
	if f.Compared == 0 {
		return "no kept heads were named, so the record does not say what was lost"
	}
	return fmt.Sprintf("none of the %d kept heads that were named was left behind", f.Compared)
}

// leftHeads returns heads by stream, with their sizes: those that follow one another as a span.
func leftHeads(notes []string) string {
	var streams []string
	sizes := map[string][]int64{}
	for _, note := range notes {
		head, err := seal.ReadHead(note)
		if err != nil {
			continue // the audit says so of the entry
		}
		head.Stream = oneLine(head.Stream)
		if len(sizes[head.Stream]) == 0 {
			streams = append(streams, head.Stream)
		}
		sizes[head.Stream] = append(sizes[head.Stream], head.Size)
	}
	slices.SortStableFunc(streams, func(a, b string) int { // the house's first, as in all that is verified
		switch record.HouseStream {
		case a:
			return -1
		case b:
			return 1
		}
		return 0
	})
	var out []string
	for _, stream := range streams {
		list := sizes[stream]
		slices.Sort(list)
		var spans []string
		for i := 0; i < len(list); {
			end := i
			for end+1 < len(list) && list[end+1] <= list[end]+1 {
				end++
			}
			span := fmt.Sprint(list[i])
			if list[end] > list[i] {
				span = fmt.Sprintf("%d-%d", list[i], list[end])
			}
			spans = append(spans, span)
			i = end + 1
		}
		out = append(out, fmt.Sprintf("heads %s of %s", strings.Join(spans, ", "), oneLine(stream)))
	}
	return strings.Join(out, "; ")
}
