package reports_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/reports/paper"
	"sabot/storage/memory"
)

// words are plain words for tests: the key, and whatever fills it.
type words struct{}

func (words) T(key string, args ...map[string]any) string {
	if len(args) == 0 {
		return key
	}
	return fmt.Sprint(key, " ", args[0])
}

func (words) Amount(a games.Amount) string { return fmt.Sprintf("%.2f", float64(a)/100) }
func (words) Cents(a games.Amount) string  { return fmt.Sprintf("%.2f", float64(a)/100) }

var opened = time.Date(2026, 11, 21, 19, 0, 0, 0, time.UTC)

// shift plays hands of one box: 8-8 and a stand, the bank's 5-4 or 2-3.
func shift(t testing.TB, hands int) (*pit.Table, *house.House) {
	t.Helper()
	return shiftDeciding(t, hands, func(int) games.Action { return games.Stand })
}

// shiftDeciding is that with other decisions: who draws has a two.
func shiftDeciding(t testing.TB, hands int, does func(hand int) games.Action) (*pit.Table, *house.House) {
	t.Helper()
	anna, bruno := house.Staff{Number: "11", Name: "Anna Rossi", Role: record.Croupier}, house.Staff{Number: "12", Name: "Bruno Keller", Role: record.Croupier}
	dario := house.Staff{Number: "21", Name: "Dario Bianchi", Role: record.Inspector}
	house := &house.House{Name: "Casinò", Currency: "CHF", Staff: []house.Staff{anna, bruno, dario}}
	table, now := pit.NewTable("LB1"), opened
	journal, err := memory.New()
	if err != nil {
		t.Fatal(err)
	}
	do := func(c func(*pit.Table) ([]record.Fact, error)) {
		t.Helper()
		facts, err := c(table)
		if err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Second)
		entries := table.Stamp(now, facts...)
		if err := journal.Append(entries...); err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			table.Apply(e)
		}
	}
	card := func(name string) { do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) }) }
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: record.TableSet{Game: "lugano", Rules: []byte(`"lugano"`)}, Croupier: anna, Inspector: dario}, opened)
	})
	for n := range hands {
		if n%10 == 0 {
			do(func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{}, time.Time{}) })
		}
		if n%10 == 9 {
			do(pit.OfDeal(hand.Deal.CutCardOut))
		}
		if n == 2 {
			do(func(t *pit.Table) ([]record.Fact, error) { return t.Relieve(bruno) })
		}
		do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: 3, Spot: "59", Amount: 2000})
		})
		do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: 3, Spot: "play", Amount: 4000})
		})
		do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: 4, Spot: "59", Amount: 1000})
		}) // void: no PLAY
		do(pit.OfBets(hand.Bets.Close))
		for _, name := range []string{"8h", "5c", "8d"} {
			card(name[:1])
		}
		do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(does(n)) })
		if does(n) != games.Stand {
			card("2")
		}
		card([]string{"4", "Q"}[n%2])
		do(pit.OfDeal(hand.Deal.PayAll))
	}
	return table, house
}

func TestFigures(t *testing.T) {
	s := reports.ShiftOf(shift(t, 4))
	// 8-8 counts 6: 59 pays 2:1 each time; PLAY loses to 9 twice and wins from 5
	// twice.
	want := map[string][4]games.Amount{ // bets, turnover, paid, result
		"59":   {8, 8000, 4 * 6000, 8000 - 24000},
		"play": {4, 16000, 2 * 8000, 0},
	}
	for _, sum := range s.Spots {
		if got := [4]games.Amount{games.Amount(sum.Bets), sum.Turnover, sum.Paid, sum.Result}; got != want[sum.Spot] {
			t.Errorf("%s: %v, want %v", sum.Spot, got, want[sum.Spot])
		}
	}
	if s.Spots[0].Voids != 4 {
		t.Errorf("%d void bets on 59, want 4", s.Spots[0].Voids)
	}
	var hands games.Amount
	for _, h := range s.Hands {
		hands += h.House
	}
	if s.Total.Result != hands || s.Total.Result != s.Total.Turnover-s.Total.Paid {
		t.Errorf("result %d, by hands %d, turnover less paid %d", s.Total.Result, hands, s.Total.Turnover-s.Total.Paid)
	}
	if len(s.Croupiers) != 2 || s.Croupiers[0].Hands != 2 || s.Croupiers[1].Hands != 2 || s.Croupiers[1].Name != "Bruno Keller" {
		t.Errorf("croupiers %+v", s.Croupiers)
	}
	if !s.Provisional() {
		t.Error("an open shift's report is not provisional")
	}
	if h := s.Hands[0]; h.Boxes != "3: 8 8 = 6" || h.Bank != "5 4 = 9" {
		t.Errorf("hand %+v", h)
	}
}

func TestPDF(t *testing.T) {
	table, house := shift(t, 150)
	var first []byte
	for range 2 {
		pdf := drawn(t, reports.ShiftReport, "", table, house).PDF
		if first != nil && !bytes.Equal(first, pdf) {
			t.Error("the same figures give other bytes")
		}
		first = pdf
	}
	text := read(t, first)
	for _, want := range []string{"Anna Rossi", "Bruno Keller", "Dario Bianchi", "report_open_still", "map[N:1 Of:4]", "map[N:4 Of:4]", "3: 8 8 = 6", "-6000.00", "150"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not say %q", want)
		}
	}
}

func TestEmptyShift(t *testing.T) {
	table, house := shift(t, 0)
	if text := read(t, drawn(t, reports.ShiftReport, "", table, house).PDF); !strings.Contains(text, "report_none") {
		t.Errorf("an empty shift says %s", text)
	}
}

// drawn is a report of a table's state.
func drawn(t testing.TB, kind reports.Kind, item string, table *pit.Table, house *house.House) paper.Document {
	t.Helper()
	e, err := reports.Evidence{Kind: kind, Item: item, Table: table.Name, Shift: table.Shift, Copy: 1, Printed: opened.Add(8 * time.Hour).UnixMilli()}.Of(table, house)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := e.Draw(words{})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// read is what a PDF says, by a program that is not ours.
func read(t testing.TB, pdf []byte) string {
	t.Helper()
	out, err := exec.Command("pdftotext", "-layout", saved(t, pdf), "-").Output()
	if err != nil {
		t.Fatalf("pdftotext, which make test installs: %v", err)
	}
	return string(out)
}

// saved is a PDF in a file.
func saved(t testing.TB, pdf []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.pdf")
	if err := os.WriteFile(file, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// figuresOf are figures as evidence holds them.
func figuresOf(t testing.TB, s reports.Shift) []byte {
	t.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

type amount = games.Amount

// banco plays a hand of punto banco that the banker wins, 9 to 7; do does more at its table.
func banco(t *testing.T, rules string, chips []games.Amount, bets ...games.Bet) (table *pit.Table, do func(func(*pit.Table) ([]record.Fact, error))) {
	t.Helper()
	anna, dario := house.Staff{Number: "11", Role: record.Croupier}, house.Staff{Number: "21", Role: record.Inspector}
	table, now := pit.NewTable("PB1"), opened
	do = func(command func(*pit.Table) ([]record.Fact, error)) {
		t.Helper()
		facts, err := command(table)
		if err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Second)
		for _, e := range table.Stamp(now, facts...) {
			table.Apply(e)
		}
	}
	set := record.TableSet{Name: "PB1", Game: "puntobanco", Rules: []byte(rules), Settings: &record.Settings{LowRisk: true}}
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: set, Chips: chips, Croupier: anna, Inspector: dario}, now)
	})
	do(func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{}, now) })
	for _, b := range bets {
		do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(b) })
	}
	do(pit.OfBets(hand.Bets.Close))
	for _, card := range []string{"7", "9", "K", "Q"} {
		do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(card) })
	}
	do(pit.OfDeal(hand.Deal.PayAll))
	return table, do
}

// What was paid in coin is a line of the shift report: commission at once of 1 on 20, where the smallest chip is 5.
func TestPaidInCoinIsOnPaper(t *testing.T) {
	table, _ := banco(t, `"pb-classic"`, []games.Amount{500, 2500}, games.Bet{Box: 1, Spot: "banker", Amount: 2000})
	if s := reports.ShiftOf(table, &house.House{}); s.Result.Coins != 400 || s.Result.ByHands != -1900 {
		t.Errorf("%+v", s.Result)
	}
	out := read(t, drawn(t, reports.ShiftReport, "", table, &house.House{}).PDF)
	if !strings.Contains(out, "report_coins") {
		t.Error("the report does not say what was paid in coin")
	}
}

// Tracked commission and notes are in the figures, and on paper.
func TestPuntoBanco(t *testing.T) {
	dario := house.Staff{Number: "21", Role: record.Inspector}
	table, do := banco(t, `{"preset":"pb-classic","commission":"tracked"}`, nil, games.Bet{Box: 1, Spot: "banker", Amount: 2000},
		games.Bet{Box: 2, Spot: "banker", Amount: 4000}, games.Bet{Box: 2, Spot: "player", Amount: 1000})
	do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(1) })
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().WaiveDebt(record.Debt{Box: 2}, &dario, "gone")
	})
	s := reports.ShiftOf(table, &house.House{})
	if want := (reports.Commission{Made: 300, Taken: 100, Waived: 200}); s.Commission != want {
		t.Errorf("commission %+v, want %+v", s.Commission, want)
	}
	if s.Total.Result != s.Hands[0].House || s.Total.Result != s.Total.Turnover-s.Total.Paid+s.Commission.Made {
		t.Errorf("result %d, the hand %d", s.Total.Result, s.Hands[0].House)
	}
	if h := s.Hands[0]; h.Boxes != "7 K = 7" || h.Bank != "9 Q = 9" {
		t.Errorf("hand %+v", h)
	}
	if len(s.Notes) != 1 || s.Notes[0].Box != 2 {
		t.Errorf("notes %+v", s.Notes)
	}
	out := read(t, drawn(t, reports.ShiftReport, "", table, &house.House{}).PDF)
	for _, want := range []string{"report_commission_waived", "noted_low_risk", "place_banker"} {
		if !strings.Contains(out, want) {
			t.Errorf("the report does not say %q", want)
		}
	}
}
