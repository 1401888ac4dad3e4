package pay

import (
	"time"

	"sabot/games"
	"sabot/pit/record"
)

// A Sheet is the account of a hand: the results of its bets, and what is done with their chips. It has what is due, what is done,
// and what was done before the hand was put right.
type Sheet struct {
	Game  games.Game // by whose rules the hand is played
	Round games.Round
	// FromRight has acts done from the last box to the first: see record.Settings.
	FromRight bool
	Former    bool // the record is of 0.9: see games.Ahead

	BetsClosed bool
	Rows       []record.Row          // settled, in paying order
	Parts      []record.Part         // settled apart from the rest of their bets
	Paid       int                   // how many of Rows are paid or collected
	Even       []games.BetKey        // bets that took even money: no insurance lies for them
	Cancelled  *record.HandCancelled // nil where it was played
	ClosedAt   time.Time             // zero while open

	moments []moment // where in Rows and Parts what was settled at one moment begins
	ticked  int      // how many acts were ticked off
	gone    int      // how many moments the hand went on after

	paidBefore map[games.BetKey]games.Amount // nets paid by acts that count no more
	nets       []games.Amount                // the same, one by one
	handBefore map[ofHand]games.Amount       // of these what was paid on hands of split boxes
	backBefore map[games.BetKey]games.Amount // what they handed back
	doneBefore map[games.BetKey]actsDone     // what they won, lost and took along
	back       []Act                         // what goes back of decisions that count no more
	laidThen   map[games.BetKey]Chips        // the chips as the hand was laid out otherwise than it had been entered

	withdrawn   map[ofHand]withdrawal // what was said to have moved, and was taken back since
	withdrawnAt int64                 // the entry with which some of it was taken back last
	confirmed   []confirmed           // which entries confirmed some of it, the oldest first
}

// Settle takes in what the rules have decided.
func (s *Sheet) Settle(f record.Settled) {
	s.moments = append(s.moments, moment{len(s.Rows), len(s.Parts)})
	s.Rows, s.Parts = append(s.Rows, f.Rows...), append(s.Parts, f.Parts...)
	s.takeEven(f.Parts)
}

// SettleAnew puts rows in place of what was settled, all of them done.
func (s *Sheet) SettleAnew(rows []record.Row) {
	s.Rows, s.Parts, s.moments = rows, nil, []moment{{}}
	s.GoOn()
}

// Tick takes in which acts were ticked off.
func (s *Sheet) Tick(f record.PaidOut) { s.Paid, s.ticked = f.Rows, f.Acts }

// NetsBefore returns the nets of acts that count no more, one by one, in minor units: above 0 for a player.
func (s *Sheet) NetsBefore() []games.Amount { return s.nets }

// Nets returns the nets of the acts, in their order: above 0 for a player.
func (s *Sheet) Nets() []games.Amount { return nets(s.Acts()) }

// DoneNets returns the nets of the acts that are done.
func (s *Sheet) DoneNets() []games.Amount {
	acts := s.Acts()
	return nets(acts[:s.doneOf(acts)])
}

func nets(acts []Act) []games.Amount {
	list := make([]games.Amount, len(acts))
	for i, a := range acts {
		list[i] = a.Net()
	}
	return list
}
