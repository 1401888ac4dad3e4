package audit

import (
	"fmt"
	"slices"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// An Entered is a reading of a machine's stream of the house for how far its tables had come: the heads that were entered of them, and the signed
// reports of their shifts. Of a table that came from another machine it has what was entered since.
type Entered struct {
	heads  map[string][]enteredHead
	papers map[string][]paperAt
	came   map[string]record.TableInherited
	left   []seal.Head // that restores left behind
}

// An enteredHead is a table's head, with the number of the house's entry.
type enteredHead struct {
	seal.Head
	seq int64
}

// EnteredKinds returns a fact of each kind that Take takes in.
func EnteredKinds() []record.Fact {
	return []record.Fact{record.Checkpointed{}, record.ReportPrinted{}, record.TableInherited{}, record.RestoredFrom{}}
}

// Take takes in an entry of the house. What is no head whoever verifies the record finds.
func (n *Entered) Take(e record.Entry) {
	if n.heads == nil {
		n.heads, n.papers, n.came = map[string][]enteredHead{}, map[string][]paperAt{}, map[string]record.TableInherited{}
	}
	switch f := e.Fact.(type) {
	case record.Checkpointed:
		if head, err := seal.ReadHead(f.Note); err == nil {
			n.heads[head.Stream] = append(n.heads[head.Stream], enteredHead{head, e.Seq})
		}
	case record.ReportPrinted:
		if f.PINs && house.OfSignedShift(f) {
			n.papers[f.Table] = append(n.papers[f.Table], paperAt{seq: e.Seq, at: e.At, fact: f})
		}
	case record.TableInherited:
		n.came[f.Table] = f
		delete(n.heads, f.Table)
		delete(n.papers, f.Table)
	case record.RestoredFrom:
		n.left = append(n.left, headsIn(f.Left)...)
	}
}

// Tables returns the tables of which something was entered, in order.
func (n *Entered) Tables() (tables []string) {
	for table := range n.heads {
		tables = append(tables, table)
	}
	for table := range n.papers {
		if len(n.heads[table]) == 0 {
			tables = append(tables, table)
		}
	}
	slices.Sort(tables)
	return tables
}

// Came returns how a table came to the machine last; false where it did not.
func (n *Entered) Came(table string) (record.TableInherited, bool) {
	f, came := n.came[table]
	return f, came
}

// Short returns the fault of a table that ends before what was entered of it, as the audit of a whole record finds it: before a head that no restore
// left behind, or before the closing of a shift whose report people signed. Nil is for none. Closed returns the last shift that closed there, 0 for none;
// it is asked only where such a report was entered. Error: of closed.
func (n *Entered) Short(table string, end seal.Head, closed func() (int, error)) (*record.Fault, error) {
	for _, h := range n.heads[table] {
		switch {
		case slices.Contains(n.left, h.Head):
		case h.Size > end.Size:
			return endsBefore(table, end.Size, enteredAs(h.seq), h.Size, ""), nil
		case h.Size == end.Size && h.Root != end.Root:
			return faultOf(table, h.Size, record.Changed, "this entry or one before it is not what %s has, which stands for %d entries", enteredAs(h.seq), h.Size), nil
		}
	}
	if len(n.papers[table]) == 0 {
		return nil, nil
	}
	last, err := closed()
	for _, p := range n.papers[table] {
		if err == nil && p.fact.Shift > last {
			return faultOf(table, end.Size+1, record.Missing, "the record ends at entry %d, and %s and %s signed the report of shift %d (%s/%d), which had closed", end.Size, p.fact.With, p.fact.By, p.fact.Shift, record.HouseStream, p.seq), nil
		}
	}
	return nil, err
}

// enteredAs returns how a head that the house entered is named.
func enteredAs(seq int64) string { return fmt.Sprintf("checkpoint %s/%d", record.HouseStream, seq) }

// endsBefore returns the fault of a stream that ends before a head of it.
func endsBefore(stream string, entries int64, source string, size int64, more string) *record.Fault {
	return faultOf(stream, entries+1, record.Missing, "the record ends at entry %d, and %s has %d entries%s", entries, source, size, more)
}
