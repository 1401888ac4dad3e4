package table

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sabot/app/screens/screentest"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/hand"
	"sabot/pit/pay"
)

// shownAct is an act as the screen has it.
type shownAct struct {
	box, hand          int
	bettor, spot, verb string
	amount             games.Amount
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
		sums := map[pay.ActKind]games.Amount{}
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
			sums[pay.ActKind(act.verb)] += act.amount
			if turn.Now && pad.Kind == view.PayPad && (!drawn[line.Text] || !drawn[line.Sum] && !drawn[text.Tight(line.Sum)]) {
				p.T.Fatalf("%q %q of %s is not drawn", line.Text, line.Sum, turn.Title)
			}
		}
		for _, sum := range turn.Sums {
			if sums[sum.Do] != sum.Amount {
				p.T.Fatalf("%s: the acts come to %v, the line says %q", turn.Title, sums, sum.Text)
			}
			whole := turn.Who + " " + sum.Text
			if !drawn[sum.Short] && !drawn[text.Tight(sum.Short)] && !slices.ContainsFunc(mapKeys(drawn), func(s string) bool { return strings.Contains(s, strings.TrimSpace(whole)) }) {
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
	a.hand = map[string]int{"": 0, "mano destra del giocatore": 1, "mano sinistra del giocatore": 2}[hand]
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
	digits := sum[strings.LastIndexAny(sum, " ↑↓=↩")+1:]
	if i := strings.LastIndexAny(sum, " ↑↓=↩"); i >= 0 {
		digits = strings.TrimLeft(sum[i:], " ↑↓=↩")
	}
	amount, err := strconv.ParseFloat(strings.ReplaceAll(digits, "’", ""), 64)
	if a.box == 0 || a.spot == "" || a.verb == "" || err != nil {
		p.T.Fatalf("nobody can read %q, %q, %q", title, what, sum)
	}
	a.amount = games.Amount(amount*100 + 0.5)
	return a
}

var verbs = map[string]string{"incassa": "collect", "paga": "pay", "restituisci": "give_back", "pari": "leave"}

// check holds what stood on the screen against what `settle` makes of the exported hand.
func (p *handPlayer) check(n int, h *hand.Hand, g games.Game) {
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
