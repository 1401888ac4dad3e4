package papers

import (
	"time"

	"sabot/pit/house"
	"sabot/reports"
)

// Access returns who may do what in the house, and when they signed last.
func (h Papers) Access() (reports.Access, error) {
	if err := h.Takeover().CatchUp(); err != nil {
		return reports.Access{}, err
	}
	streams, err := h.Streams()
	if err != nil {
		return reports.Access{}, err
	}
	return h.accessAt(reports.Form, streams, &h.State, h.Now())
}

// accessFigures returns e with the rights of people at the entries that it names.
func (h Papers) accessFigures(e reports.Evidence, house *house.House) (reports.Evidence, error) {
	access, err := h.accessAt(e.Form, e.Streams, house, time.UnixMilli(e.Printed))
	if err != nil {
		return reports.Evidence{}, err
	}
	return e.OfAccess(access)
}

func (h Papers) accessAt(form int, streams []reports.Stream, theHouse *house.House, at time.Time) (reports.Access, error) {
	seen := map[string]house.SignOnSeen{}
	for _, s := range streams {
		there, err := h.Derived().SignedAt(form, s)
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
