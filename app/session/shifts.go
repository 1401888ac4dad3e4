package session

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"sabot/pit"
	"sabot/pit/people"
	"sabot/reports"
)

// ShiftMark is something by which shifts are looked for.
type ShiftMark string

// The marks of shifts.
const (
	MarkOpen       ShiftMark = "open"       // it has not closed yet
	MarkSigned     ShiftMark = "signed"     // its report was signed
	MarkUnsigned   ShiftMark = "unsigned"   // it has closed and its report was not signed
	MarkDifference ShiftMark = "difference" // a count of the float or of the drop was not what it should have been
	MarkIncident   ShiftMark = "incident"   // an incident of it is still open
	MarkNoDrop     ShiftMark = "nodrop"     // it has closed and its drop box was not counted
	MarkOvertaken  ShiftMark = "overtaken"  // its report was signed, and what it says has changed since
)

// ShiftMarks are all marks, in the order in which they are offered.
func ShiftMarks() []ShiftMark {
	return []ShiftMark{MarkOpen, MarkUnsigned, MarkNoDrop, MarkOvertaken, MarkDifference, MarkIncident, MarkSigned}
}

// ShiftQuery says which shifts are wanted: those of which all that it says holds. The zero
// value wants every one.
type ShiftQuery struct {
	From, To string // gaming days as 2026-11-21, both wanted too; "" for no bound
	Table    string // "" for every table
	Person   string // the number of who dealt, answered for it or counted there; "" for everybody
	Marks    []ShiftMark
	// Words are what somebody typed to find a shift by, with blanks between: each must be
	// the beginning of the table's name or of a gaming day, as 21.11.2026, 21.11.,
	// 11.2026 or 2026-11, the number of the shift after a #, or the number or a part of
	// the name of who was there. Capitals do not count.
	Words string
}

// ShiftLine is a shift in a list.
type ShiftLine struct {
	Table string
	pit.ShiftHead
	Signed   bool      // its report was signed
	SignedAt time.Time // when it was signed last
	// Off is what nobody can say why by the drop as it was counted; unknown until it was.
	Off pit.Sum

	next int64 // where the table's next shift begins, 0 where none does
}

// Overtaken says that what the report says has changed since it was signed.
func (l *ShiftLine) Overtaken() bool { return l.Signed && l.Changed.After(l.SignedAt) }

// Has says whether a mark is to be set against the shift.
func (l *ShiftLine) Has(m ShiftMark) bool {
	switch m {
	case MarkOpen:
		return l.Open()
	case MarkSigned:
		return l.Signed
	case MarkUnsigned:
		return !l.Open() && !l.Signed
	case MarkDifference:
		return l.Difference
	case MarkIncident:
		return l.Incidents > 0
	case MarkOvertaken:
		return l.Overtaken()
	case MarkNoDrop:
		return !l.Open() && !l.Drop
	}
	return false
}

// Shifts are the shifts of the house that a query wants, by gaming day, the newest first;
// of a day those that are open before the others, then by table. What it takes does not
// grow with what the shifts hold, once what their drops came to is kept. The lines' People
// are shared: they are only read.
func (h *House) Shifts(q ShiftQuery) ([]ShiftLine, error) {
	if err := h.catchUp(); err != nil {
		return nil, err
	}
	w := h.wanted(q)
	lines, err := h.listed(&w)
	if err != nil {
		return nil, err
	}
	if err := h.byDrop(lines); err != nil {
		return nil, err
	}
	lines = slices.DeleteFunc(lines, func(l ShiftLine) bool { return !w.marked(&l) })
	slices.SortFunc(lines, newest)
	return lines, nil
}

// listed are the shifts that a query wants whatever their marks, as their headlines have
// them.
func (h *House) listed(w *wanted) ([]ShiftLine, error) {
	h.heads.mu.Lock()
	defer h.heads.mu.Unlock()
	n := 0
	for _, set := range h.State.Tables {
		heads, err := h.heads.of(h, set.Name)
		if err != nil {
			return nil, err
		}
		n += len(heads.List)
	}
	lines := make([]ShiftLine, 0, n)
	report := printedAs(Wanted{Kind: reports.ShiftReport, as: asSigned})
	for _, set := range h.State.Tables {
		if w.Table != "" && w.Table != set.Name {
			continue
		}
		heads := h.heads.tables[set.Name]
		for i := range heads.List {
			line := ShiftLine{Table: set.Name}
			line.ShiftHead, line.next, _ = heads.Shift(i + 1)
			line.ShiftHead = line.WithOffice(h.State.Drops(set.Name, line.Number))
			report.Table, report.Shift = set.Name, line.Number
			line.SignedAt = h.State.SignedAt(report)
			line.Signed = !line.SignedAt.IsZero()
			if w.has(&line) {
				lines = append(lines, line)
			}
		}
	}
	return lines, nil
}

// byDrop says of each shift whose drop was counted what it came to by that.
func (h *House) byDrop(lines []ShiftLine) error {
	table, last := "", int64(0)
	defer func() { h.keepSums(table, last) }()
	for i := range lines { // table by table
		l := &lines[i]
		if l.Open() || !l.Drop {
			continue
		}
		if err := h.progress(i, len(lines)); err != nil {
			return err
		}
		if l.Table != table {
			h.keepSums(table, last)
			var err error
			table = l.Table
			if last, err = h.store.Last(table); err != nil {
				return err
			}
		}
		sum, err := h.shiftSum(&h.State, table, headAndNext{ShiftHead: l.ShiftHead, next: l.next}, last, true)
		if err != nil {
			return err
		}
		l.Off, l.Difference = sum.Result.Difference, l.Difference || sum.DropIsOff
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

// wanted is a query made ready for many shifts.
type wanted struct {
	ShiftQuery
	words []word
}

// word is one that was typed, and whose numbers it may stand for.
type word struct {
	text   string
	people []string
}

func (h *House) wanted(q ShiftQuery) wanted {
	w := wanted{ShiftQuery: q}
	for _, text := range strings.Fields(strings.ToLower(q.Words)) {
		known := word{text: text}
		for _, s := range h.State.Staff {
			if s.Number == text || strings.Contains(strings.ToLower(s.Name), text) {
				known.people = append(known.people, s.Number)
			}
		}
		w.words = append(w.words, known)
	}
	return w
}

func (w *wanted) has(l *ShiftLine) bool {
	if l.Day < w.From || w.To != "" && l.Day > w.To || w.Person != "" && !slices.Contains(l.People, w.Person) {
		return false
	}
	for i := range w.words {
		if !w.words[i].fits(l) {
			return false
		}
	}
	return true
}

func (w *wanted) marked(l *ShiftLine) bool {
	for _, m := range w.Marks {
		if !l.Has(m) {
			return false
		}
	}
	return true
}

// fits says whether a word stands for something of the shift.
func (w *word) fits(l *ShiftLine) bool {
	if len(l.Table) >= len(w.text) && strings.EqualFold(l.Table[:len(w.text)], w.text) {
		return true
	}
	if w.text[0] == '#' {
		return numberIs(w.text[1:], l.Number)
	}
	return dayFits(w.text, l.Day) || slices.ContainsFunc(w.people, func(n string) bool { return slices.Contains(l.People, n) })
}

// numberIs says whether digits write a number; nothing is allocated for a list of
// thousands.
func numberIs(digits string, n int) bool {
	value := 0
	for _, d := range digits {
		if d < '0' || d > '9' || value > n {
			return false
		}
		value = 10*value + int(d-'0')
	}
	return digits != "" && value == n
}

// dayFits says whether a text writes the beginning of a gaming day, in either order, or
// its month.
func dayFits(text, day string) bool {
	if len(day) != len("2006-01-02") || !strings.ContainsAny(text, ".-") {
		return false
	}
	if strings.HasPrefix(day, text) {
		return true
	}
	var written [len("02.01.2006")]byte
	copy(written[:], day[8:10])
	written[2] = '.'
	copy(written[3:], day[5:7])
	written[5] = '.'
	copy(written[6:], day[:4])
	begins := func(whole []byte) bool { return len(text) <= len(whole) && string(whole[:len(text)]) == text }
	return begins(written[:]) || begins(written[3:])
}

// NoDay is the first of some words that is written as a gaming day or its month and is none,
// as 31.02.2026; "" where there is none such.
func NoDay(words string) string {
	for _, word := range strings.Fields(words) {
		if strings.Trim(word, "0123456789.-") == "" && strings.ContainsAny(word, ".-") && !anyDay(word) {
			return word
		}
	}
	return ""
}

// anyDay says whether a text writes the beginning of any day of this century.
func anyDay(text string) bool {
	const century = 100
	for day, end := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), 2000+century; day.Year() < end; day = day.AddDate(0, 0, 1) {
		if dayFits(text, day.Format(time.DateOnly)) {
			return true
		}
	}
	return false
}

// headAndNext is a shift, and where the next one of its table begins; 0 where none does.
type headAndNext struct {
	pit.ShiftHead
	next int64
	upTo int64 // the headline up to which they are known
}

// between are a table's shifts of some gaming days, in their order.
func (s *shiftHeads) between(h *House, table, from, to string) ([]headAndNext, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	heads, err := s.of(h, table)
	if err != nil {
		return nil, err
	}
	wanted := func(i int) bool { return heads.List[i].Day >= from && heads.List[i].Day <= to }
	n := 0
	for i := range heads.List {
		if wanted(i) {
			n++
		}
	}
	list := make([]headAndNext, 0, n)
	for i := range heads.List {
		if wanted(i) {
			head, next, _ := heads.Shift(i + 1)
			list = append(list, headAndNext{head, next, heads.Seq})
		}
	}
	return list, nil
}

// Head is what the headlines of a table say of one of its shifts; without a number where
// it has had no such shift.
func (h *House) Head(table string, shift int) (pit.ShiftHead, error) {
	if shift == 0 { // what is of no one shift
		return pit.ShiftHead{}, nil
	}
	h.heads.mu.Lock()
	defer h.heads.mu.Unlock()
	heads, err := h.heads.of(h, table)
	if err != nil {
		return pit.ShiftHead{}, err
	}
	head, _, _ := heads.Shift(shift)
	return head.WithOffice(h.State.Drops(table, shift)), nil
}

// shiftUpTo is pit.ShiftUpTo by the list of shifts, with what the office had counted of it
// in a state of the house.
func (h *House) shiftUpTo(house *people.House, table string, n int, seq int64) (*pit.Table, bool, error) {
	h.heads.mu.Lock()
	heads, err := h.heads.of(h, table)
	var head pit.ShiftHead
	next, ok := int64(0), false
	if err == nil {
		head, next, ok = heads.Shift(n)
	}
	h.heads.mu.Unlock()
	if err != nil || !ok || head.Seq > seq {
		return nil, false, err
	}
	t, err := h.fold(house, table, headAndNext{ShiftHead: head, next: next}, seq)
	return t, true, err
}

// fold is a shift as it was at an entry of its table and in a state of the house.
func (h *House) fold(house *people.House, table string, s headAndNext, seq int64) (*pit.Table, error) {
	t, err := pit.ShiftBetween(h.store, table, s.Seq, s.next, seq)
	if err == nil {
		t.CountedByOffice(house.Drops(table, s.Number))
	}
	return t, err
}
