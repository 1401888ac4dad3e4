package reports

import (
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// A LimitsLine is an announcement of limits in a shift, and what became of it.
type LimitsLine struct {
	At, From    time.Time // UTC: when they were announced, and from when
	By          string
	Spots       []pit.SpotLimits
	Began       time.Time `json:",omitzero"`  // UTC; zero where they did not
	Hand        int       `json:",omitempty"` // the first that was played by them
	Withdrawn   time.Time `json:",omitzero"`
	WithdrawnBy string    `json:",omitempty"`
}

// limitsLines returns the limits that were announced in a shift, the oldest first.
func limitsLines(t *pit.Table, h forms.Roll) (lines []LimitsLine) {
	for _, c := range t.LimitChanges {
		lines = append(lines, LimitsLine{c.At.UTC(), c.From, h.Who(c.By, c.At), c.Spots, c.Began, c.Hand, c.Withdrawn, h.Who(c.WithdrawnBy, c.Withdrawn)})
	}
	return lines
}

// limitsSection returns the limits that changed in the shift, or were announced: a row for each spot.
func limitsSection(list []LimitsLine, w pen) paper.Section {
	s := paper.Section{
		Heading: w.Money("report_limits"), Name: w.T("report_limits"), Size: 8,
		Columns: []paper.Column{
			paper.Right(w.T("report_limits_announced")),
			paper.Left(w.T("report_approved")),
			paper.Left(w.T("report_spot")),
			paper.Right(w.T("report_noted_was")),
			paper.Right(w.T("report_noted_is")),
			paper.Left(w.T("report_limits_began")),
		},
	}
	for _, l := range list {
		for _, spot := range l.Spots {
			s.Rows = append(s.Rows, []paper.Cell{w.At(l.At), paper.Text(l.By), paper.Text(w.Spot(spot.Spot)), paper.Text(w.limits(spot.Was)), paper.Text(w.limits(spot.Is)), paper.Text(l.became(w))})
		}
	}
	return s
}

// became returns since when and which hand the limits are in force, or why they are not.
func (l LimitsLine) became(w pen) string {
	switch {
	case !l.Began.IsZero():
		return w.Hour(l.Began) + " · " + w.T("report_noted_hand", map[string]any{"N": l.Hand})
	case !l.Withdrawn.IsZero():
		return w.T("report_limits_withdrawn", map[string]any{"At": w.Hour(l.Withdrawn), "By": l.WithdrawnBy})
	}
	return w.T("report_limits_never", map[string]any{"At": w.Hour(l.From)})
}

// limits returns those of a spot, from the least to the most.
func (w pen) limits(l games.Limit) string {
	switch {
	case l == games.Limit{}:
		return paper.Dash
	case l.Max == 0:
		return w.T("limits_from", map[string]any{"Min": w.Amount(l.Min)})
	}
	return w.T("limits_range", map[string]any{"Min": w.Amount(l.Min), "Max": w.Amount(l.Max)})
}
