package keyscard

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"
	"time"

	"sabot/app/text"
	"sabot/pit/house"
)

// The card of every game has each part of its hands, the keys that F1 names there, nothing of one box
// or of one amount, and is one page in every language. With -short that of one game in one language.
func TestCard(t *testing.T) {
	only := map[string][]string{
		"lugano":     {"H|Carta (una carta in più)", "D|il vecchio tasto di H: vale ancora in questa stagione", "S|Resta (niente più carte)", "Spazio|Raddoppia · Ripeti", "F10|Tavolo"},
		"blackjack":  {"H|Carta (una carta in più)", "X|Raddoppia (puntata doppia, una carta in più)", "P|Dividi (due mani, una seconda puntata)", "1–9|Assicura", "N|Niente blackjack", "F5|Cassa del tavolo"},
		"puntobanco": {"N|Senza puntate", "F6|Strade del sabot", "F7|Commissioni dovute"},
	}
	number := regexp.MustCompile(`Box [1-9]|\d\.\d\d|\n`)
	for _, game := range house.DemoGames() {
		for _, lang := range text.Languages() {
			if testing.Short() && (lang != "it" || game != "blackjack") {
				continue
			}
			c, err := Of(context.Background(), game, lang)
			if err != nil {
				t.Fatal(err)
			}
			var rows []string
			for _, p := range c.Parts {
				if p.Heading == "" {
					t.Errorf("%s, %s: a part without a heading", game, lang)
				}
				for _, r := range p.Rows {
					rows = append(rows, r.Key+"|"+r.What)
					if r.Key == "" || r.What == "" || number.MatchString(r.What) {
						t.Errorf("%s, %s: %q", game, lang, r)
					}
				}
			}
			said := "\n" + strings.Join(rows, "\n") + "\n"
			for _, row := range only[game] {
				if lang == "it" && !strings.Contains(said, "\n"+row+"\n") && !strings.Contains(said, "\n"+row+alsoDoes) {
					t.Errorf("the card of %s has no %q: %s", game, row, said)
				}
			}
			pdf, err := c.Draw(lang, time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC))
			if err != nil {
				t.Fatal(err)
			}
			if pages := bytes.Count(pdf, []byte("/Type /Page\n")); pages != 1 {
				t.Errorf("%s, %s: %d pages", game, lang, pages)
			}
		}
	}
}
