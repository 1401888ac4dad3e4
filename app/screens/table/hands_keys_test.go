package table

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// type enters keys and reads what the screen says after each.
func (p *handPlayer) enter(keys string) {
	p.T.Helper()
	for _, r := range keys {
		p.count["keys"]++
		p.Keys(string(r))
		p.read()
	}
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
				if spot.Early && p.Table().Current.Round.On(box, spot.Name, bettor) > 0 && p.rng.Intn(3) > 0 {
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
	if got := p.Table().Current.Round.On(box, spot, bettor); got != amount {
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
	p.must(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().ChooseEarly(box, bettor, e) })
}

// goOn does the next thing: ticks something off, deals, asks.
func (p *handPlayer) goOn() {
	p.T.Helper()
	table, pad := p.Table(), p.screen.pad()
	pending := slices.ContainsFunc(pad.Pays, func(turn view.Pay) bool { return !turn.Done && !turn.Laid })
	step := table.Deal().Next()
	switch {
	case step.Kind == games.Finished:
		if table.Deal().MayCarry() && p.rng.Intn(4) == 0 {
			card := p.draw()
			p.ready = append(p.ready, card)
			p.count["carried"]++
			p.card(card)
			return
		}
		p.enter(p.oneOf("\n", " "))
	case pending && (pad.More > 0 || p.rng.Intn(3) == 0):
		p.enter(p.oneOf("\n", " "))
	case table.Deal().MayHide():
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
		p.Pass(controls.Rhythm)
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
	of := []string{""}
	for _, b := range p.Table().Bets().EarlyBets(d.Box) {
		of = append(of, b.Bettor)
	}
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
