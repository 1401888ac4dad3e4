package twin

import (
	"maps"
	"slices"
)

// What somebody does to a database who owns it, or a disk: past the layout, which refuses all of it.

// SpoilEdge puts something else in place of the edge of a stream's log.
func (b *Base) SpoilEdge(machine, name string) {
	b.damage(machine, name, func(s *stream) { s.Edge = []byte{0} })
}

// AddBehind puts an entry behind the end of a stream.
func (b *Base) AddBehind(machine, name string, text []byte) {
	b.damage(machine, name, func(s *stream) { s.entries = append(slices.Clip(s.entries), text) })
}

// Change puts another text in place of a stream's entry.
func (b *Base) Change(machine, name string, seq int64, text []byte) {
	b.damage(machine, name, func(s *stream) {
		s.entries = slices.Clone(s.entries)
		s.entries[seq-1] = text
	})
}

// Forget takes a stream out, and leaves its entries.
func (b *Base) Forget(machine, name string) {
	b.damage(machine, name, func(s *stream) { *s = stream{entries: s.entries} })
}

// SetTable puts a table on a machine by a row that nobody has signed.
func (b *Base) SetTable(table, machine string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.rows.tables = maps.Clone(b.rows.tables)
	b.rows.tables[table] = machine
}

func (b *Base) damage(machine, name string, do func(*stream)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := b.rows.of(machine, name); s != nil {
		do(s)
	}
}
