package session

import (
	"maps"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/reports"
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
	if err := h.Takeover().catchUp(); err != nil {
		return err
	}
	return h.record(number, h.State.People().LeaveOffice(number, why))
}

// SignOnAt records that somebody used a right at a table, "" for none, for what leaves no entry of its own.
// Refusal: WrongRole.
func (h *House) SignOnAt(who house.Badge, table string, with house.Right) error {
	facts, err := h.State.People().SignOnAt(who.Staff, table, with)
	if err != nil {
		return err
	}
	return h.record(who.Number, facts, who)
}

// ReviewAccess records that somebody reviewed who may do what and found it right. Refusals: those of
// house.House.ReviewAccess.
func (h Staff) ReviewAccess(by house.Badge) error {
	if err := h.Takeover().catchUp(); err != nil {
		return err
	}
	facts, err := h.State.People().ReviewAccess(by.Staff)
	return h.decided(by, facts, err)
}

// Access returns who may do what in the house, and when they signed last.
func (h Staff) Access() (reports.Access, error) {
	if err := h.Takeover().catchUp(); err != nil {
		return reports.Access{}, err
	}
	streams, err := h.streams()
	if err != nil {
		return reports.Access{}, err
	}
	return h.accessAt(reports.Form, streams, &h.State, h.now())
}

// accessFigures returns e with the rights of people at the entries that it names.
func (h Staff) accessFigures(e reports.Evidence, house *house.House) (reports.Evidence, error) {
	access, err := h.accessAt(e.Form, e.Streams, house, time.UnixMilli(e.Printed))
	if err != nil {
		return reports.Evidence{}, err
	}
	return e.OfAccess(access)
}

func (h Staff) accessAt(form int, streams []reports.Stream, theHouse *house.House, at time.Time) (reports.Access, error) {
	seen := map[string]house.SignOnSeen{}
	for _, s := range streams {
		there, err := h.signedAt(form, s)
		if err != nil {
			return reports.Access{}, err
		}
		for number, at := range there {
			if at.After(seen[number].At) {
				seen[number] = house.SignOnSeen{At: at, Table: s.Table}
			}
		}
	}
	access := reports.AccessOf(form, theHouse, seen, at)
	var err error
	access.Reach, err = h.reach(form, streams, theHouse)
	return access, err
}

// signedAt returns when people last signed at a table up to an entry, by number. Papers of Sabot 0.9 know its headlines alone.
func (h Staff) signedAt(form int, to reports.Stream) (map[string]time.Time, error) {
	if !reports.SignedAnywhere(form) {
		return h.heads.seen(h.House, to)
	}
	return h.logs.signed(h.House, to.Table, to.Seq)
}

// seen returns when people last signed a headline of a table up to an entry, by their numbers.
func (s *shiftHeads) seen(h *House, to reports.Stream) (map[string]time.Time, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	heads, err := s.of(h, to.Table)
	if err != nil {
		return nil, err
	}
	if heads.Seq <= to.Seq {
		return maps.Clone(heads.Seen), nil
	}
	return shifts.SeenUpTo(h.store, to.Table, to.Seq)
}
