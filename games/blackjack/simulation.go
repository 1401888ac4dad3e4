package blackjack

import (
	"math"

	"sabot/games"
)

// A Simulation is the result of simulated rounds, per unit of the first stake.
type Simulation struct {
	Hands  int
	Return float64
	Error  float64 // the standard error of Return
}

// move is a decision of the simulation.
type move uint8

const (
	stands move = iota
	hits
	doubles
	splits
)

// A player is a simulated one: it plays rounds from a full shoe by the play that the analysis found best. It goes through a round
// card by card and never starts over: a hand is a node of the analysis, a card leads from one to the next.
type player struct {
	g     *Game
	nodes []node
	draws []bool               // of the dealer, by node
	moves [kinds][]move        // by the dealer's card and node
	apart [kinds][kinds][]move // of the hands of a split pair, by its kind too; nil where it is not split
	pays  float64              // of a blackjack
	shoe  []uint8              // kinds; those before at are out
	at    int
	seed  uint64

	second int // where the dealer's second card lies, of the last round; -1 where he took none
}

// newPlayer prepares the play that an analysis found; the same seed gives the same rounds.
func (g *Game) newPlayer(tables *[kinds]*table, seed uint64) *player {
	p := &player{g: g, nodes: tables[0].nodes, seed: seed, pays: g.rules.blackjack.PerUnit()}
	full, _ := fullShoe(g.options.Decks)
	for k, n := range full {
		for range n {
			p.shoe = append(p.shoe, uint8(k))
		}
	}
	p.draws = make([]bool, len(p.nodes))
	for i := range p.nodes {
		p.draws[i] = g.draws(p.nodes[i].total, p.nodes[i].soft)
	}
	for _, t := range tables {
		p.prepare(t)
	}
	return p
}

func (p *player) prepare(t *table) {
	p.moves[t.up] = t.moves(true)
	if p.g.maxSplits == 0 {
		return
	}
	for kind := range kinds {
		at := p.nodes[p.nodes[0].next[kind]].next[kind]
		if !t.possible(&p.nodes[at].has) {
			continue
		}
		if t.splitValue(kind) <= t.worth(at, p.moves[t.up][at]) {
			continue
		}
		p.moves[t.up][at] = splits
		if p.g.oneCard(kind) {
			p.apart[kind][t.up] = make([]move, len(p.nodes)) // they stand
			continue
		}
		p.apart[kind][t.up] = t.splitTable(kind).moves(p.g.doubleAfterSplit)
	}
}

func (t *table) worth(at int32, m move) float64 {
	switch m {
	case hits:
		return t.hit(at)
	case doubles:
		return t.double(at)
	}
	return t.hold(at, false)
}

// moves returns the best of hit, stand and, with two cards, double, by node.
func (t *table) moves(mayDouble bool) []move {
	list := make([]move, len(t.nodes))
	for at := range t.nodes {
		h := &t.nodes[at]
		if h.cards < 2 || h.total >= 21 || !t.possible(&h.has) {
			continue
		}
		value := t.hold(int32(at), false)
		if v := t.hit(int32(at)); v > value {
			value, list[at] = v, hits
		}
		if h.cards == 2 && mayDouble {
			if v := t.double(int32(at)); v > value {
				list[at] = doubles
			}
		}
	}
	return list
}

// draw takes a card at random out of the shoe.
func (p *player) draw() int {
	i := p.at + int(p.random(uint64(len(p.shoe)-p.at)))
	card := p.shoe[i]
	p.shoe[i] = p.shoe[p.at]
	p.shoe[p.at] = card
	p.at++
	return int(card)
}

// random returns a number below n.
func (p *player) random(n uint64) uint64 {
	p.seed += 0x9e3779b97f4a7c15
	z := p.seed
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	z ^= z >> 31
	return (z >> 32) * n >> 32
}

// held is a hand of a seat as it stands: its node, 0 where it is bust.
type held struct {
	node  int32
	stake float64
}

// place is a seat of a simulated round.
type place struct {
	node    int32
	natural bool
	split   bool
	hands   [2]held
}

const mostSeats = 7

// round plays a round of so many seats and puts what each is up into nets.
func (p *player) round(nets []float64) {
	p.at, p.second = 0, -1
	var seats [mostSeats]place
	n := len(nets)
	start := &p.nodes[0].next
	for i := range n {
		seats[i].node = start[p.draw()]
	}
	up := p.draw()
	for i := range n {
		s := &seats[i]
		s.node = p.nodes[s.node].next[p.draw()]
		s.natural = p.nodes[s.node].total == 21
	}
	dealer := start[up]
	us := p.g.american()
	if us {
		p.second = p.at
		dealer = p.nodes[dealer].next[p.draw()]
		if p.nodes[dealer].total == 21 {
			for i := range n {
				nets[i] = -1
				if seats[i].natural {
					nets[i] = 0
				}
			}
			return
		}
	}
	left, waits := false, false
	for i := range n {
		s := &seats[i]
		if s.natural {
			waits = waits || up == ace || up == ten
			continue
		}
		left = p.act(s, up) || left
	}
	natural := false
	if !us && (left || waits) {
		p.second = p.at
		dealer = p.nodes[dealer].next[p.draw()]
		natural = p.nodes[dealer].total == 21
	}
	if left && !natural {
		for dealer != 0 && p.draws[dealer] {
			dealer = p.nodes[dealer].next[p.draw()]
		}
	}
	for i := range n {
		nets[i] = p.settle(&seats[i], dealer, natural)
	}
}

// act plays a seat, and reports whether a hand is left that is not bust.
func (p *player) act(s *place, up int) bool {
	m := p.moves[up]
	if m[s.node] == splits {
		kind := 0
		for p.nodes[s.node].has[kind] == 0 {
			kind++
		}
		s.split = true
		for i := range s.hands {
			s.hands[i] = p.hand(p.nodes[p.nodes[0].next[kind]].next[p.draw()], p.apart[kind][up])
		}
		return s.hands[0].node != 0 || s.hands[1].node != 0
	}
	s.hands[0] = p.hand(s.node, m)
	return s.hands[0].node != 0
}

// hand plays one hand out.
func (p *player) hand(at int32, m []move) held {
	for {
		switch m[at] {
		case hits:
			if at = p.nodes[at].next[p.draw()]; at == 0 {
				return held{0, 1}
			}
		case doubles:
			return held{p.nodes[at].next[p.draw()], 2}
		default:
			return held{at, 1}
		}
	}
}

// settle returns what a seat is up.
func (p *player) settle(s *place, dealer int32, natural bool) float64 {
	switch {
	case s.natural && natural:
		return 0
	case s.natural:
		return p.pays
	case natural && p.g.original():
		return -p.original(s)
	case !s.split:
		return p.against(s.hands[0], dealer, natural)
	}
	return p.against(s.hands[0], dealer, natural) + p.against(s.hands[1], dealer, natural)
}

// original returns what a dealer's blackjack takes where it takes the first stake only, or the stakes on bust hands.
func (p *player) original(s *place) float64 {
	bust := 0.0
	for _, h := range s.hands {
		if h.node == 0 {
			bust += h.stake
		}
	}
	return max(1, bust)
}

func (p *player) against(h held, dealer int32, natural bool) float64 {
	mine, his := p.nodes[h.node].total, p.nodes[dealer].total
	switch {
	case h.node == 0, natural:
		return -h.stake
	case dealer == 0 || mine > his:
		return h.stake
	case mine < his:
		return -h.stake
	}
	return 0
}

// simulate plays rounds of five seats under the best play, each from a full shoe. Now
// and then it asks stop, with the rounds it has played, whether to end early.
func (p *player) simulate(rounds int, stop func(played int) bool) Simulation {
	const seats = 5
	var nets [seats]float64
	var sum, squares float64
	played := 0
	for ; played < rounds; played++ {
		const look = 1 << 16
		if played%look == 0 && stop(played) {
			break
		}
		p.round(nets[:])
		all := 0.0
		for _, net := range nets {
			all += net
		}
		sum += all
		squares += all * all // seats of a round share the dealer's hand: the round is the sample
	}
	n := float64(played)
	mean := sum / n
	return Simulation{
		Hands: played * seats, Return: 1 + mean/seats,
		Error: math.Sqrt((squares/n-mean*mean)/n) / seats,
	}
}

var _ games.Analysed = (*Game)(nil)
