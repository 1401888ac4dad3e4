package table

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/games"
	"sabot/pit/hand"
)

func (m *misdeals) shuffle() {
	m.shoe = m.shoe[:0]
	for range m.Table().Game.Options().Decks {
		for r := games.Ace; r <= games.King; r++ {
			for s := games.Spades; s <= games.Diamonds; s++ {
				m.shoe = append(m.shoe, games.NewCard(r, s))
			}
		}
	}
	m.rng.Shuffle(len(m.shoe), func(i, j int) { m.shoe[i], m.shoe[j] = m.shoe[j], m.shoe[i] })
}

func (m *misdeals) draw() games.Card {
	c := m.shoe[0]
	m.shoe = m.shoe[1:]
	return c
}

func (m *misdeals) types(keys string) {
	m.log = append(m.log, fmt.Sprintf("%q", keys))
	m.Keys(keys)
	if l := m.screen.laid; l != nil && l.word == m.Shell.Text.T("lay_code_sure") {
		m.Keys("\n")
	}
}

func rankKey(c games.Card) string { return strings.Replace(c.Rank().String(), "T", "0", 1) }

// hand plays one hand with something wrong in it.
func (m *misdeals) hand(n int) {
	m.log = nil
	if len(m.shoe) < 120 && len(m.ready) == 0 {
		m.Shell.TypedKey(fyne.KeyF10)
		m.types("ab")                    // a new shoe, and yes
		m.Keys(screentest.InspectorCode) // its cut card is not out
		if m.Table().Deal().Phase() != hand.Betting {
			m.T.Fatalf("phase %v for a new shoe: %s", m.Table().Deal().Phase(), m.said())
		}
		m.shuffle()
	}
	m.bet()
	m.types("\n")
	state := m.Table()
	if !state.Current.BetsClosed {
		m.T.Fatalf("bets are open: %s %s", m.said(), m.log)
	}
	before := len(state.History)
	var cards []fallen
	for _, l := range state.Current.Round.Laid { // they were carried over
		cards = append(cards, fallen{card: m.ready[len(cards)], at: l.At})
	}
	m.ready = nil
	cards = m.dealt(cards)
	cards = m.enter(cards)
	if m.T.Failed() || len(m.Table().History) > before {
		return // it was cancelled
	}
	m.finish(cards, before)
}

// bet puts bets on some boxes, now and then one that does not stand.
func (m *misdeals) bet() {
	g := m.Table().Game
	switch g.Name() {
	case "lugano":
		boxes := m.rng.Perm(9)[:1+m.rng.Intn(4)]
		for i, b := range boxes {
			play := "25"
			if i > 0 && m.rng.Intn(6) == 0 {
				play = "5" // under the minimum
			}
			m.types(fmt.Sprintf("%d25\t%s\n", b+1, play))
		}
	case "blackjack":
		for _, b := range m.rng.Perm(7)[:1+m.rng.Intn(4)] {
			m.types(fmt.Sprintf("%d25\n", b+1))
		}
	default:
		for b := 1; b <= 1+m.rng.Intn(3); b++ {
			m.types(fmt.Sprintf("%d%s20\n", b, strings.Repeat("\t", m.rng.Intn(2))))
		}
	}
}

// dealt deals the hand's first cards, with something wrong: a box passed over or dealt to
// in some pass, two cards exchanged, one too many, cards anywhere, or only so many.
func (m *misdeals) dealt(cards []fallen) []fallen {
	places := m.deal()
	what := m.rng.Intn(8)
	if m.Table().Game.Name() == "puntobanco" { // no box gets cards
		what = []int{0, 4, 4, 5, 5, 6, 6, 7}[what]
	}
	m.count[[]string{"right", "skipped", "without", "both", "swapped", "surplus", "anywhere", "few"}[what]]++
	switch what {
	case 1:
		places = m.skip(places)
	case 2:
		places = m.without(places)
	case 3:
		places = m.without(m.skip(places))
	case 4:
		if len(places) > 1 {
			i, j := m.rng.Intn(len(places)), m.rng.Intn(len(places))
			places[i], places[j] = places[j], places[i]
		}
	case 5:
		for range 1 + m.rng.Intn(2) {
			places = slices.Insert(places, m.rng.Intn(len(places)+1), m.anyPlace())
		}
	case 6:
		for i := range places {
			if m.rng.Intn(3) == 0 {
				places[i] = m.anyPlace()
			}
		}
	case 7:
		places = places[:1+m.rng.Intn(len(places))]
		if len(places) > 1 {
			places[len(places)-1] = m.anyPlace()
		}
	}
	for i := len(cards); i < len(places); i++ {
		cards = append(cards, fallen{card: m.draw()})
	}
	for i := range min(len(cards), len(places)) {
		cards[i].at = places[i]
	}
	return cards
}

// deal are the places of the initial deal in its order; of a hand that is all forced as
// many as the cards to come take.
func (m *misdeals) deal() []games.Place {
	r := m.Table().Current.Round
	r.Laid = nil
	cards := slices.Concat(m.ready, m.shoe)
	var places []games.Place
	for i := 0; ; i++ {
		step, err := m.Table().Game.Next(r)
		if err != nil || step.Kind != games.Deal || !step.Opening {
			return places
		}
		places = append(places, step.At)
		r = r.WithCard(games.Laid{Card: cards[i], At: step.At})
	}
}

func (m *misdeals) anyPlace() games.Place {
	all := m.Table().Game.Places()
	return all[m.rng.Intn(len(all))]
}

// skip leaves a box out of one pass, or of both.
func (m *misdeals) skip(places []games.Place) []games.Place {
	at := places[m.rng.Intn(len(places))]
	which, n := m.rng.Intn(3), 0
	return slices.DeleteFunc(slices.Clone(places), func(p games.Place) bool {
		if p != at || p.Box == 0 {
			return false
		}
		n++
		return which == 2 || which == n-1
	})
}

// without deals to a box that has no card to get, in one pass or in both.
func (m *misdeals) without(places []games.Place) []games.Place {
	boxes := slices.DeleteFunc(m.Table().Game.Places(), func(p games.Place) bool { return p.Box == 0 || slices.Contains(places, p) })
	at := boxes[m.rng.Intn(len(boxes))]
	which := m.rng.Intn(3)
	var out []games.Place
	pass, dealt := 0, false
	for _, p := range places {
		end := p.Box == 0 // the bank ends a pass
		if !dealt && (end || p.Box > at.Box) {
			if which == 2 || which == pass {
				out = append(out, at)
			}
			dealt = true
		}
		out = append(out, p)
		if end {
			pass, dealt = pass+1, false
		}
	}
	if !dealt && pass > 0 && which != 0 {
		out = append(out, at)
	}
	return out
}
