package view

import (
	"cmp"
	"slices"
	"strings"

	"sabot/app/text"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/pay"
)

// RestSpot is the name of the place that all spots share that have none of their own.
const RestSpot = "rest"

// felt returns the layout: every box of the table with its bets and cards.
func (v FeltViewer) felt(t *pit.Table, c Cursor) Felt {
	if !t.Open { // the empty layout by the rules of the next opening
		t = &pit.Table{Game: v.offered(t)}
	}
	if t.Game == nil {
		return Felt{}
	}
	h := &t.Current
	look := lookOf(t.Game, h)
	if n := len(t.History); n > 0 && h.Empty() && t.Open { // what the hand before came to, until the first new bet
		last := &t.History[n-1]
		look = lookOf(last.GameOr(t.Game), last)
	}
	step, paying := games.Step{}, 0
	turns := v.NextAct().turns(t)
	if now, ok := nowOf(turns); ok {
		paying = now.Box
	} else if phase := t.Deal().Phase(); phase >= hand.Dealing && phase != hand.Paying && phase != hand.Paused && phase != hand.Burning {
		step = t.Deal().Next()
	}
	f := Felt{Call: v.call(t), Betting: t.Deal().Phase() == hand.Betting, Closed: h.BetsClosed, Owing: v.OwesCommission(t)}
	feet := feetOf(turns)
	stakes, _ := t.Bets().Staked()
	hands, seconds := map[games.Place]games.Hand{}, map[games.Place]games.Hand{}
	for _, hand := range h.Hands() {
		if hand.Number == 2 {
			seconds[hand.At] = hand
		} else {
			hands[hand.At] = hand
		}
	}
	addFaceDown(t, hands)
	wrong := games.Place{}
	if t.Felt().LiesWrong() && len(h.Round.Laid) > 0 { // the cards are shown where they really lie
		wrong = h.Round.Laid[len(h.Round.Laid)-1].At
		hands = lying(h.Round.Laid)
	}
	spots := games.PresetSpots(t.Game)
	_, early := games.EarlySpot(t.Game)
	f.Behind = early
	shown, rest := v.Places(t.Game)
	f.Shared = t.Game.Layout().Shared
	for n := 1; n <= t.Game.Options().Boxes; n++ {
		b := Box{Number: n, Staked: v.amountOf(stakes[n]), Chosen: c.Box == n, Lit: step.At.Box == n || paying == n, Out: h.BetsClosed}
		for _, s := range shown {
			spot := v.spot(look, n, []games.Spot{s}, nil)
			spot.choose(c, c.Box == n && c.Spot == s.Name)
			v.NextAct().close(&spot, spotIsOver(t, s.Name))
			spot.Kept = !slices.Contains(spots, s)
			b.Spots = append(b.Spots, spot)
			b.Out = b.Out && (spot.empty() || spot.Mark == Inactive)
		}
		if len(rest) > 0 {
			spot := v.spot(look, n, rest, nil)
			spot.Name, spot.Label = RestSpot, v.Text.T("spots_rest")
			over := true
			for _, s := range rest {
				over = over && spotIsOver(t, s.Name)
				spot.choose(c, spot.Chosen || c.Box == n && c.Spot == s.Name)
			}
			v.NextAct().close(&spot, over)
			b.Rest = &spot
			b.Out = b.Out && (spot.empty() || spot.Mark == Inactive)
		}
		b.Note, b.Holder, b.Beside = v.note(t, n), t.Seats[n], v.beside(t, look, n)
		b.Foot = feet[n]
		at := games.AtBox(n)
		b.Cards, b.Total = v.cards(t, hands[at], wrong == at)
		if second, split := seconds[at]; split {
			b.Second = &Half{}
			b.Second.Cards, b.Second.Total = v.cards(t, second, false)
			if step.At == at {
				b.Asked = step.Hand
			}
		}
		f.Boxes = append(f.Boxes, b)
	}
	if box := max(c.Box, step.At.Box); early && box > 0 {
		f.PanelBox, f.PanelTitle, f.Panel = box, v.Text.T("box_n", boxArgs(box)), v.behindPanel(t, look, c, box)
	}
	if len(rest) > 0 && c.Box > 0 && !h.BetsClosed {
		f.PanelBox, f.PanelTitle = c.Box, v.bettorTitle(c)
		for _, s := range spots {
			spot := v.spot(look, c.Box, []games.Spot{s}, &c.Bettor)
			spot.choose(c, c.Spot == s.Name)
			v.NextAct().close(&spot, spotIsOver(t, s.Name))
			f.Panel = append(f.Panel, spot)
		}
	}
	f.House = v.house(t, step, hands, wrong)
	return f
}

// feetOf returns for each box the turn of paying that concerns it: the next one, and behind the last one the last.
func feetOf(turns []Pay) map[int]*Foot {
	feet := map[int]*Foot{}
	for _, turn := range turns {
		if before := feet[turn.Box]; turn.Laid || before != nil && !before.Done {
			continue
		}
		var words []string
		for _, sum := range turn.Sums {
			words = append(words, sum.Short)
		}
		feet[turn.Box] = &Foot{Text: strings.Join(words, " "), Who: turn.Who, Now: turn.Now, Done: turn.Done}
	}
	return feet
}

// Places returns the spots of a box that have a place of their own on the felt, and those that share one. Where
// all bet on the same hands a box has room for its main bets only.
func (v FeltViewer) Places(g games.Game) (own, rest []games.Spot) {
	for _, s := range slices.Concat(games.PresetSpots(g), games.RaiseSpots(g)) {
		switch offered := slices.Contains(games.PresetSpots(g), s); {
		case !offered && !s.Shown:
		case s.Main || !g.Layout().Shared:
			own = append(own, s)
		default:
			rest = append(rest, s)
		}
	}
	return own, rest
}

// RestSpots returns the spots of a box that share a place on the felt; none where all have one of their own.
func (v FeltViewer) RestSpots(t *pit.Table) []games.Spot {
	_, rest := v.Places(t.Game)
	return rest
}

// addFaceDown adds the cards that were dealt face down and that nobody has laid open yet. Before the card
// that lies open from the start was entered nobody knows how far the deal has come.
func addFaceDown(t *pit.Table, hands map[games.Place]games.Hand) {
	_, counted := t.Deal().LeftToDeal()
	if len(t.Current.Open) == 0 && !counted || len(games.Opening(t.Game, t.Current.Round, false)) == 0 {
		return
	}
	lying := map[games.Place][]games.Card{}
	for _, l := range t.Felt().OnFelt() {
		switch at := l.At.Place(); {
		case l.Burned:
		case l.Card.Hidden():
			lying[at] = append(lying[at], games.Card(0))
		default:
			lying[at] = append(lying[at], l.Card.Card())
		}
	}
	for at, cards := range lying {
		if !slices.Contains(cards, games.Card(0)) {
			continue
		}
		hand := hands[at]
		hand.At, hand.Total, hand.Cards = at, noTotal, cards // a first card that nobody has seen lies before a second that lies open
		hands[at] = hand
	}
}

// lying returns the cards of a misdealt hand by their places, without totals.
func lying(laid []games.Laid) map[games.Place]games.Hand {
	hands := map[games.Place]games.Hand{}
	for _, l := range laid {
		if l.Burned {
			continue
		}
		hand := hands[l.At]
		hand.At, hand.Total = l.At, noTotal
		hand.Cards = append(hand.Cards, l.Card)
		hands[l.At] = hand
	}
	return hands
}

// noTotal is the total of cards that do not count yet.
const noTotal = -1

// OwedByBox returns what each box owes, in minor units.
func OwedByBox(t *pit.Table) (all []games.Amount) {
	for box := 1; box <= t.Game.Options().Boxes; box++ {
		all = append(all, t.OwedBy(box))
	}
	return all
}

// note returns one more remark on a box, the most important one.
func (v FeltViewer) note(t *pit.Table, box int) string {
	if owes := t.OwedBy(box); owes > 0 {
		return v.Text.T("note_commission", text.Args{"Amount": v.Text.Alike(OwedByBox(t)...).Amount(owes)})
	}
	if who := t.Current.EvenOn(box); len(who) > 0 {
		return v.evenMoney(who)
	}
	if do := t.Bets().SaidAhead(box); do != "" {
		return "» " + v.Text.T("choice_"+string(do))
	}
	return ""
}

// beside returns the bets of a box that decisions made and that have no place of their own, with their outcome. It
// returns nil where there are none.
func (v FeltViewer) beside(t *pit.Table, l look, box int) *Spot {
	for _, s := range games.RaiseSpots(t.Game) {
		if spot := v.spot(l, box, []games.Spot{s}, nil); !s.Shown && !spot.empty() && !l.hand.TookEven(box) {
			return &spot
		}
	}
	return nil
}

// bettorTitle names the box and, of several, the bettor.
func (v FeltViewer) bettorTitle(c Cursor) string {
	title := v.Text.T("box_n", boxArgs(c.Box))
	if c.Bettor != "" {
		title += " · " + v.Text.T("bettor_n", text.Args{"N": c.Bettor})
	}
	return title
}

// house returns the hands that are no box's.
func (v FeltViewer) house(t *pit.Table, step games.Step, hands map[games.Place]games.Hand, wrong games.Place) []Side {
	var sides []Side
	winner := games.Place{}
	if game, ok := t.Game.(games.TwoSided); ok && t.Current.BetsClosed {
		if c := game.Coup(t.Current.Round); c.Over {
			winner = c.Winner()
		}
	}
	for _, s := range t.Game.Layout().Sides {
		at := s.At
		side := Side{
			Name: at.Name, Title: v.Text.T("place_" + at.Name), Lit: step.At == at,
			Won: at == winner && winner != games.Place{},
		}
		side.Cards, side.Total = v.cards(t, hands[at], wrong == at)
		if t.Deal().HoleRead() && slices.ContainsFunc(side.Cards, func(c Card) bool { return c.Back }) {
			side.Total = v.Text.T("word_read")
		}
		sides = append(sides, side)
	}
	sides[len(sides)-1].Ready = t.Deal().DrawnAhead()
	return sides
}

// game returns the table's game; before its first opening, the one the house has set.
func (v FeltViewer) game(t *pit.Table) games.Game {
	if t.Game != nil {
		return t.Game
	}
	return v.set(t)
}

// set returns the game that the house has set for a table; nil where it has none.
func (v FeltViewer) set(t *pit.Table) games.Game {
	if v.House == nil {
		return nil
	}
	set, _ := v.House.TableNamed(t.Name)
	g, err := handfile.ParseRules(set.Game, set.Rules)
	if err != nil {
		return nil
	}
	return g
}

// offered returns the game by which players may bet: of a closed table the one of its next opening.
func (v FeltViewer) offered(t *pit.Table) games.Game {
	if t.Open {
		return t.Game
	}
	return cmp.Or(v.set(t), t.Game)
}

// limitsNow returns the present limits of an offered game.
func limitsNow(t *pit.Table, g games.Game) map[string]games.Limit {
	if !t.Open {
		return games.LimitsOf(g, games.Round{})
	}
	return games.LimitsOf(g, t.Current.Round)
}

// cards returns a hand's cards and its total; with wrong, the last card does not belong there.
func (v FeltViewer) cards(t *pit.Table, h games.Hand, wrong bool) ([]Card, string) {
	cards := v.CardsOf(t.Game, t.Current.Round, h)
	if !t.Current.ClosedAt.IsZero() { // the hand as it lay, for who works here
		cards = v.faces(t.Game, h, func(int) bool { return false })
	}
	switch {
	case len(cards) == 0:
		return nil, ""
	case wrong:
		cards[len(cards)-1].Wrong = true
		return cards, ""
	case h.Total == noTotal:
		return cards, ""
	}
	return cards, v.Total(h, cards)
}

// CardsOf returns the cards of one hand of a round, with the covered ones face down.
func (v Viewer) CardsOf(g games.Game, r games.Round, h games.Hand) []Card {
	return v.Felt().faces(g, h, func(n int) bool { return games.Covered(g, r, h.At, n) })
}

func (v FeltViewer) faces(g games.Game, h games.Hand, covered func(n int) bool) []Card {
	var cards []Card
	for i, c := range h.Cards {
		if !c.Valid() || covered(i) {
			cards = append(cards, Card{Back: true})
			continue
		}
		card := Card{Rank: RankLabel(c.Rank().String())}
		if g.ReadsSuits() && c.Suited() {
			card.Suit = c.Suit().String()
		}
		cards = append(cards, card)
	}
	return cards
}

// Total returns a hand's total, or its totals, or its word; "" of a hand with a card face down.
func (v FeltViewer) Total(h games.Hand, cards []Card) string {
	switch {
	case slices.ContainsFunc(cards, func(c Card) bool { return c.Back }):
		return ""
	case h.Word != "":
		return v.Text.T("word_" + h.Word)
	case h.Ranked:
		return ""
	}
	var totals []string
	for _, total := range h.Totals() {
		totals = append(totals, Digit(total))
	}
	return strings.Join(totals, "/")
}

// A look is a hand with what the rules say of its bets.
type look struct {
	hand   *hand.Hand
	bets   []games.Bet // those that decisions put down behind the others
	spots  []games.Spot
	stakes []games.Stake
	staked map[int]games.Amount
	rows   map[int]games.Payment // by bet
	gone   map[int]games.Amount  // what of a bet has left the felt
	nets   map[int][]games.Amount
	parts  map[int][]part // of bets that ride on hands of a split box
	added  map[int]games.Amount
}

func lookOf(g games.Game, h *hand.Hand) look {
	raised := games.Raised(g, h.Round)
	stakes := g.Stakes(h.Round)
	for _, b := range raised {
		stakes = append(stakes, games.Stake{Amount: b.Amount})
	}
	l := look{
		hand: h, bets: slices.Concat(h.Round.Bets, raised), spots: games.PresetSpots(g), stakes: stakes, staked: map[int]games.Amount{},
		rows: h.PlayedByBet(), gone: h.Gone(), nets: map[int][]games.Amount{}, parts: map[int][]part{}, added: map[int]games.Amount{},
	}
	l.lay(g)
	even := map[int]bool{}
	for _, p := range h.Parts {
		even[p.Bet] = even[p.Bet] || p.Hand == pay.EvenMoney
		if p.Hand != 0 {
			l.nets[p.Bet] = append(l.nets[p.Bet], p.Returned-p.Staked)
		}
	}
	byHand := h.Split()
	for bet, p := range l.rows {
		l.came(bet, byHand(p))
		switch {
		case len(p.Parts) > 0 || even[bet]:
		case len(byHand(p)) > 0:
			for _, part := range byHand(p) {
				l.nets[bet] = append(l.nets[bet], part.Returned-part.Staked)
			}
		default:
			l.nets[bet] = []games.Amount{p.Net()}
		}
	}
	return l
}

// lies returns how much of a bet is still on the felt.
func (l look) lies(bet int, stake games.Amount) games.Amount {
	return l.left(stake - l.gone[bet])
}

// staked returns all that is staked in the hand, in words; "" where nothing is.
func (v FeltViewer) staked(t *pit.Table) string {
	if t.Game == nil || !t.Open {
		return ""
	}
	if _, all := t.Bets().Staked(); all > 0 {
		return v.Text.T("total_staked", text.Args{"Amount": v.Text.Amount(all)})
	}
	return ""
}

// amountOf returns an amount in words; "" for zero.
func (v Viewer) amountOf(a games.Amount) string {
	if a == 0 {
		return ""
	}
	return v.Text.Amount(a)
}
