package house

import (
	"slices"

	"sabot/pit/record"
)

// A Former is a machine that had a table, as far as its own stream of the house says what comes with that to the next one: counts of drop boxes,
// signed reports of shifts, and that it let go.
type Former struct {
	office  bool
	size    int64
	wanted  int // of the next entries, the approvals of the last that comes along
	entries []formerEntry
	heard   []heardAt
	tables  []string // that it plays
	said    bool
}

// A formerEntry is an entry that comes along with a table, and the bytes of it and its approvals.
type formerEntry struct {
	record.Entry
	lines []string
}

// A heardAt is an entry of a machine by which it took in the office's entries up to one.
type heardAt struct{ seq, upTo int64 }

// NewFormer returns a machine of which nothing is read; office says that it is the house's office.
func NewFormer(office bool) *Former { return &Former{office: office} }

// Add takes in the next entry of its stream of the house. One that cannot be read brings nothing: whoever verifies the pit finds it.
func (f *Former) Add(text []byte) {
	f.size++
	if f.wanted > 0 {
		last := &f.entries[len(f.entries)-1]
		last.lines, f.wanted = append(last.lines, string(text)), f.wanted-1
	}
	if _, kind, err := record.DecodeKind(text); err != nil || !formerKinds[kind] {
		return
	}
	e, err := record.Decode(text)
	if err != nil {
		return
	}
	switch fact := e.Fact.(type) {
	case record.HouseTaken:
		if upTo := TakenUpTo(fact); upTo > 0 {
			f.heard = append(f.heard, heardAt{f.size, upTo})
		}
	case record.TablesHeld:
		f.tables, f.said = fact.Tables, true
	default:
		e.Seq = f.size
		f.entries, f.wanted = append(f.entries, formerEntry{e, []string{string(text)}}), len(record.Signers(fact))
	}
}

// formerKinds are the kinds of entries that a Former goes by.
var formerKinds = func() map[string]bool {
	kinds := map[string]bool{}
	for _, f := range []record.Fact{record.BoxCounted{}, record.BoxesTaken{}, record.ReportPrinted{}, record.PapersTaken{}, record.HouseTaken{}, record.TablesHeld{}} {
		kinds[record.KindOf(f)] = true
	}
	return kinds
}()

// TakenUpTo returns the number of the last entry of the office among those that a machine took in; 0 where it cannot be read.
func TakenUpTo(f record.HouseTaken) int64 {
	if len(f.Entries) == 0 {
		return 0
	}
	last, err := record.DecodeHead([]byte(f.Entries[len(f.Entries)-1]))
	if err != nil {
		return 0
	}
	return last.Seq
}

// LetGo returns up to which entry of the office the machine has heard, where it said last that it does not play a table; else 0.
func (f *Former) LetGo(table string) int64 {
	switch {
	case !f.said || slices.Contains(f.tables, table): // nobody has said which tables it plays, or this is one
		return 0
	case f.office:
		return f.size
	case len(f.heard) == 0:
		return 0
	}
	return f.heard[len(f.heard)-1].upTo
}

// until returns its last entry before it heard of one of the office: its last of all where it has not.
func (f *Former) until(entry int64) int64 {
	if f.office {
		return min(entry-1, f.size)
	}
	for _, h := range f.heard {
		if h.upTo >= entry {
			return h.seq - 1
		}
	}
	return f.size
}

// comesWith returns the entries that come with a table, up to one of the machine's; made says which of the counts that it took itself do.
func (f *Former) comesWith(table string, to int64, made func(*TakenCount) bool) (lines []string) {
	for _, e := range f.entries {
		if e.Seq > to {
			break
		}
		if Makes(e.Fact, table) {
			lines = append(lines, e.lines[:min(int64(len(e.lines)), to-e.Seq+1)]...)
			continue
		}
		switch f := e.Fact.(type) {
		case record.BoxesTaken:
			if f.Table == table {
				lines = append(lines, OnlyMade(f, made)...)
			}
		case record.PapersTaken:
			if f.Table == table { // who takes them holds each against the house
				lines = append(lines, f.Entries...)
			}
		}
	}
	return lines
}

// Makes reports whether an entry of a machine is one that comes with a table to the next one: a count of a drop box, or a report that people signed.
func Makes(f record.Fact, table string) bool {
	switch f := f.(type) {
	case record.BoxCounted:
		return f.Table == table
	case record.ReportPrinted:
		return f.Table == table && f.PINs && OfSignedShift(f)
	}
	return false
}

// OnlyMade returns the entries of those counts that came to a machine with a table which made accepts, each with its approvals.
func OnlyMade(f record.BoxesTaken, made func(*TakenCount) bool) (lines []string) {
	for _, c := range TakenCounts(f.Table, f.Entries) {
		if made(&c) {
			lines = append(lines, c.Lines...)
		}
	}
	return lines
}

// LeftOut returns the counts and signed reports of a table's shifts that machines before the last one have, and that one has not: it may have left them
// out of what it took.
func LeftOut(table string, last []string, before [][]string) (lines []string) {
	has, seen := TakenCounts(table, last), slices.Clone(last)
	for _, list := range before {
		for _, c := range TakenCounts(table, list) {
			if !slices.ContainsFunc(has, func(h TakenCount) bool { return h.Same(c.DropCount) && len(h.Lines) == len(c.Lines) }) {
				has, lines = append(has, c), append(lines, c.Lines...)
			}
		}
		for _, p := range TakenPapers(table, list) {
			if !slices.Contains(seen, p.Lines[0]) {
				seen, lines = append(seen, p.Lines[0]), append(lines, p.Lines...)
			}
		}
	}
	return lines
}

// Formers returns the machines that had a table before the one to which it was moved last.
func (h Moves) Formers(table string) []string {
	return slices.DeleteFunc(h.PlayedOn(table), func(machine string) bool { return machine == h.moved[table].To })
}

// Comes returns the entries of machines before that come with a table to the one to which it was moved last, by what each of them has in its
// stream of the house. A count that one says it took comes along unless it was not made where the table was.
func (h Moves) Comes(table string, formers map[string]*Former) []string {
	made := func(c *TakenCount) bool {
		unknown := false
		for _, machine := range h.Formers(table) {
			f := formers[machine]
			if f == nil || f.size < c.Number+int64(len(c.Lines))-1 {
				unknown = true
				continue
			}
			if slices.ContainsFunc(f.entries, func(e formerEntry) bool {
				return e.Seq == c.Number && slices.Equal(e.lines[:min(len(e.lines), len(c.Lines))], c.Lines)
			}) {
				return true
			}
		}
		return unknown
	}
	var last []string
	var before [][]string
	for _, machine := range h.Formers(table) {
		f := formers[machine]
		switch {
		case f == nil:
		case machine == h.moved[table].From:
			last = f.comesWith(table, f.size, made)
		default:
			before = append(before, f.comesWith(table, f.until(h.leftBy(table, machine)), made))
		}
	}
	return append(LeftOut(table, last, before), last...)
}

// leftBy returns the office's entry by which a table left a machine last, or was moved on from there before that had any of it.
func (h Moves) leftBy(table, machine string) (entry int64) {
	for _, m := range h.moves[table] {
		if m.from == machine || m.between == machine {
			entry = m.entry
		}
	}
	return entry
}
