package table

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// With the cards in the hand, what the page proposes where a box was passed over, or dealt to without a bet that
// stands, is the deal as it was: the same cards at the same places, and what may be done with them is what
// `check` says. Two Enters never have an inspector approve what the rules forbid (source 004, section 7).
// SABOT_MISDEALS=2000 deals so many.
func TestProposedLaysAreTheDeal(t *testing.T) {
	n := 60
	if testing.Short() {
		n = 30
	}
	if many, err := strconv.Atoi(os.Getenv("SABOT_MISDEALS")); err == nil {
		n = many
	}
	m := newMisdeals(t, misdealGames[1].game, misdealGames[1].rules, record.Settings{}, 7)
	for hand := range n {
		if m.proposed(); t.Failed() {
			t.Fatalf("hand %d: %s", hand, strings.Join(m.log, " "))
		}
	}
	t.Log(m.count)
	if m.count["reconstructed"] == 0 || m.count["cancelled"] == 0 {
		t.Errorf("only one verdict was tried: %v", m.count)
	}
	m.holds()
}

// proposed deals a hand in which boxes were passed over or dealt to without a bet, in both passes, and takes
// what the page proposes.
func (m *misdeals) proposed() {
	m.T.Helper()
	m.log = nil
	if len(m.shoe) < 120 {
		m.Shell.TypedKey(fyne.KeyF10)
		m.types("ab")                    // a new shoe, and yes
		m.Keys(screentest.InspectorCode) // its cut card is not out
		m.shuffle()
	}
	plays := m.rng.Perm(9)[:2+m.rng.Intn(3)]
	for _, b := range plays {
		m.types(fmt.Sprintf("%d25\t25\n", b+1))
	}
	m.types("\n")
	if !m.Table().Current.BetsClosed {
		m.T.Fatalf("bets are open: %s", m.said())
	}
	slices.Sort(plays)
	dealt := m.rng.Intn(2) == 0
	var boxes []int // that were passed over, or dealt to
	for b := range 9 {
		if _, in := slices.BinarySearch(plays, b); in != dealt && (len(boxes) == 0 || m.rng.Intn(3) == 0) && len(boxes) < len(plays)-1 && m.rng.Intn(2) == 0 {
			boxes = append(boxes, b+1)
		}
	}
	if len(boxes) == 0 {
		for b := range 9 {
			if _, in := slices.BinarySearch(plays, b); in != dealt && len(boxes) == 0 {
				boxes = append(boxes, b+1)
			}
		}
	}
	cards, open := m.dealtTo(plays, boxes, dealt)
	kind := map[bool]string{true: "b", false: "a"}[dealt]
	m.screen.laid = nil
	m.Shell.TypedKey(fyne.KeyF4)
	m.types(kind)
	for _, b := range boxes {
		m.types(strconv.Itoa(b))
	}
	m.types("\n")
	page := m.screen.laid
	if page == nil {
		m.T.Fatalf("no page for %v: %s", boxes, m.said())
	}
	var got, want []string
	for _, l := range page.cards {
		got = append(got, string(l.Card)+"@"+string(l.At))
	}
	for _, c := range cards {
		name := record.NameOf(c.card)[:1]
		if c.hidden {
			name = record.FaceDownName
		}
		want = append(want, string(name)+"@"+string(record.PlaceOf(c.at)))
	}
	if !slices.Equal(got, want) {
		m.T.Fatalf("bets on %v, %s %v, %d laid open:\nproposed %v\ndealt    %v", plays, kind, boxes, open, got, want)
	}
	said := m.check(cards)
	m.shown(page.page.Shown, said, cards)
	m.types("\n")
	if m.Table().Deal().Phase() != hand.Paused {
		m.T.Fatalf("phase %v: %s", m.Table().Deal().Phase(), page.word)
	}
	before := len(m.Table().History)
	if !said.Reconstructable {
		m.count["cancelled"]++
		if w := m.ways(); w[view.WayRelay] {
			m.T.Fatalf("of what cannot be reconstructed the ways are %v", w)
		}
		m.types("cx\n" + screentest.ManagerCode)
		m.Shell.CloseOverlay()
	} else {
		m.count["reconstructed"]++
		m.types("\nx\n" + screentest.InspectorCode)
		if m.Table().Current.Paused != nil {
			m.T.Fatalf("it is paused still: %s", m.said())
		}
		cards = m.laidAgain(cards, said)
		m.finish(cards, before)
	}
	if len(m.Table().History) != before+1 {
		m.T.Fatalf("the hand did not end: %s", m.said())
	}
}

// dealtTo deals to the boxes that play but for those passed over, or to others too, and keys the bank's card and
// as many hands as players laid open before somebody saw it.
func (m *misdeals) dealtTo(plays, boxes []int, dealt bool) (cards []fallen, open int) {
	var to []int
	for b := range 9 {
		_, in := slices.BinarySearch(plays, b)
		if named := slices.Contains(boxes, b+1); in && !named || dealt && named {
			to = append(to, b+1)
		}
	}
	for pass := range 2 {
		for _, b := range to {
			cards = append(cards, fallen{card: m.draw(), at: games.AtBox(b), hidden: true})
		}
		if pass == 0 {
			cards = append(cards, fallen{card: m.draw(), at: games.Bank})
			m.types(rankKey(cards[len(cards)-1].card))
		}
	}
	for _, b := range plays {
		if slices.Contains(boxes, b+1) || m.rng.Intn(3) == 0 {
			break
		}
		for i := range cards {
			if cards[i].at == games.AtBox(b+1) {
				m.types(rankKey(cards[i].card))
				cards[i].hidden = false
			}
		}
		open++
	}
	m.log = append(m.log, fmt.Sprintf("dealt %v, boxes %v", to, boxes))
	return cards, open
}

// With the cards in the hand, the bank's card may become a box's second one by a reconstruction: the card that is
// turned there later left the shoe before it, and the record has them in that order.
func TestACardMovedToASecondPlaceKeepsItsOrder(t *testing.T) {
	m := newMisdeals(t, misdealGames[1].game, misdealGames[1].rules, record.Settings{}, 7)
	m.types("125\t25\n325\t25\n\n6")
	m.F4("b2\n")
	m.Press(fyne.KeyEnd, fyne.KeyBackspace, fyne.KeyBackspace, fyne.KeyBackspace)
	m.types("\n\nx\n" + screentest.InspectorCode)
	lie := func() (names []string) {
		for _, l := range m.Table().Felt().OnFelt() {
			names = append(names, string(l.Card)+"@"+string(l.At))
		}
		return names
	}
	if got, want := lie(), []string{"?@box:1", "?@box:3", "?@bank", "6@box:1"}; !slices.Equal(got, want) {
		t.Fatalf("put right they lie %v, want %v: %s", got, want, m.said())
	}
	m.types("8472")
	var cards []string
	for _, l := range m.Table().Current.Round.Laid {
		cards = append(cards, l.Card.Rank().String()+"@"+l.At.String())
	}
	if want := []string{"4@box:1", "7@box:3", "8@bank", "6@box:1", "2@box:3"}; !slices.Equal(cards, want) {
		t.Errorf("the record has %v, dealt were %v: %s", cards, want, m.act())
	}
	m.holds()
}
