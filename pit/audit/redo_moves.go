package audit

import (
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// redoneMoves are the commands about what happens between the hands.
var redoneMoves = []redo{
	by(func(r *redoing, f record.CommissionTaken) ([]record.Fact, error) { return r.commission(f) }),
	by(func(r *redoing, f record.BoughtIn) ([]record.Fact, error) {
		if f.Replaces != 0 {
			return r.t.BuyInAgain(f, r.who(f.Approver))
		}
		return r.t.Desk().BuyIn(f.Box, f.Cash, f.Out, r.who(f.Approver))
	}),
	by(func(r *redoing, f record.ChipsChanged) ([]record.Fact, error) {
		return r.t.Desk().ChangeChips(f.In, f.Out)
	}),
	by(func(r *redoing, f record.Tipped) ([]record.Fact, error) { return r.t.Desk().Tip(f.Amount) }),
	by(func(r *redoing, f record.KeysHanded) ([]record.Fact, error) {
		return r.t.Desk().HandKeys(f.Item, f.Back, r.person(f.By), r.person(f.With))
	}),
	by(func(r *redoing, f record.TroncEmptied) ([]record.Fact, error) {
		return r.t.Desk().EmptyTronc(f.Cash, r.person(f.By), r.person(f.With))
	}),
	by(func(r *redoing, f record.SlipRequested) ([]record.Fact, error) {
		return r.t.Desk().RequestSlip(r.then.House, f.Kind, f.Float, r.who(f.Inspector))
	}),
	by(func(r *redoing, f record.SlipVerified) ([]record.Fact, error) {
		return r.t.Desk().VerifySlip(r.then.House, f.SlipID, f.Cashier, f.Runner, r.person(f.Croupier), r.person(f.Inspector), f.First...)
	}),
	by(func(r *redoing, f record.SlipVoided) ([]record.Fact, error) {
		return r.t.Desk().VoidSlip(f.SlipID, f.Reason, r.person(f.Croupier), r.person(f.Inspector))
	}),
	by(func(r *redoing, f record.WrongPayout) ([]record.Fact, error) {
		return r.t.PayWrong(f, r.who(f.Approver))
	}),
	by(func(r *redoing, f record.PayoutSettled) ([]record.Fact, error) {
		if f.Approver == "" && r.t.Checks() == 0 {
			return r.t.Desk().PayoutDone(f.Payout)
		}
		return r.t.Desk().SettlePayout(f, r.who(f.Approver))
	}),
	by(func(r *redoing, f record.MoveVoided) ([]record.Fact, error) {
		return r.t.Desk().VoidMove(f.Seq, r.who(f.Approver), f.Reason)
	}),
	by(func(r *redoing, f record.Counted) ([]record.Fact, error) { return r.count(f) }),
	by(func(r *redoing, f record.ClosingRecounted) ([]record.Fact, error) {
		return r.t.Desk().RecountClosing(f.Float, f.Reason, r.person(f.By), r.person(f.Approver))
	}),
	by(func(r *redoing, f record.DropCounted) ([]record.Fact, error) {
		if f.Shift == 0 {
			return r.t.Desk().CountDrop(f.Cash, r.person(f.By), r.person(f.With))
		}
		return r.t.Desk().CountDropBefore(r.then.Before, f.Cash, r.person(f.By), r.person(f.With))
	}),
	by(func(r *redoing, f record.HandCorrected) ([]record.Fact, error) { return r.correct(f) }),
}

func (r *redoing) commission(f record.CommissionTaken) ([]record.Fact, error) {
	if len(f.Dues) == 0 {
		return nil, house.Refuse(house.NothingOwed)
	}
	t, due := r.t, f.Dues[0]
	if f.Waived != "" {
		return t.Desk().WaiveDebt(due, r.who(f.Waived), f.Reason)
	}
	return r.either(
		func() ([]record.Fact, error) { return t.Desk().TakeDebt(due) },
		func() ([]record.Fact, error) { return t.Desk().TakeCommission(due.Box) },
		func() ([]record.Fact, error) { return t.Desk().TakeCommission(0) },
	)
}

// count repeats a count in between, or with the closing behind it that of the closing.
func (r *redoing) count(f record.Counted) ([]record.Fact, error) {
	croupier, inspector := r.person(f.Croupier), r.person(f.Inspector)
	switch f.When {
	case record.AtClosing:
		return r.t.Closing(pit.End{Croupier: croupier, Inspector: inspector, Count: &f.Float, First: f.First})
	case record.AtCheck:
		return r.t.Desk().Count(f.When, f.Float, croupier, inspector, f.First...)
	}
	return nil, &house.Refusal{Why: house.BadSetting, What: string(f.When)}
}

func (r *redoing) correct(f record.HandCorrected) ([]record.Fact, error) {
	t := r.t
	closed, ok := t.ClosedHand(f.Hand)
	if !ok || t.Game == nil {
		return nil, house.Refuse(house.NoSuchHand)
	}
	c := hand.Correction{Hand: f.Hand, Reason: f.Reason, Moved: f.Moved, Keyed: f.Keyed, Signed: !t.Open && r.then.Signed()}
	if f.By != "" {
		by := r.person(f.By)
		c.By = &by
	}
	if f.Void {
		return t.Corrections().VoidHand(c, r.who(f.Approver))
	}
	was := hand.Hand{Sheet: pay.Sheet{Game: closed.GameOr(t.Game), Round: closed.Round}}
	c.Round = hand.ReallyWas(f, &was)
	for i, l := range f.Laid { // with the suits that were said, also where nobody had read one
		if !l.Card.Hidden() {
			c.Round.Laid[i].Card = l.Card.Card()
		}
	}
	return t.Corrections().CorrectHand(c, r.who(f.Approver))
}
