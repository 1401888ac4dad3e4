package pit

import (
	"math"
	"slices"

	"sabot/games"
	"sabot/pit/people"
	"sabot/pit/record"
)

// withSettled is facts, and with them what the rules decide by them: no amount is
// shown that the record does not hold.
func (t *Table) withSettled(facts []record.Fact, after *Hand) ([]record.Fact, error) {
	settlement, err := t.settle(after.Round)
	if err != nil {
		return nil, err
	}
	if s := after.NewlySettled(settlement); len(s.Rows)+len(s.Parts) > 0 {
		facts = append(facts, s)
	}
	return facts, nil
}

// NewlySettled is what the rules have decided and the record does not hold yet.
func (s *Sheet) NewlySettled(settled games.Settlement) record.Settled {
	return record.Settled{Rows: s.NewRows(settled), Parts: s.NewParts(settled)}
}

// NewRows are the rows of what the rules have decided and the record does not hold yet,
// in paying order.
func (s *Sheet) NewRows(settlement games.Settlement) []record.Row {
	if !slices.ContainsFunc(settlement.PayOrder, func(i int) bool { return settlement.Payments[i].Decided }) {
		return []record.Row{}
	}
	recorded := make([]bool, len(settlement.Payments))
	for _, r := range s.Rows {
		if r.Bet >= 0 && r.Bet < len(recorded) {
			recorded[r.Bet] = true
		}
	}
	n := 0
	for i := range settlement.Payments {
		if settlement.Payments[i].Decided && !recorded[i] {
			n++
		}
	}
	rows := make([]record.Row, 0, n)
	for _, i := range settlement.PayOrder {
		if p := &settlement.Payments[i]; p.Decided && !recorded[i] {
			rows = append(rows, RowOf(i, *p))
		}
	}
	return rows
}

// RowOf is what the nth bet came to, as the record has it.
func RowOf(n int, p games.Payment) record.Row {
	return record.Row{
		Bet: n, Outcome: p.Outcome, Staked: p.Staked, Returned: p.Returned,
		Odds: p.Odds, Reason: p.Reason, Added: p.Added, Tracked: p.Tracked, Commission: p.Commission,
	}
}

// Payments are the recorded rows of the hand, in paying order, as payments.
func (s *Sheet) Payments() []games.Payment {
	out := make([]games.Payment, 0, len(s.Rows))
	for _, r := range s.Rows {
		out = append(out, s.payment(r))
	}
	return out
}

// PaymentsOf are rows of the hand as payments, settled when its round was that one.
func (s *Sheet) PaymentsOf(round games.Round, rows []record.Row) []games.Payment {
	then := Sheet{Game: s.Game, Round: round, Rows: rows}
	return then.Payments()
}

func (s *Sheet) payment(r record.Row) games.Payment {
	p := games.Payment{
		Amount: 0, Staked: r.Staked, Outcome: r.Outcome, Returned: r.Returned,
		Odds: r.Odds, Reason: r.Reason, Added: r.Added, Tracked: r.Tracked, Commission: r.Commission, Decided: true,
	}
	for _, part := range s.Parts {
		if part.Bet == r.Bet && part.Hand > 0 {
			p.Parts = append(p.Parts, games.Part{Hand: part.Hand, Staked: part.Staked, Outcome: part.Outcome, Odds: part.Odds, Returned: part.Returned, Decided: true})
		}
	}
	slices.SortFunc(p.Parts, func(a, b games.Part) int { return a.Hand - b.Hand })
	if r.Bet >= 0 && r.Bet < len(s.Round.Bets) {
		b := s.Round.Bets[r.Bet]
		p.Box, p.Spot, p.Bettor, p.Amount = b.Box, b.Spot, b.Bettor, b.Amount
		return p
	}
	s.raised(&p, r.Bet-len(s.Round.Bets))
	return p
}

// PayNext marks the acts of the next turn as done: one person, on one hand of one box.
// Refusals: TableClosed, BetsAreOpen, NothingToPay, OfferedFirst of the last turn.
func (t *Table) PayNext() ([]record.Fact, error) { return t.payUpTo(t.Current.NextDone()) }

// NextDone is how many acts are done once the turn that is next is.
func (s *Sheet) NextDone() int {
	acts := s.Acts()
	done := s.doneOf(acts)
	n := done
	for n < len(acts) && (acts[n].SameTurn(acts[done]) || acts[n].Nothing()) {
		n++
	}
	return n
}

// PayAll marks every act that is settled as done. Refusals as PayNext.
func (t *Table) PayAll() ([]record.Fact, error) { return t.payUpTo(math.MaxInt) }

// PayUpTo marks the first acts of the hand as done. Refusals as PayNext.
func (t *Table) PayUpTo(acts int) ([]record.Fact, error) { return t.payUpTo(acts) }

// payUpTo does acts; with the last of a finished hand the hand closes.
func (t *Table) payUpTo(n int) ([]record.Fact, error) {
	if err := t.dealing(); err != nil {
		return nil, err
	}
	h := &t.Current
	finished := t.Next().Kind == games.Finished
	if finished && n == math.MaxInt { // whatever its acts are
		return t.closing()
	}
	acts := h.Acts()
	n = min(n, len(acts))
	switch done := h.Done(); {
	case n <= done && !(finished && n == len(acts)):
		return nil, people.Refuse(people.NothingToPay)
	case finished && n == len(acts):
		return t.closing()
	}
	return []record.Fact{h.ticks(acts, n)}, nil
}

// ticks returns the fact that the first n of its acts are done.
func (s *Sheet) ticks(acts []Act, n int) record.PaidOut {
	rows := len(s.Rows)
	for _, a := range acts[n:] {
		if a.row >= 0 {
			rows = min(rows, a.row)
		}
	}
	return record.PaidOut{Rows: rows, Acts: n}
}

// closing returns what closes a hand of which everything is done. Refusal: OfferedFirst.
func (t *Table) closing() ([]record.Fact, error) {
	if err := t.noneOffered(); err != nil {
		return nil, err
	}
	return []record.Fact{record.HandClosed{House: t.Current.net()}}, nil
}

// net is the casino's net on the rows that are settled.
func (s *Sheet) net() games.Amount {
	var house games.Amount
	for _, r := range s.Rows {
		p := s.payment(r)
		house += p.Commission - p.Net()
	}
	return house
}

// AsLimited returns the bets of a closed hand as the limits left them. Of a hand that was cancelled every stake went
// back: what stood is asked of the rules by which it was played.
func (s *Sheet) AsLimited(g games.Game) []games.Payment {
	switch {
	case s.Cancelled == nil:
		return s.Played()
	case !s.BetsClosed:
		return nil
	}
	var list []games.Payment
	stakes := g.Stakes(s.Round)
	for i, b := range s.Round.Bets {
		p := games.Payment{Box: b.Box, Spot: b.Spot, Bettor: b.Bettor, Amount: b.Amount, Staked: stakes[i].Amount, Reason: stakes[i].Reason}
		if !stakes[i].Stands() {
			p.Outcome = games.Void
		}
		list = append(list, p)
	}
	return list
}
