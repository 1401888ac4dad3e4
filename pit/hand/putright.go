package hand

import (
	"slices"
	"strings"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// NamesOf returns cards as a record has them.
func NamesOf(laid []games.Laid) []record.CardLaid {
	out := make([]record.CardLaid, 0, len(laid))
	for _, l := range laid {
		name := record.NameOf(l.Card)
		if l.Hidden {
			name = record.FaceDownName
		}
		laid := record.CardLaid{Card: name, At: record.PlaceOf(l.At), Burned: l.Burned}
		if l.Hidden {
			laid.Looked = l.Looked
		}
		out = append(out, laid)
	}
	return out
}

// RelayPreview returns what is to be made of cards as they are said to lie, and what each player
// is paid or gives back where they are laid where they belong. Refusals: NoSuchCard,
// NoSuchBox.
func (t Felt) RelayPreview(laid []record.CardLaid) (games.Verdict, []pay.Difference, error) {
	round, names, err := t.Lying(laid)
	if err != nil {
		return games.Verdict{}, nil, err
	}
	felt := t.judge(round)
	if !felt.Right && !felt.Possible {
		return felt, nil, nil
	}
	after := *t.Hand
	after.pause(record.HandPaused{Laid: names})
	order{Hand: &after}.relayCards(record.Relaid{Laid: NamesOf(felt.Stays()), Again: felt.Again, Back: felt.Again})
	if s, err := t.at.Game.Settle(after.Round); err == nil {
		settled := after.NewlySettled(s) // also what one hand of a split box has come to
		after.Rows, after.Parts = settled.Rows, settled.Parts
	}
	return felt, t.Differences(&after.Sheet), nil
}

// carries returns the facts that a verdict's cards open the next hand.
func carries(v games.Verdict) []record.Fact {
	var facts []record.Fact
	for _, l := range NamesOf(v.OpensNext()) {
		facts = append(facts, record.CardCarried{Card: l.Card})
	}
	return facts
}

func drawnAhead(l games.Laid) bool { return games.Ahead(l, false) }

// placed returns laid cards of a record. A suit that nobody had read of the card that lies
// there is no suit: old records have one that was made up.
func placed(h *Hand, laid []record.CardLaid) []games.Laid {
	out := make([]games.Laid, 0, len(laid))
	for i, l := range laid {
		at := l.At.Place()
		if l.Card.Hidden() {
			out = append(out, games.Laid{At: at, Hidden: true, Looked: l.Looked})
			continue
		}
		card := l.Card.Card()
		if i < len(h.Round.Laid) && h.Round.Laid[i].Card.Valid() && card.Is(h.Round.Laid[i].Card) && !h.Round.Laid[i].Card.Suited() {
			card = h.Round.Laid[i].Card
		}
		out = append(out, games.Laid{Card: card, At: at, Burned: l.Burned})
	}
	keepLook(h.Round.Laid, out)
	return out
}

// keepLook keeps what the dealer said of his second card, wherever the cards lie now.
func keepLook(before, now []games.Laid) {
	i := slices.IndexFunc(before, func(l games.Laid) bool { return l.Looked != "" })
	if i < 0 {
		return
	}
	n := 0
	for at := range now {
		if now[at].At != before[i].At || now[at].Burned {
			continue
		}
		if n++; n == 2 {
			now[at].Looked = before[i].Looked
		}
	}
}

// RuleBet changes a bet to what an inspector ruled, after no more bets; an amount of 0 removes it. With lay the chips of the bet
// lay there as the record has it: what is over by the ruling goes back. What was settled is settled anew. Cards that were dealt by
// other bets lie wrong from then on (LiesWrong). Refusals: those of RulingOn, NeedsReason, NeedsInspector, WrongRole.
func (t Felt) RuleBet(bet games.Bet, lay bool, approver *house.Staff, reason string) ([]record.Fact, error) {
	f, err := t.RulingOn(bet, lay)
	if err != nil {
		return nil, err
	}
	if err := approver.MayApprove(house.RuleBets, t.at.Croupier); err != nil {
		return nil, err
	}
	if f.Reason = strings.TrimSpace(reason); f.Reason == "" {
		return nil, house.Refuse(house.NeedsReason)
	}
	f.Approver = approver.Number
	after := *t.Hand
	order{Hand: &after}.rule(f)
	return t.withSettled([]record.Fact{f}, &after)
}

// RulingOn returns the ruling that a bet lay so, without who makes it and why. Refusals:
// TableClosed, BetsAreOpen, NoSuchSpot, SpotNotOffered, AmountTooLarge, BoxIsTaken,
// NothingChanges, NoBetStands; NotPossible where the hand cannot have gone so by it, or a bet
// would go back of which something was paid or collected already: that hand is cancelled, or
// corrected later; NoChipsMakeIt, NoChipsHalve where no chips make the bet or an insurance
// bought on its box.
func (t Felt) RulingOn(bet games.Bet, lay bool) (record.BetRuled, error) {
	var none record.BetRuled
	if err := t.Playing(); err != nil {
		return none, err
	}
	if t.Round.On(bet.Box, bet.Spot, bet.Bettor) == bet.Amount {
		return none, &house.Refusal{Why: house.NothingChanges, Box: bet.Box, What: bet.Spot}
	}
	if bet.Early == (games.Early{}) {
		bet.Early = t.bets().earlyOf(bet)
	}
	if bet.Amount > 0 {
		if err := t.bets().checkBet(bet); err != nil {
			return none, err
		}
	}
	f := record.BetRuled{Bets: []record.Put{{Box: bet.Box, Spot: bet.Spot, Amount: bet.Amount, Bettor: bet.Bettor, Early: bet.Early}}}
	f.Back = lay && t.LiesOver(bet) > 0
	after := *t.Hand
	order{Hand: &after}.rule(f)
	_, err := t.at.Game.Settle(after.Round)
	switch {
	case games.CodeOf(err) == games.NoBets:
		return none, house.Refuse(house.NoBetStands)
	case bet.Amount == 0 && t.Touched(bet):
		return none, &house.Refusal{Why: house.NotPossible, What: "bet"}
	case err != nil && t.LiesWrong(): // a card too many lies
		return none, &house.Refusal{Why: house.NotPossible, What: "cards"}
	case err != nil: // a box was asked, or drew, that would not have
		return none, &house.Refusal{Why: house.NotPossible, What: "ruling"}
	}
	return f, t.bets().insuredInChips(t.at.Game, after.Round)
}

// LiesOver returns how much lies there, as the record has it, that is no bet any more where a bet
// is ruled to be that, in minor units: with it goes what decisions put down on it.
func (h *Hand) LiesOver(b games.Bet) games.Amount {
	after := *h
	order{Hand: &after}.rule(record.BetRuled{Bets: []record.Put{{Box: b.Box, Spot: b.Spot, Amount: b.Amount, Bettor: b.Bettor, Early: b.Early}}})
	var over games.Amount
	for _, c := range after.HandBack(h.ChipsThen()) {
		over += c.Lies
	}
	return over
}

// CancelHand cancels the open hand: every stake goes back, also what was won or lost
// already. Refusals: TableClosed, NothingPaused where no hand has begun, NeedsReason,
// OfferedFirst, NeedsInspector, WrongRole for anybody but a manager.
func (t Felt) CancelHand(manager *house.Staff, reason string) ([]record.Fact, error) {
	switch {
	case !t.at.Open:
		return nil, house.Refuse(house.TableClosed)
	case t.at.Game == nil || t.Empty():
		return nil, house.Refuse(house.NothingPaused)
	}
	if err := manager.MayApprove(house.CancelHands, t.at.Croupier); err != nil {
		return nil, err
	}
	if strings.TrimSpace(reason) == "" {
		return nil, house.Refuse(house.NeedsReason)
	}
	if err := t.noneOffered(); err != nil {
		return nil, err
	}
	f := record.HandCancelled{Manager: manager.Number, Reason: strings.TrimSpace(reason)}
	facts := []record.Fact{f}
	after := *t.Hand
	after.cancel(f)
	if rows := after.Refunds(); len(rows) > 0 {
		facts = append(facts, record.Settled{Rows: rows})
	}
	return append(facts, record.HandClosed{}), nil
}

func (h *Hand) cancel(f record.HandCancelled) {
	h.KeepDone()
	h.Cancelled, h.Declared, h.Paused = &f, h.Paused, nil
	h.Unsettle()
}
