package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/hand"
)

// shown compares what the page says with what `check` says.
func (m *misdeals) shown(page view.Relay, want check, cards []fallen) {
	m.T.Helper()
	tx := m.Shell.Text
	verdicts := []string{tx.T("relay_not_needed"), tx.T("relay_drawn"), tx.T("relay_drawn") + " " + tx.T("relay_again")}
	switch {
	case want.Matches:
	case !want.Reconstructable:
		var names []string
		left := len(cards) - len(want.Surplus)
		for _, c := range cards[left:] {
			name := strings.Replace(c.card.Rank().String(), "T", "10", 1)
			if c.hidden {
				name = tx.T("approve_face_down")
			}
			names = append(names, name)
		}
		rule := slices.ContainsFunc(page.Ways, func(w view.Way) bool { return w.ID == view.WayPlayOn && w.On }) // named where it is offered
		verdicts = []string{tx.T("relay_impossible", text.Args{"N": len(names), "Cards": strings.Join(names, ", "), "Rule": rule})}
	default:
		verdict := tx.T("relay_possible", text.Args{"N": len(want.Moved)})
		if n := len(want.Carried); n > 0 {
			verdict += " " + tx.T("relay_carried", text.Args{"N": n})
		}
		verdicts = []string{verdict, verdict + " " + tx.T("relay_again")}
	}
	if !slices.Contains(verdicts, page.Verdict) {
		m.T.Errorf("the page says %q, check %+v", page.Verdict, want)
	}
	if possible := want.Reconstructable; page.Possible != possible {
		m.T.Errorf("the page says possible %v, check %+v", page.Possible, want)
	}
	var got, moves []string
	for _, row := range page.Rows {
		for _, c := range row.Before {
			if c.Moved && want.Matches && c.N < len(want.Relaid) {
				m.T.Errorf("card %d of a deal that lies right moves", c.N)
			}
			if c.Moved && !strings.Contains(c.Word, tx.T("report_burned")) && c.Word != "»»" {
				got = append(got, fmt.Sprint(row.Place, " ", cards[c.N].card.Rank(), " ", c.Word))
			}
		}
	}
	v := m.Shell.Viewer()
	for _, move := range want.Moved {
		card, _, _ := games.ParseCard(move.Card)
		to := handfile.PlaceNamed(move.To)
		word := v.Place(to)
		if to.Box > 0 {
			word = strconv.Itoa(to.Box)
		}
		moves = append(moves, fmt.Sprint(v.Place(handfile.PlaceNamed(move.From)), " ", card.Rank(), " » ", word))
	}
	if want.Matches { // what was drawn is not judged by check
		return
	}
	burned := 0
	for _, row := range page.Rows {
		for _, c := range row.After {
			if c.Burned {
				burned++
			}
		}
	}
	if burned != len(want.Surplus) {
		m.T.Errorf("%d cards are struck through where they should lie, check burns %v", burned, want.Surplus)
	}
	slices.Sort(got)
	slices.Sort(moves)
	if !slices.Equal(got, moves) {
		m.T.Errorf("the page moves %v, check %v", got, moves)
	}
}

// laidAgain are the cards as they lie then: as `check` has them.
func (m *misdeals) laidAgain(cards []fallen, want check) []fallen {
	m.T.Helper()
	if want.Matches { // beyond the deal a card lies where the rules have it next, or is burned
		r := m.Table().Current.Round
		r.Laid = nil
		for i, l := range m.Table().Current.Round.Laid {
			step, err := m.Table().Game.Next(r)
			if cards[i].burned = l.Burned; err != nil || !l.Burned && (step.Kind != games.Deal || l.At != step.At) || l.Burned && step.Kind == games.Deal {
				m.T.Errorf("card %d, %s, was put at %s, next is %v: %v", i, l.Card, l.At, step, err)
			}
			cards[i].at = l.At
			r = r.WithCard(games.Laid{Card: cards[i].card, At: l.At, Burned: l.Burned, Hidden: l.Hidden, Looked: l.Looked})
		}
		m.count["burned"]++
		return cards
	}
	m.count["relaid"]++
	carried := len(want.Carried)
	for _, c := range cards[len(cards)-carried:] {
		m.ready = append(m.ready, c.card)
	}
	cards = cards[:len(cards)-carried]
	for i, r := range want.Relaid {
		cards[i].at = handfile.PlaceNamed(r.To)
	}
	if _, opening := m.Table().Deal().FaceDown(); opening {
		return cards
	}
	for i, l := range m.Table().Current.Round.Laid {
		if l.At != cards[i].at || !l.Hidden && l.Card.Rank() != cards[i].card.Rank() {
			m.T.Errorf("card %d is %s at %s, check has %s at %s", i, l.Card, l.At, cards[i].card, cards[i].at)
		}
	}
	return cards
}

// finish plays the hand to its end and compares it with `settle`.
func (m *misdeals) finish(cards []fallen, before int) {
	m.T.Helper()
	decisions := []map[string]any{}
	if _, opening := m.Table().Deal().FaceDown(); opening { // the deal goes on face down
		places := m.deal()
		if m.Table().Game.Name() == "puntobanco" {
			places = places[:4]
		}
		for _, at := range places[min(len(cards), len(places)):] {
			cards = append(cards, fallen{card: m.draw(), at: at, hidden: true})
		}
	}
	for range 200 {
		state := m.Table()
		if len(state.History) > before {
			break
		}
		step := state.Deal().Next()
		switch phase := state.Deal().Phase(); {
		case phase == hand.Dealing && step.Kind == games.ReadSuit:
			m.types(cards[step.Card].card.Suit().String())
		case phase == hand.Dealing && !step.Opening && m.rng.Intn(5) == 0, phase == hand.Deciding && m.rng.Intn(12) == 0:
			cards = m.astray(cards, step)
		case phase == hand.Dealing:
			i := -1
			if _, opening := state.Deal().FaceDown(); opening {
				i = slices.IndexFunc(cards, func(c fallen) bool { return c.at == step.At && c.hidden })
			}
			if i < 0 {
				cards = append(cards, fallen{card: m.draw(), at: step.At})
				i = len(cards) - 1
			}
			cards[i].hidden = false
			m.card(cards[i].card)
		case phase == hand.Deciding:
			do := step.Offers[m.rng.Intn(len(step.Offers))]
			decisions = append(decisions, map[string]any{"box": step.At.Box, "do": do})
			m.types(m.decideKey(do))
		case phase == hand.Turning:
			i := slices.IndexFunc(cards, func(c fallen) bool { return c.hidden })
			cards[i].hidden = false
			m.card(cards[i].card)
		case step.Kind == games.Insuring:
			m.Pass(controls.Rhythm)
			m.types("\n")
		case step.Kind == games.Look:
			i := slices.IndexFunc(cards, func(c fallen) bool { return c.hidden })
			m.types(map[bool]string{true: "b", false: "n"}[m.blackjack(cards, i)])
		case phase == hand.Paying:
			m.types(" ")
		default:
			m.T.Fatalf("phase %v, next %v: %s", phase, step, m.said())
		}
	}
	if len(m.Table().History) != before+1 {
		m.T.Fatalf("the hand does not end: phase %v, next %+v, %s", m.Table().Deal().Phase(), m.Table().Deal().Next(), m.said())
	}
	m.compare(cards, decisions)
}

// blackjack says whether the dealer's card that lies face down makes one.
func (m *misdeals) blackjack(cards []fallen, hole int) bool {
	value := func(c games.Card) int { return min(int(c.Rank()), 10) }
	for i, c := range cards {
		if c.at == games.Dealer && i != hole {
			a, b := value(c.card), value(cards[hole].card)
			return a+b == 11 && (a == 1 || b == 1)
		}
	}
	return false
}

// compare compares the closed hand with what `settle` says of its cards.
func (m *misdeals) compare(cards []fallen, decisions []map[string]any) {
	m.T.Helper()
	var names []string
	for _, c := range cards {
		name := c.card.String()
		if c.burned {
			name = "!" + name
		}
		names = append(names, name)
	}
	h := &m.Table().History[len(m.Table().History)-1]
	if len(decisions) < len(h.Round.Decisions) { // those before the fault was found stand
		decisions = decisions[:0]
		for _, d := range h.Round.Decisions {
			decisions = append(decisions, map[string]any{"box": d.Box, "do": d.Do})
		}
	}
	type outcome struct {
		Box              int
		Spot, Bettor     string
		Staked, Returned games.Amount
		Outcome          string
	}
	var want struct {
		Bets  []outcome
		House games.Amount
	}
	m.ask(map[string]any{"cards": names, "decisions": decisions}, &want)
	var got []outcome
	for _, p := range h.Settlement(m.Table().Game).Payments {
		got = append(got, outcome{p.Box, p.Spot, p.Bettor, p.Staked, p.Returned, string(p.Outcome)})
	}
	if h.House != want.House || !slices.Equal(got, want.Bets) {
		m.T.Errorf("settled as %+v, house %d; settle says %+v", got, h.House, want)
	}
	m.count["settled"]++
}
