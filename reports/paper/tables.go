package paper

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sabot/games"
)

// A Day is a gaming day in a cell, 2026-11-21.
type Day string

// A Sheet is one table of a report by itself, for programs that calculate. The first of a
// report says what report it is.
type Sheet struct {
	Name  string
	Heads []string
	Right []bool // of each head: its column stands at the right
	Rows  [][]Cell
	Total bool     // the last row sums up the others
	Notes []string // sentences under it
}

// Sheets returns the tables of a report.
func (r Report) Sheets() []Sheet {
	first := Sheet{Name: r.Title, Rows: [][]Cell{{{Text: r.House}}, {{Text: r.Title}}}}
	if r.Banner != "" {
		first.Rows = append(first.Rows, []Cell{{Text: r.Banner}})
	}
	for _, p := range r.Head {
		first.Rows = append(first.Rows, []Cell{{Text: p.Label}, {Text: p.Value}})
	}
	sheets := []Sheet{first}
	for _, s := range r.Sections {
		if s.Name == "" && s.Heading == "" && len(s.Columns) == 0 && len(s.Rows) == 0 { // sentences about the report itself
			for _, line := range slices.Concat(s.Lines, s.Notes) {
				sheets[0].Rows = append(sheets[0].Rows, []Cell{{Text: line}})
			}
			continue
		}
		sheet := Sheet{Name: s.Name, Rows: s.Rows, Total: s.Total, Notes: append(s.Lines[:len(s.Lines):len(s.Lines)], s.Notes...)}
		if sheet.Name == "" {
			sheet.Name = s.Heading
		}
		if sheet.Name != s.Heading || utf8.RuneCountInString(s.Heading) > longestSheet { // no sheet can be called that
			sheet.Notes = append([]string{s.Heading}, sheet.Notes...)
		}
		for _, c := range s.Columns {
			sheet.Heads, sheet.Right = append(sheet.Heads, c.Head), append(sheet.Right, c.Align == "R")
		}
		sheet.apart()
		sheets = append(sheets, sheet)
	}
	return sheets
}

// apart gives the marks of a column one of their own beside it, so that numbers are numbers.
func (s *Sheet) apart() {
	for x := len(s.Heads) - 1; x >= 0; x-- {
		if !slices.ContainsFunc(s.Rows, func(row []Cell) bool { return x < len(row) && row[x].Mark != "" }) {
			continue
		}
		s.Heads = slices.Insert(slices.Clone(s.Heads), x+1, s.Heads[x]+" *")
		s.Right = slices.Insert(slices.Clone(s.Right), x+1, false)
		s.Rows = slices.Clone(s.Rows)
		for y, row := range s.Rows {
			if x < len(row) {
				s.Rows[y] = slices.Insert(slices.Clone(row), x+1, Cell{Text: row[x].Mark})
			}
		}
	}
}

// Marked returns a cell with a sign behind its text.
func (c Cell) Marked(sign string) Cell {
	c.Text += sign
	c.Mark = sign
	return c
}

// Stale returns those files of a folder that an older export of the same report left there and this one does
// not write. It returns none where another report is there too.
func Stale(there []string, export []File) []string {
	var old []string
	for _, name := range there {
		if len(name) < 3 || strings.Trim(name[:2], "0123456789") != "" || name[2] != '-' || path.Ext(name) != ".csv" {
			continue
		}
		switch same := slices.ContainsFunc(export, func(f File) bool { return f.Name == name }); {
		case strings.HasPrefix(name, "01-") && !same:
			return nil
		case !same:
			old = append(old, name)
		}
	}
	return old
}

// A File is a file by its name and what stands in it.
type File struct {
	Name    string
	Content []byte
}

// CSV returns the tables of a report, a file each, none for an empty one, with the sentences under them. The first
// also has what stands above all of them. Spreadsheets of the report's language can open them. They have a byte
// order mark, semicolons where that language has them, and decimals as it writes them. Amounts are in whole units
// with two decimals; times are by the house's clock.
func (r Report) CSV() ([]File, error) {
	var files []File
	sheets := r.Sheets()
	for i, s := range sheets {
		if len(s.Heads) == 0 && len(s.Rows) == 0 { // its sentences stand in the first
			continue
		}
		var out bytes.Buffer
		out.WriteString("\ufeff")
		w := csv.NewWriter(&out)
		w.UseCRLF = true
		if r.Comma || r.Language != "en" {
			w.Comma = ';'
		}
		var lines [][]string
		if len(s.Heads) > 0 {
			var heads []string
			for _, h := range s.Heads {
				heads = append(heads, harmless(h))
			}
			lines = append(lines, heads)
		}
		for _, row := range s.Rows {
			var cells []string
			for _, c := range row {
				cells = append(cells, c.plain(r.Comma))
			}
			lines = append(lines, cells)
		}
		if i == 0 {
			for _, s := range sheets[1:] {
				for _, note := range s.Notes {
					lines = append(lines, []string{harmless(s.Name), harmless(note)})
				}
			}
		}
		if err := w.WriteAll(lines); err != nil {
			return nil, fmt.Errorf("writing the CSV of %s: %w", r.Title, err)
		}
		files = append(files, File{fmt.Sprintf("%02d-%s.csv", len(files)+1, slug(s.Name)), out.Bytes()})
	}
	return files, nil
}

// slug returns a name for a file.
func slug(name string) string {
	var out strings.Builder
	for _, r := range name {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			out.WriteRune(unicode.ToLower(r))
		case !strings.HasSuffix(out.String(), "-"):
			out.WriteByte('-')
		}
		if out.Len() > 40 {
			break
		}
	}
	return strings.Trim(out.String(), "-")
}

// plain returns a cell as a program reads it.
func (c Cell) plain(comma bool) string {
	decimal := func(s string) string {
		if comma {
			return strings.Replace(s, ".", ",", 1)
		}
		return s
	}
	switch n := c.Number.(type) {
	case games.Amount:
		sign := ""
		if n < 0 {
			sign, n = "-", -n
		}
		return decimal(fmt.Sprintf("%s%d.%02d", sign, n/100, n%100))
	case Chip:
		if !n.Cents {
			return strconv.FormatInt(int64(n.Value/100), 10)
		}
		return Cell{Number: n.Value}.plain(comma)
	case int:
		return strconv.Itoa(n)
	case time.Time:
		return n.Format("2006-01-02 15:04:05")
	case Day:
		return string(n)
	case time.Duration:
		return fmt.Sprintf("%d:%02d:%02d", int(n.Hours()), int(n.Minutes())%60, int(n.Seconds())%60)
	case Share:
		return decimal(strconv.FormatFloat(100*float64(n), 'f', 2, 64)) + "%"
	}
	return harmless(c.Text)
}

// bare returns a text without the spaces that only paper needs.
func bare(text string) string { return strings.Join(strings.Fields(text), " ") }

// harmless returns a text that no spreadsheet takes for a formula. A sign before a label goes behind it; before
// anything else comes an apostrophe.
func harmless(text string) string {
	text = bare(text)
	for _, sign := range []string{"+", "−", "="} {
		if label, ok := strings.CutPrefix(text, sign+" "); ok {
			text = label + " (" + sign + ")"
		}
	}
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}
