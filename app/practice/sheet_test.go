package practice

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sabot/games"
)

// The trainer's sheet is drawn the same each time, goes on over pages, and is one for archives; of
// nobody it says so.
func TestPracticeSheet(t *testing.T) {
	p := Sheet{House: "Casinò di prova", At: time.Date(2026, 11, 22, 20, 0, 0, 0, time.UTC), Zone: time.UTC, Language: "it"}
	for _, name := range []string{"Anna", "Bruno"} {
		one := SheetPerson{Name: name, Drills: []SheetRow{{Name: "Pagamenti", Level: 2, Done: 120, Right: 103, Median: 4 * time.Second, P90: 9 * time.Second}}}
		for n := range 60 {
			one.Classes = append(one.Classes, SheetRow{Name: fmt.Sprint("Pagamenti · Punto banco Speed · ", n), Done: 2, Right: 1, Late: 1, Stable: n, Median: time.Second, P90: 2 * time.Second, Faults: "1 × altro importo, 1 × pagata senza vincita"})
			one.Sessions = append(one.Sessions, SheetSession{At: p.At, Drill: "Pagamenti", Level: 1, Number: "999999-W3KM", Test: n%2 == 0, Done: 25, Right: 20})
		}
		p.People = append(p.People, one)
	}
	p.Own = []string{"Punto banco Speed (62M0) · PB2: Le vincite si arrotondano per difetto a 5."}
	pdf, err := p.Draw(words{})
	again, errAgain := p.Draw(words{})
	if err != nil || errAgain != nil || !bytes.Equal(pdf, again) {
		t.Fatalf("drawn twice it differs: %v, %v", err, errAgain)
	}
	if pages := bytes.Count(pdf, []byte("/Type /Page\n")); pages < 4 || !bytes.Contains(pdf, []byte("/OutputIntents")) {
		t.Errorf("it has %d pages, or is none for archives", pages)
	}
	if empty, err := (Sheet{At: p.At, Zone: time.UTC, Language: "it"}).Draw(words{}); err != nil || !bytes.HasPrefix(empty, []byte("%PDF-1.7")) {
		t.Errorf("of nobody: %v", err)
	}
	if to := os.Getenv("SABOT_PICTURES"); to != "" {
		if err := os.WriteFile(filepath.Join(to, "practice.pdf"), pdf, 0o600); err != nil {
			t.Error(err)
		}
	}
}

// words are words that say their key.
type words struct{}

func (words) T(key string, _ ...map[string]any) string { return key }
func (words) Amount(a games.Amount) string             { return fmt.Sprintf("%.2f", float64(a)/100) }

func (words) Cents(a games.Amount) string { return fmt.Sprintf("%.2f", float64(a)/100) }
