package house

import (
	"slices"
	"strings"
	"time"

	"sabot/pit/record"
)

func (h *House) applyProgram(e record.Entry) {
	switch f := e.Fact.(type) {
	case record.Started:
		if h.running == nil {
			h.running = map[string]record.Program{}
		}
		h.running[f.Table] = f.Program
		h.papers = h.papers || f.Since(0, 10)
		h.begins(e, f)
	case record.Stopped:
		h.runs = slices.DeleteFunc(slices.Clone(h.runs), func(r Run) bool { return r.Began == f.Began })
	case record.ProgramsApproved:
		h.approved = f.Programs
	}
}

// A Run is a program that said that it began, and not that it ended.
type Run struct {
	Began int64 // the entry that says so
	At    time.Time
	Table string // "" for none
	Lock  int    // that it holds while it works
}

// Runs returns them, the oldest first; those without a lock are none, nor are those that are known to have died.
func (h *House) Runs() []Run { return slices.Clone(h.runs) }

// begins takes in a program that began, and those that are known since to work no more.
func (h *House) begins(e record.Entry, f record.Started) {
	h.runs = slices.DeleteFunc(slices.Clone(h.runs), func(r Run) bool {
		return r.Lock == f.Run || slices.ContainsFunc(f.Unended, func(u record.Unended) bool { return u.Began == r.Began })
	})
	if f.Run > 0 {
		h.runs = append(h.runs, Run{e.Seq, e.At, f.Table, f.Run})
	}
}

// Starts returns what a program enters when it begins its work at a table, "" for none: run is the lock that it holds, unended
// are those that died.
func (h *House) Starts(table string, p record.Program, run int, unended []record.Unended) []record.Fact {
	started := record.Started{Table: table, Program: p, Run: run, Unended: unended}
	if before, known := h.running[table]; known && before != p {
		return []record.Fact{record.Updated{Table: table, From: before, To: p}, started}
	}
	return []record.Fact{started}
}

// ApprovedPrograms returns the programs that may work on the record; none where any may.
func (h *House) ApprovedPrograms() []record.Program { return slices.Clone(h.approved) }

// Stranger is a program that started last at a table and is none of those that may.
type Stranger struct {
	Table string // "" for none
	record.Program
}

// Strangers returns the programs at work that nobody has approved, by table.
func (h *House) Strangers() []Stranger {
	var all []Stranger
	for table, p := range h.running {
		if !h.MayRun(p) {
			all = append(all, Stranger{table, p})
		}
	}
	slices.SortFunc(all, func(a, b Stranger) int { return strings.Compare(a.Table, b.Table) })
	return all
}

// MayRun reports whether a program may work on the record. What is approved is its file, whatever version the file reports.
func (h *House) MayRun(p record.Program) bool {
	return len(h.approved) == 0 || p.SHA256 != "" && slices.ContainsFunc(h.approved, func(a record.Program) bool { return a.SHA256 == p.SHA256 })
}

// ApprovePrograms names the programs that may work on the record; none for any. Refusals:
// WrongRole, BadSetting with "programs" for one whose file could not be read, NothingChanges.
func (h *House) ApprovePrograms(list []record.Program, by Staff) ([]record.Fact, error) {
	if err := by.MayEnter(record.ProgramsApproved{}); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(list, func(p record.Program) bool { return len(p.SHA256) != 64 }) {
		return nil, &Refusal{Why: BadSetting, What: "programs"}
	}
	if slices.Equal(list, h.approved) {
		return nil, Refuse(NothingChanges)
	}
	return []record.Fact{record.ProgramsApproved{Programs: append([]record.Program{}, list...), By: by.Number}}, nil
}

// Service records that somebody worked on the equipment of a table. Refusals: WrongRole, BadSetting with "table", "who" or "what".
func (h *House) Service(s record.Serviced, by Staff) ([]record.Fact, error) {
	if err := by.MayEnter(s); err != nil {
		return nil, err
	}
	s.Who, s.What, s.By = strings.TrimSpace(s.Who), strings.TrimSpace(s.What), by.Number
	_, there := h.TableNamed(s.Table)
	for _, field := range []struct {
		name string
		good bool
	}{{"table", there}, {"who", s.Who != ""}, {"what", s.What != ""}} {
		if !field.good {
			return nil, &Refusal{Why: BadSetting, What: field.name}
		}
	}
	return []record.Fact{s}, nil
}
