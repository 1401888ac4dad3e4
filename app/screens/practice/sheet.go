package practice

import (
	"path/filepath"
	"slices"
	"strings"

	"sabot/app/controls"
	"sabot/app/practice"
	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/app/view/rules"
	"sabot/games/drill"
	"sabot/games/handfile"
)

// askSheet asks of whom the trainer's sheet is to be, all or one, and whether it is saved beside the answers, in a
// folder of choice or printed. Then it shows the page from which it was asked.
func (p *Practice) askSheet(at int, then func()) {
	people := p.people()
	row := func(name string, sessions []practice.Session) []string {
		all, _ := practice.MarksOf(sessions...)
		return []string{name, p.shell.Text.Count(int64(all.Done)), practice.InPercent(all.Right, all.Done)}
	}
	rows := [][]string{row(p.t("practice_everybody"), p.all)}
	for _, name := range people {
		rows = append(rows, row(p.nameOf(name), practice.Of(p.all, name)))
	}
	tell := func(notice view.Notice) { p.notice = notice; then() }
	of := func(do func(name string, pdf []byte, tell func(view.Notice))) func(int) {
		return func(row int) {
			who := people
			if row > 0 {
				who = people[row-1 : row]
			}
			name, pdf, err := p.sheet(who)
			if err != nil {
				tell(p.shell.Bad(err))
				return
			}
			do(name, pdf, tell)
		}
	}
	picker := controls.NewPicker(controls.Picker{
		Title: p.t("practice_sheet"), Rows: rows, At: at, Close: p.shell.LeaveWord(), OnClose: p.shell.Back,
		Columns: []controls.Column{{Head: p.t("practice_name"), Width: 4}, {Head: p.t("practice_done"), Width: 1, Align: 1}, {Head: p.t("practice_right"), Width: 1, Align: 1}},
		Acts: []controls.PickerAct{
			{Label: p.t("practice_sheet_here"), ForRow: true, Do: of(p.save)},
			{Label: p.t("practice_sheet_there"), Key: "C", ForRow: true, Do: of(p.saveElsewhere)},
			{Label: p.t("office_print"), Key: "P", ForRow: true, Do: of(p.print)},
		},
	})
	p.shell.Over(shell.PageOf(picker.Drawn, picker.Rune, picker.Key))
}

// save writes the sheet beside the answers.
func (p *Practice) save(name string, pdf []byte, tell func(view.Notice)) {
	if err := p.store.Write(name, pdf); err != nil {
		tell(p.shell.Bad(err))
		return
	}
	tell(p.saved(filepath.Join(p.store.Folder, name)))
}

func (p *Practice) saved(file string) view.Notice {
	return view.Notice{Text: p.t("office_saved", text.Args{"File": file})}
}

// saveElsewhere asks for a folder, of a disk that can be taken away for one, and writes the sheet there.
func (p *Practice) saveElsewhere(name string, pdf []byte, tell func(view.Notice)) {
	p.ask(controls.Prompt{Title: p.t("practice_sheet_there"), Lead: p.t("practice_sheet_where"), Address: true, Typed: p.folder}, func(prompt *controls.Prompt, typed string) {
		if !backups.IsFolder(typed) {
			prompt.Wrong(p.t("setup_wrong_folder"))
			return
		}
		file := filepath.Join(typed, name)
		if err := session.WriteFile(file, pdf); err != nil {
			prompt.Wrong(p.shell.Wording(err))
			return
		}
		p.folder = typed
		tell(p.saved(file))
	})
}

// print writes the sheet beside the answers and gives it to the printer, beside the window. What that said
// is told where the sheet was asked for, or the next time there: a page that was left is not brought back.
func (p *Practice) print(name string, pdf []byte, tell func(view.Notice)) {
	printing := view.Notice{Text: p.t("office_printing")}
	if p.work.Busy() {
		tell(printing)
		return
	}
	if err := p.store.Write(name, pdf); err != nil {
		tell(p.shell.Bad(err))
		return
	}
	tell(printing)
	from, file, printer := p.shell.Base().Content(), filepath.Join(p.store.Folder, name), p.printer
	p.work.Once(func() func() {
		job, err := printer.Print(p.shell.Ending, file)
		return func() {
			if p.notice = p.shell.Printed(job, file); err != nil {
				p.notice = p.shell.Bad(err)
			}
			if p.shell.Base().Content() == from && p.shell.Overlay() == nil {
				tell(p.notice)
			}
		}
	})
}

// sheet draws the trainer's sheet of some people.
func (p *Practice) sheet(who []string) (name string, pdf []byte, err error) {
	now := p.shell.Clock.Now()
	sheet := practice.Sheet{House: p.shell.House.State.Name, At: now, Zone: p.shell.House.State.Zone(), Language: p.shell.Text.Language}
	for _, name := range who {
		sheet.People = append(sheet.People, p.person(name))
	}
	sheet.Own = p.ownRules(who)
	pdf, err = sheet.Draw(p.shell.Text)
	return "sheet-" + now.UTC().Format("20060102-150405") + ".pdf", pdf, err
}

// person returns the summary of somebody's sessions, for the sheet.
func (p *Practice) person(name string) practice.SheetPerson {
	sessions := practice.Of(p.all, name)
	out := practice.SheetPerson{Name: name}
	if name == "" {
		out.Name = p.t("practice_nobody")
	}
	row := func(m practice.Marks, name string, level int) practice.SheetRow {
		return practice.SheetRow{Name: name, Level: level, Done: m.Done, Right: m.Right, Late: m.Late, Stable: m.Stable, Median: m.Median, P90: m.P90, Faults: p.faults(m)}
	}
	for _, k := range drill.Kinds() {
		of := slices.DeleteFunc(slices.Clone(sessions), func(s practice.Session) bool { return s.Kind != k })
		if all, _ := practice.MarksOf(of...); all.Done > 0 {
			out.Drills = append(out.Drills, row(all, p.t("drill_"+string(k)), practice.Level(sessions, k)))
		}
	}
	_, classes := practice.MarksOf(sessions...)
	for _, m := range classes {
		out.Classes = append(out.Classes, row(m, p.className(drill.Class(m.Class), true), 0))
	}
	for _, s := range sessions {
		all, _ := practice.MarksOf(s)
		out.Sessions = append(out.Sessions, practice.SheetSession{At: s.Began, Drill: p.t("drill_" + string(s.Kind)), Games: p.rulesNames(s.Rules), Level: s.Level, Number: s.Number(), Test: s.Test, Tasks: s.Tasks, Done: all.Done, Right: all.Right})
	}
	return out
}

// ownRules returns the rules of some people's sessions that are no preset's, a line each: their mark, the
// tables that play by them now, and their differences.
func (p *Practice) ownRules(who []string) (lines []string) {
	var all []drill.Rules
	for _, s := range p.all {
		if slices.Contains(who, s.Who) {
			all = append(all, s.Rules...)
			for _, d := range s.Done {
				all = append(all, d.Class.Rules)
			}
		}
	}
	slices.Sort(all)
	for _, own := range slices.Compact(all) {
		g, ok := own.Game()
		base, known := handfile.Preset(own.Preset())
		if !own.Own() || !ok || !known {
			continue
		}
		usual := rules.Of(p.shell.Text, base)
		says := slices.DeleteFunc(rules.Of(p.shell.Text, g), func(line string) bool { return slices.Contains(usual, line) })
		if off := g.Options().Off; len(off) > 0 {
			spots := make([]string, len(off))
			for i, spot := range off {
				spots[i] = p.t("spot_" + spot)
			}
			says = append(says, p.t("practice_off", text.Args{"Spots": strings.Join(spots, ", ")}))
		}
		of := p.tablesOf(func(r drill.Rules) bool { return r == own })
		lines = append(lines, p.shell.Text.Label(p.rulesName(own)+" · "+of, strings.Join(says, " ")))
	}
	return lines
}
