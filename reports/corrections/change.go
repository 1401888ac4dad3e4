package corrections

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sabot/games"
	"sabot/pit/hand"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// A Change is a card, a bet or a decision that was put right.
type Change struct {
	What         ChangeKind
	N            int      `json:",omitempty"` // which card or decision, from 1
	Box, Hand    int      `json:",omitempty"` // Hand of a split box: 1 the right one, 2 the left
	Bettor, Spot string   `json:",omitempty"`
	Was, Is      *Version `json:",omitempty"` // nil where there was none, or is none
}

// A ChangeKind is a kind of difference in another version.
type ChangeKind string

const (
	cardChanged     ChangeKind = "card"
	betChanged      ChangeKind = "bet"
	decisionChanged ChangeKind = "decision"
	stakeChanged    ChangeKind = "stake" // of a bet that lies as it lay, what plays
)

// A Version is one state of a card, a bet or a decision.
type Version struct {
	Card   string       `json:",omitempty"`
	Place  string       `json:",omitempty"` // of the hand file; "" where it was burned
	Amount games.Amount `json:",omitempty"`
	Back   games.Amount `json:",omitempty"` // goes back of the bet
	Early  *games.Early `json:",omitempty"`
	Do     games.Action `json:",omitempty"`
}

// Changes returns the differences between two versions of a hand.
func Changes(g games.Game, was, is games.Round) []Change {
	c := hand.Compare(g, was, is)
	return append(changedCards(c), changedSaid(c)...)
}

// changedCards returns the cards that are other ones, or lie elsewhere.
func changedCards(c hand.Compared) []Change {
	var out []Change
	for _, p := range c.Cards {
		if c.CardChanged(p) {
			out = append(out, Change{What: cardChanged, N: p.Number(), Was: cardVersion(c.Was.Laid, p.Was), Is: cardVersion(c.Is.Laid, p.Is)})
		}
	}
	return out
}

// otherThanEntered compares the entered cards of a hand with the cards that somebody said are there. It returns
// only pairs with two different cards.
func otherThanEntered(g games.Game, entered []games.Laid, lie games.Round) hand.Compared {
	if entered == nil {
		return hand.Compared{}
	}
	was := lie
	was.Laid = entered
	c := hand.Compare(g, was, lie)
	c.Cards = slices.DeleteFunc(c.Cards, func(p hand.Pair) bool { return !c.OtherCard(p) })
	return c
}

// EnteredOtherwise returns the cards of a hand that are others than had been entered, before somebody said how its cards lie.
func EnteredOtherwise(g games.Game, entered []games.Laid, lie games.Round) []Change {
	return changedCards(otherThanEntered(g, entered, lie))
}

// withEntered returns the cards of a hand that was put right, each beside the one that had been entered in its place. Cards that were
// entered and do not lie there come last.
func withEntered(c hand.Compared, cards []CardMove) []CardMove {
	for _, p := range c.Cards {
		switch was := cardVersion(c.Was.Laid, p.Was); {
		case p.Is < 0:
			cards = append(cards, CardMove{Card: was.Card, From: was.Place, To: nowhere})
		case p.Is >= len(cards):
		case was != nil:
			cards[p.Is].Card = was.Card + " → " + cards[p.Is].Card
		case !cards[p.Is].Moved():
			cards[p.Is].From = nowhere
		}
	}
	return cards
}

// changedSaid returns the bets and decisions that are other ones.
func changedSaid(c hand.Compared) []Change {
	var out []Change
	for _, p := range c.Bets {
		if !c.BetChanged(p) {
			continue
		}
		x := Change{What: betChanged}
		for _, of := range []struct {
			bets []games.Bet
			n    int
			to   **Version
		}{{c.Was.Bets, p.Was, &x.Was}, {c.Is.Bets, p.Is, &x.Is}} {
			if of.n < 0 {
				continue
			}
			b := of.bets[of.n]
			x.Box, x.Bettor, x.Spot = b.Box, b.Bettor, b.Spot
			*of.to = &Version{Amount: b.Amount}
			if b.Early != (games.Early{}) {
				(*of.to).Early = &b.Early
			}
		}
		out = append(out, x)
	}
	for _, p := range c.Decisions {
		if !c.DecisionChanged(p) {
			continue
		}
		x := Change{What: decisionChanged, N: p.Number()}
		if p.Was >= 0 {
			d := c.Was.Decisions[p.Was]
			x.Box, x.Bettor, x.Hand, x.Was = d.Box, d.Bettor, c.WasOn[p.Was], &Version{Do: d.Do}
		}
		if p.Is >= 0 {
			d := c.Is.Decisions[p.Is]
			x.Box, x.Bettor, x.Hand, x.Is = d.Box, d.Bettor, c.IsOn[p.Is], &Version{Do: d.Do}
		}
		out = append(out, x)
	}
	return out
}

// ChangedStakes returns the bets of a hand of which another amount plays since it was put right.
func ChangedStakes(h *hand.Hand, r *hand.Reconstruction) []Change {
	var out []Change
	for _, x := range r.Restaked(h.Game) {
		out = append(out, Change{
			What: stakeChanged, Box: x.Box, Bettor: x.Bettor, Spot: x.Spot, Was: &Version{Amount: x.Was}, Is: &Version{Amount: x.Is, Back: x.Back},
		})
	}
	return out
}

func cardVersion(laid []games.Laid, n int) *Version {
	if n < 0 {
		return nil
	}
	v := &Version{Card: laid[n].Card.String(), Place: place(laid[n])}
	if laid[n].Hidden {
		v.Card = "?"
	}
	return v
}

// pairedCards returns the cards of two versions of a hand, each beside what it was.
func pairedCards(c hand.Compared) []CardMove {
	var out []CardMove
	for _, p := range c.Cards {
		m := CardMove{From: nowhere, To: nowhere}
		was, is := cardVersion(c.Was.Laid, p.Was), cardVersion(c.Is.Laid, p.Is)
		if was != nil {
			m.Card, m.From = was.Card, was.Place
		}
		if is != nil {
			m.To = is.Place
			if was != nil && was.Card != is.Card {
				m.Card += " → "
			} else {
				m.Card = ""
			}
			m.Card += is.Card
		}
		out = append(out, m)
	}
	return out
}

// changesSection returns the table of what was put right, before and after.
func (x Reconstruction) changesSection(w forms.Pen) paper.Section {
	s := paper.Section{Heading: x.hand(w) + " · " + w.T("report_changed"), Name: x.hand(w) + " · " + w.T("report_changed"), Size: 8, Columns: []paper.Column{
		paper.Left(w.T("report_what")), paper.Left(w.T("report_of_whom")), paper.Left(w.T("report_lay")), paper.Left(w.T("report_lies")),
	}}
	for _, c := range x.Changes {
		s.Rows = append(s.Rows, []paper.Cell{paper.Text(c.what(w)), paper.Text(c.whose(w)), paper.Text(c.said(c.Was, w)), paper.Text(c.said(c.Is, w))})
	}
	return s
}

func (c Change) what(w forms.Pen) string {
	switch c.What {
	case cardChanged:
		return w.T("change_card", map[string]any{"N": c.N})
	case decisionChanged:
		return w.T("change_decision", map[string]any{"N": c.N})
	case stakeChanged:
		return w.T("change_stake")
	}
	return w.T("edit_bet")
}

// whose returns the player of a bet or a decision.
func (c Change) whose(w forms.Pen) string {
	if c.What == cardChanged {
		return paper.Dash
	}
	said := w.Box(c.Box)
	if c.Bettor != "" {
		said += " (" + c.Bettor + ")"
	}
	if c.Spot != "" {
		said += ", " + w.Spot(c.Spot)
	}
	if c.Hand > 0 {
		said += ", " + w.T("hand_"+strconv.Itoa(c.Hand))
	}
	return said
}

// said returns one version in words.
func (c Change) said(v *Version, w forms.Pen) string {
	switch {
	case v == nil:
		return w.T("change_none")
	case c.What == cardChanged:
		return forms.CardName(v.Card) + ", " + placeName(v.Place, w)
	case c.What == decisionChanged:
		return w.T("choice_" + string(v.Do))
	}
	said := w.Amount(v.Amount)
	if v.Back > 0 {
		said += ", " + w.T("change_back", map[string]any{"Amount": w.Amount(v.Back)})
	}
	if v.Early != nil {
		said += ", " + w.Early(*v.Early)
	}
	return said
}

// ChangesSaid returns the corrections in words, each with its player, before and after.
func ChangesSaid(list []Change, w forms.Pen) string {
	var all []string
	for _, c := range list {
		whose := ""
		if c.What != cardChanged {
			whose = c.whose(w) + ", "
		}
		all = append(all, whose+c.what(w)+cmp.Or(w.Colon, ": ")+c.said(c.Was, w)+" » "+c.said(c.Is, w))
	}
	return strings.Join(all, "; ")
}

// DifferenceSaid returns in words what a correction brings the table and takes from the players, or the other
// way round, or that it is nothing.
func DifferenceSaid(table games.Amount, moved, keyed bool, w forms.Pen) string {
	if table == 0 {
		return w.T("value_no_difference")
	}
	return w.T("report_difference_for", map[string]any{"House": w.Signed(table), "Players": w.Signed(-table), "Moved": moved, "Keyed": keyed})
}
