package practice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/practice"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/games/drill"
)

// showResults shows what a session came to.
func (p *Practice) showResults() {
	s := p.session
	kind := p.t("practice_exercise")
	if s.Test {
		kind = p.t("practice_test")
	}
	title := p.t("drill_"+string(s.Kind)) + " · " + p.t("practice_results") + " · " + p.named()
	lines := []view.ApprovalLine{
		{Text: kind + " · " + p.rulesNames(s.Rules) + " · " + p.t("practice_seed_is", text.Args{"Seed": s.Number()}) + " · " + p.shell.Text.Label(p.t("practice_level"), strconv.Itoa(s.Level))},
		{Text: p.standing(practice.StandingAt(p.mine(), s.Kind, s.Level), s.Level)},
	}
	if len(s.Done) < s.Tasks {
		lines = append(lines, view.ApprovalLine{Text: p.t("practice_broken_off", text.Args{"Done": len(s.Done), "Of": s.Tasks}), Mark: view.Warned})
	}
	acts := []controls.PickerAct{{Label: p.t("practice_again"), Do: func(int) { p.begin(p.seed(), false) }}}
	if s.Who == "" {
		acts = append(acts, controls.PickerAct{Label: p.t("practice_name"), Key: "N", Do: func(int) { p.giveName() }})
	}
	p.results(title, []practice.Session{s}, lines, acts...)
}

// giveName asks whose the answers of the session are, as long as they are nobody's.
func (p *Practice) giveName() {
	p.prompt("practice_name", p.t("practice_name_lead"), p.names(), func(prompt *controls.Prompt, typed string) {
		if refused := p.shell.NoWords(typed, "name_code"); refused != "" {
			prompt.Refuse(refused)
			return
		}
		named := p.session
		named.Who = typed
		if err := p.store.Save(named); err != nil {
			prompt.Wrong(p.shell.Wording(err))
			return
		}
		p.session, p.who = named, typed
		p.read()
		p.showResults()
	})
}

// rulesNames returns the games of a session in words.
func (p *Practice) rulesNames(rules []drill.Rules) string {
	var all []string
	for _, r := range rules {
		all = append(all, p.rulesName(r))
	}
	return strings.Join(all, ", ")
}

// showAll shows all that whoever is here has answered.
func (p *Practice) showAll() {
	p.results(p.t("practice_results")+" · "+p.named(), p.mine(), nil, controls.PickerAct{Label: p.t("practice_title"), Do: func(int) { p.choose() }})
}

// named returns who is here.
func (p *Practice) named() string { return p.nameOf(p.who) }

// nameOf returns a person's name, as far as a line has room for it.
func (p *Practice) nameOf(who string) string {
	const most = 32
	name := []rune(who)
	switch {
	case len(name) == 0:
		return p.t("practice_nobody")
	case len(name) > most:
		return string(name[:most]) + "…"
	}
	return who
}

func (p *Practice) results(title string, sessions []practice.Session, lines []view.ApprovalLine, acts ...controls.PickerAct) {
	all, classes := practice.MarksOf(sessions...)
	notes := lines
	var rows [][]string
	for _, m := range classes {
		name := p.className(drill.Class(m.Class), true)
		if len(sessions) == 1 {
			name = p.shortName(drill.Class(m.Class))
		}
		rows = append(rows, []string{name, p.shell.Text.Count(int64(m.Done)), practice.InPercent(m.Right, m.Done), p.seconds(m.Median), p.seconds(m.P90), p.faults(m)})
	}
	if all.Done > 0 {
		sum := p.t("practice_sum", text.Args{"Done": all.Done, "Right": all.Right, "Share": practice.InPercent(all.Right, all.Done), "Median": p.seconds(all.Median), "P90": p.seconds(all.P90), "Late": all.Late})
		notes = append([]view.ApprovalLine{{Text: sum}}, lines...)
	}
	if p.notice.Text != "" {
		mark := view.Plain
		if p.notice.Bad {
			mark = view.Warned
		}
		notes = append(slices.Clip(notes), view.ApprovalLine{Text: p.notice.Text, Mark: mark})
		p.notice = view.Notice{}
	}
	picker := controls.NewPicker(controls.Picker{
		Title: title, Rows: rows, Empty: p.t("practice_none"), Close: p.t("back_overlay"), OnClose: p.choose, Notes: notes,
		Columns: []controls.Column{
			{Head: p.t("practice_class"), Width: 4},
			{Head: p.t("practice_done"), Width: 1.1, Align: 1},
			{Head: p.t("practice_right"), Width: 0.9, Align: 1},
			{Head: p.t("practice_median"), Width: 1.1, Align: 1},
			{Head: p.t("practice_p90"), Width: 1.1, Align: 1},
			{Head: p.t("practice_faults"), Width: 2.6},
		},
		Acts: append(slices.Clip(acts), controls.PickerAct{Label: p.t("practice_sheet_key"), Key: "P", Do: func(int) {
			p.askSheet(1+slices.Index(p.people(), p.who), func() { p.results(title, sessions, lines, acts...) })
		}}),
	})
	p.shell.Show(p.page(picker.Drawn, "help_practice_results", picker.Rune, func(name fyne.KeyName) bool {
		if name == fyne.KeyEscape {
			p.choose()
			return true
		}
		return picker.Key(name)
	}))
}

// seconds returns a time of answering in words.
func (p *Practice) seconds(d time.Duration) string {
	return strings.TrimSuffix(p.shell.Text.Cents(games.Amount(d.Milliseconds()/100)*10), "0") + " s"
}

// faults returns what was wrong, and how often.
func (p *Practice) faults(m practice.Marks) string {
	var all []string
	for _, f := range drill.Faults() {
		if n := m.Faults[f]; n > 0 {
			all = append(all, fmt.Sprintf("%d × %s", n, p.t("drill_fault_"+string(f))))
		}
	}
	return strings.Join(all, ", ")
}
