package pitclient

import (
	"bytes"
	"encoding/json"
	"io"
)

// PulledPath answers with a piece of a stream, as far as its machine has signed it: of "machine" the "stream",
// "from" an entry on, or of 0 none; of "headlines" those alone, of
// "shifts" so many at the most with which the last ones begin and end.
const PulledPath = "/pit/pulled"

// MostShifts is the largest number of entries of "shifts" in an answer.
const MostShifts = 100

// A Pulled is a piece of a stream for who follows it; the bytes of its entries follow, a line each.
type Pulled struct {
	Size    int64  `json:"size"`              // entries up to the head that was signed last
	Note    string `json:"note"`              // that head, countersigned
	Edge    []byte `json:"edge,omitempty"`    // of the log there, where the pit has no more than that
	Opening int64  `json:"opening,omitempty"` // asked from nowhere on: where the table's last shift begins; 0 where none does
	Next    int64  `json:"next,omitempty"`    // there are more, from that entry on

	Texts [][]byte `json:"-"`
}

// Lines returns the encoded answer.
func (p *Pulled) Lines() (Lines, error) {
	head, err := json.Marshal(p)
	return append(Lines{head}, p.Texts...), err
}

// read reads it.
func (p *Pulled) read(body []byte) error {
	var refused *Refusal
	if p.Texts, refused = readLines(body, p); refused != nil {
		return refused
	}
	return nil
}

// readLines reads what has lines behind the one that says what it is.
func readLines(body []byte, head any) (texts [][]byte, refused *Refusal) {
	first, rest, ok := bytes.Cut(body, []byte("\n"))
	switch {
	case len(first) > longestHead:
		return nil, Refuse(Malformed, "its first line has more than %d bytes", longestHead)
	case bytes.Count(rest, []byte("\n")) > MostEntries: // before a slice is made for each
		return nil, Refuse(Malformed, "it has more than %d entries", MostEntries)
	}
	d := json.NewDecoder(bytes.NewReader(first))
	d.DisallowUnknownFields()
	if err := d.Decode(head); err != nil {
		return nil, Refuse(Malformed, "it does not begin with what it is: %v", err)
	}
	if !ok {
		return nil, Refuse(Malformed, "its first line has no end")
	}
	if len(rest) > 0 {
		if rest[len(rest)-1] != '\n' {
			return nil, Refuse(Malformed, "its last line has no end")
		}
		texts = bytes.Split(rest[:len(rest)-1], []byte("\n"))
	}
	return texts, nil
}

// readAll reads a body of at most so many bytes.
func readAll(body io.Reader, most int64) ([]byte, *Refusal) {
	all, err := io.ReadAll(io.LimitReader(body, most+1))
	if err != nil {
		return nil, Refuse(Malformed, "it did not arrive whole: %v", err)
	}
	if int64(len(all)) > most {
		return nil, Refuse(Malformed, "it has more than %d bytes", most)
	}
	return all, nil
}
