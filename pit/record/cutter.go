package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"sabot/games"
)

// A cutter is a reader that takes bytes apart, value by value. A plain one refuses whatever has more than one way of writing: it
// takes no escapes, no blanks, no number but in its shortest form.
type cutter struct {
	rest  []byte
	err   error
	plain bool
}

var errNotPlain = errors.New("it is not as most are")

func (c *cutter) take(b byte) {
	switch {
	case c.err != nil:
	case len(c.rest) > 0 && c.rest[0] == b:
		c.rest = c.rest[1:]
	case c.plain:
		c.err = errNotPlain
	default:
		c.err = fmt.Errorf("no %q", b)
	}
}

func (c *cutter) int() int64 {
	if c.plain {
		return c.plainInt()
	}
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

func (c *cutter) plainInt() int64 {
	const most = 18 // digits
	n, minus, v := 0, false, int64(0)
	if len(c.rest) > 0 && c.rest[0] == '-' {
		n, minus = 1, true
	}
	first := n
	for n < len(c.rest) && '0' <= c.rest[n] && c.rest[n] <= '9' && n-first < most {
		v = 10*v + int64(c.rest[n]-'0')
		n++
	}
	digits := n - first
	more := n < len(c.rest) && (c.rest[n] == '.' || c.rest[n] == 'e' || c.rest[n] == 'E' || '0' <= c.rest[n] && c.rest[n] <= '9')
	if c.err == nil && (digits == 0 || more || c.rest[first] == '0' && (digits > 1 || minus)) {
		c.err = errNotPlain
	}
	c.rest = c.rest[n:]
	if minus {
		return -v
	}
	return v
}

func (c *cutter) nextInt() int64 { c.take(','); return c.int() }

func (c *cutter) nextText() string { c.take(','); return c.text() }

// nextTextLike reads as nextText does, without a copy of its own where the text is was.
func (c *cutter) nextTextLike(was string) string {
	c.take(',')
	if n := len(was) + 2; was != "" && c.err == nil && len(c.rest) >= n && c.rest[0] == '"' && c.rest[n-1] == '"' && string(c.rest[1:n-1]) == was {
		c.rest = c.rest[n:]
		return was
	}
	return c.text()
}

func (c *cutter) text() string {
	if c.err != nil || len(c.rest) == 0 || c.rest[0] != '"' {
		c.err = errors.New("no text")
		return ""
	}
	end, escaped := 1, false
	for end < len(c.rest) && c.rest[end] != '"' {
		if b := c.rest[end]; b == '\\' {
			escaped = true
			end++
		} else if c.plain && (b < ' ' || b > '~') {
			escaped = true
		}
		end++
	}
	if end >= len(c.rest) {
		c.err = errors.New("a text without end")
		return ""
	}
	quoted := c.rest[:end+1]
	c.rest = c.rest[end+1:]
	switch {
	case !escaped:
		return often(quoted[1 : len(quoted)-1])
	case c.plain:
		c.err = errNotPlain
		return ""
	}
	var s string
	c.err = json.Unmarshal(quoted, &s)
	return s
}

// often returns a text; of texts that records repeat there is one copy.
func often(b []byte) string {
	switch string(b) {
	case string(games.Win):
		return string(games.Win)
	case string(games.Lose):
		return string(games.Lose)
	case string(games.Push):
		return string(games.Push)
	case string(games.Void):
		return string(games.Void)
	case "":
		return ""
	}
	return string(b)
}

// nextOdds reads odds, or none.
func (c *cutter) nextOdds() games.Odds {
	text := c.nextText()
	if c.err != nil || text == "" {
		return games.Odds{}
	}
	var odds games.Odds
	odds, c.err = games.ParseOdds(text)
	return odds
}

// more reports whether the array that is being cut up goes on.
func (c *cutter) more() bool {
	if c.plain {
		return len(c.rest) > 0 && c.rest[0] == ','
	}
	return len(c.rest) > 1
}

// end returns the error of an array that was cut up, which must be over.
func (c *cutter) end() error {
	if c.err == nil && len(c.rest) > 0 {
		c.err = fmt.Errorf("%q is left", c.rest)
	}
	return c.err
}

// word takes that and nothing else.
func (c *cutter) word(w string) {
	if !c.has(w) && c.err == nil {
		c.err = errNotPlain
	}
}

// has takes that, if it is what comes.
func (c *cutter) has(w string) bool {
	if c.err != nil || len(c.rest) < len(w) || string(c.rest[:len(w)]) != w {
		return false
	}
	c.rest = c.rest[len(w):]
	return true
}

// truth takes a field that is there only where it is true.
func (c *cutter) truth(field string) bool {
	if !c.has(field) {
		return false
	}
	c.word("true")
	return true
}

// textOf takes a field that is there only where its text is not empty.
func (c *cutter) textOf(field string) string {
	if !c.has(field) {
		return ""
	}
	return c.text()
}

// list takes an array.
func list[T any](c *cutter, one func(*T, *cutter)) []T {
	c.take('[')
	out := make([]T, 0, 1+bytes.Count(c.rest, []byte("],[")))
	for c.err == nil && !c.has("]") {
		if len(out) > 0 {
			c.take(',')
		}
		var v T
		one(&v, c)
		out = append(out, v)
	}
	return out
}
