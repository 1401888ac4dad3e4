package pit

import "sabot/games"

// Begun says whether anything of the hand is on the record.
func (h *Hand) Begun() bool { return len(h.entries) > 0 }

// Empty says that the hand has no bet and no card: the table can close or change
// its shoe.
func (h *Hand) Empty() bool { return !h.BetsClosed && len(h.Round.Bets) == 0 }

// On is what lies on a spot, 0 if nothing.
func (h *Hand) On(box int, spot string) games.Amount {
	for _, b := range h.Round.Bets {
		if b.Box == box && b.Spot == spot {
			return b.Amount
		}
	}
	return 0
}

// betting says whether bets may change now. Refusals: TableClosed, NoShoe,
// BetsAreClosed.
func (t *Table) betting() error {
	switch {
	case !t.Open:
		return refuse(TableClosed)
	case t.Shoe == 0 || t.Game == nil:
		return refuse(NoShoe)
	case t.Current.BetsClosed:
		return refuse(BetsAreClosed)
	}
	return nil
}

// AddChip puts a chip on top of what lies on a spot. Refusals: those of PlaceBet.
func (t *Table) AddChip(box int, spot string, chip games.Amount) ([]Fact, error) {
	return t.place(ByChip, box, spot, t.Current.On(box, spot)+chip)
}

// PlaceBet makes an amount lie on a spot; 0 takes away what lies there. What is
// under the minimum or over the maximum is entered as it was put down: the
// limits are the rules' to apply. Refusals: TableClosed, NoShoe, BetsAreClosed,
// NoSuchSpot, SpotNotOffered, AmountTooLarge.
func (t *Table) PlaceBet(box int, spot string, amount games.Amount) ([]Fact, error) {
	return t.place(ByAmount, box, spot, amount)
}

func (t *Table) place(how BetHow, box int, spot string, amount games.Amount) ([]Fact, error) {
	if err := t.betting(); err != nil {
		return nil, err
	}
	if amount == 0 {
		if t.Current.On(box, spot) == 0 {
			return nil, &Refusal{Why: NothingToClear, Box: box, What: spot}
		}
		return []Fact{BetsPlaced{how, []Put{{box, spot, 0}}}}, nil
	}
	var others []games.Bet
	for _, b := range t.Current.Round.Bets {
		if b.Box != box || b.Spot != spot {
			others = append(others, b)
		}
	}
	bet := games.Bet{Box: box, Spot: spot, Amount: amount}
	if err := t.Game.CheckBet(others, bet); err != nil {
		why := NoSuchSpot
		if games.CodeOf(err) == games.BadAmount {
			why = AmountTooLarge
		}
		return nil, &Refusal{Why: why, Box: box, What: spot}
	}
	for _, s := range t.Game.Offered(t.Current.Round) {
		if s.Name == spot {
			return []Fact{BetsPlaced{how, []Put{{box, spot, amount}}}}, nil
		}
	}
	return nil, &Refusal{Why: SpotNotOffered, Box: box, What: spot}
}

// RepeatBets lays the bets of the hand before once more; where they lie already,
// it doubles what lies. Refusals: TableClosed, NoShoe, BetsAreClosed,
// NothingToRepeat, AmountTooLarge.
func (t *Table) RepeatBets() ([]Fact, error) {
	if err := t.betting(); err != nil {
		return nil, err
	}
	if len(t.Current.Round.Bets) > 0 {
		return t.DoubleBets()
	}
	if len(t.LastBets) == 0 {
		return nil, refuse(NothingToRepeat)
	}
	return []Fact{BetsPlaced{ByRepeat, puts(t.LastBets, 1)}}, nil
}

// DoubleBets doubles all that lies. Refusals as RepeatBets.
func (t *Table) DoubleBets() ([]Fact, error) {
	if err := t.betting(); err != nil {
		return nil, err
	}
	bets := t.Current.Round.Bets
	if len(bets) == 0 {
		return nil, refuse(NothingToRepeat)
	}
	for _, b := range bets {
		if 2*b.Amount > games.MaxAmount {
			return nil, &Refusal{Why: AmountTooLarge, Box: b.Box, What: b.Spot}
		}
	}
	return []Fact{BetsPlaced{ByDouble, puts(bets, 2)}}, nil
}

// ClearBets takes all bets away. Refusals: TableClosed, NoShoe, BetsAreClosed,
// NothingToClear.
func (t *Table) ClearBets() ([]Fact, error) {
	if err := t.betting(); err != nil {
		return nil, err
	}
	if len(t.Current.Round.Bets) == 0 {
		return nil, refuse(NothingToClear)
	}
	return []Fact{BetsPlaced{ByClear, puts(t.Current.Round.Bets, 0)}}, nil
}

func puts(bets []games.Bet, times games.Amount) []Put {
	out := make([]Put, len(bets))
	for i, b := range bets {
		out[i] = Put{b.Box, b.Spot, times * b.Amount}
	}
	return out
}
