package house

import (
	"slices"
	"time"

	"sabot/pit/record"
)

// Office is the machine whose people, tables and rules are the house's, as far as another one
// has taken them in.
type Office struct {
	Machine string    // its name in the pit; "" at the office itself, and in a house of one machine
	Here    string    // this machine's name there, once it was told its tables
	Size    int64     // so many of the office's entries were taken in
	At      time.Time // of the last of them
	paper   paper     // the report that people signed there last, as paper is of this machine
	headed  map[string]int64
	heard   time.Time // while some are taken in, when that was; else zero
}

// OfOffice reports whether a fact is of the house as a whole, which its office enters.
func OfOffice(f record.Fact) bool { return record.RealmOf(f) == record.OfHouse }

// Office returns the house's office, as far as this machine has taken it in; the zero one where this machine is the office.
func (h *House) Office() Office { return h.office }

// OfSeveral reports whether the house has several machines: this one goes by its office, or was told its tables.
func (h *House) OfSeveral() bool { return h.office.Machine != "" || h.office.Here != "" }

// SignsToJoin reports whether somebody here has to sign that this machine goes by an office from now on. It is so where people
// work here: all of them then work here by the office's word.
func (h *House) SignsToJoin() bool { return h.office.Machine == "" && len(h.Staff) > 0 }

// Here refuses facts that the house's office enters, anywhere else. Refusal: AtTheOffice, with
// the office's machine as What.
func (h *House) Here(facts ...record.Fact) error {
	if h.office.Machine != "" && slices.ContainsFunc(facts, OfOffice) {
		return &Refusal{Why: AtTheOffice, What: h.office.Machine}
	}
	return nil
}

// Plays reports whether this machine plays a table. It plays any where the house has no other machines, or nobody has allotted
// tables. It does not play a table that a manager moved elsewhere. One moved here it plays once that is here whole, and the
// machine before has let go of it.
func (h *House) Plays(table string) bool {
	if h.office.Here == "" {
		return true
	}
	if f, _, moved := h.Moves().Moved(table); moved && f.To != h.office.Here { // from the moment on in which that is heard
		return false
	}
	_, awaited := h.Moves().awaited(table, h.office.Here)
	return slices.Contains(h.held, table) && !awaited
}

// Playable returns the tables in use that this machine plays, in the order in which they were set up.
func (h *House) Playable() []record.TableSet {
	return slices.DeleteFunc(h.InUse(), func(t record.TableSet) bool { return !h.Plays(t.Name) })
}

// Has reports whether a table is this machine's: its record of who is on duty there, of the open shift and of sums is up to date.
// Of a table that went to another machine, or that is not all here yet, the record ends where this one left it.
func (h *House) Has(table string) bool {
	return !h.OfSeveral() || h.office.Here != "" && h.Plays(table)
}

// Apart returns the tables that other machines of the house play, retired ones too: of them this machine's record has what it played
// before they were moved, and nothing since.
func (h *House) Apart() (tables []string) {
	for _, t := range h.Tables {
		if !h.Has(t.Name) {
			tables = append(tables, t.Name)
		}
	}
	return tables
}

// Held returns the tables that this machine plays; false where nobody has allotted tables.
func (h *House) Held() (tables []string, said bool) { return slices.Clone(h.held), h.office.Here != "" }

// applyTaken folds what the office entered. What of it is the office machine's own changes
// nothing here.
func (h *House) applyTaken(at time.Time, f record.HouseTaken) {
	if f.From == 0 {
		h.becomeMember()
	}
	h.office.Machine = f.Machine
	there := func() {
		h.paper, h.office.paper = h.office.paper, h.paper
		h.headed, h.office.headed = h.office.headed, h.headed
	}
	there()
	defer there()
	h.office.heard = at
	defer func() { h.office.heard = time.Time{} }()
	for _, text := range f.Entries {
		e, err := record.Decode([]byte(text))
		if err == nil && e.Seq <= h.office.Size {
			continue // two programs of Sabot 0.9 on one record took it in twice
		}
		if h.office.Size++; err != nil {
			continue // the audit says so
		}
		if h.office.At = e.At; OfOffice(e.Fact) {
			switch set := e.Fact.(type) { // papers had the name before until it came
			case record.StaffSet:
				h.People().renamed(set.Number, set.Name)
			case record.HouseSet:
				h.People().renamed(itself, set.Name)
			}
			h.fold(e)
			continue
		}
		switch f := e.Fact.(type) { // copies that left the house there are copies here
		case record.Checkpointed:
			h.Backups().applyHeaded(f)
		case record.ReportPrinted, record.Approved:
			h.fold(e)
			h.papered = 0 // it is no entry of this machine
		}
	}
}

// SignTwice records that a manager at the office answers for entries with which a machine took in twice what was entered here.
// Refusals: WrongRole; BadSetting with "machine" or "entries".
func (h *House) SignTwice(f record.TakenTwice, by Staff) ([]record.Fact, error) {
	if err := by.MayEnter(f); err != nil {
		return nil, err
	}
	if f.Machine == "" {
		return nil, &Refusal{Why: BadSetting, What: "machine"}
	}
	f.Entries = slices.Compact(slices.Sorted(slices.Values(f.Entries)))
	if len(f.Entries) == 0 || f.Entries[0] < 1 {
		return nil, &Refusal{Why: BadSetting, What: "entries"}
	}
	f.By = by.Number
	return []record.Fact{f}, nil
}

// becomeMember lets go of what was this machine's own house. Who worked here keeps the name;
// what an authority has certified stays trusted.
func (h *House) becomeMember() {
	for _, s := range h.Staff {
		h.People().applyLeft(s.Number, h.Last)
	}
	h.Name, h.Currency, h.Language, h.set = "", "", "", record.HouseSet{}
	h.Chips, h.Colours, h.others = nil, nil, nil
	h.Tables, h.retired = nil, nil
	h.rules, h.keys, h.had, h.Certificates, h.pinSince, h.given = record.PINRules{}, nil, nil, nil, nil, nil
	h.since, h.reviews, h.authorityClosed, h.mayHaveCounted, h.mayHaveSigned, h.givenKeys = nil, nil, false, nil, nil, nil
}
