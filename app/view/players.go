package view

import (
	"regexp"
	"slices"

	"sabot/app/text"
	"sabot/app/view/rules"
	"sabot/app/view/scorecard"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
)

// A Players is the content of the window that faces the players. It has no stake, no name and nothing of what
// the house won: all can read it.
type Players struct {
	Table, Game string
	Phase       Announced
	New         string // that limits will be others, and from when on; "" where none will
	Spots       []PlayersSpot
	Result      PlayersResult
	// Last are the house's hands of the last games, the newest first, and LastOf what they
	// are; none where the game makes roads.
	Last   []PlayersLast
	LastOf string
	Roads  *scorecard.Roads // nil where the game makes none
}

// A PlayersSpot is a spot with its limits and what it pays.
type PlayersSpot struct {
	Name, Range, Pays string
	New               string // the range that was announced; "" where it stays
}

// A PlayersResult is the last hand that came to its end; no Hands where none did.
type PlayersResult struct {
	Title string
	Hands []PlayersHand // the house's first
}

// A PlayersHand is a hand of cards: of a box, or of the house.
type PlayersHand struct {
	Name  string
	Box   int    // 0 for the house's
	Place string // of the house's which
	Cards []Card
	Total string
	Won   bool // of two sides the one that won
}

// A PlayersLast is the house's total in a hand.
type PlayersLast struct{ Total string }

// lastHands is how many hands before are shown.
const lastHands = 12

// PlayersOf returns what players are shown of a table; with totals, the bead plate has totals in place of
// letters.
func (v Viewer) PlayersOf(t *pit.Table, totals bool) Players {
	p := Players{Table: t.Name, Phase: v.NextAct().Announce(t)}
	if p.Phase.Kind == GamePaused && p.Phase.About == "" {
		p.Phase.Text = v.Text.T("announce_rebuilt")
	}
	g := v.Felt().offered(t)
	if g == nil {
		return p
	}
	p.Game = v.Text.T("preset_" + g.Options().Preset)
	p.Spots = v.playersSpots(t, g)
	if p.Phase.Limits != nil {
		p.New = v.Text.T("players_limits", text.Args{"From": p.Phase.Limits.From})
	}
	p.Result = v.playersResult(t)
	if roads, ok := v.RoadsOf(t, scorecard.Probe{Totals: totals}); ok {
		p.Roads = &roads
		return p
	}
	for i := len(t.History) - 1; i >= 0 && len(p.Last) < lastHands; i-- {
		for _, hand := range v.playersHands(&t.History[i], t.History[i].GameOr(t.Game)) {
			if hand.Box == 0 && hand.Total != "" {
				p.LastOf = hand.Name
				p.Last = append(p.Last, PlayersLast{hand.Total})
			}
		}
	}
	if len(p.Last) > 0 {
		p.LastOf = v.Text.T("players_last", text.Args{"Place": p.LastOf})
	}
	return p
}

// playersSpots returns the spots with their limits and odds, as the page of limits has them.
func (v Viewer) playersSpots(t *pit.Table, g games.Game) []PlayersSpot {
	limits := limitsNow(t, g)
	var spots []PlayersSpot
	rows := v.Limits(t, nil)
	for i, s := range games.PresetSpots(g) {
		spot := PlayersSpot{Name: rows[i].Spot, Range: rules.Range(v.Text, limits[s.Name]), Pays: together(rows[i].Pays)}
		if n := v.NextAct().Announce(t).Limits; n != nil {
			if at := slices.IndexFunc(n.Rows, func(r NewLimit) bool { return r.Spot == spot.Name }); at >= 0 {
				spot.New = n.Rows[at].Is
			}
		}
		spots = append(spots, spot)
	}
	return spots
}

var odds = regexp.MustCompile(` ([0-9]+:[0-9]+)`)

// together keeps what a bet pays on the line of what it pays for.
func together(pays string) string { return odds.ReplaceAllString(pays, "\u00a0$1") }

// playersResult returns the hand that is being paid, or the last one before it that was played.
func (v Viewer) playersResult(t *pit.Table) PlayersResult {
	if t.Game == nil {
		return PlayersResult{}
	}
	if t.Deal().Phase() == hand.Paying {
		if hands := v.playersHands(&t.Current, t.Game); len(hands) > 0 {
			return PlayersResult{v.playersTitle(t.Game, &t.Current), hands}
		}
	}
	for i := len(t.History) - 1; i >= 0; i-- {
		if hands := v.playersHands(&t.History[i], t.History[i].GameOr(t.Game)); len(hands) > 0 {
			return PlayersResult{v.playersTitle(t.History[i].GameOr(t.Game), &t.History[i]), hands}
		}
	}
	return PlayersResult{}
}

func (v Viewer) playersTitle(g games.Game, h *hand.Hand) string {
	if game, ok := g.(games.TwoSided); ok {
		if c := game.Coup(h.Round); c.Over {
			return v.Felt().outcome(c)
		}
	}
	return v.Text.T("players_result")
}

// playersHands returns the hands of cards of a hand, the house's first; none where it was cancelled.
func (v Viewer) playersHands(h *hand.Hand, g games.Game) []PlayersHand {
	if h.Cancelled != nil {
		return nil
	}
	winner := games.Place{}
	if game, ok := g.(games.TwoSided); ok {
		winner = game.Coup(h.Round).Winner()
	}
	var house, boxes []PlayersHand
	for _, hand := range h.Hands() {
		if len(hand.Cards) == 0 {
			continue
		}
		shown := PlayersHand{Box: hand.At.Box, Place: hand.At.Name, Won: hand.At == winner && winner != games.Place{}}
		shown.Cards = v.CardsOf(g, h.Round, hand)
		shown.Total = v.Felt().Total(hand, shown.Cards)
		if hand.At.Box == 0 {
			shown.Name = v.Text.T("place_" + hand.At.Name)
			house = append(house, shown)
			continue
		}
		shown.Name = Digit(hand.At.Box)
		if hand.Number > 0 {
			shown.Name += " " + v.NextAct().handShort(hand.Number)
		}
		boxes = append(boxes, shown)
	}
	return append(house, boxes...)
}
