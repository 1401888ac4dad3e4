package reports

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sabot/games"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// noteSection returns the table of the notes and alarms. What comes again and again, as bets on both sides, is
// one line for each box, with its hands.
func (s *Shift) noteSection(w pen) paper.Section {
	section := paper.Section{
		Heading: w.Money("report_notes"), Name: w.T("report_notes"), Size: 8,
		Columns: []paper.Column{paper.Left(w.T("report_note")), paper.Right(w.T("report_box")), paper.Right(w.T("report_times")), paper.Right(w.T("report_amount")), paper.Left(w.T("report_hands"))},
	}
	type same struct {
		kind record.AlarmKind
		what string
		box  int
		card string // that was entered instead
		late string // of a late change all of it
	}
	var order []same
	of := map[same][]hand.Alarm{}
	for _, n := range s.Notes {
		if n.OfAnswer() && w.Form >= forms.Seven {
			continue // an irregularity
		}
		k := same{kind: n.Kind, what: n.What, box: n.Box, card: n.Card}
		switch n.Kind {
		case record.LowRiskBets:
			k.what = "" // whichever of the sides is the lower
		case record.LateChange:
			k.late = w.lateNote(n)
		}
		if of[k] == nil {
			order = append(order, k)
		}
		of[k] = append(of[k], n)
	}
	first := map[record.AlarmKind]int{}
	for i, k := range slices.Backward(order) {
		first[k.kind] = i
	}
	slices.SortStableFunc(order, func(a, b same) int { return cmp.Or(first[a.kind]-first[b.kind], a.box-b.box) })
	for _, k := range order {
		what := w.Card(k.what)
		if k.kind == record.LateBet {
			what = w.Spot(k.what)
		}
		says := map[string]any{"What": what}
		if k.card != "" {
			says["Card"] = w.Card(k.card)
		}
		sum, hands, after := games.Amount(0), []int(nil), []int(nil)
		for _, n := range of[k] {
			if n.Kind == record.LateChange {
				sum += max(n.From-n.Amount, n.Amount-n.From)
			} else {
				sum += n.Amount
			}
			if n.Between {
				after = append(after, n.Hand-1)
			} else {
				hands = append(hands, n.Hand)
			}
		}
		box, worth := paper.Text(""), paper.Text("")
		if k.box > 0 {
			box = paper.Number(k.box)
		}
		if sum > 0 {
			worth = paper.Amount(w, sum)
		}
		section.Rows = append(section.Rows, []paper.Cell{
			paper.Text(cmp.Or(k.late, w.T("noted_"+string(k.kind), says))), box, w.Count(len(of[k])), worth, paper.Text(w.handsOf(hands, after)),
		})
	}
	section.Rows = append(section.Rows, s.limitedRows(w)...)
	return section
}

// handsOf returns hands as people list them, and those after which something was, with none open: 0 is before the first.
func (w pen) handsOf(hands, after []int) string {
	parts := []string{inRows(hands)}
	if slices.Contains(after, 0) {
		parts = append(parts, w.T("report_before_first"))
	}
	if later := slices.DeleteFunc(after, func(n int) bool { return n == 0 }); len(later) > 0 {
		parts = append(parts, w.T("report_after_hand", map[string]any{"N": inRows(later)}))
	}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), ", ")
}

// inRows returns numbers as people list them: 4, 7, 9–12.
func inRows(numbers []int) string {
	numbers = slices.Compact(slices.Sorted(slices.Values(numbers)))
	var parts []string
	for from := 0; from < len(numbers); {
		to := from
		for to+1 < len(numbers) && numbers[to+1] == numbers[to]+1 {
			to++
		}
		part := strconv.Itoa(numbers[from])
		switch to - from {
		case 0:
		case 1:
			part += ", " + strconv.Itoa(numbers[to])
		default:
			part += "–" + strconv.Itoa(numbers[to])
		}
		parts = append(parts, part)
		from = to + 1
	}
	return strings.Join(parts, ", ")
}

// lateNote returns a late change with its bettor and who let it pass.
func (w pen) lateNote(n hand.Alarm) string {
	said := w.lateChange(n.Alarmed)
	if n.Bettor != "" {
		said = "(" + n.Bettor + ") " + said
	}
	if n.Approver != "" && w.Form < forms.Seven { // since then it stands in a column of its own
		said += " · " + notedPart{w.T("report_approved"), n.Approver}.said(w)
	}
	return said
}

// lateChange returns a late change in a sentence, without its box.
func (w pen) lateChange(f record.Alarmed) string {
	word := func(key string) string { return w.T(key) }
	said := w.T("noted_late_change", hand.LateSaid(f, word, w.Card, w.Amount))
	if hand.OfTheDealer(f) {
		return w.T("place_dealer") + cmp.Or(w.Colon, ": ") + said
	}
	if f.Split > 0 {
		return w.T("hand_"+strconv.Itoa(f.Split)) + cmp.Or(w.Colon, ": ") + said
	}
	return said
}
