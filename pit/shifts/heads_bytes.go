package shifts

import (
	"errors"
	"maps"
	"slices"
	"time"

	"sabot/pit/flat"
)

// errNoHeads is the error of bytes that are no list of shifts.
var errNoHeads = errors.New("these are not the shifts of a table")

// MarshalBinary returns the list in bytes. However many shifts there are, reading them takes the same number of allocations. It
// cannot fail.
func (l *Heads) MarshalBinary() ([]byte, error) {
	b := flat.Count(flat.Int(nil, l.Seq), len(l.List))
	numbers := 0
	for i := range l.List {
		s := &l.List[i]
		numbers += len(s.People) + len(s.Dealt) + len(s.Answered)
	}
	b = flat.Count(b, numbers)
	for i := range l.List {
		b = l.List[i].append(b)
	}
	b = flat.Count(b, len(l.Seen))
	for _, who := range slices.Sorted(maps.Keys(l.Seen)) {
		b = flat.Time(flat.Text(b, who), l.Seen[who])
	}
	b = appendShifts(b, l.incidents)
	b = appendShifts(b, l.differences)
	return appendShifts(b, l.found), nil
}

// appendShifts writes in which shift each incident began.
func appendShifts(b []byte, incidents map[int64]int) []byte {
	b = flat.Count(b, len(incidents))
	for _, seq := range slices.Sorted(maps.Keys(incidents)) {
		b = flat.Int(flat.Int(b, seq), int64(incidents[seq]))
	}
	return b
}

func (s *Head) append(b []byte) []byte {
	b = flat.Bits(b, !s.Open(), !s.Changed.IsZero(), s.Counted, s.Drop)
	for _, n := range [...]int64{int64(s.Number), s.Seq, s.Shut, int64(s.Incidents), int64(s.Differences), int64(s.Counts)} {
		b = flat.Int(b, n)
	}
	b = flat.Time(b, s.Opened)
	if !s.Open() {
		b = flat.Time(b, s.Closed)
	}
	if !s.Changed.IsZero() {
		b = flat.Time(b, s.Changed)
	}
	for _, text := range [...]string{s.Day, s.Game, s.Currency} {
		b = flat.Text(b, text)
	}
	for _, numbers := range [...][]string{s.People, s.Dealt, s.Answered} {
		b = flat.Count(b, len(numbers))
		for _, n := range numbers {
			b = flat.Text(b, n)
		}
	}
	return b
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler: the inverse of MarshalBinary.
func (l *Heads) UnmarshalBinary(b []byte) error {
	r := heads{Reader: flat.Read(b)}
	read := Heads{Seq: r.Int(), Seen: map[string]time.Time{}}
	read.List = make([]Head, r.Count())
	r.numbers = make([]string, 0, r.Count())
	for i := range read.List {
		r.shift(&read.List[i])
	}
	for range r.Count() {
		who := r.Text()
		read.Seen[who] = r.Time()
	}
	read.incidents, read.differences, read.found = r.incidents(), r.incidents(), r.incidents()
	if !r.Done() {
		return errNoHeads
	}
	*l = read
	return nil
}

// heads is a reader of what MarshalBinary wrote; numbers of people are parts of one list.
type heads struct {
	*flat.Reader
	numbers []string
}

func (r *heads) shift(s *Head) {
	var closed, changed bool
	r.Bits(&closed, &changed, &s.Counted, &s.Drop)
	s.Number, s.Seq, s.Shut, s.Incidents, s.Differences, s.Counts, s.Opened = int(r.Int()), r.Int(), r.Int(), int(r.Int()), int(r.Int()), int(r.Int()), r.Time()
	if closed {
		s.Closed = r.Time()
	}
	if changed {
		s.Changed = r.Time()
	}
	s.Day, s.Game, s.Currency = r.Text(), r.Text(), r.Text()
	s.People, s.Dealt, s.Answered = r.list(), r.list(), r.list()
}

// incidents returns what appendShifts wrote; nil where there are none.
func (r *heads) incidents() map[int64]int {
	n := r.Count()
	if n == 0 {
		return nil
	}
	shifts := make(map[int64]int, n)
	for range n {
		seq := r.Int()
		shifts[seq] = int(r.Int())
	}
	return shifts
}

// list reads a list of numbers. It is cut off behind its last, so that whoever adds to it copies it.
func (r *heads) list() []string {
	n := r.Count()
	if n == 0 {
		return nil
	}
	from := len(r.numbers)
	for range n {
		r.numbers = append(r.numbers, r.Text())
	}
	return slices.Clip(r.numbers[from:])
}
