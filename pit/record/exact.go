package record

import (
	"bytes"
	"errors"
)

// Exact decodes entries whose bytes must be those that Encode writes. A table's facts say
// the same few things again and again, so it remembers those it has read: an Exact is for
// one goroutine, and who gets a fact does not change it.
type Exact struct {
	facts map[string]Fact // by their bytes
	head  []byte
}

// remembered is how many facts an Exact remembers before it begins anew: a few MB.
const remembered = 20_000

var errInexact = errors.New("it is not written as an entry is")

// Decode is Decode of one entry. Errors: those of Decode, and of bytes that Encode would
// not have written.
func (x *Exact) Decode(b []byte) (Entry, error) {
	e, rest, err := decodeHead(b)
	if err != nil {
		return Entry{}, err
	}
	x.head = appendHead(x.head[:0], &e)
	known := bytes.HasPrefix(b, x.head) && len(x.head)+len(rest) == len(b) // the comma before, the bracket behind
	if e.Fact = x.facts[string(rest)]; e.Fact != nil && known {
		return e, nil
	}
	if e, err = Decode(b); err != nil {
		return Entry{}, err
	}
	if !bytes.Equal(Encode(e), b) {
		return e, errInexact
	}
	if len(x.facts) >= remembered || x.facts == nil {
		x.facts = map[string]Fact{}
	}
	x.facts[string(rest)] = e.Fact
	return e, nil
}
