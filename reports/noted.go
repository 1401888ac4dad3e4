package reports

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports/forms"
)

// A Noted is a list of entries for review after gaming days. It has what was changed of the house, its tables and
// its people, or what was out of the ordinary.
type Noted struct {
	House string
	Day   string
	To    string `json:",omitempty"` // the last day, where it is of several
	Open  int    // shifts of these days that are still open
	Lines []NotedLine
	// Running says that the last of the days was not over: more of it can be entered.
	Running bool `json:",omitempty"`
	Reach
}

// A NotedLine is one entry of a Noted.
type NotedLine struct {
	At      time.Time // UTC
	Table   string    // record.HouseStream for the house
	Seq     int64
	Shift   int
	Hand    int
	After   bool `json:",omitempty"` // it was entered after the hand before that one, and in none; never before form 7
	Kind    string
	By      string // who answers for it, by number; "" for a program
	Name    string
	Signers []NotedName
	Fields  []NotedField
	Of      *NotedOf `json:",omitempty"` // the entry that it is about; nil before form 7
	// Names are the names of the people whose numbers are in Fields, and in the fields of Of; none before form 7.
	Names map[string]string `json:",omitempty"`
	// NamesWas are the earlier names of people in the former values, where they had another name when those were
	// entered.
	NamesWas map[string]string `json:",omitempty"`

	zone *time.Location // of the house, in which times in it are said
}

// A NotedOf is an entry that another one is about: what was taken back, which alarm was seen.
type NotedOf struct {
	Seq    int64
	Kind   string       `json:",omitempty"` // "" where nobody looked it up
	Fields []NotedField `json:",omitempty"`
	// Names are the names that its people had when it was entered, where they differ.
	Names map[string]string `json:",omitempty"`
}

// A NotedName is a person who gave their PIN for an entry.
type NotedName struct{ Number, Name string }

// A NotedField is a field of an entry, as the record names it, with what it was before if it was anything. Values
// are as the record has them, amounts in minor units.
type NotedField struct {
	Path    []string
	Was, Is string
}

// top returns the field of the entry that it is or lies in: "" of evidence that somebody made up, which may name none.
func (f NotedField) top() string {
	if len(f.Path) == 0 {
		return ""
	}
	return f.Path[0]
}

// last returns its own name, the last one of its path.
func (f NotedField) last() string {
	if len(f.Path) == 0 {
		return ""
	}
	return f.Path[len(f.Path)-1]
}

// OfNoted returns e with what was noted.
func (e Evidence) OfNoted(n Noted) (Evidence, error) { return e.with(&n) }

// Lists reports whether a fact is one of those that evidence of changes or exceptions lists.
func (e Evidence) Lists(f record.Fact) bool {
	sort := record.Change
	if e.Kind == ExceptionsReport {
		sort = record.Exception
	}
	if e.Form < forms.Seven {
		return formerSort(f) == sort
	}
	return record.IsOf(f, sort)
}

// OwnRules reports whether the form of the evidence tells each hand by its own rules, and announced limits by those before.
func (e Evidence) OwnRules() bool { return e.Form >= forms.Seven }

// LineOf returns an entry as a form of evidence has it. The fact before stood there before of the same thing, the
// fact of is the entry that it is about; nil for none.
func LineOf(form int, e record.Entry, before, of record.Fact, house *house.House) NotedLine {
	house, hand := forms.NamesIn(form, house), e.Hand
	if form >= forms.Seven {
		hand = record.HandOf(e)
	}
	l := NotedLine{At: e.At.UTC(), Table: e.Table, Seq: e.Seq, Shift: e.Shift, Hand: hand, Kind: record.KindOf(e.Fact), By: e.By, Name: house.NameAt(e.By, e.At), zone: house.Zone()}
	for _, number := range record.Signers(e.Fact) {
		l.Signers = append(l.Signers, NotedName{number, house.NameAt(number, e.At)})
	}
	l.Fields = changed(form, before, e.Fact)
	if form < forms.Seven {
		return l
	}
	if f, ok := e.Fact.(record.Approved); ok { // a signature on the entry before it, of another than who answers for that
		l.Signers = []NotedName{{f.By, house.NameAt(f.By, e.At)}}
	}
	firstFloat(l.Fields, e.Fact, e.Shift)
	l.chosen(e.Fact, house)
	l.leaver(e.Fact, house)
	l.Fields = append(l.Fields, lostIn(e.Fact, e.Seq, house)...)
	l.named(l.Kind, l.Fields, house)
	if seq := RefersTo(e.Fact); seq > 0 {
		l.Of = &NotedOf{Seq: seq}
		if of != nil {
			l.Of.Kind, l.Of.Fields = record.KindOf(of), append(fieldsOf(form, of), lostIn(of, seq, house)...)
			firstFloat(l.Of.Fields, of, e.Shift)
			if _, ended := e.Fact.(record.Stopped); ended { // it is the same program
				l.Of.Fields = nil
			}
			l.named(l.Of.Kind, l.Of.Fields, house)
		}
	}
	return l
}

// firstFloat renames the float of a table's first opening to the table's own, where it is among fields: no
// closing left it.
func firstFloat(fields []NotedField, opening record.Fact, shift int) {
	if f, opened := opening.(record.Opened); !opened || f.Closer == nil || shift != 1 {
		return
	}
	for i, f := range fields {
		if slices.Equal(f.Path, []string{"closer"}) {
			fields[i].Path = []string{"float"}
		}
	}
}

// LineOf returns an entry as this evidence has it. Of an opening without a count exceptions say that alone, not all rules of the
// table.
func (e Evidence) LineOf(entry record.Entry, before, of record.Fact, house *house.House) NotedLine {
	l := LineOf(e.Form, entry, before, of, house)
	if _, opened := entry.Fact.(record.Opened); opened && e.Kind == ExceptionsReport {
		l.Fields = slices.DeleteFunc(l.Fields, func(f NotedField) bool { return f.top() != "uncounted" })
	}
	return l
}

// RefersTo returns the number of the entry, in the same stream, that a fact is about; 0 of one that is about none.
func RefersTo(f record.Fact) int64 {
	switch f := f.(type) {
	case record.Undone:
		return f.Seq
	case record.Acknowledged:
		return f.Seq
	case record.MoveVoided:
		return f.Seq
	case record.BoughtIn:
		return f.Replaces
	case record.PayoutSettled:
		return f.Payout
	case record.LimitsBegan:
		return f.Seq
	case record.LimitsWithdrawn:
		return f.Seq
	case record.VideoAsked:
		return f.Incident
	case record.VideoAnswered:
		return f.Incident
	case record.IncidentClosed:
		return f.Incident
	case record.AlertSeen:
		return f.Alert
	case record.LossSigned:
		return f.Restore
	case record.BoxCounted:
		return f.Replaces
	case record.Approved:
		return f.Seq
	case record.Stopped:
		return f.Began
	}
	return 0
}

// changed returns the shown fields of a fact; where there was one before only those that differ.
func changed(form int, before, now record.Fact) []NotedField {
	was, is := fieldsOf(form, before), fieldsOf(form, now)
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

// names reports whether a field names the table or the person of an entry: it is shown though it never differs.
func names(path []string) bool {
	return len(path) == 1 && (path[0] == "number" || path[0] == "name" || path[0] == "table")
}

// unread are the fields that evidence before form 7 has not.
var unread = []string{"by", "says", "seq", "approver", "manager", "with", "given", "laid", "decisions", "rows", "parts", "bets", "people", "incident", "payout", "house", "sig", "before", "note", "heads", "since", "alert", "head", "run", "unended", "began"}

// fieldsOf returns the fields of a fact as a form of evidence has them, in the record's own order. A list of plain
// values is one field.
func fieldsOf(form int, f record.Fact) []NotedField {
	if f == nil {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(record.EncodeValue(f)))
	d.UseNumber()
	r := fieldReader{Decoder: d, kind: record.KindOf(f), labelled: form >= forms.Seven}
	r.value(nil)
	return r.list
}

// A fieldReader reads the fields of a fact.
type fieldReader struct {
	*json.Decoder
	kind     string // of the fact
	labelled bool   // only fields that have a label, lists of several values as they are written
	list     []NotedField
}

// told reports whether a field is shown.
func (r *fieldReader) told(path []string) bool {
	switch {
	case r.labelled && len(path) == 0:
		return true
	case r.labelled && record.ToldOf(r.kind, path[0]) != "":
		return record.ToldOf(r.kind, path[0]) != record.Hidden
	case r.labelled:
		return slices.Contains(fieldWords, path[0])
	}
	return !slices.ContainsFunc(path, func(p string) bool { return slices.Contains(unread, p) })
}

func (r *fieldReader) add(path []string, is string) {
	if is != "" && r.told(path) {
		r.list = append(r.list, NotedField{slices.Clone(path), "", is})
	}
}

// value reads a value and adds what is plain in it.
func (r *fieldReader) value(path []string) {
	if r.labelled && len(path) > 0 && isComposed(path[len(path)-1]) {
		var raw json.RawMessage
		if r.Decode(&raw) == nil {
			is := string(raw)
			if text := ""; json.Unmarshal(raw, &text) == nil {
				is = text
			}
			r.add(path, is)
		}
		return
	}
	token, err := r.Token()
	if err != nil {
		return
	}
	switch token {
	case json.Delim('{'):
		for r.More() {
			key, err := r.Token()
			name, named := key.(string)
			if err != nil || !named {
				return
			}
			r.value(append(slices.Clip(path), name))
		}
		_, _ = r.Token()
	case json.Delim('['):
		r.add(path, short(strings.Join(r.values(), ", ")))
	default:
		switch v := token.(type) {
		case string:
			if r.labelled {
				v = fingerprint(v)
			}
			r.add(path, short(v))
		case json.Number:
			r.add(path, short(v.String()))
		case bool:
			if v {
				r.add(path, "true")
			}
		}
	}
}

// values reads what is left of a list.
func (r *fieldReader) values() (plain []string) {
	for r.More() {
		inner := fieldReader{Decoder: r.Decoder}
		inner.value(nil)
		for _, f := range inner.list {
			if name := strings.Join(f.Path, " "); name != "" {
				f.Is = name + " " + f.Is
			}
			plain = append(plain, f.Is)
		}
	}
	_, _ = r.Token()
	return plain
}

// longest is how much of a value is told: keys and certificates are none to read.
const longest = 120

func short(value string) string {
	if r := []rune(value); len(r) > longest {
		return string(r[:16]) + "…"
	}
	return value
}
