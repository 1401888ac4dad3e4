package floor

import (
	"slices"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/session/floor"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit/record"
)

// alert raises alerts by the state of the tables.
func (f *Floor) alert() {
	raised, err := f.shell.House.RaiseAlerts(f.look.Conditions())
	if err != nil {
		f.notice = f.shell.Bad(err)
	}
	if raised || err != nil {
		f.update()
	}
}

// alertsByTable returns the open alerts of each table, in the order of the list.
func (f *Floor) alertsByTable() map[string][]floor.AlertThere {
	by := map[string][]floor.AlertThere{}
	for _, a := range f.look.OpenAlerts() {
		by[a.Table] = append(by[a.Table], a)
	}
	return by
}

// openAlerts shows the alerts that nobody has acknowledged, the gravest first.
func (f *Floor) openAlerts() {
	f.listAlerts(-1)
}

// listAlerts lists them with a row chosen, below 0 the one of the chosen table; said is what has just been done, each in a line.
func (f *Floor) listAlerts(at int, said ...view.ApprovalLine) {
	v, open := f.shell.Viewer(), f.look.OpenAlerts()
	var rows [][]string
	for i, a := range open {
		rows = append(rows, f.shell.ViewerAt(a.Table).Floor().AlertRow(a.Alert, a.Now))
		if at < 0 && a.Table != "" && a.Table == f.chosen {
			at = i
		}
	}
	off := func(row int) bool { return open[row].There != "" && !f.sends() }
	p := controls.Picker{
		Rows: rows, At: at, OnClose: f.shell.CloseOverlay, Close: f.t("close_overlay"),
		Columns: []controls.Column{{Head: f.t("alert_level"), Width: 0.8}, {Head: f.t("alert_where"), Width: 0.8}, {Head: f.t("alert_what"), Width: 4}, {Head: f.t("alert_is"), Width: 1.4, Align: 1}},
		Acts: []controls.PickerAct{
			{Label: f.t("alert_whole"), ForRow: true, Do: func(row int) { f.showAlert(open[row]) }},
			{Label: f.t("alert_real"), Key: "R", ForRow: true, Off: off, Do: func(row int) { f.askAlertWord(open[row], record.RealAlert, row) }},
			{Label: f.t("alert_false"), Key: "F", ForRow: true, Off: off, Do: func(row int) { f.askAlertWord(open[row], record.FalseAlert, row) }},
		},
	}
	if p.Notes = said; v.Floor().Judged(f.look.Judged()) != "" {
		p.Notes = append(p.Notes, view.ApprovalLine{Text: v.Floor().Judged(f.look.Judged())})
	}
	picker := controls.NewPicker(p)
	notes := picker.Notes
	f.marking(func() {
		picker.Title, picker.Empty, picker.Notes = f.marked(f.t("floor_alerts")), f.t("alert_none"), notes
		if since, away := f.away(); away {
			picker.Empty = f.t("alert_none_heard", text.Args{"At": since})
			picker.Notes = append(slices.Clone(notes), view.ApprovalLine{Text: f.t("floor_pit_away", text.Args{"At": since})})
		}
		if !f.sends() && slices.ContainsFunc(open, func(a floor.AlertThere) bool { return a.There != "" }) {
			picker.Notes = append(slices.Clone(picker.Notes), view.ApprovalLine{Text: f.t("alert_elsewhere")})
		}
		picker.Refresh()
	})
	f.over(shell.PageOf(picker.Drawn, picker.Rune, picker.Key))
}

// showAlert shows all that an alert says, and what is to be done.
func (f *Floor) showAlert(a floor.AlertThere) {
	var rows [][]string
	for _, line := range f.shell.ViewerAt(a.Table).Floor().AlertLines(a.Alert, a.Now) {
		rows = append(rows, []string{line.Text})
	}
	sheet := controls.NewSheet(controls.Sheet{
		Title: f.t("floor_alerts"), Rows: rows, Columns: []controls.Column{{Width: 1}}, Close: f.shell.LeaveWord(), OnClose: f.shell.Back,
	})
	f.over(shell.PageOf(sheet.Drawn, nil, sheet.Key))
}

// askAlertWord asks for a word on an alert, which may be none, then for the code of who has seen
// to it. It stood in a row of the list, which is shown again from there.
func (f *Floor) askAlertWord(a floor.AlertThere, verdict record.AlertVerdict, row int) {
	var prompt *controls.Prompt
	prompt = controls.NewPrompt(controls.Prompt{
		Title: f.t("alert_" + string(verdict)), Lead: f.t("alert_word_lead"), OK: f.t("sign_ok"), Close: f.shell.LeaveWord(), Space: f.t("key_space"),
		Wording: f.shell.Wording, OnClose: f.shell.Back,
		OnDone: func(typed string) {
			if refused := f.shell.NoWords(typed, "typed_code"); refused != "" {
				prompt.Refuse(refused)
				return
			}
			f.acknowledge(a, record.AlertSeen{Alert: a.Seq, Verdict: verdict, Text: typed}, row)
		},
	})
	if s := f.unseen; s != nil && s.alert.There == a.There && s.alert.Seq == a.Seq {
		for _, r := range s.signed[0].Fact.(record.AlertSeen).Text {
			prompt.Rune(r)
		}
	}
	f.over(shell.WrittenPage(prompt.Drawn, prompt.Rune, prompt.Key))
}

// acknowledge asks for a code, whose owner then has seen to an alert.
func (f *Floor) acknowledge(a floor.AlertThere, seen record.AlertSeen, row int) {
	pad := f.shell.CodePad("alert_title_seen", func(pad *controls.Code, code string) {
		if a.There != "" {
			f.signSeen(pad, code, a, seen)
			return
		}
		if !f.shell.Took(pad, code, f.shell.House.AcknowledgeAlert(code, seen)) {
			return
		}
		f.shell.CloseOverlay()
		f.touch()
		f.update()
		if _, away := f.away(); away || len(f.look.OpenAlerts()) > 0 {
			f.listAlerts(row, view.ApprovalLine{Text: f.t("alert_entered_here")})
			return
		}
		f.notice = view.Notice{Text: f.t("alert_said_seen")}
		f.update()
	})
	lines := f.shell.ViewerAt(a.Table).Floor().AlertLines(a.Alert, a.Now)
	lines = append(lines, view.ApprovalLine{Text: f.t("alert_" + string(seen.Verdict))})
	if seen.Text != "" {
		lines = append(lines, view.ApprovalLine{Text: seen.Text})
	}
	pad.About = controls.About{Head: f.t("approve_head"), Lines: lines}
	f.over(f.shell.CodePage(pad))
}
