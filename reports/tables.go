package reports

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"sabot/games"
)

// WriteCSV writes the tables of a report, one below the other, each under a line with
// its heading. Amounts are in whole units with two decimals and a point, whatever the
// language.
func (r Report) WriteCSV(to io.Writer) error {
	w := csv.NewWriter(to)
	lines := [][]string{{harmless(r.House), harmless(r.Title), harmless(r.Banner)}}
	for _, p := range r.Head {
		lines = append(lines, []string{harmless(p.Label), harmless(p.Value)})
	}
	for _, s := range r.Sections {
		lines = append(lines, []string{}, []string{harmless(s.Heading)})
		for _, text := range s.Lines {
			lines = append(lines, []string{harmless(text)})
		}
		if len(s.Columns) == 0 {
			continue
		}
		var heads []string
		for _, c := range s.Columns {
			heads = append(heads, harmless(c.Head))
		}
		lines = append(lines, heads)
		for _, row := range s.Rows {
			var cells []string
			for _, c := range row {
				cells = append(cells, c.plain())
			}
			lines = append(lines, cells)
		}
	}
	if err := w.WriteAll(lines); err != nil {
		return fmt.Errorf("writing the CSV of %s: %w", r.Title, err)
	}
	return nil
}

// plain is a cell as a program reads it.
func (c Cell) plain() string {
	switch n := c.Number.(type) {
	case games.Amount:
		sign := ""
		if n < 0 {
			sign, n = "-", -n
		}
		return fmt.Sprintf("%s%d.%02d", sign, n/100, n%100)
	case int:
		return strconv.Itoa(n)
	}
	return harmless(c.Text)
}

// harmless is a text with an apostrophe before it where a spreadsheet would take it for a
// formula.
func harmless(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

// WriteXLSX writes a report as a workbook with a sheet for each of its tables; amounts
// are numbers in whole units.
func (r Report) WriteXLSX(to io.Writer) error {
	f := excelize.NewFile()
	defer f.Close()
	money, err := f.NewStyle(&excelize.Style{NumFmt: 4}) // #,##0.00
	if err != nil {
		return fmt.Errorf("writing the workbook of %s: %w", r.Title, err)
	}
	bold, err := f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return fmt.Errorf("writing the workbook of %s: %w", r.Title, err)
	}
	b := book{file: f, money: money, bold: bold}
	b.sheet("Sheet1", r.headRows())
	for i, s := range r.Sections {
		name := fmt.Sprintf("%d", i+1)
		if _, err := f.NewSheet(name); err != nil {
			return fmt.Errorf("writing the workbook of %s: %w", r.Title, err)
		}
		b.sheet(name, s.cells())
	}
	if b.err == nil {
		_, b.err = f.WriteTo(to)
	}
	if b.err != nil {
		return fmt.Errorf("writing the workbook of %s: %w", r.Title, b.err)
	}
	return nil
}

func (r Report) headRows() [][]Cell {
	rows := [][]Cell{{text(r.House)}, {text(r.Title)}, {text(r.Banner)}}
	for _, p := range r.Head {
		rows = append(rows, []Cell{text(p.Label), text(p.Value)})
	}
	return rows
}

// cells are a section's lines and table; what its columns are called comes first.
func (s Section) cells() [][]Cell {
	rows := [][]Cell{{text(s.Heading)}}
	for _, line := range s.Lines {
		rows = append(rows, []Cell{text(line)})
	}
	var heads []Cell
	for _, c := range s.Columns {
		heads = append(heads, text(c.Head))
	}
	return append(append(rows, heads), s.Rows...)
}

// book is a workbook being written, and its first error.
type book struct {
	file        *excelize.File
	money, bold int
	err         error
}

func (b *book) sheet(name string, rows [][]Cell) {
	for i, row := range rows {
		for j, c := range row {
			b.cell(name, i+1, j+1, c, i == 0)
		}
	}
	b.try(b.file.SetColWidth(name, "A", "L", 18))
}

func (b *book) cell(sheet string, row, column int, c Cell, head bool) {
	at, err := excelize.CoordinatesToCellName(column, row)
	b.try(err)
	switch n := c.Number.(type) {
	case games.Amount:
		b.try(b.file.SetCellValue(sheet, at, float64(n)/100))
		b.try(b.file.SetCellStyle(sheet, at, at, b.money))
	case int:
		b.try(b.file.SetCellValue(sheet, at, n))
	default:
		b.try(b.file.SetCellStr(sheet, at, c.Text))
	}
	if head {
		b.try(b.file.SetCellStyle(sheet, at, at, b.bold))
	}
}

func (b *book) try(err error) {
	if b.err == nil {
		b.err = err
	}
}
