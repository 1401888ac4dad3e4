package pit

import (
	"slices"
	"strings"

	"sabot/games"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/pay"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// ClosedHand returns the closed hand of the shift with that number; false where there is none.
func (t *Table) ClosedHand(n int) (*hand.Hand, bool) {
	return hand.ClosedOf(t.History, n)
}

// Recount returns what a corrected hand comes to. Refusals: those of Recounted; CommissionPaid where commission that it left
// owed was paid already, at a table that is open.
func (t Corrections) Recount(c hand.Correction) (games.Settlement, error) {
	s, err := t.Felt().Recounted(c)
	if err != nil {
		return s, err
	}
	if old, _ := t.ClosedHand(c.Hand); t.duesChange() && !t.stillOwed(old, s) {
		return s, house.Refuse(house.CommissionPaid)
	}
	return s, nil
}

// sameCards reports whether the cards of a closed hand are out of the shoe that is in place.
func (t Corrections) sameCards(h *hand.Hand) bool { return h.Shoe == t.Shoe && !t.ShuffledEachHand() }

// stillOwed reports whether what a hand left owed can be made another sum: nothing of it was collected or given up since, and
// it is owed by the player who holds the box; or it does not change.
func (t Corrections) stillOwed(old *hand.Hand, s games.Settlement) bool {
	for _, d := range changedDues(hand.OwedBy(old), s.Payments) {
		open := games.Amount(0)
		for _, now := range t.Debts() {
			if now.Box == d.Box && now.Bettor == d.Bettor && !now.Gone {
				open += now.Amount
			}
		}
		if open < d.Amount || t.checks > 0 && t.cleared(old, d) { // records of 0.9 look at the player's whole debt alone
			return false
		}
	}
	return true
}

// duesChange reports whether a correction changes what players owe: at a table that has closed nothing of it is collected or given
// back any more, and all of it is a difference (Result.Unmoved). In a shift of 0.9 it did there too.
func (t Corrections) duesChange() bool { return t.Open || t.checks == 0 }

// cleared reports whether what a player owed by a closed hand was collected or given up: that clears all that a player owes.
func (t Corrections) cleared(hand *hand.Hand, due record.Debt) bool {
	return slices.ContainsFunc(t.AllMoves(), func(m tray.Move) bool {
		taken, ok := m.Fact.(record.CommissionTaken)
		return ok && m.Voided == nil && m.Hand > hand.Number &&
			slices.ContainsFunc(taken.Dues, func(d record.Debt) bool { return d.Box == due.Box && d.Bettor == due.Bettor })
	})
}

// changedDues returns those of dues that payments leave at another sum.
func changedDues(dues []record.Debt, payments []games.Payment) []record.Debt {
	return slices.DeleteFunc(slices.Clone(dues), func(d record.Debt) bool {
		return slices.ContainsFunc(payments, func(p games.Payment) bool {
			return p.Box == d.Box && p.Bettor == d.Bettor && p.Commission == d.Amount
		})
	})
}

// CorrectHand corrects a hand that is closed; both versions stay in the record. Of a shift
// that is closed a manager does whom another person asks, until its report is signed, and nothing is moved at the
// table any more. Refusals: TableClosed, ReportSigned, those of Recount, NotPossible,
// NeedsReason, NeedsInspector, NeedsCroupier where nobody asks, SamePerson, WrongRole.
func (t Corrections) CorrectHand(c hand.Correction, approver *house.Staff) ([]record.Fact, error) {
	right, err := t.correcting(c, house.CorrectHands)
	if err != nil {
		return nil, err
	}
	s, err := t.Recount(c)
	if err != nil {
		return nil, err
	}
	return t.corrected(c, right, approver, record.HandCorrected{Rows: (&hand.Hand{}).NewRows(s), House: s.House}, s.House-s.Commission)
}

// VoidHand voids a hand that is closed: every stake goes back, what was won or lost too
// (malfunction voids all plays and payments: sources 001 and 002). Only a manager does.
// Refusals: as CorrectHand; NoSuchHand for one that is void already.
func (t Corrections) VoidHand(c hand.Correction, manager *house.Staff) ([]record.Fact, error) {
	right, err := t.correcting(c, house.CancelHands)
	if err != nil {
		return nil, err
	}
	old, ok := t.ClosedHand(c.Hand)
	switch {
	case !ok || old.Cancelled != nil:
		return nil, house.Refuse(house.NoSuchHand)
	case c.Keyed:
		return nil, &house.Refusal{Why: house.NotPossible, What: "moved"}
	case t.duesChange() && !t.stillOwed(old, games.Settlement{}):
		return nil, house.Refuse(house.CommissionPaid)
	}
	c.Round = old.Round
	return t.corrected(c, right, manager, record.HandCorrected{Rows: old.Refunds(), Void: true}, 0)
}

// CorrectsNow reports whether anything of the shift's hands is corrected any more, of one whose report is signed or not.
// Refusals: TableClosed, ReportSigned.
func (t Corrections) CorrectsNow(signed bool) error {
	_, err := t.correcting(hand.Correction{Signed: signed}, house.CorrectHands)
	return err
}

// correcting returns the right that it takes to correct a hand of the shift now.
func (t Corrections) correcting(c hand.Correction, right house.Right) (house.Right, error) {
	switch {
	case c.Moved && c.Keyed:
		return "", &house.Refusal{Why: house.NotPossible, What: "moved"}
	case t.Open:
		return right, nil
	case t.Shift == 0:
		return "", house.Refuse(house.TableClosed)
	case c.Signed:
		return "", house.Refuse(house.ReportSigned)
	case c.Moved:
		return "", &house.Refusal{Why: house.NotPossible, What: "moved"}
	}
	return house.CorrectShift, nil
}

// corrected returns the fact of a correction; ofHouse is what the house keeps by it at the table.
func (t Corrections) corrected(c hand.Correction, right house.Right, approver *house.Staff, f record.HandCorrected, ofHouse games.Amount) ([]record.Fact, error) {
	if err := t.mayCorrect(c.By, approver, right); err != nil {
		return nil, err
	}
	if strings.TrimSpace(c.Reason) == "" {
		return nil, house.Refuse(house.NeedsReason)
	}
	if c.By != nil {
		f.By = c.By.Number
	}
	old, _ := t.ClosedHand(c.Hand)
	f.Hand, f.Approver, f.Reason, f.Moved, f.Keyed = c.Hand, approver.Number, strings.TrimSpace(c.Reason), c.Moved, c.Keyed
	f.Bets, f.Laid, f.Decisions = hand.Puts(c.Round.Bets, 1), hand.NamesOf(c.Round.Laid), []record.Decided{}
	f.Difference = ofHouse - old.PaidVersion().Kept()
	for _, d := range c.Round.Decisions {
		f.Decisions = append(f.Decisions, record.Decided{Box: d.Box, Bettor: d.Bettor, Do: d.Do})
	}
	return []record.Fact{f}, nil
}

// mayCorrect reports whether somebody may approve a correction that by asks for: the croupier on duty where that is nil. Where nobody
// is on duty two people give their codes. Refusals: NotPossible for somebody else beside the croupier on duty, NeedsInspector,
// NeedsCroupier, SamePerson, WrongRole.
func (t Corrections) mayCorrect(by, approver *house.Staff, right house.Right) error {
	switch {
	case by == nil && (t.Open || t.checks == 0): // of a shift of 0.9 a manager alone corrected
		return approver.MayApprove(right, t.Croupier)
	case t.Open:
		return &house.Refusal{Why: house.NotPossible, What: "hand"}
	case approver == nil:
		return house.Refuse(house.NeedsInspector)
	case by == nil && !approver.May(right):
		return &house.Refusal{Why: house.WrongRole, What: approver.Name, Right: right}
	case by == nil:
		return house.Refuse(house.NeedsCroupier)
	}
	return tray.TwoPeople(*approver, *by, right)
}

func (t Corrections) applyCorrected(e record.Entry, f record.HandCorrected) {
	i := slices.IndexFunc(t.History, func(h hand.Hand) bool { return h.Number == f.Hand })
	if i < 0 {
		return
	}
	t.History = slices.Clone(t.History)
	old := t.History[i]
	h := old
	h.Was = append(slices.Clone(old.Was), old)
	h.Was[len(h.Was)-1].Was = nil
	h.Corrected, h.CorrectedAt, h.OnDutyThen = &f, e.At, ""
	if t.Open {
		h.OnDutyThen = t.Croupier
	}
	h.Round = hand.ReallyWas(f, &h)
	h.SettleAnew(f.Rows)
	h.House = f.House
	if f.Void {
		h.Cancelled = &record.HandCancelled{Manager: f.Approver, Reason: f.Reason}
	}
	t.History[i] = h
	t.cardsMore(&h, len(h.Round.Laid)-len(old.Round.Laid))
	if i == len(t.History)-1 {
		t.played = h.Accepted()
		t.LastBets = h.Repeats(t.played)
	}
	t.exchange(&old, &h)
}

// cardsMore adds so many cards to those that were out before each later hand of the same shoe.
func (t Corrections) cardsMore(of *hand.Hand, more int) {
	if t.ShuffledEachHand() {
		return // its cards went back
	}
	for i := range t.History {
		if h := &t.History[i]; h.Shoe == of.Shoe && h.Number > of.Number {
			h.Round.Out += more
		}
	}
	if t.Current.Shoe == of.Shoe {
		t.Current.Round.Out += more
	}
}

// exchange makes one version of a hand another in what was counted of it: the cards out
// of the shoe, and what is owed.
func (t Corrections) exchange(old, h *hand.Hand) {
	if t.sameCards(old) {
		t.Current.ExchangeCards(old.Round.Laid, h.Round.Laid)
	}
	if h.AfterClosing() {
		return
	}
	t.Tray.Exchange(changedDues(hand.OwedBy(old), h.Payments()), changedDues(pay.Dues(&h.Sheet), old.Payments()))
}
