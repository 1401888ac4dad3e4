package session

import (
	"bytes"
	"sync"
)

// lists are what was derived from the entries of tables as far as somebody has asked for it. All work on a record shares them.
type lists struct {
	heads  shiftHeads
	sums   houseSums
	logs   logs
	proofs proofs
	memory *inMemory // of what goes by the record alone; nil where they are kept among the house's files and go on from there
}

// An inMemory is what this program derived from entries that a signed head stands for, by the name of the file in which it would be
// kept: who has the key that signs files cannot change it there.
type inMemory struct {
	mu   sync.Mutex
	kept map[string]derived
}

func (m *inMemory) put(file string, d derived) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = map[string]derived{}
	}
	m.kept[file] = d
}

// get returns what was put there, where it is bound to the same.
func (m *inMemory) get(file string, to func(seq int64) ([]byte, bool)) (derived, bool) {
	m.mu.Lock()
	d, ok := m.kept[file]
	m.mu.Unlock()
	if !ok {
		return d, false
	}
	bound, ok := to(d.seq)
	return d, ok && bytes.Equal(bound, d.bound)
}
