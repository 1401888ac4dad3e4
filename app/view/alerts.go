package view

import (
	"cmp"
	"time"

	"sabot/app/text"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
)

// Alert returns in words what an alert told of, and when that was.
func (v FloorViewer) Alert(a house.Alert) string {
	args := text.Args{"N": a.Value, "Table": a.Table, "Machine": a.Machine, "When": v.moment(a.At)}
	if house.Minutes(a.Rule) {
		args["Length"] = v.Text.Length(time.Duration(a.Value) * time.Minute)
	}
	return v.Text.T("alert_"+string(a.Rule), args)
}

// moment returns a moment for the end of a short sentence: "at 00:27", with its day where that is not of the gaming day that runs.
func (v FloorViewer) moment(at time.Time) string {
	args := text.Args{"At": v.Clock(at)}
	if v.ofAnotherDay(at) {
		args["Day"] = v.House.Wall(at).Format("02.01.")
	}
	return v.Text.T("alert_moment", args)
}

// AlertNow returns in words how an alert stands now: that it is over and since when, who saw to it at the table, or how much it is by
// now. It returns "" where nobody knows, or where nothing has changed.
func (v FloorViewer) AlertNow(a record.Alerted, now house.AlertNow) string {
	args := text.Args{"N": now.Value, "Length": ""}
	switch {
	case !now.Known || !now.Ended && now.Value == a.Value:
		return ""
	case now.Ended && now.At.IsZero():
		return v.Text.T("alert_over")
	case now.Ended && now.By != "":
		key := "alert_closed_by"
		if a.Rule == record.AlarmAlert {
			key = "alert_seen_by"
		}
		return v.Text.T(key, text.Args{"N": a.Value, "Name": v.House.NameOf(now.By), "At": v.When(now.At)})
	case now.Ended:
		return v.Text.T("alert_over_since", text.Args{"At": v.When(now.At)})
	case house.Minutes(a.Rule):
		args["Length"] = v.Text.Length(time.Duration(now.Value) * time.Minute)
	}
	return v.Text.T("alert_now", args)
}

// alertAndNow returns an alert in words, with how it stands now.
func (v FloorViewer) alertAndNow(a house.Alert, now house.AlertNow) string {
	said := v.Alert(a)
	if is := v.AlertNow(a.Alerted, now); is != "" {
		said += " · " + is
	}
	if now.Recounted > 0 {
		said += " · " + v.recounted(now)
	}
	return said
}

// recounted returns how many differences were counted again.
func (v FloorViewer) recounted(now house.AlertNow) string {
	return v.Text.T("alert_recounted", text.Args{"N": now.Recounted})
}

// AlertLevel returns a level in a word.
func (v FloorViewer) AlertLevel(level record.AlertLevel) string {
	return v.Text.T([]string{"", "level_info", "level_warning", "level_critical"}[level])
}

// alertWhere returns of which table, of which machine, or of which of both an alert is.
func alertWhere(a record.Alerted) string {
	if a.Table != "" && a.Machine != "" {
		return a.Table + " · " + a.Machine
	}
	return a.Table + a.Machine
}

// AlertRow returns an open alert in the list: level, place, what was, what is.
func (v FloorViewer) AlertRow(a house.Alert, now house.AlertNow) []string {
	was, is := v.Alert(a), v.AlertNow(a.Alerted, now)
	if a.Times > 1 {
		was += " · " + v.Text.T("alert_times", text.Args{"N": a.Times})
	}
	switch {
	case now.Recounted > 0 && is != "":
		is += " · " + v.recounted(now)
	case now.Recounted > 0:
		is = v.recounted(now)
	case is == "" && now.Known:
		is = v.Text.T("alert_still")
	}
	return []string{v.AlertLevel(a.Level), alertWhere(a.Alerted), was, is}
}

// AlertLines returns the lines above the pad on which somebody acknowledges an alert.
func (v FloorViewer) AlertLines(a house.Alert, now house.AlertNow) []ApprovalLine {
	lines := []ApprovalLine{
		{Text: v.Text.Label(alertWhere(a.Alerted), v.alertAndNow(a, now)), Mark: Warned},
		{Text: v.Text.T("alert_raised", v.dated(a.At, text.Args{"Level": v.AlertLevel(a.Level)}))},
	}
	if a.Rule == record.OvertakenAlert && a.Table != "" {
		args := text.Args{"Table": a.Table, "Machine": a.Machine}
		lines = append(lines, ApprovalLine{Text: v.Text.T("alert_overtaken_read", args)}, ApprovalLine{Text: v.Text.T("alert_overtaken_keep", args)})
	}
	since := time.UnixMilli(a.Since)
	if house.Minutes(a.Rule) && !now.Since.IsZero() { // it ended, and began once more
		since = now.Since
	}
	if a.Since != 0 {
		lines = append(lines, ApprovalLine{Text: v.Text.T("alert_since", v.dated(since, text.Args{}))})
	}
	if a.Times > 1 {
		lines = append(lines, ApprovalLine{Text: v.Text.T("alert_first", v.dated(a.First, text.Args{"N": a.Times}))})
	}
	return lines
}

// dated puts a moment into what a sentence is said with. It puts its time of day, and the day where that is not of
// the gaming day that runs.
func (v FloorViewer) dated(at time.Time, args text.Args) text.Args {
	args["At"] = v.Clock(at)
	if v.ofAnotherDay(at) {
		args["Day"] = v.House.Wall(at).Format("02.01.2006")
	}
	return args
}

// When returns a moment for a short line. It has its time of day, with its day before it where that is not of the
// present gaming day.
func (v FloorViewer) When(at time.Time) string {
	if v.ofAnotherDay(at) {
		return v.House.Wall(at).Format("02.01. ") + v.Clock(at)
	}
	return v.Clock(at)
}

// ofAnotherDay reports whether a moment is not of the present gaming day.
func (v FloorViewer) ofAnotherDay(at time.Time) bool {
	return v.House.GamingDay(v.House.Wall(at)) != v.House.GamingDay(v.House.Wall(v.now()))
}

// Judged returns how many of the acknowledged alerts were false; "" while none was acknowledged.
func (v FloorViewer) Judged(j house.AlertsJudged) string {
	if j.Real+j.False == 0 {
		return ""
	}
	return v.Text.T("alert_judged", text.Args{"False": j.False, "All": j.Real + j.False})
}

// TileAlert puts an open alert of a table on its tile, behind those before it. It waits before all else, and what
// is over does so less than what lasts.
func (v FloorViewer) TileAlert(tile *Tile, a house.Alert, now house.AlertNow) {
	level := a.Level
	if now.Ended {
		level = min(level, record.AlertInfo)
	}
	said, kind := v.alertAndNow(a, now), alertKind(a.Rule)
	short := v.Text.T("report_alert_"+string(a.Rule)) + " " + v.When(a.At)
	tile.Alerts = append(tile.Alerts, said)
	wait := tile.waitOf(a.Rule)
	if now.Ended {
		wait, kind, short = "", OtherTile, short+" · "+v.Text.T("alert_over")
	}
	if wait == "" && tile.Bar.Text != "" {
		tile.Bar.More++
	}
	if tile.Bar.Kind != ApprovalTile && level > tile.Level && level >= tile.Bar.Level {
		tile.Bar.Text, tile.Bar.Short, tile.Bar.Level, tile.Bar.Kind = cmp.Or(wait, said), short, level, kind
	}
	tile.Level = max(tile.Level, level)
	tile.Urgent = max(tile.Urgent, mostUrgent+int(level))
}

// TileUsual puts on a tile how fast the table uses to be, or that nobody knows yet.
func (v FloorViewer) TileUsual(tile *Tile, usual *shifts.UsualPace) {
	switch {
	case !tile.Open || usual == nil:
		tile.Usual = ""
	case usual.Known():
		tile.Usual = v.Text.T("tile_usual", text.Args{"N": usual.Median})
	default:
		tile.Usual = v.Text.T("tile_no_usual", text.Args{"N": shifts.PaceDays})
	}
}
