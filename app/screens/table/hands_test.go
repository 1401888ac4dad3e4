package table

import (
	"encoding/json"
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
	"sabot/app/view"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit"
	"sabot/pit/people"
	"sabot/pit/record"
)

// handTable is a preset at which hands are played through the screen's keys.
type handTable struct {
	preset, more string
}

var handTables = []handTable{
	{"lugano", ""}, {"lugano-hand", ""},
	{"pb-speed", ""}, {"pb-speed", `,"commission":"tracked"`}, {"pb-speed-nc", ""},
	{"pb-classic", ""}, {"pb-classic", `,"commission":"tracked"`},
	{"pb-first", ""}, {"pb-first", `,"commission":"tracked"`}, {"pb-first-nc", ""},
	{"bj-us", ""}, {"bj-eu", ""}, {"bj-eu", `,"enhc":"original"`},
}

// Hands of every preset, with whatever bets a table sees, keyed in as a croupier keys them:
// each chip that lay is collected, paid or given back by exactly one act that stood on the
// screen before it was done, and every person has what `settle` gives. How many is
// SABOT_HANDS, the first of them SABOT_HANDS_SEED.
func TestHandsThroughTheKeys(t *testing.T) {
	count, seed := 20, int64(1)
	if n, err := strconv.Atoi(os.Getenv("SABOT_HANDS")); err == nil {
		count = n
	}
	if n, err := strconv.ParseInt(os.Getenv("SABOT_HANDS_SEED"), 10, 64); err == nil {
		seed = n
	}
	for i, table := range handTables {
		t.Run(table.preset+table.more, func(t *testing.T) {
			p := newHandPlayer(t, table, seed+int64(i))
			for n := range count {
				p.hand(n)
			}
			t.Logf("%d hands, %d keys, %d cards, %d decisions, %d acts, %d bets, of them %d void and %d reduced, %d split, %d insurances, %d even money, %d carried cards",
				count, p.count["keys"], p.count["cards"], p.count["decisions"], p.count["acts"], p.count["bets"], p.count["void"], p.count["reduced"], p.count["split"], p.count["insurance"], p.count["even"], p.count["carried"])
		})
	}
}

// handPlayer plays hands at one table.
type handPlayer struct {
	*seat
	rng    *rand.Rand
	shoe   []games.Card
	hole   games.Card   // that lies face down
	laid   []games.Card // of this hand, in shoe order
	ready  []games.Card
	shown  map[string]shownAct // acts that stood on the screen in this hand
	count  map[string]int
	labels map[string]string // spots by their print
}

// shownAct is an act as the screen has it.
type shownAct struct {
	box, hand          int
	bettor, spot, verb string
	amount             games.Amount
}

func newHandPlayer(t *testing.T, table handTable, seed int64) *handPlayer {
	t.Helper()
	g, ok := handfile.Preset(table.preset)
	if !ok {
		t.Fatal(table.preset)
	}
	plan := people.DemoPlan("it", "", 0)
	limits := map[string]games.Limit{}
	raw := `{"preset":"` + table.preset + `"` + table.more + `,"limits":{`
	for i, s := range games.PresetSpots(g) {
		limits[s.Name] = games.Limit{Min: 1000, Max: 20000 + 1000*games.Amount(i)}
		if i > 0 {
			raw += ","
		}
		raw += fmt.Sprintf(`%q:{"min":%d,"max":%d}`, s.Name, limits[s.Name].Min, limits[s.Name].Max)
	}
	plan.Tables = []record.TableSet{{Name: "T1", Game: g.Name(), Rules: []byte(raw + "}}")}}
	dir := t.TempDir()
	if fast, err := os.MkdirTemp("/dev/shm", "sabot-hands"); err == nil { // nothing has to survive
		dir = fast
		t.Cleanup(func() { _ = os.RemoveAll(fast) })
	}
	h, err := session.Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.SetUp(plan); err != nil {
		t.Fatal(err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	p := &handPlayer{seat: seatAt(t, dir, "T1", "it"), rng: rand.New(rand.NewSource(seed)), count: map[string]int{}, labels: map[string]string{}}
	house := &p.Shell.House.State
	anna, errAnna := p.Shell.House.SignOn("114711")
	dario, errDario := p.Shell.House.SignOn("215821")
	if errAnna != nil || errDario != nil {
		t.Fatal(errAnna, errDario)
	}
	p.must(func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: house.Tables[0], Croupier: anna.Staff, Inspector: dario.Staff, Chips: house.Chips}, time.Now())
	}, anna, dario)
	tx := p.Shell.Text
	for _, s := range g.Spots() {
		p.labels[tx.T("spot_"+s.Name)] = s.Name
	}
	p.labels[tx.T("spot_insurance")] = "insurance"
	return p
}

// must is what a croupier does between hands, which is not what is tried here.
func (p *handPlayer) must(command session.Command, who ...people.Badge) {
	p.T.Helper()
	if err := p.screen.session.Do(command, who...); err != nil {
		p.T.Fatal(err)
	}
	p.screen.Update()
}

// type enters keys and reads what the screen says after each.
func (p *handPlayer) enter(keys string) {
	p.T.Helper()
	for _, r := range keys {
		p.count["keys"]++
		p.Keys(string(r))
		p.read()
	}
}

// hand plays the nth hand to its end.
func (p *handPlayer) hand(n int) {
	p.T.Helper()
	g := p.Table().Game
	if len(p.shoe) < 120 {
		p.newShoe()
	}
	p.shown = map[string]shownAct{}
	hands := len(p.Table().History)
	if n%3 > 0 {
		p.enter(" ") // as before
	} else {
		p.bet()
	}
	for ; ; p.bet() {
		p.enter("\n")
		if p.Table().Current.BetsClosed {
			break
		}
	}
	p.laid, p.ready = p.ready, nil // those that were carried over lie already
	for step := 0; len(p.Table().History) == hands; step++ {
		if step > 500 {
			p.T.Fatalf("hand %d goes on and on: phase %v, %q", n, p.Table().Phase(), p.said())
		}
		p.goOn()
	}
	h := p.Table().History[hands]
	p.check(n, &h, g)
}

// newShoe puts a shoe in place, the commission of the last one paid.
func (p *handPlayer) newShoe() {
	p.T.Helper()
	if len(p.Table().Debts()) > 0 {
		p.must(func(t *pit.Table) ([]record.Fact, error) { return t.TakeCommission(0) })
	}
	p.must(func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{}, time.Now()) })
	p.shoe = nil
	for range p.Table().Game.Options().Decks {
		for rank := range 13 {
			for suit := range 4 {
				p.shoe = append(p.shoe, games.NewCard(games.Rank(rank+1), games.Suit(suit)))
			}
		}
	}
	for _, c := range p.ready { // they are out of the new shoe too
		p.shoe = slices.Delete(p.shoe, slices.Index(p.shoe, c), slices.Index(p.shoe, c)+1)
	}
	p.rng.Shuffle(len(p.shoe), func(i, j int) { p.shoe[i], p.shoe[j] = p.shoe[j], p.shoe[i] })
}

// bet lays bets as they come: under the minimum, over the maximum, of several bettors,
// behind, beside nothing.
func (p *handPlayer) bet() {
	g := p.Table().Game
	boxes := g.Options().Boxes
	_, early := games.EarlySpot(g)
	for range 1 + p.rng.Intn(3) {
		box := 1 + p.rng.Intn(boxes)
		bettors := []string{""}
		if early || g.Name() == "puntobanco" {
			for n := 2; n <= 4 && p.rng.Intn(2) == 0; n++ {
				bettors = append(bettors, strconv.Itoa(n))
			}
		}
		for _, bettor := range bettors {
			first := true                                             // B goes on to the next bettor only from one that has a bet
			for i, spot := range g.Offered(p.Table().Current.Round) { // past its cut-off Tab passes a spot over
				if early && spot.Early != (bettor != "") {
					continue
				}
				main := i < 2 && (g.Name() == "lugano" || i == 0 && early)
				skip := main && p.rng.Intn(12) == 0 || !main && p.rng.Intn(3) > 0
				if skip && (bettor == "" || !first) {
					continue
				}
				first = false
				p.put(box, bettor, spot.Name, min(p.amount(), 10*g.Options().Limits[spot.Name].Max))
				if spot.Early && p.Table().Current.On(box, spot.Name, bettor) > 0 && p.rng.Intn(3) > 0 {
					p.early(box, bettor)
				}
			}
		}
	}
}

func (p *handPlayer) amount() games.Amount {
	switch p.rng.Intn(10) {
	case 0:
		return 500 // under the minimum
	case 1:
		return games.Amount(40+p.rng.Intn(20)) * 1000 // over the maximum
	}
	return games.Amount(2+p.rng.Intn(38)) * 500
}

// put chooses a spot with the keys and types the amount.
func (p *handPlayer) put(box int, bettor, spot string, amount games.Amount) {
	p.T.Helper()
	p.Shell.TypedKey(fyne.KeyEscape)
	keys := strconv.Itoa(box)
	if box >= 10 {
		keys = "0" + strconv.Itoa(box-10)
	}
	p.enter(keys)
	cursor := &p.screen.cursor
	for tries := 0; cursor.Bettor != bettor; tries++ {
		if p.enter("b"); tries > 12 {
			p.T.Fatalf("B does not come to bettor %q of box %d", bettor, box)
		}
	}
	for tries := 0; cursor.Spot != spot; tries++ {
		if p.enter("\t"); tries > 12 || cursor.Box != box {
			p.T.Fatalf("Tab does not come to %s of box %d", spot, box)
		}
	}
	seq := p.Table().Seq
	p.enter(strconv.Itoa(int(amount/100)) + "\t")
	if got := p.Table().Current.On(box, spot, bettor); got != amount {
		p.T.Fatalf("box %d %s (%s): %d typed, %d lie (%d entries): %q", box, spot, bettor, amount, got, p.Table().Seq-seq, p.said())
	}
}

// early takes the early decision of a bettor behind.
func (p *handPlayer) early(box int, bettor string) {
	p.T.Helper()
	e := games.Early{Choice: []games.Choice{games.Follow, games.ChooseDouble, games.ChooseSplit, games.ChooseSplit, games.Right, games.Left}[p.rng.Intn(6)]}
	if e.Choice == games.ChooseSplit && p.rng.Intn(2) == 0 {
		e.Then = games.Double
	}
	p.must(func(t *pit.Table) ([]record.Fact, error) { return t.ChooseEarly(box, bettor, e) })
}

// goOn does the next thing: ticks something off, deals, asks.
func (p *handPlayer) goOn() {
	p.T.Helper()
	table, pad := p.Table(), p.screen.pad()
	pending := slices.ContainsFunc(pad.Pays, func(turn view.Pay) bool { return !turn.Done && !turn.Laid })
	step := table.Next()
	switch {
	case step.Kind == games.Finished:
		if table.MayCarry() && p.rng.Intn(4) == 0 {
			card := p.draw()
			p.ready = append(p.ready, card)
			p.count["carried"]++
			p.card(card)
			return
		}
		p.enter(p.oneOf("\n", " "))
	case pending && (pad.More > 0 || p.rng.Intn(3) == 0):
		p.enter(p.oneOf("\n", " "))
	case table.MayHide():
		if pending {
			p.enter(" ")
		}
		p.hole = p.draw()
		p.laid = append(p.laid, p.hole)
		p.count["cards"]++
		p.enter("\n")
	case step.Kind == games.Turn:
		p.card(p.hole)
	case step.Kind == games.ReadSuit:
		p.enter(strings.ToLower(p.laid[step.Card].Suit().String()))
	case step.Kind == games.Deal:
		p.count["cards"]++
		p.stack(step)
		p.laid = append(p.laid, p.draw())
		p.card(p.laid[len(p.laid)-1])
	case step.Kind == games.Insuring && p.rng.Intn(2) == 0 && len(step.Insurable) > 0:
		p.insure(step.Insurable)
	case step.Kind == games.Insuring:
		if pending {
			p.enter(" ")
		}
		p.enter("\n")
	case step.Kind == games.Look && p.dealerHasBlackjack():
		p.enter("b")
	case step.Kind == games.Look:
		p.enter("n")
	default:
		p.decide(step)
	}
}

// insure buys one of the insurances that are offered; of several at a box the menu asks
// which.
func (p *handPlayer) insure(offers []games.Decision) {
	p.T.Helper()
	d := offers[p.rng.Intn(len(offers))]
	of := append([]string{""}, bettors(p.Table().EarlyBets(d.Box))...)
	decided := len(p.Table().Current.Round.Decisions)
	p.enter(strconv.Itoa(d.Box))
	if len(of) > 1 {
		p.enter(view.BettorKey(d.Bettor))
	}
	if len(p.Table().Current.Round.Decisions) != decided+1 {
		p.T.Fatalf("the insurance of %+v is not bought: %q", d, p.said())
	}
}

func (p *handPlayer) oneOf(keys ...string) string { return keys[p.rng.Intn(len(keys))] }

func (p *handPlayer) decide(step games.Step) {
	p.T.Helper()
	if step.Kind != games.Ask {
		p.T.Fatalf("nothing is asked: %+v (%v), %q", step, step.Fault, p.said())
	}
	do := step.Offers[p.rng.Intn(len(step.Offers))]
	if slices.Contains(step.Offers, games.Split) && p.rng.Intn(2) == 0 {
		do = games.Split
	}
	for _, b := range p.screen.pad().Buttons {
		if b.Do == do && b.Key != "Enter" {
			p.count["decisions"]++
			n := len(p.Table().Current.Round.Decisions)
			p.enter(strings.ToLower(b.Key))
			if len(p.Table().Current.Round.Decisions) != n+1 {
				p.T.Fatalf("%s decided nothing: %q", do, p.said())
			}
			return
		}
	}
	p.T.Fatalf("no key for %s among %+v", do, p.screen.pad().Buttons)
}

// dealerHasBlackjack says what the dealer sees when he looks.
func (p *handPlayer) dealerHasBlackjack() bool {
	laid := p.Table().Current.Round.Laid
	up := slices.IndexFunc(laid, func(l games.Laid) bool { return l.At == games.Dealer && !l.Hidden })
	ten := func(c games.Card) bool { return c.Rank() >= 10 }
	ace := func(c games.Card) bool { return c.Rank() == 1 }
	return up >= 0 && (ten(laid[up].Card) && ace(p.hole) || ace(laid[up].Card) && ten(p.hole))
}

// stack has aces come to the dealer, and pairs and blackjacks to the seats, more often than
// they do: that is where insurances, even money and splits are.
func (p *handPlayer) stack(step games.Step) {
	laid := p.Table().Current.Round.Laid
	of := slices.DeleteFunc(slices.Clone(laid), func(l games.Laid) bool { return l.At != step.At })
	wanted := games.Rank(1)
	switch {
	case !step.Opening || p.rng.Intn(3) > 0:
		return
	case step.At == games.Dealer && len(of) == 0:
	case step.At.Box > 0 && len(of) == 1:
		wanted = of[0].Card.Rank()
		if p.rng.Intn(2) == 0 && wanted >= 10 { // a blackjack
			wanted = 1
		} else if wanted == 1 {
			wanted = 10
		}
	default:
		return
	}
	if i := slices.IndexFunc(p.shoe, func(c games.Card) bool { return c.Rank() == wanted }); i >= 0 {
		p.shoe[0], p.shoe[i] = p.shoe[i], p.shoe[0]
	}
}

func (p *handPlayer) draw() games.Card {
	card := p.shoe[0]
	p.shoe = p.shoe[1:]
	return card
}

// card types a card, its suit where suits are entered.
func (p *handPlayer) card(card games.Card) {
	p.T.Helper()
	name := strings.ToLower(card.String())
	p.enter(name[:1])
	if p.screen.cursor.Rank != "" {
		p.enter(name[1:])
	}
	if p.screen.cursor.Rank != "" {
		p.T.Fatalf("%s is typed and not taken: %q", name, p.said())
	}
}

// read takes down every act that stands on the screen.
func (p *handPlayer) read() {
	p.T.Helper()
	if !p.Table().Current.BetsClosed {
		return
	}
	pad := p.screen.pad()
	if len(pad.Pays) == 0 {
		return
	}
	drawn := p.drawn()
	here := map[string]bool{}
	for _, turn := range pad.Pays {
		if turn.Laid {
			continue
		}
		sums := map[pit.ActKind]games.Amount{}
		for _, line := range turn.Lines {
			act := p.parse(turn.Title, line.Text, line.Sum)
			key := fmt.Sprint(act.box, act.hand, act.bettor, act.spot, act.verb)
			if here[key] {
				p.T.Fatalf("the screen has %q of %s twice", line.Text, turn.Title)
			}
			here[key] = true
			switch was, there := p.shown[key]; {
			case there && was != act:
				p.T.Fatalf("the screen had %+v, and now %+v", was, act)
			case !there && turn.Done:
				p.T.Fatalf("%+v was done before anybody saw it", act)
			}
			p.shown[key] = act
			sums[pit.ActKind(act.verb)] += act.amount
			if turn.Now && pad.Kind == view.PayPad && (!drawn[line.Text] || !drawn[line.Sum]) {
				p.T.Fatalf("%q %q of %s is not drawn", line.Text, line.Sum, turn.Title)
			}
		}
		for _, sum := range turn.Sums {
			if sums[sum.Do] != sum.Amount {
				p.T.Fatalf("%s: the acts come to %v, the line says %q", turn.Title, sums, sum.Text)
			}
			whole := turn.Who + " " + sum.Text
			if !drawn[sum.Short] && !slices.ContainsFunc(mapKeys(drawn), func(s string) bool { return strings.Contains(s, strings.TrimSpace(whole)) }) {
				p.T.Fatalf("%s: %q is not drawn", turn.Title, sum.Text)
			}
		}
	}
}

func mapKeys(m map[string]bool) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	return keys
}

// drawn are the words that the strip draws.
func (p *handPlayer) drawn() map[string]bool {
	words := map[string]bool{}
	for _, o := range p.screen.strip.Drawn.Board.Objects() {
		if word := screentest.DrawnText(o); word != "" {
			words[word] = true
		}
	}
	return words
}

// parse reads a line of the screen as a croupier does.
func (p *handPlayer) parse(title, what, sum string) shownAct {
	p.T.Helper()
	var a shownAct
	who, hand, _ := strings.Cut(title, ", ")
	a.hand = map[string]int{"": 0, "mano destra": 1, "mano sinistra": 2}[hand]
	who, bettor, named := strings.Cut(strings.TrimPrefix(who, "Box "), " (")
	if named {
		a.bettor = strings.TrimSuffix(bettor, ")")
	}
	a.box, _ = strconv.Atoi(who)
	verb := ""
	for label, name := range p.labels {
		if rest, is := strings.CutPrefix(what, label+" "); is && len(name) > 0 {
			if next, _, _ := strings.Cut(rest, " "); a.spot == "" || verbs[next] != "" {
				a.spot, verb = name, next
			}
		}
	}
	a.verb = verbs[verb]
	digits := sum[strings.LastIndexAny(sum, " +−=↩")+1:]
	if i := strings.LastIndexAny(sum, " +−=↩"); i >= 0 {
		digits = strings.TrimLeft(sum[i:], " +−=↩")
	}
	amount, err := strconv.ParseFloat(strings.ReplaceAll(digits, "’", ""), 64)
	if a.box == 0 || a.spot == "" || a.verb == "" || err != nil {
		p.T.Fatalf("nobody can read %q, %q, %q", title, what, sum)
	}
	a.amount = games.Amount(amount*100 + 0.5)
	return a
}

var verbs = map[string]string{"incassa": "collect", "paga": "pay", "restituisci": "give_back", "resta": "leave"}

// check holds what stood on the screen against what `settle` makes of the exported hand.
func (p *handPlayer) check(n int, h *pit.Hand, g games.Game) {
	p.T.Helper()
	hand, err := handfile.Decode(handfile.Encode(h.Export(g)))
	if err != nil {
		p.T.Fatal(err)
	}
	s, err := games.Complete(hand.Game, hand.Round)
	if err != nil {
		p.T.Fatal(err)
	}
	want := map[string]shownAct{}
	nets := map[string]games.Amount{}
	even := map[string]games.Amount{}
	for i, sure := range s.Even {
		even[fmt.Sprint(s.Payments[i].Box, s.Payments[i].Bettor)] = sure
	}
	for i, pay := range s.Payments {
		p.count["bets"]++
		nets[fmt.Sprint(pay.Box, pay.Bettor)] -= pay.Net()
		switch {
		case s.Even[i] > 0: // one act, and none for the insurance
			p.count["even"]++
			pay.Outcome, pay.Returned = games.Win, pay.Staked+pay.Reduced()+s.Even[i]
		case pay.Spot == "insurance" && even[fmt.Sprint(pay.Box, pay.Bettor)] > 0:
			continue
		}
		p.expect(want, pay)
	}
	var out struct {
		Bets []struct {
			Box      int          `json:"box"`
			Bettor   string       `json:"bettor"`
			Returned games.Amount `json:"returned"`
		} `json:"bets"`
	}
	if err := json.Unmarshal(handfile.EncodeSettlement(s), &out); err != nil || len(out.Bets) != len(s.Payments) {
		p.T.Fatalf("%v, %d bets of %d", err, len(out.Bets), len(s.Payments))
	}
	for i, b := range out.Bets {
		if b.Returned != s.Payments[i].Returned || b.Box != s.Payments[i].Box {
			p.T.Fatalf("settle says %+v", b)
		}
	}
	for key, act := range want {
		if got, there := p.shown[key]; !there || got != act {
			p.T.Fatalf("hand %d: settle needs %+v, the screen had %+v (%v)\n%s", n, act, got, there, handfile.Encode(hand))
		}
	}
	for key, act := range p.shown {
		if _, there := want[key]; !there {
			p.T.Fatalf("hand %d: the screen had %+v, and settle nothing like it\n%s", n, act, handfile.Encode(hand))
		}
		switch act.verb {
		case "pay":
			nets[fmt.Sprint(act.box, act.bettor)] += act.amount
		case "collect":
			nets[fmt.Sprint(act.box, act.bettor)] -= act.amount
		}
	}
	for who, off := range nets {
		if off != 0 {
			p.T.Fatalf("hand %d: box and bettor %s are %d off what settle gives", n, who, off)
		}
	}
	p.count["acts"] += len(p.shown)
}

// expect are the acts that a bet needs, so that each of its chips has one.
func (p *handPlayer) expect(want map[string]shownAct, pay games.Payment) {
	add := func(hand int, verb string, amount games.Amount) {
		a := shownAct{pay.Box, hand, pay.Bettor, pay.Spot, verb, amount}
		want[fmt.Sprint(a.box, a.hand, a.bettor, a.spot, a.verb)] = a
	}
	piece := func(hand int, staked, returned games.Amount) {
		switch net := returned - staked; {
		case net > 0:
			add(hand, "pay", net)
		case net == 0:
			add(hand, "leave", staked)
		default:
			add(hand, "collect", -net)
			if returned > 0 {
				add(hand, "leave", returned)
			}
		}
	}
	switch {
	case pay.Outcome == games.Void:
		p.count["void"]++
		add(0, "give_back", pay.Amount)
		return
	case pay.Reduced() > 0:
		p.count["reduced"]++
		add(0, "give_back", pay.Reduced())
	case pay.Spot == "insurance":
		p.count["insurance"]++
	}
	for _, part := range pay.Parts {
		piece(part.Hand, part.Staked, part.Returned)
	}
	if len(pay.Parts) == 0 {
		piece(0, pay.Staked, pay.Returned-pay.Reduced())
	} else if len(pay.Parts) > 1 {
		p.count["split"]++
	}
}
