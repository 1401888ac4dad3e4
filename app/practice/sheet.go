package practice

import (
	"context"
	"strconv"
	"time"

	"sabot/games"
	"sabot/reports/paper"
)

// A Sheet is the sheet of a trainer, with the answers of people who learn. It is of no record
// and proves nothing: its banner says that it is practice.
type Sheet struct {
	House    string // "" where none is set up
	At       time.Time
	Zone     *time.Location
	Language string
	People   []SheetPerson
	Own      []string // rules that are no preset's, in words: their mark, their tables, in what they differ
}

// A SheetPerson is a person on the sheet, with the answers by drill, by class and by session.
type SheetPerson struct {
	Name     string
	Drills   []SheetRow // by kind of drill
	Classes  []SheetRow // by class, those that were missed most first
	Sessions []SheetSession
}

// A SheetRow is a summary of answers.
type SheetRow struct {
	Name        string // in words
	Level       int    // that is held; 0 for none
	Done, Right int
	Late        int
	Stable      int // tasks until ten in a row were right; 0 for not yet
	Median, P90 time.Duration
	Faults      string // in words, with how often
}

// A SheetSession is a test or an exercise.
type SheetSession struct {
	At          time.Time
	Drill       string // in words
	Games       string // in words
	Level       int
	Number      string // and its mark: with both the same two people had the same test
	Test        bool
	Tasks       int // that it has; fewer are done where it was broken off
	Done, Right int
}

// Draw returns the sheet as a PDF, one person after the other.
func (s Sheet) Draw(w paper.Words) ([]byte, error) {
	at := s.At.In(s.Zone)
	r := paper.Report{
		House: s.House, Title: w.T("practice_sheet"), Banner: w.T("practice_band"), Printed: at, Language: s.Language,
		Head: []paper.Pair{{Label: w.T("practice_sheet_at"), Value: paper.Clock(at, s.Zone)}, {Label: w.T("practice_sheet_people"), Value: strconv.Itoa(len(s.People))}},
		Foot: w.T("practice_sheet") + " · " + paper.Clock(at, s.Zone),
	}
	if r.House == "" {
		r.House = "Sabot"
	}
	for _, one := range s.People {
		r.Sections = append(r.Sections, one.sections(w, s.Zone)...)
	}
	if len(s.Own) > 0 {
		r.Sections = append(r.Sections, paper.Section{Heading: w.T("practice_own"), Lines: s.Own})
	}
	if len(s.People) == 0 {
		r.Sections = []paper.Section{{Lines: []string{w.T("practice_none")}}}
	}
	doc, err := paper.Draw(context.Background(), r, w, nil)
	return doc.PDF, err
}

func (p SheetPerson) sections(w paper.Words, zone *time.Location) []paper.Section {
	drills := paper.Section{Heading: p.Name, Columns: []paper.Column{
		paper.Left(w.T("practice_drill")), paper.Right(w.T("practice_level_held")), paper.Right(w.T("practice_done")), paper.Right(w.T("practice_right")), paper.Right(w.T("practice_median")), paper.Right(w.T("practice_p90")),
	}}
	for _, row := range p.Drills {
		level := paper.Text(paper.Dash)
		if row.Level > 0 {
			level = paper.Number(row.Level)
		}
		drills.Rows = append(drills.Rows, []paper.Cell{paper.Text(row.Name), level, paper.Number(row.Done), row.share(), seconds(w, row.Median), seconds(w, row.P90)})
	}
	classes := paper.Section{Heading: p.Name + " · " + w.T("practice_classes"), Size: 8, Notes: []string{w.T("practice_stable_note")}, Columns: []paper.Column{
		paper.Left(w.T("practice_class")),
		paper.Right(w.T("practice_done")),
		paper.Right(w.T("practice_right")),
		paper.Right(w.T("practice_late")),
		paper.Right(w.T("practice_median")),
		paper.Right(w.T("practice_p90")),
		paper.Right(w.T("practice_stable")),
		paper.Left(w.T("practice_faults")),
	}}
	for _, row := range p.Classes {
		stable := paper.Text(paper.Dash)
		if row.Stable > 0 {
			stable = paper.Number(row.Stable)
		}
		classes.Rows = append(classes.Rows, []paper.Cell{paper.Text(row.Name), paper.Number(row.Done), row.share(), paper.Number(row.Late), seconds(w, row.Median), seconds(w, row.P90), stable, paper.Text(row.Faults)})
	}
	sessions := paper.Section{Heading: p.Name + " · " + w.T("practice_sessions"), Size: 8, Columns: []paper.Column{
		paper.Left(w.T("practice_sheet_when")), paper.Left(w.T("practice_drill")), paper.Left(w.T("practice_game")), paper.Right(w.T("practice_level")), paper.Right(w.T("practice_seed")), paper.Left(w.T("practice_test")), paper.Right(w.T("practice_done")), paper.Right(w.T("practice_right")),
	}}
	for _, s := range p.Sessions {
		test := paper.Text("")
		if s.Test {
			test = paper.Text(w.T("report_noted_yes"))
		}
		sessions.Rows = append(sessions.Rows, []paper.Cell{paper.Moment(s.At, zone), paper.Text(s.Drill), paper.Text(s.Games), paper.Number(s.Level), paper.Text(s.Number), test, s.done(), SheetRow{Done: s.Done, Right: s.Right}.share()})
	}
	return []paper.Section{drills, classes, sessions}
}

// done returns how many tasks were answered, and of how many where it was broken off.
func (s SheetSession) done() paper.Cell {
	c := paper.Number(s.Done)
	if s.Done < s.Tasks {
		c.Text += " / " + strconv.Itoa(s.Tasks)
	}
	return c
}

// share returns the percentage of right answers.
func (r SheetRow) share() paper.Cell {
	said := InPercent(r.Right, r.Done)
	if r.Done == 0 {
		return paper.Text(said)
	}
	return paper.Cell{Text: said, Number: paper.Share(float64(r.Right) / float64(r.Done))}
}

// InPercent returns the percentage of right answers in words, halves up; a dash for none.
func InPercent(right, done int) string {
	if done == 0 {
		return paper.Dash
	}
	return strconv.Itoa((100*right+done/2)/done) + paper.Tight + "%"
}

// seconds returns a time of answering in seconds.
func seconds(w paper.Words, d time.Duration) paper.Cell {
	return paper.Cell{Text: w.Cents(games.Amount(d.Milliseconds()/10)) + paper.Tight + "s", Number: d}
}
