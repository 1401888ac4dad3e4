package house

import (
	"maps"
	"slices"

	"sabot/pit/record"
)

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
			c.drops[ShiftID{as, id.Shift}] = counts
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
