package sums

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/reports"
)

// A ShiftMark is a property by which shifts are searched.
type ShiftMark string

// The marks of shifts.
const (
	MarkOpen       ShiftMark = "open"       // it has not closed yet
	MarkApart      ShiftMark = "apart"      // another machine plays its table: whether it has closed, and what is still to be seen to, is not known here
	MarkSigned     ShiftMark = "signed"     // its report was signed
	MarkUnsigned   ShiftMark = "unsigned"   // it has closed and its report was not signed
	MarkDifference ShiftMark = "difference" // a count of the float or of the drop was not what it should have been: of the float until somebody has seen to it, of the drop for good
	MarkIncident   ShiftMark = "incident"   // an incident of it is still open
	MarkNoDrop     ShiftMark = "nodrop"     // it has closed and its drop box was not counted
	MarkNoCount    ShiftMark = "nocount"    // it has closed and its float was not counted
	MarkPaidWrong  ShiftMark = "paidwrong"  // it has closed, and something that was paid wrong in it was never settled
	MarkOvertaken  ShiftMark = "overtaken"  // its report was signed, and what it says has changed since
)

// ShiftMarks returns all marks, in the order in which they are offered.
func ShiftMarks() []ShiftMark {
	return []ShiftMark{MarkOpen, MarkApart, MarkUnsigned, MarkNoCount, MarkNoDrop, MarkOvertaken, MarkDifference, MarkPaidWrong, MarkIncident, MarkSigned}
}

// A ShiftQuery says which shifts are wanted: those of which all that it says holds. The zero
// value wants every one.
type ShiftQuery struct {
	From, To string // gaming days as 2026-11-21, both wanted too; "" for no bound
	Table    string // "" for every table
	Person   string // the number of who dealt, answered for it or counted there; "" for everybody
	Marks    []ShiftMark
	// Words are what somebody typed to find a shift by, with blanks between. Each must be the beginning of the
	// table's name or of a gaming day, as 21.11.2026, 21.11., 11.2026 or 2026-11. Or it is the number of the shift
	// after a #, or the number or a part of the name of who was there. Capitals do not count.
	Words string
}

// A ShiftLine is a shift in a list.
type ShiftLine struct {
	Table string
	shifts.Head
	Signed    bool      // its report was signed
	SignedAt  time.Time // when it was signed last
	DropIsOff bool      // as pit.Table.DropIsOff has it
	// CorrectedOff is as pit.Table.CorrectedOff has it.
	CorrectedOff bool
	// PaidWrong reports whether something that was paid wrong was not settled when it closed.
	PaidWrong bool
	// Apart reports whether another machine plays the table: the shift is known as this one left it.
	Apart bool

	next int64 // where the table's next shift begins, 0 where none does
}

// Overtaken reports whether the figures of the report have changed since it was signed.
func (l *ShiftLine) Overtaken() bool { return l.Signed && l.Changed.After(l.SignedAt) }

// Has reports whether the shift is shown with a mark.
func (l *ShiftLine) Has(m ShiftMark) bool {
	if l.Apart && m != MarkApart && m != MarkSigned && m != MarkOvertaken {
		return false
	}
	switch m {
	case MarkOpen:
		return l.Open()
	case MarkApart:
		return l.Apart
	case MarkSigned:
		return l.Signed
	case MarkUnsigned:
		return !l.Open() && !l.Signed
	case MarkDifference:
		return l.Differences > 0 || l.DropIsOff || l.CorrectedOff
	case MarkIncident:
		return l.Incidents > 0
	case MarkOvertaken:
		return l.Overtaken()
	case MarkPaidWrong:
		return l.PaidWrong
	case MarkNoCount:
		return !l.Open() && !l.Counted
	case MarkNoDrop:
		return !l.Open() && !l.Drop
	}
	return false
}

// Shifts returns the shifts that a query wants, by gaming day, the newest first. Of a day the open ones come
// first, then they go by table. Its cost does not grow with the length of the shifts, once their sums are kept.
// The lines' People are shared: they must not be changed.
func (h Sums) Shifts(q ShiftQuery) ([]ShiftLine, error) {
	w := h.wanted(q)
	lines, err := h.listed(&w)
	if err != nil {
		return nil, err
	}
	if err := h.bySums(lines); err != nil {
		return nil, err
	}
	lines = slices.DeleteFunc(lines, func(l ShiftLine) bool { return !w.marked(&l) })
	slices.SortFunc(lines, newest)
	return lines, nil
}

// listed returns the shifts that a query wants, whatever their marks, by their headlines.
func (h Sums) listed(w *wanted) ([]ShiftLine, error) {
	h.heads.mu.Lock()
	defer h.heads.mu.Unlock()
	n, without := 0, map[string]bool{}
	for _, set := range h.State.Tables {
		heads, err := h.heads.of(h, set.Name)
		if h.AnothersFault(set.Name, err) {
			without[set.Name] = true
			continue
		}
		if err != nil {
			return nil, err
		}
		n += len(heads.List)
	}
	lines := make([]ShiftLine, 0, n)
	report := record.ReportPrinted{Report: string(reports.ShiftReport) + record.SignedReport}
	for _, set := range h.State.Tables {
		if w.Table != "" && w.Table != set.Name || without[set.Name] {
			continue
		}
		heads, apart := h.heads.tables[set.Name], !h.State.Has(set.Name)
		for i := range heads.List {
			line := ShiftLine{Table: set.Name, Apart: apart}
			line.Head, line.next, _ = heads.Shift(i + 1)
			line.Head = line.WithOffice(h.State.Boxes().Drops(set.Name, line.Number))
			report.Table, report.Shift = set.Name, line.Number
			line.SignedAt = h.State.Backups().SignedAt(report)
			line.Signed = !line.SignedAt.IsZero()
			if w.has(&line) {
				lines = append(lines, line)
			}
		}
	}
	return lines, nil
}

// Open returns the tables of this machine that have an open shift; only that one where a name is given. Error: of a record that cannot be read.
func (h Sums) Open(name string) (tables []string, err error) {
	lines, err := h.listed(&wanted{ShiftQuery: ShiftQuery{Table: name}})
	for i := range lines {
		if lines[i].Has(MarkOpen) {
			tables = append(tables, lines[i].Table)
		}
	}
	return tables, err
}

// bySums sets in each line of a closed shift whether its result fits its counted drop, and whether something
// was paid wrong in it.
func (h Sums) bySums(lines []ShiftLine) (err error) {
	table, last := "", int64(0)
	h.sums.making.Lock()
	defer h.sums.making.Unlock()
	defer func() { err = errors.Join(err, h.keepSums(table, last)) }()
	for i := range lines { // table by table
		l := &lines[i]
		if l.Open() {
			continue
		}
		if err := h.Progress(i, len(lines)); err != nil {
			return err
		}
		if l.Table != table {
			if err := h.keepSums(table, last); err != nil {
				return err
			}
			table = l.Table
			if last, err = h.Store.Last(table); err != nil {
				return err
			}
		}
		sum, err := h.shiftSum(h.State, table, Shift{Head: l.Head, next: l.next}, last, true, thisForm())
		if h.AnothersFault(table, err) {
			continue
		}
		if err != nil {
			return err
		}
		l.DropIsOff, l.PaidWrong, l.CorrectedOff = l.Drop && sum.DropIsOff, sum.PaidWrong, sum.CorrectedOff
	}
	return nil
}

func newest(a, b ShiftLine) int {
	open := func(l *ShiftLine) int {
		if l.Open() {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(b.Day, a.Day), open(&b)-open(&a), cmp.Compare(a.Table, b.Table), cmp.Compare(b.Number, a.Number))
}
