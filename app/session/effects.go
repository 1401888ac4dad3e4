package session

import (
	"slices"

	"sabot/pit"
	"sabot/pit/record"
	"sabot/reports"
)

// An entryAt names an entry by its stream and number.
type entryAt struct {
	stream string
	seq    int64
}

// hasEffect reports whether a fact does something to a hand that it does not say itself.
func hasEffect(f record.Fact) bool {
	switch f := f.(type) {
	case record.Settled:
		return slices.ContainsFunc(f.Rows, record.Row.Reduced) || reports.MaySettleEven(f)
	case record.Undone, record.HandCorrected, record.MoveVoided, record.Relaid, record.PlayedOn, record.BetRuled, record.WrongPayout:
		return true
	}
	return false
}

// effects returns, for each entry of a table that took something back, voided a move, laid cards again, corrected a hand, says what was paid wrong or
// settled a bet that a limit had reduced or that took even money, what it did to the hand. It folds the shifts of these entries. Error: of a record that
// cannot be read.
func (h *House) effects(entries []record.Entry) (map[entryAt]reports.Effect, error) {
	type shift struct {
		table  string
		number int
	}
	last := map[shift]int64{} // the last such entry of each shift
	for _, e := range entries {
		if hasEffect(e.Fact) {
			s := shift{e.Table, e.Shift}
			last[s] = max(last[s], e.Seq)
		}
	}
	all := map[entryAt]reports.Effect{}
	for s, to := range last {
		head, err := h.Head(s.table, s.number)
		if err != nil {
			return nil, err
		}
		if head.Number == 0 {
			continue // the audit says so of the entry
		}
		t := pit.NewTable(s.table)
		for e, err := range h.store.Entries(s.table, head.Seq) {
			if err != nil {
				return nil, err
			}
			if e.Seq > to {
				break
			}
			if t.Game == nil || !hasEffect(e.Fact) {
				t.Apply(e)
				continue
			}
			all[entryAt{e.Table, e.Seq}] = effectOf(t, e)
		}
	}
	return all, nil
}

// effectOf has a table take an entry in, and returns what that did.
func effectOf(t *pit.Table, e record.Entry) (did reports.Effect) {
	switch f := e.Fact.(type) {
	case record.Undone:
		did.Unpaid = t.Current.Unpaid(f.Seq)
		if !f.Code { // else no card was meant
			did.Behind = t.Current.CardsBehind(f.Seq)
		}
	case record.MoveVoided:
		did = reports.EffectOfVoid(t, f)
	case record.HandCorrected:
		if old, known := t.ClosedHand(f.Hand); known { // of another one the audit says so
			was := *old
			t.Apply(e)
			is, _ := t.ClosedHand(f.Hand)
			return reports.EffectOfCorrection(t, &was, is)
		}
	}
	t.Apply(e)
	switch f := e.Fact.(type) {
	case record.Settled:
		did = reports.EffectOfSettling(t, f)
	case record.WrongPayout:
		did.Due = t.DueOf(f)
	case record.Relaid:
		did = reports.EffectOfRelay(t, f.Laid)
	case record.PlayedOn:
		did = reports.EffectOfRelay(t, f.Laid)
	case record.BetRuled:
		did = reports.EffectOfRuling(t)
	}
	return did
}
