// Package flat writes numbers and texts in a row of bytes and reads them again: so that
// what was derived from thousands of shifts is read in the same number of allocations as
// what was derived from one.
package flat

import (
	"encoding/binary"
	"time"
)

// Int appends a number.
func Int(b []byte, n int64) []byte { return binary.AppendVarint(b, n) }

// Count appends how many of something follow, each of a byte at least.
func Count(b []byte, n int) []byte { return binary.AppendUvarint(b, uint64(n)) }

// Text appends a text with its length before it.
func Text(b []byte, text string) []byte { return append(Count(b, len(text)), text...) }

// Time appends a time, to the millisecond.
func Time(b []byte, at time.Time) []byte { return Int(b, at.UnixMilli()) }

// Bits appends up to eight marks, the first as the lowest.
func Bits(b []byte, set ...bool) []byte {
	var bits byte
	for i, is := range set {
		if is {
			bits |= 1 << i
		}
	}
	return append(b, bits)
}

// A Reader is a reader of what was appended, in the same order. Texts are parts of one. Once something is wrong all else is zero.
type Reader struct {
	rest  []byte
	text  string // all of it
	wrong bool
}

// Read reads bytes from their beginning.
func Read(b []byte) *Reader { return &Reader{rest: b, text: string(b)} }

// Done reports whether all was read and nothing was wrong.
func (r *Reader) Done() bool { return !r.wrong && len(r.rest) == 0 }

// Int reads a number.
func (r *Reader) Int() int64 {
	v, n := binary.Varint(r.rest)
	r.pass(n)
	return v
}

// Count reads how many of something follow.
func (r *Reader) Count() int {
	v, n := binary.Uvarint(r.rest)
	r.pass(n)
	if r.wrong || v > uint64(len(r.rest)) {
		r.wrong, r.rest = true, nil
		return 0
	}
	return int(v)
}

// pass leaves n bytes behind; where there are none of them something is wrong.
func (r *Reader) pass(n int) {
	if n <= 0 {
		r.wrong, r.rest = true, nil
		return
	}
	r.rest = r.rest[n:]
}

// Text reads a text.
func (r *Reader) Text() string {
	n := r.Count()
	at := len(r.text) - len(r.rest)
	if n > 0 {
		r.pass(n)
	}
	return r.text[at : at+n]
}

// Time reads a time, UTC.
func (r *Reader) Time() time.Time { return time.UnixMilli(r.Int()).UTC() }

// Bits reads marks into where they belong, the lowest first.
func (r *Reader) Bits(into ...*bool) {
	var bits byte
	if len(r.rest) > 0 {
		bits = r.rest[0]
	}
	r.pass(min(1, len(r.rest)))
	for i, is := range into {
		*is = bits&(1<<i) != 0
	}
}
