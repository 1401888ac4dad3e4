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
	"sabot/reports"
)

// grownKind is the kind of what a house says to its group.
const grownKind = "grown"

// Grown is what a house says to its group of one of its streams, at most once an hour: how far it has come, and the
// figures of the shifts that are others since, as the house's own reports make them. Of people there is nothing in it.
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
}

// name is what the stream is called at the group.
func (g *Grown) name() string { return pitclient.OfMachine(g.Machine, g.Stream) }

// encode is what goes into a house's stream at its group.
func (g *Grown) encode(stream string, seq int64, at time.Time) []byte {
	return record.EncodeOther(record.Entry{Table: stream, Seq: seq, At: at}, grownKind, g)
}

func readGrown(text []byte) (g Grown, at time.Time, err error) {
	e, err := record.DecodeOther(text, grownKind, &g)
	return g, e.At, err
}

// figures are what a house has said to its group: the last that it said of each stream and shift.
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

// list are all shifts that count, by table and number.
func (f *figures) list() (all []reports.HouseShift) {
	for _, shifts := range f.shifts {
		all = slices.AppendSeq(all, maps.Values(shifts))
	}
	slices.SortFunc(all, func(a, b reports.HouseShift) int {
		return cmp.Or(strings.Compare(a.Table, b.Table), cmp.Compare(a.Number, b.Number))
	})
	return all
}

// without is what of a shift's figures a house says elsewhere: who did what, and why, stays at home.
func without(s reports.HouseShift) reports.HouseShift {
	s.Voided = nil
	return s
}

// others are those of shifts that are not as they were said before.
func (f *figures) others(name string, shifts []reports.HouseShift) (list []reports.HouseShift) {
	for _, s := range shifts {
		s = without(s)
		if was, said := f.shifts[name][s.Number]; !said || !bytes.Equal(record.EncodeValue(was), record.EncodeValue(s)) {
			list = append(list, s)
		}
	}
	return list
}
