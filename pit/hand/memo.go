package hand

import (
	"sabot/games"
)

// A Memo is the last answer of the rules on a round: what is next in it and its settlement. Both are one replay, and a command
// begins where the one before it ended.
type Memo struct {
	game       games.Game
	round      games.Round // its own copy of what hands share; bets nobody changes where they lie
	settlement games.Settlement
}

// settle returns what the rules have a round come to. Who gets it does not change it, and of a
// table whose commands are carried out once more lets go of it before the rules are asked
// again.
func (t table) settle(round games.Round) (games.Settlement, error) {
	a := t.at.Memo
	if a == nil {
		return t.at.Game.Settle(round)
	}
	bets := a.game == t.at.Game && a.round.SameBets(round)
	if bets && a.round.SameDealt(round) {
		return a.settlement, nil
	}
	if a.game = nil; !bets {
		a.settlement.Stakes = nil
	}
	if err := games.Resettle(t.at.Game, &a.settlement, round); err != nil {
		return games.Settlement{}, err
	}
	a.keep(t.at.Game, round)
	return a.settlement, nil
}

// nextOf returns what the rules have next in a round.
func (t table) nextOf(round games.Round) (games.Step, error) {
	if t.at.Memo != nil {
		if s, err := t.settle(round); err == nil {
			return s.Next, nil
		}
	}
	return t.at.Game.Next(round)
}

func (a *Memo) keep(game games.Game, round games.Round) {
	was := a.round
	a.game, a.round = game, round
	a.round.Laid = append(was.Laid[:0], round.Laid...)
	a.round.Decisions = append(was.Decisions[:0], round.Decisions...)
}
