package pay

import (
	"cmp"
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// TookEven reports whether a bet of a box took even money.
func (s *Sheet) TookEven(box int) bool { return len(s.EvenOn(box)) > 0 }

// EvenOn returns who took even money on a box: of its main bet "", of a bet behind its bettor.
func (s *Sheet) EvenOn(box int) []string {
	var who []string
	for _, key := range s.Even {
		switch {
		case key.Box != box:
		case s.IsEarly(key.Spot):
			who = append(who, key.Bettor)
		default:
			who = append(who, "")
		}
	}
	slices.SortFunc(who, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	return who
}

// takeEven keeps which bets took even money.
func (s *Sheet) takeEven(parts []record.Part) {
	for _, p := range parts {
		if p.Hand != EvenMoney || p.Bet < 0 || p.Bet >= len(s.Round.Bets) {
			continue
		}
		b := s.Round.Bets[p.Bet]
		if key := b.Key(); !slices.Contains(s.Even, key) {
			s.Even = append(slices.Clone(s.Even), key)
		}
	}
}

// Insures reports whether a decision insures a bet: without a bettor the box's main bet.
func (s *Sheet) Insures(d games.Decision, b games.Bet) bool {
	if b.Box != d.Box {
		return false
	}
	if d.Bettor == "" {
		return s.Game != nil && b.Spot == s.Game.Spots()[0].Name
	}
	return s.IsEarly(b.Spot) && b.Bettor == d.Bettor
}

// insured returns the number of the bet whose insurance a payment is of; -1 where the payment is none. N is its number among the
// hand's payments.
func (s *Sheet) insured(n int) int {
	n -= len(s.Round.Bets)
	for _, d := range s.Round.Decisions {
		if d.Do != games.Insure || n < 0 {
			continue
		}
		if n == 0 {
			return slices.IndexFunc(s.Round.Bets, func(b games.Bet) bool { return s.Insures(d, b) })
		}
		n--
	}
	return -1
}

// Unlaid reports whether a payment is an insurance for which nothing was laid, since its bet
// took even money.
func (s *Sheet) Unlaid(n int) bool {
	bet := s.insured(n)
	if bet < 0 {
		return false
	}
	b := s.Round.Bets[bet]
	return slices.Contains(s.Even, b.Key())
}

// Turnover returns what stood at settlement, in minor units; nothing of a hand that was cancelled.
func (s *Sheet) Turnover() (sum games.Amount) {
	if s.Cancelled != nil {
		return 0
	}
	for _, p := range s.Played() {
		sum += p.Staked
	}
	return sum
}

// Played returns the hand's payments as chips lay for them: a blackjack that took even money was paid 1:1, and no insurance of it
// ever lay. Their sum is that of Payments.
func (s *Sheet) Played() []games.Payment {
	all, unlaid := s.played()
	out := make([]games.Payment, 0, len(all))
	for n, p := range all {
		if !unlaid[n] {
			out = append(out, p)
		}
	}
	return out
}

// PlayedByBet returns the same payments by the number of their bet: those of the round, then those that decisions put down.
func (s *Sheet) PlayedByBet() map[int]games.Payment {
	all, unlaid := s.played()
	out := make(map[int]games.Payment, len(all))
	for n, p := range all {
		if !unlaid[n] {
			out[s.Rows[n].Bet] = p
		}
	}
	return out
}

// played returns the hand's payments, a row each, as chips lay for them, and for which rows none lay.
func (s *Sheet) played() (all []games.Payment, unlaid map[int]bool) {
	all = s.Payments()
	if len(s.Even) == 0 {
		return all, nil
	}
	unlaid = map[int]bool{}
	for n, row := range s.Rows {
		of := s.insured(row.Bet)
		bet := slices.IndexFunc(s.Rows, func(r record.Row) bool { return of >= 0 && r.Bet == of })
		if bet < 0 || !s.Unlaid(row.Bet) {
			continue
		}
		p := &all[bet]
		net := p.Net() + all[n].Net()
		if _, even := s.EvenPart(of); !even && net != p.Staked && p.Outcome != games.Void {
			continue // put right, it is an insurance like any other
		}
		unlaid[n] = true
		if p.Outcome != games.Void {
			p.Returned += all[n].Net()
			p.Outcome, p.Odds, p.Reason = games.Win, games.Odds{Win: 1, Per: 1}, ""
		}
	}
	return all, unlaid
}

// UnlaidStakes returns the insurances of the hand that were never laid, since their bets took even money: the settlement of
// its hand file has them as stakes, and Turnover has not. Minor units.
func (s *Sheet) UnlaidStakes() (sum games.Amount) {
	if s.Cancelled != nil {
		return 0
	}
	all, unlaid := s.played()
	for n := range unlaid {
		sum += all[n].Staked
	}
	return sum
}

// EvenPart reports whether a bet, or the insurance of it, is settled as even money.
func (s *Sheet) EvenPart(n int) (record.Part, bool) {
	bet := n
	if of := s.insured(n); of >= 0 {
		bet = of
	}
	i := slices.IndexFunc(s.Parts, func(p record.Part) bool { return p.Bet == bet && p.Hand == EvenMoney })
	if i < 0 {
		return record.Part{}, false
	}
	return s.Parts[i], true
}

// PlayedWithParts returns Played, and even money whose bet has no row yet.
func (s *Sheet) PlayedWithParts() []games.Payment {
	out := s.Played()
	for _, part := range s.Parts {
		if part.Hand == EvenMoney && !slices.ContainsFunc(s.Rows, func(r record.Row) bool { return r.Bet == part.Bet }) {
			p := s.Payment(record.Row{Bet: part.Bet, Outcome: part.Outcome, Staked: part.Staked, Returned: part.Returned, Odds: part.Odds})
			out = append(out, p)
		}
	}
	return out
}
