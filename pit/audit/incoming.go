package audit

import (
	"fmt"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// An Office is the audit of what a house's office enters, for whoever takes that in, or acts on it, elsewhere. Each entry is
// checked for the signatures that it needs, by the keys that the entries before it give, as Verify does it at the office. It
// begins with what was taken in before.
type Office struct {
	office *office
	log    seal.Tree      // of what was added
	last   []record.Entry // those since it was judged
}

// NewOffice returns the audit of an office of which nothing was added.
func NewOffice(machine string) *Office {
	o := &Office{office: newOffice(machine)}
	o.office.run.incoming, o.office.run.known = true, true
	return o
}

// Add takes in its next entry.
func (o *Office) Add(text []byte) {
	l := o.office.line(text)
	o.log.AddLeaf(l.Leaf)
	if o.office.run.Add(l); !o.office.run.known {
		o.last = append(o.last, l.Entry)
	}
}

// Log returns the log of the entries that were added.
func (o *Office) Log() *seal.Tree { return &o.log }

// Taken notes that all entries so far were taken in before: Verify names what is wrong with them, and what follows is judged by
// itself.
func (o *Office) Taken() {
	a := o.office.run
	a.flush()
	a.known, a.fault, a.due, a.holding, a.refused = false, nil, a.due[:0], a.holding[:0], nil
}

// Judge returns an UnsignedError where some of the entries since do not hold, up to the last one, for which a head of the office stands. Whatever comes then
// is not judged any more.
func (o *Office) Judge() error {
	if f := o.office.ends(); f != nil {
		of := record.Entry{}
		if n := f.Seq - 1 - (o.log.Size() - int64(len(o.last))); n >= 0 && n < int64(len(o.last)) {
			of = o.last[n]
		}
		return &UnsignedError{o.office.machine, of, f}
	}
	o.last = nil
	return nil
}

// An UnsignedError is the error of entries of a house's office that are not taken in: nobody who might has signed one of them, or it does not follow from
// what somebody signed.
type UnsignedError struct {
	Machine string
	Entry   record.Entry // that does not hold; zero where it could not be read
	Fault   *record.Fault
}

func (e *UnsignedError) Error() string {
	of := ""
	if e.Entry.Fact != nil {
		of = record.KindOf(e.Entry.Fact)
		if e.Entry.By != "" {
			of += " by " + e.Entry.By
		}
		of = " (" + of + ")"
	}
	return fmt.Sprintf("of what %s entered, entry %d%s does not hold: %s. Nothing from there on is taken in; see sabotctl verify at %s", e.Machine, e.Fault.Seq, of, e.Fault.What, e.Machine)
}

func (e *UnsignedError) Unwrap() error { return e.Fault }
