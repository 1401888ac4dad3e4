package pay

import (
	"cmp"
	"maps"
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// A moment is the index in Rows and in Parts from which on everything was settled at one moment.
type moment struct{ row, part int }

// Acts returns the acts that the record has settled so far, in the order in which they are done. They go moment by moment,
// clockwise, of a split box the right hand first, on each hand person by person. Where the table pays from the dealer's right,
// boxes and hands come the other way round.
func (s *Sheet) Acts() []Act { return s.maker().acts }

func (s *Sheet) maker() maker {
	m := maker{of: s, paid: maps.Clone(s.paidBefore), hands: maps.Clone(s.handBefore), back: maps.Clone(s.backBefore), gone: map[int]games.Amount{}}
	if m.paid == nil && m.hands != nil {
		m.paid = map[games.BetKey]games.Amount{}
	}
	m.acts = make([]Act, 0, len(s.back)+len(s.Rows)+len(s.Parts))
	for n := range s.moments {
		start := len(m.acts)
		m.settle(n)
		slices.SortStableFunc(m.acts[start:], s.inTurn)
	}
	return m
}

// inTurn returns the order of acts of one moment.
func (s *Sheet) inTurn(a, b Act) int {
	if on := cmp.Or(cmp.Compare(a.Box, b.Box), cmp.Compare(a.Hand, b.Hand)); on != 0 {
		if s.FromRight {
			return -on
		}
		return on
	}
	behind := func(a Act) int {
		if s.IsEarly(a.Spot) || a.Bet >= len(s.Round.Bets) && a.Bettor != s.Holder(a.Box) {
			return 1
		}
		return 0
	}
	return cmp.Or(
		cmp.Compare(behind(a), behind(b)),
		cmp.Compare(len(a.Bettor), len(b.Bettor)), cmp.Compare(a.Bettor, b.Bettor),
		cmp.Compare(actOrder(a.Do), actOrder(b.Do)),
	)
}

// A maker is a builder of the acts of a hand. Paid and back are what was done before the hand was put right and is not used up
// yet: nil of most hands.
type maker struct {
	of         *Sheet
	acts       []Act
	paid, back map[games.BetKey]games.Amount
	hands      map[ofHand]games.Amount // of paid what was done on hands of split boxes
	gone       map[int]games.Amount    // what of a bet had been handed back or collected before
}

// settle makes the acts of the nth moment.
func (m *maker) settle(n int) {
	s := m.of
	if n == 0 {
		m.acts = append(m.acts, s.back...)
	}
	from, to := s.moments[n], moment{len(s.Rows), len(s.Parts)}
	if n+1 < len(s.moments) {
		to = s.moments[n+1]
	}
	for i := from.row; i < to.row; i++ {
		m.settleRow(n, i, s.Parts[from.part:to.part])
	}
	for _, part := range s.Parts[from.part:to.part] {
		if !slices.ContainsFunc(s.Rows[from.row:to.row], func(r record.Row) bool { return r.Bet == part.Bet }) {
			m.settlePart(n, -1, part, false, games.Payment{})
		}
	}
}

// settleRow makes the acts of a row: of a split bet hand by hand.
func (m *maker) settleRow(n, row int, now []record.Part) {
	s := m.of
	r := s.Rows[row]
	p := s.Payment(r)
	a := Act{Box: p.Box, Bettor: p.Bettor, Spot: p.Spot, Bet: r.Bet, moment: n, row: row}
	split, reduced := false, false
	for _, part := range s.Parts {
		if part.Bet == r.Bet {
			split, reduced = split || part.Hand > 0, reduced || part.Hand == 0
		}
	}
	switch _, even := s.EvenPart(r.Bet); {
	case p.Outcome == games.Void && s.Unlaid(r.Bet):
		m.rest(a)
		return
	case p.Outcome == games.Void:
		m.void(a, p)
		return
	case even: // it is done with by its part
		for _, part := range now {
			if part.Bet == r.Bet {
				m.settlePart(n, row, part, part.Hand == EvenMoney, p)
			}
		}
		if r.Bet >= len(s.Round.Bets) {
			m.rest(a)
		}
		return
	}
	if over := p.Reduced(); over > 0 && !reduced { // no part says it, as of a hand that was put right
		m.giveBack(a, over)
	}
	if !split {
		for _, part := range now { // a bet that was reduced and is settled at one moment, as after a reconstruction
			if part.Bet == r.Bet && part.Hand == 0 && !s.Former {
				m.giveBack(a, part.Returned)
			}
		}
		m.outcome(a, p.Outcome, p.Staked, p.Returned-p.Reduced(), p, true)
		return
	}
	var hands []record.Part
	for _, part := range now {
		if part.Bet == r.Bet {
			hands = append(hands, part)
		}
	}
	for i, part := range hands {
		m.settlePart(n, row, part, i == len(hands)-1, p)
	}
	if len(hands) == 0 {
		m.rest(a)
	}
}

func (m *maker) settlePart(n, row int, part record.Part, last bool, p games.Payment) {
	of := m.of.Payment(record.Row{Bet: part.Bet})
	a := Act{Box: of.Box, Bettor: of.Bettor, Spot: of.Spot, Bet: part.Bet, Hand: part.Hand, moment: n, row: row}
	if part.Hand == 0 {
		m.giveBack(a, part.Returned)
		return
	}
	if part.Hand == EvenMoney {
		a.Hand, a.Even, last = 0, true, true
	}
	p.Odds, p.Tracked = part.Odds, false
	m.outcome(a, part.Outcome, part.Staked, part.Returned, p, last)
}

// outcome makes the acts of a stake by itself. With last nothing else of its bet will
// come: what was paid before is made up for.
func (m *maker) outcome(a Act, outcome games.Outcome, staked, returned games.Amount, p games.Payment, last bool) {
	key := a.Key()
	switch before, alone := m.ofHand(a); {
	case alone && before != 0: // no hand makes up for the other
		a.Lay = staked
		m.paid[key] -= before
		delete(m.hands, ofHand{key, a.Hand})
		m.due(a, returned-staked-before)
		return
	case !alone && m.paid[key] != 0:
		a.Lay = staked
		m.again(a, key, returned-staked, last)
		return
	}
	switch net := returned - staked; {
	case net > 0:
		a.Do, a.Amount, a.Lay, a.Odds, a.Tracked, a.Commission = Pay, net, staked, p.Odds, p.Tracked, p.Commission
	case net == 0:
		a.Do, a.Amount, a.Lay = Leave, staked, staked
	default:
		a.Do, a.Amount, a.Lay = Collect, -net, -net
		if returned > 0 {
			m.acts = append(m.acts, a)
			a.Do, a.Amount, a.Lay = Leave, returned, returned
		}
	}
	m.acts = append(m.acts, a)
}

// ofHand returns what was paid before on the hand of a split box that an act is on; false where not all of what was paid of its
// bet was paid hand by hand.
func (m *maker) ofHand(a Act) (games.Amount, bool) {
	key := a.Key()
	all := m.hands[ofHand{key, 1}] + m.hands[ofHand{key, 2}]
	return m.hands[ofHand{key, a.Hand}], a.Hand > 0 && all == m.paid[key]
}

// again makes what is still to do of a bet of which something was paid or collected
// before the hand was put right.
func (m *maker) again(a Act, key games.BetKey, net games.Amount, last bool) {
	before := m.paid[key]
	if !last { // as much as it takes, the rest is for what comes
		switch {
		case before > 0 && net > 0:
			before = min(before, net)
		case before < 0 && net < 0:
			before = max(before, net)
		default:
			before = 0
		}
	}
	m.paid[key] -= before
	m.due(a, net-before)
}

// due makes the act of a difference.
func (m *maker) due(a Act, amount games.Amount) {
	a.Again, a.Even = true, false
	switch {
	case amount > 0:
		a.Do, a.Amount = Pay, amount
	case amount < 0:
		a.Do, a.Amount = Collect, -amount
	default:
		a.Do = Leave
	}
	m.acts = append(m.acts, a)
}

// rest makes up for what was paid before of a bet that has no act of its own left.
func (m *maker) rest(a Act) {
	key := a.Key()
	if before := m.paid[key]; before != 0 {
		m.paid[key] = 0
		m.due(a, -before)
	}
}

// void returns a bet whole to its player. What was won with it before is taken, and the stake went with it. What was collected
// comes out of the tray, the rest as it lies. Of a split box what one hand won is not set against what the other lost.
func (m *maker) void(a Act, p games.Payment) {
	whole := p.Amount + p.Added
	before := m.of.doneBefore[a.Key()]
	lies := max(0, whole-before.took-before.lost)
	m.gone[a.Bet] += whole - lies
	delete(m.paid, a.Key())
	switch {
	case before.won > 0 && before.lost > 0:
		m.due(a, before.lost)
		m.due(a, -before.won)
	case before.won > 0 || before.lost > 0:
		m.due(a, before.lost-before.won)
	}
	m.giveBack(a, lies)
}

// giveBack hands chips back that do not play, once.
func (m *maker) giveBack(a Act, amount games.Amount) {
	key := a.Key()
	given := min(m.back[key], amount)
	if given != 0 {
		m.back[key] -= given
	}
	m.gone[a.Bet] += given
	if amount -= given; amount > 0 {
		a.Do, a.Amount, a.Lay = GiveBack, amount, amount
		m.acts = append(m.acts, a)
	}
}

// Done returns how many of the hand's acts are done: those that were ticked off, and those
// after which the hand went on.
func (s *Sheet) Done() int { return s.doneOf(s.Acts()) }

// ChipsDue reports whether chips are to be paid, collected or given back.
func (s *Sheet) ChipsDue() bool {
	acts := s.Acts()
	return slices.ContainsFunc(acts[s.doneOf(acts):], func(a Act) bool {
		return !a.Nothing() && (a.Do == Pay || a.Do == Collect || a.Do == GiveBack)
	})
}

func (s *Sheet) doneOf(acts []Act) int {
	n := 0
	for i, a := range acts {
		if a.moment < s.gone || i < s.ticked || a.row >= 0 && a.row < s.Paid {
			n++
		}
	}
	for n < len(acts) && acts[n].Nothing() {
		n++
	}
	return n
}

// StageStart returns the first act of those that were settled at one moment with the nth.
func (s *Sheet) StageStart(n int) int {
	acts := s.Acts()
	if len(acts) == 0 {
		return 0
	}
	n = min(n, len(acts)-1)
	for n > 0 && acts[n-1].moment == acts[n].moment {
		n--
	}
	return n
}

// GoOn counts everything that is settled as done: the hand goes on.
func (s *Sheet) GoOn() { s.Paid, s.gone = len(s.Rows), len(s.moments) }

// NextDone returns how many acts are done once the turn that is next is.
func (s *Sheet) NextDone() int {
	acts := s.Acts()
	done := s.doneOf(acts)
	n := done
	for n < len(acts) && (acts[n].SameTurn(acts[done]) || acts[n].Nothing()) {
		n++
	}
	return n
}

// TickUpTo returns the fact that the first n of its acts are done.
func (s *Sheet) TickUpTo(acts []Act, n int) record.PaidOut {
	rows := len(s.Rows)
	for _, a := range acts[n:] {
		if a.row >= 0 {
			rows = min(rows, a.row)
		}
	}
	return record.PaidOut{Rows: rows, Acts: n}
}

// Touched reports whether something of a bet was paid or collected.
func (s *Sheet) Touched(b games.Bet) bool {
	if s.paidBefore[b.Key()] != 0 {
		return true
	}
	acts := s.Acts()
	return slices.ContainsFunc(acts[:s.doneOf(acts)], func(a Act) bool {
		return a.Key() == b.Key() && a.Do != GiveBack
	})
}
