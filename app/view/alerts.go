package view

import (
	"time"

	"sabot/app/text"
	"sabot/pit"
	"sabot/pit/people"
	"sabot/pit/record"
)

// Alert is what an alert tells of, in words.
func (v Viewer) Alert(a record.Alerted) string {
	args := text.Args{"N": a.Value}
	if people.Minutes(a.Rule) {
		args["Length"] = text.Length(time.Duration(a.Value) * time.Minute)
	}
	return v.Text.T("alert_"+string(a.Rule), args)
}

// AlertLevel is how grave it is, in a word.
func (v Viewer) AlertLevel(level record.AlertLevel) string {
	return v.Text.T([]string{"", "level_info", "level_warning", "level_critical"}[level])
}

// AlertRow is an open alert in the list: how grave, where, what, when.
func (v Viewer) AlertRow(a people.Alert) []string {
	when := v.When(a.First)
	if a.Times > 1 {
		when += " · " + v.Text.T("alert_times", text.Args{"N": a.Times})
	}
	return []string{v.AlertLevel(a.Level), a.Table + a.Machine, v.Alert(a.Alerted), when}
}

// AlertLines are what somebody acknowledges.
func (v Viewer) AlertLines(a people.Alert) []ApprovalLine {
	lines := []ApprovalLine{
		{Text: v.Text.Label(a.Table+a.Machine, v.Alert(a.Alerted)), Mark: Warned},
		{Text: v.Text.T("alert_raised", v.dated(a.At, text.Args{"Level": v.AlertLevel(a.Level)}))},
	}
	if a.Since != 0 {
		lines = append(lines, ApprovalLine{Text: v.Text.T("alert_since", v.dated(time.UnixMilli(a.Since), text.Args{}))})
	}
	if a.Times > 1 {
		lines = append(lines, ApprovalLine{Text: v.Text.T("alert_first", v.dated(a.First, text.Args{"N": a.Times}))})
	}
	return lines
}

// dated puts a moment into what a sentence is said with: its time of day, and the day where it is not of the gaming day that
// runs.
func (v Viewer) dated(at time.Time, args text.Args) text.Args {
	args["At"] = v.Clock(at)
	if v.ofAnotherDay(at) {
		args["Day"] = v.House.Wall(at).Format("02.01.2006")
	}
	return args
}

// When is a moment as a short line has it: its time of day, and its day before that where it is not of the gaming day that runs.
func (v Viewer) When(at time.Time) string {
	if v.ofAnotherDay(at) {
		return v.House.Wall(at).Format("02.01. ") + v.Clock(at)
	}
	return v.Clock(at)
}

// ofAnotherDay says whether a moment is not of the gaming day that runs.
func (v Viewer) ofAnotherDay(at time.Time) bool {
	return v.House.GamingDay(v.House.Wall(at)) != v.House.GamingDay(v.House.Wall(v.now()))
}

// Judged is how many alerts told of nothing, of those that somebody has acknowledged; "" while none is.
func (v Viewer) Judged(j people.AlertsJudged) string {
	if j.Real+j.False == 0 {
		return ""
	}
	return v.Text.T("alert_judged", text.Args{"False": j.False, "All": j.Real + j.False})
}

// TileAlerts puts the open alerts of a table on its tile, the gravest first: they wait before all
// else.
func (v Viewer) TileAlerts(tile *Tile, alerts []people.Alert) {
	tile.Alerts, tile.Level = nil, 0
	for _, a := range alerts {
		tile.Alerts = append(tile.Alerts, v.When(a.First)+" "+v.Alert(a.Alerted))
		tile.Level = max(tile.Level, a.Level)
		tile.Urgent = max(tile.Urgent, mostUrgent+int(a.Level))
	}
}

// TileUsual puts on a tile how fast the table uses to be, or that nobody knows yet.
func (v Viewer) TileUsual(tile *Tile, usual *pit.UsualPace) {
	switch {
	case !tile.Open || usual == nil:
		tile.Usual = ""
	case usual.Known():
		tile.Usual = v.Text.T("tile_usual", text.Args{"N": usual.Median})
	default:
		tile.Usual = v.Text.T("tile_no_usual", text.Args{"N": pit.PaceDays})
	}
}
