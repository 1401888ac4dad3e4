package hand

import (
	"slices"
	"strconv"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// EvenMoney returns what an insured blackjack would be paid at once, together with its insurance
// and whatever the dealer has: of the box's main bet where no bettor is named. 0 where the
// bet cannot be insured now, or its insurance is none of a blackjack. Minor units.
func (t Bets) EvenMoney(box int, bettor string) games.Amount {
	round, err := games.BuyInsurance(t.at.Game, t.Round, box, bettor)
	if err != nil {
		return 0
	}
	s, err := t.at.Game.Settle(round)
	if err != nil {
		return 0
	}
	for i, b := range round.Bets {
		if b.Box == box && t.Insures(games.Decision{Box: box, Bettor: bettor}, b) {
			return s.Even[i]
		}
	}
	return 0
}

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
	if t.Dealing() != nil || len(r.Chips) == 0 {
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

// EndInsurance records that nobody buys insurance any more. Refusals: TableClosed,
// BetsAreOpen, NoInsuranceNow, SeenBefore.
func (t Bets) EndInsurance() ([]record.Fact, error) {
	if err := t.Dealing(); err != nil {
		return nil, err
	}
	if t.Next().Kind != games.Insuring {
		return nil, house.Refuse(house.NoInsuranceNow)
	}
	after := *t.Hand
	after.Round.InsuranceOver = true
	return t.answer(record.InsuranceOver{}, &after, func() ([]record.Fact, error) { return t.withSettled([]record.Fact{record.InsuranceOver{}}, &after) })
}

// Insure buys an insurance: of the box's main bet, or of the bet behind of that
// bettor. Refusals: TableClosed, BetsAreOpen, NotThatDecision, SeenBefore; NoChipsHalve with the
// stake as What where half of it cannot be laid.
func (t Bets) Insure(box int, bettor string) ([]record.Fact, error) {
	if err := t.Dealing(); err != nil {
		return nil, err
	}
	round, err := games.BuyInsurance(t.at.Game, t.Round, box, bettor)
	if err != nil {
		for _, u := range t.Unhalved() {
			if u.Box == box && u.Bettor == bettor {
				return nil, u.refusal()
			}
		}
		return nil, &house.Refusal{Why: house.NotThatDecision, Box: box, What: string(games.Insure)}
	}
	insured := record.Decided{Box: box, Bettor: bettor, Do: games.Insure, Aside: true}
	after := *t.Hand
	after.Round = round
	return t.answer(insured, &after, func() ([]record.Fact, error) { return t.withSettled([]record.Fact{insured}, &after) })
}

// InsurancePrice returns what the insurance of a bet costs: half of what stands of it,
// rounded down; of the box's main bet where no bettor is named.
func (t Bets) InsurancePrice(box int, bettor string) games.Amount {
	round, err := games.BuyInsurance(t.at.Game, t.Round, box, bettor)
	if err != nil {
		return 0
	}
	return t.insurance(round, box, bettor)
}

// insurance returns what the insurance of a bet in a round cost; 0 where it has none.
func (t Bets) insurance(round games.Round, box int, bettor string) games.Amount {
	if !slices.ContainsFunc(round.Decisions, func(d games.Decision) bool {
		return d.Do == games.Insure && d.Box == box && d.Bettor == bettor
	}) {
		return 0
	}
	if bettor == "" {
		bettor = t.Holder(box)
	}
	for _, b := range games.Raised(t.at.Game, round) {
		if b.Box == box && b.Bettor == bettor {
			return b.Amount
		}
	}
	return 0
}

// Insured returns what the insurance of the nth bet cost, in minor units; 0 where it has none.
func (t Bets) Insured(bet int) games.Amount {
	b := t.Round.Bets[bet]
	return t.insurance(t.Round, b.Box, b.Bettor)
}
