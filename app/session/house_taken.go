package session

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// How much of what the office entered goes into one entry.
const (
	takenEntries = 500
	takenBytes   = 256 << 10
)

// OfficeLog returns the log of the office's entries that this machine has taken over. Error: of a record that
// cannot be read.
func (h Takeover) OfficeLog() (seal.Tree, error) {
	var log seal.Tree
	err := h.ofOffice(func(text []byte) { log.Add(text) })
	return log, err
}

// ofOffice hands on what this machine has taken in of the house's office. Error: of a record that cannot be read.
func (h *House) ofOffice(each func(text []byte)) error {
	size := int64(0)
	for e, err := range h.store.Entries(record.HouseStream, 1) {
		if err != nil {
			return err
		}
		f, taken := e.Fact.(record.HouseTaken)
		if !taken {
			continue
		}
		for _, text := range f.Entries {
			if head, err := record.DecodeHead([]byte(text)); err != nil || head.Seq > size {
				each([]byte(text)) // and none that Sabot 0.9 took in twice
				size++
			}
		}
	}
	return nil
}

// TakeHouse does what JoinHouse does, for a machine on which nobody worked yet, or that goes by the office
// already.
func (h Takeover) TakeHouse(machine string, from int64, entries [][]byte, head string, keys []record.Secret) error {
	return h.JoinHouse(machine, from, entries, head, keys)
}

// JoinHouse enters all of the entries that the house's office has behind its entry number from, with the sealed
// keys that go with them, or nothing. Head is the office's own with the last of them. The caller has held both
// against the keys that may have signed. Where people work here already one of them who may has to sign that the
// record goes by the office. Errors: *audit.UnsignedError, of entries that nobody at the office signed who had to;
// of a record that cannot become that of a member, which names why; record.ErrConflict where another program of
// this machine has taken in more than up to that entry; refusals: TableIsOpen where a record becomes one while a
// table is open, WrongRole.
func (h Takeover) JoinHouse(machine string, from int64, entries [][]byte, head string, keys []record.Secret, by ...house.Badge) error {
	if err := h.CatchUp(); err != nil {
		return err
	}
	office := h.State.Office()
	if office.Machine != "" && office.Machine != machine {
		return fmt.Errorf("the house of this record is entered at %s, and the pit says %s", office.Machine, machine)
	}
	facts := takenFacts(machine, from, entries, head)
	if len(facts) == 0 {
		return nil
	}
	if office.Size != from {
		return fmt.Errorf("what %s entered behind entry %d, with %d taken in here: %w", machine, from, office.Size, record.ErrConflict)
	}
	judged, err := h.judgeOffice(machine, from, entries, head)
	if err != nil {
		return err
	}
	if !h.State.SignsToJoin() {
		return h.judge.took(judged, h.enter("", keys, facts))
	}
	if err := h.mayBecomeMember(facts); err != nil {
		return err
	}
	if len(by) == 0 {
		return fmt.Errorf("people work here: a manager of theirs has to have the record go by %s, with sabotctl pit join", machine)
	}
	first := facts[0].(record.HouseTaken)
	first.By = by[0].Number
	if facts[0] = first; by[0].MayEnter(first) != nil {
		return by[0].MayEnter(first)
	}
	return h.judge.took(judged, h.enter(first.By, keys, facts, by...))
}

// An officeJudge holds what the house's office entered against its signatures, before that is taken in.
type officeJudge struct {
	audit   *audit.Office // of what was taken in; nil before something comes
	refused string        // the head of what was refused last
	why     error
}

// took keeps the audit of what was taken in, where it was.
func (j *officeJudge) took(judged *audit.Office, err error) error {
	if j.audit = nil; err == nil {
		j.audit = judged
	}
	return err
}

// judgeOffice demands that what the office entered behind an entry, up to a head, is signed by whoever has to. It
// returns the audit with that. Errors: *audit.UnsignedError; of a record that cannot be read.
func (h Takeover) judgeOffice(machine string, from int64, entries [][]byte, head string) (office *audit.Office, err error) {
	j := &h.judge
	if j.why != nil && j.refused == head {
		return nil, j.why
	}
	if office, j.audit = j.audit, nil; office == nil || office.Log().Size() != from {
		office = audit.NewOffice(machine)
		if err := h.ofOffice(office.Add); err != nil {
			return nil, err
		}
		office.Taken()
	}
	if n := office.Log().Size(); n != from { // another program was faster since
		return nil, fmt.Errorf("what %s entered behind entry %d, with %d taken in here: %w", machine, from, n, record.ErrConflict)
	}
	for _, text := range entries {
		office.Add(text)
	}
	if j.why = office.Judge(); j.why != nil {
		j.refused = head
		return nil, j.why
	}
	return office, nil
}

func takenFacts(machine string, from int64, entries [][]byte, head string) (facts []record.Fact) {
	taken := record.HouseTaken{Machine: machine, From: from}
	size := 0
	for _, text := range entries {
		if size += len(text); len(taken.Entries) > 0 && (len(taken.Entries) == takenEntries || size > takenBytes) {
			facts = append(facts, taken)
			taken = record.HouseTaken{Machine: machine, From: taken.From + int64(len(taken.Entries))}
			size = len(text)
		}
		taken.Entries = append(taken.Entries, string(text))
	}
	if len(taken.Entries) == 0 {
		return nil
	}
	taken.Head = head
	return append(facts, taken)
}

// Keyless returns the numbers of people who have a key that the record names, and none here under their PIN. Error: of a record that
// cannot be read.
func (h Takeover) Keyless() (list []string, err error) {
	if err := h.CatchUp(); err != nil {
		return nil, err
	}
	for _, s := range h.State.Staff {
		sealed, err := h.store.Secret(s.Number)
		if err != nil {
			return nil, err
		}
		if sealed == "" && h.State.People().KeyOf(s.Number) != "" {
			list = append(list, s.Number)
		}
	}
	return list, nil
}

// TakeKeys keeps sealed keys of people: one is used only where it opens to the key that the record names. Error: of a record that cannot
// be written to.
func (h Takeover) TakeKeys(keys []record.Secret) error { return h.store.AppendWith(keys) }

// GoOnWithout enters that a manager at the office has the pit go on without entries of a machine that are lost for good. Refusals: those of
// house.Moves.GoOnWithout; AtTheOffice elsewhere.
func (h Takeover) GoOnWithout(f record.OwnLost, by house.Badge) error {
	if err := h.CatchUp(); err != nil {
		return err
	}
	facts, err := h.State.Moves().GoOnWithout(f, by.Staff)
	return h.decided(by, facts, err)
}

// SignTwice enters that a manager at the office answers for what a machine took in twice. Refusals: those of
// house.House.SignTwice; AtTheOffice elsewhere.
func (h Takeover) SignTwice(f record.TakenTwice, by house.Badge) error {
	if err := h.CatchUp(); err != nil {
		return err
	}
	facts, err := h.State.SignTwice(f, by.Staff)
	return h.decided(by, facts, err)
}

// mayBecomeMember returns why a record with a house of its own cannot go on under an office that has entered those
// facts. It returns nil where it can. Its shifts name tables, money and people: these must be the same there.
func (h Takeover) mayBecomeMember(facts []record.Fact) error {
	if err := h.closed(""); err != nil {
		return err
	}
	next := h.State.Clone()
	for _, e := range h.State.Stamp(h.now(), "", facts...) {
		next.Apply(e)
	}
	for _, t := range h.State.Tables {
		last, err := h.store.Last(t.Name)
		if err != nil {
			return err
		}
		set, there := next.TableNamed(t.Name)
		switch {
		case last == 0:
		case !there:
			return fmt.Errorf("this record has shifts of %s, and the house has no such table: enter it at the office first", t.Name)
		case set.Game != t.Game || next.CurrencyOf(t.Name) != h.State.CurrencyOf(t.Name):
			return fmt.Errorf("%s is a table of %s in %s here, and in the house one of %s in %s", t.Name, t.Game, h.State.CurrencyOf(t.Name), set.Game, next.CurrencyOf(t.Name))
		}
	}
	for _, s := range h.State.Staff {
		if other, known := next.StaffBy(s.Number); known && other.Name != s.Name {
			return fmt.Errorf("the number %s is that of %s here, and in the house that of %s: what %s has dealt here would be theirs", s.Number, s.Name, other.Name, s.Name)
		}
		for _, other := range next.Staff {
			if other.Number != s.Number && (strings.HasPrefix(other.Number, s.Number) || strings.HasPrefix(s.Number, other.Number)) {
				return fmt.Errorf("the number %s of %s, who worked here, cannot be told from %s, that of %s in the house", s.Number, s.Name, other.Number, other.Name)
			}
		}
	}
	return nil
}

// Brings refuses a machine's place in the pit that leaves out a table of which this record has entries. It does not
// where a manager had the table moved, here or to another machine. The table would begin anew there, with the same
// numbers, and its past would lie here alone.
func (h Takeover) Brings(machine string, tables []string) error {
	for _, t := range h.State.Tables {
		last, err := h.store.Last(t.Name)
		if err != nil {
			return err
		}
		_, _, moved := h.State.Moves().Moved(t.Name)
		if last > 0 && !slices.Contains(tables, t.Name) && !moved {
			return fmt.Errorf("this record has %d entries of %s, and %s is enrolled without it: enroll it with that table among --tables; sabotctl pit move takes it to another machine then", last, t.Name, machine)
		}
	}
	return nil
}

// HoldTables enters which tables this machine plays, as the pit has it. It leaves out those that a manager had
// moved elsewhere. It also leaves out those that were moved here in order, as long as the machine before has not
// heard of the move. It enters nothing where that is what it had. It lets go of a table that was moved elsewhere
// once no program here stands at it: from then on another machine plays it.
func (h Takeover) HoldTables(machine string, tables []string, heard ...record.TableMoved) error {
	for {
		if err := h.CatchUp(); err != nil {
			return err
		}
		handed := false
		own := slices.DeleteFunc(append([]string{}, h.State.Moves().Allotted(machine, tables)...), func(table string) bool {
			if len(h.State.Moves().Handing(table)) == 0 {
				return false
			}
			f, _, _ := h.State.Moves().Moved(table)
			handed = handed || slices.Contains(heard, f)
			return !slices.Contains(heard, f)
		})
		held, said := h.State.Held()
		standing, err := h.standing(machine, held)
		if err != nil {
			return err
		}
		if own = append(own, standing...); len(standing) > 0 {
			slices.Sort(own) // as the pit has them
		}
		if said && h.State.Office().Here == machine && slices.Equal(held, own) && !handed {
			return nil
		}
		if err := h.Record("", []record.Fact{record.TablesHeld{Machine: machine, Tables: own}}); !errors.Is(err, record.ErrConflict) {
			return err
		}
	}
}

// standing returns those of some tables that a manager had moved elsewhere, and at which a program stands here still.
func (h *House) standing(machine string, tables []string) (list []string, err error) {
	for _, table := range tables {
		if f, _, moved := h.State.Moves().Moved(table); !moved || f.To == machine {
			continue
		}
		lease, err := h.store.Lease(table, h.Whoami())
		if held := (*record.HeldError)(nil); errors.As(err, &held) {
			list = append(list, table)
			continue
		}
		if err == nil {
			err = lease.Release()
		}
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// elsewhere refuses a table that another machine plays. Refusal: TableElsewhere.
func (h *House) elsewhere(table string) error {
	if h.State.Plays(table) {
		return nil
	}
	return &house.Refusal{Why: house.TableElsewhere, What: table}
}
