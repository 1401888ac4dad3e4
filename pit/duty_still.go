package pit

import (
	"slices"

	"sabot/pit/house"
	"sabot/pit/record"
)

// Checks returns how much the table asks of people in the shift: see record.Opened.
func (t *Table) Checks() int { return t.checks }

// Begins reports whether one of facts begins something under the name of whoever is on duty: a hand or a shoe, or, also during a
// hand, what is none of that hand's. Who works here no more finishes the open hand, and nothing else.
func (t *Table) Begins(facts []record.Fact) bool {
	return t.Open && slices.ContainsFunc(facts, func(f record.Fact) bool {
		switch f := f.(type) {
		case record.ShoeStarted, record.FirstBurned, record.BetsPlaced, record.BetsClosed, record.DealtDry:
			return t.Current.Empty()
		case record.BoughtIn, record.ChipsChanged, record.Tipped, record.CommissionTaken, record.SlipRequested, record.SlipVerified,
			record.SlipVoided, record.WrongPayout, record.PayoutSettled, record.HandCorrected, record.MoveVoided,
			record.LimitsAnnounced, record.LimitsWithdrawn, record.PatternsSet:
			return true
		case record.IncidentOpened:
			return f.Class != record.TwoTablesIncident // it comes with a relief
		}
		return false
	})
}

// OnDutyStill refuses to go on under the name of a person on duty who has left the house, or has lost the right to it:
// WorksNoMore, with the name and the right. The croupier comes first.
func (t *Table) OnDutyStill(h *house.House) error {
	if err := t.CroupierStill(h); err != nil {
		return err
	}
	return t.mayStill(h, t.Inspector, house.AnswerFor)
}

// CroupierStill refuses as OnDutyStill does, for the croupier alone.
func (t *Table) CroupierStill(h *house.House) error {
	return t.mayStill(h, t.Croupier, house.DealTable)
}

func (t *Table) mayStill(h *house.House, number string, right house.Right) error {
	if !t.Open {
		return nil
	}
	if who, works := h.Working(number); !works || !who.May(right) {
		return &house.Refusal{Why: house.WorksNoMore, What: h.NameOf(number), Right: right}
	}
	return nil
}
