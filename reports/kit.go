package reports

import (
	"context"
	"strings"
	"time"
)

// Kit is the page of a house's recovery kit.
type Kit struct {
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
func (k Kit) Draw(w Words) ([]byte, error) {
	p := pen{Words: w, zone: k.Zone, colon: colonOf(k.Language)}
	at := k.At.In(k.Zone)
	lines := Section{Heading: w.T("kit_lines"), Columns: []Column{{w.T("kit_line"), "L"}}, Size: 12}
	for _, l := range k.Lines {
		lines.Rows = append(lines.Rows, []Cell{text(strings.ReplaceAll(l, " ", tight+" "))})
	}
	about := "kit_about"
	if k.Closed {
		about = "kit_about_closed"
	}
	r := Report{
		House: k.House, Title: w.T("kit_title"), Banner: w.T("kit_secret"), Printed: at, Language: k.Language,
		Head:     []Pair{{w.T("kit_at"), p.clock(at)}, {w.T("kit_by"), k.By}},
		Sections: []Section{{Heading: w.T("kit_what"), Lines: []string{w.T(about), w.T("kit_how"), w.T("kit_key", map[string]any{"Key": k.Key})}}, lines},
		Foot:     k.House + " · " + w.T("kit_title") + " · " + p.clock(at),
		Code:     strings.Join(k.Lines, " "), CodeHigh: 50,
	}
	doc, err := draw(context.Background(), r, w, nil)
	return doc.PDF, err
}
