package reports

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"sabot/games"
)

// WriteXLSX writes a report as a workbook with a named sheet for each of its tables.
// Amounts, times by the house's clock, days, durations and shares are what they are.
func (r Report) WriteXLSX(to io.Writer) error {
	b := book{file: excelize.NewFile(), styles: map[string]int{}}
	defer b.file.Close()
	written := r.Printed.UTC().Format(time.RFC3339)
	b.try(b.file.SetDocProps(&excelize.DocProperties{
		Creator: "Sabot", LastModifiedBy: "Sabot", Title: r.Title, Subject: r.House, Language: r.Language, Created: written, Modified: written,
	}))
	b.try(b.file.SetAppProps(&excelize.AppProperties{Application: "Sabot", Company: r.House}))
	for i, s := range r.Sheets() {
		b.sheet(i, s)
	}
	if b.err == nil {
		_, b.err = b.file.WriteTo(to)
	}
	if b.err != nil {
		return fmt.Errorf("writing the workbook of %s: %w", r.Title, b.err)
	}
	return nil
}

// book is a workbook being written, and its first error.
type book struct {
	file   *excelize.File
	styles map[string]int
	names  []string
	err    error
}

// longestSheet is how long a sheet's name may be.
const longestSheet = 31

// nameFor is a sheet's name: what Excel takes, and no other sheet has.
func (b *book) nameFor(name string) string {
	name = strings.Trim(strings.Map(func(r rune) rune {
		if strings.ContainsRune(`[]:*?/\`, r) {
			return '-'
		}
		return r
	}, bare(name)), "' ")
	for utf8.RuneCountInString(name) > longestSheet { // what is cut off is whole
		at := strings.LastIndex(name, " · ")
		if at < 0 {
			break
		}
		name = name[:at]
	}
	for n := 1; ; n++ {
		end := ""
		if n > 1 {
			end = fmt.Sprintf(" %d", n)
		}
		runes := []rune(name)
		with := strings.TrimSpace(string(runes[:min(len(runes), longestSheet-len(end))])) + end
		taken := false
		for _, other := range b.names {
			taken = taken || strings.EqualFold(other, with)
		}
		if !taken && with != "" {
			b.names = append(b.names, with)
			return with
		}
		if name == "" {
			name = "Sabot"
		}
	}
}

func (b *book) sheet(i int, s Sheet) {
	name := b.nameFor(s.Name)
	if i == 0 {
		b.try(b.file.SetSheetName("Sheet1", name))
	} else if _, err := b.file.NewSheet(name); err != nil {
		b.try(err)
		return
	}
	var rows [][]Cell
	if len(s.Heads) > 0 {
		var heads []Cell
		for _, h := range s.Heads {
			heads = append(heads, text(h))
		}
		rows = append(rows, heads)
		b.try(b.file.SetPanes(name, &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}))
	}
	rows = append(rows, s.Rows...)
	widths := map[int]int{}
	for y, row := range rows {
		bold := y == 0 && len(s.Heads) > 0 || s.Total && y == len(rows)-1
		for x, c := range row {
			b.cell(name, x+1, y+1, c, bold)
			widths[x] = max(widths[x], utf8.RuneCountInString(bare(c.Text)))
			if _, ok := c.Number.(time.Time); ok {
				widths[x] = max(widths[x], len("21.11.2026 20:00:00"))
			}
		}
	}
	for y, note := range s.Notes {
		b.cell(name, 1, len(rows)+2+y, text(note), false)
	}
	const widest = 60
	for x, n := range widths {
		column, err := excelize.ColumnNumberToName(x + 1)
		b.try(err)
		b.try(b.file.SetColWidth(name, column, column, float64(min(n, widest)+3)))
	}
}

// Formats of cells, as Excel writes them.
const (
	moneyFormat = "#,##0.00"
	timeFormat  = "dd.mm.yyyy hh:mm:ss"
	dayFormat   = "dd.mm.yyyy"
	spanFormat  = "[h]:mm:ss"
	shareFormat = "0.00%"
)

func (b *book) cell(sheet string, column, row int, c Cell, bold bool) {
	at, err := excelize.CoordinatesToCellName(column, row)
	b.try(err)
	format := ""
	switch n := c.Number.(type) {
	case games.Amount:
		format = moneyFormat
		b.try(b.file.SetCellValue(sheet, at, float64(n)/100))
	case int:
		b.try(b.file.SetCellValue(sheet, at, n))
	case time.Time:
		format = timeFormat
		b.try(b.file.SetCellValue(sheet, at, serial(n)))
	case Day:
		day, err := time.Parse(time.DateOnly, string(n))
		b.try(err)
		format = dayFormat
		b.try(b.file.SetCellValue(sheet, at, serial(day)))
	case time.Duration:
		format = spanFormat
		b.try(b.file.SetCellValue(sheet, at, n.Hours()/24))
	case Share:
		format = shareFormat
		b.try(b.file.SetCellValue(sheet, at, float64(n)))
	default:
		b.try(b.file.SetCellStr(sheet, at, bare(c.Text)))
	}
	if format != "" || bold {
		b.try(b.file.SetCellStyle(sheet, at, at, b.style(format, bold)))
	}
}

// serial is what a clock on the wall shows, in days since Excel's beginning, to the second.
func serial(t time.Time) float64 {
	wall := time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
	days := wall.Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)).Hours() / 24
	return math.Round(days*86400) / 86400
}

func (b *book) style(format string, bold bool) int {
	key := fmt.Sprint(format, bold)
	if id, ok := b.styles[key]; ok {
		return id
	}
	s := excelize.Style{Font: &excelize.Font{Bold: bold}}
	if format != "" {
		s.CustomNumFmt = &format
	}
	id, err := b.file.NewStyle(&s)
	b.try(err)
	b.styles[key] = id
	return id
}

func (b *book) try(err error) {
	if b.err == nil {
		b.err = err
	}
}
