package papers

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"sabot/app/session/eventlog"
	"sabot/app/session/sums"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// notedFigures returns e with what was changed or was out of the ordinary on its gaming days. It reads the
// entries themselves, never an index of them.
func (h Papers) notedFigures(e reports.Evidence, house *house.House) (reports.Evidence, error) {
	from, to, several := strings.Cut(e.Item, "..")
	n := noting{of: e, before: map[string]record.Entry{}, Noted: reports.Noted{Day: from, To: to}}
	if !several {
		to = from
	}
	n.House = e.CalledOn(house, to)
	if running := e.RunningDay(house); running != "" {
		n.Running = to >= running
	}
	var err error
	if n.Reach, err = h.reach(e.Form, e.Streams, house); err != nil {
		return e, err
	}
	for entry, err := range h.Store().Entries(record.HouseStream, 1) {
		if err != nil {
			return e, err
		}
		if entry.Seq > e.HouseSeq {
			break
		}
		day := e.DayOf(house, entry)
		n.take(entry, from <= day && day <= to)
	}
	for i, s := range e.Streams {
		if err := h.Progress(i, len(e.Streams)); err != nil {
			return e, err
		}
		if err := h.notedAt(&n, s, from, to, house); err != nil {
			return e, err
		}
	}
	effects, err := eventlog.Of(h.House).Effects(n.withEffects(), e.Streams)
	if err != nil {
		return e, err
	}
	signed := n.signed()
	for _, told := range n.told {
		signer, by := signed[told.entry.At]
		if _, signs := told.entry.Fact.(record.StaffChanged); signs && by {
			continue
		}
		var of record.Entry
		if seq := reports.RefersTo(told.entry.Fact); seq > 0 && seq < told.entry.Seq {
			if of, err = eventlog.Of(h.House).Entry(told.entry.Table, seq); err != nil {
				return e, err
			}
		}
		did := effects[eventlog.ID{Stream: told.entry.Table, Seq: told.entry.Seq}]
		did.Between, did.Shut = told.between && e.OwnRules(), told.shut && e.OwnRules()
		line := e.NamedThen(e.LineOf(told.entry, told.was.Fact, of.Fact, house), told.was.At, house).NamedOf(of.At, house).With(did).SignedWith(signer, house)
		n.Lines = append(n.Lines, line)
	}
	slices.SortStableFunc(n.Lines, func(a, b reports.NotedLine) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Table, b.Table)) })
	return e.OfNoted(n.Noted)
}

// notedAt takes in the shifts of the days at a table.
func (h Papers) notedAt(n *noting, s reports.Stream, from, to string, house *house.House) error {
	heads, err := h.Derived().Between(s.Table, from, to)
	if h.Derived().Leaves(s.Table, err) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, head := range heads {
		if head.Seq > s.Seq {
			continue
		}
		open := true
		for entry, err := range h.Store().Entries(s.Table, head.Seq) {
			if err != nil {
				return err
			}
			if entry.Seq > s.Seq || entry.Shift > head.Number {
				break
			}
			if _, closed := entry.Fact.(record.Closed); closed {
				open = false
			}
			n.take(entry, true)
		}
		if open && sums.Knows(house, s.Table, n.of.Form) {
			n.Open++
		}
	}
	return nil
}

// A noting gathers entries of some kinds.
type noting struct {
	reports.Noted
	of     reports.Evidence
	before map[string]record.Entry // the last of each thing
	rules  tableRules
	hands  hand.Watch
	told   []toldEntry
}

// withEffects returns the entries that are told and did something that they do not say; none where evidence tells nothing of it.
func (n *noting) withEffects() (list []record.Entry) {
	for _, told := range n.told {
		if (eventlog.HasEffect(told.entry.Fact) || eventlog.Quotes(told.entry.Fact)) && n.of.OwnRules() {
			list = append(list, told.entry)
		}
	}
	return list
}

// signed returns by moment those who have signed changes of people that are told themselves. What they signed says
// who did, and their signature has no line. Evidence before form 7 has one.
func (n *noting) signed() map[time.Time]string {
	if !n.of.OwnRules() {
		return nil
	}
	told, signed := map[time.Time]bool{}, map[time.Time]string{}
	for _, entry := range n.told {
		_, signs := entry.entry.Fact.(record.StaffChanged)
		told[entry.entry.At] = told[entry.entry.At] || !signs && entry.entry.Table == record.HouseStream
	}
	for _, entry := range n.told {
		if f, signs := entry.entry.Fact.(record.StaffChanged); signs && told[entry.entry.At] {
			signed[entry.entry.At] = f.By
		}
	}
	return signed
}

// A toldEntry is an entry of the days, beside what stood before it of the same thing.
type toldEntry struct {
	entry   record.Entry
	was     record.Entry // without a fact where there was none
	between bool         // in no hand
	shut    bool         // the table was closed
}

// tableRules are the rules by which the table whose entries are taken plays, and those that were announced last.
type tableRules struct{ inForce, announced json.RawMessage }

// follow keeps up with an entry. It returns what stood before announced limits; nil for any other entry.
func (r *tableRules) follow(f record.Fact) record.Fact {
	switch f := f.(type) {
	case record.Opened:
		r.inForce = f.Rules
	case record.LimitsBegan:
		r.inForce = r.announced
	case record.LimitsAnnounced:
		r.announced = f.Rules
		f.Rules = r.inForce
		return f
	}
	return nil
}

// take takes an entry in, which is told where it is of the day.
func (n *noting) take(e record.Entry, told bool) {
	was, between, shut := record.Entry{Fact: n.rules.follow(e.Fact)}, n.hands.Between(e), n.hands.Shut() && e.Table != record.HouseStream
	n.hands.Take(e)
	listed := n.of.Lists(e.Fact)
	if !n.of.OwnRules() {
		was = record.Entry{}
	}
	if about, named := about(n.of, e.Fact); named && (listed || n.of.OwnRules()) {
		was = n.before[about]
		n.before[about] = e
	}
	if !listed {
		return
	}
	if told {
		n.told = append(n.told, toldEntry{e, was, between, shut})
	}
}

// about names the thing of which a fact is the newest state, as evidence has it; false of one that is none of that.
func about(of reports.Evidence, f record.Fact) (string, bool) {
	kind := record.KindOf(f)
	switch f := f.(type) {
	case record.TableSet:
		return kind + " " + f.Name, true
	case record.StaffSet:
		return kind + " " + f.Number, true
	case record.StaffLeft: // nothing of the person that they were is left
		return record.KindOf(record.StaffSet{}) + " " + f.Number, of.OwnRules()
	case record.ChipsSet:
		return kind + " " + f.Currency, true
	case record.HouseNamed, record.HouseSet, record.PINRules, record.ProgramsApproved, record.BackupPlanned, record.ProofPlanned, record.AuthoritySet, record.SealedBy:
		return kind, true
	case record.Certified:
		return kind + " " + f.Number, true
	case record.PINSet:
		return kind + " " + f.Number, of.OwnRules()
	}
	return "", false
}
