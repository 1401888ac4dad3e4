package session

import (
	"sabot/pit/people"
	"sabot/pit/record"
)

// EnterOffice is who a code lets into the office; the record says so. Refusals: those of
// SignOn, WrongRole.
func (h *House) EnterOffice(code string) (people.Badge, error) {
	return h.signOn(code, h.State.EnterOffice)
}

// LeaveOffice says that somebody left the office.
func (h *House) LeaveOffice(number string, why record.SignOffWhy) error {
	if err := h.catchUp(); err != nil {
		return err
	}
	return h.record(number, h.State.LeaveOffice(number, why))
}

// SignOnAt is who a code belongs to, who uses a right at a table for what leaves no entry
// of its own; the record says so. Refusals: those of SignOn, WrongRole.
func (h *House) SignOnAt(code, table string, with people.Right) (people.Badge, error) {
	return h.signOn(code, func(who people.Staff) ([]record.Fact, error) { return h.State.SignOnAt(who, table, with) })
}

// SignedOnAt is SignOnAt for somebody whose code was given already.
func (h *House) SignedOnAt(who people.Badge, table string, with people.Right) error {
	facts, err := h.State.SignOnAt(who.Staff, table, with)
	if err != nil {
		return err
	}
	return h.record(who.Number, facts, who)
}

func (h *House) signOn(code string, enter func(people.Staff) ([]record.Fact, error)) (people.Badge, error) {
	who, err := h.SignOn(code)
	if err != nil {
		return who, err
	}
	facts, err := enter(who.Staff)
	if err != nil {
		return people.Badge{}, err
	}
	return who, h.record(who.Number, facts, who)
}
