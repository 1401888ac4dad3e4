package pit

import (
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"time"
)

// errNoHeads is the error of bytes that are no list of shifts.
var errNoHeads = errors.New("these are not the shifts of a table")

// What of a shift is one bit.
const (
	bitClosed = 1 << iota
	bitChanged
	bitDifference
	bitDrop
)

// MarshalBinary is the list in bytes from which it is read in the same number of
// allocations, however many shifts there are: numbers as varints, texts with their length
// before them. It cannot fail.
func (l *ShiftHeads) MarshalBinary() ([]byte, error) {
	b := binary.AppendVarint(nil, l.Seq)
	b = binary.AppendUvarint(b, uint64(len(l.List)))
	numbers := 0
	for i := range l.List {
		s := &l.List[i]
		numbers += len(s.People) + len(s.Dealt) + len(s.Answered)
	}
	b = binary.AppendUvarint(b, uint64(numbers))
	for i := range l.List {
		b = l.List[i].append(b)
	}
	b = binary.AppendUvarint(b, uint64(len(l.Seen)))
	for _, who := range slices.Sorted(maps.Keys(l.Seen)) {
		b = binary.AppendVarint(appendText(b, who), l.Seen[who].UnixMilli())
	}
	b = binary.AppendUvarint(b, uint64(len(l.incidents)))
	for _, seq := range slices.Sorted(maps.Keys(l.incidents)) {
		b = binary.AppendVarint(binary.AppendVarint(b, seq), int64(l.incidents[seq]))
	}
	return b, nil
}

func (s *ShiftHead) append(b []byte) []byte {
	bits := bitIf(bitClosed, !s.Open()) | bitIf(bitChanged, !s.Changed.IsZero()) | bitIf(bitDifference, s.Difference) | bitIf(bitDrop, s.Drop)
	b = append(b, bits)
	for _, n := range [...]int64{int64(s.Number), s.Seq, int64(s.Incidents), s.Opened.UnixMilli()} {
		b = binary.AppendVarint(b, n)
	}
	if bits&bitClosed != 0 {
		b = binary.AppendVarint(b, s.Closed.UnixMilli())
	}
	if bits&bitChanged != 0 {
		b = binary.AppendVarint(b, s.Changed.UnixMilli())
	}
	for _, text := range [...]string{s.Day, s.Game, s.Currency} {
		b = appendText(b, text)
	}
	for _, numbers := range [...][]string{s.People, s.Dealt, s.Answered} {
		b = binary.AppendUvarint(b, uint64(len(numbers)))
		for _, n := range numbers {
			b = appendText(b, n)
		}
	}
	return b
}

func bitIf(bit byte, set bool) byte {
	if set {
		return bit
	}
	return 0
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler: the inverse of MarshalBinary.
func (l *ShiftHeads) UnmarshalBinary(b []byte) error {
	r := flat{rest: b, text: string(b)}
	read := ShiftHeads{Seq: r.int(), Seen: map[string]time.Time{}}
	read.List = make([]ShiftHead, r.count())
	r.numbers = make([]string, 0, r.count())
	for i := range read.List {
		r.shift(&read.List[i])
	}
	for range r.count() {
		who := r.string()
		read.Seen[who] = r.time()
	}
	if n := r.count(); n > 0 {
		read.incidents = make(map[int64]int, n)
		for range n {
			seq := r.int()
			read.incidents[seq] = int(r.int())
		}
	}
	if r.wrong || len(r.rest) > 0 {
		return errNoHeads
	}
	*l = read
	return nil
}

// flat reads what MarshalBinary wrote. Texts are parts of one, numbers of people of one
// list. Once something is wrong all else is zero.
type flat struct {
	rest    []byte
	text    string // all of it
	numbers []string
	wrong   bool
}

func (r *flat) int() int64 {
	v, n := binary.Varint(r.rest)
	r.pass(n)
	return v
}

// count is how many of something follow, each of a byte at least.
func (r *flat) count() int {
	v, n := binary.Uvarint(r.rest)
	r.pass(n)
	if r.wrong || v > uint64(len(r.rest)) {
		r.wrong, r.rest = true, nil
		return 0
	}
	return int(v)
}

// pass leaves n bytes behind; where there are none of them something is wrong.
func (r *flat) pass(n int) {
	if n <= 0 {
		r.wrong, r.rest = true, nil
		return
	}
	r.rest = r.rest[n:]
}

func (r *flat) string() string {
	n := r.count()
	at := len(r.text) - len(r.rest)
	if n > 0 {
		r.pass(n)
	}
	return r.text[at : at+n]
}

func (r *flat) time() time.Time { return time.UnixMilli(r.int()).UTC() }

func (r *flat) shift(s *ShiftHead) {
	var bits byte
	if len(r.rest) > 0 {
		bits = r.rest[0]
	}
	r.pass(min(1, len(r.rest)))
	s.Number, s.Seq, s.Incidents, s.Opened = int(r.int()), r.int(), int(r.int()), r.time()
	if bits&bitClosed != 0 {
		s.Closed = r.time()
	}
	if bits&bitChanged != 0 {
		s.Changed = r.time()
	}
	s.Difference, s.Drop = bits&bitDifference != 0, bits&bitDrop != 0
	s.Day, s.Game, s.Currency = r.string(), r.string(), r.string()
	s.People, s.Dealt, s.Answered = r.list(), r.list(), r.list()
}

// list is cut off behind its last, so that who adds to it copies it.
func (r *flat) list() []string {
	n := r.count()
	if n == 0 {
		return nil
	}
	from := len(r.numbers)
	for range n {
		r.numbers = append(r.numbers, r.string())
	}
	return slices.Clip(r.numbers[from:])
}
