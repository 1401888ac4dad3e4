// Package drills shows the exercises of games/drill: the felt of a question, the question in words, and the
// verdict on an answer. It draws on the words and the felt of a table.
package drills

import (
	"slices"
	"strings"

	"sabot/app/text"
	"sabot/app/view"
	"sabot/app/view/rules"
	"sabot/games"
	"sabot/games/drill"
)

// Felt returns the felt of question n as far as the hand has come, without the bets that earlier ones had
// collected or paid. With told, the totals of the cards are shown; the results of bets never are.
func Felt(v view.Viewer, t drill.Task, n int, told bool) view.Felt {
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
	f := view.Felt{Shared: g.Layout().Shared, Betting: true, Closed: true} // what is chosen stands out
	hands := handsOf(v, t, q, told)
	own, rest := v.Felt().Places(g)
	on := func(box int, spots []games.Spot) view.Spot {
		s := view.Spot{Name: spots[0].Name, Label: v.Text.T("spot_" + spots[0].Name)}
		var sum, put games.Amount
		for i, b := range bets {
			if b.Box == box && slices.ContainsFunc(spots, func(s games.Spot) bool { return s.Name == b.Spot }) {
				sum += lies[i]
				put += b.Amount
				s.Count++
				s.Chosen = s.Chosen || b.Box == asked.Box && b.Spot == asked.Spot
			}
		}
		if sum != 0 {
			s.Amount = v.Text.Amount(sum)
		}
		if put != 0 {
			s.Put = v.Text.Amount(put)
		}
		return s
	}
	for n := 1; n <= min(g.Options().Boxes, mostBoxes); n++ {
		at := games.AtBox(n)
		b := view.Box{Number: n, Lit: asked.Box == n, Cards: hands[at].cards, Total: hands[at].total}
		b.Out = !slices.ContainsFunc(bets, func(bet games.Bet) bool { return bet.Box == n })
		if left := hands[at].left; left != nil {
			b.Second = &view.Half{Cards: left.cards, Total: left.total}
			if asked.Box == n {
				b.Asked = q.Hand
			}
		}
		for _, s := range own {
			spot := on(n, []games.Spot{s})
			spot.Kept = !slices.Contains(games.PresetSpots(g), s)
			b.Spots = append(b.Spots, spot)
		}
		if len(rest) > 0 {
			spot := on(n, rest)
			spot.Name, spot.Label = view.RestSpot, v.Text.T("spots_rest")
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
		f.PanelBox, f.PanelTitle = asked.Box, v.Text.T("box_n", text.Args{"Box": asked.Box})
		for _, s := range games.PresetSpots(g) {
			f.Panel = append(f.Panel, on(asked.Box, []games.Spot{s}))
		}
	}
	for _, s := range g.Layout().Sides {
		f.House = append(f.House, view.Side{Name: s.At.Name, Title: v.Text.T("place_" + s.At.Name), Cards: hands[s.At].cards, Total: hands[s.At].total})
	}
	return f
}

// stakedOn returns what is staked on each bet now, doubling included.
func stakedOn(g games.Game, r games.Round) map[int]games.Amount {
	out := map[int]games.Amount{}
	if s, err := g.Settle(r); err == nil {
		for i, p := range s.Payments {
			out[i] = p.Staked
		}
		return out
	}
	for i, s := range g.Stakes(r) {
		out[i] = s.Amount
	}
	return out
}

// mostBoxes is how many boxes a drill has at most: a digit is one.
const mostBoxes = 9

type handShown struct {
	cards []view.Card
	total string
	left  *handShown // of a split box
}

// handsOf returns the cards of a question by their places. A deal that may be a misdeal has no totals.
func handsOf(v view.Viewer, t drill.Task, q drill.Question, told bool) map[games.Place]handShown {
	out := map[games.Place]handShown{}
	if t.Class.Kind == drill.Misdeals {
		moves := ""
		if relaid, err := games.Relay(t.Game, q.Round); err == nil && q.Ask == drill.To {
			moves = relaid.Moved[0].From.String() + relaid.Moved[0].Card.String()
		}
		for _, l := range q.Round.Laid {
			h := out[l.At]
			cards := v.CardsOf(t.Game, q.Round, games.Hand{Cards: []games.Card{l.Card}})
			if moves == l.At.String()+l.Card.String() {
				cards[0].Wrong, moves = true, ""
			}
			h.cards = append(h.cards, cards...)
			out[l.At] = h
		}
		return out
	}
	for _, hand := range t.Game.Hands(q.Round) {
		h := handShown{cards: v.CardsOf(t.Game, q.Round, hand)}
		if told {
			h.total = v.Felt().Total(hand, h.cards)
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

// Asks returns the text of a question, and how it is answered.
func Asks(v view.Viewer, t drill.Task, q drill.Question) (asks string, how []string) {
	args := text.Args{"Amount": v.Text.Amount(t.Tray.Amount)}
	if q.Ask == drill.Comes || q.Ask == drill.Owes || q.Ask == drill.Stays {
		b := slices.Concat(q.Round.Bets, games.Raised(t.Game, q.Round))[q.Bet]
		amount := b.Amount
		if q.Ask != drill.Stays {
			amount = t.Stake(q)
		}
		args = text.Args{"Box": b.Box, "Spot": spotOf(v, t.Game, q, b), "Amount": v.Text.Amount(amount)}
		if q.Ask == drill.Stays {
			return v.Text.T("drill_ask_stays", args), []string{v.Text.T("drill_how_stays", text.Args{"Limits": limitsOf(v, t)})}
		}
	}
	how = []string{v.Text.T("drill_how_" + string(q.Ask))}
	if q.Ask == drill.Owes {
		how = append(how, v.Text.T("drill_as_tracked"))
	}
	if t.Class.Kind == drill.Misdeals {
		how = append(how, v.Text.T("drill_as_laid", text.Args{"Cards": orderOf(v, t.Game, q.Round)}))
	}
	return v.Text.T("drill_ask_"+string(q.Ask), args), how
}

// spotOf returns a bet in words: its spot, and the early decision of one behind. It adds whose bet it is
// where a decision put it down, and the hand of a split box.
func spotOf(v view.Viewer, g games.Game, q drill.Question, b games.Bet) string {
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
		spot += ", " + v.Text.T("split_"+view.Digit(q.Hand))
	}
	return spot
}

// orderOf returns which cards came out of the shoe, one after the other, each with its place.
func orderOf(v view.Viewer, g games.Game, r games.Round) string {
	var all []string
	for _, l := range r.Laid {
		all = append(all, view.RankLabel(l.Card.Rank().String())+"\u00a0→\u00a0"+placeLetter(g, l.At))
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
	return view.Digit(at.Box)
}

// limitsOf returns the limits of a task about them.
func limitsOf(v view.Viewer, t drill.Task) string {
	var all []string
	for _, s := range games.PresetSpots(t.Game) {
		if l, there := t.Game.Options().Limits[s.Name]; there {
			all = append(all, v.Text.Label(v.Text.T("spot_"+s.Name), rules.Range(v.Text, l)))
		}
	}
	return strings.Join(all, ", ")
}
