package reports

import (
	"bytes"
	"fmt"

	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
	"github.com/jung-kurt/gofpdf"
)

const fontName = "dejavu"

// Document is a report on pages.
type Document struct {
	Pages  []Page
	Blocks []Block
	PDF    []byte
}

// draw puts a report on pages and makes the PDF of them; the same report and evidence
// give the same bytes. This is the only place that knows gofpdf.
func draw(r Report, w Words, evidence []byte) (Document, error) {
	pdf := gofpdf.New("P", "mm", "A4", "")
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(r.Printed)
	pdf.SetModificationDate(r.Printed)
	pdf.SetTitle(r.Title, true)
	pdf.SetCreator("Sabot", true)
	pdf.AddUTF8FontFromBytes(fontName, "", dejavusans.TTF)
	pdf.AddUTF8FontFromBytes(fontName, "B", dejavusansbold.TTF)
	pdf.SetMargins(0, 0, 0)
	pdf.SetCellMargin(1)
	pdf.SetAutoPageBreak(false, 0)
	if len(evidence) > 0 {
		pdf.SetAttachments([]gofpdf.Attachment{{Content: evidence, Filename: EvidenceName, Description: "figures of the report"}})
	}
	width := func(text string, bold bool) float64 {
		pdf.SetFont(fontName, style(bold), 100)
		return pdf.GetStringWidth(text) / 100
	}
	doc := Document{}
	doc.Pages, doc.Blocks = lay(r, width)
	for i := range doc.Pages {
		doc.Pages[i].Marks = append(doc.Pages[i].Marks, foot(r, w, i+1, len(doc.Pages))...)
		pdf.AddPage()
		for _, m := range doc.Pages[i].Marks {
			ink(pdf, m)
		}
	}
	var out bytes.Buffer
	if err := pdf.Output(&out); err != nil {
		return Document{}, fmt.Errorf("drawing %s: %w", r.Title, err)
	}
	doc.PDF = out.Bytes()
	return doc, nil
}

func foot(r Report, w Words, n, of int) []Mark {
	y, half := High-bottom+6, (Wide-2*margin)/2
	return []Mark{
		{X: margin, Y: y, W: 1.6 * half, H: 5, Text: r.Foot, Size: 7.5, Align: "L", Pale: true},
		{X: margin + 1.6*half, Y: y, W: 0.4 * half, H: 5, Text: w.T("report_page", map[string]any{"N": n, "Of": of}), Size: 7.5, Align: "R", Pale: true},
	}
}

func style(bold bool) string {
	if bold {
		return "B"
	}
	return ""
}

func ink(pdf *gofpdf.Fpdf, m Mark) {
	pdf.SetXY(m.X, m.Y)
	pdf.SetFillColor(232, 232, 228)
	pdf.SetDrawColor(205, 205, 200)
	pdf.SetTextColor(0, 0, 0)
	if m.Pale {
		pdf.SetTextColor(90, 90, 90)
	}
	border := ""
	switch {
	case m.Frame:
		border = "1"
	case m.Under:
		border = "B"
	}
	if m.Size > 0 {
		pdf.SetFont(fontName, style(m.Bold), m.Size)
	}
	pdf.CellFormat(m.W, m.H, m.Text, border, 0, m.Align, m.Fill, 0, "")
}
