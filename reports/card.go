package reports

import (
	"context"
	"strings"
	"time"
)

// Card is the croupier's card: what the keys do at a game, part by part of a hand.
type Card struct {
	Maker    string // the program, with its version
	Game     string
	Language string
	At       time.Time
	Parts    []CardPart
}

// CardPart is a part of a hand: keys, and what they do.
type CardPart struct {
	Heading string
	Rows    [][2]string
}

// Draw returns the card as a PDF.
func (c Card) Draw(w Words) ([]byte, error) {
	title := w.T("card_title", map[string]any{"Game": c.Game})
	keys := Section{Columns: []Column{{w.T("card_when"), "L"}, {w.T("card_key"), "L"}, {w.T("card_does"), "L"}}}
	for _, p := range c.Parts {
		for i, row := range p.Rows {
			when := ""
			if i == 0 {
				when = p.Heading
			}
			keys.Rows = append(keys.Rows, []Cell{text(when), text(strings.ReplaceAll(row[0], " ", tight)), text(row[1])})
		}
	}
	const large, small, most = 10, 8.5, 36 // points, and how many rows are a page in large letters
	if keys.Size = large; len(keys.Rows) > most {
		keys.Size = small
	}
	r := Report{House: c.Maker, Title: title, Printed: c.At, Language: c.Language, Sections: []Section{keys}, Foot: c.Maker + " · " + title}
	doc, err := draw(context.Background(), r, w, nil)
	return doc.PDF, err
}
