package view

import (
	"slices"
	"strings"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// Player returns the name of a player at a box: the box alone where it has one bettor.
func (v Viewer) Player(box int, bettor string) string {
	name := v.Text.T("box_n", boxArgs(box))
	if bettor != "" {
		name += " (" + bettor + ")"
	}
	return name
}

// Bettor returns the name of a bettor by their number at the box: the first player is number one.
func (v Viewer) Bettor(box int, bettor string) string {
	return v.Text.T("box_n", boxArgs(box)) + " · " + v.Text.T("bettor_n", text.Args{"N": BettorKey(bettor)})
}

// Debtor returns who owes commission, how much, and what is collected in chips.
func (v LogViewer) Debtor(t *pit.Table, d record.Debt) string {
	return v.Text.Label(v.Owing(d), v.Due(t, d))
}

// Due returns what somebody owes and, where chips cannot make it, what is collected.
func (v LogViewer) Due(t *pit.Table, d record.Debt) string {
	if takes := t.Desk().Collects(d); takes != d.Amount {
		return v.Text.T("debt_collects", text.Args{"Owed": v.Text.Amount(d.Amount), "Takes": v.Text.Amount(takes)})
	}
	return v.Text.Amount(d.Amount)
}

// Owing returns the name of a debtor, with the bettor's number.
func (v LogViewer) Owing(d record.Debt) string {
	name := v.Bettor(d.Box, d.Bettor)
	if d.Gone {
		name += " · " + v.Text.T("debt_gone")
	}
	return name
}

// BetWord returns a bet's amount, and what its bettor decided early.
func (v LogViewer) BetWord(b games.Bet) string {
	w := v.Text.Amount(b.Amount)
	if b.Early != (games.Early{}) {
		w += ", " + v.EarlyWord(b.Early)
	}
	return w
}

// CardShown returns a laid card in words: face down where nobody turned it, burned where it was burned.
func (v LogViewer) CardShown(g games.Game, l games.Laid) string {
	switch {
	case l.Hidden:
		return v.Text.T("approve_face_down")
	case l.Burned:
		return v.cardName(g, l.Card) + ", " + v.Text.T("report_burned")
	}
	return v.cardName(g, l.Card)
}

// Missing returns what a hand still lacks, in a word; "" where nothing is.
func (v LogViewer) Missing(step games.Step) string {
	switch step.Kind {
	case games.Deal, games.Turn, games.ReadSuit:
		return v.Text.T("missing_card", text.Args{"Place": v.Place(step.At)})
	case games.Ask:
		return v.Text.T("missing_decision", text.Args{"Place": v.Place(step.At)})
	}
	return ""
}

// BetName returns the name of a bet: its box, spot and bettor.
func (v Viewer) BetName(g games.Game, b games.Bet) string {
	return v.Player(b.Box, b.Bettor) + ", " + v.spotLabel(g, b.Spot)
}

// CardNamed returns a card with this name in the record as a sentence names it.
func (v Viewer) CardNamed(g games.Game, name record.CardName) string {
	return v.cardName(g, name.Card())
}

// A Line is a card, a bet or a decision of a hand beside what it is in another version.
type Line struct {
	What, Where string // which card or decision, and of whom; of a bet Where names it
	Was, Is     string // "" where that version has none
	Changed     bool
	hand.Pair
}

// Lines returns the cards, bets and decisions of two versions of a hand, each beside what it was.
func (v LogViewer) Lines(g games.Game, c hand.Compared) (cards, bets, decisions []Line) {
	for _, p := range c.Cards {
		l := Line{What: v.Text.T("change_card", text.Args{"N": p.Number()}), Changed: c.CardChanged(p), Pair: p}
		if p.Was >= 0 {
			l.Was, l.Where = v.CardShown(g, c.Was.Laid[p.Was]), v.layPlace(c.Was.Laid, p.Was)
		}
		if p.Is >= 0 {
			l.Is, l.Where = v.CardShown(g, c.Is.Laid[p.Is]), v.layPlace(c.Is.Laid, p.Is)
		}
		cards = append(cards, l)
	}
	for _, p := range c.Bets {
		l := Line{What: v.Text.T("edit_bet"), Changed: c.BetChanged(p), Pair: p}
		if p.Was >= 0 {
			l.Was, l.Where = v.BetWord(c.Was.Bets[p.Was]), v.BetName(g, c.Was.Bets[p.Was])
		}
		if p.Is >= 0 {
			l.Is, l.Where = v.BetWord(c.Is.Bets[p.Is]), v.BetName(g, c.Is.Bets[p.Is])
		}
		bets = append(bets, l)
	}
	for _, p := range c.Decisions {
		l := Line{What: v.Text.T("change_decision", text.Args{"N": p.Number()}), Changed: c.DecisionChanged(p), Pair: p}
		if p.Was >= 0 {
			l.Was, l.Where = v.Choice(c.Was.Decisions[p.Was].Do), v.decider(c.Was.Decisions[p.Was], c.WasOn[p.Was])
		}
		if p.Is >= 0 {
			l.Is, l.Where = v.Choice(c.Is.Decisions[p.Is].Do), v.decider(c.Is.Decisions[p.Is], c.IsOn[p.Is])
		}
		decisions = append(decisions, l)
	}
	return cards, bets, decisions
}

// decider returns the player of a decision, of a split box with the hand on which it was taken.
func (v LogViewer) decider(d games.Decision, hand int) string {
	return v.whose(pay.Act{Box: d.Box, Bettor: d.Bettor, Hand: hand})
}

// Changes returns what differs in another version of a hand: its cards in shoe order, its bets, its decisions.
func (v LogViewer) Changes(g games.Game, was, is *hand.Hand) []ApprovalLine {
	c := hand.Compare(g, was.Round, is.Round)
	cards, _, decisions := v.Lines(g, c)
	var lines []ApprovalLine
	for _, l := range cards {
		if l.Changed {
			lines = append(lines, v.change(l.What, v.laidAt(g, c.Was.Laid, l.Pair.Was), v.laidAt(g, c.Is.Laid, l.Pair.Is)))
		}
	}
	lines = append(lines, v.betChanges(g, was.Round.Bets, is.Round.Bets)...)
	for _, l := range decisions {
		if l.Changed {
			lines = append(lines, v.change(l.What, v.decidedAt(c.Was.Decisions, c.WasOn, l.Pair.Was), v.decidedAt(c.Is.Decisions, c.IsOn, l.Pair.Is)))
		}
	}
	return lines
}

// otherwise adds which cards of the open hand differ from those entered, and reports whether any does.
func (a *approval) otherwise(h *hand.Hand) bool {
	entered, other := h.AsEntered()
	if !other {
		return false
	}
	c := hand.Compare(a.t.Game, entered.Round, h.Round)
	cards, _, _ := a.v.Log().Lines(a.t.Game, c)
	for _, l := range cards {
		if c.OtherCard(l.Pair) {
			a.lines = append(a.lines, a.v.Log().change(l.What, a.v.Log().laidAt(a.t.Game, c.Was.Laid, l.Pair.Was), a.v.Log().laidAt(a.t.Game, c.Is.Laid, l.Pair.Is)))
		}
	}
	return true
}

func (v LogViewer) change(what, before, after string) ApprovalLine {
	none := v.Text.T("change_none")
	if before == "" {
		before = none
	}
	if after == "" {
		after = none
	}
	return ApprovalLine{Text: v.Text.T("change_line", text.Args{"What": what, "Was": before, "Is": after})}
}

// restaked adds how the valid stakes of unchanged bets change by a correction, and what goes back of them.
func (a *approval) restaked(h *hand.Hand) {
	for _, x := range h.Relays[len(h.Relays)-1].Restaked(h.Game) {
		bet := a.v.BetName(a.t.Game, games.Bet{Box: x.Box, Spot: x.Spot, Bettor: x.Bettor})
		is := a.v.Text.Amount(x.Is)
		if x.Back > 0 {
			is += ", " + a.v.Text.T("change_back", text.Args{"Amount": a.v.Text.Amount(x.Back)})
		}
		a.lines = append(a.lines, a.v.Log().change(bet+", "+strings.ToLower(a.v.Text.T("change_stake")), a.v.Text.Amount(x.Was), is))
	}
}

// layPlace returns the place of the nth card of a hand. The first card has none where it was burned.
func (v LogViewer) layPlace(laid []games.Laid, i int) string {
	if i == 0 && laid[i].Burned {
		return v.Place(undealt)
	}
	return v.Reconstruction().relayPlace(laid[i])
}

// laidAt returns card i of a hand and its place; "" for a negative i.
func (v LogViewer) laidAt(g games.Game, laid []games.Laid, i int) string {
	if i < 0 {
		return ""
	}
	return v.CardShown(g, laid[i]) + ", " + v.layPlace(laid, i)
}

// decidedAt returns decision i of a hand; "" for a negative i.
func (v LogViewer) decidedAt(decisions []games.Decision, on []int, i int) string {
	if i < 0 {
		return ""
	}
	return v.decider(decisions[i], on[i]) + ", " + v.Choice(decisions[i].Do)
}

// Choice returns a decision in a word.
func (v LogViewer) Choice(do games.Action) string { return v.Text.T("choice_" + string(do)) }

// betChanges returns the bets that differ between before and after.
func (v LogViewer) betChanges(g games.Game, before, after []games.Bet) []ApprovalLine {
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
