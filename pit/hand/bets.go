package hand

import (
	"math"
	"slices"
	"strconv"
	"time"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Opposed returns the bets of the open hand that bettors on both sides risk hardly anything of
// (source 000), where the house wants to know of them.
func (t Bets) Opposed() []games.Bet {
	game, ok := t.at.Game.(games.LowRisk)
	if !ok || !t.at.Settings.LowRisk {
		return nil
	}
	return game.Opposed(t.Round)
}

// lowRisk returns the notes on bettors on both sides.
func (t Bets) lowRisk() []record.Fact {
	var facts []record.Fact
	for _, b := range t.Opposed() {
		facts = append(facts, record.Alarmed{Kind: record.LowRiskBets, Box: b.Box, Bettor: b.Bettor, What: b.Spot, Amount: b.Amount})
	}
	return facts
}

// AddChip puts a chip, the bet's Amount, on top of what lies there. Refusals: those of Place.
func (t Bets) AddChip(chip games.Bet) ([]record.Fact, error) {
	bet := chip
	bet.Amount += t.Round.On(chip.Box, chip.Spot, chip.Bettor)
	return t.place(record.ByChip, bet, chip.Amount)
}

// TakeChip takes a chip, the bet's Amount, from what lies there. Refusals: those of Place.
func (t Bets) TakeChip(chip games.Bet) ([]record.Fact, error) {
	chip.Amount = max(0, t.Round.On(chip.Box, chip.Spot, chip.Bettor)-chip.Amount)
	return t.Place(chip)
}

// OverMaximum reports whether an amount is over what a spot of the open hand takes, and returns that maximum: 0 where there is none.
func (t Bets) OverMaximum(spot string, amount games.Amount) (games.Amount, bool) {
	if t.at.Game == nil {
		return 0, false
	}
	most := games.LimitsOf(t.at.Game, t.Round)[spot].Max
	return most, most > 0 && amount > most
}

// Place makes a bet lie; an amount of 0 takes away what lies there. What is
// under the minimum or over the maximum is entered as it was put down: the
// limits are the rules' to apply. After the call it is no bet, and a note where the
// house wants one. Refusals: TableClosed, NoShoe, ShoeIsOver, BurnFirst,
// BetsAreClosed, CardsAreDue, NoSuchSpot, SpotNotOffered, SpotIsOver, AmountTooLarge, NoChipsMakeIt.
func (t Bets) Place(bet games.Bet) ([]record.Fact, error) {
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
		if t.Round.On(bet.Box, bet.Spot, bet.Bettor) == 0 {
			return nil, &house.Refusal{Why: house.NothingToClear, Box: bet.Box, What: bet.Spot}
		}
		return put, nil
	}
	if err := t.beginning(); err != nil {
		return nil, err
	}
	return put, t.checkBet(bet)
}

// slip is the largest multiple of a spot's maximum that somebody can put down: what is
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

// checkBet refuses a bet that may not lie. Refusals: AmountTooLarge, NoChipsMakeIt with the
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

// Clear takes all bets away. Refusals: TableClosed, NoShoe, BetsAreClosed,
// NothingToClear.
func (t Bets) Clear() ([]record.Fact, error) {
	if err := t.betting(); err != nil {
		return nil, err
	}
	if len(t.Round.Bets) == 0 {
		return nil, house.Refuse(house.NothingToClear)
	}
	return []record.Fact{record.BetsPlaced{How: record.ByClear, Bets: Puts(t.Round.Bets, 0)}}, nil
}

func Puts(bets []games.Bet, times games.Amount) []record.Put {
	out := make([]record.Put, len(bets))
	for i, b := range bets {
		out[i] = record.Put{Box: b.Box, Spot: b.Spot, Amount: times * b.Amount, Bettor: b.Bettor, Early: b.Early}
	}
	return out
}

// CallLastBets announces the last bets: ultime puntate. Refusals: TableClosed, NoShoe, ShoeIsOver, BurnFirst,
// BetsAreClosed, HandPausedNow, NothingChanges where they were called already.
func (t Bets) CallLastBets() ([]record.Fact, error) {
	if err := t.betting(); err != nil {
		return nil, err
	}
	if !t.LastBets.IsZero() {
		return nil, house.Refuse(house.NothingChanges)
	}
	return []record.Fact{record.LastBetsCalled{}}, nil
}

// LastCall is the time before the end of the bets at which the last ones are announced:
// "Il messaggio ULTIME PUNTATE viene visualizzato quando rimangono solo 5 secondi nel
// periodo di puntata" (source 000).
const LastCall = 5 * time.Second

// BetTime returns how long bets are taken at this table once the first one lies; 0 where no
// clock runs.
func (t Bets) BetTime() time.Duration { return time.Duration(t.at.Settings.BetTime) * time.Second }

// betsLie notes since when bets have lain in the hand.
func (h *Hand) betsLie(at time.Time) {
	switch {
	case len(h.Round.Bets) == 0:
		h.BetsSince = time.Time{}
	case h.BetsSince.IsZero():
		h.BetsSince = at
	}
}

// MayDealDry reports whether a hand can be dealt here without bets: the whole of it follows
// from the cards alone.
func (t Bets) MayDealDry() bool {
	if t.at.Game == nil {
		return false
	}
	_, err := t.at.Game.Next(games.Round{Number: 1, Dry: true})
	return err == nil
}

// DealDry deals the hand without bets, so that the roads go on (source 002). It counts as a hand of the shoe, and its cards as any
// others. Refusals: those of Close; NeedsBets where the game's deal goes by the bets, HandOpen where some lie.
func (t Bets) DealDry() ([]record.Fact, error) {
	if err := t.beginning(); err != nil {
		return nil, err
	}
	if !t.MayDealDry() {
		return nil, house.Refuse(house.NeedsBets)
	}
	if len(t.Round.Bets) > 0 {
		return nil, house.Refuse(house.HandOpen)
	}
	after := *t.Hand
	after.BetsClosed, after.Round.Dry = true, true
	return t.answer(record.DealtDry{}, &after, func() ([]record.Fact, error) { return t.close([]record.Fact{record.DealtDry{}}, after) })
}

// Close ends the bets: nulla va più. Bets that do not stand go back at once, cards that were
// carried over open the hand. Refusals: TableClosed, NoShoe, ShoeIsOver, BurnFirst,
// BetsAreClosed, CardsAreDue, NoBetStands, ShoeTooShort, AlarmWaits, SeenBefore.
func (t Bets) Close() ([]record.Fact, error) {
	if err := t.beginning(); err != nil {
		return nil, err
	}
	if _, err := t.nextOf(t.Round); err != nil {
		return nil, t.noneStands()
	}
	after := *t.Hand
	after.BetsClosed = true
	return t.answer(record.BetsClosed{}, &after, func() ([]record.Fact, error) { return t.close(append(t.lowRisk(), record.BetsClosed{}), after) })
}

// noneStands returns the refusal of bets of which none is valid. Where a box lacks a spot that it needs, the refusal names the box
// and the spot.
func (t Bets) noneStands() error {
	stakes := t.at.Game.Stakes(t.Round)
	for i, bet := range t.Round.Bets {
		if stakes[i].Reason == games.MissingMandatory {
			lacks := games.Lacking(t.at.Game.Spots(), t.Round.Bets, stakes, bet.Box)
			return &house.Refusal{Why: house.NoBetStands, Box: bet.Box, What: lacks}
		}
	}
	return house.Refuse(house.NoBetStands)
}

// close ends the bets: cards that were drawn ahead open the hand.
func (t Bets) close(facts []record.Fact, after Hand) ([]record.Fact, error) {
	if !t.at.ShuffledEachHand() && t.CardsLeft() < t.at.Game.MostCards(t.Round) {
		return nil, house.Refuse(house.ShoeTooShort)
	}
	if t.at.AlarmStops() {
		return nil, house.Refuse(house.AlarmWaits)
	}
	ready, err := t.deal().layReady(&after)
	if err != nil {
		return nil, err
	}
	return t.withSettled(append(facts, ready...), &after)
}

// Staked returns what is staked in the open hand and still lies on the felt, as it was accepted,
// doubling and insurances with it: on each box, and on all of them together (source 000,
// "Puntata totale"). What was collected, or paid with its stake, is staked no more.
func (t Bets) Staked() (boxes map[int]games.Amount, all games.Amount) {
	boxes = map[int]games.Amount{}
	if t.at.Game == nil {
		return boxes, 0
	}
	h := t.Hand
	add := func(box int, stake games.Amount) { boxes[box] += stake; all += stake }
	if s, err := t.at.Game.Settle(h.Round); err == nil {
		gone := h.Gone()
		for i, p := range s.Payments {
			if h.Unlaid(i) {
				continue
			}
			add(p.Box, min(p.Staked, max(0, p.Amount+p.Added-gone[i])))
		}
		return boxes, all
	}
	for i, s := range t.at.Game.Stakes(h.Round) {
		add(h.Round.Bets[i].Box, s.Amount)
	}
	return boxes, all
}
