package record

import (
	"bytes"
	"errors"
	"fmt"
)

// An Exact is a decoder of entries whose bytes must be those that Encode writes. The facts of a table repeat, so it remembers
// those it has read: an Exact is for one goroutine, and who gets a fact does not change it.
type Exact struct {
	facts  map[string]Fact // by their bytes
	again  []byte          // the entry as Encode writes it
	before Entry           // with texts that need no escape
}

// remembered is the number of facts that an Exact remembers before it begins anew: a few MB.
const remembered = 20_000

// memorable is the largest size of a fact that is said again and again, in bytes.
const memorable = 80

var errInexact = errors.New("it is not written as an entry is")

// Decode decodes one entry. Errors: those of Decode, and of bytes that Encode would not have written.
func (x *Exact) Decode(b []byte) (Entry, error) {
	e, rest, err := x.head(b)
	if err != nil {
		return Entry{}, err
	}
	often := len(rest) <= memorable
	if often {
		if e.Fact = x.facts[string(rest)]; e.Fact != nil {
			return e, nil
		}
	}
	if e.Fact, err = decodeTail(rest); err != nil {
		return Entry{}, fmt.Errorf("entry %s/%d: %w", e.Table, e.Seq, err)
	}
	if x.again = appendTail(x.again[:0], e.Fact); !bytes.Equal(x.again, b[len(b)-len(rest):]) {
		return e, errInexact
	}
	if !often {
		return e, nil
	}
	if len(x.facts) >= remembered || x.facts == nil {
		x.facts = map[string]Fact{}
	}
	x.facts[string(rest)] = e.Fact
	return e, nil
}

// head decodes a head as decodeHead does, and refuses what Encode would not have written. Most heads can be written in one way
// alone.
func (x *Exact) head(b []byte) (e Entry, rest []byte, err error) {
	e, rest, err = decodeHead(cutter{rest: b, plain: true}, &x.before)
	if err == nil && len(rest) > 0 && rest[0] == ',' {
		x.before = e
		return e, rest, nil
	}
	if e, rest, err = decodeHead(cutter{rest: b}, &Entry{}); err != nil {
		return e, rest, err
	}
	x.again = appendHead(x.again[:0], &e)
	if !bytes.HasPrefix(b, x.again) || len(x.again)+len(rest) != len(b) { // the comma before, the bracket behind
		err = errInexact
	}
	return e, rest, err
}
