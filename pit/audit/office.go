package audit

import (
	"errors"
	"maps"
	"slices"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// office is the audit of what a machine took in of the house's office: that stream's own, by a
// witness of its own.
type office struct {
	machine string
	exact   record.Exact
	witness *Witness
	run     *Run
	open    bool        // more of it follows in the next entry
	leaves  []seal.Hash // of each of its entries
	headed  int64       // so many of them a head of the office stands for
	again   int64       // so many of them were taken in twice, which Sabot 0.9 counted
	twice   []int64     // entries of this machine with such, for which nobody has signed
	signed  []int64     // and those for which somebody has
	vain    []int64     // entries for which somebody has, and which are none of these
	joined  Joined
	had     map[string]string // the keys of those who worked here before, until the office's are here
}

// A Joined is the entry by which a machine joined its house's office, and what it changed of the people there.
type Joined struct {
	Seq    int64    // of the entry; 0 where it goes by none
	Office string   // the machine
	Key    string   // the verifier of what seals the office's record
	By     string   // who worked here before and signed for it, by name; "" where nobody worked here
	Others []string // those who worked here before and sign with another key since, by number
}

func newOffice(machine string) *office {
	own := &Witness{elsewhere: true, keys: map[string][]keySince{}, gaveUp: map[string]restore{}, checkpoints: map[string][]checkpoint{}}
	return &office{machine: machine, witness: own, run: own.Begin(record.HouseStream), had: map[string]string{}}
}

// ends returns the first thing that does not hold of the entries up to a head of the office: whoever they name has signed by then.
func (o *office) ends() *record.Fault {
	f := o.run.Fault()
	if f == nil && len(o.run.due) > 0 {
		f = o.run.fail(o.run.asked.Seq, record.NotApproved, "%s has not approved it", o.run.due[0])
		f.Kind = record.KindOf(o.run.asked.Fact)
	}
	if f == nil && len(o.run.refused) > 0 {
		f = o.run.refused[0].fault
	}
	return f
}

// takesKeys notes who of those who worked here before has another key by the office's word.
func (o *office) takesKeys(w *Witness) {
	for _, number := range slices.Sorted(maps.Keys(o.had)) {
		if list := w.keys[number]; list[len(list)-1].key != o.had[number] && list[len(list)-1].key != "" {
			o.joined.Others = append(o.joined.Others, number)
		}
	}
	o.had = nil
}

// judgeOffice demands of the house's facts that the office has entered them once there is one, and
// of what is taken in that it comes whole, and that somebody who worked here signed that it begins.
func (a *Run) judgeOffice(e *record.Entry) *record.Fault {
	w := a.witness
	f, taken := e.Fact.(record.HouseTaken)
	switch signs := w.house.SignsToJoin(); {
	case w.office != nil && w.office.open && !taken:
		return a.fail(e.Seq, record.NotDone, "more of what %s entered had to follow", w.office.machine)
	case taken && signs && f.By == "":
		return a.fail(e.Seq, record.NotApproved, "nobody who worked here signed that people and rules are those of %s from now on", f.Machine)
	case taken && !signs && f.By != "":
		return a.fail(e.Seq, record.NotDone, "%s signed it, and nobody had to", f.By)
	}
	if w.house.Here(e.Fact) != nil {
		return a.fail(e.Seq, record.NotDone, "%s enters that, no other machine of the house", w.house.Office().Machine)
	}
	return nil
}

// takeHouse judges what a machine took in of the house's office as the office's own record would
// be: it follows what was taken in before, whoever it names has signed it and might, and the
// office's key has signed the whole.
func (w *Witness) takeHouse(a *Run, e *record.Entry, f record.HouseTaken) *record.Fault {
	if w.office == nil {
		w.office = newOffice(f.Machine)
		w.office.joined = Joined{Seq: e.Seq, Office: f.Machine, By: w.house.NameOf(f.By)}
		for number, list := range w.keys { // the machine's own people, who are the house's no more
			w.office.had[number] = list[len(list)-1].key
			w.keys[number] = append(w.keys[number], keySince{e.At, "", false, len(w.aheads)})
		}
	}
	o := w.office
	if f.Machine != o.machine || f.From != o.run.read && f.From != o.run.read+o.again {
		return a.fail(e.Seq, record.NotDone, "it goes on behind entry %d of %s, and %d of %s were taken in before", f.From, f.Machine, o.run.read, o.machine)
	}
	approvals, unsigned, again := o.run.Approvals, o.run.Unsigned, o.again
	for _, text := range f.Entries {
		l := o.line([]byte(text))
		if o.has(l) {
			o.again++
			continue
		}
		w.takeKey(e, l.Entry.Fact)
		o.leaves = append(o.leaves, l.Leaf)
		o.run.Add(l)
		o.sign(l.Entry.Fact, w.house.Office().Here)
	}
	if o.again > again {
		o.twice = append(o.twice, e.Seq)
	}
	wrong := o.run.fault
	if f.Head != "" { // what was entered at one moment may go on in the next entry
		wrong = o.ends()
	}
	if wrong != nil {
		return a.fail(e.Seq, wrong.Code, "of what %s entered, entry %d: %s", o.machine, wrong.Seq, wrong.What)
	}
	a.Approvals, a.Unsigned = a.Approvals+o.run.Approvals-approvals, a.Unsigned+o.run.Unsigned-unsigned
	if o.open = f.Head == ""; o.open {
		return nil
	}
	head, _, err := seal.Split(f.Head)
	var is seal.Head
	if err == nil {
		is, _, err = seal.Open(head, o.witness.seals...)
	}
	if err == nil && is != seal.HeadOf(record.HouseStream, &o.run.tree) && (len(f.Entries) == 0 || !o.knows(is)) {
		err = errors.New("it is of other entries")
	}
	if err != nil {
		return a.fail(e.Seq, record.WrongHead, "the head of what %s entered does not hold: %v", o.machine, err)
	}
	o.headed = int64(len(o.leaves))
	o.takesKeys(w)
	return nil
}

// line returns an entry of the office as its record would have it.
func (o *office) line(text []byte) *record.Line {
	l := &record.Line{Seq: o.run.read + 1, Bytes: text, Leaf: seal.Leaf(text)}
	var err error
	if l.Entry, err = o.exact.Decode(text); err != nil {
		l.Wrong = &record.Fault{Code: record.Unreadable, What: err.Error()}
	}
	return l
}

// has reports whether an entry of the office was taken in before, byte for byte. Two programs of Sabot 0.9 on one record each took
// it in. It tells nothing new, so nobody gains by it.
func (o *office) has(l *record.Line) bool {
	n := l.Entry.Seq
	return l.Wrong == nil && n >= 1 && n <= int64(len(o.leaves)) && o.leaves[n-1] == l.Leaf
}

// knows reports whether a head is an earlier one of the office, under which nothing new was taken in: entries that came since the
// last head take one of their own.
func (o *office) knows(is seal.Head) bool {
	if o.headed != int64(len(o.leaves)) || is.Size > o.headed {
		return false
	}
	var tree seal.Tree
	for _, leaf := range o.leaves[:is.Size] {
		tree.AddLeaf(leaf)
	}
	return is == seal.HeadOf(record.HouseStream, &tree)
}

// sign takes in that a manager at the office answers for what this machine took in twice.
func (o *office) sign(fact record.Fact, here string) {
	f, signs := fact.(record.TakenTwice)
	if !signs || f.Machine != here {
		return
	}
	for _, seq := range f.Entries {
		switch i := slices.Index(o.twice, seq); {
		case i >= 0:
			o.twice, o.signed = slices.Delete(o.twice, i, i+1), append(o.signed, seq)
		case !slices.Contains(o.signed, seq):
			o.vain = append(o.vain, seq)
		}
	}
}

// takenTwice returns the entries of the house with which this machine took in once more what it had, and for which nobody has
// signed at the office; and those for which somebody has, though nothing was taken in twice with them.
func (w *Witness) takenTwice() (twice, vain []int64) {
	if w.office == nil {
		return nil, nil
	}
	return w.office.twice, w.office.vain
}

// takeKey notes a key that the office entered: it is somebody's here from when it was taken in.
func (w *Witness) takeKey(e *record.Entry, fact record.Fact) {
	if f, ok := fact.(record.PINSet); ok && f.Key != "" {
		w.keys[f.Number] = append(w.keys[f.Number], keySince{e.At, f.Key, f.By != "", len(w.aheads)})
	}
}
