package reports_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/journaltest"
	"sabot/reports"
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

var opened = time.Date(2026, 11, 21, 19, 0, 0, 0, time.UTC)

// shift plays hands of one box: 8-8 and a stand, the bank's 5-4 or 2-3.
func shift(t testing.TB, hands int) (*pit.Table, *pit.House) {
	t.Helper()
	anna, bruno := pit.Staff{Number: "11", Name: "Anna Rossi", Role: pit.Croupier}, pit.Staff{Number: "12", Name: "Bruno Keller", Role: pit.Croupier}
	dario := pit.Staff{Number: "21", Name: "Dario Bianchi", Role: pit.Inspector}
	house := &pit.House{Name: "Casinò", Currency: "CHF", Staff: []pit.Staff{anna, bruno, dario}}
	table, journal, now := pit.NewTable("LB1"), &journaltest.Memory{}, opened
	do := func(c func(*pit.Table) ([]pit.Fact, error)) {
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
	card := func(name string) { do(func(t *pit.Table) ([]pit.Fact, error) { return t.DealCard(name) }) }
	do(func(t *pit.Table) ([]pit.Fact, error) {
		return t.Opening(pit.TableSet{Game: "lugano", Rules: []byte(`"lugano"`)}, anna, dario, opened)
	})
	for n := range hands {
		if n%10 == 0 {
			do(func(t *pit.Table) ([]pit.Fact, error) { return t.StartShoe(pit.NewShoe{}, time.Time{}) })
		}
		if n == 2 {
			do(func(t *pit.Table) ([]pit.Fact, error) { return t.Relieve(bruno) })
		}
		do(func(t *pit.Table) ([]pit.Fact, error) { return t.PlaceBet(games.Bet{Box: 3, Spot: "59", Amount: 2000}) })
		do(func(t *pit.Table) ([]pit.Fact, error) {
			return t.PlaceBet(games.Bet{Box: 3, Spot: "play", Amount: 4000})
		})
		do(func(t *pit.Table) ([]pit.Fact, error) { return t.PlaceBet(games.Bet{Box: 4, Spot: "59", Amount: 1000}) }) // void: no PLAY
		do((*pit.Table).CloseBets)
		for _, name := range []string{"8h", "5c", "8d"} {
			card(name[:1])
		}
		do(func(t *pit.Table) ([]pit.Fact, error) { return t.Decide(games.Stand) })
		card([]string{"4", "Q"}[n%2])
		do((*pit.Table).PayAll)
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
	figures := reports.ShiftOf(table, house)
	file := filepath.Join(t.TempDir(), "shift.pdf")
	var first []byte
	for range 2 {
		if err := reports.WriteShiftPDF(file, figures, words{}, opened.Add(8*time.Hour)); err != nil {
			t.Fatal(err)
		}
		pdf, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if first != nil && !bytes.Equal(first, pdf) {
			t.Error("the same figures give other bytes")
		}
		first = pdf
	}
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip("pdftotext is missing: make test installs it")
	}
	out, err := exec.CommandContext(context.Background(), "pdftotext", "-layout", file, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	text := string(out)
	for _, want := range []string{"Anna Rossi", "Bruno Keller", "Dario Bianchi", "report_open_still", "map[N:1 Of:3]", "map[N:3 Of:3]", "3: 8 8 = 6", "-6000.00", "150"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not say %q", want)
		}
	}
}

func TestEmptyShift(t *testing.T) {
	table, house := shift(t, 0)
	file := filepath.Join(t.TempDir(), "empty.pdf")
	if err := reports.WriteShiftPDF(file, reports.ShiftOf(table, house), words{}, opened); err != nil {
		t.Fatal(err)
	}
}

func TestUnwritableFile(t *testing.T) {
	table, house := shift(t, 1)
	if err := reports.WriteShiftPDF(filepath.Join(t.TempDir(), "no", "such", "folder.pdf"), reports.ShiftOf(table, house), words{}, opened); err == nil {
		t.Error("a report into nowhere was written")
	}
}
