package audit

import (
	"slices"

	"sabot/pit/record"
)

// Programs is the list of the programs that have recorded their start in the house's stream.
type Programs []programAt

// A programAt is a program that works from an entry of the house on, at a table or at none.
type programAt struct {
	from, to int64 // to is 0 while it works
	table    string
	record.Program
	run   int  // its lock; 0 for none
	ended bool // it said so itself
}

// Take notes what an entry of the house's stream records of a program.
func (p *Programs) Take(e *record.Entry) {
	var ends func(programAt) bool
	switch f := e.Fact.(type) {
	case record.Started:
		ends = func(at programAt) bool {
			return at.table == f.Table && at.run == 0 || f.Run > 0 && at.run == f.Run || slices.ContainsFunc(f.Unended, func(u record.Unended) bool { return u.Began == at.from })
		}
		defer func() { *p = append(*p, programAt{from: e.Seq, table: f.Table, Program: f.Program, run: f.Run}) }()
	case record.Stopped:
		ends = func(at programAt) bool {
			return f.Began > 0 && at.from == f.Began || f.Began == 0 && at.table == f.Table && at.run == 0
		}
	default:
		return
	}
	for i := range *p {
		if at := &(*p)[i]; at.to == 0 && ends(*at) {
			at.to = e.Seq
		}
	}
	if f, ok := e.Fact.(record.Stopped); ok {
		for i := range *p {
			(*p)[i].ended = (*p)[i].ended || f.Began > 0 && (*p)[i].from == f.Began
		}
	}
}

// mayEnd reports whether a program began by an entry with a lock, and has not recorded its end. Of two that begin at once both may
// record that it died.
func (p Programs) mayEnd(began int64) bool {
	return slices.ContainsFunc(p, func(at programAt) bool { return at.from == began && at.run > 0 && !at.ended })
}

// At returns the programs that worked once the house had so many entries; where none did, the one that started last before.
func (p Programs) At(entries int64) (list []record.Program) {
	var last []record.Program
	for _, at := range p {
		if at.from > entries {
			break
		}
		last = []record.Program{at.Program}
		if (at.to == 0 || at.to > entries) && !slices.Contains(list, at.Program) {
			list = append(list, at.Program)
		}
	}
	if len(list) == 0 {
		return last
	}
	return list
}

// Newest returns the program that started last; the zero Program where none did.
func (p Programs) Newest() record.Program {
	if len(p) == 0 {
		return record.Program{}
	}
	return p[len(p)-1].Program
}

// ran reports whether a program was ever started for a table.
func (p Programs) ran(table string, is record.Program) bool {
	return slices.ContainsFunc(p, func(at programAt) bool { return at.table == table && at.Program == is })
}

// judgeUpdated demands of another program that it starts right then, and that the one before had been started there. In records
// of 0.9 nobody asks.
func (a *Run) judgeUpdated(e *record.Entry, f record.Updated, next []record.Fact) *record.Fault {
	w := a.witness
	starts := false
	if len(next) > 0 {
		to, is := next[0].(record.Started)
		starts = is && to.Table == f.Table && to.Program == f.To
	}
	if a.asksWho() && !(starts && w.programs.ran(f.Table, f.From)) {
		return a.fail(e.Seq, record.NotDone, "no Sabot enters that: the program that it says does not start with it, or none of before was that one")
	}
	return nil
}

// asksWho reports whether what nobody signs is asked for who did it: by a program of 0.10, and where it is no other machine's.
func (a *Run) asksWho() bool { return a.witness.house.Papers() && !a.incoming }

// judgeBackup demands of who had a backup made that they might, and were signed on. In records of 0.9 nobody asks.
func (a *Run) judgeBackup(e *record.Entry, by string, planned bool) *record.Fault {
	if what := a.witness.house.Backups().JudgeBackup(by, planned, e.At); what != "" && a.asksWho() {
		return a.fail(e.Seq, record.WrongPerson, "%s", what)
	}
	return nil
}

// areSince reports whether every program that worked once the house had so many entries was of that version or
// a later one; false where none did.
func (p Programs) areSince(major, minor int, entries int64) bool {
	some := false
	for _, at := range p {
		if at.from > entries || at.to > 0 && at.to <= entries {
			continue
		}
		if !at.Since(major, minor) {
			return false
		}
		some = true
	}
	return some
}

// areBefore reports whether a program that worked once the house had so many entries was of a version before that one.
func (p Programs) areBefore(major, minor int, entries int64) bool {
	return slices.ContainsFunc(p, func(at programAt) bool {
		return at.from <= entries && (at.to == 0 || at.to > entries) && !at.Since(major, minor)
	})
}

// checksPeople reports whether a shift was opened by a program whose opening records what the table checks of people. An entry of
// the table before it shows that. Or it names the house as it stood, and all programs were then such.
func (a *Run) checksPeople(f record.Opened) bool {
	return a.checks || f.House != nil && a.witness.programs.areSince(0, 10, f.House.Size)
}
