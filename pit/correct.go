package pit

import (
	"slices"
	"strings"

	"sabot/games"
)

// Correction is a closed hand as it really was.
type Correction struct {
	Hand   int // its number in the shift
	Round  games.Round
	Reason string
	Moved  bool // the difference was paid or taken back at the table
}

// ClosedHand is a hand of the shift that is closed.
func (t *Table) ClosedHand(n int) (*Hand, bool) {
	for i := range t.History {
		if t.History[i].Number == n {
			return &t.History[i], true
		}
	}
	return nil, false
}

// Recount is what a corrected hand comes to. Refusals: NoSuchHand, NothingChanges;
// NotPossible where the hand as it is now said to have been is none, or took another
// number of cards, so that the hands after it would not be what they were.
func (t *Table) Recount(c Correction) (games.Settlement, error) {
	old, ok := t.ClosedHand(c.Hand)
	switch {
	case !ok || old.Cancelled != nil:
		return games.Settlement{}, refuse(NoSuchHand)
	case sameRound(old.Round, c.Round):
		return games.Settlement{}, refuse(NothingChanges)
	case len(c.Round.Laid) != len(old.Round.Laid):
		return games.Settlement{}, refuse(NotPossible)
	}
	s, err := games.Complete(t.Game, c.Round)
	if err != nil {
		return games.Settlement{}, refuse(NotPossible)
	}
	return s, nil
}

func sameRound(a, b games.Round) bool {
	return slices.Equal(a.Bets, b.Bets) && slices.Equal(a.Laid, b.Laid) && slices.Equal(a.Decisions, b.Decisions)
}

// CorrectHand corrects a hand that is closed; both versions stay in the record.
// Refusals: TableClosed, those of Recount, NeedsReason, NeedsInspector, WrongRole.
func (t *Table) CorrectHand(c Correction, approver *Staff) ([]Fact, error) {
	if !t.Open {
		return nil, refuse(TableClosed)
	}
	s, err := t.Recount(c)
	if err != nil {
		return nil, err
	}
	if err := t.mayApprove(approver, CorrectHands); err != nil {
		return nil, err
	}
	if strings.TrimSpace(c.Reason) == "" {
		return nil, refuse(NeedsReason)
	}
	f := HandCorrected{
		Hand: c.Hand, Approver: approver.Number, Reason: strings.TrimSpace(c.Reason), Moved: c.Moved,
		Bets: puts(c.Round.Bets, 1), Laid: namesOf(c.Round.Laid), Decisions: []Decided{}, Rows: (&Hand{}).newRows(s), House: s.House,
	}
	old, _ := t.ClosedHand(c.Hand)
	f.Difference = s.House - s.Commission - old.House + old.tracked()
	for _, d := range c.Round.Decisions {
		f.Decisions = append(f.Decisions, Decided{Box: d.Box, Bettor: d.Bettor, Do: d.Do})
	}
	return []Fact{f}, nil
}

func (t *Table) applyCorrected(e Entry, f HandCorrected) {
	i := slices.IndexFunc(t.History, func(h Hand) bool { return h.Number == f.Hand })
	if i < 0 {
		return
	}
	t.History = slices.Clone(t.History)
	old := t.History[i]
	h := old
	h.Was = append(slices.Clone(old.Was), old)
	h.Was[len(h.Was)-1].Was = nil
	h.Corrected, h.CorrectedAt = &f, e.At
	h.Round = f.round(&h)
	h.Rows, h.Stages, h.Paid, h.House = f.Rows, []int{0}, len(f.Rows), f.House
	t.History[i] = h
	if i == len(t.History)-1 {
		t.LastBets = h.Round.Bets
	}
	t.exchange(&old, &h)
}

// round is the hand as it really was; h says which hand of the shoe it was.
func (f HandCorrected) round(h *Hand) games.Round {
	is := Hand{game: h.game, shoe: h.shoe, Round: games.Round{Number: h.Round.Number, Out: h.Round.Out}}
	is.put(f.Bets)
	is.Round.Laid = placed(&is, f.Laid)
	for _, d := range f.Decisions {
		is.Round.Decisions = append(is.Round.Decisions, games.Decision{Box: d.Box, Bettor: d.Bettor, Do: d.Do})
	}
	return is.Round
}

// tracked is the commission that the hand's rows leave owed.
func (h *Hand) tracked() games.Amount {
	var sum games.Amount
	for _, r := range h.Rows {
		sum += r.Commission
	}
	return sum
}

// exchange makes one version of a hand another in what was counted of it: the cards out
// of the shoe, and what is owed.
func (t *Table) exchange(old, h *Hand) {
	if old.Shoe == t.Shoe {
		for _, l := range old.Round.Laid {
			t.Current.before.Return(l.Card)
			t.Current.shoe.Return(l.Card)
		}
		for _, l := range h.Round.Laid {
			t.Current.before.Leave(l.Card)
			t.Current.shoe.Leave(l.Card)
		}
	}
	t.debts = fold(t.debts, []Fact{CommissionTaken{Dues: owedBy(old)}})
	t.owe(h)
}

// owedBy is what the rows of a hand leave owed.
func owedBy(h *Hand) []Debt {
	var dues []Debt
	for _, p := range h.Payments() {
		if p.Commission > 0 {
			dues = append(dues, Debt{Box: p.Box, Bettor: p.Bettor, Amount: p.Commission})
		}
	}
	return dues
}
