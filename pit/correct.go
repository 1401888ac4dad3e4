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
// number of cards, so that the hands after it would not be what they were; or where a card
// of it cannot have left the shoe, or commission that it left owed was paid already.
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
	if err != nil || !t.mayHaveLeft(old, c.Round) || !t.stillOwed(old, s) {
		return games.Settlement{}, refuse(NotPossible)
	}
	return s, nil
}

// mayHaveLeft says whether the shoe held the cards of a corrected hand.
func (t *Table) mayHaveLeft(old *Hand, round games.Round) bool {
	if !t.sameCards(old) {
		return true
	}
	shoe := t.Current.shoe
	for _, l := range old.Round.Laid {
		shoe.Return(l.Card)
	}
	for _, l := range round.Laid {
		shoe.Leave(l.Card)
	}
	for _, l := range round.Laid {
		if shoe.RankOut(l.Card.Rank()) > t.RankAll() || l.Card.Suited() && shoe.Copies(l.Card) > t.decks {
			return false
		}
	}
	return true
}

// sameCards says whether the cards of a closed hand are out of the shoe that is in place.
func (t *Table) sameCards(h *Hand) bool { return h.Shoe == t.Shoe && !t.Settings.Continuous }

// stillOwed says whether what a hand left owed can be made another sum: it is owed by who
// holds the box, or does not change.
func (t *Table) stillOwed(old *Hand, s games.Settlement) bool {
	for _, d := range changedDues(owedBy(old), s.Payments) {
		open := games.Amount(0)
		for _, now := range t.Debts() {
			if now.Box == d.Box && now.Bettor == d.Bettor && !now.Gone {
				open += now.Amount
			}
		}
		if open < d.Amount {
			return false
		}
	}
	return true
}

// changedDues are those of dues that payments leave at another sum.
func changedDues(dues []Debt, payments []games.Payment) []Debt {
	return slices.DeleteFunc(slices.Clone(dues), func(d Debt) bool {
		return slices.ContainsFunc(payments, func(p games.Payment) bool {
			return p.Box == d.Box && p.Bettor == d.Bettor && p.Commission == d.Amount
		})
	})
}

// PaidVersion is the version of a hand by which the players were paid last: the first
// one, or the last correction that was put right with them.
func (h *Hand) PaidVersion() *Hand {
	if h.Corrected == nil || h.Corrected.Moved {
		return h
	}
	for i := len(h.Was) - 1; i > 0; i-- {
		if h.Was[i].Corrected.Moved {
			return &h.Was[i]
		}
	}
	return &h.Was[0]
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
	paid := old.PaidVersion()
	f.Difference = s.House - s.Commission - paid.House + paid.tracked()
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
	h.Rows, h.Parts, h.moments, h.House = f.Rows, nil, []moment{{}}, f.House
	h.goOn()
	t.History[i] = h
	if i == len(t.History)-1 {
		t.LastBets = h.accepted()
	}
	t.exchange(&old, &h)
}

// round is the hand as it really was; h says which hand of the shoe it was.
func (f HandCorrected) round(h *Hand) games.Round {
	is := Hand{game: h.game, Round: games.Round{Number: h.Round.Number, Out: h.Round.Out, Dry: h.Round.Dry}}
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
	if t.sameCards(old) {
		for _, l := range old.Round.Laid {
			t.Current.before.Return(l.Card)
			t.Current.shoe.Return(l.Card)
		}
		for _, l := range h.Round.Laid {
			t.Current.before.Leave(l.Card)
			t.Current.shoe.Leave(l.Card)
		}
	}
	t.debts = fold(t.debts, []Fact{CommissionTaken{Dues: changedDues(owedBy(old), h.Payments())}})
	fresh := *h
	fresh.Rows = slices.DeleteFunc(slices.Clone(h.Rows), func(r Row) bool {
		p := h.payment(r)
		return len(changedDues([]Debt{{Box: p.Box, Bettor: p.Bettor, Amount: p.Commission}}, old.Payments())) == 0
	})
	t.owe(&fresh)
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
