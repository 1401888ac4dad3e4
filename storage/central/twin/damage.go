package twin

import "slices"

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

// Drop takes a stream out with its entries.
func (b *Base) Drop(machine, name string) {
	b.damage(machine, name, func(s *stream) { *s = stream{} })
}

// Forget takes a stream out, and leaves its entries.
func (b *Base) Forget(machine, name string) {
	b.damage(machine, name, func(s *stream) { *s = stream{entries: s.entries} })
}

func (b *Base) damage(machine, name string, do func(*stream)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := b.rows.of(machine, name); s != nil {
		do(s)
	}
}
