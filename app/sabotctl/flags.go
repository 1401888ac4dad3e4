package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"sabot/app/session"
	"sabot/app/start"
	"sabot/pit/record"
	"sabot/storage"
)

// flags reads options wherever they stand among the arguments and answers the
// others in order.
type flags struct{ *flag.FlagSet }

func newFlags(name string) flags {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	return flags{f}
}

// read parses; there must be from least to most other arguments.
func (f flags) read(args []string, least, most int) ([]string, error) {
	var rest []string
	for {
		if err := f.Parse(args); err != nil {
			return nil, fmt.Errorf("%w: see sabotctl %s --help", err, f.Name())
		}
		args = f.Args()
		if len(args) == 0 {
			break
		}
		rest, args = append(rest, args[0]), args[1:]
	}
	if len(rest) < least || len(rest) > most {
		return nil, fmt.Errorf("it takes %s%s: see sabotctl %s --help", count(least, most), which(f.Name()), strings.Fields(f.Name())[0])
	}
	return rest, nil
}

func count(least, most int) string {
	switch {
	case most == 0:
		return "no argument beside its options"
	case least == most:
		return fmt.Sprintf("%d argument beside its options", least)
	}
	return fmt.Sprintf("%d to %d arguments beside its options", least, most)
}

// which returns the arguments that a command takes beside its options, as its usage has them.
func which(name string) string {
	for _, v := range verbs(commands()) {
		if strings.Join(v.words, " ") == name && len(v.others) > 0 {
			return ", " + strings.Join(v.others, " ")
		}
	}
	return ""
}

// shiftGiven refuses a --shift that is the number of no shift.
func (f flags) shiftGiven() (err error) {
	f.Visit(func(o *flag.Flag) {
		if n, is := o.Value.(flag.Getter).Get().(int); o.Name == "shift" && is && n < 1 {
			err = fmt.Errorf("--shift is the number of a shift, from 1 on: not %d", n)
		}
	})
	return err
}

// data declares the --data option.
func (f flags) data() *string { return f.String("data", "", "") }

// existing opens the house whose record is in a data directory.
func existing(asked string) (*session.House, error) {
	dir, err := start.FindData(asked)
	if err != nil {
		return nil, err
	}
	store, err := storage.OpenExisting(dir)
	if err != nil {
		return nil, err
	}
	if err := store.Close(); err != nil {
		return nil, err
	}
	return session.Open(dir, time.Now)
}

// existingOrNew does what existing does, or opens a new record that has no house yet.
func existingOrNew(asked string) (*session.House, error) {
	dir, err := start.FindData(asked)
	if err != nil {
		return nil, err
	}
	return session.Open(dir, time.Now)
}

// reading does what existing does, for what writes nothing: no file of the house changes.
func reading(asked string) (*session.House, error) {
	dir, err := start.FindData(asked)
	if err != nil {
		return nil, err
	}
	return session.Read(dir, time.Now)
}

// written does what existing does where the record can be written to and its key is beside it and opens; else
// what reading does. A mere copy is left as it is.
func written(asked string) (*session.House, error) {
	if !hasKeys(asked) || !mayWrite(asked) {
		return reading(asked)
	}
	h, err := existing(asked)
	if errors.Is(err, record.ErrProtected) { // a backup at night needs no secret
		return reading(asked)
	}
	return h, err
}

// hasKeys reports whether the key of the record lies beside it.
func hasKeys(asked string) bool {
	dir, err := start.FindData(asked)
	if err != nil {
		return false
	}
	_, err = os.Stat(filepath.Join(dir, storage.KeyFile))
	return err == nil
}

// mayWrite reports whether this account may write to the record of a data directory.
func mayWrite(asked string) bool {
	dir, err := start.FindData(asked)
	if err != nil {
		return false
	}
	f, err := os.OpenFile(filepath.Join(dir, storage.FileName), os.O_RDWR, 0)
	return err == nil && f.Close() == nil
}

// closing closes a house and keeps the first error.
func closing(h *session.House, err *error) { *err = errors.Join(*err, h.Close()) }

// newFile refuses a file that is there already, or cannot be written.
func newFile(file string) error {
	if err := session.Unused(file); err != nil {
		return err
	}
	return session.Writable(file)
}

// openToOthers returns the rights of a plain file by which others of the machine may read it; "" for one that
// is closed.
func openToOthers(file string, info os.FileInfo) string {
	if runtime.GOOS == "windows" || !info.Mode().IsRegular() || info.Mode().Perm()&0o077 == 0 {
		return ""
	}
	return fmt.Sprintf("%s has rights %#o", file, info.Mode().Perm())
}

// broughtOpen warns of an enrolment that others may read. It is taken all the same: it comes on a stick, whose
// files may have no rights of their own.
func broughtOpen(s streams, file string) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	if open := openToOthers(file, info); open != "" {
		fmt.Fprintf(s.err, "%s, and others of this machine may read the key in it: destroy it now, and enroll anew if somebody did\n", open)
	}
	return nil
}
