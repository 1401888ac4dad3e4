package session

import (
	"errors"

	"sabot/pit/people"
	"sabot/pit/record"
)

// RaiseAlerts enters in the house's stream what the rules of alerts make of how things stand, and
// answers whether it entered anything. Programs that look on at the same tables raise each one once:
// who comes second enters nothing.
func (h *House) RaiseAlerts(stand []people.Condition) (raised bool, err error) {
	var due []people.Condition
	for _, c := range stand {
		if len(h.State.Alert(c, h.now())) > 0 {
			due = append(due, c)
		}
	}
	if len(due) == 0 {
		return false, nil
	}
	if err := h.catchUp(); err != nil {
		return false, err
	}
	for _, c := range due {
		err := h.record("", h.State.Alert(c, h.now()))
		if err != nil && !errors.Is(err, record.ErrConflict) {
			return raised, err
		}
		raised = raised || err == nil
	}
	return raised, nil
}

// AcknowledgeAlert says that whoever has the code has seen to an alert, and whether it told of
// something. Refusals: those of SignOn and of people.House.AcknowledgeAlert.
func (h *House) AcknowledgeAlert(code string, f record.AlertSeen) error {
	by, err := h.SignOn(code)
	if err != nil {
		return err
	}
	facts, err := h.State.AcknowledgeAlert(f, by.Staff)
	return h.decided(by, facts, err)
}
