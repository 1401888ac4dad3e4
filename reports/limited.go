package reports

import (
	"sabot/games"
	"sabot/pit"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// A LimitedLine is a bet that was reduced, or did not play, and what went back of it.
type LimitedLine struct {
	Hand   int
	Box    int
	Spot   string
	Bettor string `json:",omitempty"`
	Reason games.Reason
	Back   games.Amount
}

// limitedLines returns the bets of a shift that a limit reduced or kept out, the oldest first.
func limitedLines(t *pit.Table) []LimitedLine {
	var lines []LimitedLine
	for i := range t.History {
		hand := &t.History[i]
		for _, p := range hand.AsLimited(forms.GameOf(t, hand, Form)) {
			line := LimitedLine{hand.Number, p.Box, p.Spot, p.Bettor, p.Reason, p.Amount + p.Added}
			switch {
			case p.Outcome == games.Void && p.Reason != "":
			case p.Reduced() > 0:
				line.Reason, line.Back = games.AboveMax, p.Reduced()
			default:
				continue
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// limitedRows returns those bets as rows of the notes: one row for each box, spot and reason, in the order in which
// they first came.
func (s *Shift) limitedRows(w pen) [][]paper.Cell {
	type same struct {
		box    int
		spot   string
		reason games.Reason
	}
	var order []same
	of := map[same][]LimitedLine{}
	for _, l := range s.Limited {
		k := same{l.Box, l.Spot, l.Reason}
		if of[k] == nil {
			order = append(order, k)
		}
		of[k] = append(of[k], l)
	}
	var rows [][]paper.Cell
	for _, k := range order {
		back, hands := games.Amount(0), []int(nil)
		for _, l := range of[k] {
			back += l.Back
			hands = append(hands, l.Hand)
		}
		what := w.T("limited_"+string(k.reason), map[string]any{"What": w.Spot(k.spot)})
		rows = append(rows, []paper.Cell{paper.Text(what), paper.Number(k.box), w.Count(len(of[k])), paper.Amount(w, back), paper.Text(inRows(hands))})
	}
	return rows
}
