package view

import (
	"slices"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// Player is who plays at a box: the box alone where it has one bettor.
func (v Viewer) Player(box int, bettor string) string {
	name := v.Text.T("box_n", boxArgs(box))
	if bettor != "" {
		name += " (" + bettor + ")"
	}
	return name
}

// Bettor is a bettor of a box by its place there: the first player is the first.
func (v Viewer) Bettor(box int, bettor string) string {
	return v.Text.T("box_n", boxArgs(box)) + " · " + v.Text.T("bettor_n", text.Args{"N": BettorKey(bettor)})
}

// Debtor is who owes commission, how much, and what chips make of it.
func (v Viewer) Debtor(t *pit.Table, d record.Debt) string {
	return v.Text.Label(v.Owing(d), v.Due(t, d))
}

// Due is what somebody owes and, where chips do not make it, what is collected.
func (v Viewer) Due(t *pit.Table, d record.Debt) string {
	if takes := t.Collects(d); takes != d.Amount {
		return v.Text.T("debt_collects", text.Args{"Owed": v.Text.Amount(d.Amount), "Takes": v.Text.Amount(takes)})
	}
	return v.Text.Amount(d.Amount)
}

// Owing is who owes, the bettor's number with him.
func (v Viewer) Owing(d record.Debt) string {
	name := v.Bettor(d.Box, d.Bettor)
	if d.Gone {
		name += " · " + v.Text.T("debt_gone")
	}
	return name
}

// BetWord is what lies of a bet: its amount, and what its bettor decided early.
func (v Viewer) BetWord(b games.Bet) string {
	w := v.Text.Amount(b.Amount)
	if b.Early != (games.Early{}) {
		w += ", " + v.EarlyWord(b.Early)
	}
	return w
}

// CardShown is a card that was laid; one that nobody turned is face down, one that was
// burned says so.
func (v Viewer) CardShown(g games.Game, l games.Laid) string {
	switch {
	case l.Hidden:
		return v.Text.T("approve_face_down")
	case l.Burned:
		return v.cardName(g, l.Card) + ", " + v.Text.T("report_burned")
	}
	return v.cardName(g, l.Card)
}

// Missing is what a hand still lacks, in a word; "" where nothing is.
func (v Viewer) Missing(step games.Step) string {
	switch step.Kind {
	case games.Deal, games.Turn, games.ReadSuit:
		return v.Text.T("missing_card", text.Args{"Place": v.Place(step.At)})
	case games.Ask:
		return v.Text.T("missing_decision", text.Args{"Place": v.Place(step.At)})
	}
	return ""
}

// BetName is a bet by its box, spot and bettor.
func (v Viewer) BetName(g games.Game, b games.Bet) string {
	return v.Player(b.Box, b.Bettor) + ", " + v.spotLabel(g, b.Spot)
}

// CardNamed is a card by its name in the record, in a sentence.
func (v Viewer) CardNamed(g games.Game, name record.CardName) string {
	return v.cardName(g, name.Card())
}

// Changes are what of a hand is otherwise in another version of it: its cards in shoe
// order, its bets, its decisions.
func (v Viewer) Changes(g games.Game, was, is *pit.Hand) []ApprovalLine {
	var lines []ApprovalLine
	for i := range max(len(was.Round.Laid), len(is.Round.Laid)) {
		before, after := v.laidAt(g, was.Round.Laid, i), v.laidAt(g, is.Round.Laid, i)
		if before != after {
			lines = append(lines, v.change(v.Text.T("change_card", text.Args{"N": i + 1}), before, after))
		}
	}
	lines = append(lines, v.betChanges(g, was.Round.Bets, is.Round.Bets)...)
	for i := range max(len(was.Round.Decisions), len(is.Round.Decisions)) {
		before, after := v.decidedAt(was.Round.Decisions, i), v.decidedAt(is.Round.Decisions, i)
		if before != after {
			lines = append(lines, v.change(v.Text.T("change_decision", text.Args{"N": i + 1}), before, after))
		}
	}
	return lines
}

func (v Viewer) change(what, before, after string) ApprovalLine {
	none := v.Text.T("change_none")
	if before == "" {
		before = none
	}
	if after == "" {
		after = none
	}
	return ApprovalLine{Text: v.Text.T("change_line", text.Args{"What": what, "Was": before, "Is": after})}
}

// laidAt is the nth card of a hand and where it lies; "" where there is none.
func (v Viewer) laidAt(g games.Game, laid []games.Laid, i int) string {
	if i >= len(laid) {
		return ""
	}
	return v.CardShown(g, laid[i]) + ", " + v.Place(laid[i].At)
}

// decidedAt is the nth decision of a hand; "" where there is none.
func (v Viewer) decidedAt(decisions []games.Decision, i int) string {
	if i >= len(decisions) {
		return ""
	}
	return v.Player(decisions[i].Box, decisions[i].Bettor) + ", " + v.Choice(decisions[i].Do)
}

// Choice is a decision in a word.
func (v Viewer) Choice(do games.Action) string { return v.Text.T("choice_" + string(do)) }

// betChanges are the bets that lie otherwise after than before.
func (v Viewer) betChanges(g games.Game, before, after []games.Bet) []ApprovalLine {
	same := func(b games.Bet) func(games.Bet) bool {
		return func(o games.Bet) bool { return o.Key() == b.Key() }
	}
	word := v.BetWord
	name := func(b games.Bet) string { return v.BetName(g, b) }
	var lines []ApprovalLine
	for _, b := range before {
		switch i := slices.IndexFunc(after, same(b)); {
		case i < 0:
			lines = append(lines, v.change(name(b), word(b), ""))
		case after[i] != b:
			lines = append(lines, v.change(name(b), word(b), word(after[i])))
		}
	}
	for _, b := range after {
		if !slices.ContainsFunc(before, same(b)) {
			lines = append(lines, v.change(name(b), "", word(b)))
		}
	}
	return lines
}
