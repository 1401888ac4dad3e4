package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"sabot/reports/paper"
)

// A Difference is a place where two papers of the same thing disagree, in the words of the first one's
// language.
type Difference struct {
	Where   string // heading, row and column
	Was, Is string // "" where the paper does not have it
}

// mostDifferences is the number of differences of two papers that are told one by one.
const mostDifferences = 5

// Differences returns the first differences of a paper from one with other figures of the same report, in the order
// of its pages. It also returns how many others there are. It returns none where nothing that its pages show
// differs.
func (e Evidence) Differences(is Evidence, w paper.Words) (list []Difference, more int, err error) {
	defer broken(&err)
	other := e
	other.Figures = is.Figures
	var before, after paper.Report
	for cents := new(bool); ; { // both are written with a minor unit, or neither
		was := *cents
		if before, err = e.reportWith(w, cents); err != nil {
			return nil, 0, err
		}
		if after, err = other.reportWith(w, cents); err != nil {
			return nil, 0, err
		}
		if *cents == was {
			break
		}
	}
	top := w.T("report_top")
	was, now := places(before, top, w.T("report_table")), places(after, top, w.T("report_table"))
	for _, p := range was {
		i := slices.IndexFunc(now, p.same)
		switch {
		case i < 0:
			list = append(list, Difference{Where: p.name(), Was: p.said()})
		default:
			list = append(list, p.differences(now[i])...)
		}
	}
	for _, p := range now {
		if !slices.ContainsFunc(was, p.same) {
			list = append(list, Difference{Where: p.name(), Is: p.said()})
		}
	}
	told := min(len(list), mostDifferences)
	return list[:told], len(list) - told, nil
}

// A paperRow is a row of a paper, or a line of it.
type paperRow struct {
	heading, row string
	nth          int    // of those with the same heading and row
	table        string // the table that it is of, where a column says so
	columns      []string
	cells        []string
}

func (p paperRow) same(q paperRow) bool {
	return p.heading == q.heading && p.row == q.row && p.nth == q.nth
}

func (p paperRow) name() string {
	if p.table == p.row {
		return paper.Join(p.heading, p.row)
	}
	return paper.Join(paper.Join(p.heading, p.row), p.table)
}

// said returns the text that stands there.
func (p paperRow) said() string {
	var all []string
	for _, c := range p.cells {
		if c != "" && c != p.row {
			all = append(all, c)
		}
	}
	return strings.Join(all, ", ")
}

// differences returns the cells that are not alike.
func (p paperRow) differences(q paperRow) (list []Difference) {
	for i := range max(len(p.cells), len(q.cells)) {
		cell := func(of paperRow) string {
			if i < len(of.cells) {
				return of.cells[i]
			}
			return ""
		}
		if cell(p) == cell(q) {
			continue
		}
		where := p.name()
		if i < len(p.columns) {
			where = paper.Join(where, p.columns[i])
		}
		list = append(list, Difference{where, cell(p), cell(q)})
	}
	return list
}

// places returns the rows and lines of a paper, in order; top names what stands under no heading, table heads a column of tables.
func places(r paper.Report, top, table string) (list []paperRow) {
	seen := map[string]int{}
	add := func(heading, row string, columns []string, cells ...string) {
		key := fmt.Sprintf("%q %q", heading, row)
		of := ""
		if i := slices.Index(columns, table); i >= 0 && i < len(cells) {
			of = cells[i]
		}
		list = append(list, paperRow{heading, row, seen[key], of, columns, cells})
		seen[key]++
	}
	add(top, "", nil, r.Title, r.Banner)
	for _, p := range r.Head {
		add("", p.Label, nil, p.Value)
	}
	for _, s := range r.Sections {
		name := cmp.Or(s.Name, s.Heading, top)
		var columns []string
		for _, c := range s.Columns {
			columns = append(columns, c.Head)
		}
		for _, row := range s.Rows {
			var cells []string
			for _, c := range row {
				cells = append(cells, c.Text)
			}
			if len(cells) > 0 {
				add(name, cells[0], columns, cells...)
			}
		}
		for _, line := range slices.Concat(s.Lines, s.Notes) {
			add(name, "", nil, line)
		}
	}
	return list
}
