package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sabot/app/pitclient"
	"sabot/app/session"
	"sabot/app/start"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
	"sabot/storage/disk"
)

// pitJoin makes a record a member of the pit. It makes a new record where there is none and the house has an office.
func pitJoin(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("pit join")
	data := f.data()
	rest, err := f.read(args, 1, 1)
	if err != nil {
		return err
	}
	text, err := disk.ReadPlain(rest[0], disk.LargestKey)
	if err == nil {
		err = broughtOpen(s, rest[0])
	}
	if err != nil {
		return err
	}
	e, err := pitclient.ReadEnrolment(text)
	if err != nil {
		return err
	}
	open := existing
	if e.IsMember() {
		open = existingOrNew
		dir, err := start.FindData(*data)
		if err != nil {
			return err
		}
		if _, err := os.Stat(filepath.Join(dir, storage.FileName)); errors.Is(err, fs.ErrNotExist) { // opened, there would be a record
			if err := isOwn(ctx, noRecord{}, e, s); err != nil {
				return err
			}
		}
	}
	h, err := open(*data)
	if err != nil {
		return err
	}
	defer closing(h, &err)
	was, err := pitclient.Enrolled(h.Store())
	if err != nil {
		return err
	}
	if err := e.CheckHouse(h.State.Name, h.State.People().Names()...); err != nil {
		return err
	}
	if name := nameOf(h, was); name != "" && name != e.Machine && e.IsMember() {
		if err := otherNameLines(h, name, e, was, s); err != nil {
			return err
		}
		return fmt.Errorf("this folder is that of %s, and what is entered there is of that machine for good: %s does not join here, and nothing was written. Join in the folder of %[2]s, or in an empty one if it never shipped", oneLine(name), oneLine(e.Machine))
	}
	refused := (*pitclient.Refusal)(nil)
	switch err := isOwn(ctx, h.Takeover(), e, s); {
	case refusesOwn(err) || h.State.Name == "" && err != nil:
		return err
	case was != nil && err != nil && (e.IsMember() || errors.As(err, &refused)): // it ships by what it has
		return fmt.Errorf("%s stays enrolled as it was, and nothing was written: %w", oneLine(was.Machine), err)
	}
	if err := h.Takeover().Brings(e.Machine, e.Tables); err != nil {
		return err
	}
	if e, err = pitclient.Join(h.Store(), h.State.Name, text, h.State.People().Names()...); err != nil {
		return err
	}
	if e.IsMember() {
		if err := takesIn(ctx, h, e, s); err != nil {
			return err
		}
	}
	if e.IsOffice() { // a table that was moved away and back is not here before the pit has been asked
		if err := h.Takeover().HoldTables(e.Machine, e.Tables); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(s.out, "%s ships from its next start on to %s\nthe pit countersigns as %s\n", e.Machine, strings.Join(e.Addresses, ", "), e.Witness)
	return err
}

// nameOf returns the name in the pit of the machine that a record is of: the record's own word goes before the enrolment that lies beside it. It is
// "" where it never had one.
func nameOf(h *session.House, enrolled *pitclient.Enrolment) string {
	if here := h.State.Office().Here; here != "" || enrolled == nil {
		return here
	}
	return enrolled.Machine
}

// otherNameLines says what a record that would join under another name has of the tables that it plays, and what helps: the commands each on a
// line. Was is how it is enrolled; nil where it is not. Error: of a record that cannot be read.
func otherNameLines(h *session.House, name string, e, was *pitclient.Enrolment, s streams) error {
	another := e.Machine
	tables, err := h.Takeover().Kept(name)
	if err != nil {
		return err
	}
	say := func(format string, args ...any) { fmt.Fprintln(s.err, oneLine(fmt.Sprintf(format, args...))) }
	if len(tables) > 0 {
		asOf, err := stateAsOf(h)
		if err != nil {
			return err
		}
		say("The pit was not asked where its tables are. This record has %s:", asOf)
	}
	for _, table := range tables {
		state, err := pit.Resume(h.Store(), table)
		if err != nil {
			return err
		}
		open := ""
		if state.Open {
			open = ", which is open here,"
		}
		say("%s%s is played by %s: no other machine plays it before it is moved.", table, open, name)
	}
	of := ofTables(tables)
	office := name == e.Office || was != nil && was.IsOffice()
	if office {
		of += " --office"
	}
	if office && was == nil || was != nil && was.Reads() {
		of += " --reads"
	}
	say("With a certificate of %s it joins here:", name)
	say("    sabotctl pit enroll --data DIR --pit DIR --machine '%s'%s -o FILE", name, of)
	say("    sabotctl pit join FILE --data DIR")
	if office {
		return nil // an office has no other name
	}
	if len(tables) > 0 {
		say("Where the pit refuses its record for good, have %s join in an empty folder, and move the tables there:", another)
	}
	for _, table := range tables {
		say("    sabotctl pit move --data DIR --pit DIR --table %s --to '%s' --over", table, another)
	}
	return nil
}

// stateAsOf returns up to when a record knows of the house, in words: by what its machine noted last, else by the last entry of the office that it has.
// Error: of a record that cannot be read.
func stateAsOf(h *session.House) (string, error) {
	office := h.State.Office()
	asOf, err := pitclient.AsOf(h.Store())
	switch {
	case err != nil:
		return "", err
	case office.Machine == "":
		return "its last entry of " + h.State.Wall(h.State.Last).Format(dated), nil
	case asOf.IsZero() || asOf.Before(office.At.Truncate(time.Second)):
		return fmt.Sprintf("the last entry of %s of %s", office.Machine, h.State.Wall(office.At).Format(dated)), nil
	}
	return fmt.Sprintf("all that %s had entered until %s", office.Machine, h.State.Wall(asOf).Format(dated)), nil
}

// isOwn demands that a record has what the pit has of the machine that joins, and says what helps where it has not.
func isOwn(ctx context.Context, own pitclient.Past, e *pitclient.Enrolment, s streams) error {
	err := throughFailover(ctx, func(ctx context.Context) error { return pitclient.CheckOwn(ctx, own, e, time.Now) })
	notOwn := (*pitclient.NotOwnError)(nil)
	if !errors.As(err, &notOwn) {
		return shipError(err, e)
	}
	for _, line := range notOwnLines(notOwn, e) {
		fmt.Fprintln(s.err, oneLine(line))
	}
	return fmt.Errorf("%s does not join here, and nothing was written: %w", oneLine(e.Machine), err)
}

// refusesOwn reports whether the error is that of a record which is not that of the machine.
func refusesOwn(err error) bool {
	notOwn := (*pitclient.NotOwnError)(nil)
	return errors.As(err, &notOwn)
}

// notOwnLines returns what to do where a record is not that of the machine that joins: the commands each on a line.
func notOwnLines(notOwn *pitclient.NotOwnError, e *pitclient.Enrolment) []string {
	if notOwn.Of != "" {
		return []string{
			fmt.Sprintf("The pit's database has the record of %s under the name of %s. Do not bring that back here.", notOwn.Of, e.Machine),
			"See what it says, have it taken away there, and give this command again:",
			"    sabotctl pit status --pit DIR        # where the pit's folder is",
		}
	}
	reads := ""
	if e.Reads() {
		reads = " --reads"
	}
	lines := []string{
		fmt.Sprintf("%s has shipped before: the pit has %d entries of its %s. If its disk is there, join in the folder of its record.", e.Machine, notOwn.Entries, notOwn.Stream),
		"If that is lost, bring the record back into an empty folder:",
		"    sabotctl pit fetch --pit DIR --machine '" + e.Machine + "' -o FILE        # where the pit's folder is",
	}
	if e.IsOffice() {
		return append(lines,
			"    sabotctl restore FILE --data DIR && sabotctl recover --data DIR --kit KIT",
			"    sabotctl restored --data DIR --backup FILE --sign NUMBER --pin-file PIN",
			"then enroll it once more with its tables, and join there:",
			"    sabotctl pit enroll --data DIR --pit DIR --machine '"+e.Machine+"'"+ofTables(e.Tables)+" --office"+reads+" -o FILE")
	}
	lines = append(lines,
		"    sabotctl restore FILE --data DIR        # and join there with the file that you have now",
		"Or go on under another name, in an empty folder:")
	another := "'" + cmp.Or(notOwn.Another, e.Machine+"-2") + "'"
	if e.Office == "" {
		return append(lines, "    sabotctl pit enroll --data DIR --pit DIR --machine "+another+" --tables "+strings.Join(e.Tables, ",")+" --move"+reads+" -o FILE")
	}
	lines = append(lines, "    sabotctl pit enroll --data DIR --pit DIR --machine "+another+reads+" -o FILE", "    sabotctl pit join FILE --data DIR")
	tables := e.Tables
	if len(tables) == 0 { // those that were moved to it are not named there
		tables = []string{"TABLE"}
	}
	for _, table := range tables {
		lines = append(lines, "    sabotctl pit move --data DIR --pit DIR --table "+table+" --to "+another+" --over")
	}
	return lines
}

// ofTables returns the option that names tables; "" of none.
func ofTables(tables []string) string {
	if len(tables) == 0 {
		return ""
	}
	return " --tables " + strings.Join(tables, ",")
}

// A noRecord is the record of an empty folder.
type noRecord struct{}

// Past implements pitclient.Past.
func (noRecord) Past(string, int64) (log seal.Tree, err error) { return log, nil }

// takesIn makes a record follow the house's office and take over its entries. A record that was put back from a
// backup takes over the sealed keys of its people alone, until a manager has signed for that.
func takesIn(ctx context.Context, h *session.House, e *pitclient.Enrolment, s streams) error {
	first, was := h.State.Office().Machine == "", h.State.Office().Size
	var member pitclient.Member = h.Takeover()
	if h.State.SignsToJoin() {
		by, err := managerAt(h, s, "a manager who works here has the record go by the house's office")
		if err != nil {
			return errors.Join(err, pitclient.Leave(h.Store()))
		}
		member = joining{h.Takeover(), by}
	}
	puller := pitclient.NewPuller(member, h.Store(), e, time.Now)
	if _, err := h.Store().Kept(storage.RestoreMark); !first && !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = puller.Keys(ctx)
		}
		if err != nil {
			return fmt.Errorf("the sealed keys of its people, without which nobody signs: %w", err)
		}
		fmt.Fprintf(s.out, "this record was put back from a backup: a manager signs for that with sabotctl restored, before anybody works here. Its next start takes in what %s entered since\n", oneLine(e.Office))
		return nil
	}
	err, missing, lacks := shipError(throughFailover(ctx, puller.Once), e), (*pitclient.NotHereError)(nil), (*pitclient.LacksError)(nil)
	switch {
	case err == nil:
	case errors.As(err, &missing) || errors.As(err, &lacks): // the rest is here
		fmt.Fprintf(s.err, "sabotctl pit: %s\n", told(err))
	case first:
		return errors.Join(fmt.Errorf("this record is that of no member yet: %w", err), pitclient.Leave(h.Store()))
	default:
		return err
	}
	fmt.Fprintf(s.out, "%d entries of %s taken in: people, tables and rules are those of the house %s\n", h.State.Office().Size-was, oneLine(e.Office), oneLine(h.State.Name))
	return nil
}

// A joining is a record with people of its own that one of them has go by the house's office.
type joining struct {
	session.Takeover
	by house.Badge
}

// TakeHouse implements pitclient.Member.
func (j joining) TakeHouse(machine string, from int64, entries [][]byte, head string, keys []record.Secret) error {
	return j.JoinHouse(machine, from, entries, head, keys, j.by)
}
