package paper

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	picture "image/draw"
	"image/png"
	"strings"

	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
	"github.com/jung-kurt/gofpdf"

	"sabot/pit/record"
)

const fontName = "dejavu"

// mostPixels is the largest logo that is drawn: a hostile one shall take little memory and time.
const mostPixels = 4 << 20

// EvidenceName is the file in a report's PDF that holds its figures.
const EvidenceName = "evidence.json"

// A Document is a report on pages.
type Document struct {
	House  string // as the paper names it
	Pages  []Page
	Blocks []Block
	PDF    []byte
}

// Draw puts a report on pages and makes the PDF of them; the same report and evidence
// give the same bytes. This is the only place that knows gofpdf.
func Draw(ctx context.Context, r Report, w Words, evidence []byte) (_ Document, err error) {
	defer ended(&err)
	pdf := gofpdf.New("P", "mm", "A4", "")
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(r.Printed)
	pdf.SetModificationDate(r.Printed)
	pdf.SetTitle(r.Title, true)
	pdf.SetAuthor(r.House, true)
	pdf.SetCreator("Sabot", true)
	pdf.SetXmpMetadata(xmp(r))
	pdf.AddUTF8FontFromBytes(fontName, "", bytes.Clone(dejavusans.TTF)) // gofpdf writes into the bytes of a font
	pdf.AddUTF8FontFromBytes(fontName, "B", bytes.Clone(dejavusansbold.TTF))
	pdf.SetMargins(0, 0, 0)
	pdf.SetCellMargin(1)
	pdf.SetAutoPageBreak(false, 0)
	if len(evidence) > 0 {
		pdf.SetAttachments([]gofpdf.Attachment{{Content: evidence, Filename: EvidenceName, Description: "figures of the report"}})
	}
	type written struct {
		text string
		bold bool
	}
	widths := map[written]float64{} // the same words stand there often
	width := func(text string, bold bool) float64 {
		goOn(ctx)
		w, known := widths[written{text, bold}]
		if !known {
			pdf.SetFont(fontName, style(bold), 100)
			w = pdf.GetStringWidth(printable(text)) / 100
			widths[written{text, bold}] = w
		}
		return w
	}
	doc := Document{House: r.House}
	l := &layout{width: width}
	doc.Pages, doc.Blocks = lay(r, width)
	for i := range doc.Pages {
		doc.Pages[i].Marks = append(doc.Pages[i].Marks, l.foot(r, w, i+1, len(doc.Pages))...)
		pdf.AddPage()
		for _, m := range doc.Pages[i].Marks {
			goOn(ctx)
			ink(pdf, m)
		}
	}
	var out bytes.Buffer
	if err := pdf.Output(&out); err != nil {
		return Document{}, fmt.Errorf("drawing %s: %w", r.Title, err)
	}
	if doc.PDF, err = finish(out.Bytes(), r); err == nil {
		doc.PDF, err = archive(doc.PDF, r.Printed)
	}
	if err != nil {
		return Document{}, fmt.Errorf("drawing %s: %w", r.Title, err)
	}
	return doc, nil
}

// foot returns the marks at the foot of page n of a report.
func (l *layout) foot(r Report, w Words, n, of int) []Mark {
	const size, high, right = 7.5, 3.8, 30.0
	y := High - bottom + 5
	marks := []Mark{{X: Wide - margin - right, Y: y, W: right, H: high, Text: w.T("report_page", map[string]any{"N": n, "Of": of}), Size: size, Align: "R", Pale: true}}
	for i, text := range l.wrap(r.Foot, across-right-padding, size, false) {
		marks = append(marks, Mark{X: margin, Y: y + high*float64(i), W: across - right, H: high, Text: text, Size: size, Align: "L", Pale: true})
	}
	return marks
}

func style(bold bool) string {
	if bold {
		return "B"
	}
	return ""
}

func ink(pdf *gofpdf.Fpdf, m Mark) {
	if len(m.Picture) > 0 {
		options, sum := gofpdf.ImageOptions{ImageType: "PNG"}, sha256.Sum256(m.Picture)
		name := hex.EncodeToString(sum[:])
		if pdf.GetImageInfo(name) == nil { // the logo stands on every page
			pdf.RegisterImageOptionsReader(name, options, bytes.NewReader(simple(m.Picture)))
		}
		pdf.ImageOptions(name, m.X, m.Y, m.W, m.H, false, options, 0, "")
		return
	}
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
	pdf.CellFormat(m.W, m.H, printable(m.Text), border, 0, m.Align, m.Fill, 0, "")
}

// printable returns a text that the font can print. Older records have letters beyond the font: they are
// printed as a question mark.
func printable(text string) string {
	const last = 0xffff // gofpdf breaks on what comes behind it
	return strings.Map(func(r rune) rune {
		if r > last || record.Steers(r) {
			return '?'
		}
		return r
	}, text)
}

// simpler has the pictures that papers showed last as gofpdf reads them: a paper is drawn to be shown, signed, printed and verified.
var simpler kept[[sha256.Size]byte]

// simple returns a PNG as gofpdf reads them: eight bits to a colour, line after line.
func simple(logo []byte) []byte {
	return simpler.of(sha256.Sum256(logo), func() []byte { return simplified(logo) })
}

func simplified(logo []byte) []byte {
	if size, err := png.DecodeConfig(bytes.NewReader(logo)); err != nil || size.Width > mostPixels/max(1, size.Height) {
		return logo
	}
	from, err := png.Decode(bytes.NewReader(logo))
	if err != nil {
		return logo
	}
	to := image.NewNRGBA(image.Rect(0, 0, from.Bounds().Dx(), from.Bounds().Dy()))
	if grey, is := from.(*image.Gray); is { // a code: point by point it takes longer than all of the paper's words
		for y := range to.Rect.Dy() {
			for x, v := range grey.Pix[y*grey.Stride:][:to.Rect.Dx()] {
				copy(to.Pix[y*to.Stride+4*x:], []byte{v, v, v, 0xff})
			}
		}
	} else {
		picture.Draw(to, to.Bounds(), from, from.Bounds().Min, picture.Src)
	}
	var out bytes.Buffer
	if err := png.Encode(&out, to); err != nil {
		return logo
	}
	return out.Bytes()
}

// pictureSize returns the size of a PNG drawn in a rectangle, in millimetres; false where there is none.
func pictureSize(picture []byte, wide, high float64) (w, h float64, ok bool) {
	size, err := png.DecodeConfig(bytes.NewReader(picture))
	if err != nil || size.Width == 0 || size.Height == 0 || size.Width > mostPixels/size.Height {
		return 0, 0, false
	}
	scale := min(wide/float64(size.Width), high/float64(size.Height))
	return float64(size.Width) * scale, float64(size.Height) * scale, true
}

// A stopped goes up from the drawing of a report whose context has ended.
type stopped struct{ why error }

// goOn ends a drawing whose context has ended.
func goOn(ctx context.Context) {
	if err := ctx.Err(); err != nil {
		panic(stopped{err})
	}
}

// ended makes an error of what goOn ended.
func ended(err *error) {
	switch r := recover().(type) {
	case nil:
	case stopped:
		*err = r.why
	default:
		panic(r)
	}
}
