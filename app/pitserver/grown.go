package pitserver

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"sabot/app/pitclient"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports"
)

// grownKind is the kind of what a house says to its group.
const grownKind = "grown"

// A Grown is a house's message to its group on one of its streams, at most once an hour: how far it has come,
// and the figures of the shifts that have changed since, as the house's own reports make them. It has nothing
// about people.
type Grown struct {
	Machine string `json:"machine"`
	Stream  string `json:"stream"`
	Head    string `json:"head"` // signed by its machine, countersigned by the house's pit
	// Shifts are as far as that head goes, each in place of what was said of it before.
	Shifts []reports.HouseShift `json:"shifts,omitempty"`
	// Copy says that the house's reports have the table from another machine: no shift of this stream counts any more.
	Copy bool `json:"copy,omitempty"`
	// Doubts are all that the house's pit knows against the house's figures by then, a sentence each and without people, where that is something else than was said
	// before; nil where nothing is said of it. A pit of Sabot 0.9 says nothing.
	Doubts *[]string `json:"doubts,omitempty"`
	// By is the pit's signature over the rest of this entry. Whoever writes to the database has none. Sabot 0.9 puts none there. It is the last field.
	By string `json:"by,omitempty"`
}

// name returns the name of the stream at the group.
func (g *Grown) name() string { return pitclient.OfMachine(g.Machine, g.Stream) }

// encode returns the entry for a house's stream at its group.
func (g *Grown) encode(stream string, seq int64, at time.Time) []byte {
	return record.EncodeOther(record.Entry{Table: stream, Seq: seq, At: at}, grownKind, g)
}

// sign returns the same, signed by the pit that enters it.
func (g *Grown) sign(key *seal.Key, stream string, seq int64, at time.Time) (text []byte, err error) {
	g.By = ""
	if g.By, err = entryHead(stream, seq, g.encode(stream, seq, at)).Sign(key); err != nil {
		return nil, err
	}
	return g.encode(stream, seq, at), nil
}

// entryHead returns what a pit signs of one entry of its stream at its group. No stream has such a name.
func entryHead(stream string, seq int64, text []byte) seal.Head {
	return seal.Head{Stream: "~" + grownKind + "/" + stream, Size: seq, Root: seal.Leaf(text)}
}

// signedBy reports whether a message was entered at its place by who has the key of the verifier. Text is its bytes.
func (g *Grown) signedBy(verifier, stream string, seq int64, text []byte) bool {
	_, _, err := seal.Open(g.By, verifier)
	return err == nil && g.signedAt(stream, seq, text)
}

// signedAt reports whether the signature of a message is one of its place and bytes, by whichever key.
func (g *Grown) signedAt(stream string, seq int64, text []byte) bool {
	by := slices.Concat([]byte(`,"by":`), record.EncodeValue(g.By), []byte(`}]`))
	rest, is := bytes.CutSuffix(text, by)
	head, err := seal.ReadHead(g.By)
	return is && err == nil && head == entryHead(stream, seq, append(slices.Clone(rest), "}]"...))
}

func readGrown(text []byte) (g Grown, at time.Time, err error) {
	e, err := record.DecodeOther(text, grownKind, &g)
	return g, e.At, err
}

// A figures is the last report of a house to its group on each stream and shift.
type figures struct {
	heads  map[string]string                     // by the name at the group
	shifts map[string]map[int]reports.HouseShift // and by number
	doubts []string
}

func newFigures() figures {
	return figures{heads: map[string]string{}, shifts: map[string]map[int]reports.HouseShift{}}
}

func (f *figures) apply(g Grown) {
	name := g.name()
	f.heads[name] = g.Head
	if g.Doubts != nil {
		f.doubts = *g.Doubts
	}
	if g.Copy {
		delete(f.shifts, name)
	}
	for _, s := range g.Shifts {
		if f.shifts[name] == nil {
			f.shifts[name] = map[int]reports.HouseShift{}
		}
		f.shifts[name][s.Number] = s
	}
}

// list returns all shifts that count, by table and number.
func (f *figures) list() (all []reports.HouseShift) {
	for _, shifts := range f.shifts {
		all = slices.AppendSeq(all, maps.Values(shifts))
	}
	slices.SortFunc(all, func(a, b reports.HouseShift) int {
		return cmp.Or(strings.Compare(a.Table, b.Table), cmp.Compare(a.Number, b.Number))
	})
	return all
}

// without returns the part of a shift's figures that leaves the house. Who did what, and why, stays at home.
func without(s reports.HouseShift) reports.HouseShift {
	s.Voided = nil
	return s
}

// others returns the shifts whose figures have changed since they were last reported.
func (f *figures) others(name string, shifts []reports.HouseShift) (list []reports.HouseShift) {
	for _, s := range shifts {
		s = without(s)
		if was, said := f.shifts[name][s.Number]; !said || !bytes.Equal(record.EncodeValue(was), record.EncodeValue(s)) {
			list = append(list, s)
		}
	}
	return list
}
