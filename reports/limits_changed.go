package reports

import (
	"time"

	"sabot/games"
	"sabot/pit"
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
func limitsLines(t *pit.Table, h roll) (lines []LimitsLine) {
	for _, c := range t.LimitChanges {
		lines = append(lines, LimitsLine{c.At.UTC(), c.From, h.who(c.By, c.At), c.Spots, c.Began, c.Hand, c.Withdrawn, h.who(c.WithdrawnBy, c.Withdrawn)})
	}
	return lines
}

// limitsSection returns the limits that changed in the shift, or were announced: a row for each spot.
func limitsSection(list []LimitsLine, w pen) Section {
	s := Section{
		Heading: w.money("report_limits"), Name: w.T("report_limits"), Size: 8,
		Columns: []Column{
			{w.T("report_limits_announced"), "R"},
			{w.T("report_approved"), "L"},
			{w.T("report_spot"), "L"},
			{w.T("report_noted_was"), "R"},
			{w.T("report_noted_is"), "R"},
			{w.T("report_limits_began"), "L"},
		},
	}
	for _, l := range list {
		for _, spot := range l.Spots {
			s.Rows = append(s.Rows, []Cell{w.at(l.At), text(l.By), text(w.spot(spot.Spot)), text(w.limits(spot.Was)), text(w.limits(spot.Is)), text(l.became(w))})
		}
	}
	return s
}

// became returns since when and which hand the limits are in force, or why they are not.
func (l LimitsLine) became(w pen) string {
	switch {
	case !l.Began.IsZero():
		return w.hour(l.Began) + " · " + w.T("report_noted_hand", map[string]any{"N": l.Hand})
	case !l.Withdrawn.IsZero():
		return w.T("report_limits_withdrawn", map[string]any{"At": w.hour(l.Withdrawn), "By": l.WithdrawnBy})
	}
	return w.T("report_limits_never", map[string]any{"At": w.hour(l.From)})
}

// limits returns those of a spot, from the least to the most.
func (w pen) limits(l games.Limit) string {
	switch {
	case l == games.Limit{}:
		return dash
	case l.Max == 0:
		return w.T("limits_from", map[string]any{"Min": w.Amount(l.Min)})
	}
	return w.T("limits_range", map[string]any{"Min": w.Amount(l.Min), "Max": w.Amount(l.Max)})
}
