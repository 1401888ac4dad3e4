package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sabot/app/session/eventlog"
	"sabot/app/text"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
)

// searchLog prints the entries that are looked for, the newest first, a line each: when,
// table and number, shift and hand (40+ after hand 40, in none), who answers for it, its kind and what it says, in words or as the record has it.
func searchLog(_ context.Context, args []string, s streams) (err error) {
	f := newFlags("log")
	data, table := f.data(), f.String("table", "", "")
	kinds, person := f.String("kind", "", ""), f.String("person", "", "")
	from, to := f.String("from", "", ""), f.String("to", "", "")
	exceptions, changes := f.Bool("exceptions", false, ""), f.Bool("changes", false, "")
	lang, raw := f.String("lang", spoken, ""), f.Bool("json", false, "")
	most := f.Int("n", 100, "")
	who := reader{data, f.String("reader", "", ""), f.String("pin-file", "", "")}
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	if *most < 1 {
		return fmt.Errorf("-n is how many entries are wanted, at least 1: not %d", *most)
	}
	if !slices.Contains(text.Languages(), *lang) {
		return fmt.Errorf("there are no texts in %q: there are %v", *lang, text.Languages())
	}
	h, _, end, err := who.house(written, house.ReadReports) // what it finds out on the way is kept for the next search, where it may be
	if err != nil {
		return err
	}
	defer end(&err)
	if *table != record.HouseStream {
		if _, err := h.TableNames(*table); err != nil {
			return err
		}
	}
	if who, _, known := h.State.People().SplitCode(*person); *person != "" && (!known || who.Number != *person) {
		return fmt.Errorf("nobody of the house has the number %q, nor had it", *person)
	}
	q := shifts.LogQuery{Person: *person, Most: *most}
	for _, kind := range strings.FieldsFunc(*kinds, func(r rune) bool { return r == ',' }) {
		if !slices.Contains(record.Kinds(), kind) {
			return fmt.Errorf("there is no kind of entry %q: there are %v", kind, record.Kinds())
		}
		q.Kinds = append(q.Kinds, kind)
	}
	switch {
	case *exceptions && *changes:
		return errors.New("give --exceptions or --changes")
	case *exceptions:
		q.Sort = record.Exception
	case *changes:
		q.Sort = record.Change
	}
	for _, edge := range []struct {
		text string
		at   *time.Time
		more int
	}{{*from, &q.From, 0}, {*to, &q.To, 1}} {
		if edge.text == "" {
			continue
		}
		if *edge.at, err = moment(edge.text, edge.more, h.State.Zone()); err != nil {
			return err
		}
	}
	if !q.To.IsZero() && !q.From.Before(q.To) {
		return fmt.Errorf("--from %s is after --to %s", *from, *to)
	}
	found, err := h.Log(*table, q)
	if err != nil {
		return err
	}
	lines, err := eventlog.Of(h).WithSubjects(found)
	if err != nil {
		return err
	}
	words := text.Open(*lang, h.State.Currency)
	for _, e := range lines {
		who, says, hand := e.By, string(record.EncodeValue(e.Fact)), strconv.Itoa(record.HandOf(e.Entry))
		if !*raw {
			who, says = inWords(&h.State, words, e)
			if e.Between() {
				hand = strconv.Itoa(e.Hand-1) + "+"
			}
		}
		fmt.Fprintf(s.out, "%s\t%s/%d\t%d/%s\t%s\t%s\t%s\n", e.At.In(h.State.Zone()).Format(dated), oneLine(e.Table), e.Seq, e.Shift, hand, oneLine(who), record.KindOf(e.Fact), oneLine(says))
	}
	return nil
}

// inWords returns who answers for an entry, by name and number, and what it says, amounts in its table's currency.
func inWords(house *house.House, words *text.Catalogue, e eventlog.Logged) (who, says string) {
	if t, ok := house.TableNamed(e.Table); ok && t.Currency != "" {
		words = words.In(t.Currency)
	}
	line := e.Line(house)
	says = line.What(words)
	if len(line.Each(words)) > 0 {
		says = words.Label(says, line.Said(words))
	}
	return line.Who(), strings.Join(strings.Fields(says), " ") // on one line
}

// moment returns a time as it is typed: a day, which counts whole, or a day and a time.
func moment(text string, days int, zone *time.Location) (time.Time, error) {
	if at, err := time.ParseInLocation("2006-01-02 15:04", text, zone); err == nil {
		return at, nil
	}
	at, err := time.ParseInLocation(time.DateOnly, text, zone)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is no time: give 2026-11-21 or \"2026-11-21 22:30\"", text)
	}
	return at.AddDate(0, 0, days), nil
}
