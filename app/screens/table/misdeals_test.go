package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/session"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/people"
	"sabot/pit/record"
	"sabot/storage"
)

// misdealGames are the tables at which cards are dealt wrong: the game, its rules, and how
// many wrong deals of it are played unless SABOT_MISDEALS says otherwise.
var misdealGames = []struct {
	game, rules string
	short       int
	name        string // where it is not the preset's
	set         record.Settings
}{
	{"lugano", `{"preset":"lugano","limits":{"59":{"min":1000,"max":50000},"play":{"min":1000,"max":100000}}}`, 36, "", record.Settings{}},
	{"lugano", `{"preset":"lugano-hand","limits":{"59":{"min":1000,"max":50000},"play":{"min":1000,"max":100000}}}`, 30, "", record.Settings{}},
	{"puntobanco", `{"preset":"pb-speed","boxes":9,"limits":{"player":{"min":2000,"max":200000},"banker":{"min":2000,"max":200000}}}`, 24, "", record.Settings{}},
	{"puntobanco", `{"preset":"pb-first","boxes":9,"limits":{"player":{"min":2000,"max":200000},"banker":{"min":2000,"max":200000}}}`, 16, "", record.Settings{}},
	{"puntobanco", `{"preset":"pb-speed","boxes":9,"limits":{"player":{"min":2000,"max":200000},"banker":{"min":2000,"max":200000}}}`, 14, "revealed", record.Settings{Reveal: true}},
	{"blackjack", `{"preset":"bj-us","limits":{"main":{"min":1000,"max":100000}}}`, 24, "", record.Settings{}},
	{"blackjack", `{"preset":"bj-eu","limits":{"main":{"min":1000,"max":100000}}}`, 24, "", record.Settings{}},
}

// Wrong deals of every kind, found early and late, are entered on the page of a hand as it
// lies, by its keys: what the page says is what `check` says of the same cards; where they
// may be laid again the hand is played to its end, and every bet comes to what `settle`
// says. SABOT_MISDEALS=2000 plays so many of each game.
func TestMisdealsThroughThePage(t *testing.T) {
	for i, g := range misdealGames {
		n := g.short
		if many, err := strconv.Atoi(os.Getenv("SABOT_MISDEALS")); err == nil {
			n = (many + 1) / 2 // each game has two presets
		}
		var preset struct{ Preset string }
		if err := json.Unmarshal([]byte(g.rules), &preset); err != nil {
			t.Fatal(err)
		}
		t.Run(preset.Preset+g.name, func(t *testing.T) {
			m := newMisdeals(t, g.game, g.rules, g.set, int64(i+1))
			for hand := range n {
				if m.hand(hand); t.Failed() {
					t.Fatalf("hand %d: %s", hand, strings.Join(m.log, " "))
				}
			}
			t.Log(m.count)
			m.holds()
		})
	}
}

// holds demands that the record of all of it verifies.
func (m *misdeals) holds() {
	m.T.Helper()
	r, err := storage.OpenReader(context.Background(), m.Dir)
	if err != nil {
		m.T.Fatal(err)
	}
	defer r.Close()
	trusted, err := r.Verifier()
	if err != nil {
		m.T.Fatal(err)
	}
	all, err := audit.Verify(context.Background(), r, audit.Check{Trusted: trusted})
	if err != nil {
		m.T.Fatal(err)
	}
	for _, c := range all {
		if c.Fault != nil {
			m.T.Error(c.Fault)
		}
	}
}

// misdeals plays hands whose cards are dealt wrong.
type misdeals struct {
	*seat
	rng   *rand.Rand
	shoe  []games.Card
	ready []games.Card // carried over from the hand before
	count map[string]int
	log   []string
}

// fallen is a card as it really left the shoe and lies.
type fallen struct {
	card   games.Card
	at     games.Place
	hidden bool // nobody has seen it
	burned bool
}

func newMisdeals(t *testing.T, game, rules string, set record.Settings, seed int64) *misdeals {
	dir := t.TempDir()
	h, err := session.Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	plan := people.DemoPlan("it", "lugano", 1)
	set.Float = people.DemoFloat()
	plan.Tables[0].Game, plan.Tables[0].Rules, plan.Tables[0].Settings = game, json.RawMessage(rules), &set
	if err := errors.Join(h.SetUp(plan), h.Close()); err != nil {
		t.Fatal(err)
	}
	m := &misdeals{seat: seatAt(t, dir, "LB1", "it"), rng: rand.New(rand.NewSource(seed)), count: map[string]int{}}
	m.Open()
	m.shuffle()
	return m
}

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
}

func rankKey(c games.Card) string { return strings.Replace(c.Rank().String(), "T", "0", 1) }

// hand plays one hand with something wrong in it.
func (m *misdeals) hand(n int) {
	m.log = nil
	if len(m.shoe) < 120 && len(m.ready) == 0 {
		m.Shell.TypedKey(fyne.KeyF10)
		m.types("a")
		if m.Table().Phase() != pit.Betting {
			m.T.Fatalf("phase %v for a new shoe: %s", m.Table().Phase(), m.said())
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

// check is what `check` says of cards.
type check struct {
	screentest.Verdict
	Matches bool
	Carried []string
	Relaid  []struct{ To, Card string }
}

func (m *misdeals) check(cards []fallen) check {
	var dealt []map[string]string
	for _, c := range cards {
		name := c.card.String()
		if c.burned {
			name = "!" + name
		}
		dealt = append(dealt, map[string]string{"to": c.at.String(), "card": name})
	}
	var out check
	m.ask(map[string]any{"dealt": dealt}, &out)
	return out
}

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
		m.T.Fatalf("no page: phase %v, %s", m.Table().Phase(), m.said())
	}
	if dealt, _ := m.Table().FaceDown(); dealt { // which left the shoe when the record guesses: they are put down anew
		m.Shell.TypedKey(fyne.KeyEnd)
		m.types(strings.Repeat("\b", len(page.cards)))
		keyed = 0
	}
	m.Shell.TypedKey(fyne.KeyHome)
	for i := range keyed {
		m.types(m.placeKey(cards[i].at))
	}
	m.Shell.TypedKey(fyne.KeyEnd)
	for _, c := range cards[keyed:] {
		if c.hidden {
			m.types("f" + m.placeKey(c.at))
		} else {
			m.types(rankKey(c.card) + m.placeKey(c.at))
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
	if m.Table().Phase() != pit.Paused {
		m.T.Fatalf("phase %v: %s %s", m.Table().Phase(), page.word, page.page.Shown.Verdict)
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
	if dealt, _ := m.Table().FaceDown(); dealt {
		open := m.rng.Intn(len(cards) + 1)
		for i := range cards { // the player's third card comes face up
			cards[i].hidden = m.Table().Game.Name() != "puntobanco" || i < 4
		}
		for range open {
			next := m.Table().Next().At
			i := slices.IndexFunc(cards, func(c fallen) bool { return c.at == next && c.hidden })
			if _, opening := m.Table().FaceDown(); i < 0 || !opening {
				break
			}
			m.types(rankKey(cards[i].card))
			cards[i].hidden = false
		}
		if _, opening := m.Table().FaceDown(); opening {
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
		step := m.Table().Next()
		if m.Table().Phase() != pit.Dealing || !step.Opening {
			break
		}
		if m.Table().MayHide() && m.rng.Intn(3) > 0 {
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
	if m.Table().Next().Kind == games.Insuring {
		m.types("\n")
	}
	if hole := slices.IndexFunc(cards, func(c fallen) bool { return c.hidden }); m.Table().Next().Kind == games.Look && !m.blackjack(cards, hole) {
		m.types("n")
	}
	for range m.rng.Intn(3) {
		step := m.Table().Next()
		if m.Table().Phase() != pit.Deciding {
			break
		}
		m.count["late"]++
		do := []games.Action{games.Stand, step.Offers[m.rng.Intn(len(step.Offers))]}[m.rng.Intn(2)]
		m.types(m.decideKey(do))
		if step = m.Table().Next(); step.Kind == games.Deal && step.At.Box > 0 && !step.Opening {
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
	suits := m.Table().Next().Suits || m.Table().MayHide()
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
		verdicts = []string{tx.T("relay_impossible", text.Args{"N": len(names), "Cards": strings.Join(names, ", ")})}
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
	if _, opening := m.Table().FaceDown(); opening {
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
	if _, opening := m.Table().FaceDown(); opening { // the deal goes on face down
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
		step := state.Next()
		switch phase := state.Phase(); {
		case phase == pit.Dealing && step.Kind == games.ReadSuit:
			m.types(cards[step.Card].card.Suit().String())
		case phase == pit.Dealing && !step.Opening && m.rng.Intn(5) == 0, phase == pit.Deciding && m.rng.Intn(12) == 0:
			cards = m.astray(cards, step)
		case phase == pit.Dealing:
			i := -1
			if _, opening := state.FaceDown(); opening {
				i = slices.IndexFunc(cards, func(c fallen) bool { return c.at == step.At && c.hidden })
			}
			if i < 0 {
				cards = append(cards, fallen{card: m.draw(), at: step.At})
				i = len(cards) - 1
			}
			cards[i].hidden = false
			m.card(cards[i].card)
		case phase == pit.Deciding:
			do := step.Offers[m.rng.Intn(len(step.Offers))]
			decisions = append(decisions, map[string]any{"box": step.At.Box, "do": do})
			m.types(m.decideKey(do))
		case phase == pit.Turning:
			i := slices.IndexFunc(cards, func(c fallen) bool { return c.hidden })
			cards[i].hidden = false
			m.card(cards[i].card)
		case step.Kind == games.Insuring:
			m.types("\n")
		case step.Kind == games.Look:
			i := slices.IndexFunc(cards, func(c fallen) bool { return c.hidden })
			m.types(map[bool]string{true: "b", false: "n"}[m.blackjack(cards, i)])
		case phase == pit.Paying:
			m.types(" ")
		default:
			m.T.Fatalf("phase %v, next %v: %s", phase, step, m.said())
		}
	}
	if len(m.Table().History) != before+1 {
		m.T.Fatalf("the hand does not end: phase %v, next %+v, %s", m.Table().Phase(), m.Table().Next(), m.said())
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

func (m *misdeals) decideKey(do games.Action) string {
	if m.Table().Game.Name() == "lugano" {
		return map[games.Action]string{games.Stand: "s", games.Draw: "d", games.Double: "x"}[do]
	}
	return map[games.Action]string{games.Stand: "s", games.Hit: "h", games.Double: "d", games.Split: "p"}[do]
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
