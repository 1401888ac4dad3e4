package pit

import (
	"slices"
	"strconv"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/pay"
)

// An Unhalved is a bet that the rules have insured, and half of whose stake no chips of the table make.
type Unhalved struct {
	Box    int
	Bettor string       // "" for the box's main bet
	Stake  games.Amount // in minor units
}

// Unhalved returns those that the rules have insured now, in the order of the hand file. A hand file takes any half,
// a table that pays in chips only those that can be laid.
func (t Bets) Unhalved() []Unhalved {
	r := t.Round
	if t.dealing() != nil || len(r.Chips) == 0 {
		return nil
	}
	r.Chips = nil
	step, err := t.at.Game.Next(r)
	if err != nil {
		return nil
	}
	return unhalved(t.at.Game, r, step.Insurable, t.Round.Chips)
}

// unhalved returns the bets that are insured by decisions, and half of whose stake chips do not make.
func unhalved(game games.Game, r games.Round, insured []games.Decision, chips []games.Amount) []Unhalved {
	if len(insured) == 0 {
		return nil
	}
	var out []Unhalved
	h, stakes := pay.Sheet{Game: game}, game.Stakes(r)
	for _, d := range insured {
		i := slices.IndexFunc(r.Bets, func(b games.Bet) bool { return h.Insures(d, b) })
		if i >= 0 && !games.ChipsHalve(stakes[i].Amount, chips) {
			out = append(out, Unhalved{Box: d.Box, Bettor: d.Bettor, Stake: stakes[i].Amount})
		}
	}
	return out
}

// insuredInChips refuses a round with an insurance that no chips make. Records of 0.9 have some that
// they do not. Refusal: NoChipsHalve with the stake as What.
func (t Bets) insuredInChips(game games.Game, r games.Round) error {
	if t.at.Checks == 0 {
		return nil
	}
	bought := slices.DeleteFunc(slices.Clone(r.Decisions), func(d games.Decision) bool { return d.Do != games.Insure })
	if list := unhalved(game, r, bought, t.at.onlyChips(game)); len(list) > 0 {
		return list[0].refusal()
	}
	return nil
}

// refusal returns why the bet is not insured.
func (u Unhalved) refusal() error {
	return &house.Refusal{Why: house.NoChipsHalve, Box: u.Box, What: strconv.FormatInt(int64(u.Stake), 10)}
}
