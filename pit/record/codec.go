package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"
	"unicode/utf8"

	"sabot/games"
)

// An entry has one encoding, a JSON array on one line:
//
//	[1,"LB1",17,1795241553123,"11",3,1,45,"card",{"card":"8h","at":"box:1"}]
//
// version, table, sequence, milliseconds of UTC since 1970, by whom, shift, shoe,
// hand, kind, and the fact's fields in the order of its struct. The bytes on disk
// are the record: whoever binds or ships entries takes the bytes as they are.

// ErrNewerRecord is wrapped by the error of a record that a newer Sabot wrote.
var ErrNewerRecord = errors.New("the record was written by a newer Sabot")

// Encode is the entry's one encoding.
func Encode(e Entry) []byte {
	b := appendHead(make([]byte, 0, 128), &e)
	b = appendText(b, e.Fact.kind())
	b = append(b, ',')
	b = append(b, EncodeValue(e.Fact)...)
	return append(b, ']')
}

// appendHead appends what stands before the kind.
func appendHead(b []byte, e *Entry) []byte {
	b = append(b, '[')
	b = strconv.AppendInt(b, EntryVersion, 10)
	b = append(b, ',')
	b = appendText(b, e.Table)
	b = append(b, ',')
	b = strconv.AppendInt(b, e.Seq, 10)
	b = append(b, ',')
	b = strconv.AppendInt(b, e.At.UnixMilli(), 10)
	b = append(b, ',')
	b = appendText(b, e.By)
	for _, n := range [...]int{e.Shift, e.Shoe, e.Hand} {
		b = append(b, ',')
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return append(b, ',')
}

// appendText appends a text as JSON has it; most have nothing in them to be escaped.
func appendText(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return append(b, EncodeValue(s)...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

// EncodeValue encodes a value of ours, which cannot fail, and leaves < and & as
// they are.
func EncodeValue(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(fmt.Sprintf("record: encoding %T: %v", v, err))
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// Decode is the inverse of Encode. A record of a newer version gives an error
// that wraps ErrNewerRecord and names both versions.
func Decode(b []byte) (Entry, error) {
	e, rest, err := decodeHead(b)
	if err != nil {
		return Entry{}, err
	}
	e.Fact, err = decodeTail(rest)
	if err != nil {
		return Entry{}, fmt.Errorf("entry %s/%d: %w", e.Table, e.Seq, err)
	}
	return e, nil
}

// DecodeHead reads what stands before an entry's kind, whatever a newer Sabot has put behind it; the
// fact is nil. Errors: as Decode.
func DecodeHead(b []byte) (Entry, error) {
	e, _, err := decodeHead(b)
	return e, err
}

// decodeHead reads what stands before the kind; rest is the kind and the fact.
func decodeHead(b []byte) (e Entry, rest []byte, err error) {
	c := cutter{rest: b}
	c.take('[')
	version := c.int()
	if c.err == nil && version > EntryVersion {
		return Entry{}, nil, fmt.Errorf("%w: an entry has version %d, this Sabot reads up to %d: install the newer one", ErrNewerRecord, version, EntryVersion)
	}
	e = Entry{Table: c.nextText(), Seq: c.nextInt(), At: time.UnixMilli(c.nextInt()).UTC(), By: c.nextText()}
	e.Shift, e.Shoe, e.Hand = int(c.nextInt()), int(c.nextInt()), int(c.nextInt())
	if c.err != nil || version < 1 || !utf8.Valid(b) || len(b) == 0 || b[len(b)-1] != ']' {
		return Entry{}, nil, fmt.Errorf("an entry that is none: %.80q", b)
	}
	return e, bytes.TrimSuffix(c.rest, []byte("]")), nil
}

// decodeTail reads a kind and a fact of that kind.
func decodeTail(b []byte) (Fact, error) {
	c := cutter{rest: b}
	kind := c.nextText()
	c.take(',')
	if c.err != nil || len(c.rest) == 0 {
		return nil, fmt.Errorf("a fact that is none: %.80q", b)
	}
	return decodeFact(kind, c.rest)
}

// cutter takes the head of an entry apart, value by value.
type cutter struct {
	rest []byte
	err  error
}

func (c *cutter) take(b byte) {
	if c.err == nil && (len(c.rest) == 0 || c.rest[0] != b) {
		c.err = fmt.Errorf("no %q", b)
	}
	if c.err == nil {
		c.rest = c.rest[1:]
	}
}

func (c *cutter) int() int64 {
	n := 0
	for n < len(c.rest) && (c.rest[n] == '-' || '0' <= c.rest[n] && c.rest[n] <= '9') {
		n++
	}
	v, err := strconv.ParseInt(string(c.rest[:n]), 10, 64)
	if c.err == nil && err != nil {
		c.err = err
	}
	c.rest = c.rest[n:]
	return v
}

func (c *cutter) nextInt() int64 { c.take(','); return c.int() }

func (c *cutter) nextText() string {
	c.take(',')
	if c.err != nil || len(c.rest) == 0 || c.rest[0] != '"' {
		c.err = errors.New("no text")
		return ""
	}
	end, escaped := 1, false
	for end < len(c.rest) && c.rest[end] != '"' {
		if c.rest[end] == '\\' {
			escaped = true
			end++
		}
		end++
	}
	if end >= len(c.rest) {
		c.err = errors.New("a text without end")
		return ""
	}
	quoted := c.rest[:end+1]
	c.rest = c.rest[end+1:]
	if !escaped {
		return string(quoted[1 : len(quoted)-1])
	}
	var s string
	c.err = json.Unmarshal(quoted, &s)
	return s
}

func decodeFact(kind string, b []byte) (Fact, error) {
	if row, known := factRows[kind]; known {
		return row.read(b)
	}
	return nil, fmt.Errorf("%w: it has entries of kind %q, which this version %d does not know", ErrNewerRecord, kind, EntryVersion)
}

func read[F Fact](b []byte) (Fact, error) {
	var f F
	if err := json.Unmarshal(b, &f); err != nil {
		return nil, fmt.Errorf("reading a fact of kind %s: %w", f.kind(), err)
	}
	if texts, ok := any(f).(readable); ok {
		if err := texts.read(); err != nil {
			return nil, fmt.Errorf("reading a fact of kind %s: %w", f.kind(), err)
		}
	}
	return f, nil
}

// MarshalJSON writes [box,"spot",amount], then "bettor" where there is one, and of a
// bet behind with an early decision "choice","then" and the funds if they are known.
func (p Put) MarshalJSON() ([]byte, error) {
	b := append([]byte{'['}, strconv.Itoa(p.Box)...)
	b = appendText(append(b, ','), p.Spot)
	b = strconv.AppendInt(append(b, ','), int64(p.Amount), 10)
	if p.Bettor != "" || p.Early != (games.Early{}) {
		b = appendText(append(b, ','), p.Bettor)
	}
	if p.Early != (games.Early{}) {
		b = appendText(append(b, ','), string(p.Early.Choice))
		b = appendText(append(b, ','), string(p.Early.Then))
		if p.Early.HasFunds {
			b = strconv.AppendInt(append(b, ','), int64(p.Early.Funds), 10)
		}
	}
	return append(b, ']'), nil
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (p *Put) UnmarshalJSON(b []byte) error {
	c := cutter{rest: b}
	c.take('[')
	p.Box, p.Spot, p.Amount = int(c.int()), c.nextText(), games.Amount(c.nextInt())
	if len(c.rest) > 1 {
		p.Bettor = c.nextText()
	}
	if len(c.rest) > 1 {
		p.Early.Choice, p.Early.Then = games.Choice(c.nextText()), games.Action(c.nextText())
	}
	if len(c.rest) > 1 {
		p.Early.Funds, p.Early.HasFunds = games.Amount(c.nextInt()), true
	}
	return c.end()
}

// MarshalJSON writes [bet,"outcome",staked,returned], then, only where one of them
// is not empty, "odds","reason",added, and then, where one is owed, the commission.
func (r Row) MarshalJSON() ([]byte, error) {
	b := append([]byte{'['}, strconv.Itoa(r.Bet)...)
	b = appendText(append(b, ','), string(r.Outcome))
	b = strconv.AppendInt(append(b, ','), int64(r.Staked), 10)
	b = strconv.AppendInt(append(b, ','), int64(r.Returned), 10)
	if r.Odds != (games.Odds{}) || r.Reason != "" || r.Added != 0 || r.Tracked {
		b = appendText(append(b, ','), r.Odds.String())
		b = appendText(append(b, ','), string(r.Reason))
		b = strconv.AppendInt(append(b, ','), int64(r.Added), 10)
	}
	if r.Tracked {
		b = strconv.AppendInt(append(b, ','), int64(r.Commission), 10)
	}
	return append(b, ']'), nil
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (r *Row) UnmarshalJSON(b []byte) error {
	c := cutter{rest: b}
	c.take('[')
	r.Bet, r.Outcome = int(c.int()), games.Outcome(c.nextText())
	r.Staked, r.Returned = games.Amount(c.nextInt()), games.Amount(c.nextInt())
	if len(c.rest) > 1 {
		r.Odds, r.Reason, r.Added = c.nextOdds(), games.Reason(c.nextText()), games.Amount(c.nextInt())
	}
	if len(c.rest) > 1 {
		r.Tracked, r.Commission = true, games.Amount(c.nextInt())
	}
	return c.end()
}

// nextOdds are odds, or none.
func (c *cutter) nextOdds() games.Odds {
	text := c.nextText()
	if c.err != nil || text == "" {
		return games.Odds{}
	}
	var odds games.Odds
	odds, c.err = games.ParseOdds(text)
	return odds
}

// end is the error of an array that was cut up, which must be over.
func (c *cutter) end() error {
	c.take(']')
	if c.err == nil && len(c.rest) > 0 {
		c.err = fmt.Errorf("%q is left", c.rest)
	}
	return c.err
}
