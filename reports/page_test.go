package reports_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"sabot/pit/house"
	"sabot/pit/tray"
	"sabot/reports"
	"sabot/reports/paper"
)

// however is a table's report of so many shifts.
func however(t testing.TB, shifts int, copy int) paper.Document {
	t.Helper()
	var all []reports.Shift
	for n := range shifts {
		at := opened.AddDate(0, 0, n)
		all = append(all, reports.Shift{
			House: "Casinò", Currency: "CHF", Table: "LB1", Number: n + 1, Day: at.Format(time.DateOnly), Opened: at, Closed: at.Add(8 * time.Hour),
			Result: tray.Result{ByCount: tray.KnownSum(100), ByHands: 100, Difference: tray.KnownSum(0)},
		})
	}
	e, err := reports.Evidence{Form: reports.Form, Kind: reports.TableReport, Table: "LB1", Copy: copy, Currency: "CHF", Zone: "Europe/Zurich", Printed: opened.UnixMilli()}.OfShifts(all, reports.Reach{}, someHouse)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := e.Draw(terse{})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// terse are words as short as people's: a key without what it begins with.
type terse struct{ words }

func (terse) T(key string, _ ...map[string]any) string {
	return key[strings.IndexByte(key, '_')+1:][:min(8, len(key)-strings.IndexByte(key, '_')-1)]
}

// Whatever stands above it, the total stands under one of the rows that it sums up, under
// the headings of its columns and above its notes; people sign on that page. Pages after the
// first say of what they are.
func TestTheTotalIsNeverAlone(t *testing.T) {
	date := regexp.MustCompile(`^[0-9]{2}\.[0-9]{2}\.[0-9]{4}$`)
	for _, copy := range []int{1, 2} {
		for shifts := 26; shifts <= 50; shifts++ { // the first page is full with some 40
			doc := however(t, shifts, copy)
			all := 0
			for n, page := range doc.Pages {
				rows, heads, totals, notes := 0, 0, 0, 0 // rows under the headings of the page's last table
				for _, m := range page.Marks {
					switch {
					case date.MatchString(m.Text):
						if rows++; heads == 0 {
							t.Fatalf("%d shifts, copy %d, page %d: a row without headings", shifts, copy, n+1)
						}
					case m.Fill && (m.Text == "turnover" || m.Text == "credits"): // of the two tables
						rows, heads = 0, heads+1
					case m.Text == "total":
						if totals++; rows == 0 {
							t.Fatalf("%d shifts, copy %d, page %d: a total alone, under %d headings", shifts, copy, n+1, heads)
						}
					case m.Text == "short_no" || m.Text == "hold_not":
						notes++
					}
				}
				all += totals
				if signed := doc.Blocks[0].Page == n+1; totals != notes || signed != (totals > 0 && all == 2) {
					t.Fatalf("%d shifts, copy %d, page %d: %d totals, %d notes, signed there: %v", shifts, copy, n+1, totals, notes, signed)
				}
				if first := page.Marks[0]; n > 0 && (!strings.Contains(first.Text, "table_ti") || first.Y > 20) {
					t.Fatalf("%d shifts, page %d begins with %q", shifts, n+1, first.Text)
				}
			}
			if all != 2 {
				t.Fatalf("%d shifts: %d totals are found", shifts, all)
			}
		}
	}
}

// Amounts of one report are all written with decimals, or all without.
func TestOneWayOfAmounts(t *testing.T) {
	for _, cents := range []bool{false, true} {
		f := worked(t)
		e := evidence(t, reports.ShiftReport, "", f.table)
		figures := string(e.Figures)
		if cents {
			figures = strings.Replace(figures, `"Value":500`, `"Value":505`, 1)
		}
		e.Figures = []byte(figures)
		r, err := e.Report(plain{})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range r.Sections {
			for _, row := range s.Rows {
				for _, c := range row {
					if strings.HasSuffix(fmt.Sprintf("%T", c.Number), "Amount") && strings.Contains(c.Text, ".") != cents {
						t.Fatalf("with cents %v, %s: %q", cents, s.Heading, c.Text)
					}
				}
			}
		}
	}
}

// Chips are called as they are, whatever the amounts beside them have; how many there are is
// grouped as amounts are, and a number that names something is not.
func TestChipsAndCounts(t *testing.T) {
	e := evidence(t, reports.ShiftReport, "", worked(t).table)
	e.Figures = []byte(strings.Replace(string(e.Figures), `"ByHands":`, `"ByHands":1`, 1))
	r, err := e.Report(grouped{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range r.Sections {
		for i, row := range s.Rows {
			switch {
			case s.Heading == "report_float" && i < len(s.Rows)-1 && strings.Contains(row[0].Text, "."):
				t.Errorf("a chip is called %q", row[0].Text)
			case s.Name == "report_list" && strings.TrimSuffix(row[0].Text, "*") != fmt.Sprint(row[0].Number):
				t.Errorf("hand %v is called %q", row[0].Number, row[0].Text)
			}
			for _, c := range row {
				if n, ok := c.Number.(int); ok && s.Heading == "report_float" && c.Text != fmt.Sprint(n, "'") {
					t.Errorf("%d pieces are written %q", n, c.Text)
				}
			}
		}
	}
}

// grouped are words that mark what is written as an amount.
type grouped struct{ words }

func (grouped) Amount(a amount) string { return fmt.Sprint(int64(a/100), "'") }

func (grouped) Cents(a amount) string { return fmt.Sprint(float64(a)/100, ".") }

// plain are words that write amounts as people do.
type plain struct{ words }

func (p plain) Amount(a amount) string {
	if a%100 == 0 {
		return fmt.Sprint(int64(a / 100))
	}
	return p.Cents(a)
}

// The PDF says its language, its title, when it was made and in which zone, and its
// attachment has a name; the house's logo and address stand on it. A program that is not
// ours finds nothing wrong with it.
func TestWhatThePDFSaysOfItself(t *testing.T) {
	var logo bytes.Buffer
	if err := png.Encode(&logo, image.NewNRGBA64(image.Rect(0, 0, 60, 30))); err != nil { // 16 bits to a colour
		t.Fatal(err)
	}
	for zone, offset := range map[string]string{"Europe/Zurich": "+01'00'", "America/St_Johns": "-03'30'", "UTC": "+00'00'"} {
		e := evidence(t, reports.ShiftReport, "", worked(t).table)
		e.Language, e.Zone = "it", zone
		e.Letterhead = &reports.Letterhead{Address: "Via Stauffacher 1\n6900 Lugano", Licence: "B 12", Logo: logo.Bytes()}
		doc, err := e.Draw(words{})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"%PDF-1.7\n", "/Lang (it)", "/Metadata ", offset + ")", "/UF ", "/F (" + paper.EvidenceName + ")", "<xmp:CreateDate>2026-11-21T", "<dc:title>"} {
			if !bytes.Contains(doc.PDF, []byte(want)) {
				t.Errorf("%s: the PDF lacks %q", zone, want)
			}
		}
		said := read(t, doc.PDF)
		for _, want := range []string{"Via Stauffacher 1", "6900 Lugano", "B 12", zone} {
			if !strings.Contains(said, want) {
				t.Errorf("%s: the page lacks %q", zone, want)
			}
		}
		if images := tool(t, "pdfimages", "-list", doc.PDF); !strings.Contains(images, "  60 ") {
			t.Errorf("the logo is not on the page:\n%s", images)
		}
		if files := tool(t, "pdfdetach", "-list", doc.PDF); !strings.Contains(files, paper.EvidenceName) {
			t.Errorf("the attachment is called\n%s", files)
		}
		if info := tool(t, "pdfinfo", "-isodates", doc.PDF); !strings.Contains(info, "CreationDate:    2026-11-21T") {
			t.Errorf("it says of itself\n%s", info)
		}
	}
}

// tool is what a program of poppler says of a PDF, complaints too.
func tool(t *testing.T, name, option string, pdf []byte) string {
	t.Helper()
	out, err := exec.Command(name, option, saved(t, pdf)).CombinedOutput()
	if err != nil || strings.Contains(string(out), "Error") {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return string(out)
}

// Times are by the house's clock, wherever the machine stands; a night on which clocks are
// put back says of each hour which one it is.
func TestTimesAreTheHouses(t *testing.T) {
	was := time.Local
	defer func() { time.Local = was }()
	e := evidence(t, reports.ShiftReport, "", worked(t).table)
	var first []byte
	for _, zone := range []string{"UTC", "Asia/Tokyo", "America/Los_Angeles"} {
		time.Local = house.ZoneNamed(zone)
		doc, err := e.Draw(words{})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = doc.PDF
		} else if !bytes.Equal(first, doc.PDF) {
			t.Errorf("drawn in %s it is another PDF", zone)
		}
		if said := read(t, doc.PDF); !strings.Contains(said, " CET") {
			t.Errorf("the times carry no zone:\n%.600s", said)
		}
	}
	night := time.Date(2026, 10, 24, 22, 0, 0, 0, time.UTC) // midnight in Zurich; at 01:00 UTC clocks go back
	s := reports.Shift{Opened: night, Hands: []reports.HandLine{{Number: 1, At: night.Add(150 * time.Minute)}, {Number: 2, At: night.Add(210 * time.Minute)}}}
	back, err := reports.Evidence{Form: reports.Form, Kind: reports.ShiftReport, Zone: "Europe/Zurich", Figures: figuresOf(t, s)}.Report(words{})
	if err != nil {
		t.Fatal(err)
	}
	rows := back.Sections[len(back.Sections)-1].Rows
	if rows[0][2].Text != "02:30" || rows[1][2].Text != "02:30 CET" {
		t.Errorf("the hours are %q and %q", rows[0][2].Text, rows[1][2].Text)
	}
}

// A workbook says who made it, of what and when; its sheets have names, its columns room for
// what stands in them, its dates and amounts formats.
func TestWhatTheWorkbookSaysOfItself(t *testing.T) {
	e := evidence(t, reports.ShiftReport, "", worked(t).table)
	e.Language = "de"
	r, err := e.Report(words{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := r.WriteXLSX(&out); err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	about, err := book.GetDocProps()
	if err != nil || about.Creator != "Sabot" || about.Title != r.Title || about.Created != "2026-11-21T19:00:00Z" || about.Language != "de" {
		t.Errorf("%+v, %v", about, err)
	}
	sheet := "report_list"
	if width, err := book.GetColWidth(sheet, "D"); err != nil || width < 19 {
		t.Errorf("the column of times is %v wide, %v", width, err)
	}
	if at, err := book.GetCellValue(sheet, "D2"); err != nil || !strings.HasPrefix(at, "21.11.2026 20:") {
		t.Errorf("a hand's time reads %q, %v", at, err)
	}
	if turnover, err := book.GetCellValue(sheet, "G2"); err != nil || turnover != "60.00" {
		t.Errorf("a hand's turnover reads %q, %v", turnover, err)
	}
	if share, err := book.GetCellValue("report_spots", "G2"); err != nil || !strings.HasSuffix(share, "%") {
		t.Errorf("a share reads %q, %v", share, err)
	}
	if length, err := book.GetCellValue("report_croupiers", "D2"); err != nil || !strings.Contains(length, ":") {
		t.Errorf("a duration reads %q, %v", length, err)
	}
}

// No line begins with what belongs to the line before it.
func TestWhatNoLineBeginsWith(t *testing.T) {
	lines := 0
	for _, e := range everyKind(t, worked(t).table) {
		doc, err := e.Draw(wordy{})
		if err != nil {
			t.Fatal(err)
		}
		for _, page := range doc.Pages {
			for _, m := range page.Marks {
				if lines++; m.Text != "" && strings.ContainsAny(m.Text[:1], ":(%") || strings.HasPrefix(m.Text, "·") {
					t.Errorf("%s: a line is %q", e.Kind, m.Text)
				}
			}
		}
	}
	if lines < 100 {
		t.Errorf("only %d lines", lines)
	}
}

// wordy are words that fill more than a line.
type wordy struct{ words }

func (wordy) T(key string, _ ...map[string]any) string {
	if strings.HasPrefix(key, "spot_") || key == "box_n" || key == "report_noted_entry" { // they stay on one line
		return "spot"
	}
	return strings.Repeat("a · b : c (+) d % ", 5) + "e"
}
