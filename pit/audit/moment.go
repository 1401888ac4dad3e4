package audit

import (
	"sabot/pit/record"
)

// A moment is everything that was entered at one time: some commands, each with all that it came to. Which commands they were is
// known once all of it was read.
type moment struct {
	lines []record.Line
	text  []byte        // their bytes
	facts []record.Fact // of the lines, without approvals
	next  int           // of the facts, which is judged next
	rest  []record.Fact // what the command that is being judged comes to and was not seen yet
	alone bool          // what another machine entered is judged fact by fact, for the rest of the moment
	began int64         // the entry with which it began
	torn  bool          // what comes next cannot be read
}

// add keeps a line until the moment is over.
func (m *moment) add(l *record.Line) {
	from := len(m.text)
	m.text = append(m.text, l.Bytes...)
	kept := *l
	kept.Bytes = m.text[from:len(m.text):len(m.text)]
	m.lines = append(m.lines, kept)
	if _, approval := l.Entry.Fact.(record.Approved); !approval {
		m.facts = append(m.facts, l.Entry.Fact)
	}
}

// over reports whether a line is of another moment.
func (m *moment) over(l *record.Line) bool {
	return len(m.lines) > 0 && !l.Entry.At.Equal(m.lines[0].Entry.At)
}

func (m *moment) clear() {
	clear(m.lines)
	clear(m.facts)
	m.lines, m.text, m.facts, m.next, m.rest, m.alone, m.torn = m.lines[:0], m.text[:0], m.facts[:0], 0, nil, false, false
}

// judgeCommand compares entries with what the table, as it stood, would have entered. An entry that begins a command gives all
// that the command comes to, and those behind it are the rest.
func (a *Run) judgeCommand(e *record.Entry) *record.Fault {
	m := &a.moment
	facts := m.facts[m.next:]
	m.next++
	if _, clock := e.Fact.(record.ClockDrifted); clock && len(m.rest) == 0 { // the program's own
		return nil
	}
	if len(m.rest) > 0 {
		if a.same(m.rest[0], e.Fact) {
			m.rest = m.rest[1:]
			return nil
		}
		return a.fail(e.Seq, record.NotDone, "with entry %d the table would have entered %s", m.began, told(m.rest))
	}
	rest, err := a.redo(e, facts)
	switch {
	case m.alone:
		return nil
	case err != nil:
		return a.fail(e.Seq, record.NotDone, "the table would not have taken it: %v", err)
	case len(rest) == 0 || !a.same(rest[0], e.Fact):
		return a.fail(e.Seq, record.NotDone, "the table would have entered %s", told(rest))
	}
	if m.rest, m.began = rest[1:], e.Seq; a.anothers(e.Seq) {
		return nil
	}
	return a.judgeDuty(e, rest)
}

// same reports whether a fact is what a command comes to, or came to with a Sabot that did not have a later field yet. Once an
// entry has the field, all behind it do.
func (a *Run) same(want, is record.Fact) bool {
	if !record.Same(want, is) && !record.Same(a.formerly(want, is), is) {
		return false
	}
	switch f := is.(type) {
	case record.Decided:
		a.asides = a.asides || f.Aside
	case record.Opened:
		a.checks = a.checks || f.Checks > 0
	}
	return true
}

// formerly returns what a command came to with the Sabot that entered a fact, where that one did not have a later field yet.
func (a *Run) formerly(want, is record.Fact) record.Fact {
	switch w := want.(type) {
	case record.Decided:
		w.Aside = w.Aside && a.asides
		return w
	case record.Opened: // no table asked whether people still worked here, no cash took an inspector, commission was collected as it was
		if f, ok := is.(record.Opened); ok && f.Checks == 0 && !a.checksPeople(f) {
			w.Checks, w.Uncounted, w.Cash, w.Collect = 0, false, 0, ""
			for i := range w.Incidents { // the list is the command's own
				w.Incidents[i].Counted = nil
			}
		}
		return w
	case record.Closed: // who closed a shift of such a table did not sign that nobody had counted
		w.Uncounted = w.Uncounted && a.table.Checks() > 0
		return w
	case record.PlayedOn: // an inspector signs it
		w.Back = false
		return w
	}
	return want
}

// redo returns what the command comes to that began with an entry.
func (a *Run) redo(e *record.Entry, facts []record.Fact) ([]record.Fact, error) {
	if a.signed == nil {
		a.signed = func() bool {
			return a.witness.house.Backups().SignedBefore(a.name, a.table.Shift, a.moment.lines[0].Entry.At, a.moment.lines[0].Entry.Seq)
		}
	}
	if a.anothers(e.Seq) {
		return a.redoAnothers(e, facts)
	}
	var rest []record.Fact
	var err error
	houses, before := a.at(e.At), a.witness.dropCheck(a.name, a.table.Shift-1)
	for i, house := range houses {
		rest, err = a.again.carriedOut(a.table, Then{House: house, At: e.At, Signed: a.signed, Before: before}, facts)
		if i < len(houses)-1 && err == nil && len(rest) > 0 && a.same(rest[0], e.Fact) {
			break
		}
	}
	return rest, err
}

func told(facts []record.Fact) string {
	if len(facts) == 0 {
		return "nothing"
	}
	return record.KindOf(facts[0]) + " " + string(record.EncodeValue(facts[0]))
}

// whole returns a fault where the last command of a moment that is over lacks something.
func (a *Run) whole() *record.Fault {
	m := &a.moment
	if len(m.rest) == 0 || a.endsThere(a.Entries) {
		return nil
	}
	return a.fail(a.Entries, record.NotDone, "with entry %d the table would have entered %s too", m.began, told(m.rest))
}
