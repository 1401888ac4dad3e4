package pay

import (
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// Noted returns the commission that a closed hand leaves owed.
func (s *Sheet) Noted() (sum games.Amount) {
	for _, p := range s.Payments() {
		sum += p.Commission
	}
	return sum
}

// NewlySettled returns what the rules have decided and the record does not have yet.
func (s *Sheet) NewlySettled(settled games.Settlement) record.Settled {
	return record.Settled{Rows: s.NewRows(settled), Parts: s.NewParts(settled)}
}

// NewRows returns the rows that the rules have decided and the record does not have yet, in paying order.
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

// RowOf returns the row of the nth bet, as the record has it.
func RowOf(n int, p games.Payment) record.Row {
	return record.Row{
		Bet: n, Outcome: p.Outcome, Staked: p.Staked, Returned: p.Returned,
		Odds: p.Odds, Reason: p.Reason, Added: p.Added, Tracked: p.Tracked, Commission: p.Commission,
	}
}

// Payments returns the recorded rows of the hand, in paying order, as payments.
func (s *Sheet) Payments() []games.Payment {
	out := make([]games.Payment, 0, len(s.Rows))
	for _, r := range s.Rows {
		out = append(out, s.Payment(r))
	}
	return out
}

// PaymentsOf returns rows of the hand as payments, settled when its round was that one.
func (s *Sheet) PaymentsOf(round games.Round, rows []record.Row) []games.Payment {
	then := Sheet{Game: s.Game, Round: round, Rows: rows}
	return then.Payments()
}

func (s *Sheet) Payment(r record.Row) games.Payment {
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

// HouseNet returns the casino's net on the rows that are settled.
func (s *Sheet) HouseNet() games.Amount {
	var house games.Amount
	for _, r := range s.Rows {
		p := s.Payment(r)
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

// Refunds returns the rows of a hand that is cancelled: every stake goes back, what doubling or splitting put down too.
func (s *Sheet) Refunds() []record.Row {
	var payments []games.Payment
	if settled, err := s.Game.Settle(s.Round); err == nil {
		payments = settled.Payments
	}
	var rows []record.Row
	for i, b := range s.Round.Bets {
		row := record.Row{Bet: i, Outcome: games.Void, Returned: b.Amount}
		if i < len(payments) {
			row.Added = payments[i].Added
			row.Returned += row.Added
		}
		rows = append(rows, row)
	}
	for i := len(s.Round.Bets); i < len(payments); i++ { // that decisions put down
		rows = append(rows, record.Row{Bet: i, Outcome: games.Void, Staked: payments[i].Amount, Returned: payments[i].Amount})
	}
	return rows
}

// raised fills in the payment of the nth bet that a decision put down.
func (s *Sheet) raised(p *games.Payment, n int) {
	if s.Game == nil {
		return
	}
	if bets := games.Raised(s.Game, s.Round); n >= 0 && n < len(bets) {
		b := bets[n]
		p.Box, p.Spot, p.Bettor, p.Amount = b.Box, b.Spot, b.Bettor, p.Staked
	}
}

// Holder returns the bettor of a box's first spot.
func (s *Sheet) Holder(box int) string {
	for _, b := range s.Round.Bets {
		if b.Box == box && s.Game != nil && b.Spot == s.Game.Spots()[0].Name {
			return b.Bettor
		}
	}
	return ""
}

func (s *Sheet) IsEarly(spot string) bool {
	if s.Game == nil {
		return false
	}
	early, ok := games.EarlySpot(s.Game)
	return ok && spot == early
}

// Dues returns what the rows of a hand leave owed, row by row.
func Dues(s *Sheet) []record.Debt {
	var dues []record.Debt
	for _, r := range s.Rows {
		if r.Commission == 0 {
			continue
		}
		p := s.Payment(r)
		dues = append(dues, record.Debt{Box: p.Box, Bettor: p.Bettor, Amount: p.Commission})
	}
	return dues
}
