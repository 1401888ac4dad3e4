package reports

import (
	"strconv"
	"strings"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// A DropLine is a count of the drop box of a shift.
type DropLine struct {
	At     time.Time // UTC
	Cash   games.Amount
	Notes  []NoteLine `json:",omitempty"` // none where only the sum is known
	By     string
	Reason string `json:",omitempty"` // why it was counted again
}

// A NoteLine is a number of notes of one value.
type NoteLine struct {
	Value  games.Amount
	Pieces int64
}

func dropLines(t *pit.Table, h forms.Roll, form int) []DropLine {
	var lines []DropLine
	for _, c := range t.Drops {
		line := DropLine{At: c.At, Cash: c.Cash, By: both(h, [2]string{c.By, c.With}, c.At), Reason: c.Reason}
		for _, s := range c.Notes {
			line.Notes = append(line.Notes, NoteLine(s))
		}
		lines = append(lines, line)
	}
	return lines
}

// dropSections returns the notes of the valid count, and where there were several counts all of them.
func (s *Shift) dropSections(w pen) []paper.Section {
	if len(s.Drops) == 0 {
		return nil
	}
	var sections []paper.Section
	last := s.Drops[len(s.Drops)-1]
	if len(last.Notes) > 0 {
		var rows [][]paper.Cell
		for _, n := range last.Notes {
			rows = append(rows, []paper.Cell{paper.Amount(w, n.Value), paper.Number(int(n.Pieces)), paper.Amount(w, n.Value*games.Amount(n.Pieces))})
		}
		rows = append(rows, []paper.Cell{paper.Text(w.T("report_total")), paper.Text(""), paper.Amount(w, last.Cash)})
		sections = append(sections, paper.Section{
			Heading: w.Money("report_drop"), Name: w.T("report_drop"), Rows: rows, Total: true,
			Columns: []paper.Column{paper.Right(w.T("report_note_of")), paper.Right(w.T("report_pieces")), paper.Right(w.T("report_amount"))},
		})
	}
	if len(s.Drops) == 1 {
		return sections
	}
	var rows [][]paper.Cell
	for i, d := range s.Drops {
		state := w.T("report_drop_holds")
		if i < len(s.Drops)-1 {
			state = w.T("report_drop_replaced")
		}
		var notes []string
		for _, n := range d.Notes {
			notes = append(notes, strconv.FormatInt(n.Pieces, 10)+"\u00a0×\u00a0"+w.Amount(n.Value))
		}
		rows = append(rows, []paper.Cell{w.Moment(d.At), paper.Amount(w, d.Cash), paper.Text(strings.Join(notes, ", ")), paper.Text(d.By), paper.Text(d.Reason), paper.Text(state)})
	}
	return append(sections, paper.Section{
		Heading: w.Money("report_drops"), Name: w.T("report_drops"), Rows: rows, Size: 8,
		Columns: []paper.Column{
			paper.Right(w.T("report_time")),
			paper.Right(w.T("report_amount")),
			paper.Left(w.T("report_notes_counted")),
			paper.Left(w.T("report_counted_by")),
			paper.Left(w.T("report_reason")),
			paper.Left(w.T("report_state")),
		},
	})
}
