package house

import (
	"maps"
	"slices"

	"sabot/pit/record"
)

// Clone returns a copy of the house: what is folded into one of the two does not reach the other. What an entry said is shared, as
// nothing changes it.
func (h *House) Clone() *House {
	c := *h
	c.Chips, c.SealKeys, c.Authorities = slices.Clone(h.Chips), slices.Clone(h.SealKeys), slices.Clone(h.Authorities)
	c.Tables, c.Staff = slices.Clone(h.Tables), slices.Clone(h.Staff)
	c.Certificates, c.keys, c.had = maps.Clone(h.Certificates), maps.Clone(h.keys), maps.Clone(h.had)
	c.losses = slices.Clone(h.losses)
	c.Restores = slices.Clone(h.Restores)
	c.failed, c.left = maps.Clone(h.failed), maps.Clone(h.left)
	c.given, c.others = maps.Clone(h.given), maps.Clone(h.others)
	c.retired, c.Colours = maps.Clone(h.retired), slices.Clone(h.Colours)
	c.pinSince, c.printed = maps.Clone(h.pinSince), maps.Clone(h.printed)
	c.drops = maps.Clone(h.drops)
	for id, counts := range c.drops {
		c.drops[id] = slices.Clip(counts)
	}
	c.signedAt = maps.Clone(h.signedAt)
	c.editions, c.wrong = maps.Clone(h.editions), slices.Clone(h.wrong)
	c.signers = maps.Clone(h.signers)
	c.seen, c.inOffice, c.leftOffice = maps.Clone(h.seen), maps.Clone(h.inOffice), maps.Clone(h.leftOffice)
	c.since, c.reviews = maps.Clone(h.since), maps.Clone(h.reviews)
	c.runs, c.running, c.approved = slices.Clone(h.runs), maps.Clone(h.running), slices.Clone(h.approved)
	c.moved, c.movedFrom, c.takenFrom = maps.Clone(h.moved), maps.Clone(h.movedFrom), maps.Clone(h.takenFrom)
	c.movedBy, c.tookOver = maps.Clone(h.movedBy), maps.Clone(h.tookOver)
	c.moves, c.mayHaveCounted = maps.Clone(h.moves), maps.Clone(h.mayHaveCounted) // its lists are made anew where one is added
	c.givenKeys = maps.Clone(h.givenKeys)
	c.shiftPapers, c.mayHaveSigned = maps.Clone(h.shiftPapers), maps.Clone(h.mayHaveSigned) // lists of papers are made anew where one is added
	c.inherited, c.anothers = maps.Clone(h.inherited), maps.Clone(h.anothers)               // its lists are made anew where one is added
	c.played, c.handing = maps.Clone(h.played), maps.Clone(h.handing)                       // their lists are made anew where one is added
	c.headed, c.office.headed = maps.Clone(h.headed), maps.Clone(h.office.headed)
	c.held, c.names = slices.Clone(h.held), maps.Clone(h.names) // lists of names are made anew where one is added
	c.putBack, c.heldSince = maps.Clone(h.putBack), maps.Clone(h.heldSince)
	c.days = slices.Clone(h.days)
	c.alerts = alerts{maps.Clone(h.alerts.last), maps.Clone(h.alerts.judged)}
	return &c
}

// With returns the house with a part of another machine's record of it. It takes staff whose numbers this one does not know, a
// table, under the name as, and what the back office counted there.
func (h *House) With(other *House, table, as string) *House {
	c := h.Clone()
	for _, s := range other.Staff {
		if _, known := c.StaffBy(s.Number); !known {
			c.Staff = append(c.Staff, s)
			if c.names == nil {
				c.names = map[string][]naming{}
			}
			c.names[s.Number] = other.names[s.Number]
		}
	}
	c.Tables = slices.DeleteFunc(c.Tables, func(t record.TableSet) bool { return t.Name == as })
	if set, there := other.TableNamed(table); there {
		set.Name = as
		c.Tables = append(c.Tables, set)
	}
	if c.drops == nil {
		c.drops = map[ShiftID][]DropCount{}
	}
	maps.DeleteFunc(c.drops, func(id ShiftID, _ []DropCount) bool { return id.Table == as })
	for id, counts := range other.drops {
		if id.Table == table {
			c.drops[ShiftID{as, id.Shift}] = slices.Clip(counts)
		}
	}
	return c
}

// Bare returns the house without its tables, and of no machine: a house that takes tables from elsewhere begins with it.
func (h *House) Bare() *House {
	c := h.Clone()
	c.Tables, c.drops = nil, nil
	c.office, c.held = Office{}, nil
	return c
}
