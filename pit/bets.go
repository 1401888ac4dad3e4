package pit

import (
	"math"
	"slices"
	"strconv"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Begun says whether anything of the hand is on the record.
func (h *Hand) Begun() bool { return len(h.entries) > 0 }

// Empty says that the hand has no bet and no card: the table can close or change
// its shoe.
func (h *Hand) Empty() bool { return !h.BetsClosed && len(h.Round.Bets) == 0 }

// Bets says whether anything was put down on a box.
func (h *Hand) Bets(box int) bool {
	return slices.ContainsFunc(h.Round.Bets, func(b games.Bet) bool { return b.Box == box })
}

// On is what a bettor has on a spot, 0 if nothing; "" is the box's one bettor.
func (h *Hand) On(box int, spot, bettor string) games.Amount {
	for _, b := range h.Round.Bets {
		if b.Box == box && b.Spot == spot && b.Bettor == bettor {
			return b.Amount
		}
	}
	return 0
}

// betting says whether bets may change now. Refusals: TableClosed, NoShoe,
// BetsAreClosed, ShoeIsOver, BurnFirst.
func (t table) betting() error {
	switch {
	case !t.at.Open:
		return house.Refuse(house.TableClosed)
	case t.at.Shoe == 0 || t.at.Game == nil:
		return house.Refuse(house.NoShoe)
	case t.at.ShoeOver:
		return house.Refuse(house.ShoeIsOver)
	case t.BetsClosed:
		return house.Refuse(house.BetsAreClosed)
	case t.Paused != nil:
		return house.Refuse(house.HandPausedNow)
	case t.toBurn():
		return house.Refuse(house.BurnFirst)
	}
	return nil
}

// beginning says whether a hand may begin. Refusals: those of betting, CardsAreDue where
// the cards must be changed first.
func (t table) beginning() error {
	if err := t.betting(); err != nil {
		return err
	}
	if t.at.Stopped != "" {
		return &house.Refusal{Why: house.CardsAreDue, What: string(t.at.Stopped)}
	}
	return nil
}

// AddChip puts a chip, the bet's Amount, on top of what lies there. Refusals: those of PlaceBet.
func (t Bets) AddChip(chip games.Bet) ([]record.Fact, error) {
	bet := chip
	bet.Amount += t.On(chip.Box, chip.Spot, chip.Bettor)
	return t.place(record.ByChip, bet, chip.Amount)
}

// TakeChip takes a chip, the bet's Amount, from what lies there. Refusals: those of PlaceBet.
func (t Bets) TakeChip(chip games.Bet) ([]record.Fact, error) {
	chip.Amount = max(0, t.On(chip.Box, chip.Spot, chip.Bettor)-chip.Amount)
	return t.PlaceBet(chip)
}

// OverMaximum reports whether an amount is over what a spot of the open hand takes, and returns that maximum: 0 where there is none.
func (t Bets) OverMaximum(spot string, amount games.Amount) (games.Amount, bool) {
	if t.at.Game == nil {
		return 0, false
	}
	most := games.LimitsOf(t.at.Game, t.Round)[spot].Max
	return most, most > 0 && amount > most
}

// PlaceBet makes a bet lie; an amount of 0 takes away what lies there. What is
// under the minimum or over the maximum is entered as it was put down: the
// limits are the rules' to apply. After the call it is no bet, and a note where the
// house wants one. Refusals: TableClosed, NoShoe, ShoeIsOver, BurnFirst,
// BetsAreClosed, CardsAreDue, NoSuchSpot, SpotNotOffered, SpotIsOver, AmountTooLarge, NoChipsMakeIt.
func (t Bets) PlaceBet(bet games.Bet) ([]record.Fact, error) {
	return t.place(record.ByAmount, bet, bet.Amount)
}

// place makes a bet lie; late is what comes onto the table with it, for the note that
// it came after the call.
func (t Bets) place(how record.BetHow, bet games.Bet, late games.Amount) ([]record.Fact, error) {
	if err := t.betting(); err != nil {
		if t.BetsClosed && t.at.Settings.LateBets && late > 0 {
			return []record.Fact{record.Alarmed{Kind: record.LateBet, Box: bet.Box, Bettor: bet.Bettor, What: bet.Spot, Amount: late}}, nil
		}
		return nil, err
	}
	bet.Early = t.earlyOf(bet)
	put := []record.Fact{record.BetsPlaced{How: how, Bets: []record.Put{{Box: bet.Box, Spot: bet.Spot, Amount: bet.Amount, Bettor: bet.Bettor, Early: bet.Early}}}}
	if bet.Amount == 0 {
		if t.On(bet.Box, bet.Spot, bet.Bettor) == 0 {
			return nil, &house.Refusal{Why: house.NothingToClear, Box: bet.Box, What: bet.Spot}
		}
		return put, nil
	}
	if err := t.beginning(); err != nil {
		return nil, err
	}
	return put, t.checkBet(bet)
}

// slip is how many times a spot's maximum an amount can be that somebody put down: what is
// over the maximum is reduced in view of everyone, what is over this was never meant.
const slip = 10

// handRoom is the most that the bets of one hand may come to at a table, as games.Payable has it: the sums of a million such hands are
// amounts still. At odds of 200:1 that is a stake of some 440 million francs, far beyond any table.
const handRoom = math.MaxInt64 / 1_000_000

// takes reports why a game, or the room of a hand, has no place for a bet beside others.
func (t Bets) takes(g games.Game, others []games.Bet, bet games.Bet) error {
	err := g.CheckBet(others, bet)
	if err == nil && !t.hasRoom(g, others, bet) {
		err = games.Errorf(games.BadAmount, "", "with %d the hand could come to more than any hand of a table", bet.Amount)
	}
	return err
}

// hasRoom reports whether what bets come to has room in one hand.
func (t Bets) hasRoom(g games.Game, bets []games.Bet, more ...games.Bet) bool {
	return t.at.Checks == 0 || games.Payable(g, handRoom, bets, more...) // records of 0.9 have such bets
}

// checkBet says whether a bet may lie. Refusals: AmountTooLarge, NoChipsMakeIt with the
// smallest chip as What, OnePlayer, BoxIsTaken, NoSuchSpot,
// SpotNotOffered for a spot that the preset never has, SpotIsOver past its cut-off ("verrà
// disabilitato", source 000).
func (t Bets) checkBet(bet games.Bet) error {
	others := t.Round.Bets
	if is := func(b games.Bet) bool { return b.Key() == bet.Key() }; slices.ContainsFunc(others, is) {
		others = slices.DeleteFunc(slices.Clone(others), is)
	}
	if bet.Bettor != "" && t.at.Checks > 0 && !games.SharedBoxes(t.at.Game) { // records of 0.9 have such bets
		return &house.Refusal{Why: house.OnePlayer, Box: bet.Box, What: bet.Spot}
	}
	if err := t.takes(t.at.Game, others, bet); err != nil {
		why := map[games.Code]house.Why{games.BadAmount: house.AmountTooLarge, games.BoxTaken: house.BoxIsTaken}[games.CodeOf(err)]
		if why == "" {
			why = house.NoSuchSpot
		}
		return &house.Refusal{Why: why, Box: bet.Box, What: bet.Spot}
	}
	if limit := t.at.Game.Options().Limits[bet.Spot]; limit.Max > 0 && bet.Amount > slip*limit.Max {
		return &house.Refusal{Why: house.AmountTooLarge, Box: bet.Box, What: bet.Spot}
	}
	if most := t.cappedAt(others, bet); most > 0 && bet.Amount > slip*most && t.at.Checks > 0 { // records of 0.9 have such bets
		return &house.Refusal{Why: house.AmountTooLarge, Box: bet.Box, What: bet.Spot}
	}
	if err := t.inChips(bet); err != nil {
		return err
	}
	is := func(s games.Spot) bool { return s.Name == bet.Spot }
	switch {
	case slices.ContainsFunc(t.at.Game.Offered(t.Round), is):
		return nil
	case slices.ContainsFunc(games.PresetSpots(t.at.Game), is):
		return &house.Refusal{Why: house.SpotIsOver, Box: bet.Box, What: bet.Spot}
	}
	return &house.Refusal{Why: house.SpotNotOffered, Box: bet.Box, What: bet.Spot}
}

// cappedAt returns what the bets beside it let stand of a bet on a spot that is capped by them; 0 on any other, and while it has
// none beside it.
func (t Bets) cappedAt(others []games.Bet, bet games.Bet) games.Amount {
	if !slices.ContainsFunc(games.PresetSpots(t.at.Game), func(s games.Spot) bool { return s.Name == bet.Spot && s.Capped }) {
		return 0
	}
	r := t.Round
	r.Bets = append(slices.Clone(others), bet)
	if stake := t.at.Game.Stakes(r)[len(others)]; stake.Stands() {
		return stake.Amount
	}
	return 0
}

// LacksBeside returns the spot without which a bet does not stand that is capped by the bet there, and which has none that stands,
// while bets are open; "" of any other bet. It is put down in the wrong order, or by mistake: nothing caps it.
func (t Bets) LacksBeside(bet int) string {
	h := t.Hand
	of := h.Round.Bets[bet]
	capped := func(s games.Spot) bool { return s.Name == of.Spot && s.Capped && s.Mandatory }
	if h.BetsClosed || !slices.ContainsFunc(games.PresetSpots(t.at.Game), capped) {
		return ""
	}
	stakes := t.at.Game.Stakes(h.Round)
	if stakes[bet].Reason != games.MissingMandatory {
		return ""
	}
	return games.Lacking(t.at.Game.Spots(), h.Round.Bets, stakes, of.Box)
}

// inChips refuses a bet that no chips of the table make. Refusal: NoChipsMakeIt with the smallest chip as What.
func (t Bets) inChips(bet games.Bet) error {
	if games.ChipsMake(bet.Amount, t.at.Chips) {
		return nil
	}
	return &house.Refusal{Why: house.NoChipsMakeIt, Box: bet.Box, What: strconv.FormatInt(int64(t.at.Chips[0]), 10)}
}

// ClearBets takes all bets away. Refusals: TableClosed, NoShoe, BetsAreClosed,
// NothingToClear.
func (t Bets) ClearBets() ([]record.Fact, error) {
	if err := t.betting(); err != nil {
		return nil, err
	}
	if len(t.Round.Bets) == 0 {
		return nil, house.Refuse(house.NothingToClear)
	}
	return []record.Fact{record.BetsPlaced{How: record.ByClear, Bets: puts(t.Round.Bets, 0)}}, nil
}

func puts(bets []games.Bet, times games.Amount) []record.Put {
	out := make([]record.Put, len(bets))
	for i, b := range bets {
		out[i] = record.Put{Box: b.Box, Spot: b.Spot, Amount: times * b.Amount, Bettor: b.Bettor, Early: b.Early}
	}
	return out
}
