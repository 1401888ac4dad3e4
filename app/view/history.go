package view

import (
	"slices"
	"strings"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/pay"
)

// A Shown is a closed hand as it lay: in one line of the list, or on a page of its own.
type Shown struct {
	Number   int
	Title    string // "Hand 12"
	ID       string // table, shift, shoe, hand
	Time     string // of day; with the date on its own page
	Croupier string
	Marks    []string // cancelled, put right, corrected
	Call     string   // what the croupier called
	Staked   string   // all that was staked
	Places   []Lay    // the house's hands first, then the boxes
	Aside    string   // what the bets of split boxes came to that ride on none of their hands, "" if none
	Bets     []BetLine
	Facts    []string // what was done to it, by whom and why
	Version  string   // which version of how many, "" where there is one
}

// A Lay is a hand of cards at its place, with what its box staked and got.
type Lay struct {
	Name   string
	Box    int // 0 for a hand of the house
	Cards  []Card
	Total  string
	Said   string // the decisions, one after the other
	Staked string
	Nets   []Net  // what was lost, lay level and was won, never one against the other
	Keys   string // the same as the keys that were pressed, where there is no room for words
	hand   int    // of a split box: 1 the right one, 2 the left
}

// A BetLine is one bet of a closed hand.
type BetLine struct {
	Box      string
	Bettor   string
	Spot     string
	Put      string // as it was put down, with what doubling or a split added
	Staked   string
	Outcome  string // with its odds
	Returned string
	Net      string
	Mark     Mark
	box      int
}

// History returns the shift's closed hands as dealt, the newest first.
func (v LogViewer) History(t *pit.Table) []Shown {
	var list []Shown
	for i := range slices.Backward(t.History) {
		h := &t.History[i]
		s := v.shown(t, h)
		s.Time = v.Clock(h.ClosedAt)
		s.Marks = v.marksOf(h)
		list = append(list, s)
	}
	return list
}

// Versions returns how many versions a hand has: one more than it has corrections.
func Versions(h *hand.Hand) int { return len(h.Was) + 1 }

// HandShown returns a closed hand on a page of its own, in one of its versions: 0 is the first. False where the
// shift has no such hand or version.
func (v LogViewer) HandShown(t *pit.Table, number, version int) (Shown, bool) {
	last, ok := t.ClosedHand(number)
	if !ok || version < 0 || version > len(last.Was) {
		return Shown{}, false
	}
	h := last
	if version < len(last.Was) {
		h = &last.Was[version]
	}
	s := v.shown(t, h)
	s.ID = v.Text.T("hand_id", text.Args{"Table": t.Name, "Shift": t.Shift, "Shoe": last.Shoe, "Hand": last.Number})
	s.Time = v.House.Wall(last.ClosedAt).Format("02.01.2006 15:04:05")
	s.Croupier = v.dealers(last)
	s.Marks = v.marksOf(last)
	if n := Versions(last); n > 1 {
		s.Version = v.Text.T("hand_version", text.Args{"N": version + 1, "Of": n})
	}
	s.Facts = v.factsOf(t, h, version)
	return s, true
}

// dealers returns the names of the croupiers who dealt a closed hand, in the order in which they came.
func (v LogViewer) dealers(h *hand.Hand) string {
	if !h.Dealt.Shared() {
		return v.House.NameAt(h.Croupier, h.ClosedAt)
	}
	names := make([]string, len(h.Dealt))
	for i, number := range h.Dealt {
		names[i] = v.House.NameAt(number, h.ClosedAt)
	}
	return strings.Join(names, ", ")
}

func (v LogViewer) shown(t *pit.Table, h *hand.Hand) Shown {
	s := Shown{Number: h.Number, Title: v.Text.T("history_hand", text.Args{"Hand": h.Number})}
	at := *t
	at.Current, at.Open, at.Game = *h, true, h.GameOr(t.Game) // cards are drawn as those of the open hand are
	if h.Cancelled == nil {
		s.Call = v.Felt().call(&at)
	}
	for _, hand := range v.handsOf(at.Game, h) {
		lay := Lay{Name: v.Reconstruction().shortPlace(hand.At), Box: hand.At.Box, hand: hand.Number}
		if hand.Number > 0 {
			lay.Name += " " + v.NextAct().handShort(hand.Number)
		}
		lay.Cards, lay.Total = v.Felt().cards(&at, hand, false)
		s.Places = append(s.Places, lay)
	}
	var staked games.Amount
	type laid struct{ box, hand int }
	sums, nets := map[laid]games.Amount{}, map[laid]*outcome{}
	came := func(at laid, p games.Payment) {
		if nets[at] == nil {
			nets[at] = &outcome{}
		}
		sums[at] += p.Staked
		nets[at].add(p.Net())
	}
	byHand := h.Split()
	column := v
	column.Text = v.Text.Alike(amountsOf(h.Played())...)
	for _, p := range h.Played() {
		staked += p.Staked
		parts := byHand(p)
		if len(parts) == 0 {
			came(laid{p.Box, 0}, p)
			s.Bets = append(s.Bets, column.betLine(&at, p))
		}
		for _, part := range parts {
			one := partOf(p, part)
			came(laid{p.Box, part.Hand}, one)
			line := column.betLine(&at, one)
			line.Spot += " " + v.NextAct().handShort(part.Hand)
			s.Bets = append(s.Bets, line)
		}
	}
	if h.Cancelled != nil {
		s.giveBack(v.Viewer, at.Game, h)
		return s
	}
	slices.SortStableFunc(s.Bets, func(a, b BetLine) int { return a.box - b.box })
	s.Staked = v.Text.Amount(staked)
	s.decided(v.Viewer, at.Game, h)
	var aside []Net
	other := outcome{}
	for at, sum := range sums {
		lay := s.at(at.box, at.hand)
		lay.Staked, lay.Nets = v.Text.Amount(sum), nets[at].nets(v.Viewer)
		if _, split := sums[laid{at.box, 2}]; split && at.hand == 0 {
			other.lost, other.won = other.lost+nets[at].lost, other.won+nets[at].won
			aside = other.nets(v.Viewer)
		}
	}
	for _, net := range aside {
		s.Aside += " " + net.Text
	}
	if s.Aside != "" {
		s.Aside = v.Text.T("history_aside", text.Args{"Net": s.Aside[1:]})
	}
	slices.SortStableFunc(s.Places, func(a, b Lay) int { return a.Box - b.Box })
	return s
}

// giveBack fills s for a hand that was cancelled: what was in play went back.
func (s *Shown) giveBack(v Viewer, g games.Game, h *hand.Hand) {
	var all games.Amount
	sums := map[int]games.Amount{}
	idle := map[games.BetKey]games.Amount{} // what of a bet never played
	for i, stake := range g.Stakes(h.Round) {
		b := h.Round.Bets[i]
		idle[b.Key()] = b.Amount - stake.Amount
	}
	for _, p := range h.Played() {
		all += p.Returned - idle[p.Key()]
		sums[p.Box] += p.Returned - idle[p.Key()]
	}
	s.Staked = v.Text.Amount(all)
	for box, sum := range sums {
		lay := s.at(box, 0)
		lay.Staked, lay.Nets = v.Text.Amount(sum), []Net{{v.Log().wentBack(h), Inactive}}
	}
	slices.SortStableFunc(s.Bets, func(a, b BetLine) int { return a.box - b.box })
	slices.SortStableFunc(s.Places, func(a, b Lay) int { return a.Box - b.Box })
}

// wentBack returns what became of the stakes of a hand that was cancelled, or made void, in a word.
func (v LogViewer) wentBack(h *hand.Hand) string {
	if h.VoidUnmoved() {
		return v.Text.T("hand_unmoved")
	}
	return v.Text.T("hand_back")
}

// decided puts each decision to the hand that took it.
func (s *Shown) decided(v Viewer, g games.Game, h *hand.Hand) {
	r := h.Round
	all := r.Decisions
	for i, d := range all {
		word := v.Text.T("choice_" + string(d.Do))
		if d.Do == games.Insure { // the bet, not the question
			word = v.Log().insured(h, d)
		}
		r.Decisions = all[:i]
		hand := 0
		if step, err := g.Next(r); err == nil && step.Kind == games.Ask && step.At.Box == d.Box {
			hand = step.Hand
		}
		if !slices.ContainsFunc(s.Places, func(l Lay) bool { return l.Box == d.Box && l.hand == hand }) {
			hand = 1 // before the split
		}
		lay := s.at(d.Box, hand)
		if lay.Said != "" {
			word = " · " + word
		}
		lay.Said += word
		if answer, ok := g.Layout().Answer(d.Do); ok {
			lay.Keys += answer.Key
		}
	}
}

// insured returns a word for a bet that was insured or took even money, with the bettor of a bet behind.
func (v LogViewer) insured(h *hand.Hand, d games.Decision) string {
	switch {
	case slices.Contains(h.EvenOn(d.Box), d.Bettor):
		return v.Felt().evenMoney([]string{d.Bettor})
	case d.Bettor != "":
		return v.Text.T("spot_insurance") + " " + v.NextAct().who(pay.Act{Bettor: d.Bettor})
	}
	return v.Text.T("spot_insurance")
}

// partOf returns the payment of a bet on one hand of a split box. The first hand has what was put down first,
// the other what was added.
func partOf(p games.Payment, part games.Part) games.Payment {
	back := p.Reduced()
	if part.Hand > 1 && len(p.Parts) > 1 {
		p.Amount, back = 0, 0
	}
	p.Added, p.Staked, p.Returned = part.Staked-p.Amount+back, part.Staked, part.Returned+back
	p.Outcome, p.Odds, p.Parts = part.Outcome, part.Odds, nil
	return p
}

// at returns the hand of a box, of a split one the hand of that number. Bets on no hand of cards get a place of
// their own.
func (s *Shown) at(box, hand int) *Lay {
	i := slices.IndexFunc(s.Places, func(l Lay) bool { return l.Box == box && l.hand == hand })
	if i < 0 {
		s.Places = append(s.Places, Lay{Name: Digit(box), Box: box})
		i = len(s.Places) - 1
	}
	return &s.Places[i]
}

// handsOf returns the hands of cards of a hand. Of one that was cancelled it returns the cards where they lay, also
// those that nobody laid open, which count for nothing.
func (v LogViewer) handsOf(g games.Game, h *hand.Hand) []games.Hand {
	if h.Cancelled == nil {
		return h.Hands()
	}
	at := lying(h.OnFelt())
	var hands []games.Hand
	for _, place := range g.Places() {
		if hand, ok := at[place]; ok {
			hands = append(hands, hand)
		}
	}
	return hands
}

// amountsOf returns what stands in the columns of a hand's bets.
func amountsOf(played []games.Payment) (all []games.Amount) {
	for _, p := range played {
		all = append(all, p.Amount+p.Added, p.Staked, p.Returned, p.Net())
	}
	return all
}

func (v LogViewer) betLine(t *pit.Table, p games.Payment) BetLine {
	l := BetLine{
		box: p.Box, Box: Digit(p.Box), Bettor: p.Bettor, Spot: v.spotLabel(t.Game, p.Spot), Put: v.Text.Amount(p.Amount + p.Added), Staked: v.Text.Amount(p.Staked),
		Outcome: v.Text.T("hand_" + string(p.Outcome)), Returned: v.Text.Amount(p.Returned), Net: v.Text.Going(p.Net()), Mark: netMark(p.Net()),
	}
	if p.Outcome == games.Win {
		l.Outcome += " " + p.Odds.String()
	}
	if p.Tracked {
		l.Outcome += " · " + v.Text.T("note_commission", text.Args{"Amount": v.Text.Amount(p.Commission)})
	}
	if p.Outcome == games.Void {
		l.Mark, l.Net = Inactive, "="
	}
	if h := &t.Current; h.Cancelled != nil {
		if l.Outcome = v.wentBack(h); h.VoidUnmoved() {
			l.Returned = ""
		}
	}
	return l
}
