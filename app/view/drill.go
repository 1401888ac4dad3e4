package view

import (
	"slices"
	"strings"

	"sabot/app/text"
	"sabot/games"
	"sabot/games/drill"
)

// DrillFelt returns the felt of question n as far as the hand has come, without the bets that earlier ones had
// collected or paid. With told, the totals of the cards are shown; the results of bets never are.
func (v DrillViewer) DrillFelt(t drill.Task, n int, told bool) Felt {
	q := t.Questions[n]
	g, r := t.Game, q.Round
	lies := stakedOn(g, r)
	for i, amount := range t.Gone(n) {
		lies[i] -= amount
	}
	bets := slices.Concat(r.Bets, games.Raised(g, r))
	if q.Ask == drill.Stays { // as they were put down
		for i, b := range bets {
			lies[i] = b.Amount
		}
	}
	asked := games.Bet{}
	if q.Ask == drill.Comes || q.Ask == drill.Owes || q.Ask == drill.Stays {
		asked = bets[q.Bet]
	}
	f := Felt{Shared: g.Layout().Shared, Betting: true} // what is chosen stands out
	hands := v.drillHands(t, q, told)
	own, rest := v.Felt().places(g)
	on := func(box int, spots []games.Spot) Spot {
		s := Spot{Name: spots[0].Name, Label: v.Text.T("spot_" + spots[0].Name)}
		var sum games.Amount
		for i, b := range bets {
			if b.Box == box && slices.ContainsFunc(spots, func(s games.Spot) bool { return s.Name == b.Spot }) {
				sum += lies[i]
				s.Chosen = s.Chosen || b.Box == asked.Box && b.Spot == asked.Spot
			}
		}
		s.Amount = v.amountOf(sum)
		return s
	}
	for n := 1; n <= min(g.Options().Boxes, drillBoxes); n++ {
		at := games.AtBox(n)
		b := Box{Number: n, Lit: asked.Box == n, Cards: hands[at].cards, Total: hands[at].total}
		b.Out = !slices.ContainsFunc(bets, func(bet games.Bet) bool { return bet.Box == n })
		if left := hands[at].left; left != nil {
			b.Second = &Half{Cards: left.cards, Total: left.total}
			if asked.Box == n {
				b.Asked = q.Hand
			}
		}
		for _, s := range own {
			b.Spots = append(b.Spots, on(n, []games.Spot{s}))
		}
		if len(rest) > 0 {
			spot := on(n, rest)
			spot.Name, spot.Label = RestSpot, v.Text.T("spots_rest")
			b.Rest = &spot
		}
		for _, s := range games.RaiseSpots(g) {
			if spot := on(n, []games.Spot{s}); spot.Amount != "" && !s.Shown {
				b.Beside = &spot
			}
		}
		f.Boxes = append(f.Boxes, b)
	}
	if len(rest) > 0 && asked.Box > 0 {
		f.PanelBox, f.PanelTitle = asked.Box, v.Text.T("box_n", boxArgs(asked.Box))
		for _, s := range games.PresetSpots(g) {
			f.Panel = append(f.Panel, on(asked.Box, []games.Spot{s}))
		}
	}
	for _, s := range g.Layout().Sides {
		f.House = append(f.House, Side{Name: s.At.Name, Title: v.Text.T("place_" + s.At.Name), Cards: hands[s.At].cards, Total: hands[s.At].total})
	}
	return f
}

// drillBoxes is how many boxes a drill has at most: a digit is one.
const drillBoxes = 9

type drillHand struct {
	cards []Card
	total string
	left  *drillHand // of a split box
}

// drillHands returns the cards of a question by their places. A deal that may be a misdeal has no totals.
func (v DrillViewer) drillHands(t drill.Task, q drill.Question, told bool) map[games.Place]drillHand {
	out := map[games.Place]drillHand{}
	if t.Class.Kind == drill.Misdeals {
		moves := ""
		if relaid, err := games.Relay(t.Game, q.Round); err == nil && q.Ask == drill.To {
			moves = relaid.Moved[0].From.String() + relaid.Moved[0].Card.String()
		}
		for _, l := range q.Round.Laid {
			h := out[l.At]
			cards := v.cardsOf(t.Game, q.Round, games.Hand{Cards: []games.Card{l.Card}})
			if moves == l.At.String()+l.Card.String() {
				cards[0].Wrong, moves = true, ""
			}
			h.cards = append(h.cards, cards...)
			out[l.At] = h
		}
		return out
	}
	for _, hand := range t.Game.Hands(q.Round) {
		h := drillHand{cards: v.cardsOf(t.Game, q.Round, hand)}
		if told {
			h.total = v.Felt().total(hand, h.cards)
		}
		const leftHand = 2
		if right, split := out[hand.At]; split && hand.Number == leftHand {
			left := h
			right.left = &left
			h = right
		}
		out[hand.At] = h
	}
	return out
}

// DrillAsks returns the text of a question, and how it is answered.
func (v DrillViewer) DrillAsks(t drill.Task, q drill.Question) (asks string, how []string) {
	args := text.Args{"Amount": v.Text.Amount(t.Tray.Amount)}
	if q.Ask == drill.Comes || q.Ask == drill.Owes || q.Ask == drill.Stays {
		b := slices.Concat(q.Round.Bets, games.Raised(t.Game, q.Round))[q.Bet]
		amount := b.Amount
		if q.Ask != drill.Stays {
			amount = t.Stake(q)
		}
		args = text.Args{"Box": b.Box, "Spot": v.drillSpot(t.Game, q, b), "Amount": v.Text.Amount(amount)}
		if q.Ask == drill.Stays {
			return v.Text.T("drill_ask_stays", args), []string{v.Text.T("drill_how_stays", text.Args{"Limits": v.drillLimits(t)})}
		}
	}
	how = []string{v.Text.T("drill_how_" + string(q.Ask))}
	if q.Ask == drill.Owes {
		how = append(how, v.Text.T("drill_as_tracked"))
	}
	if t.Class.Kind == drill.Misdeals {
		how = append(how, v.Text.T("drill_as_laid", text.Args{"Cards": v.drillOrder(t.Game, q.Round)}))
	}
	return v.Text.T("drill_ask_"+string(q.Ask), args), how
}

// drillSpot returns a bet in words: its spot, and the early decision of one behind. It adds whose bet it is
// where a decision put it down, and the hand of a split box.
func (v DrillViewer) drillSpot(g games.Game, q drill.Question, b games.Bet) string {
	spot := v.Text.T("spot_" + b.Spot)
	if early, there := games.EarlySpot(g); there && early == b.Spot {
		spot += " (" + v.EarlyWord(b.Early) + ")"
	} else if there && slices.ContainsFunc(games.RaiseSpots(g), func(s games.Spot) bool { return s.Name == b.Spot }) {
		whose := "drill_of_front"
		if b.Bettor != "" {
			whose = "drill_of_behind"
		}
		spot += " " + v.Text.T(whose, text.Args{"Bettor": b.Bettor})
	}
	if q.Hand == drill.EvenMoney {
		spot += ", " + v.Text.T("drill_even")
	}
	if q.Hand > 0 {
		spot += ", " + v.Text.T("hand_"+Digit(q.Hand))
	}
	return spot
}

// drillOrder returns which cards came out of the shoe, one after the other, each with its place.
func (v DrillViewer) drillOrder(g games.Game, r games.Round) string {
	var all []string
	for _, l := range r.Laid {
		all = append(all, rankLabel(l.Card.Rank().String())+"\u00a0→\u00a0"+placeLetter(g, l.At))
	}
	return strings.Join(all, ", ")
}

// placeLetter returns the key of a place.
func placeLetter(g games.Game, at games.Place) string {
	for _, s := range g.Layout().Sides {
		if s.At == at {
			return s.Key
		}
	}
	return Digit(at.Box)
}

// drillLimits returns the limits of a task about them.
func (v DrillViewer) drillLimits(t drill.Task) string {
	var all []string
	for _, s := range games.PresetSpots(t.Game) {
		if l, there := t.Game.Options().Limits[s.Name]; there {
			all = append(all, v.Text.Label(v.Text.T("spot_"+s.Name), v.Range(l)))
		}
	}
	return strings.Join(all, ", ")
}
