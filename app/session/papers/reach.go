package papers

import (
	"slices"

	"sabot/app/session/eventlog"
	"sabot/pit/house"
	"sabot/reports"
)

// reachOf returns the reach of a paper of one table's shift; nil where this record has all of the table.
func (h Papers) reachOf(e reports.Evidence) (*reports.Reach, error) {
	if e.Kind.OfHouse() || e.Kind == reports.TableReport || h.State.Has(e.Table) {
		return nil, nil
	}
	r, err := h.reach(e.Form, []reports.Stream{{Table: e.Table, Seq: e.TableSeq}}, &h.State)
	r = r.Of(e.Table)
	return &r, err
}

// reach returns how far this record knows a house of several machines, at the entries that streams name.
func (h Papers) reach(form int, streams []reports.Stream, house *house.House) (r reports.Reach, err error) {
	if !reports.Reaches(form) || !house.OfSeveral() {
		return r, nil
	}
	r.Alone, r.Machine = true, house.Office().Here
	for _, table := range house.Apart() {
		part := reports.Part{Table: table}
		if i := slices.IndexFunc(streams, func(s reports.Stream) bool { return s.Table == table }); i >= 0 {
			last, err := eventlog.Of(h.House).Entry(table, streams[i].Seq)
			if err != nil {
				return r, err
			}
			part.To = last.At.UTC()
		}
		r.Apart = append(r.Apart, part)
	}
	return r, nil
}

// reachOn returns the reach of what tables came to up to a gaming day. It returns none where this record has all of
// their entries up to its end.
func (h Papers) reachOn(to string, form int, streams []reports.Stream, house *house.House) (reports.Reach, error) {
	r, err := h.reach(form, streams, house)
	end := house.People().DayEnds(to)
	r.Apart = slices.DeleteFunc(r.Apart, func(p reports.Part) bool { return !end.IsZero() && p.To.After(end) })
	if !h.OfOthers() && reports.Reaches(form) {
		for _, left := range h.Derived().LeftOut() { // the paper is without it
			if !slices.ContainsFunc(streams, func(s reports.Stream) bool { return s.Table == left.Table }) {
				continue
			}
			r.Apart = slices.DeleteFunc(r.Apart, func(p reports.Part) bool { return p.Table == left.Table })
			r.Apart = append(r.Apart, reports.Part{Table: left.Table})
			r.Alone, r.Machine = true, house.Office().Here
		}
	}
	if len(r.Apart) == 0 {
		r = reports.Reach{}
	}
	return r, err
}
