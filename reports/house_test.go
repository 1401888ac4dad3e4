package reports_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"sabot/games"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports"
	"sabot/reports/paper"
)

// shiftOf is what a shift of an hour adds to the sums of the house.
func shiftOf(table, preset, currency, day string, hands int, drop, win games.Amount, stakes ...reports.Stake) reports.HouseShift {
	s := reports.HouseShift{Table: table, Preset: preset, Currency: currency, Stakes: stakes}
	s.Day, s.Number, s.Hands, s.Opened, s.Closed = day, 1, hands, opened, opened.Add(time.Hour)
	s.Cash, s.Turnover = drop, 10*drop
	s.Result.ByCount = tray.KnownSum(win)
	return s
}

func edge(e int64) *int64 { return &e }

// sumOf is that of shifts, table by table as the program adds it up; it is the one of all of them at once.
func sumOf(t testing.TB, day string, shifts []reports.HouseShift) reports.HouseSum {
	t.Helper()
	sum, err := reports.HouseSumOf("Casino", day, nil)
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string][]reports.HouseShift{}
	var names []string
	var sums []reports.HouseSum
	for _, s := range shifts {
		if tables[s.Table] == nil {
			names = append(names, s.Table)
		}
		tables[s.Table] = append(tables[s.Table], s)
	}
	for _, name := range names {
		table, err := reports.HouseSumOf("", day, tables[name])
		if err != nil {
			t.Fatal(err)
		}
		sums = append(sums, table)
	}
	sum.Add(sums...)
	if all, err := reports.HouseSumOf("Casino", day, shifts); err != nil || !reflect.DeepEqual(sum, all) {
		t.Errorf("table by table %+v,\nat once %+v, %v", sum, all, err)
	}
	return sum
}

// What croupiers dealt is added up over shifts and tables, each game by itself.
func TestCroupiersOfTheHouse(t *testing.T) {
	at := func(table, preset, day string, parts ...reports.CroupierPart) reports.HouseShift {
		s := shiftOf(table, preset, "CHF", day, 1, 100, 10)
		s.Croupiers = parts
		return s
	}
	sum := sumOf(t, "2026-11-21", []reports.HouseShift{
		at("LB1", "lugano", "2026-11-21", reports.CroupierPart{"12", 10, 1000, -50}, reports.CroupierPart{"11", 5, 500, 70}),
		at("LB2", "lugano", "2026-11-21", reports.CroupierPart{"12", 7, 700, 20}),
		at("BJ1", "bj-us", "2026-11-02", reports.CroupierPart{"12", 3, 300, 1}),
	})
	day := []reports.CroupierLine{{"CHF", "lugano", reports.CroupierPart{"11", 5, 500, 70}}, {"CHF", "lugano", reports.CroupierPart{"12", 17, 1700, -30}}}
	month := append([]reports.CroupierLine{{"CHF", "bj-us", reports.CroupierPart{"12", 3, 300, 1}}}, day...)
	for i, want := range [][]reports.CroupierLine{day, month, month} {
		if got := sum.Periods[i].Croupiers; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", sum.Periods[i].Of, got, want)
		}
	}
}

// A table whose amounts are more than can be summed up spoils no sum: it is named, and the figures of all others are theirs.
func TestSumsWithoutTooMuch(t *testing.T) {
	const day = "2026-11-21"
	honest := shiftOf("LB1", "lugano", "CHF", day, 70, 100_000, 20_000)
	twice := []reports.HouseShift{shiftOf("LB2", "lugano", "CHF", day, 1, games.MaxSum/20, games.MaxSum/2), shiftOf("LB2", "lugano", "CHF", day, 1, games.MaxSum/20, games.MaxSum/2)}
	_, err := reports.HouseSumOf("Casino", day, twice)
	if fault := (*record.Fault)(nil); !errors.As(err, &fault) || fault.Code != record.WrongAmount || fault.Table != "LB2" {
		t.Errorf("two shifts: %v", err)
	}
	shifts := append(twice, honest)
	for _, table := range []string{"LB3", "LB4", "LB5", "LB6", "LB7", "LB8", "LB9"} { // each of them by itself is no more than can be
		shifts = append(shifts, shiftOf(table, "lugano", "CHF", day, 1, games.MaxSum/100, games.MaxSum/16))
	}
	sum, left, err := reports.HouseSumByTable("Casino", day, shifts)
	if err != nil || !slices.Contains(left, "LB2") || slices.Contains(left, "LB1") || len(left) < 2 {
		t.Fatalf("without %v: %v", left, err)
	}
	lines := sum.Periods[0].Lines
	if len(lines) != 9-len(left) || lines[0].Table != "LB1" || lines[0].Drop != honest.Cash || lines[0].Win != honest.Result.ByCount {
		t.Errorf("%+v", lines)
	}
	total := sum.Periods[0].Total("CHF")
	if total.Win.Amount < 20_000 || total.Win.Amount > games.MaxSum || total.Drop < 100_000 {
		t.Errorf("the total is %+v", total)
	}
	all, other := reports.Summable([]reports.HouseLine{{Table: "a", Drop: games.MaxSum}, {Table: "b", Drop: 5}, {Table: "c", Drop: games.MaxSum}})
	if len(all) != 1 || all[0].Table != "b" || len(other) != 2 {
		t.Errorf("%+v, without %+v", all, other)
	}
}

// Amounts of one currency are never added to those of another; each table stands by its
// game, the game where it has several tables, and the sums add up on the page.
func TestHouseSumsByGameTableAndCurrency(t *testing.T) {
	shifts := []reports.HouseShift{
		shiftOf("LB1", "lugano", "CHF", "2026-11-21", 70, 100_000, 20_000, reports.Stake{Spot: "59", Amount: 333, Edge: edge(15_000_000)}),
		shiftOf("LB2", "lugano", "CHF", "2026-11-21", 60, 50_000, -10_000, reports.Stake{Spot: "59", Amount: 333, Edge: edge(-15_000_000)}),
		shiftOf("BJ1", "bj-us", "CHF", "2026-11-02", 50, 30_000, 3000, reports.Stake{Spot: "insurance", Amount: 700}),
		shiftOf("BJ2", "bj-us", "EUR", "2026-11-21", 40, 40_000, 8000),
		shiftOf("LB1", "lugano", "CHF", "2026-01-01", 30, 20_000, 5000),
		shiftOf("LB1", "lugano", "CHF", "2025-12-31", 30, 99_000, 99_000),
		shiftOf("LB1", "lugano", "CHF", "2026-11-22", 30, 99_000, 99_000),
	}
	e, err := reports.Evidence{Kind: reports.HouseReport, Item: "2026-11-21", Currency: "CHF", Copy: 1}.OfHouse(sumOf(t, "2026-11-21", shifts))
	if err != nil {
		t.Fatal(err)
	}
	r := inWords(t, e)
	if len(r.Sections) != 6 || r.Banner != "" || len(r.Signers) != 1 || r.Signers[0] != "report_sign_manager" || r.Head[1].Value != "CHF, EUR" {
		t.Fatalf("%d sections, %q, %v, %+v", len(r.Sections), r.Banner, r.Signers, r.Head)
	}
	now := e
	if now.Form = reports.Form; inWords(t, now).Signers[0] != "report_sign_supervisor" { // an inspector may sign too
		t.Errorf("signed by %v", inWords(t, now).Signers)
	}
	say := func(s paper.Section) (rows [][]string) {
		for _, row := range s.Rows {
			var cells []string
			for _, c := range row {
				cells = append(cells, c.Text)
			}
			rows = append(rows, cells)
		}
		return rows
	}
	for i, want := range map[int][][]string{
		0: { // the day, in francs
			{"preset_lugano", "LB1", "1", "70", "1000.00", "200.00", "20.00", "10000.00", "0.05", "199.95"},
			{"", "LB2", "1", "60", "500.00", "-100.00", "-20.00", "5000.00", "-0.05", "-99.95"},
			{"= preset_lugano", "2 report_tables_n", "2", "130", "1500.00", "100.00", "6.67", "15000.00", "0.00", "100.00"},
			{"report_total", "", "2", "130", "1500.00", "100.00", "6.67", "15000.00", "0.00", "100.00"},
		},
		2: { // the year to date
			{"preset_bj-us", "BJ1", "1", "50", "300.00", "30.00", "10.00", "3000.00", "0.00", "30.00"},
			{"preset_lugano", "LB1", "2", "100", "1200.00", "250.00", "20.83", "12000.00", "0.05", "249.95"},
			{"", "LB2", "1", "60", "500.00", "-100.00", "-20.00", "5000.00", "-0.05", "-99.95"},
			{"= preset_lugano", "2 report_tables_n", "3", "160", "1700.00", "150.00", "8.82", "17000.00", "0.00", "150.00"},
			{"report_total", "", "4", "210", "2000.00", "180.00", "9.00", "20000.00", "0.00", "180.00"},
		},
		3: {
			{"preset_bj-us", "BJ2", "1", "40", "400.00", "80.00", "20.00", "4000.00", "0.00", "80.00"},
			{"report_total", "", "1", "40", "400.00", "80.00", "20.00", "4000.00", "0.00", "80.00"},
		},
	} {
		got := say(r.Sections[i])
		for n := range max(len(got), len(want)) {
			if n >= len(got) || n >= len(want) {
				t.Errorf("section %d has %d rows, want %d: %q", i, len(got), len(want), got)
				break
			}
			for c, text := range want[n] {
				if c == 2 || c == 3 { // these words write counts as they write amounts
					text += ".00"
				}
				if got[n][c] != text {
					t.Errorf("section %d, row %d: %q, want %q", i, n, got[n], want[n])
					break
				}
			}
		}
	}
}

// A shift that is open is in no sum, and the report provisional; a drop that nobody counted
// has a star, a float that nobody counted leaves the win unknown.
func TestHouseSumsOfWhatIsNotKnown(t *testing.T) {
	open := shiftOf("LB1", "lugano", "CHF", "2026-11-21", 70, 0, 0)
	open.Closed = time.Time{}
	guess := shiftOf("LB2", "lugano", "CHF", "2026-11-21", 60, 50_000, 1000)
	guess.Guess = true
	lost := shiftOf("LB3", "lugano", "CHF", "2026-11-21", 60, 50_000, 0)
	lost.Result.ByCount = tray.Sum{}
	e, err := reports.Evidence{Kind: reports.HouseReport, Item: "2026-11-21", Currency: "CHF", Copy: 1}.OfHouse(sumOf(t, "2026-11-21", []reports.HouseShift{open, guess, lost}))
	if err != nil {
		t.Fatal(err)
	}
	r := inWords(t, e)
	if r.Banner != "report_provisional" || len(r.Signers) != 0 || !e.Provisional() {
		t.Errorf("%q, %v", r.Banner, r.Signers)
	}
	rows := r.Sections[0].Rows
	if len(rows) != 4 || rows[0][4].Text != "500.00*" || rows[1][5].Text != "report_unknown" || rows[1][6].Text != "report_unknown" || rows[3][5].Text != "report_unknown" || rows[3][4].Text != "1000.00*" {
		t.Errorf("%+v", rows)
	}
	// On a sheet the number is a number, and the star stands beside it.
	sheet := r.Sheets()[1]
	if sheet.Heads[4] != "report_drop_short" || sheet.Heads[5] != "report_drop_short *" || sheet.Rows[0][4].Number != games.Amount(50_000) || sheet.Rows[0][5].Text != "*" || sheet.Rows[1][5].Text != "" {
		t.Errorf("%q: %+v", sheet.Heads, sheet.Rows)
	}
	if len(rows[0]) != len(r.Sections[0].Columns) {
		t.Error("the page has a column of its own for the star")
	}
}

// Shifts that are still open have lines of their own while the night runs: they count by hands, and no sum of a period has them.
func TestOpenShiftsOfTheHouse(t *testing.T) {
	running := func(table, preset, currency string, won games.Amount, bought bool) reports.HouseShift {
		s := shiftOf(table, preset, currency, "2026-11-21", 10, 20_000, 0, reports.Stake{Spot: "player", Amount: 100_000, Edge: edge(12_350_000)}, reports.Stake{Spot: "odd", Amount: 700})
		s.Closed, s.Result.ByCount, s.Result.ByHands, s.Guess = time.Time{}, tray.Sum{}, won, bought
		return s
	}
	sum := sumOf(t, "2026-11-21", []reports.HouseShift{
		running("PB2", "puntobanco", "CHF", -700, true), shiftOf("PB1", "puntobanco", "CHF", "2026-11-21", 5, 100, 50),
		running("PB1", "puntobanco", "CHF", 2500, false), running("LB1", "lugano", "EUR", 300, false),
	})
	now := reports.Period{Lines: sum.Running}
	if got := now.Currencies(); !reflect.DeepEqual(got, []string{"CHF", "EUR"}) {
		t.Fatalf("%v", got)
	}
	rows := now.Rows("CHF")
	if len(rows) != 4 || rows[0].Table != "PB1" || !rows[0].First || rows[1].Table != "PB2" || rows[1].First || rows[2].Of != reports.OfGame || rows[3].Of != reports.OfAll {
		t.Fatalf("%+v", rows)
	}
	if all := rows[3]; all.Win != tray.KnownSum(1800) || all.Hands != 20 || all.Theo != 2*1235 || all.Unknown != 1400 || all.Guesses != 1 || all.Drop != 40_000 || all.Tables != 2 {
		t.Errorf("%+v", all)
	}
	if day := sum.Periods[0].Total("CHF"); sum.Open != 3 || day.Hands != 5 || day.Win != tray.KnownSum(50) {
		t.Errorf("%d open, %+v", sum.Open, day)
	}
}

// Voided slips of the month stand in the house's report, each with who voided it and why, by
// currency; those of a day or a month before do not.
func TestHouseSaysWhatWasVoided(t *testing.T) {
	var shifts []reports.HouseShift
	for _, day := range []string{"2026-10-31", "2026-11-02", "2026-11-21", "2026-11-22"} {
		s := shiftOf("LB1", "lugano", "CHF", day, 70, 0, 0)
		s.Voided = []reports.VoidedSlip{{Table: "LB1", Currency: "CHF", Day: day, Number: 1, SlipLine: reports.SlipLine{Name: "F 2026-0002", Kind: record.Fill, State: tray.Voided, Amount: 5000, People: "Anna Rossi, Dario Bianchi", Reason: "wrong amount"}}}
		shifts = append(shifts, s)
	}
	e, err := reports.Evidence{Kind: reports.HouseReport, Item: "2026-11-21", Currency: "CHF", Copy: 1}.OfHouse(sumOf(t, "2026-11-21", shifts))
	if err != nil {
		t.Fatal(err)
	}
	list := section(t, e, "report_voided CHF")
	if len(list.Rows) != 2 || list.Rows[0][0].Text != "02.11.2026" || list.Rows[1][0].Text != "21.11.2026" {
		t.Fatalf("%+v", list.Rows)
	}
	for i, want := range []string{"21.11.2026", "LB1", "1", "F\u00a02026-0002", "slip_fill", "50.00", "Anna Rossi, Dario Bianchi", "wrong amount"} {
		if got := list.Rows[1][i].Text; got != want {
			t.Errorf("column %d: %q, want %q", i, got, want)
		}
	}
}
