package session

import (
	"sabot/pit/people"
	"sabot/pit/record"
	"sabot/reports"
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

// ReviewAccess says that somebody looked at who may do what and found it right. Refusals:
// those of people.House.ReviewAccess.
func (h *House) ReviewAccess(by people.Badge) error {
	if err := h.catchUp(); err != nil {
		return err
	}
	facts, err := h.State.ReviewAccess(by.Staff)
	if err != nil {
		return err
	}
	return h.record(by.Number, facts, by)
}

// Access is who may do what in the house, and when their codes let them in somewhere last.
func (h *House) Access() (reports.Access, error) {
	if err := h.catchUp(); err != nil {
		return reports.Access{}, err
	}
	h.heads.mu.Lock()
	defer h.heads.mu.Unlock()
	seen := map[string]people.SignOnSeen{}
	for _, set := range h.State.Tables {
		heads, err := h.heads.of(h.store, set.Name)
		if err != nil {
			return reports.Access{}, err
		}
		for number, at := range heads.Seen {
			if at.After(seen[number].At) {
				seen[number] = people.SignOnSeen{At: at, Table: set.Name}
			}
		}
	}
	return reports.AccessOf(&h.State, seen, h.now()), nil
}
