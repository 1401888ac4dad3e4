package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"text/tabwriter"
	"time"

	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/app/text"
	"sabot/reports"
	"sabot/storage/disk"
)

// groupArgs is the usage of the group's commands. What a pit does with its folder a group does with its own: pit serve,
// status, verify, backup and restore.
const groupArgs = `init --group DIR --name NAME --address HOST:PORT[,…] --database-file FILE | enroll --group DIR --house NAME [--anew] -o FILE | join FILE --pit DIR | ask --group DIR --house NAME --machine NAME --table T [--end] | report --group DIR [--day DAY] [--hours] [--lang L]`

// groupCommand runs a command of a group.
func groupCommand(ctx context.Context, args []string, s streams) error {
	all := map[string]func(context.Context, []string, streams) error{
		"init": groupInit, "enroll": groupEnroll, "join": groupJoin, "ask": groupAsk, "report": groupReport,
	}
	if len(args) == 0 || all[args[0]] == nil {
		return errors.New("name what of the group: init, enroll, join, ask or report; see sabotctl group --help")
	}
	return all[args[0]](ctx, args[1:], s)
}

var errNoGroup = errors.New("name the group's own folder with --group: its authority, its keys and the URL of its database are in it")

// groupFolder reads the folder of a group's server.
func groupFolder(dir string) (*pitserver.Folder, error) {
	if dir == "" {
		return nil, errNoGroup
	}
	folder, err := pitserver.ReadFolder(dir)
	if err == nil && !folder.Houses {
		err = fmt.Errorf("%s is the folder of the pit of %q, and no group's", dir, folder.House)
	}
	return folder, err
}

// groupInit makes a group's server of a database, or brings one up to date and renews its certificate.
func groupInit(ctx context.Context, args []string, s streams) error {
	f := newFlags("group init")
	dir, name := f.String("group", "", ""), f.String("name", "", "")
	addresses, file := f.String("address", "", ""), f.String("database-file", "", "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	if *dir == "" {
		return errNoGroup
	}
	old, err := pitserver.ReadFolder(*dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if old != nil && *name == "" {
		*name = old.House
	}
	if *name == "" {
		return errors.New("name the group with --name")
	}
	list, hosts, owner, err := reached(old, *addresses, *file)
	if err != nil {
		return err
	}
	made, err := pitserver.MakeGroup(ctx, *dir, old, *name, owner, list, hosts, time.Now())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "group %s in %s\ncountersigns as %s\nits certificate ends on %s\nnext: sabotctl group enroll for each house, sabotctl pit serve --pit %s --listen %s\n",
		made.House, *dir, made.Verifier(), made.Ending().Format(time.DateOnly), *dir, list[0])
	return err
}

// groupEnroll gives the pit of a house a certificate to ship with.
func groupEnroll(ctx context.Context, args []string, s streams) error {
	f := newFlags("group enroll")
	dir, house, file, anew := f.String("group", "", ""), f.String("house", "", ""), f.String("o", "", ""), f.Bool("anew", false, "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	if *house == "" || *file == "" {
		return errors.New("name the house, as its pit says it, with --house, and with -o the file that it is given")
	}
	if err := newFile(*file); err != nil {
		return err
	}
	folder, err := groupFolder(*dir)
	if err != nil {
		return err
	}
	if err := sayShippedBefore(ctx, folder, *house, "pit, in its folder", s); err != nil {
		return err
	}
	e, err := pitserver.EnrollHouse(ctx, folder, *house, *anew, time.Now())
	if err != nil {
		return err
	}
	content, err := e.Text()
	if err != nil {
		return err
	}
	if err := session.WriteFile(*file, content); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s is enrolled: bring %s to its pit, run sabotctl group join there, and destroy it: it has the key with which the house ships\n", *house, *file)
	return err
}

// groupJoin makes a house's pit a member of a group.
func groupJoin(ctx context.Context, args []string, s streams) error {
	f := newFlags("group join")
	dir := f.String("pit", "", "")
	rest, err := f.read(args, 1, 1)
	if err != nil {
		return err
	}
	folder, err := owned(*dir)
	if err != nil {
		return err
	}
	content, err := disk.ReadPlain(rest[0], disk.LargestKey)
	if err == nil {
		err = broughtOpen(s, rest[0])
	}
	if err != nil {
		return err
	}
	e, err := pitserver.JoinGroup(ctx, *dir, folder, content, time.Now())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s is a member of the group %s: sabotctl pit serve ships to it from its next start on\nthe group countersigns as %s\n", e.Machine, e.House, e.Witness)
	return err
}

// groupAsk makes a house ship all entries of a table, or no more of them.
func groupAsk(ctx context.Context, args []string, s streams) error {
	f := newFlags("group ask")
	dir, house, machine, table := f.String("group", "", ""), f.String("house", "", ""), f.String("machine", "", ""), f.String("table", "", "")
	end := f.Bool("end", false, "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	folder, err := groupFolder(*dir)
	if err != nil {
		return err
	}
	if *house == "" || *machine == "" || *table == "" {
		return errors.New("name the house with --house, its machine with --machine and the table with --table")
	}
	if err := pitserver.Ask(ctx, folder, *house, *machine, *table, !*end, time.Now()); err != nil {
		return err
	}
	says := "%s of %s of %s is asked for: sabotctl pit status says how far it has come\n"
	if *end {
		says = "%s of %s of %s is asked for no more; what is here stays\n"
	}
	_, err = fmt.Fprintf(s.out, says, *table, *machine, *house)
	return err
}

// groupReport writes the sums of the houses of a group on a gaming day, in its month and in its year to that day.
func groupReport(ctx context.Context, args []string, s streams) error {
	f := newFlags("group report")
	dir, day, lang, hours := f.String("group", "", ""), f.String("day", "", ""), f.String("lang", "", ""), f.Bool("hours", false, "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	if *lang != "" && !slices.Contains(text.Languages(), *lang) {
		return fmt.Errorf("there are no texts in %q: there are %v", *lang, text.Languages())
	}
	on, err := dayOf("--day", *day, time.Now().UTC().Format(time.DateOnly))
	if err != nil {
		return err
	}
	if _, err := groupFolder(*dir); err != nil {
		return err
	}
	folder, q, err := asking(*dir)
	if err != nil {
		return err
	}
	defer q.Close()
	held := true
	all := map[string][]reports.HouseLine{} // by period
	var without []string                    // a line of each house that has no figures
	doubts, err := pitserver.HousesOf(ctx, q, folder, on, time.Now(), func(h pitserver.HouseAt, wrong error) {
		sum, left, err := reports.HouseSumByTable(h.House, on, h.Shifts)
		if wrong == nil {
			wrong = err
		}
		for _, d := range h.Doubts {
			held = false
			without = append(without, fmt.Sprintf("%s: %s", h.House, clipped(d)))
		}
		for _, table := range left {
			held = false
			without = append(without, fmt.Sprintf("%s: without %s: %s", h.House, table, reports.TooMuch(table).What))
		}
		if wrong != nil {
			held = false
			without = append(without, fmt.Sprintf("%s cannot be summed up: %s", h.House, clipped(wrong.Error())))
			return
		}
		if h.Still != "" {
			held = false
			without = append(without, h.House+": "+h.Still)
		}
		if h.Stream.Signed == 0 {
			if h.Still == "" {
				without = append(without, h.House+": nothing heard of it yet")
			}
			return
		}
		if noFigures(sum) {
			year := sum.Periods[len(sum.Periods)-1]
			without = append(without, fmt.Sprintf("%s: no shift from %s to %s", h.House, year.From, year.To))
			return
		}
		words := wordsOf(cmp.Or(*lang, spoken), h.Shifts)
		if *hours {
			wrong = printHours(s, words, h)
		}
		for _, p := range sum.Periods {
			fmt.Fprintf(s.out, "%s, %s: %s..%s\n", oneLine(h.House), p.Of, p.From, p.To)
			wrong = firstError(wrong, printLines(s.out, words, "table", byCount, p), printLuck(s.out, words, p))
			for _, currency := range sum.Currencies() {
				if l := p.Total(currency); l.Shifts > 0 {
					l.Table = h.House
					all[p.Of] = append(all[p.Of], l)
				}
			}
		}
		wrong = firstError(wrong, printRunning(s.out, words, sum))
		held = held && wrong == nil
	})
	if err != nil {
		return err
	}
	for _, d := range doubts {
		held = false
		without = append(without, clipped(d.String()))
	}
	for _, line := range without {
		fmt.Fprintln(s.out, oneLine(line))
	}
	for _, of := range slices.Sorted(maps.Keys(all)) {
		lines, left := reports.Summable(all[of])
		for _, l := range left {
			held = false
			fmt.Fprintf(s.out, "group %s, %s to %s: without %s, whose amounts are more than can be summed up\n", folder.House, of, on, oneLine(l.Table))
		}
		p, words := reports.Period{Lines: lines}, text.Open(cmp.Or(*lang, spoken), all[of][0].Currency)
		fmt.Fprintf(s.out, "group %s, %s to %s\n", folder.House, of, on)
		if err := firstError(printLines(s.out, words, "house", byCount, p), printLuck(s.out, words, p)); err != nil {
			return err
		}
	}
	if !held {
		return errNotHeld
	}
	return nil
}

// noFigures reports whether a house has no shift in any period, and none that is open.
func noFigures(sum reports.HouseSum) bool {
	return len(sum.Running) == 0 && !slices.ContainsFunc(sum.Periods, func(p reports.Period) bool { return len(p.Lines) > 0 })
}

// wordsOf returns the texts for a house's figures, its amounts as they are written in that language.
func wordsOf(lang string, shifts []reports.HouseShift) *text.Catalogue {
	if len(shifts) == 0 {
		return text.Open(lang, "")
	}
	return text.Open(lang, shifts[0].Currency)
}

// printHours writes what each hour brought at each table of a house, and at all of them.
func printHours(s streams, words *text.Catalogue, h pitserver.HouseAt) error {
	fmt.Fprintf(s.out, "%s, hour by hour (UTC)\n", oneLine(h.House))
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "until\ttable\thands\tturnover\tdrop\tresult by hands\t")
	line := func(l pitserver.Hour) {
		money := words.In(l.Currency)
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\t%s\t%s\n", l.Said.Format(time.DateTime), oneLine(l.Table), l.Hands, money.Cents(l.Turnover), money.Cents(l.Drop), money.Cents(l.Result), l.Currency)
	}
	for _, l := range pitserver.HoursSummed(h.Hours) {
		if l.Table == "" {
			l.Table = "= all"
		}
		line(l)
	}
	return w.Flush()
}
