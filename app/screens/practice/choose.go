package practice

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/practice"
	"sabot/app/screens/shell"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games/drill"
	"sabot/games/handfile"
)

// choose shows the drills, with how whoever is here stands.
func (p *Practice) choose() {
	mine := p.mine()
	var rows [][]string
	for _, k := range drill.Kinds() {
		var of []practice.Session
		for _, s := range mine {
			if s.Kind == k {
				of = append(of, s)
			}
		}
		all, _ := practice.MarksOf(of...)
		held := "–"
		if level := practice.Level(mine, k); level > 0 {
			held = strconv.Itoa(level)
		}
		rows = append(rows, []string{p.t("drill_" + string(k)), p.t("drill_about_" + string(k)), held, p.shell.Text.Count(int64(all.Done)), practice.InPercent(all.Right, all.Done)})
	}
	closes, quits := p.t(p.leave), ""
	if p.leave == Quits {
		closes, quits = "", closes
	}
	var picker *controls.Picker
	at := func(do func()) func(int) {
		return func(row int) { p.kind = row; do() }
	}
	picker = controls.NewPicker(controls.Picker{
		Title: p.t("practice_title"), Rows: rows, At: p.kind, Close: closes, Quit: quits, OnClose: p.back,
		Columns: []controls.Column{
			{Head: p.t("practice_drill"), Width: 1.9},
			{Head: p.t("practice_about"), Width: 4.9},
			{Head: p.t("practice_level_held"), Width: 1.1, Align: 1},
			{Head: p.t("practice_done"), Width: 1, Align: 1},
			{Head: p.t("practice_right"), Width: 1, Align: 1},
		},
		Acts: []controls.PickerAct{
			{Label: p.t("practice_start"), ForRow: true, Do: at(func() { p.begin(p.seed(), false) })},
			{Label: p.t("practice_test"), Key: "T", ForRow: true, Do: at(p.askSeed)},
			{Label: p.t("practice_level"), Key: "L", Do: at(p.nextLevel)},
			{Label: p.t("practice_game"), Key: "G", Do: at(p.askGame)},
			{Label: p.t("practice_name"), Key: "N", Do: at(p.askName)},
			{Label: p.t("practice_results"), Key: "R", Do: at(p.showAll)},
			{Label: p.t("practice_sheet_key"), Key: "P", Do: at(func() { p.askSheet(0, p.choose) })},
		},
		Notes: p.notes(mine),
	})
	p.shell.Show(p.page(picker.Drawn, "help_practice", picker.Rune, func(name fyne.KeyName) bool {
		if name == fyne.KeyEscape {
			p.back()
			return true
		}
		return picker.Key(name)
	}))
}

// notes returns who is here, what is drilled, and what the level asks for; then what happened.
func (p *Practice) notes(mine []practice.Session) []view.ApprovalLine {
	lines := []view.ApprovalLine{
		{Text: strings.Join([]string{p.shell.Text.Label(p.t("practice_name"), p.named()), p.shell.Text.Label(p.t("practice_game"), p.games()), p.shell.Text.Label(p.t("practice_level"), strconv.Itoa(p.level))}, " · ")},
		{Text: p.standing(practice.StandingAt(mine, drill.Kinds()[p.kind], p.level), p.level)},
	}
	if p.unread != nil {
		lines = append(lines, view.ApprovalLine{Text: p.t("practice_house_unread", text.Args{"Error": firstLine(p.unread)}), Mark: view.Warned})
	}
	if p.wrong != nil {
		lines = append(lines, view.ApprovalLine{Text: p.t("practice_unread", text.Args{"Error": firstLine(p.wrong)}), Mark: view.Warned})
	}
	if p.notice.Text != "" {
		line := view.ApprovalLine{Text: p.notice.Text}
		if p.notice.Bad {
			line.Mark = view.Warned
		}
		lines = append(lines, line)
		p.notice = view.Notice{}
	}
	return lines
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// standing returns what a level asks for, and how much of that is done.
func (p *Practice) standing(s practice.Standing, level int) string {
	step := practice.StepOf(level)
	args := text.Args{"Level": level, "Percent": step.Percent, "Tasks": p.shell.Text.Count(int64(step.Tasks)), "Done": s.Done, "Right": s.Right, "Seconds": int(step.Within.Seconds())}
	return p.t("practice_asks", args)
}

// games returns what is drilled, in words.
func (p *Practice) games() string {
	if p.preset == "" {
		return p.t("practice_all_games")
	}
	return p.t("preset_" + p.preset)
}

func (p *Practice) nextLevel() {
	p.level = p.level%drill.Levels + 1
	p.choose()
}

// askGame asks which game is drilled; of each it says at which tables it is played.
func (p *Practice) askGame() {
	set := func(preset string) func() {
		return func() { p.preset = preset; p.choose() }
	}
	choices := []controls.Choice{{Label: p.t("practice_all_games"), Do: set("")}}
	for _, preset := range handfile.Presets() {
		played := p.tablesOf(func(r drill.Rules) bool { return r.Preset() == preset })
		choices = append(choices, controls.Choice{Label: p.t("preset_" + preset), About: played, Do: set(preset)})
	}
	m := controls.NewMenu(controls.Menu{Title: p.t("practice_game"), Choices: choices, Close: p.shell.LeaveWord(), OnClose: p.shell.Back})
	p.shell.Over(shell.PageOf(m.Drawn, m.Rune, m.Key))
}

// askName asks who is here: the trainer's sheet goes by it.
func (p *Practice) askName() {
	p.prompt("practice_name", p.t("practice_name_lead"), p.names(), func(prompt *controls.Prompt, typed string) {
		if p.takesName(prompt, typed) {
			p.choose()
		}
	})
}

// takesName takes a name for who is here; false, with a word, where it is a code.
func (p *Practice) takesName(prompt *controls.Prompt, typed string) bool {
	if refused := p.shell.NoWords(typed, "name_code"); refused != "" {
		prompt.Refuse(refused)
		return false
	}
	p.who = typed
	return true
}

// askSeed asks for the number of a test, nothing for a new one, and then for who takes it. A number
// with a mark is of one test alone: where the plan of this machine is of another it is refused, with
// what that one is of as far as this machine has it too.
func (p *Practice) askSeed() {
	p.prompt("practice_test", p.t("practice_seed_lead"), nil, func(prompt *controls.Prompt, typed string) {
		seed, mark, ok := practice.ReadNumber(typed)
		here := p.plan(drill.Kinds()[p.kind], seed, true)
		args := text.Args{"Most": p.shell.Text.Count(mostSeed), "Number": here.Number(), "Mark": mark}
		switch {
		case typed == "":
			seed = p.seed()
		case !ok || seed < 1 || seed > mostSeed:
			prompt.Wrong(p.t("practice_seed_wrong", args))
			return
		case mark != "" && !drill.IsMark(mark):
			prompt.Wrong(p.t("practice_mark_cut", args))
			return
		case mark != "" && mark != here.Mark:
			word := p.t("practice_mark_wrong", args)
			if of, found := p.planOf(seed, mark); !found && practice.HalfMark(typed) != "" { // no test of this house: it may be cut as well
				word = p.t("practice_mark_cut", text.Args{"Mark": practice.HalfMark(typed)})
			} else if found {
				word = p.t("practice_mark_of", text.Args{"Number": of.Number(), "Drill": p.t("drill_" + string(of.Kind)), "Level": of.Level, "Game": p.rulesNames(of.Rules)})
			}
			prompt.Wrong(word)
			return
		}
		p.askTested(seed)
	})
}

// planOf returns the test with that number that this house has with another drill, level or game chosen.
func (p *Practice) planOf(seed uint64, mark string) (plan practice.Plan, found bool) {
	as := *p
	for _, as.preset = range append([]string{p.preset, ""}, handfile.Presets()...) {
		for as.level = 1; as.level <= drill.Levels; as.level++ {
			for _, kind := range drill.Kinds() {
				if plan = as.plan(kind, seed, true); plan.Mark == mark {
					return plan, true
				}
			}
		}
	}
	return practice.Plan{}, false
}

// askTested asks who takes a test, nothing for whoever is here already, and begins it: on the
// trainer's sheet it stands by that name.
func (p *Practice) askTested(seed uint64) {
	p.prompt("practice_tested", p.t("practice_tested_lead", text.Args{"Name": p.named()}), p.names(), func(prompt *controls.Prompt, typed string) {
		if typed == "" || p.takesName(prompt, typed) {
			p.begin(seed, true)
		}
	})
}

func (p *Practice) prompt(title, lead string, suggestions []string, done func(prompt *controls.Prompt, typed string)) {
	p.ask(controls.Prompt{Title: p.t(title), Lead: lead, Suggestions: suggestions}, done)
}

// ask shows a prompt, with the words that all have.
func (p *Practice) ask(q controls.Prompt, done func(prompt *controls.Prompt, typed string)) {
	var prompt *controls.Prompt
	q.OK, q.Close, q.Space, q.Wording, q.OnClose = p.t("sign_ok"), p.shell.LeaveWord(), p.t("key_space"), p.shell.Wording, p.shell.Back
	q.OnDone = func(typed string) { done(prompt, typed) }
	prompt = controls.NewPrompt(q)
	p.shell.Over(shell.WrittenPage(prompt.Drawn, prompt.Rune, prompt.Key))
}

// names returns the names of the people who have one.
func (p *Practice) names() []string {
	return slices.DeleteFunc(p.people(), func(name string) bool { return name == "" })
}

// people returns those who have sessions here, in the order in which they first came.
func (p *Practice) people() []string {
	var names []string
	seen := map[string]bool{}
	for _, s := range p.all {
		if !seen[s.Who] {
			seen[s.Who] = true
			names = append(names, s.Who)
		}
	}
	return names
}
