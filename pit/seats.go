package pit

import (
	"maps"
	"slices"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Look records what the dealer says who has looked under his ace or ten, before any box
// acts: whether the card makes a blackjack. Refusals: TableClosed, BetsAreOpen,
// NothingToLookAt, SeenBefore where he said otherwise before.
func (t Deal) Look(blackjack bool) ([]record.Fact, error) {
	if err := t.dealing(); err != nil {
		return nil, err
	}
	if t.Next().Kind != games.Look {
		return nil, house.Refuse(house.NothingToLookAt)
	}
	fact := record.Looked{Blackjack: blackjack}
	after := *t.Hand
	after.look(fact)
	return t.answer(fact, &after, func() ([]record.Fact, error) { return t.withSettled([]record.Fact{fact}, &after) })
}

func (h *Hand) look(f record.Looked) {
	h.Round.Laid = slices.Clone(h.Round.Laid)
	for i := range h.Round.Laid {
		if l := &h.Round.Laid[i]; l.Hidden {
			l.Looked = games.NoBlackjack
			if f.Blackjack {
				l.Looked = games.HasBlackjack
			}
		}
	}
}

// EndInsurance records that nobody buys insurance any more. Refusals: TableClosed,
// BetsAreOpen, NoInsuranceNow, SeenBefore.
func (t Bets) EndInsurance() ([]record.Fact, error) {
	if err := t.dealing(); err != nil {
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
	if err := t.dealing(); err != nil {
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

// InsurancePrice is what the insurance of a bet costs: half of what stands of it,
// rounded down; of the box's main bet where no bettor is named.
func (t Bets) InsurancePrice(box int, bettor string) games.Amount {
	round, err := games.BuyInsurance(t.at.Game, t.Round, box, bettor)
	if err != nil {
		return 0
	}
	return t.insurance(round, box, bettor)
}

// insurance is what the insurance of a bet in a round cost; 0 where it has none.
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

// ChooseEarly records the early decision of a bettor behind, as long as the rules let it
// be chosen. Refusals: TableClosed, NoShoe, NoSuchSpot where that bettor has
// no bet behind, TooLate.
func (t Bets) ChooseEarly(box int, bettor string, early games.Early) ([]record.Fact, error) {
	if err := t.shoeIsThere(); err != nil {
		return nil, err
	}
	at := t.earlyBet(box, bettor)
	if at < 0 {
		return nil, &house.Refusal{Why: house.NoSuchSpot, Box: box}
	}
	if early.HasFunds { // what an insurance took of them is gone already
		early.Funds += t.insured(at)
	}
	if game, ok := t.at.Game.(games.EarlyDecisions); ok && !game.MayChoose(t.Round, at, early) {
		return nil, &house.Refusal{Why: house.TooLate, Box: box}
	}
	bets := slices.Clone(t.Round.Bets)
	bets[at].Early = early
	if err := t.at.Game.CheckBet(nil, bets[at]); err != nil {
		return nil, &house.Refusal{Why: house.NotThatDecision, Box: box}
	}
	f := record.EarlyChosen{Box: box, Bettor: bettor, Choice: early.Choice, Then: early.Then}
	if early.HasFunds {
		f.Funds = &early.Funds
	}
	return []record.Fact{f}, nil
}

// DecideAhead records what the main player of a box says that he will do when he is
// asked; "" takes it back. It is offered then, and decides nothing by itself.
// Refusals: as ChooseEarly, NotThatDecision for one that its hand cannot come to.
func (t Bets) DecideAhead(box int, do games.Action) ([]record.Fact, error) {
	if err := t.early(box); err != nil {
		return nil, err
	}
	if !t.Bets(box) {
		return nil, &house.Refusal{Why: house.NoSuchBox, Box: box}
	}
	if do != "" && !slices.Contains(t.mayAnswer(box), do) {
		return nil, &house.Refusal{Why: house.NotThatDecision, Box: box, What: string(do)}
	}
	return []record.Fact{record.EarlyChosen{Box: box, Do: do}}, nil
}

// SaidAhead is what the main player of a box said that he will do; "" where he said nothing,
// or nothing that his cards still let him do.
func (t Bets) SaidAhead(box int) games.Action {
	if do := t.Ahead[box]; do != "" && slices.Contains(t.mayAnswer(box), do) {
		return do
	}
	return ""
}

// mayAnswer are the answers that a box may still come to give.
func (t Bets) mayAnswer(box int) []games.Action {
	if game, ok := t.at.Game.(games.SaysAhead); ok {
		return game.MayAnswer(t.Round, box)
	}
	var all []games.Action
	for _, a := range t.at.Game.Layout().Asked() {
		all = append(all, a.Do)
	}
	return all
}

// insured is what the insurance of the nth bet cost, in minor units; 0 where it has none.
func (t Bets) insured(bet int) games.Amount {
	b := t.Round.Bets[bet]
	return t.insurance(t.Round, b.Box, b.Bettor)
}

// earlyOf is the early decision that a bet has when it is put down: its own, or what of
// its bettor's last one at the box goes on in the hands after.
func (t Bets) earlyOf(bet games.Bet) games.Early {
	if !t.IsEarly(bet.Spot) {
		return games.Early{}
	}
	if i := t.earlyBet(bet.Box, bet.Bettor); i >= 0 {
		return t.Round.Bets[i].Early
	}
	for n := len(t.at.Past) - 1; n >= 0; n-- {
		if h := &t.at.Past[n]; h.earlyBet(bet.Box, bet.Bettor) >= 0 {
			return h.Round.Bets[h.earlyBet(bet.Box, bet.Bettor)].Early.Lasting()
		}
	}
	return games.Early{}
}

func (t table) shoeIsThere() error {
	switch {
	case !t.at.Open:
		return house.Refuse(house.TableClosed)
	case t.at.Shoe == 0 || t.at.Game == nil || t.at.ShoeOver:
		return house.Refuse(house.NoShoe)
	}
	return nil
}

// early says whether the main player of a box can still say ahead what he will do.
func (t Bets) early(box int) error {
	if err := t.shoeIsThere(); err != nil {
		return err
	}
	if t.HasBlackjack(box) { // it is asked nothing
		return &house.Refusal{Why: house.TooLate, Box: box}
	}
	for _, d := range t.Round.Decisions {
		if d.Box == box && d.Do != games.Insure {
			return &house.Refusal{Why: house.TooLate, Box: box}
		}
	}
	return nil
}

// EarlyBets are the bets of a box that take an early decision, with the funds that their
// bettors have left: what an insurance took is gone.
func (t Bets) EarlyBets(box int) []games.Bet {
	var bets []games.Bet
	for i, b := range t.Round.Bets {
		if b.Box == box && t.IsEarly(b.Spot) {
			if b.Early.HasFunds {
				b.Early.Funds -= t.insured(i)
			}
			bets = append(bets, b)
		}
	}
	return bets
}

func (h *Hand) earlyBet(box int, bettor string) int {
	return slices.IndexFunc(h.Round.Bets, func(b games.Bet) bool { return b.Box == box && b.Bettor == bettor && h.IsEarly(b.Spot) })
}

// takeAhead forgets what a box said ahead: it has decided, or took it back.
func (h *Hand) takeAhead(box int) {
	if _, said := h.Ahead[box]; said {
		h.Ahead = maps.Clone(h.Ahead)
		delete(h.Ahead, box)
	}
}

func (h *Hand) choose(f record.EarlyChosen) {
	switch {
	case f.Do != "":
		h.Ahead = maps.Clone(h.Ahead)
		if h.Ahead == nil {
			h.Ahead = map[int]games.Action{}
		}
		h.Ahead[f.Box] = f.Do
		return
	case h.earlyBet(f.Box, f.Bettor) < 0:
		h.takeAhead(f.Box)
		return
	}
	early := games.Early{Choice: f.Choice, Then: f.Then}
	if f.Funds != nil {
		early.Funds, early.HasFunds = *f.Funds, true
	}
	bets := slices.Clone(h.Round.Bets)
	bets[h.earlyBet(f.Box, f.Bettor)].Early = early
	h.Round.Bets = bets
}
