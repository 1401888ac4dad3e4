package pit

import (
	"strconv"

	"sabot/games"
)

// Part is what of a bet is done with apart from the rest: one hand of a split box, with
// Hand 0 what a limit hands back, with EvenMoney a blackjack and its insurance in one.
type Part struct {
	Bet      int // index among the hand's bets
	Hand     int // 1 the right hand, 2 the left
	Outcome  games.Outcome
	Staked   games.Amount
	Returned games.Amount
	Odds     games.Odds // of a win
}

// EvenMoney is the Hand of a Part in which a blackjack is paid together with its insurance,
// 1:1 and at once: no insurance is laid for it. The rows of the two, which come once the
// dealer's cards are known, are together the same.
const EvenMoney = -1

// newParts are the parts that the rules have decided and the record does not hold yet, in
// paying order.
func (h *Hand) newParts(s games.Settlement) []Part {
	type piece struct{ bet, hand int }
	recorded := map[piece]bool{}
	for _, p := range h.Parts {
		recorded[piece{p.Bet, p.Hand}] = true
	}
	for _, r := range h.Rows { // of a record from before parts the row has it all
		for hand := EvenMoney; hand <= 2; hand++ {
			recorded[piece{r.Bet, hand}] = true
		}
	}
	var parts []Part
	for _, i := range s.PayOrder {
		p := s.Payments[i]
		if over := p.Reduced(); over > 0 && i < len(h.Round.Bets) && !recorded[piece{i, 0}] {
			parts = append(parts, Part{Bet: i, Outcome: games.Void, Returned: over})
		}
		if s.Even[i] > 0 && !recorded[piece{i, EvenMoney}] {
			parts = append(parts, Part{i, EvenMoney, games.Win, p.Staked, p.Staked + s.Even[i], games.Odds{Win: 1, Per: 1}})
		}
		for _, part := range p.Parts {
			if part.Decided && !recorded[piece{i, part.Hand}] {
				parts = append(parts, Part{i, part.Hand, part.Outcome, part.Staked, part.Returned, part.Odds})
			}
		}
	}
	return parts
}

// MarshalJSON writes [bet,hand,"outcome",staked,returned], then the odds of a win.
func (p Part) MarshalJSON() ([]byte, error) {
	b := append([]byte{'['}, strconv.Itoa(p.Bet)...)
	b = strconv.AppendInt(append(b, ','), int64(p.Hand), 10)
	b = appendText(append(b, ','), string(p.Outcome))
	b = strconv.AppendInt(append(b, ','), int64(p.Staked), 10)
	b = strconv.AppendInt(append(b, ','), int64(p.Returned), 10)
	if p.Odds != (games.Odds{}) {
		b = appendText(append(b, ','), p.Odds.String())
	}
	return append(b, ']'), nil
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (p *Part) UnmarshalJSON(b []byte) error {
	c := cutter{rest: b}
	c.take('[')
	p.Bet, p.Hand, p.Outcome = int(c.int()), int(c.nextInt()), games.Outcome(c.nextText())
	p.Staked, p.Returned = games.Amount(c.nextInt()), games.Amount(c.nextInt())
	if len(c.rest) > 1 {
		p.Odds = c.nextOdds()
	}
	return c.end()
}
