package record

import (
	"strconv"

	"sabot/games"
)

// A Part is a portion of a bet that is settled apart from the rest: one hand of a split box, with Hand 0 what a limit hands back,
// with EvenMoney a blackjack and its insurance in one.
type Part struct {
	Bet      int // index among the hand's bets
	Hand     int // 1 the right hand, 2 the left
	Outcome  games.Outcome
	Staked   games.Amount
	Returned games.Amount
	Odds     games.Odds // of a win
}

// MarshalJSON writes [bet,hand,"outcome",staked,returned], then the odds of a win.
func (p Part) MarshalJSON() ([]byte, error) { return p.appendTo(nil), nil }

func (p Part) appendTo(b []byte) []byte {
	b = strconv.AppendInt(append(b, '['), int64(p.Bet), 10)
	b = strconv.AppendInt(append(b, ','), int64(p.Hand), 10)
	b = appendText(append(b, ','), string(p.Outcome))
	b = strconv.AppendInt(append(b, ','), int64(p.Staked), 10)
	b = strconv.AppendInt(append(b, ','), int64(p.Returned), 10)
	if p.Odds != (games.Odds{}) {
		b = appendText(append(b, ','), p.Odds.String())
	}
	return append(b, ']')
}

// UnmarshalJSON reverses MarshalJSON.
func (p *Part) UnmarshalJSON(b []byte) error {
	c := cutter{rest: b}
	p.cut(&c)
	return c.end()
}

func (p *Part) cut(c *cutter) {
	c.take('[')
	p.Bet, p.Hand, p.Outcome = int(c.int()), int(c.nextInt()), games.Outcome(c.nextText())
	p.Staked, p.Returned = games.Amount(c.nextInt()), games.Amount(c.nextInt())
	if c.more() {
		p.Odds = c.nextOdds()
	}
	c.take(']')
}
