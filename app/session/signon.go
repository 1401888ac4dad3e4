package session

import (
	"sabot/pit/house"
	"sabot/pit/record"
)

// EnterOffice returns the person whom a code lets into the office, or who has the floor show the house's money.
// The record notes it. Refusals: those of SignOn, WrongRole.
func (h *House) EnterOffice(code string) (house.Badge, error) {
	who, err := h.SignOn(code)
	if err != nil {
		return house.Badge{}, err
	}
	facts, err := h.State.People().EnterOffice(who.Staff)
	if err = h.decided(who, facts, err); err != nil {
		return house.Badge{}, err
	}
	return who, nil
}

// LeaveOffice records that somebody left the office.
func (h *House) LeaveOffice(number string, why record.SignOffWhy) error {
	if err := h.Takeover().CatchUp(); err != nil {
		return err
	}
	return h.Record(number, h.State.People().LeaveOffice(number, why))
}

// SignOnAt records that somebody used a right at a table, "" for none, for what leaves no entry of its own.
// Refusal: WrongRole.
func (h *House) SignOnAt(who house.Badge, table string, with house.Right) error {
	facts, err := h.State.People().SignOnAt(who.Staff, table, with)
	if err != nil {
		return err
	}
	return h.Record(who.Number, facts, who)
}

// ReviewAccess records that somebody reviewed who may do what and found it right. Refusals: those of
// house.House.ReviewAccess.
func (h Staff) ReviewAccess(by house.Badge) error {
	if err := h.Takeover().CatchUp(); err != nil {
		return err
	}
	facts, err := h.State.People().ReviewAccess(by.Staff)
	return h.decided(by, facts, err)
}
