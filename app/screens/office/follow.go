package office

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/app/session/sums"
	"sabot/pit/record"
)

// follow takes in what other programs have entered of the house. Where a table or the house has more since, the
// list of shifts is read anew beside the window. So is a report of no one shift that is shown. Nothing is while
// somebody is asked about what is shown.
func (o *Office) follow() {
	if o.work.Closed() {
		return
	}
	if err := o.shell.House.Takeover().CatchUp(); err != nil {
		o.say(err)
		return
	}
	if o.stop != nil || o.work.Busy() || o.shell.Overlay() != nil {
		return
	}
	heard, err := o.recordStands()
	if err != nil {
		o.say(err)
		return
	}
	if heard == o.heard {
		return
	}
	o.heard = heard
	house, query, shown := o.shell.House, o.query, o.drafted
	renews := o.apart && len(shown.doc.Pages) > 0
	o.news.Look(func(work session.Work) func() {
		lines, err := shiftsOf(house, work, query)
		renewed := shown
		if err == nil && renews {
			renewed, err = renew(house, work, shown)
		}
		return func() {
			o.followed(query, lines, err)
			if err == nil && renews {
				o.renewed(renewed)
			}
		}
	}, func(int, int) {})
}

// renew returns a report of no one shift as it stands now.
func renew(house *session.House, work session.Work, shown drafted) (drafted, error) {
	aside, err := house.AsideFor(work)
	if err != nil {
		return shown, err
	}
	return drawn(aside, shown.shown)
}

// renewed shows a report of no one shift as it stands now, where it was read, unless another one is shown meanwhile.
func (o *Office) renewed(d drafted) {
	if o.work.Closed() || o.stop != nil || o.shell.Overlay() != nil || !o.apart || !reflect.DeepEqual(o.shown, d.shown) || len(d.doc.Pages) == 0 {
		return
	}
	o.drafted = d
	o.paper.Renew(d.doc.Pages)
}

// followed takes in the shifts that a query found anew. Where that comes to nothing it is asked again.
func (o *Office) followed(query sums.ShiftQuery, lines []sums.ShiftLine, err error) {
	switch {
	case o.work.Closed() || o.stop != nil || o.shell.Overlay() != nil || !reflect.DeepEqual(query, o.query):
		o.heard = ""
	case err != nil:
		o.heard = ""
		o.say(err)
	default:
		o.relist(lines)
	}
}

// recordStands names how far the streams of the house and its tables go.
func (o *Office) recordStands() (string, error) {
	stream, stands := []string{record.HouseStream}, strings.Builder{}
	for _, t := range o.shell.House.State.Tables {
		stream = append(stream, t.Name)
	}
	for _, s := range stream {
		last, err := o.shell.House.Store().Last(s)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&stands, "%s %d\n", s, last)
	}
	return stands.String(), nil
}

// relist shows shifts as they were read anew. The one that was chosen stays so. Its report is read again where the
// list says something else of it, or the house has other particulars: a paper has its hours by them.
func (o *Office) relist(lines []sums.ShiftLine) {
	if reflect.DeepEqual(lines, o.shifts) {
		o.readByHouse()
		return
	}
	was, chosen := o.shift()
	o.shifts = lines
	o.rows, o.rowOf, o.spoken = nil, nil, ""
	i := slices.IndexFunc(lines, func(l sums.ShiftLine) bool { return l.Table == was.Table && l.Number == was.Number })
	if !chosen || i < 0 {
		o.choose(o.chosen)
		return
	}
	if o.chosen = i; !o.apart && !reflect.DeepEqual(lines[i], was) {
		o.papers().preview()
	}
	o.readByHouse()
	o.update()
}

// readByHouse reads the report that is shown anew where the house has other particulars since.
func (o *Office) readByHouse() {
	if !o.apart && !reflect.DeepEqual(o.house, o.shell.House.State.Particulars()) {
		o.papers().preview()
	}
}

var _ shell.Ticking = (*Office)(nil)
