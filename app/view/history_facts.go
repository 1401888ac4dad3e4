package view

import (
	"slices"
	"strings"
	"time"

	"sabot/app/text"
	"sabot/pit"
	"sabot/pit/hand"
)

// marksOf returns words for what happened to a hand, one each.
func (v LogViewer) marksOf(h *hand.Hand) []string {
	var marks []string
	if h.Cancelled != nil && !h.Voided() {
		marks = append(marks, v.Text.T("hand_cancelled"))
	}
	if h.Round.Dry {
		marks = append(marks, v.Text.T("hand_dry"))
	}
	for _, r := range h.Relays {
		marks = append(marks, v.Text.T("hand_"+putRight(r)))
	}
	for n := range h.Was {
		is := h
		if n+1 < len(h.Was) {
			is = &h.Was[n+1]
		}
		marks = append(marks, v.Text.T(correctedAs(is)))
	}
	if h.CutCard {
		marks = append(marks, v.Text.T("hand_last"))
	}
	return slices.Compact(marks)
}

// correctedAs returns the key of the word for a version of a hand that is not the first.
func correctedAs(h *hand.Hand) string {
	if h.Voided() {
		return "closed_cancelled"
	}
	return "hand_corrected"
}

// putRight returns the key of the word for the way in which a hand was put right.
func putRight(r hand.Reconstruction) string {
	if r.OnlyBurned() { // a reconstruction leaves no card to burn (source 004, section 7)
		return "card_burned"
	}
	if r.OnlyAnswered() {
		return "answered"
	}
	switch what := r.What(); what {
	case "refused":
		return "relay_refused"
	case "playedon":
		return "played_on"
	case "burned":
		return "card_burned"
	default:
		return what
	}
}

// factsOf returns a line for each thing that was done to a version of a hand: what, by whom and why.
func (v LogViewer) factsOf(t *pit.Table, h *hand.Hand, version int) []string {
	var facts []string
	for _, r := range h.Relays {
		facts = append(facts, v.fact("hand_"+putRight(r), r.At, r.By, r.Reason))
	}
	for _, u := range t.TakenBack {
		if u.Was == nil || u.Was.Number != h.Number {
			continue
		}
		for _, r := range u.Was.Relays[u.Stands:] {
			facts = append(facts, v.fact("hand_"+putRight(r), r.At, r.By, r.Reason))
			facts = append(facts, v.Text.T("report_taken_back", text.Args{"At": v.Clock(u.At), "By": v.House.NameAt(u.By(), u.At)}))
		}
	}
	if c := h.Cancelled; c != nil && !h.Voided() {
		facts = append(facts, v.fact("hand_cancelled", h.ClosedAt, c.Manager, c.Reason))
	}
	if c := h.Corrected; c != nil && version > 0 {
		facts = append(facts, v.fact(correctedAs(h), h.CorrectedAt, c.Approver, c.Reason))
		if c.VoidUnmoved() {
			facts = append(facts, v.Text.T("said_hand_void_record"))
		}
		facts = append(facts, v.leftAs(t, h, version)...)
		key := "hand_difference"
		switch {
		case c.Moved:
			key = "hand_difference_moved"
		case c.Keyed:
			key = "hand_difference_keyed"
		}
		if c.Difference != 0 {
			facts = append(facts, v.Text.T(key, text.Args{"Amount": v.Text.Signed(c.Difference)}))
		}
	}
	if back := v.withdrawn(h); back != "" {
		facts = append(facts, back)
	}
	var burned []string
	for _, l := range h.Round.Laid {
		if l.Burned {
			burned = append(burned, v.cardName(t.Game, l.Card))
		}
	}
	for _, card := range burned {
		facts = append(facts, v.Text.T("hand_burned", text.Args{"Card": card}))
	}
	return facts
}

// leftAs returns what a version of a hand left undone with its players, and what it did to the commission; none where nothing was.
func (v LogViewer) leftAs(t *pit.Table, h *hand.Hand, version int) []string {
	last, ok := t.ClosedHand(h.Number)
	if !ok {
		return nil
	}
	before := last.Was[version-1]
	before.Was = last.Was[:version-1]
	var left []string
	if !h.Corrected.AsPaid() {
		for _, line := range v.unmoved(h.GameOr(t.Game), before.PaidVersion().Differences(&h.Sheet)) {
			left = append(left, line.Text)
		}
	}
	var facts []string
	if len(left) > 0 {
		facts = append(facts, strings.Join(left, "; "))
	}
	if was, is := before.Noted(), h.Noted(); was != is {
		facts = append(facts, v.Text.T("report_owing", text.Args{"Was": v.Text.Amount(was), "Is": v.Text.Amount(is), "Left": h.AfterClosing()})+".")
	}
	return facts
}

// fact returns a line of something that was done: what, when, by whom and why.
func (v LogViewer) fact(key string, at time.Time, by, reason string) string {
	line := v.Text.T(key) + " · " + v.Clock(at) + " · " + v.House.NameAt(by, at)
	if reason != "" {
		line += " · " + reason
	}
	return line
}
