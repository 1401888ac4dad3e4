package reports

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports/corrections"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// A Kind is a subject of reports.
type Kind string

// The kinds of report.
const (
	ShiftReport          Kind = "shift"
	TableReport          Kind = "table"
	ReconstructionReport Kind = "reconstruction"
	IncidentReport       Kind = "incidents"
	SlipReport           Kind = "slip"
	HouseReport          Kind = "house"      // what all tables came to
	AccessReport         Kind = "access"     // who may do what
	ChangesReport        Kind = "changes"    // what was changed on a gaming day: before, after, by whom
	ExceptionsReport     Kind = "exceptions" // what of it was out of the ordinary
)

// OfHouse reports whether a report is of the house as a whole and of no one table.
func (k Kind) OfHouse() bool {
	return k == HouseReport || k == AccessReport || k == ChangesReport || k == ExceptionsReport
}

// OfEntries reports whether a report lists entries, those of the house among them.
func (k Kind) OfEntries() bool { return k == ChangesReport || k == ExceptionsReport }

// RunningDay returns the day that was not over when the report was printed; "" before form 7, which takes no day for one
// that runs.
func (e Evidence) RunningDay(house *house.House) string {
	if e.Form < forms.Seven {
		return ""
	}
	return house.RunningDay(time.UnixMilli(e.Printed))
}

// Kinds returns all kinds of report.
func Kinds() []Kind {
	return []Kind{ShiftReport, TableReport, ReconstructionReport, IncidentReport, SlipReport, HouseReport, AccessReport, ChangesReport, ExceptionsReport}
}

// figures are the numbers of a report, which know how they stand in a language.
type figures interface {
	report(e Evidence, w pen) paper.Report
}

// A reconstructions is the figures of the report on a shift's reconstructions.
type reconstructions struct{ corrections.Reconstructions }

func (s *reconstructions) report(e Evidence, w pen) paper.Report {
	return s.Report(e.Reach.stillOpen(w), w.Pen)
}

// A pen is the pen of a form with the names of the people whom one report names.
type pen struct {
	forms.Pen
	staff map[string]string // names of people, by number
}

// with returns the pen for a report whose times without a day follow a moment.
func (w pen) with(since time.Time) pen {
	w.Pen = w.Since(since)
	return w
}

// read decodes the figures.
func (e Evidence) read() (figures, error) {
	var f figures
	switch e.Kind {
	case ShiftReport:
		f = &Shift{}
	case TableReport:
		f = &TableSum{}
	case ReconstructionReport:
		f = &reconstructions{}
	case IncidentReport:
		f = &Incidents{}
	case SlipReport:
		f = &Slip{}
	case HouseReport:
		f = &HouseSum{}
	case AccessReport:
		f = &Access{}
	case ChangesReport, ExceptionsReport:
		f = &Noted{}
	default:
		return nil, fmt.Errorf("there is no report of kind %q", e.Kind)
	}
	if err := json.Unmarshal(e.Figures, f); err != nil {
		return nil, fmt.Errorf("reading the figures of a report: %w", err)
	}
	return f, nil
}

// lasted returns the first and the last moment of what the figures are about, for the offset of its zone; of
// days their evenings. Before form 7 both are the moment at which they were printed.
func (e Evidence) lasted(f figures, printed time.Time) (from, to time.Time) {
	evening := func(day string) time.Time {
		t, err := time.ParseInLocation(time.DateOnly, day, e.TimeZone())
		if err != nil {
			return printed
		}
		return t.Add(20 * time.Hour)
	}
	first, last := "", ""
	switch f := f.(type) {
	case *Shift:
		from, to = f.Opened, f.Closed
	case *Slip:
		from, to = f.Asked, f.Done
	case *reconstructions:
		first = f.Day
	case *Incidents:
		first = f.Day
	case *TableSum:
		first, last = f.From, f.To
	case *HouseSum:
		first, last = f.Day, f.To
	case *Noted:
		first, last = f.Day, f.To
	}
	if first != "" {
		from, to = evening(first), evening(cmp.Or(last, first))
	}
	switch {
	case e.Form < forms.Seven || from.IsZero():
		return printed, printed
	case to.IsZero():
		return from, from
	}
	return from, to
}

// Outcome returns the result of a shift, or of all of a table's, by count and by hands; false for another kind
// of report.
func (e Evidence) Outcome() (byCount tray.Sum, byHands games.Amount, ok bool) {
	r, ok := e.Result()
	return r.ByCount, r.ByHands, ok
}

// Result returns the whole result of which Outcome is a part.
func (e Evidence) Result() (result tray.Result, ok bool) {
	f, err := e.read()
	switch f := f.(type) {
	case *Shift:
		return f.Result, err == nil
	case *TableSum:
		return f.Total.Result, err == nil
	}
	return tray.Result{}, false
}

// Estimated reports whether some of the drop in the result is uncounted. Then the amount bought in stands for the
// drop.
func (e Evidence) Estimated() bool {
	f, err := e.read()
	switch f := f.(type) {
	case *Shift:
		return err == nil && f.Result.Estimated
	case *TableSum:
		return err == nil && f.Total.Guess
	}
	return false
}

// with puts figures into evidence.
func (e Evidence) with(f figures) (Evidence, error) {
	text, err := json.Marshal(f)
	if err != nil {
		return Evidence{}, fmt.Errorf("writing the figures of a report: %w", err)
	}
	e.Figures = text
	return e, nil
}

// FollowsIncidents reports whether what came of a shift's incidents after the next one had begun is part of the figures. Before
// form 7 it was not.
func (e Evidence) FollowsIncidents() bool {
	return e.Form >= forms.Seven && (e.Kind == ShiftReport || e.Kind == IncidentReport)
}

// Of returns e with the figures of shift t. Errors: of a slip that the shift does not have.
func (e Evidence) Of(t *pit.Table, h *house.House) (Evidence, error) {
	names := forms.RollOf(e.Form, h)
	switch e.Kind {
	case ShiftReport:
		s := e.ShiftOf(t, h)
		return e.with(&s)
	case ReconstructionReport:
		e.judges(t)
		s := reconstructions{corrections.Of(t, names, e.Form)}
		return e.with(&s)
	case IncidentReport:
		s := incidentsOf(t, names, e.Form)
		return e.with(&s)
	case SlipReport:
		s, ok := slipOf(t, names, e.Item)
		if !ok {
			return Evidence{}, fmt.Errorf("shift %d of %s has no slip %q: it has %s", t.Shift, t.Name, e.Item, cmp.Or(strings.Join(slipNames(t), ", "), "none"))
		}
		return e.with(&s)
	}
	return Evidence{}, fmt.Errorf("there is no report of kind %q of a shift", e.Kind)
}

// DayOf returns the gaming day of an entry of the house. Before form 7 all went by the clock of when it was printed.
func (e Evidence) DayOf(h *house.House, entry record.Entry) string {
	if e.Form < forms.Seven {
		return h.GamingDay(h.Wall(entry.At))
	}
	return h.DayOf(entry)
}

// CalledOn returns the name of a house at the end of a gaming day, as the evidence has it.
func (e Evidence) CalledOn(h *house.House, day string) string {
	return forms.NamesIn(e.Form, h).People().CalledAt(h.People().DayEnds(day))
}

// OfShifts returns evidence with the sums of shifts over its days. Reach says up to when the record knows the table.
func (e Evidence) OfShifts(shifts []Shift, reach Reach, house *house.House) (Evidence, error) {
	s := tableSumOf(shifts, e.Form)
	s.Reach = reach
	s.House = e.CalledOn(house, s.To)
	if _, to, _ := strings.Cut(e.Item, ".."); to < lastDay { // that of no shift where nobody named one
		s.House = e.CalledOn(house, to)
		running := e.RunningDay(house)
		s.Ahead = running != "" && to >= running
	}
	return e.with(&s)
}
