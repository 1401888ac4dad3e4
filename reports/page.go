package reports

import (
	"bytes"
	"fmt"
	"os"
	"time"

	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
	"github.com/jung-kurt/gofpdf"

	"sabot/games"
)

// Words are the sentences and the way of writing amounts of one language.
type Words interface {
	// T is the sentence of a key, filled with args.
	T(key string, args ...map[string]any) string
	// Amount is money without its currency.
	Amount(games.Amount) string
}

// Measures of a page, A4 upright, in millimetres and points.
const (
	margin   = 15.0
	bottom   = 18.0
	wide     = 210.0
	high     = 297.0
	fontName = "dejavu"
)

// paper is a document being drawn: the only place that knows gofpdf. It is drawn
// twice, the first time to learn how many pages there are.
type paper struct {
	pdf   *gofpdf.Fpdf
	words Words
	foot  string
	pages int
}

// write draws a document and writes it in one step: the file is whole or is not
// there.
func write(file string, words Words, title, foot string, printed time.Time, draw func(*paper)) error {
	pages := 0
	var out bytes.Buffer
	for range 2 {
		p := newPaper(words, title, foot, printed, pages)
		draw(p)
		pages = p.pdf.PageCount()
		out.Reset()
		if err := p.pdf.Output(&out); err != nil {
			return fmt.Errorf("drawing %s: %w", file, err)
		}
	}
	part := file + ".part"
	if err := os.WriteFile(part, out.Bytes(), 0o600); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	if err := os.Rename(part, file); err != nil {
		return fmt.Errorf("writing the report: %w", err)
	}
	return nil
}

// newPaper is an empty document; the same figures give the same bytes.
func newPaper(words Words, title, foot string, printed time.Time, pages int) *paper {
	pdf := gofpdf.New("P", "mm", "A4", "")
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(printed)
	pdf.SetModificationDate(printed)
	pdf.SetTitle(title, true)
	pdf.SetCreator("Sabot", true)
	pdf.AddUTF8FontFromBytes(fontName, "", dejavusans.TTF)
	pdf.AddUTF8FontFromBytes(fontName, "B", dejavusansbold.TTF)
	pdf.SetMargins(margin, margin, margin)
	pdf.SetAutoPageBreak(false, bottom)
	p := &paper{pdf: pdf, words: words, foot: foot, pages: pages}
	pdf.SetFooterFunc(p.footer)
	pdf.AddPage()
	return p
}

func (p *paper) footer() {
	p.pdf.SetXY(margin, high-bottom+6)
	p.font("", 7.5)
	p.pdf.SetTextColor(90, 90, 90)
	p.pdf.CellFormat((wide-2*margin)/2, 5, p.foot, "", 0, "L", false, 0, "")
	page := p.words.T("report_page", map[string]any{"N": p.pdf.PageNo(), "Of": p.pages})
	p.pdf.CellFormat((wide-2*margin)/2, 5, page, "", 0, "R", false, 0, "")
	p.pdf.SetTextColor(0, 0, 0)
}

func (p *paper) font(style string, size float64) { p.pdf.SetFont(fontName, style, size) }

// room starts a new page where less than that height is left; true if it did.
func (p *paper) room(height float64) bool {
	if p.pdf.GetY()+height <= high-bottom {
		return false
	}
	p.pdf.AddPage()
	return true
}

func (p *paper) line(style string, size, height float64, text string) {
	p.room(height)
	p.font(style, size)
	p.pdf.CellFormat(0, height, text, "", 1, "L", false, 0, "")
}

func (p *paper) heading(text string) {
	p.room(24)
	p.pdf.Ln(4)
	p.line("B", 11, 7, text)
}

// pair is a label and its value, two to a line.
type pair struct{ label, value string }

func (p *paper) pairs(list []pair) {
	const label, value = 34.0, 56.0
	for i, item := range list {
		p.font("", 8.5)
		p.pdf.SetTextColor(90, 90, 90)
		p.pdf.CellFormat(label, 5.5, item.label, "", 0, "L", false, 0, "")
		p.pdf.SetTextColor(0, 0, 0)
		p.cell(value, 5.5, item.value, "L", "B", 8.5, false)
		if i%2 == 1 || i == len(list)-1 {
			p.pdf.Ln(5.5)
		}
	}
}

// column is one column of a table.
type column struct {
	head  string
	width float64
	align string
}

// table draws rows under headings, which come again on every page.
func (p *paper) table(columns []column, rows [][]string, size float64, lastBold bool) {
	height := size * 0.56
	heads := func() {
		p.pdf.SetFillColor(232, 232, 228)
		for _, c := range columns {
			p.cell(c.width, height+1, c.head, c.align, "B", size, true)
		}
		p.pdf.Ln(height + 1)
	}
	p.room(3 * height)
	heads()
	for i, row := range rows {
		if p.room(height) {
			heads()
		}
		style := ""
		if lastBold && i == len(rows)-1 {
			style = "B"
		}
		for j, c := range columns {
			p.cell(c.width, height, row[j], c.align, style, size, false)
		}
		p.pdf.Ln(height)
	}
}

// cell is one cell, its text made smaller until it fits.
func (p *paper) cell(width, height float64, text, align, style string, size float64, fill bool) {
	p.font(style, size)
	const padding = 2.2
	if w := p.pdf.GetStringWidth(text); w > width-padding {
		p.font(style, size*(width-padding)/w)
	}
	border := "B"
	if fill {
		border = ""
	}
	p.pdf.SetDrawColor(205, 205, 200)
	p.pdf.CellFormat(width, height, text, border, 0, align, fill, 0, "")
}
