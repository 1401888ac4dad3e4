package practice

import (
	"slices"
	"strconv"
	"strings"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/text"
	"sabot/app/theme"
	"sabot/app/view"
	"sabot/app/view/drills"
	"sabot/app/view/rules"
	"sabot/games/drill"
)

// show draws the question, or the verdict on its answer.
func (r *running) show() {
	v, q := r.shell.Viewer(), r.task.Questions[r.question]
	if !r.stopped.IsZero() {
		r.felt.Hide()
		r.tray.Hide()
		r.drill.Set(controls.DrillView{Title: r.title(false), State: r.state(), Asks: r.t("practice_stopped"), How: []string{r.t("practice_stopped_how")}})
		return
	}
	if counts := q.Ask == drill.Count; counts {
		r.felt.Hide()
		r.tray.Show()
		r.tray.Set(v.Text.Money(r.task.Tray.Amount), r.chips())
	} else {
		r.tray.Hide()
		r.felt.Show()
		r.felt.Set(drills.Felt(v, r.task, r.question, r.verdict != nil), theme.PracticeFelt())
	}
	asks, how := drills.Asks(v, r.task, q)
	shown := controls.DrillView{Title: r.title(r.verdict != nil), State: r.state(), Asks: asks, How: how, Typed: r.typed}
	shown.Ways = []controls.DrillKey{r.button("practice_leave", "Esc", false, r.end), r.button("title_help", "F1", false, r.shell.OpenHelp)}
	if r.verdict != nil {
		shown.Verdict, shown.Mark, shown.Why = drills.Verdict(v, r.task, q, r.said, *r.verdict)
		if r.verdict.Fault == "" && r.last() && r.done.Fault == "" && r.done.Late(r.session.Level) {
			shown.Verdict, shown.Mark = shown.Verdict+" · "+r.t("practice_slow"), view.Warned
		}
		shown.Keys = []controls.DrillKey{r.button(r.rulesWord(), "F2", false, r.rules), r.button("practice_next", "Enter", true, r.goOn)}
		if r.task.Game == nil {
			shown.Keys = shown.Keys[1:]
		}
	} else {
		shown.Undo = r.button("button_undo", "⌫", false, r.undo)
		shown.Undo.Off = r.typed == "" && len(r.taken) == 0 && r.chosen.Say == ""
		shown.Field = asksAmount(q)
		shown.Keys = r.answers(q)
	}
	r.drill.Set(shown)
}

// title returns the class of the task. It adds its tables where the house plays the same game by other rules
// too: who answers has to know which.
func (r *running) title(told bool) string {
	title, of := r.className(r.task.Class, told), r.task.Class.Rules
	if !slices.ContainsFunc(r.session.Rules, func(o drill.Rules) bool { return o != of && o.Preset() == of.Preset() }) {
		return title
	}
	if !slices.ContainsFunc(r.tables(), func(t table) bool { return t.rules == of }) {
		return title // commission, where no table notes it
	}
	return title + " · " + r.tablesOf(func(o drill.Rules) bool { return o == of })
}

func (r *running) button(label, key string, main bool, do func()) controls.DrillKey {
	return controls.DrillKey{DeskKey: controls.DeskKey{Label: r.t(label), Key: key, Do: do}, Main: main}
}

// help returns what the keys do with this question, or once it was answered.
func (r *running) help() []view.HelpRow {
	q := r.task.Questions[r.question]
	rules := ""
	if r.verdict != nil && r.task.Game != nil {
		rules = r.t(r.rulesWord())
	}
	boxes, keys, chips := 0, "", ""
	for _, k := range r.choices(q) {
		if n, err := strconv.Atoi(k.Key); err == nil {
			boxes = n
			continue
		}
		keys += k.Key + "|" + k.Label + "\n"
	}
	if q.Ask == drill.Count {
		chips = strings.Join(strings.Split(chipKeys[:min(len(r.task.Tray.Values), len(chipKeys))], ""), " ")
	}
	return r.shell.Viewer().HelpPage("help_practice_task", text.Args{"Told": r.verdict != nil, "Rules": rules, "Boxes": boxes, "Keys": keys, "Chips": chips, "Amount": asksAmount(q)})
}

// rulesWord returns the word on the key of rules.
func (r *running) rulesWord() string {
	if r.task.Class.Kind == drill.Misdeals {
		return "title_rules"
	}
	return "practice_rules"
}

// rules shows what each spot pays, as a table does, and its limits where the task has some; Enter
// goes on to the rules in words. Of a deal that went wrong no odds were asked: it shows the words.
func (r *running) rules() {
	if r.task.Class.Kind == drill.Misdeals {
		r.words()
		return
	}
	limited := len(r.task.Game.Options().Limits) > 0
	columns := []controls.Column{{Head: r.t("limits_spot"), Width: 1.4}}
	if limited {
		columns = append(columns, controls.Column{Head: r.t("limits_min"), Width: 1, Align: 1}, controls.Column{Head: r.t("limits_max"), Width: 1.2, Align: 1})
	}
	columns = append(columns, controls.Column{Head: r.t("limits_pays"), Width: 6.4})
	var rows [][]string
	for _, l := range drills.Limits(r.shell.Viewer(), r.task) {
		row := []string{l.Spot}
		if limited {
			row = append(row, l.Min, l.Max)
		}
		rows = append(rows, append(row, l.Pays))
	}
	r.sheet(controls.Sheet{Title: r.game(), Columns: columns, Rows: rows, OK: r.t("title_rules"), OnOK: r.words})
}

// words shows the rules of the game in words, what was asked first.
func (r *running) words() {
	var rows [][]string
	v := r.shell.Viewer()
	lines := rules.Of(v.Text, r.task.Game)
	if r.task.Class.Kind == drill.Misdeals {
		lines = append(drills.RelayRules(v, r.task.Game), lines...)
	}
	for _, line := range lines {
		rows = append(rows, []string{line})
	}
	r.sheet(controls.Sheet{Title: r.game() + " · " + r.t("title_rules"), Columns: []controls.Column{{Width: 1}}, Rows: rows})
}

func (r *running) game() string { return r.rulesName(r.task.Class.Rules) }

func (r *running) sheet(s controls.Sheet) {
	s.Close, s.OnClose = r.shell.LeaveWord(), r.shell.Back
	sheet := controls.NewSheet(s)
	r.shell.Over(shell.PageOf(sheet.Drawn, nil, sheet.Key))
}
