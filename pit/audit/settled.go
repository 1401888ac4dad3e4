package audit

import (
	"slices"

	"sabot/games"
	"sabot/pit/hand"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// judgeSettlement compares what the record has of the open hand's bets with the rules, wherever an entry settles any.
func (j *factJudge) judgeSettlement(e *record.Entry) *record.Fault {
	switch f := e.Fact.(type) {
	case record.Settled:
		return j.judgeRows(e.Seq, f)
	case record.HandClosed:
		if j.table.Current.Cancelled != nil {
			return j.judgeCancelled(e.Seq, f)
		}
		return j.judgeClose(e.Seq, f)
	case record.HandCorrected:
		return j.judgeCorrected(e.Seq, f)
	case record.DealtDry:
		if t := j.table; len(t.Current.Round.Bets) > 0 || !t.Bets().MayDealDry() {
			return j.fail(e.Seq, record.NotSettled, "it deals a hand without bets where some lie, or the game has no such hand")
		}
	case record.HandPaused:
		if len(f.Laid) > 0 {
			return j.judgeLaidOut(e.Seq, f.Laid)
		}
	case record.Relaid:
		return j.judgeRelaid(e.Seq, f)
	case record.PlayedOn:
		if fault := j.judgeLaid(e.Seq, f.Laid); fault != nil {
			return fault
		}
		return j.judgePlayedOn(e.Seq, f)
	case record.BetRuled:
		return j.judgeRuled(e.Seq, f)
	case record.SuitRead:
		return j.judgeSuit(e.Seq, f)
	case record.InsuranceOver:
		return j.judgeStep(e.Seq, games.Insuring)
	case record.Decided:
		if f.Aside && f.Do != games.Insure {
			return j.fail(e.Seq, record.NotSettled, "the hand goes on by this answer")
		}
	case record.Looked:
		return j.judgeStep(e.Seq, games.Look)
	}
	return nil
}

// judgeSuit demands that the card whose suit was read lies there, of that rank and with
// its suit unread.
func (j *factJudge) judgeSuit(seq int64, f record.SuitRead) *record.Fault {
	laid := j.table.Current.Round.Laid
	card := f.Card.Card()
	if !card.Suited() || f.N < 0 || f.N >= len(laid) || laid[f.N].Card.Suited() || !card.Is(laid[f.N].Card) {
		return j.fail(seq, record.NotSettled, "no card lies there of which %s could be read", f.Card)
	}
	return nil
}

// judgeStep demands that the rules have that kind of step next.
func (j *factJudge) judgeStep(seq int64, kind games.StepKind) *record.Fault {
	if t := j.table; t.Game == nil || !t.Current.BetsClosed || t.Deal().Next().Kind != kind {
		return j.fail(seq, record.NotSettled, "the rules have something else next in the hand")
	}
	return nil
}

// judgeLaidOut demands of cards that were said to lie on the felt that the table has such
// places and the shoe such cards.
func (j *factJudge) judgeLaidOut(seq int64, laid []record.CardLaid) *record.Fault {
	if j.table.Game == nil {
		return j.fail(seq, record.NotSettled, "no table is open here")
	}
	if _, names, err := j.table.Felt().Lying(laid); err != nil || !slices.Equal(names, laid) {
		return j.fail(seq, record.NotSettled, "it has cards lie that the shoe cannot have given, or where none can lie")
	}
	return nil
}

// judgeRelaid compares the places of cards that lay wrong with those that the rules give.
func (j *factJudge) judgeRelaid(seq int64, f record.Relaid) *record.Fault {
	if j.table.Game == nil {
		return j.fail(seq, record.NotSettled, "no table is open here")
	}
	facts, err := j.table.Felt().Relaying(f.Reason)
	if err != nil {
		return j.fail(seq, record.NotSettled, "the cards cannot be laid again: %v", err)
	}
	want := facts[0].(record.Relaid)
	h := &j.table.Current
	if !slices.Equal(h.LaidAs(f.Laid), h.LaidAs(want.Laid)) || f.Again != want.Again || f.Back && !f.Again {
		return j.fail(seq, record.NotSettled, "the rules have the cards lie %s, it says %s", record.EncodeValue(want), record.EncodeValue(f))
	}
	return nil
}

// judgeLaid demands that cards that are laid again are those that lay, in the same order:
// only their places change, and whether they play.
func (j *factJudge) judgeLaid(seq int64, laid []record.CardLaid) *record.Fault {
	h := &j.table.Current
	same := slices.EqualFunc(h.Round.Laid, h.LaidAs(laid), func(x, y games.Laid) bool { return x.Card == y.Card && x.Hidden == y.Hidden })
	if !same {
		return j.fail(seq, record.NotSettled, "it lays other cards than those that lay there")
	}
	return nil
}

// judgePlayedOn demands that the bets which go back are those that the house's rule takes
// out of play.
func (j *factJudge) judgePlayedOn(seq int64, f record.PlayedOn) *record.Fault {
	want, err := j.table.Felt().PlayingOn()
	if err != nil || !slices.Equal(want.Bets, f.Bets) || f.Back && !want.Back {
		return j.fail(seq, record.NotSettled, "the house's rule has other bets go back, or has the hand not go on")
	}
	return nil
}

// judgeRuled demands that where chips go back by a ruling more of a bet lay there.
func (j *factJudge) judgeRuled(seq int64, f record.BetRuled) *record.Fault {
	h := &j.table.Current
	over := func(p record.Put) bool {
		return h.LiesOver(games.Bet{Box: p.Box, Spot: p.Spot, Bettor: p.Bettor, Amount: p.Amount, Early: p.Early}) > 0
	}
	if f.Back && (j.table.Game == nil || !slices.ContainsFunc(f.Bets, over)) {
		return j.fail(seq, record.NotSettled, "chips go back by it, and no more lay there than it has")
	}
	return nil
}

// judgeCancelled demands of a hand that was cancelled that every stake went back.
func (j *factJudge) judgeCancelled(seq int64, f record.HandClosed) *record.Fault {
	h := &j.table.Current
	if f.House != 0 || !slices.Equal(h.Rows, h.Refunds()) {
		return j.fail(seq, record.NotSettled, "the hand was cancelled, and not every stake went back")
	}
	return nil
}

// judgeCorrected compares a correction with what the hand comes to by the rules as it really was; of one that is void it demands
// that every stake goes back. It compares the difference to what was paid too.
func (j *factJudge) judgeCorrected(seq int64, f record.HandCorrected) *record.Fault {
	closed, ok := j.table.ClosedHand(f.Hand)
	if !ok || j.table.Game == nil {
		return j.fail(seq, record.NotSettled, "it corrects hand %d, which no hand of the shift is", f.Hand)
	}
	h := j.table.Felt().AsCorrected(closed, f)
	want, house := []record.Row(nil), games.Amount(0)
	if f.Void {
		if !hand.SameRound(h.Round, closed.Round) {
			return j.fail(seq, record.NotSettled, "it voids another hand than hand %d was", f.Hand)
		}
		want = closed.Refunds()
	} else {
		s, err := games.Complete(h.GameOr(j.table.Game), h.Round)
		if err != nil {
			return j.fail(seq, record.NotSettled, "the rules cannot settle the hand as it is corrected: %v", err)
		}
		want, house = (&pay.Sheet{}).NewRows(s), s.House
	}
	switch {
	case !slices.Equal(want, f.Rows) || f.House != house:
		return j.fail(seq, record.NotSettled, "the rules give %s, house %d, it says %s, %d", record.EncodeValue(want), house, record.EncodeValue(f.Rows), f.House)
	case f.Difference != h.Kept()-closed.PaidVersion().Kept():
		return j.fail(seq, record.NotSettled, "the table has %d more by it, it says %d", h.Kept()-closed.PaidVersion().Kept(), f.Difference)
	}
	return nil
}

func (j *factJudge) judgeRows(seq int64, f record.Settled) *record.Fault {
	h := &j.table.Current
	if h.Cancelled != nil {
		if !slices.Equal(h.Refunds(), f.Rows) {
			return j.fail(seq, record.NotSettled, "the hand was cancelled, and not every stake goes back")
		}
		return nil
	}
	s, fault := j.settle(seq)
	if fault != nil {
		return fault
	}
	want := h.NewlySettled(s)
	switch {
	case len(f.Rows)+len(f.Parts) == 0 || !slices.Equal(want.Rows, f.Rows):
		return j.fail(seq, record.NotSettled, "the rules give %s, it says %s", record.EncodeValue(want.Rows), record.EncodeValue(f.Rows))
	case !slices.Equal(want.Parts, f.Parts):
		return j.fail(seq, record.NotSettled, "the rules give the parts %s, it says %s", record.EncodeValue(want.Parts), record.EncodeValue(f.Parts))
	}
	return nil
}

// judgeClose demands of a hand that closes that the rules are done with it, that every
// bet is settled as they have it, and that the house's net is their sum.
func (j *factJudge) judgeClose(seq int64, f record.HandClosed) *record.Fault {
	h := &j.table.Current
	s, fault := j.settle(seq)
	switch {
	case fault != nil:
		return fault
	case s.Next.Kind != games.Finished:
		return j.fail(seq, record.NotSettled, "the hand is not over: the rules have a %s next", s.Next)
	case len(h.NewRows(s)) > 0 || len(h.Rows) != len(s.Payments):
		return j.fail(seq, record.NotSettled, "the hand has %d bets and %d of them are settled", len(s.Payments), len(h.Rows))
	case len(h.NewParts(s)) > 0:
		return j.fail(seq, record.NotSettled, "the rules give the parts %s too", record.EncodeValue(h.NewParts(s)))
	case f.House != s.House:
		return j.fail(seq, record.NotSettled, "the rules give the house %d, it says %d", s.House, f.House)
	}
	for _, r := range h.Rows {
		if want := pay.RowOf(r.Bet, s.Payments[r.Bet]); r != want {
			return j.fail(seq, record.NotSettled, "the rules give %s, the hand was settled as %s", record.EncodeValue(want), record.EncodeValue(r))
		}
	}
	return nil
}

func (j *factJudge) settle(seq int64) (games.Settlement, *record.Fault) {
	if j.table.Game == nil {
		return games.Settlement{}, j.fail(seq, record.NotSettled, "no table is open here")
	}
	if j.settled != nil {
		return *j.settled, nil
	}
	s, err := j.table.Game.Settle(j.table.Current.Round)
	if err != nil {
		return s, j.fail(seq, record.NotSettled, "the rules cannot settle the hand: %v", err)
	}
	j.settled = &s
	return s, nil
}

// unsettle forgets what the rules gave, where an entry may change it.
func (j *factJudge) unsettle(f record.Fact) {
	switch f.(type) {
	case record.Settled, record.PaidOut:
	default:
		j.settled = nil
	}
}

// settledSoFar returns a fault, of the last entry so far, where the open hand lacks a row that the rules have decided. A hand that is halted has none.
func (j *factJudge) settledSoFar(seq int64) *record.Fault {
	t := j.table
	if t == nil || t.Game == nil || !t.Current.BetsClosed {
		return nil
	}
	s, err := t.Game.Settle(t.Current.Round)
	if err != nil {
		return nil
	}
	if rows := t.Current.NewRows(s); len(rows) > 0 {
		return j.fail(seq, record.NotSettled, "the rules have decided %s by it, and the record ends", record.EncodeValue(rows))
	}
	return nil
}
