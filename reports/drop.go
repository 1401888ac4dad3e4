package reports

import (
	"strconv"
	"strings"
	"time"

	"sabot/games"
	"sabot/pit"
)

// DropLine is a count of the drop box of a shift.
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

func dropLines(t *pit.Table, h roll, form int) []DropLine {
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
func (s *Shift) dropSections(w pen) []Section {
	if len(s.Drops) == 0 {
		return nil
	}
	var sections []Section
	last := s.Drops[len(s.Drops)-1]
	if len(last.Notes) > 0 {
		var rows [][]Cell
		for _, n := range last.Notes {
			rows = append(rows, []Cell{amount(w, n.Value), number(int(n.Pieces)), amount(w, n.Value*games.Amount(n.Pieces))})
		}
		rows = append(rows, []Cell{text(w.T("report_total")), text(""), amount(w, last.Cash)})
		sections = append(sections, Section{
			Heading: w.money("report_drop"), Name: w.T("report_drop"), Rows: rows, Total: true,
			Columns: []Column{{w.T("report_note_of"), "R"}, {w.T("report_pieces"), "R"}, {w.T("report_amount"), "R"}},
		})
	}
	if len(s.Drops) == 1 {
		return sections
	}
	var rows [][]Cell
	for i, d := range s.Drops {
		state := w.T("report_drop_holds")
		if i < len(s.Drops)-1 {
			state = w.T("report_drop_replaced")
		}
		var notes []string
		for _, n := range d.Notes {
			notes = append(notes, strconv.FormatInt(n.Pieces, 10)+"\u00a0×\u00a0"+w.Amount(n.Value))
		}
		rows = append(rows, []Cell{w.moment(d.At), amount(w, d.Cash), text(strings.Join(notes, ", ")), text(d.By), text(d.Reason), text(state)})
	}
	return append(sections, Section{
		Heading: w.money("report_drops"), Name: w.T("report_drops"), Rows: rows, Size: 8,
		Columns: []Column{
			{w.T("report_time"), "R"},
			{w.T("report_amount"), "R"},
			{w.T("report_notes_counted"), "L"},
			{w.T("report_counted_by"), "L"},
			{w.T("report_reason"), "L"},
			{w.T("report_state"), "L"},
		},
	})
}
