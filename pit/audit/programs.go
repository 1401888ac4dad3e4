package audit

import (
	"slices"

	"sabot/pit/record"
)

// programs are those that said in the house's stream that they began their work, and did not say that they ended it.
type programs []programAt

// A programAt is a program that works from an entry of the house on, at a table or at none.
type programAt struct {
	from, to int64 // to is 0 while it works
	table    string
	version  string
	run      int  // its lock; 0 for none
	ended    bool // it said so itself
}

// take notes what an entry says of a program.
func (p *programs) take(e *record.Entry) {
	var ends func(programAt) bool
	switch f := e.Fact.(type) {
	case record.Started:
		ends = func(at programAt) bool {
			return at.table == f.Table && at.run == 0 || f.Run > 0 && at.run == f.Run || slices.ContainsFunc(f.Unended, func(u record.Unended) bool { return u.Began == at.from })
		}
		defer func() { *p = append(*p, programAt{from: e.Seq, table: f.Table, version: f.Version, run: f.Run}) }()
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

// mayEnd reports whether a program began by an entry with a lock, and did not say that it ended. Of two that begin at once both may
// say that it died.
func (p programs) mayEnd(began int64) bool {
	return slices.ContainsFunc(p, func(at programAt) bool { return at.from == began && at.run > 0 && !at.ended })
}

// areSince reports whether every program that worked once the house had so many entries was of that version or
// a later one; false where none did.
func (p programs) areSince(major, minor int, entries int64) bool {
	some := false
	for _, at := range p {
		if at.from > entries || at.to > 0 && at.to <= entries {
			continue
		}
		if !(record.Program{Version: at.version}).Since(major, minor) {
			return false
		}
		some = true
	}
	return some
}

// checksPeople reports whether a shift was opened by a program that says in its opening how much the table asks of
// people. One entry of the table says it before, or it names the house as it stood and all programs were then such.
func (a *Run) checksPeople(f record.Opened) bool {
	return a.checks || f.House != nil && a.witness.programs.areSince(0, 10, f.House.Size)
}
