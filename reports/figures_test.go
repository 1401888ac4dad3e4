package reports_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/people"
	"sabot/pit/record"
	"sabot/reports"
)

var (
	anna  = people.Staff{Number: "11", Name: "Anna Rossi", Role: record.Croupier}
	dario = people.Staff{Number: "21", Name: "Dario Bianchi", Role: record.Inspector}
	elena = people.Staff{Number: "31", Name: "Elena Moser", Role: record.Manager}
	house = &people.House{Name: "Casinò", Currency: "CHF", Staff: []people.Staff{anna, dario, elena}}
	chips = []games.Amount{500, 1000, 10_000}
	tray  = record.Float{{Value: 500, Pieces: 100}, {Value: 10_000, Pieces: 20}} // 2,500.00
)

// floor is a table that a test plays at.
type floor struct {
	testing.TB
	table *pit.Table
	now   time.Time
}

func (f *floor) do(commands ...func(*pit.Table) ([]record.Fact, error)) {
	f.Helper()
	for _, c := range commands {
		facts, err := c(f.table)
		if err != nil {
			f.Fatal(err)
		}
		f.now = f.now.Add(time.Second)
		for _, e := range f.table.Stamp(f.now, facts...) {
			f.table.Apply(e)
		}
	}
}

// opens is a table of Lugano whose float was counted, or not.
func opens(t testing.TB, count *record.Float) *floor {
	t.Helper()
	f := &floor{t, pit.NewTable("LB1"), opened}
	f.open(count)
	return f
}

func (f *floor) open(count *record.Float) {
	f.Helper()
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		set := record.TableSet{Name: "LB1", Game: "lugano", Rules: []byte(`"lugano"`), Settings: &record.Settings{Difference: 2500}}
		return t.Opening(pit.Start{Set: set, Chips: chips, Croupier: anna, Inspector: dario, Count: count}, f.now)
	})
}

func (f *floor) close(count *record.Float, by people.Staff) {
	f.Helper()
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Closing(pit.End{Croupier: anna, Inspector: by, Count: count})
	})
}

// worked is a closed shift with one of everything: a fill that came, a credit that is
// void, a buy-in, a hand of which a card was laid again and that was corrected, one that
// was cancelled, an incident with a video and one of the count, which is 25.00 short.
func worked(t testing.TB) *floor {
	f := opens(t, &tray)
	slip := func(kind record.SlipKind, chips record.Float) {
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.RequestSlip(kind, chips, &dario) })
	}
	slip(record.Fill, record.Float{{Value: 1000, Pieces: 30}})
	fill, credit := record.SlipID{Kind: record.Fill, Year: 2026, Number: 1}, record.SlipID{Kind: record.Credit, Year: 2026, Number: 1}
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.VerifySlip(fill, "Cassa 2", "G. Neri", anna, dario)
	})
	slip(record.Credit, record.Float{{Value: 500, Pieces: 10}})
	f.do(
		func(t *pit.Table) ([]record.Fact, error) { return t.VoidSlip(credit, "=wrong amount", anna, dario) },
		func(t *pit.Table) ([]record.Fact, error) { return t.BuyIn(3, 20_000, nil) },
		func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) },
	)
	bets := func() {
		for _, b := range []games.Bet{{Box: 3, Spot: "59", Amount: 2000}, {Box: 3, Spot: "play", Amount: 4000}} {
			f.do(func(t *pit.Table) ([]record.Fact, error) { return t.PlaceBet(b) })
		}
		f.do((*pit.Table).CloseBets)
	}
	card := func(name string) { f.do(func(t *pit.Table) ([]record.Fact, error) { return t.DealCard(name) }) }
	bets()
	card("8")
	f.do(
		func(t *pit.Table) ([]record.Fact, error) { return t.MisdealtCard("5", games.AtBox(4)) },
		func(t *pit.Table) ([]record.Fact, error) { return t.Relay(&dario, "seen") },
	)
	card("8") // 8-8: the 59 pays 40.00
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Decide(games.Stand) })
	card("4") // 6 against 9: PLAY loses 40.00
	f.do((*pit.Table).PayAll, func(t *pit.Table) ([]record.Fact, error) {
		h, _ := t.ClosedHand(1)
		c := pit.Correction{Hand: 1, Round: h.Round, Reason: "read wrong", Moved: true}
		c.Round.Laid = append([]games.Laid(nil), h.Round.Laid...)
		c.Round.Laid[2].Card = games.NewCard(3, games.Hearts) // 8-3 is 1: the 59 lost
		return t.CorrectHand(c, &dario)
	})
	bets()
	card("9")
	f.do(
		func(t *pit.Table) ([]record.Fact, error) { return t.CancelHand(&elena, "lights out") },
		func(t *pit.Table) ([]record.Fact, error) {
			return t.OpenIncident(record.IncidentOpened{Class: record.DisputeIncident, Text: "says he bet", Box: 3, People: []string{"11"}})
		},
	)
	seq := f.table.Seq
	f.do(
		func(t *pit.Table) ([]record.Fact, error) { return t.AskVideo(seq, "who bet first", &dario) },
		func(t *pit.Table) ([]record.Fact, error) { return t.AnswerVideo(seq, "V-17", "box 3", &dario) },
		func(t *pit.Table) ([]record.Fact, error) { return t.CloseIncident(seq, "settled", &dario) },
	)
	// 2,500.00 and 300.00 of the fill, less 200.00 for cash, and 60.00 of the hand: 2,660.00.
	closer := record.Float{{Value: 500, Pieces: 527}}
	f.close(&closer, dario)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.CountDrop(20_000, dario, elena) })
	return f
}

// The figures of a shift with one of everything, worked out by hand above.
func TestFiguresOfEverything(t *testing.T) {
	f := worked(t)
	s := reports.ShiftOf(f.table, house)
	r := s.Result
	if r.ByHands != 6000 || r.ByCount != pit.KnownSum(263_500+20_000-250_000-30_000) || r.Difference != pit.KnownSum(-2500) || r.Estimated {
		t.Errorf("the result is %+v", r)
	}
	want := []reports.FloatLine{{Value: 500, Opening: 100, Closing: 527}, {Value: 1000, Fills: 30}, {Value: 10_000, Opening: 20}}
	if fmt.Sprint(s.Float) != fmt.Sprint(want) {
		t.Errorf("the float is %+v", s.Float)
	}
	if s.Counted != (reports.CountedBy{Opening: "Anna Rossi, Dario Bianchi", Closing: "Anna Rossi, Dario Bianchi", Drop: "Dario Bianchi, Elena Moser"}) {
		t.Errorf("counted by %+v", s.Counted)
	}
	if len(s.Slips) != 2 || s.Slips[0].Name != "F 2026-0001" || s.Slips[0].Amount != 30_000 || s.Slips[1].State != pit.Voided || s.Slips[1].Reason != "=wrong amount" {
		t.Errorf("slips %+v", s.Slips)
	}
	var did []string
	for _, l := range s.Irregular {
		did = append(did, fmt.Sprint(l.Hand, l.What, l.By))
	}
	if got := strings.Join(did, "; "); got != "1relaidDario Bianchi; 1correctedDario Bianchi; 2cancelledElena Moser" {
		t.Errorf("irregular: %s", got)
	}
	if len(s.Incidents) != 2 || s.Incidents[0].Videos[0].Ref != "V-17" || s.Incidents[0].Open || s.Incidents[1].Amount != -2500 || !s.Incidents[1].Open {
		t.Errorf("incidents %+v", s.Incidents)
	}
	if s.Total.Turnover != 6000 || s.Hands[0].House != 6000 || !s.Hands[0].Corrected || !s.Hands[1].Cancelled || s.Hands[1].Turnover != 0 {
		t.Errorf("a cancelled hand has no turnover: %+v, %+v", s.Total, s.Hands)
	}
}

// What nobody counted is unknown in the shift, in its sums, on paper and in the tables:
// never 0.
func TestUnknownStaysUnknown(t *testing.T) {
	counted := worked(t)
	sums := []reports.Shift{reports.ShiftOf(counted.table, house)}
	f := opens(t, nil)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.BuyIn(1, 5000, nil) })
	f.close(nil, elena)
	sums = append(sums, reports.ShiftOf(f.table, house))
	e := reports.Evidence{Kind: reports.TableReport, Table: "LB1", Copy: 1}
	e, err := e.OfShifts(sums)
	if err != nil {
		t.Fatal(err)
	}
	sum := reports.TableSumOf(sums)
	if sum.Total.Result.ByCount.Known || sum.Total.Result.Difference.Known || !sum.Shifts[0].Result.ByCount.Known || sum.Total.Result.ByHands != 6000 {
		t.Errorf("the sum with a shift that was not counted: %+v", sum.Total.Result)
	}
	rows := section(t, e, "report_counted").Rows
	for row, unknown := range []bool{false, true, true} {
		for _, column := range []int{5, 6, 8} { // by count, hold, difference
			c := rows[row][column]
			if column == 6 && c.Text == "–" { // nothing was bought in
				continue
			}
			if got := c.Text == "report_unknown" && c.Number == nil; got != unknown {
				t.Errorf("row %d, column %d: %+v", row, column, c)
			}
		}
	}
	rows = section(t, evidence(t, reports.ShiftReport, "", f.table), "report_outcome").Rows
	for _, row := range []int{0, 3, 5, 7} { // closing, opening, by count, difference
		if rows[row][1].Text != "report_unknown" {
			t.Errorf("row %d says %+v", row, rows[row][1])
		}
	}
	if rows[2][1].Number != games.Amount(5000) || rows[2][2].Text != "report_estimate" {
		t.Errorf("an estimate of the drop says so: %+v", rows[2])
	}
}

// Only one count is missing: its column is unknown, the other is not.
func TestOneCountMissing(t *testing.T) {
	f := opens(t, &tray)
	f.close(nil, elena)
	rows := section(t, evidence(t, reports.ShiftReport, "", f.table), "report_float").Rows
	last := rows[len(rows)-1]
	if last[1].Number != games.Amount(250_000) || last[4].Text != "report_unknown" || rows[0][4].Text != "report_unknown" {
		t.Errorf("%+v", rows)
	}
}

func evidence(t testing.TB, kind reports.Kind, item string, table *pit.Table) reports.Evidence {
	t.Helper()
	e, err := reports.Evidence{Sabot: "test", Form: reports.Form, Zone: "Europe/Zurich", Currency: "CHF", Kind: kind, Item: item, Table: table.Name, Shift: table.Shift, Copy: 1, Printed: opened.UnixMilli()}.Of(table, house)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// everyKind is evidence of every kind of report of a table.
func everyKind(t testing.TB, table *pit.Table) []reports.Evidence {
	t.Helper()
	var all []reports.Evidence
	for _, kind := range reports.Kinds() {
		switch kind {
		case reports.TableReport:
			e, err := reports.Evidence{Sabot: "test", Form: reports.Form, Zone: "Europe/Zurich", Currency: "CHF", Kind: kind, Table: table.Name, Copy: 1, Printed: opened.UnixMilli()}.OfShifts([]reports.Shift{reports.ShiftOf(table, house)})
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, e)
		case reports.HouseReport:
			e, err := reports.Evidence{Sabot: "test", Form: reports.Form, Zone: "Europe/Zurich", Currency: "CHF", Kind: kind, Item: table.Day, Copy: 1, Printed: opened.UnixMilli()}.
				OfHouse(house.Name, []reports.HouseShift{reports.HouseShiftOf(table, house, reports.Edges(table.Game))})
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, e)
		case reports.SlipReport:
			all = append(all, evidence(t, kind, "F 2026-0001", table), evidence(t, kind, "C 2026-0001", table))
		default:
			all = append(all, evidence(t, kind, "", table))
		}
	}
	return all
}

func inWords(t testing.TB, e reports.Evidence) reports.Report {
	t.Helper()
	r, err := e.Report(words{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func section(t testing.TB, e reports.Evidence, heading string) reports.Section {
	t.Helper()
	for _, s := range inWords(t, e).Sections {
		if s.Heading == heading || s.Name == heading {
			return s
		}
	}
	t.Fatalf("there is no section %s", heading)
	return reports.Section{}
}

// A second print says REPRINT with its number, also of a slip that is void; what is
// provisional says that, and has no place to sign.
func TestReprintAndProvisional(t *testing.T) {
	for _, e := range everyKind(t, worked(t).table) {
		if first := inWords(t, e); strings.Contains(first.Banner, "report_reprint") || len(first.Signers) == 0 {
			t.Errorf("%s, the first: %q, signed by %v", e.Kind, first.Banner, first.Signers)
		}
		e.Copy = 3
		if third := inWords(t, e); !strings.HasSuffix(third.Banner, "report_reprint map[N:3]") {
			t.Errorf("%s, the third: %q", e.Kind, third.Banner)
		}
	}
	f := opens(t, &tray)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.RequestSlip(record.Fill, tray, &dario) })
	open, err := reports.Evidence{Kind: reports.TableReport, Table: "LB1"}.OfShifts([]reports.Shift{reports.ShiftOf(f.table, house)})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []reports.Evidence{evidence(t, reports.ShiftReport, "", f.table), evidence(t, reports.SlipReport, "F 2026-0001", f.table), open} {
		doc, err := e.Draw(words{})
		want := "report_provisional"
		if e.Kind == reports.SlipReport { // it is the slip that is open, whatever the shift is
			want = "slip_open_banner"
		}
		if r := inWords(t, e); err != nil || r.Banner != want || len(doc.Blocks) != 0 {
			t.Errorf("%s of an open shift: %q, %d blocks", e.Kind, r.Banner, len(doc.Blocks))
		}
	}
}

// The evidence comes out of the PDF as it went in, for every kind of report.
func TestEvidenceComesBack(t *testing.T) {
	for _, e := range everyKind(t, worked(t).table) {
		doc, err := e.Draw(words{})
		if err != nil {
			t.Fatal(err)
		}
		back, err := reports.EvidenceOf(doc.PDF)
		a, _ := json.Marshal(e)
		b, _ := json.Marshal(back)
		if err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s: %v\n%s\n%s", e.Kind, err, a, b)
		}
		again, err := back.Draw(words{})
		if err != nil || !bytes.Equal(again.PDF, doc.PDF) {
			t.Errorf("%s drawn from its evidence is another PDF: %v", e.Kind, err)
		}
	}
}

// CSV and workbook hold the numbers of the figures, cell by cell, each table by itself under
// its name, and no formula.
func TestTablesHoldTheFigures(t *testing.T) {
	for _, e := range everyKind(t, worked(t).table) {
		for _, lang := range []string{"en", "it"} {
			r := inWords(t, e)
			r.House, r.Language, r.Comma = "@house", lang, lang == "it"
			files, err := r.CSV()
			if err != nil {
				t.Fatal(err)
			}
			var asXLSX bytes.Buffer
			if err := r.WriteXLSX(&asXLSX); err != nil {
				t.Fatal(err)
			}
			book, err := excelize.OpenReader(&asXLSX)
			if err != nil {
				t.Fatal(err)
			}
			names, sheets := book.GetSheetList(), r.Sheets()
			if len(files) != len(sheets) || len(names) != len(sheets) {
				t.Fatalf("%s: %d files, %d sheets, %d tables", e.Kind, len(files), len(names), len(sheets))
			}
			for i, s := range sheets {
				for _, note := range s.Notes {
					if !bytes.Contains(files[0].Content, []byte(strings.Join(strings.Fields(note), " "))) {
						t.Errorf("%s: the first file has not %q", e.Kind, note)
					}
				}
				lines := readCSV(t, files[i].Content, r)
				if strings.HasPrefix(names[i], "Sheet") {
					t.Errorf("%s: a sheet is called %q", e.Kind, names[i])
				}
				first := 0
				if len(s.Heads) > 0 {
					first = 1
				}
				if i > 0 && len(lines) != first+len(s.Rows) {
					t.Errorf("%s, %s: %d lines for %d rows", e.Kind, files[i].Name, len(lines), len(s.Rows))
				}
				for j, row := range s.Rows {
					for k, c := range row {
						at, _ := excelize.CoordinatesToCellName(k+1, 1+first+j)
						inBook, err := book.GetCellValue(names[i], at, excelize.Options{RawCellValue: true})
						formula, _ := book.GetCellFormula(names[i], at)
						if err != nil || formula != "" {
							t.Fatal(at, formula, err)
						}
						if same(t, c, lines[first+j][k], inBook, r.Comma); t.Failed() {
							t.Fatalf("%s, %s, %s: figures %+v, CSV %q, workbook %q", e.Kind, s.Name, at, c, lines[first+j][k], inBook)
						}
					}
				}
			}
		}
	}
}

// readCSV reads a file as a spreadsheet of the report's language does: it begins with a byte
// order mark, its lines end as Windows has them, and no cell is a formula.
func readCSV(t *testing.T, content []byte, r reports.Report) [][]string {
	t.Helper()
	body, marked := bytes.CutPrefix(content, []byte("\ufeff"))
	if !marked || bytes.Count(body, []byte("\r\n")) != bytes.Count(body, []byte("\n")) {
		t.Errorf("%.40q begins with no mark, or its lines end otherwise", content)
	}
	read := csv.NewReader(bytes.NewReader(body))
	read.FieldsPerRecord = -1
	if r.Language != "en" {
		read.Comma = ';'
	}
	lines, err := read.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		for _, cell := range line {
			if _, err := strconv.ParseFloat(strings.Replace(strings.TrimSuffix(cell, "%"), ",", ".", 1), 64); cell != "" && strings.ContainsAny(cell[:1], "=+-@\t") && err != nil {
				t.Errorf("%q is a formula", cell)
			}
			if strings.TrimSpace(cell) != cell {
				t.Errorf("%q has blanks around it", cell)
			}
		}
	}
	return lines
}

// same demands that a cell is the same in the figures, the CSV and the workbook.
func same(t *testing.T, c reports.Cell, inCSV, inBook string, comma bool) {
	t.Helper()
	if _, isText := c.Number.(string); comma && c.Number != nil && !isText {
		if strings.Contains(inCSV, ".") {
			t.Errorf("%q has a point", inCSV)
		}
		inCSV = strings.Replace(inCSV, ",", ".", 1)
	}
	days := func(want float64) {
		if got, err := strconv.ParseFloat(inBook, 64); err != nil || got < want-1e-6 || got > want+1e-6 {
			t.Errorf("%v in the workbook is %q, want %v", c, inBook, want)
		}
	}
	begin := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch n := c.Number.(type) {
	case games.Amount:
		a, errA := strconv.ParseFloat(inCSV, 64)
		b, errB := strconv.ParseFloat(inBook, 64)
		if errA != nil || errB != nil || fmt.Sprintf("%.2f", a) != fmt.Sprintf("%.2f", b) || games.Amount(a*100+0.5*sign(a)) != n {
			t.Errorf("%d: %q, %q", n, inCSV, inBook)
		}
	case int:
		if inCSV != strconv.Itoa(n) || inBook != inCSV {
			t.Errorf("%d: %q, %q", n, inCSV, inBook)
		}
	case time.Time:
		wall, err := time.Parse(time.DateTime, inCSV)
		if err != nil || inCSV != n.Format(time.DateTime) {
			t.Errorf("%v: %q", n, inCSV)
		}
		days(wall.Sub(begin).Hours() / 24)
	case reports.Day:
		day, err := time.Parse(time.DateOnly, inCSV)
		if err != nil || inCSV != string(n) {
			t.Errorf("%v: %q", n, inCSV)
		}
		days(day.Sub(begin).Hours() / 24)
	case time.Duration:
		days(n.Hours() / 24)
	case reports.Share:
		a, err := strconv.ParseFloat(strings.TrimSuffix(inCSV, "%"), 64)
		if err != nil || a/100-float64(n) > 1e-4 || float64(n)-a/100 > 1e-4 {
			t.Errorf("%v: %q", n, inCSV)
		}
		days(float64(n))
	default:
		plain := strings.Join(strings.Fields(c.Text), " ")
		if inBook != plain || strings.TrimPrefix(inCSV, "'") != plain && !strings.HasSuffix(inCSV, ")") {
			t.Errorf("%q: %q, %q", c.Text, inCSV, inBook)
		}
	}
}

func sign(a float64) float64 {
	if a < 0 {
		return -1
	}
	return 1
}

// FuzzEvidence reads evidence out of anything: it never stops the program, and what it
// reads can be drawn or is refused.
func FuzzEvidence(f *testing.F) {
	for _, e := range everyKind(f, worked(f).table) {
		doc, err := e.Draw(words{})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(doc.PDF)
	}
	for _, garbage := range []string{"", "%PDF-1.4", "<< /Type /EmbeddedFile /Length ", "<< /Type /EmbeddedFile /Length 9 stream\n", "<< /Type /EmbeddedFile /Length 99999999999 >>\nstream\nx", "<< /Type /EmbeddedFile /Length -1 >>\nstream\nx"} {
		f.Add([]byte(garbage))
	}
	f.Fuzz(func(t *testing.T, pdf []byte) {
		e, err := reports.EvidenceOf(pdf)
		if err != nil {
			return
		}
		if r, err := e.Report(words{}); err == nil && r.Title == "" {
			t.Errorf("a report without a title: %+v", e)
		}
	})
}

// What is no report of Sabot's has no evidence, and says so.
func TestNoEvidence(t *testing.T) {
	doc, err := evidence(t, reports.ShiftReport, "", worked(t).table).Draw(words{})
	if err != nil {
		t.Fatal(err)
	}
	for name, pdf := range map[string][]byte{
		"nothing": nil, "another PDF": []byte("%PDF-1.4\n%%EOF"), "two": append(bytes.Clone(doc.PDF), doc.PDF...),
		"cut off": doc.PDF[:bytes.Index(doc.PDF, []byte("/EmbeddedFile"))+60],
	} {
		if e, err := reports.EvidenceOf(pdf); err == nil {
			t.Errorf("%s: %+v", name, e)
		}
	}
}
