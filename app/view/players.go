package view

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

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
	Rounded     []string // how what some bets pay is rounded, with their names
	Result      PlayersResult
	// Last are the house's hands of the last games, the newest first, and LastOf what they
	// are; none where the game makes roads.
	Last   []PlayersLast
	LastOf string
	Roads  *scorecard.Roads  // nil where the game makes none
	Counts []scorecard.Count // hands of the shoe by who won them, with the letters of the roads
	Shoe   string            // the hand and its shoe; "" where none is in place
	Sides  []PlayersHand     // the places of the house's hands, while no card lies there
}

// A PlayersSpot is a spot with its limits and what it pays.
type PlayersSpot struct {
	Name, Range, Pays string
	Odds              string // the figures of Pays alone
	Rounded           string // how Pays is rounded, which is its end; "" where it is not
	Side              string // the side whose colour it has; "" where it has none
	New               string // the range that was announced; "" where it stays
}

// A PlayersResult is the hand that is dealt, or the last that came to its end; no Hands where no card lies.
type PlayersResult struct {
	Hands []PlayersHand // the house's first
}

// A PlayersHand is a hand of cards: of a box, or of the house.
type PlayersHand struct {
	Name  string
	Box   int    // 0 for the house's
	Place string // of the house's which
	Cards []Card
	Total string
	Came  Mark   // what it came to: Won, Lost, Pushed; Plain while that is open, or not the same against all boxes
	Over  bool   // of the house's: its total is the result
	Word  string // the same in words
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
	p.Rounded = v.playersRounded(p.Bets())
	if t.Open && t.Shoe > 0 {
		p.Shoe = v.Text.T("players_shoe", text.Args{"Hand": t.Hand, "Shoe": t.Shoe})
	}
	for _, s := range g.Layout().Sides {
		p.Sides = append(p.Sides, PlayersHand{Name: v.Text.T("place_" + s.At.Name), Place: s.At.Name})
	}
	if p.Phase.Limits != nil {
		p.New = v.Text.T("players_limits", text.Args{"From": p.Phase.Limits.From})
	}
	p.Result = v.playersResult(t)
	if roads, ok := v.RoadsOf(t, scorecard.Probe{Totals: totals}); ok {
		p.Roads = &roads
		for _, side := range []string{"player", "banker", "tie"} {
			if i := slices.IndexFunc(roads.Counts, func(c scorecard.Count) bool { return c.Side == side }); i >= 0 {
				p.Counts = append(p.Counts, scorecard.Count{Name: v.Text.T("bead_" + side), Number: roads.Counts[i].Number, Side: side})
			}
		}
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
		spot := PlayersSpot{Name: rows[i].Spot, Range: rules.Range(v.Text, limits[s.Name]), Pays: together(rows[i].Pays), Odds: oddsOf(rows[i].Pays)}
		if rounded, is := strings.CutPrefix(rows[i].Pays, rules.Pays(v.Text, g, s.Name, nil)+" · "); is {
			spot.Rounded = rounded
		}
		if full := "players_spot_" + s.Name; v.Text.Has(full) {
			spot.Name = v.Text.T(full)
		}
		if s.Main && g.Layout().Shared {
			spot.Side = s.Name
		}
		if n := v.NextAct().Announce(t).Limits; n != nil {
			if at := slices.IndexFunc(n.Rows, func(r NewLimit) bool { return r.Spot == rows[i].Spot }); at >= 0 {
				spot.New = n.Rows[at].Is
			}
		}
		spots = append(spots, spot)
	}
	return spots
}

// playersRounded returns how bets are rounded, a line each way with the names of its bets.
func (v Viewer) playersRounded(bets []PlayersSpot) []string {
	var ways []string
	names := map[string][]string{}
	for _, b := range bets {
		if b.Rounded == "" {
			continue
		}
		if len(names[b.Rounded]) == 0 {
			ways = append(ways, b.Rounded)
		}
		names[b.Rounded] = append(names[b.Rounded], b.Name)
	}
	lines := make([]string, len(ways))
	for i, way := range ways {
		lines[i] = v.Text.Label(strings.Join(names[way], ", "), way)
	}
	return lines
}

// Bets returns the spots, those in one that differ by the letter of a side alone: “COPPIA P/B”.
func (p Players) Bets() []PlayersSpot {
	var bets []PlayersSpot
	for _, s := range p.Spots {
		joined := false
		for i, b := range bets {
			if name, same := bothNames(b.Name, s.Name); same && b.Pays == s.Pays && b.Range == s.Range && b.New == s.New {
				bets[i].Name, joined = name, true
				break
			}
		}
		if !joined {
			bets = append(bets, s)
		}
	}
	return bets
}

// bothNames joins two names that differ by one letter that stands alone; false of others.
func bothNames(a, b string) (string, bool) {
	words, others := strings.Fields(a), strings.Fields(b)
	differs := -1
	for i := range words {
		switch {
		case len(words) != len(others):
			return "", false
		case words[i] == others[i]:
		case differs >= 0 || len(words[i]) != 1 || len(others[i]) != 1:
			return "", false
		default:
			differs = i
		}
	}
	if differs < 0 || len(words) < 2 {
		return "", false
	}
	words[differs] += "/" + others[differs]
	return strings.Join(words, " "), true
}

var (
	odds    = regexp.MustCompile(` ([0-9]+:[0-9]+)`)
	figures = regexp.MustCompile(`([0-9]+):([0-9]+)`)
	percent = regexp.MustCompile(`[0-9]+[.,]?[0-9]*\s?%`)
)

// together keeps what a bet pays on the line of what it pays for.
func together(pays string) string { return odds.ReplaceAllString(pays, "\u00a0$1") }

// oddsOf returns the figures of what a bet pays: "11:1", of two "1:1 · 3:2", of more the least and the most, "1–30:1".
// A percentage that is taken of it follows. Words without figures have none.
func oddsOf(pays string) string {
	found := figures.FindAllStringSubmatch(pays, -1)
	value := func(odds []string) float64 {
		pays, _ := strconv.ParseFloat(odds[1], 64)
		to, _ := strconv.ParseFloat(odds[2], 64)
		return pays / to
	}
	slices.SortStableFunc(found, func(a, b []string) int { return cmp.Compare(value(a), value(b)) })
	found = slices.CompactFunc(found, func(a, b []string) bool { return a[0] == b[0] })
	if len(found) == 0 {
		return ""
	}
	least, most := found[0], found[len(found)-1]
	said := most[0]
	switch {
	case len(found) == 2:
		said = least[0] + " · " + most[0]
	case len(found) > 2 && least[2] == most[2]:
		said = least[1] + "–" + most[0]
	case len(found) > 2:
		said = least[0] + " – " + most[0]
	}
	if off := percent.FindString(pays); off != "" {
		said += " −" + off
	}
	return said
}

// playersResult returns the hand whose bets are closed, as far as its cards lie; while bets are taken the last one that
// was played. Cards that lie wrong are no hand.
func (v Viewer) playersResult(t *pit.Table) PlayersResult {
	if t.Game == nil || t.Felt().LiesWrong() {
		return PlayersResult{}
	}
	if t.Open && t.Current.BetsClosed {
		return PlayersResult{v.playersHands(&t.Current, t.Game)}
	}
	for i := len(t.History) - 1; i >= 0; i-- {
		if hands := v.playersHands(&t.History[i], t.History[i].GameOr(t.Game)); len(hands) > 0 {
			return PlayersResult{hands}
		}
	}
	return PlayersResult{}
}

// playersHands returns the hands of cards of a hand, the house's first; none where it was cancelled.
func (v Viewer) playersHands(h *hand.Hand, g games.Game) []PlayersHand {
	if h.Cancelled != nil {
		return nil
	}
	var house, boxes []PlayersHand
	came := cameTo(h, g)
	for _, hand := range h.Hands() {
		if len(hand.Cards) == 0 {
			continue
		}
		shown := PlayersHand{Box: hand.At.Box, Place: hand.At.Name, Came: came[playersPlace{hand.At, hand.Number}]}
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
	words := map[Mark]string{Won: "players_wins", Lost: "players_loses", Pushed: "players_level"}
	if _, two := g.(games.TwoSided); two { // who lost against the other side needs no word
		words = map[Mark]string{Won: "players_wins", Pushed: "spot_tie"}
	} else if len(house) == 1 {
		house[0].Came = againstAll(boxes)
	}
	over := !slices.ContainsFunc(boxes, func(b PlayersHand) bool { return b.Came == Plain })
	for i := range house {
		house[i].Over = over && (len(boxes) > 0 || house[i].Came != Plain)
	}
	hands := slices.Concat(house, boxes)
	for i, hand := range hands {
		if word, said := words[hand.Came]; said {
			hands[i].Word = v.Text.T(word)
		}
	}
	return hands
}

// A playersPlace is a hand of cards, of a split box one of them.
type playersPlace struct {
	at     games.Place
	number int
}

// cameTo returns what the hands of a hand came to, as far as that is decided. Of two sides it is who won. Of a box it
// is its last main bet, which rides on its cards to the end; what that was worth is not in it.
func cameTo(h *hand.Hand, g games.Game) map[playersPlace]Mark {
	came := map[playersPlace]Mark{}
	if game, ok := g.(games.TwoSided); ok {
		c := game.Coup(h.Round)
		if !c.Over {
			return came
		}
		for _, s := range g.Layout().Sides {
			switch c.Winner() {
			case games.Place{}:
				came[playersPlace{at: s.At}] = Pushed
			case s.At:
				came[playersPlace{at: s.At}] = Won
			default:
				came[playersPlace{at: s.At}] = Lost
			}
		}
		return came
	}
	main := ""
	for _, s := range games.PresetSpots(g) {
		if s.Main {
			main = s.Name
		}
	}
	marks := map[games.Outcome]Mark{games.Win: Won, games.Lose: Lost, games.Push: Pushed}
	for bet, p := range h.PlayedByBet() {
		if bet >= len(h.Round.Bets) || h.Round.Bets[bet].Spot != main {
			continue
		}
		at := games.AtBox(h.Round.Bets[bet].Box)
		if mark, is := marks[p.Outcome]; is && p.Decided {
			came[playersPlace{at: at}] = mark
		}
		for _, part := range p.Parts {
			if mark, is := marks[part.Outcome]; is && part.Decided {
				came[playersPlace{at, part.Hand}] = mark
			}
		}
	}
	return came
}

// againstAll returns what the house's hand came to where it is the same against all boxes; Plain where it is not, or
// not yet.
func againstAll(boxes []PlayersHand) Mark {
	all := Plain
	for i, b := range boxes {
		if i > 0 && b.Came != all || b.Came == Plain {
			return Plain
		}
		all = b.Came
	}
	return map[Mark]Mark{Won: Lost, Lost: Won, Pushed: Pushed}[all]
}
