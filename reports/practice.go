package reports

import (
	"context"
	"strconv"
	"time"

	"sabot/games"
)

// Practice is the sheet of a trainer: what people who learn have answered. It is of no record
// and proves nothing: its banner says that it is practice.
type Practice struct {
	House    string // "" where none is set up
	At       time.Time
	Zone     *time.Location
	Language string
	People   []PracticePerson
	Own      []string // rules that are no preset's, in words: their mark, their tables, in what they differ
}

// PracticePerson is one of them.
type PracticePerson struct {
	Name     string
	Drills   []PracticeRow // by kind of drill
	Classes  []PracticeRow // by class, those that were missed most first
	Sessions []PracticeSession
}

// A PracticeRow is a summary of answers.
type PracticeRow struct {
	Name        string // in words
	Level       int    // that is held; 0 for none
	Done, Right int
	Late        int
	Stable      int // tasks until ten in a row were right; 0 for not yet
	Median, P90 time.Duration
	Faults      string // in words, with how often
}

// PracticeSession is a test or an exercise.
type PracticeSession struct {
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
func (p Practice) Draw(w Words) ([]byte, error) {
	pen := pen{Words: w, zone: p.Zone, cents: new(bool), colon: colonOf(p.Language)}
	at := p.At.In(p.Zone)
	r := Report{
		House: p.House, Title: w.T("practice_sheet"), Banner: w.T("practice_band"), Printed: at, Language: p.Language,
		Head: []Pair{{w.T("practice_sheet_at"), pen.clock(at)}, {w.T("practice_sheet_people"), strconv.Itoa(len(p.People))}},
		Foot: w.T("practice_sheet") + " · " + pen.clock(at),
	}
	if r.House == "" {
		r.House = "Sabot"
	}
	for _, one := range p.People {
		r.Sections = append(r.Sections, one.sections(pen)...)
	}
	if len(p.Own) > 0 {
		r.Sections = append(r.Sections, Section{Heading: w.T("practice_own"), Lines: p.Own})
	}
	if len(p.People) == 0 {
		r.Sections = []Section{{Lines: []string{w.T("practice_none")}}}
	}
	doc, err := draw(context.Background(), r, w, nil)
	return doc.PDF, err
}

func (p PracticePerson) sections(w pen) []Section {
	drills := Section{Heading: p.Name, Columns: []Column{
		{w.T("practice_drill"), "L"}, {w.T("practice_level_held"), "R"}, {w.T("practice_done"), "R"}, {w.T("practice_right"), "R"}, {w.T("practice_median"), "R"}, {w.T("practice_p90"), "R"},
	}}
	for _, row := range p.Drills {
		level := text(dash)
		if row.Level > 0 {
			level = number(row.Level)
		}
		drills.Rows = append(drills.Rows, []Cell{text(row.Name), level, number(row.Done), row.share(), seconds(w, row.Median), seconds(w, row.P90)})
	}
	classes := Section{Heading: p.Name + " · " + w.T("practice_classes"), Size: 8, Notes: []string{w.T("practice_stable_note")}, Columns: []Column{
		{w.T("practice_class"), "L"},
		{w.T("practice_done"), "R"},
		{w.T("practice_right"), "R"},
		{w.T("practice_late"), "R"},
		{w.T("practice_median"), "R"},
		{w.T("practice_p90"), "R"},
		{w.T("practice_stable"), "R"},
		{w.T("practice_faults"), "L"},
	}}
	for _, row := range p.Classes {
		stable := text(dash)
		if row.Stable > 0 {
			stable = number(row.Stable)
		}
		classes.Rows = append(classes.Rows, []Cell{text(row.Name), number(row.Done), row.share(), number(row.Late), seconds(w, row.Median), seconds(w, row.P90), stable, text(row.Faults)})
	}
	sessions := Section{Heading: p.Name + " · " + w.T("practice_sessions"), Size: 8, Columns: []Column{
		{w.T("practice_sheet_when"), "L"}, {w.T("practice_drill"), "L"}, {w.T("practice_game"), "L"}, {w.T("practice_level"), "R"}, {w.T("practice_seed"), "R"}, {w.T("practice_test"), "L"}, {w.T("practice_done"), "R"}, {w.T("practice_right"), "R"},
	}}
	for _, s := range p.Sessions {
		test := text("")
		if s.Test {
			test = text(w.T("report_noted_yes"))
		}
		sessions.Rows = append(sessions.Rows, []Cell{w.moment(s.At), text(s.Drill), text(s.Games), number(s.Level), text(s.Number), test, s.done(), PracticeRow{Done: s.Done, Right: s.Right}.share()})
	}
	return []Section{drills, classes, sessions}
}

// done returns how many tasks were answered, and of how many where it was broken off.
func (s PracticeSession) done() Cell {
	c := number(s.Done)
	if s.Done < s.Tasks {
		c.Text += " / " + strconv.Itoa(s.Tasks)
	}
	return c
}

// share returns the percentage of right answers.
func (r PracticeRow) share() Cell {
	said := PracticeShare(r.Right, r.Done)
	if r.Done == 0 {
		return text(said)
	}
	return Cell{Text: said, Number: Share(float64(r.Right) / float64(r.Done))}
}

// PracticeShare returns the percentage of right answers in words, halves up; a dash for none.
func PracticeShare(right, done int) string {
	if done == 0 {
		return dash
	}
	return strconv.Itoa((100*right+done/2)/done) + tight + "%"
}

// seconds returns a time of answering in seconds.
func seconds(w pen, d time.Duration) Cell {
	return Cell{Text: w.Cents(games.Amount(d.Milliseconds()/10)) + tight + "s", Number: d}
}
