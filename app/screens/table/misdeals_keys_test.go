package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/screentest"
	"sabot/app/view"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/hand"
)

// ask has `settle` answer a hand with the bets of this one, or `check` cards that lie.
func (m *misdeals) ask(hand map[string]any, into any) {
	m.T.Helper()
	h := &m.Table().Current
	if n := len(m.Table().History); n > 0 && hand["cards"] != nil {
		h = &m.Table().History[n-1]
	}
	var bets []map[string]any
	for _, b := range h.Round.Bets {
		bets = append(bets, map[string]any{"box": b.Box, "spot": b.Spot, "bettor": b.Bettor, "amount": b.Amount})
	}
	hand["game"], hand["rules"], hand["bets"] = m.Table().Game.Name(), json.RawMessage(handfile.EncodeRules(m.Table().Game)), bets
	hand["round"], hand["out"] = h.Round.Number, h.Round.Out
	in, err := json.Marshal(hand)
	if err != nil {
		m.T.Fatal(err)
	}
	var out bytes.Buffer
	if hand["cards"] != nil {
		_, err = handfile.Settle(bytes.NewReader(in), &out)
	} else {
		_, err = handfile.Check(bytes.NewReader(in), &out)
	}
	if err != nil {
		m.T.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), into); err != nil || !strings.Contains(out.String(), `"ok":true`) {
		m.T.Fatalf("%s: %s\nafter %s", in, out.String(), strings.Join(m.log, " "))
	}
}

// enter keys the cards as the croupier does who has not seen yet what is wrong, then puts
// them on the page where they really lie, and has them put right if that can be. It
// answers the cards of the hand that goes on.
func (m *misdeals) enter(cards []fallen) []fallen {
	m.T.Helper()
	keyed := m.key(cards)
	if keyed == len(cards) {
		cards = m.decide(cards)
		keyed = len(cards)
	}
	m.screen.laid = nil
	m.Shell.TypedKey(fyne.KeyF4)
	m.types("c")
	page := m.screen.laid
	if page == nil || m.Shell.Overlay() == nil {
		m.T.Fatalf("no page: phase %v, %s", m.Table().Deal().Phase(), m.said())
	}
	if dealt, _ := m.Table().Deal().FaceDown(); dealt { // which left the shoe when the record guesses: they are put down anew
		m.Shell.TypedKey(fyne.KeyEnd)
		m.types(strings.Repeat("\b", len(page.cards)))
		keyed = 0
	}
	m.Shell.TypedKey(fyne.KeyHome)
	for i := range keyed {
		m.lays(m.placeKey(cards[i].at))
	}
	m.Shell.TypedKey(fyne.KeyEnd)
	for _, c := range cards[keyed:] {
		if c.hidden {
			m.lays("f" + m.placeKey(c.at))
		} else {
			m.lays(rankKey(c.card) + m.placeKey(c.at))
		}
	}
	if len(page.cards) != len(cards) {
		m.T.Fatalf("%d cards lie on the page, %d do: %v", len(page.cards), len(cards), page.cards)
	}
	for i := range cards { // what must be seen is turned
		if page.page.Shown.Verdict == m.Shell.Text.T("relay_unseen") && cards[i].hidden {
			page.choose(i)
			m.types("f" + rankKey(cards[i].card))
			cards[i].hidden = false
		}
	}
	want := m.check(cards)
	m.shown(page.page.Shown, want, cards)
	if !want.Reconstructable {
		m.count["cancelled"]++
		m.types("\n")
		if w := m.ways(); w[view.WayRelay] || !w[view.WayRefuse] {
			m.T.Fatalf("of what cannot be reconstructed the ways are %v", w)
		}
		m.types("cx\n" + screentest.ManagerCode)
		m.Shell.CloseOverlay()
		if h := m.Table().History; len(h) == 0 || h[len(h)-1].Cancelled == nil || h[len(h)-1].House != 0 {
			m.T.Fatalf("it was not cancelled: %s", m.said())
		}
		return nil
	}
	if page.page.Shown.Verdict == m.Shell.Text.T("relay_not_needed") && !m.on(page, view.WayLay) {
		m.count["nothing wrong"]++
		m.Shell.CloseOverlay()
		return cards
	}
	m.types("\n")
	if m.Table().Deal().Phase() != hand.Paused {
		m.T.Fatalf("phase %v: %s %s", m.Table().Deal().Phase(), page.word, page.page.Shown.Verdict)
	}
	m.types("\nx\n" + screentest.InspectorCode)
	if m.Table().Current.Paused != nil || m.Shell.Overlay() != nil {
		m.T.Fatalf("it is paused still: %s", m.said())
	}
	return m.laidAgain(cards, want)
}

func (m *misdeals) on(l *laying, id view.WayID) bool {
	return slices.ContainsFunc(l.page.Shown.Ways, func(w view.Way) bool { return w.ID == id && w.On })
}

func (m *misdeals) ways() map[view.WayID]bool {
	on := map[view.WayID]bool{}
	for _, w := range m.screen.laid.page.Shown.Ways {
		on[w.ID] = w.On
	}
	return on
}

// key keys as many cards as the table takes before the first decision, and answers how
// many; of cards that were dealt face down those that lie where one is laid open. Late,
// boxes have decided already.
func (m *misdeals) key(cards []fallen) int {
	if dealt, _ := m.Table().Deal().FaceDown(); dealt {
		open := m.rng.Intn(len(cards) + 1)
		for i := range cards { // the player's third card comes face up
			cards[i].hidden = m.Table().Game.Name() != "puntobanco" || i < 4
		}
		for range open {
			next := m.Table().Deal().Next().At
			i := slices.IndexFunc(cards, func(c fallen) bool { return c.at == next && c.hidden })
			if _, opening := m.Table().Deal().FaceDown(); i < 0 || !opening {
				break
			}
			m.types(rankKey(cards[i].card))
			cards[i].hidden = false
		}
		if _, opening := m.Table().Deal().FaceDown(); opening {
			for i := range cards { // the bank's first card lies face up from the start
				if cards[i].at == games.Bank && m.rng.Intn(2) == 0 {
					cards[i].hidden = false
				}
			}
			return 0
		}
		return len(m.Table().Current.Round.Laid)
	}
	n := len(m.Table().Current.Round.Laid)
	for n < len(cards) {
		step := m.Table().Deal().Next()
		if m.Table().Deal().Phase() != hand.Dealing || !step.Opening {
			break
		}
		if m.Table().Deal().MayHide() && m.rng.Intn(3) > 0 {
			m.types("\n")
			cards[n].hidden = true
		} else {
			m.card(cards[n].card)
		}
		if len(m.Table().Current.Round.Laid) != n+1 {
			m.T.Fatalf("the card does not lie: %s", m.said())
		}
		n++
	}
	return n
}

// decide has boxes decide before anybody sees what is wrong, and answers the cards with
// those that they drew.
func (m *misdeals) decide(cards []fallen) []fallen {
	if m.Table().Deal().Next().Kind == games.Insuring {
		m.Pass(controls.Rhythm)
		m.types("\n")
	}
	if hole := slices.IndexFunc(cards, func(c fallen) bool { return c.hidden }); m.Table().Deal().Next().Kind == games.Look && !m.blackjack(cards, hole) {
		m.types("n")
	}
	for range m.rng.Intn(3) {
		step := m.Table().Deal().Next()
		if m.Table().Deal().Phase() != hand.Deciding {
			break
		}
		m.count["late"]++
		do := []games.Action{games.Stand, step.Offers[m.rng.Intn(len(step.Offers))]}[m.rng.Intn(2)]
		m.types(m.decideKey(do))
		if step = m.Table().Deal().Next(); step.Kind == games.Deal && step.At.Box > 0 && !step.Opening {
			cards = append(cards, fallen{card: m.draw(), at: step.At})
			m.card(cards[len(cards)-1].card)
		}
	}
	return cards
}

// astray lays the card that is due on another place, or one that nobody asked for, and has
// it put right on the page: it goes to who asked for it, or is burned.
func (m *misdeals) astray(cards []fallen, step games.Step) []fallen {
	m.T.Helper()
	c := fallen{card: m.draw(), at: m.anyPlace()}
	if c.at == step.At && step.Kind == games.Deal {
		m.card(c.card)
		return append(cards, c)
	}
	m.Shell.TypedKey(fyne.KeyF4)
	m.types("c" + rankKey(c.card) + m.placeKey(c.at))
	page := m.screen.laid.page.Shown
	m.shown(page, m.check(append(cards, c)), append(cards, c))
	if page.Verdict != m.Shell.Text.T("relay_drawn") {
		m.T.Fatalf("of a card that went astray: %q", page.Verdict)
	}
	m.types("\n\nx\n" + screentest.InspectorCode)
	if m.Table().Current.Paused != nil || m.Shell.Overlay() != nil {
		m.T.Fatalf("it is paused still: %s", m.said())
	}
	c.burned = step.Kind != games.Deal
	if c.at = step.At; c.burned {
		m.count["drawn in error"]++
	} else {
		m.count["third card"]++
	}
	return append(cards, c)
}

// card keys a card: its suit where one is asked.
func (m *misdeals) card(c games.Card) {
	if m.Table().Deal().MayHide() { // what lies face down only a reader knows
		m.Burst(rankKey(c) + c.Suit().String() + "\n")
		return
	}
	suits := m.Table().Deal().Next().Suits
	m.types(rankKey(c))
	if suits {
		m.types(c.Suit().String())
	}
}

func (m *misdeals) placeKey(at games.Place) string {
	switch {
	case at.Box > 9:
		return fmt.Sprintf("0%d", at.Box-10)
	case at.Box > 0:
		return strconv.Itoa(at.Box)
	case at == games.Player:
		return "p"
	}
	return "b"
}

func (m *misdeals) decideKey(do games.Action) string {
	return strings.ToLower(view.DecisionKey(m.Table().Game, do))
}

// lays types cards and places on the page.
func (m *misdeals) lays(keys string) {
	m.T.Helper()
	m.types(keys)
}
