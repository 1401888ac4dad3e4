package paper

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
	b := book{file: excelize.NewFile(), styles: map[look]int{}}
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

// A book is a workbook being written, and its first error.
type book struct {
	file   *excelize.File
	styles map[look]int
	names  []string
	err    error
}

// longestSheet is how long a sheet's name may be.
const longestSheet = 31

// nameFor returns a sheet's name that Excel takes and no other sheet has.
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
			heads = append(heads, Cell{Text: h})
		}
		rows = append(rows, heads)
		b.try(b.file.SetPanes(name, &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}))
	}
	rows = append(rows, s.Rows...)
	b.page(name, s)
	widths := map[int]int{}
	for y, row := range rows {
		bold := y == 0 && len(s.Heads) > 0 || s.Total && y == len(rows)-1
		for x, c := range row {
			right := y == 0 && x < len(s.Right) && s.Right[x]
			b.cell(name, x+1, y+1, c, look{bold: bold, right: right})
			widths[x] = max(widths[x], utf8.RuneCountInString(bare(c.Text)))
			if _, ok := c.Number.(time.Time); ok {
				widths[x] = max(widths[x], len("21.11.2026 20:00:00"))
			}
		}
	}
	for y, note := range s.Notes {
		b.cell(name, 1, len(rows)+2+y, Cell{Text: note}, look{})
	}
	const widest = 60
	for x, n := range widths {
		column, err := excelize.ColumnNumberToName(x + 1)
		b.try(err)
		b.try(b.file.SetColWidth(name, column, column, float64(min(n, widest)+3)))
	}
}

// page sets a sheet to print across the width of a page, with filters on its columns.
func (b *book) page(name string, s Sheet) {
	landscape, wide, high, fit := "landscape", 1, 0, true
	b.try(b.file.SetPageLayout(name, &excelize.PageLayoutOptions{Orientation: &landscape, FitToWidth: &wide, FitToHeight: &high}))
	lines := len(s.Rows)
	if s.Total {
		lines--
	}
	if len(s.Heads) > 0 && lines > 0 {
		last, err := excelize.CoordinatesToCellName(len(s.Heads), lines+1)
		b.try(err)
		b.try(b.file.AutoFilter(name, "A1:"+last, nil))
	}
	b.try(b.file.SetSheetProps(name, &excelize.SheetPropsOptions{FitToPage: &fit})) // a filter forgets it
}

// A look is a style of a cell.
type look struct {
	format      string
	bold, right bool
}

// Formats of cells, as Excel writes them.
const (
	moneyFormat = "#,##0.00"
	chipFormat  = "#,##0"
	timeFormat  = "dd.mm.yyyy hh:mm:ss"
	dayFormat   = "dd.mm.yyyy"
	spanFormat  = "[h]:mm:ss"
	shareFormat = "0.00%"
)

func (b *book) cell(sheet string, column, row int, c Cell, as look) {
	at, err := excelize.CoordinatesToCellName(column, row)
	b.try(err)
	switch n := c.Number.(type) {
	case games.Amount:
		as.format = moneyFormat
		b.try(b.file.SetCellValue(sheet, at, float64(n)/100))
	case Chip:
		if as.format = chipFormat; n.Cents {
			as.format = moneyFormat
		}
		b.try(b.file.SetCellValue(sheet, at, float64(n.Value)/100))
	case int:
		b.try(b.file.SetCellValue(sheet, at, n))
	case time.Time:
		as.format = timeFormat
		b.try(b.file.SetCellValue(sheet, at, serial(n)))
	case Day:
		day, err := time.Parse(time.DateOnly, string(n))
		b.try(err)
		as.format = dayFormat
		b.try(b.file.SetCellValue(sheet, at, serial(day)))
	case time.Duration:
		as.format = spanFormat
		b.try(b.file.SetCellValue(sheet, at, n.Hours()/24))
	case Share:
		as.format = shareFormat
		b.try(b.file.SetCellValue(sheet, at, float64(n)))
	default:
		b.try(b.file.SetCellStr(sheet, at, bare(c.Text)))
	}
	if as != (look{}) {
		b.try(b.file.SetCellStyle(sheet, at, at, b.style(as)))
	}
}

// serial returns what a clock on the wall shows, in days since Excel's beginning, to the second.
func serial(t time.Time) float64 {
	wall := time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
	days := wall.Sub(time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)).Hours() / 24
	return math.Round(days*86400) / 86400
}

func (b *book) style(as look) int {
	if id, ok := b.styles[as]; ok {
		return id
	}
	font, err := b.file.GetDefaultFont() // what has no style has this one
	b.try(err)
	s := excelize.Style{Font: &excelize.Font{Bold: as.bold, Family: font, Size: 11}}
	if as.format != "" {
		s.CustomNumFmt = &as.format
	}
	if as.right {
		s.Alignment = &excelize.Alignment{Horizontal: "right"}
	}
	id, err := b.file.NewStyle(&s)
	b.try(err)
	b.styles[as] = id
	return id
}

func (b *book) try(err error) {
	if b.err == nil {
		b.err = err
	}
}
