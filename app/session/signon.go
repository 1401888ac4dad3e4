package session

import (
	"sabot/pit/people"
	"sabot/pit/record"
)

// EnterOffice is who a code lets into the office; the record says so. Refusals: those of
// SignOn, WrongRole.
func (h *House) EnterOffice(code string) (people.Badge, error) {
	who, err := h.SignOn(code)
	if err != nil {
		return people.Badge{}, err
	}
	facts, err := h.State.EnterOffice(who.Staff)
	if err != nil {
		return people.Badge{}, err
	}
	return who, h.record(who.Number, facts, who)
}

// LeaveOffice says that somebody left the office.
func (h *House) LeaveOffice(number string, why record.SignOffWhy) error {
	if err := h.catchUp(); err != nil {
		return err
	}
	return h.record(number, h.State.LeaveOffice(number, why))
}

// SignOnAt says that somebody used a right at a table for what leaves no entry of its own.
// Refusal: WrongRole.
func (h *House) SignOnAt(who people.Badge, table string, with people.Right) error {
	facts, err := h.State.SignOnAt(who.Staff, table, with)
	if err != nil {
		return err
	}
	return h.record(who.Number, facts, who)
}
