package record

import (
	"strconv"

	"sabot/games"
)

// A bet, a row and a part are arrays: a hand has many of them.

// MarshalJSON writes [box,"spot",amount], then "bettor" where there is one, and of a
// bet behind with an early decision "choice","then" and the funds if they are known.
func (p Put) MarshalJSON() ([]byte, error) { return p.appendTo(nil), nil }

func (p Put) appendTo(b []byte) []byte {
	b = strconv.AppendInt(append(b, '['), int64(p.Box), 10)
	b = appendText(append(b, ','), p.Spot)
	b = strconv.AppendInt(append(b, ','), int64(p.Amount), 10)
	if p.Bettor != "" || p.Early != (games.Early{}) {
		b = appendText(append(b, ','), p.Bettor)
	}
	if p.Early != (games.Early{}) {
		b = appendText(append(b, ','), string(p.Early.Choice))
		b = appendText(append(b, ','), string(p.Early.Then))
		if p.Early.HasFunds {
			b = strconv.AppendInt(append(b, ','), int64(p.Early.Funds), 10)
		}
	}
	return append(b, ']')
}

// UnmarshalJSON reverses MarshalJSON.
func (p *Put) UnmarshalJSON(b []byte) error {
	c := cutter{rest: b}
	p.cut(&c)
	return c.end()
}

func (p *Put) cut(c *cutter) {
	c.take('[')
	p.Box, p.Spot, p.Amount = int(c.int()), c.nextText(), games.Amount(c.nextInt())
	if c.more() {
		p.Bettor = c.nextText()
	}
	if c.more() {
		p.Early.Choice, p.Early.Then = games.Choice(c.nextText()), games.Action(c.nextText())
	}
	if c.more() {
		p.Early.Funds, p.Early.HasFunds = games.Amount(c.nextInt()), true
	}
	c.take(']')
}

// MarshalJSON writes [bet,"outcome",staked,returned], then, only where one of them
// is not empty, "odds","reason",added, and then, where one is owed, the commission.
func (r Row) MarshalJSON() ([]byte, error) { return r.appendTo(nil), nil }

func (r Row) appendTo(b []byte) []byte {
	b = strconv.AppendInt(append(b, '['), int64(r.Bet), 10)
	b = appendText(append(b, ','), string(r.Outcome))
	b = strconv.AppendInt(append(b, ','), int64(r.Staked), 10)
	b = strconv.AppendInt(append(b, ','), int64(r.Returned), 10)
	if r.Odds != (games.Odds{}) || r.Reason != "" || r.Added != 0 || r.Tracked {
		b = appendText(append(b, ','), r.Odds.String())
		b = appendText(append(b, ','), string(r.Reason))
		b = strconv.AppendInt(append(b, ','), int64(r.Added), 10)
	}
	if r.Tracked {
		b = strconv.AppendInt(append(b, ','), int64(r.Commission), 10)
	}
	return append(b, ']')
}

// UnmarshalJSON reverses MarshalJSON.
func (r *Row) UnmarshalJSON(b []byte) error {
	c := cutter{rest: b}
	r.cut(&c)
	return c.end()
}

func (r *Row) cut(c *cutter) {
	c.take('[')
	r.Bet, r.Outcome = int(c.int()), games.Outcome(c.nextText())
	r.Staked, r.Returned = games.Amount(c.nextInt()), games.Amount(c.nextInt())
	if c.more() {
		r.Odds, r.Reason, r.Added = c.nextOdds(), games.Reason(c.nextText()), games.Amount(c.nextInt())
	}
	if c.more() {
		r.Tracked, r.Commission = true, games.Amount(c.nextInt())
	}
	c.take(']')
}

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
