package shoe

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sabot/games"
)

// lineLength is how many characters a line of the neutral protocol has at most, before its CR LF.
const lineLength = 80

// A neutral decodes the line protocol of docs/shoe.md.
type neutral struct {
	buf  []byte   // from $ on; empty between lines
	last string   // what the line that counts last said, without its check; "" where none did
	came []string // what lines said since the shoe began to speak, the latest last
}

// remembered is how many lines are known again that a shoe sends once more, whatever came between. They are far
// fewer than there are numbers, so that no line of the next time around is taken for one.
const remembered = 100

// Reset implements Decoder.
func (d *neutral) Reset() { d.buf = d.buf[:0] }

// Feed implements Decoder.
func (d *neutral) Feed(b []byte, at time.Time) []Event {
	var out []Event
	tell := func(list ...Event) {
		for _, e := range list {
			e.At = at
			out = append(out, e)
		}
	}
	for _, c := range b {
		switch {
		case c == '$': // no line has one inside: what was begun was cut
			if len(d.buf) > 0 {
				tell(Event{Kind: Spoiled, Raw: slices.Clone(d.buf)})
			}
			d.buf = append(d.buf[:0], c)
			continue
		case len(d.buf) == 0:
			continue
		}
		if d.buf = append(d.buf, c); c != '\n' && len(d.buf) < lineLength+len("\r\n") {
			continue
		}
		raw := slices.Clone(d.buf)
		d.buf = d.buf[:0]
		tell(d.line(raw)...)
	}
	return out
}

// line returns the events of a line: none where it was sent before.
func (d *neutral) line(raw []byte) []Event {
	spoiled := []Event{{Kind: Spoiled, Raw: raw}}
	text, ended := strings.CutSuffix(string(raw), "\r\n")
	said, check, checked := strings.Cut(strings.TrimPrefix(text, "$"), "*")
	if !ended || !checked || check != fmt.Sprintf("%02X", CheckOf([]byte(said))) {
		return spoiled
	}
	fields := strings.Split(said, ",")
	if len(fields) < 3 || len(fields) > 4 || fields[0] != "SB" || len(fields[1]) != 4 {
		return spoiled
	}
	seq, err := strconv.ParseUint(fields[1], 10, 16)
	if err != nil {
		return spoiled
	}
	kind, data := fields[2], ""
	if said == d.last || kind != "S" && slices.Contains(d.came, said) {
		return nil
	}
	if kind == "S" { // its numbers may begin anew
		d.came = nil
	}
	d.came = append(d.came[max(0, len(d.came)+1-remembered):], said)
	if len(fields) == 4 {
		data = fields[3]
	}
	e := Event{Kind: Other, Seq: fields[1], Raw: raw}
	var out []Event
	if d.last != "" && kind != "S" {
		last, _ := strconv.Atoi(d.last[3:7])
		switch {
		case uint64(last) == seq:
			return []Event{{Kind: Gap, Seq: e.Seq, Code: "contradicted", Raw: raw}}
		case uint64(last+1)%10_000 != seq:
			out = append(out, Event{Kind: Gap, Seq: e.Seq, Code: "missing", Raw: raw})
		}
	}
	d.last = said
	switch kind {
	case "S":
		e.Kind, e.Code = Start, data
	case "C":
		card, ok := games.ReadCard(data)
		if e.Kind, e.Card = Card, card; !ok || !card.Suited() || len(data) != 2 {
			e.Kind, e.Card, e.Code = Gap, 0, "unreadable"
		}
	case "X":
		e.Kind = Cut
	case "E":
		e.Kind = Fault
		if n, err := strconv.ParseUint(data, 10, 31); err == nil { // else a trouble that has no number
			if e.Code = strconv.FormatUint(n, 10); n == 0 {
				e.Kind = Cleared
			}
		}
	case "H":
		e.Kind = Heart
	}
	return append(out, e)
}
