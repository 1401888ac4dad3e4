package audit

import (
	"slices"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// redoneHand are the commands about the open hand.
var redoneHand = []redo{
	by(func(r *redoing, f record.Undone) ([]record.Fact, error) { return r.undo(f) }),
	by(func(r *redoing, f record.FirstBurned) ([]record.Fact, error) {
		return r.t.Deal().BurnFirst(string(f.Card))
	}),
	by(func(r *redoing, f record.CutCardOut) ([]record.Fact, error) { return r.t.Deal().CutCardBy(f.Reading) }),
	by(func(r *redoing, f record.ShuffleDue) ([]record.Fact, error) {
		return r.t.Felt().MoreExposed(r.who(f.Approver), f.Reason)
	}),
	by(func(r *redoing, f record.BetsPlaced) ([]record.Fact, error) { return r.bets(f) }),
	by(func(r *redoing, _ record.LastBetsCalled) ([]record.Fact, error) { return r.t.Bets().CallLastBets() }),
	by(func(r *redoing, _ record.BetsClosed) ([]record.Fact, error) { return r.answering().Bets().Close() }),
	by(func(r *redoing, _ record.DealtDry) ([]record.Fact, error) { return r.answering().Bets().DealDry() }),
	by(func(r *redoing, f record.BoxPassed) ([]record.Fact, error) { return r.passes(f) }),
	by(func(r *redoing, f record.EarlyChosen) ([]record.Fact, error) { return r.early(f) }),

	by(func(r *redoing, f record.CardLaid) ([]record.Fact, error) { return r.card(f) }),
	by(func(r *redoing, _ record.CardHidden) ([]record.Fact, error) { return r.t.Deal().Hide() }),
	by(func(r *redoing, f record.CardTurned) ([]record.Fact, error) { return r.turned(f) }),
	by(func(r *redoing, f record.CardCarried) ([]record.Fact, error) {
		if f.Card.Hidden() {
			return r.t.Deal().CarryUnseen()
		}
		return r.t.Deal().Card(string(f.Card))
	}),
	by(func(r *redoing, f record.SuitRead) ([]record.Fact, error) {
		if f.Burst {
			return r.t.Deal().NoteSuit(string(f.Card[len(f.Card)-1:]))
		}
		return r.t.Deal().Card(string(f.Card))
	}),
	by(func(r *redoing, f record.Looked) ([]record.Fact, error) {
		return r.answering().Deal().Look(f.Blackjack)
	}),
	by(func(r *redoing, _ record.InsuranceOver) ([]record.Fact, error) {
		return r.answering().Bets().EndInsurance()
	}),
	by(func(r *redoing, f record.Decided) ([]record.Fact, error) { return r.decide(f) }),
	by(func(r *redoing, f record.PaidOut) ([]record.Fact, error) { return r.t.Deal().PayUpTo(f.Acts) }),
	by(func(r *redoing, _ record.HandClosed) ([]record.Fact, error) { return r.t.Deal().PayAll() }),

	by(func(r *redoing, f record.HandPaused) ([]record.Fact, error) { return r.pause(f) }),
	by(func(r *redoing, f record.HandResumed) ([]record.Fact, error) {
		return r.t.Resume(r.who(f.Approver), f.Reason)
	}),
	by(func(r *redoing, f record.Relaid) ([]record.Fact, error) {
		return r.t.Felt().Relay(r.who(f.Approver), f.Reason)
	}),
	by(func(r *redoing, f record.RelayRefused) ([]record.Fact, error) {
		return r.t.Felt().RefuseRelay(f.Reason, r.who(f.By))
	}),
	by(func(r *redoing, f record.PlayedOn) ([]record.Fact, error) {
		return r.t.Felt().PlayOn(r.who(f.Approver), f.Reason)
	}),
	by(func(r *redoing, f record.BetRuled) ([]record.Fact, error) { return r.rule(f) }),
	by(func(r *redoing, f record.HandCancelled) ([]record.Fact, error) {
		return r.t.Felt().CancelHand(r.who(f.Manager), f.Reason)
	}),
}

func (r *redoing) undo(f record.Undone) ([]record.Fact, error) {
	if f.Code {
		return r.t.Deal().UndoCode()
	}
	return r.t.Deal().Undo(r.who(f.Approver))
}

func (r *redoing) passes(f record.BoxPassed) ([]record.Fact, error) {
	if f.Bettor != nil {
		return r.t.PassBettor(f.Box, *f.Bettor)
	}
	return r.t.PassBox(f.Box)
}

// bets repeats a command that put bets down one by one, cleared them, or laid them again or doubled, of a box or of all.
func (r *redoing) bets(f record.BetsPlaced) ([]record.Fact, error) {
	if len(f.Bets) == 0 {
		return nil, house.Refuse(house.NoSuchSpot)
	}
	t, put := r.t, f.Bets[0]
	bet := games.Bet{Box: put.Box, Spot: put.Spot, Amount: put.Amount, Bettor: put.Bettor}
	switch f.How {
	case record.ByAmount:
		return t.Bets().Place(bet)
	case record.ByChip:
		if bet.Amount -= t.Current.Round.On(bet.Box, bet.Spot, bet.Bettor); bet.Amount <= 0 {
			return nil, house.Refuse(house.AmountTooLarge) // a chip more is more
		}
		return t.Bets().AddChip(bet)
	case record.ByClear:
		return t.Bets().Clear()
	}
	laying := t.Bets().Repeating
	if f.How == record.ByDouble {
		laying = t.Bets().Doubling
	}
	asLaid := func(laying func(box int) (hand.Laying, error), box int) func() ([]record.Fact, error) {
		return func() ([]record.Fact, error) {
			l, err := laying(box)
			if err != nil {
				return nil, err
			}
			return l.Facts(), nil
		}
	}
	ways := []func() ([]record.Fact, error){asLaid(laying, 0)}
	if !slices.ContainsFunc(f.Bets, func(p record.Put) bool { return p.Box != put.Box }) {
		ways = slices.Insert(ways, 0, asLaid(laying, put.Box))
	}
	if f.How == record.ByRepeat && !slices.Equal(t.LastBets, t.Played()) { // Sabot 0.9 repeated nothing that had gone back
		former := func(box int) (hand.Laying, error) { return t.Bets().RepeatingOf(box, t.Played()) }
		ways = append(ways, asLaid(former, put.Box), asLaid(former, 0))
	}
	return r.either(ways...)
}

func (r *redoing) early(f record.EarlyChosen) ([]record.Fact, error) {
	t := r.t
	at := t.Current.EarlyBet(f.Box, f.Bettor)
	if f.Do != "" || at < 0 {
		return t.Bets().DecideAhead(f.Box, f.Do)
	}
	early := games.Early{Choice: f.Choice, Then: f.Then}
	if f.Funds != nil {
		early.Funds, early.HasFunds = *f.Funds-t.Bets().Insured(at), true
	}
	return t.Bets().ChooseEarly(f.Box, f.Bettor, early)
}

// card repeats a command that dealt a card, laid one where it does not belong, or burned some.
func (r *redoing) card(f record.CardLaid) ([]record.Fact, error) {
	t := r.t
	if f.Burned {
		cards := run(r.facts, func(c record.CardLaid) bool { return c.Burned && c.Approver == f.Approver && c.Reason == f.Reason })
		return t.Felt().BurnLying(cards, r.who(f.Approver), f.Reason)
	}
	if err := t.Deal().Dealing(); err != nil {
		return nil, err
	}
	if step := t.Deal().Next(); step.Kind == games.Deal && record.PlaceOf(step.At) != f.At {
		return t.Felt().MisdealtCard(string(f.Card), f.At.Place())
	}
	return t.Deal().Card(string(f.Card))
}

// turned returns the facts of a card that was turned in its turn, or since everybody had seen it.
func (r *redoing) turned(f record.CardTurned) ([]record.Fact, error) {
	for _, other := range r.facts {
		if seen, ok := other.(record.Alarmed); ok && seen.Kind == record.HoleSeen {
			card := string(f.Card)
			if f.Read {
				card = ""
			}
			return r.t.Deal().ExposeHole(card, r.who(seen.Approver), seen.Reason)
		}
	}
	return r.t.Deal().Card(string(f.Card))
}

// answering returns the table for a command that answers a question, by who approved a late change.
func (r *redoing) answering() *pit.Table {
	for _, f := range r.facts {
		if late, ok := f.(record.Alarmed); ok && late.Kind == record.LateChange && late.Approver != "" {
			return r.t.Approved(r.who(late.Approver))
		}
	}
	return r.t
}

func (r *redoing) decide(f record.Decided) ([]record.Fact, error) {
	t := r.answering()
	if f.Do == games.Insure {
		return t.Bets().Insure(f.Box, f.Bettor)
	}
	if drawn, ok := r.second().(record.CardLaid); ok && drawn.Drawn {
		return t.Deal().Card(string(drawn.Card))
	}
	return t.Deal().Decide(f.Do)
}

func (r *redoing) pause(f record.HandPaused) ([]record.Fact, error) {
	if !slices.Contains(record.Irregularities(), f.Kind) {
		return nil, &house.Refusal{Why: house.BadSetting, What: string(f.Kind)}
	}
	if len(f.Laid) > 0 {
		return r.t.Felt().LayOut(f.Kind, f.Box, f.Text, f.Laid)
	}
	if _, incident := r.second().(record.IncidentOpened); incident && f.Kind.General() {
		return r.t.PauseTable(f.Kind, f.Text)
	}
	return r.t.Felt().Pause(f.Kind, f.Box, f.Text)
}

func (r *redoing) rule(f record.BetRuled) ([]record.Fact, error) {
	if len(f.Bets) != 1 {
		return nil, house.Refuse(house.NoSuchSpot)
	}
	p := f.Bets[0]
	bet := games.Bet{Box: p.Box, Spot: p.Spot, Amount: p.Amount, Bettor: p.Bettor, Early: p.Early}
	return r.t.Felt().RuleBet(bet, f.Back, r.who(f.Approver), f.Reason)
}
