package practice

import (
	"slices"
	"strings"

	"sabot/app/practice"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games/drill"
	"sabot/games/handfile"
	"sabot/reports"
)

// sheet writes the trainer's sheet of some people beside their sessions, and says where.
func (p *Practice) sheet(who []string) {
	now := p.shell.Clock.Now()
	sheet := reports.Practice{House: p.shell.House.State.Name, At: now, Zone: p.shell.House.State.Zone(), Language: p.shell.Text.Language}
	for _, name := range who {
		sheet.People = append(sheet.People, p.person(name))
	}
	sheet.Own = p.ownRules(who)
	pdf, err := sheet.Draw(p.shell.Text)
	name := "sheet-" + now.UTC().Format("20060102-150405") + ".pdf"
	if err == nil {
		err = p.store.Write(name, pdf)
	}
	if p.notice = (view.Notice{Text: p.t("office_saved", text.Args{"File": p.store.Folder + "/" + name})}); err != nil {
		p.notice = p.shell.Bad(err)
	}
}

// person is what somebody's sessions come to, for the sheet.
func (p *Practice) person(name string) reports.PracticePerson {
	sessions := practice.Of(p.all, name)
	out := reports.PracticePerson{Name: name}
	if name == "" {
		out.Name = p.t("practice_nobody")
	}
	row := func(m practice.Marks, name string, level int) reports.PracticeRow {
		return reports.PracticeRow{Name: name, Level: level, Done: m.Done, Right: m.Right, Late: m.Late, Stable: m.Stable, Median: m.Median, P90: m.P90, Faults: p.faults(m)}
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
		out.Sessions = append(out.Sessions, reports.PracticeSession{At: s.Began, Drill: p.t("drill_" + string(s.Kind)), Games: p.rulesNames(s.Rules), Level: s.Level, Number: s.Number(), Test: s.Test, Tasks: s.Tasks, Done: all.Done, Right: all.Right})
	}
	return out
}

// ownRules are the rules that some people's answers were judged by and that are no preset's, a line each:
// their mark, the tables that play by them now, in what they differ.
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
	v := p.shell.Viewer()
	for _, rules := range slices.Compact(all) {
		g, ok := rules.Game()
		base, known := handfile.Preset(rules.Preset())
		if !rules.Own() || !ok || !known {
			continue
		}
		usual := v.TableRules(base)
		says := slices.DeleteFunc(v.TableRules(g), func(line string) bool { return slices.Contains(usual, line) })
		if off := g.Options().Off; len(off) > 0 {
			spots := make([]string, len(off))
			for i, spot := range off {
				spots[i] = p.t("spot_" + spot)
			}
			says = append(says, p.t("practice_off", text.Args{"Spots": strings.Join(spots, ", ")}))
		}
		of := p.tablesOf(func(r drill.Rules) bool { return r == rules })
		lines = append(lines, p.shell.Text.Label(p.rulesName(rules)+" · "+of, strings.Join(says, " ")))
	}
	return lines
}
