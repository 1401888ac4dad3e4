package reports

import (
	"strings"
	"time"

	"sabot/reports/forms"
	"sabot/reports/paper"
)

// A Reach is an account of how much of a house of several machines one machine's record knows. It is the zero one
// where the record knows all of it. No paper before form 7 has one.
type Reach struct {
	Alone   bool   `json:",omitempty"` // the record is that of one machine of several
	Machine string `json:",omitempty"` // its name in the pit; "" where it was not told yet
	Apart   []Part `json:",omitempty"` // the tables that other machines play
}

// A Part is the known part of a table that another machine plays.
type Part struct {
	Table string
	To    time.Time `json:",omitzero"` // its last entry, UTC; zero where the record has none
}

// Of returns the reach of what is of one table.
func (r Reach) Of(table string) Reach {
	for _, p := range r.Apart {
		if p.Table == table {
			r.Apart = []Part{p}
			return r
		}
	}
	return Reach{}
}

// Reaches reports whether papers of a form say how far their record knows the house.
func Reaches(form int) bool { return form >= forms.Seven }

// head returns the line that says it; none where the record knows all.
func (r *Reach) head(w pen) []paper.Pair {
	if !r.Alone {
		return nil
	}
	said := w.T("report_reach_of", map[string]any{"Machine": r.Machine})
	if tables := r.Tables(w.Words, w.Clock); len(tables) > 0 {
		said += ". " + w.T("report_reach_apart", map[string]any{"Tables": strings.Join(tables, ", ")})
	}
	return []paper.Pair{{Label: w.T("report_reach"), Value: said}}
}

// stillOpen returns the word over a paper of a shift that has not closed, as far as its record knows.
func (r *Reach) stillOpen(w pen) string {
	if r != nil && len(r.Apart) > 0 {
		return w.T("report_provisional_apart")
	}
	return w.T("report_provisional")
}

// Tables returns the tables that other machines play, each with the moment up to which the record has it.
func (r *Reach) Tables(w paper.Words, clock func(time.Time) string) (list []string) {
	for _, p := range r.Apart {
		key, known := "report_reach_none", map[string]any{"Table": p.Table}
		if !p.To.IsZero() {
			key, known["At"] = "report_reach_to", clock(p.To)
		}
		list = append(list, w.T(key, known))
	}
	return list
}
