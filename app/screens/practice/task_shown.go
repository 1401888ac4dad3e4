package practice

import (
	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/theme"
	"sabot/app/view"
	"sabot/games/drill"
)

// show draws the question, or the verdict on its answer.
func (r *running) show() {
	v, q := r.shell.Viewer(), r.task.Questions[r.question]
	if counts := q.Ask == drill.Count; counts {
		r.felt.Hide()
		r.tray.Show()
		r.tray.Set(v.Text.Money(r.task.Tray.Amount), r.chips())
	} else {
		r.tray.Hide()
		r.felt.Show()
		r.felt.Set(v.DrillFelt(r.task, q, r.verdict != nil), theme.PracticeFelt())
	}
	asks, how := v.DrillAsks(r.task, q)
	shown := controls.DrillView{Title: r.className(r.task.Class, r.verdict != nil), State: r.state(), Asks: asks, How: how, Typed: r.typed}
	if r.verdict != nil {
		shown.Verdict, shown.Mark, shown.Why = v.DrillVerdict(r.task, q, r.said, *r.verdict)
		if r.verdict.Fault == "" && r.last() && r.done.Fault == "" && r.done.Late(r.session.Level) {
			shown.Verdict, shown.Mark = shown.Verdict+" · "+r.t("practice_slow"), view.Warned
		}
		shown.Keys = []controls.DrillKey{r.button("title_rules", "F2", false, r.rules), r.button("practice_next", "Enter", true, r.goOn)}
		if r.task.Game == nil {
			shown.Keys = shown.Keys[1:]
		}
	} else {
		shown.Undo = r.button("button_undo", "⌫", false, r.undo)
		shown.Undo.Off = r.typed == "" && len(r.taken) == 0
		shown.Field = q.Ask == drill.Comes || q.Ask == drill.Owes || q.Ask == drill.Stays
		shown.Keys = r.answers(q)
	}
	r.drill.Set(shown)
}

func (r *running) button(label, key string, main bool, do func()) controls.DrillKey {
	return controls.DrillKey{DeskKey: controls.DeskKey{Label: r.t(label), Key: key, Do: do}, Main: main}
}

// rules shows the rules of the game in words.
func (r *running) rules() {
	var rows [][]string
	for _, line := range r.shell.Viewer().DrillRules(r.task.Game) {
		rows = append(rows, []string{line})
	}
	sheet := controls.NewSheet(controls.Sheet{Title: r.t("preset_" + r.task.Game.Options().Preset), Rows: rows, Close: r.shell.LeaveWord(), OnClose: r.shell.Back, Columns: []controls.Column{{Width: 1}}})
	r.shell.Over(shell.PageOf(sheet.Drawn, nil, sheet.Key))
}
