package drill

import (
	"fmt"

	"sabot/games"
)

// A Say is an answer beside an amount, a place or chips.
type Say string

// The answers.
const (
	Pay    Say = "pay"    // Amount is paid beside the stake
	Take   Say = "take"   // the stake is collected
	Leave  Say = "leave"  // it stays where it lies
	Card   Say = "card"   // At takes the next card; of misdeals: it is that place
	NoCard Say = "nocard" // nobody takes one
	Fine   Say = "fine"   // the deal lies right
	Relay  Say = "relay"  // it can be put right
	Cancel Say = "cancel" // it cannot
	Is     Say = "is"     // Amount: what stands, what is owed
	Laid   Say = "laid"   // Chips
)

// An Answer is somebody's answer to a question.
type Answer struct {
	Say    Say
	Amount games.Amount // minor units
	At     games.Place
	Chips  []games.ChipCount // the largest first
}

// Fault is in what way an answer is wrong.
type Fault string

// The faults; "" is none.
const (
	TookWinner  Fault = "took_winner"  // a bet was collected that was not lost
	PaidLoser   Fault = "paid_loser"   // one was paid that had not won
	LeftOpen    Fault = "left_open"    // one was left though it was decided
	WrongAmount Fault = "wrong_amount" // another amount
	WrongDraw   Fault = "wrong_draw"   // another hand takes the card, or none does
	WrongRuling Fault = "wrong_ruling" // whether a deal can be put right
	WrongCard   Fault = "wrong_card"   // another card moves, or elsewhere
	NotThere    Fault = "not_there"    // chips that the tray has not
	MoreChips   Fault = "more_chips"   // the right amount, in more chips than it takes
	BrokenOff   Fault = "broken_off"   // the task was left before its last question
)

// Faults returns all faults.
func Faults() []Fault {
	return []Fault{TookWinner, PaidLoser, LeftOpen, WrongAmount, WrongDraw, WrongRuling, WrongCard, NotThere, MoreChips, BrokenOff}
}

// Verdict is an answer beside what the rules say, and what they say it by.
type Verdict struct {
	Fault    Fault // "" where it is right
	Expected Answer
	Payment  games.Payment    // of a bet
	Part     games.Part       // of a bet what is asked of it: all, or what rides on one hand
	Stake    games.Stake      // of a bet at its limits
	Hands    []games.Hand     // the cards of a hand
	Relaid   games.Relaid     // of a misdeal
	Step     games.Step       // of a draw
	By       []games.Sentence // the rule of it
}

// Verdict compares the answer to the nth question with that of the rules. The error is of a hand that no game has: a task that New
// made gives none.
func (t *Task) Verdict(n int, a Answer) (Verdict, error) {
	q := t.Questions[n]
	if q.Ask == Count {
		return t.Tray.verdict(a), nil
	}
	v, err := t.asked(q)
	if err != nil {
		return v, fmt.Errorf("a drill of %s: %w", t.Class, err)
	}
	v.Fault = fault(q.Ask, v.Expected, a)
	return v, nil
}

// asked returns the rules' answer to a question.
func (t *Task) asked(q Question) (v Verdict, err error) {
	switch q.Ask {
	case Comes, Owes:
		s, err := t.Game.Settle(q.Round)
		if err != nil {
			return v, err
		}
		v.Payment, v.Hands = s.Payments[q.Bet], t.Game.Hands(q.Round)
		if q.Ask == Owes {
			v.Expected = Answer{Say: Is, Amount: v.Payment.Commission}
			return v, nil
		}
		v.Part = part(s, q)
		v.Expected = toDo(v.Part)
	case Stays:
		v.Stake = t.Game.Stakes(q.Round)[q.Bet]
		v.Expected = Answer{Say: Is, Amount: v.Stake.Amount}
	case Who:
		if v.Step, err = t.Game.Next(q.Round); err != nil {
			return v, err
		}
		v.Hands = t.Game.Hands(q.Round)
		if reasoned, ok := t.Game.(games.Reasoned); ok {
			v.By = reasoned.DrawnBy(q.Round)
		}
		if v.Expected = (Answer{Say: Card, At: v.Step.At}); v.Step.Kind != games.Deal {
			v.Expected = Answer{Say: NoCard}
		}
	default:
		if v.Relaid, err = games.Relay(t.Game, q.Round); err != nil {
			return v, err
		}
		v.Expected = toRule(q.Ask, v.Relaid)
	}
	return v, nil
}

// Stake returns the stake that a question is about, in minor units: what lies there of the bet, doubled or on its hand of a split
// box.
func (t *Task) Stake(q Question) games.Amount {
	s, err := t.Game.Settle(q.Round)
	if err != nil {
		return 0
	}
	p := s.Payments[q.Bet]
	for _, part := range p.Parts {
		if part.Hand == q.Hand {
			return part.Staked
		}
	}
	return p.Staked
}

// Gone returns, by row of the settlement, the amount that does not lie on the felt at the nth question, in minor units:
// earlier questions had it collected or paid, or it is an insurance that nobody lays.
func (t *Task) Gone(n int) map[int]games.Amount {
	gone := map[int]games.Amount{}
	r := t.Questions[n].Round
	if s, err := t.Game.Settle(r); err == nil && len(s.Even) > 0 {
		for i, p := range s.Payments {
			if unlaid(s, r, i) {
				gone[i] = p.Staked
			}
		}
	}
	for _, q := range t.Questions[:n] {
		if q.Ask != Comes {
			continue
		}
		if v, err := t.asked(q); err == nil && v.Expected.Say != Leave {
			gone[q.Bet] += v.Part.Staked
		}
	}
	return gone
}

// part returns the part of a decided bet that a question is about.
func part(s games.Settlement, q Question) games.Part {
	for _, part := range partsOf(s, q.Round, q.Bet) {
		if part.Hand == q.Hand {
			return part
		}
	}
	return games.Part{}
}

// toDo returns what a croupier does with a bet that is decided. A lost one that goes back whole stays: a hand of a split box that
// a dealer's blackjack spares.
func toDo(p games.Part) Answer {
	switch {
	case p.Outcome == games.Win:
		return Answer{Say: Pay, Amount: p.Returned - p.Staked}
	case p.Outcome == games.Lose && p.Returned == 0:
		return Answer{Say: Take}
	}
	return Answer{Say: Leave}
}

func toRule(ask Ask, r games.Relaid) Answer {
	switch ask {
	case From:
		return Answer{Say: Card, At: r.Moved[0].From}
	case To:
		return Answer{Say: Card, At: r.Moved[0].To}
	}
	return Answer{Say: map[string]Say{Right: Fine, Mend: Relay, Lost: Cancel}[verdictOf(r)]}
}

// fault returns in what way an answer differs from the right one.
func fault(ask Ask, right, a Answer) Fault {
	if a.Say == right.Say && a.Amount == right.Amount && a.At == right.At {
		return ""
	}
	switch ask {
	case Who:
		return WrongDraw
	case Judge:
		return WrongRuling
	case From, To:
		return WrongCard
	case Comes:
		switch {
		case a.Say == Take:
			return TookWinner
		case a.Say == Leave:
			return LeftOpen
		case right.Say != Pay:
			return PaidLoser
		}
	}
	return WrongAmount
}

// verdict compares chips with what the tray can pay in the fewest.
func (t Tray) verdict(a Answer) Verdict {
	fewest, rest := games.FewestChips(t.Amount, t.Values, t.Stock)
	v := Verdict{Expected: Answer{Say: Laid, Amount: t.Amount - rest, Chips: fewest}}
	var sum games.Amount
	missing := false
	for _, c := range a.Chips {
		sum += games.Amount(c.N) * c.Value
		missing = missing || c.N > t.Stock[c.Value]
	}
	switch {
	case sum != v.Expected.Amount:
		v.Fault = WrongAmount
	case missing:
		v.Fault = NotThere
	case Pieces(a.Chips) > Pieces(fewest):
		v.Fault = MoreChips
	}
	return v
}

// Pieces returns how many chips there are.
func Pieces(chips []games.ChipCount) int {
	n := 0
	for _, c := range chips {
		n += c.N
	}
	return n
}
