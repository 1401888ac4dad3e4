package reports_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports"
	"sabot/reports/paper"
)

var (
	anna      = house.Staff{Number: "11", Name: "Anna Rossi", Role: record.Croupier}
	dario     = house.Staff{Number: "21", Name: "Dario Bianchi", Role: record.Inspector}
	elena     = house.Staff{Number: "31", Name: "Elena Moser", Role: record.Manager}
	someHouse = &house.House{Name: "Casinò", Currency: "CHF", Staff: []house.Staff{anna, dario, elena}}
	chips     = []games.Amount{500, 1000, 10_000}
	opener    = record.Float{{Value: 500, Pieces: 100}, {Value: 10_000, Pieces: 20}} // 2,500.00
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

func (f *floor) close(count *record.Float, by house.Staff) {
	f.Helper()
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Closing(pit.End{Croupier: anna, Inspector: by, Count: count})
	})
}

// worked is a closed shift with one of everything: a fill that came, a credit that is
// void, a buy-in, a hand of which a card was laid again and that was corrected, one that
// was cancelled, an incident with a video and one of the count, which is 25.00 short.
func worked(t testing.TB) *floor {
	f := opens(t, &opener)
	slip := func(kind record.SlipKind, chips record.Float) {
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().RequestSlip(someHouse, kind, chips, &dario) })
	}
	slip(record.Fill, record.Float{{Value: 1000, Pieces: 30}})
	fill, credit := record.SlipID{Kind: record.Fill, Year: 2026, Number: 1}, record.SlipID{Kind: record.Credit, Year: 2026, Number: 1}
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().VerifySlip(someHouse, fill, "Cassa 2", "G. Neri", anna, dario)
	})
	slip(record.Credit, record.Float{{Value: 500, Pieces: 10}})
	f.do(
		func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().VoidSlip(credit, "=wrong amount", anna, dario)
		},
		func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(3, 20_000, nil, nil) },
		func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) },
	)
	bets := func() {
		for _, b := range []games.Bet{{Box: 3, Spot: "59", Amount: 2000}, {Box: 3, Spot: "play", Amount: 4000}} {
			f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(b) })
		}
		f.do(pit.OfBets(hand.Bets.Close))
	}
	card := func(name string) { f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) }) }
	bets()
	card("8")
	f.do(
		func(t *pit.Table) ([]record.Fact, error) { return t.Felt().MisdealtCard("5", games.AtBox(4)) },
		func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&dario, "seen") },
	)
	card("8") // 8-8: the 59 pays 40.00
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Stand) })
	card("4") // 6 against 9: PLAY loses 40.00
	f.do(pit.OfDeal(hand.Deal.PayAll), func(t *pit.Table) ([]record.Fact, error) {
		h, _ := t.ClosedHand(1)
		c := hand.Correction{Hand: 1, Round: h.Round, Reason: "read wrong", Moved: true}
		c.Round.Laid = append([]games.Laid(nil), h.Round.Laid...)
		c.Round.Laid[2].Card = games.NewCard(3, games.Hearts) // 8-3 is 1: the 59 lost
		return t.Corrections().CorrectHand(c, &dario)
	})
	bets()
	card("9")
	f.do(
		func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena, "lights out") },
		func(t *pit.Table) ([]record.Fact, error) {
			return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.DisputeIncident, Text: "says he bet", Box: 3, People: []string{"11"}})
		},
	)
	seq := f.table.Seq
	f.do(
		func(t *pit.Table) ([]record.Fact, error) {
			return t.IncidentBook().AskVideo(seq, "who bet first", &dario)
		},
		func(t *pit.Table) ([]record.Fact, error) {
			return t.IncidentBook().AnswerVideo(seq, "V-17", "box 3", &dario)
		},
		func(t *pit.Table) ([]record.Fact, error) {
			return t.IncidentBook().CloseIncident(seq, "settled", &dario)
		},
	)
	// 2,500.00 and 300.00 of the fill, less 200.00 for cash, and 60.00 of the hand: 2,660.00.
	closer := record.Float{{Value: 500, Pieces: 527}}
	f.close(&closer, dario)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().CountDrop(20_000, dario, elena) })
	return f
}

// The figures of a shift with one of everything, worked out by hand above.
func TestFiguresOfEverything(t *testing.T) {
	f := worked(t)
	s := reports.ShiftOf(f.table, someHouse)
	r := s.Result
	if r.ByHands != 6000 || r.ByCount != tray.KnownSum(263_500+20_000-250_000-30_000) || r.Difference != tray.KnownSum(-2500) || r.Estimated {
		t.Errorf("the result is %+v", r)
	}
	want := []reports.FloatLine{{Value: 500, Opening: 100, Closing: 527}, {Value: 1000, Fills: 30}, {Value: 10_000, Opening: 20}}
	if fmt.Sprint(s.Float) != fmt.Sprint(want) {
		t.Errorf("the float is %+v", s.Float)
	}
	if s.Counted != (reports.CountedBy{Opening: "Anna Rossi\u00a0(11), Dario Bianchi\u00a0(21)", Closing: "Anna Rossi\u00a0(11), Dario Bianchi\u00a0(21)", Drop: "Dario Bianchi\u00a0(21), Elena Moser\u00a0(31)"}) {
		t.Errorf("counted by %+v", s.Counted)
	}
	if len(s.Slips) != 2 || s.Slips[0].Name != "F 2026-0001" || s.Slips[0].Amount != 30_000 || s.Slips[1].State != tray.Voided || s.Slips[1].Reason != "=wrong amount" {
		t.Errorf("slips %+v", s.Slips)
	}
	var did []string
	for _, l := range s.Irregular {
		did = append(did, fmt.Sprint(l.Hand, l.What, l.By))
	}
	if got := strings.Join(did, "; "); got != "1relaid"+called(dario)+"; 1corrected"+called(dario)+"; 2cancelled"+called(elena) {
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
	sums := []reports.Shift{reports.ShiftOf(counted.table, someHouse)}
	f := opens(t, nil)
	f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(1, 5000, nil, nil) })
	f.close(nil, elena)
	sums = append(sums, reports.ShiftOf(f.table, someHouse))
	e := reports.Evidence{Kind: reports.TableReport, Table: "LB1", Copy: 1}
	e, err := e.OfShifts(sums, reports.Reach{}, someHouse)
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
	f := opens(t, &opener)
	f.close(nil, elena)
	rows := section(t, evidence(t, reports.ShiftReport, "", f.table), "report_float").Rows
	last := rows[len(rows)-1]
	if last[1].Number != games.Amount(250_000) || last[4].Text != "report_unknown" || rows[0][4].Text != "report_unknown" {
		t.Errorf("%+v", rows)
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
			full := 0
			for _, s := range sheets {
				if len(s.Heads)+len(s.Rows) > 0 {
					full++
				}
			}
			if len(files) != full || len(names) != len(sheets) {
				t.Fatalf("%s: %d files, %d sheets, %d tables", e.Kind, len(files), len(names), len(sheets))
			}
			n := -1
			for i, s := range sheets {
				for _, note := range s.Notes {
					if !bytes.Contains(files[0].Content, []byte(strings.Join(strings.Fields(note), " "))) {
						t.Errorf("%s: the first file has not %q", e.Kind, note)
					}
				}
				if strings.HasPrefix(names[i], "Sheet") {
					t.Errorf("%s: a sheet is called %q", e.Kind, names[i])
				}
				if len(s.Heads)+len(s.Rows) == 0 {
					continue
				}
				n++
				lines := readCSV(t, files[n].Content, r)
				first := 0
				if len(s.Heads) > 0 {
					first = 1
				}
				if i > 0 && len(lines) != first+len(s.Rows) {
					t.Errorf("%s, %s: %d lines for %d rows", e.Kind, files[n].Name, len(lines), len(s.Rows))
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
func readCSV(t *testing.T, content []byte, r paper.Report) [][]string {
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

func sign(a float64) float64 {
	if a < 0 {
		return -1
	}
	return 1
}
