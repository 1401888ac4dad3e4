package pit

import "sabot/pit/record"

// Would is the table as it would stand after facts. Nothing is recorded, and the table is
// as it was: what is to be approved is shown by it.
func (t *Table) Would(facts ...record.Fact) *Table {
	after := *t
	after.Tray = t.Tray.Clone()
	for _, e := range t.Stamp(t.last, facts...) {
		after.Apply(e)
	}
	return &after
}
