package reports

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sabot/games"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// noteSection returns the table of the notes and alarms. What comes again and again, as bets on both sides, is
// one line for each box, with its hands.
func (s *Shift) noteSection(w pen) Section {
	section := Section{
		Heading: w.money("report_notes"), Name: w.T("report_notes"), Size: 8,
		Columns: []Column{{w.T("report_note"), "L"}, {w.T("report_box"), "R"}, {w.T("report_times"), "R"}, {w.T("report_amount"), "R"}, {w.T("report_hands"), "L"}},
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
		if n.OfAnswer() && w.form >= form7 {
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
		what := w.card(k.what)
		if k.kind == record.LateBet {
			what = w.spot(k.what)
		}
		says := map[string]any{"What": what}
		if k.card != "" {
			says["Card"] = w.card(k.card)
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
		box, worth := text(""), text("")
		if k.box > 0 {
			box = number(k.box)
		}
		if sum > 0 {
			worth = amount(w, sum)
		}
		section.Rows = append(section.Rows, []Cell{
			text(cmp.Or(k.late, w.T("noted_"+string(k.kind), says))), box, count(w, len(of[k])), worth, text(w.handsOf(hands, after)),
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
	if n.Approver != "" && w.form < form7 { // since then it stands in a column of its own
		said += " · " + notedPart{w.T("report_approved"), n.Approver}.said(w)
	}
	return said
}

// lateChange returns a late change in a sentence, without its box.
func (w pen) lateChange(f record.Alarmed) string {
	word := func(key string) string { return w.T(key) }
	said := w.T("noted_late_change", hand.LateSaid(f, word, w.card, w.Amount))
	if hand.OfTheDealer(f) {
		return w.T("place_dealer") + cmp.Or(w.colon, ": ") + said
	}
	if f.Split > 0 {
		return w.T("hand_"+strconv.Itoa(f.Split)) + cmp.Or(w.colon, ": ") + said
	}
	return said
}
