package kit

import (
	"context"
	"strings"
	"time"

	"sabot/reports/paper"
)

// A Page is the kit of a house on paper.
type Page struct {
	House    string
	At       time.Time
	Zone     *time.Location
	Language string
	By       string // who had it made
	Key      string // the public half of the key that seals the record
	Lines    []string
	Closed   bool // the house's authority lies under a passphrase: its key is not among the lines
}

// Draw returns the page as a PDF: the lines to be typed, and all of them to be scanned.
func (p Page) Draw(w paper.Words) ([]byte, error) {
	at := p.At.In(p.Zone)
	lines := paper.Section{Heading: w.T("kit_lines"), Columns: []paper.Column{paper.Left(w.T("kit_line"))}, Size: 12}
	for _, l := range p.Lines {
		lines.Rows = append(lines.Rows, []paper.Cell{paper.Text(strings.ReplaceAll(l, " ", paper.Tight+" "))})
	}
	about := "kit_about"
	if p.Closed {
		about = "kit_about_closed"
	}
	r := paper.Report{
		House: p.House, Title: w.T("kit_title"), Banner: w.T("kit_secret"), Printed: at, Language: p.Language,
		Head:     []paper.Pair{{Label: w.T("kit_at"), Value: paper.Clock(at, p.Zone)}, {Label: w.T("kit_by"), Value: p.By}},
		Sections: []paper.Section{{Heading: w.T("kit_what"), Lines: []string{w.T(about), w.T("kit_how"), w.T("kit_key", map[string]any{"Key": p.Key})}}, lines},
		Foot:     p.House + " · " + w.T("kit_title") + " · " + paper.Clock(at, p.Zone),
		Code:     strings.Join(p.Lines, " "), CodeHigh: 50,
	}
	doc, err := paper.Draw(context.Background(), r, w, nil)
	return doc.PDF, err
}
