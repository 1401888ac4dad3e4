package reports

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"sabot/pit/people"
	"sabot/pit/record"
)

// Noted is what somebody looks through after a gaming day, entry by entry: what was changed
// of the house, its tables and its people, or what was out of the ordinary.
type Noted struct {
	House string
	Day   string
	Open  int // shifts of the day that are still open
	Lines []NotedLine
}

// NotedLine is one entry of it.
type NotedLine struct {
	At      time.Time // UTC
	Table   string    // record.HouseStream for the house
	Seq     int64
	Shift   int
	Hand    int
	Kind    string
	By      string // who answers for it, by number; "" for a program
	Name    string
	Signers []NotedName
	Fields  []NotedField
}

// NotedName is somebody who gave their PIN for an entry.
type NotedName struct{ Number, Name string }

// NotedField is a field of an entry, as the record names it, with what it was before where
// something of that kind was; values are as the record has them, amounts in minor units.
type NotedField struct {
	Path    []string
	Was, Is string
}

// OfNoted is evidence with what was noted.
func (e Evidence) OfNoted(n Noted) (Evidence, error) { return e.with(&n) }

// LineOf is an entry, beside what stood before it of the same thing; nil for nothing.
func LineOf(e record.Entry, before record.Fact, house *people.House) NotedLine {
	l := NotedLine{At: e.At.UTC(), Table: e.Table, Seq: e.Seq, Shift: e.Shift, Hand: e.Hand, Kind: record.KindOf(e.Fact), By: e.By, Name: house.NameOf(e.By)}
	for _, number := range record.Signers(e.Fact) {
		l.Signers = append(l.Signers, NotedName{number, house.NameOf(number)})
	}
	l.Fields = changed(before, e.Fact)
	return l
}

// changed are the fields of a fact that somebody reads, where there was one before those that
// differ.
func changed(before, now record.Fact) []NotedField {
	was, is := fieldsOf(before), fieldsOf(now)
	var list []NotedField
	for _, f := range is {
		i := slices.IndexFunc(was, func(w NotedField) bool { return slices.Equal(w.Path, f.Path) })
		if i < 0 {
			list = append(list, f)
			continue
		}
		if f.Was = was[i].Is; f.Was != f.Is || names(f.Path) {
			list = append(list, f)
		}
	}
	for _, w := range was {
		if !slices.ContainsFunc(is, func(f NotedField) bool { return slices.Equal(w.Path, f.Path) }) {
			list = append(list, NotedField{w.Path, w.Is, ""})
		}
	}
	return list
}

// names says whether a field says which table or whom an entry is about: it is told though it
// never differs.
func names(path []string) bool {
	return len(path) == 1 && (path[0] == "number" || path[0] == "name" || path[0] == "table")
}

// unread are fields that say nothing to who reads: signatures, and what other columns have.
var unread = []string{"by", "says", "seq", "approver", "manager", "with", "given", "laid", "decisions", "rows", "parts", "bets", "people", "incident", "payout", "house", "sig", "note", "heads", "since", "alert", "head"}

// fieldsOf are the fields of a fact, in the record's own order; a list of plain values is one.
func fieldsOf(f record.Fact) []NotedField {
	if f == nil {
		return nil
	}
	var list []NotedField
	d := json.NewDecoder(bytes.NewReader(record.EncodeValue(f)))
	d.UseNumber()
	flatten(d, nil, &list)
	return list
}

// flatten reads a value and puts what is plain in it behind list.
func flatten(d *json.Decoder, path []string, list *[]NotedField) {
	token, err := d.Token()
	if err != nil {
		return
	}
	add := func(is string) {
		if is != "" && !slices.ContainsFunc(path, func(p string) bool { return slices.Contains(unread, p) }) {
			*list = append(*list, NotedField{slices.Clone(path), "", short(is)})
		}
	}
	switch token {
	case json.Delim('{'):
		for d.More() {
			key, err := d.Token()
			name, named := key.(string)
			if err != nil || !named {
				return
			}
			flatten(d, append(slices.Clip(path), name), list)
		}
		_, _ = d.Token()
	case json.Delim('['):
		var plain []string
		for d.More() {
			var inner []NotedField
			flatten(d, nil, &inner)
			for _, f := range inner {
				if name := strings.Join(f.Path, " "); name != "" {
					f.Is = name + " " + f.Is
				}
				plain = append(plain, f.Is)
			}
		}
		_, _ = d.Token()
		add(strings.Join(plain, ", "))
	default:
		switch v := token.(type) {
		case string:
			add(v)
		case json.Number:
			add(v.String())
		case bool:
			if v {
				add("true")
			}
		}
	}
}

// longest is how much of a value is told: keys and certificates are none to read.
const longest = 120

func short(value string) string {
	if r := []rune(value); len(r) > longest {
		return string(r[:16]) + "…"
	}
	return value
}
