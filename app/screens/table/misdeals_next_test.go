package table

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit/record"
)

// With the cards in the hand, a table says after a reconstruction what it says where the same cards had been dealt right
// from the start: the next act, the cards on the felt, how many have left the shoe. The rest of the deal goes to
// the places that it names (source 004, sections 6 and 7).
func TestNextAfterAReconstruction(t *testing.T) {
	n := 40
	if testing.Short() {
		n = 16
	}
	newTable := func() *misdeals {
		return newMisdeals(t, misdealGames[1].game, misdealGames[1].rules, record.Settings{}, 3)
	}
	wrong, right := newTable(), newTable()
	compared := 0
	for range n {
		if len(wrong.shoe) < 120 {
			for _, m := range []*misdeals{wrong, right} {
				m.Shell.TypedKey(fyne.KeyF10)
				m.types("ab")
				m.Keys(screentest.InspectorCode) // its cut card is not out
			}
			wrong.shuffle()
		}
		boxes := wrong.rng.Perm(9)[:2+wrong.rng.Intn(3)]
		for _, m := range []*misdeals{wrong, right} {
			m.log, m.out = nil, m.Table().Deal().CardsOut()
			for _, b := range boxes {
				m.types(fmt.Sprintf("%d25\t25\n", b+1))
			}
			m.types("\n")
		}
		cards := wrong.dealt(nil)
		for i := range cards {
			cards[i].hidden = cards[i].at != games.Bank || wrong.rng.Intn(3) == 0
		}
		if !wrong.told(cards) {
			right.cancel()
			continue
		}
		for i, l := range wrong.Table().Felt().OnFelt() {
			cards[i].at, cards[i].hidden = l.At.Place(), l.Card.Hidden()
		}
		if !right.told(cards) {
			t.Fatalf("cards that were dealt right are cancelled: %v", right.log)
		}
		if _, known := right.Table().Deal().LeftToDeal(); !known { // all lie, and nobody has read one: it can be told to no table that they lie
			if want := right.Shell.Text.T("act_lies_bank"); !strings.HasSuffix(wrong.act(), want) {
				t.Errorf("all cards lie face down, the bank's too, and the table says %q, want %q", wrong.act(), want)
			}
			wrong.cancel()
			right.cancel()
			continue
		}
		compared++
		for step := 0; ; step++ {
			if w, r := wrong.standing(), right.standing(); w != r {
				t.Fatalf("card %d: put right the table says\n%s\ndealt right\n%s\nafter %v", step, w, r, wrong.log)
			}
			left, known := wrong.Table().Deal().LeftToDeal()
			rest := wrong.order(boxes)[len(cards):]
			if step == 0 && (!known || !slices.Equal(left, rest)) {
				t.Fatalf("%d cards lie, the rest goes to %v, said is %v", len(cards), rest, left)
			}
			if _, opening := wrong.Table().Deal().FaceDown(); !opening || t.Failed() {
				break
			}
			card := rankKey(wrong.draw())
			wrong.types(card)
			right.types(card)
		}
		wrong.cancel()
		right.cancel()
	}
	if compared < n/4 {
		t.Errorf("only %d of %d hands were compared", compared, n)
	}
	wrong.holds()
	right.holds()
}

// order is the order in which the first cards leave the shoe: one to each box, the bank's, another to each box.
func (m *misdeals) order(boxes []int) []games.Place {
	slices.Sort(boxes)
	var order []games.Place
	for _, b := range boxes {
		order = append(order, games.AtBox(b+1))
	}
	return slices.Concat(order, []games.Place{games.Bank}, order)
}

// told puts cards on the page of the hand as it lies and has an inspector put them right; false where that cannot be, and the hand is
// cancelled.
func (m *misdeals) told(cards []fallen) bool {
	m.T.Helper()
	m.screen.laid = nil
	m.Shell.TypedKey(fyne.KeyF4)
	m.types("c")
	m.Shell.TypedKey(fyne.KeyEnd)
	m.types(strings.Repeat("\b", len(m.screen.laid.cards)))
	for _, c := range cards {
		key := "f"
		if !c.hidden {
			key = rankKey(c.card)
		}
		m.lays(key + m.placeKey(c.at))
	}
	possible := m.screen.laid.page.Shown.Possible
	m.types("\n")
	if !possible {
		m.cancel()
		return false
	}
	if m.Table().Current.Paused != nil {
		m.types("\nx\n" + screentest.InspectorCode)
	}
	if m.Table().Current.Paused != nil {
		m.T.Fatalf("it is paused still: %s", m.said())
	}
	m.Shell.CloseOverlay()
	return true
}

// cancel has a manager cancel the hand.
func (m *misdeals) cancel() {
	m.T.Helper()
	before := len(m.Table().History)
	m.Shell.CloseOverlay()
	m.Shell.TypedKey(fyne.KeyF4)
	m.types("c")
	m.types("cx\n" + screentest.ManagerCode)
	m.Shell.CloseOverlay()
	if len(m.Table().History) == before {
		m.T.Fatalf("the hand is not cancelled: %s", m.said())
	}
}

// standing is what the table says of where the deal stands.
func (m *misdeals) standing() string {
	var felt []string
	screen := m.screen.viewer().Of(m.Table(), m.screen.cursor, view.Notice{})
	for _, b := range screen.Felt.Boxes {
		felt = append(felt, fmt.Sprint(b.Number, b.Cards, b.Total))
	}
	return fmt.Sprintf("%s\n%d out %v %v", m.act(), m.Table().Deal().CardsOut()-m.out, felt, screen.Felt.House)
}
