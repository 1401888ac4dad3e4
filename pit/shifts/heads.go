package shifts

import (
	"fmt"
	"math"
	"slices"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
)

// A Head is the summary of one shift of a table by its headlines, without its hands.
type Head struct {
	Number   int   // of the table, from 1
	Seq      int64 // of the entry that opened it
	Day      string
	Game     string
	Currency string // what its amounts are in; "" for the house's first
	Opened   time.Time
	Closed   time.Time // zero while it is open
	Shut     int64     // the entry that closed it; 0 while it is open
	// People are the people who dealt, answered for it or counted there, by number, in the order in
	// which they came.
	People []string
	// Dealt are the people who dealt, Answered the people who answered for the table.
	Dealt, Answered []string
	// Differences are the counts of the float that were not what they should have been, by as much as the house makes an incident of:
	// no recount has put them right, and no manager has closed their incidents.
	Differences int
	Incidents   int  // opened in it and still open
	Counted     bool // its float was counted at the closing
	Drop        bool // its drop box was counted
	Counts      int  // how often it was counted at the table
	// Changed is the time at which a report of it last changed after it had closed: a count of
	// its drop box, something about an incident. Zero where nothing did.
	Changed time.Time
}

// WithOffice returns the shift with what the back office counted of its drop box.
func (s Head) WithOffice(counts []house.DropCount) Head {
	for _, c := range counts {
		if !c.OfShift(s.Shut) {
			continue
		}
		s.Drop = true
		s.change(c.At)
	}
	return s
}

// change notes that what is said of the shift changed.
func (s *Head) change(at time.Time) {
	if !s.Open() && at.After(s.Changed) {
		s.Changed = at
	}
}

// Open reports whether the shift has not closed yet.
func (s *Head) Open() bool { return s.Closed.IsZero() }

// Heads are the shifts of a table, a fold of its headlines, from which it can be made
// anew at any time.
type Heads struct {
	Seq  int64 // of the last headline
	List []Head
	// Seen is the time at which people last signed a headline of the table with their code, by number.
	Seen map[string]time.Time

	incidents   map[int64]int // those that are open, with the shift in which they began
	differences map[int64]int // those of them that are differences which no recount has put right
	found       map[int64]int // those of them that the last count at the closing found
}

// Follow takes in what a journal has of a table and the list does not yet. Told is asked after
// each shift that began whether to go on: an error of it ends it there, and Follow goes on from there. Errors: *record.Fault of an opening with
// another number than the next one; of reading.
func (l *Heads) Follow(journal record.Journal, table string, told func() error) error {
	return l.FollowTo(journal, table, math.MaxInt64, told)
}

// FollowTo follows as Follow does, up to an entry, that one in it.
func (l *Heads) FollowTo(journal record.Journal, table string, seq int64, told func() error) error {
	for e, err := range journal.Headlines(table, l.Seq+1) {
		if err != nil {
			return err
		}
		if e.Seq > seq {
			break
		}
		shifts := len(l.List)
		if _, opened := e.Fact.(record.Opened); opened && e.Shift != shifts+1 { // nothing is made by a number that an entry says
			return &record.Fault{Table: table, Seq: e.Seq, Code: record.WrongStamp, Kind: record.KindOf(e.Fact), What: fmt.Sprintf("it opens shift %d, where %d belongs", e.Shift, shifts+1)}
		}
		if l.apply(e); len(l.List) == shifts {
			continue
		}
		if err := told(); err != nil {
			return err
		}
	}
	return nil
}

func (l *Heads) apply(e record.Entry) {
	l.Seq = e.Seq
	l.seen(e)
	if f, opened := e.Fact.(record.Opened); opened {
		l.List = append(l.List, Head{Number: e.Shift, Seq: e.Seq, Day: f.Day, Game: f.Game, Currency: f.Currency, Opened: e.At, People: record.Signers(f), Dealt: []string{f.Croupier}, Answered: []string{f.Inspector}})
		return
	}
	if len(l.List) == 0 {
		return
	}
	s := &l.List[len(l.List)-1]
	switch f := e.Fact.(type) {
	case record.Relieved:
		s.with(f.To)
		s.Dealt = With(s.Dealt, f.To)
	case record.InspectorChanged:
		s.with(f.To)
		s.Answered = With(s.Answered, f.To)
	case record.Counted:
		s.with(f.Croupier, f.Inspector)
		if f.When == record.AtClosing {
			s.Counted, l.found = true, nil
		}
	case record.Closed:
		s.with(f.Croupier, f.Inspector)
		s.Answered = With(s.Answered, f.Inspector)
		s.Closed, s.Shut = e.At, e.Seq
	case record.ClosingRecounted:
		s.with(f.By, f.Approver)
		s.change(e.At)
		l.recounted(f)
	case record.KeysHanded:
		s.change(e.At)
	case record.DropCounted:
		l.counted(f, e)
	case record.IncidentOpened:
		l.incident(e.Seq, s, f)
		s.change(e.At)
	case record.VideoAsked:
		l.told(f.Incident, e.At)
	case record.VideoAnswered:
		l.told(f.Incident, e.At)
	case record.IncidentClosed:
		l.told(f.Incident, e.At)
		l.closed(f.Incident)
	}
}

// told notes that more became known of an incident: the reports of its shift change, and those of the shifts that carried it on.
// For an incident that nobody knows the last shift changes.
func (l *Heads) told(incident int64, at time.Time) {
	from, known := l.incidents[incident]
	if !known {
		from = len(l.List)
	}
	for i := max(1, from); i <= len(l.List); i++ {
		l.List[i-1].change(at)
	}
}

// SeenUpTo returns when people last signed a headline of a table up to an entry, by number.
func SeenUpTo(journal record.Journal, table string, seq int64) (map[string]time.Time, error) {
	var l Heads
	for e, err := range journal.Headlines(table, 1) {
		if err != nil {
			return nil, err
		}
		if e.Seq > seq {
			break
		}
		l.seen(e)
	}
	return l.Seen, nil
}

func (l *Heads) seen(e record.Entry) {
	if l.Seen == nil {
		l.Seen = map[string]time.Time{}
	}
	for _, n := range record.Signers(e.Fact) {
		l.Seen[n] = e.At
	}
}

// with notes who was there.
func (s *Head) with(numbers ...string) {
	for _, n := range numbers {
		s.People = With(s.People, n)
	}
}

// With returns numbers with another one behind them, where it is a number and not among them.
func With(numbers []string, n string) []string {
	if n == "" || slices.Contains(numbers, n) {
		return numbers
	}
	return append(numbers, n)
}

// MaySign reports whether somebody may sign for the shift with a right: as the croupier who
// has dealt in it, whatever they are by now, as the inspector who has answered for it or closed it. A manager signs
// for every shift: those who were there may have left. The house knows whether somebody has the number of another who did. Refusals:
// WrongRole, NeverDealt, NeverAnswered.
func (s *Head) MaySign(h *house.House, who house.Staff, with house.Right) error {
	was := func(there []string) bool {
		return slices.Contains(there, who.Number) && h.People().SameSince(who.Number, s.Opened)
	}
	if with == house.SignDealt && was(s.Dealt) {
		return nil
	}
	if err := who.Check(with); err != nil {
		return err
	}
	switch {
	case with == house.SignDealt:
		return &house.Refusal{Why: house.NeverDealt, What: who.Name}
	case with == house.SignReports && who.Role == record.Inspector && !was(s.Answered):
		return &house.Refusal{Why: house.NeverAnswered, What: who.Name}
	}
	return nil
}

func (l *Heads) counted(f record.DropCounted, e record.Entry) {
	if f.Shift == 0 {
		f.Shift = e.Shift
	}
	if s, ok := l.shift(f.Shift); ok {
		s.Drop = true
		s.Counts++
		s.change(e.At)
	}
}

func (l *Heads) incident(seq int64, s *Head, f record.IncidentOpened) {
	if l.incidents == nil {
		l.incidents = map[int64]int{}
	}
	l.incidents[seq] = s.Number
	s.Incidents++
	if f.Class == record.DifferenceIncident {
		if l.differences == nil {
			l.differences = map[int64]int{}
		}
		l.differences[seq] = s.Number
		if s.Differences++; s.Counted && f.Found() {
			if l.found == nil {
				l.found = map[int64]int{}
			}
			l.found[seq] = s.Number
		}
	}
}

// recounted takes away what the closing count had wrong: the recount has a difference of its own, where it has one.
func (l *Heads) recounted(f record.ClosingRecounted) {
	if f.Float.Value() == f.Was { // other chips, and the same difference
		return
	}
	for seq := range l.found {
		l.settled(seq)
	}
	l.found = nil
}

// settled takes a difference away where it is one.
func (l *Heads) settled(seq int64) {
	if s, ok := l.shift(l.differences[seq]); ok {
		s.Differences--
		delete(l.differences, seq)
	}
}

func (l *Heads) closed(seq int64) {
	l.settled(seq)
	s, ok := l.shift(l.incidents[seq])
	if ok {
		s.Incidents--
		delete(l.incidents, seq)
	}
}

// Shift returns the shift with a number, and where the next one begins, 0 where none does; false where there is no such shift.
func (l *Heads) Shift(n int) (s Head, next int64, ok bool) {
	at, ok := l.shift(n)
	if !ok {
		return Head{}, 0, false
	}
	if n < len(l.List) {
		next = l.List[n].Seq
	}
	return *at, next, true
}

func (l *Heads) shift(n int) (*Head, bool) {
	if n < 1 || n > len(l.List) {
		return nil, false
	}
	return &l.List[n-1], true
}
