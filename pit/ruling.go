package pit

import (
	"strings"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// RuleBet has a bet lie as an inspector ruled, after no more bets; an amount of 0 has it be
// none. With lay the chips of the bet lay there as the record has it: what is over by the
// ruling goes back. What was settled is settled anew. Cards that were dealt by other bets lie
// wrong from then on (LiesWrong). Refusals: those of RulingOn, NeedsReason, NeedsInspector, WrongRole.
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
	after.rule(record.Entry{}, f)
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
	if err := t.playing(); err != nil {
		return none, err
	}
	if t.On(bet.Box, bet.Spot, bet.Bettor) == bet.Amount {
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
	after.rule(record.Entry{}, f)
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

// LiesOver is how much lies there, as the record has it, that is no bet any more where a bet
// is ruled to be that, in minor units: with it goes what decisions put down on it.
func (h *Hand) LiesOver(b games.Bet) games.Amount {
	after := *h
	after.rule(record.Entry{}, record.BetRuled{Bets: []record.Put{{Box: b.Box, Spot: b.Spot, Amount: b.Amount, Bettor: b.Bettor, Early: b.Early}}})
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
