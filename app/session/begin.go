package session

import "time"

// A Loading is a house that is being opened while the window comes up.
type Loading struct {
	house *House
	err   error
	done  chan struct{}
}

// Begin opens a data directory, beside whatever the caller does meanwhile. Where the program stands at one of its
// tables it opens the one that is named, or the only one.
func Begin(dir, table string, stands bool, now func() time.Time) *Loading {
	l := &Loading{done: make(chan struct{})}
	go func() {
		defer close(l.done)
		if l.house, l.err = Open(dir, now); l.err == nil && stands {
			l.house.prepare(table)
		}
	}()
	return l
}

// Wait blocks until the house is open, and returns it. Errors: those of Open.
func (l *Loading) Wait() (*House, error) {
	<-l.done
	return l.house, l.err
}

// prepare opens the table that OpenTable will be asked for first.
func (h *House) prepare(name string) {
	if used := h.State.Playable(); name == "" && len(used) == 1 {
		name = used[0].Name
	}
	if _, there := h.State.TableNamed(name); there && !h.State.Retired(name) && h.State.Plays(name) {
		t, err := h.openTable(name)
		h.prepared = &prepared{name, t, err}
	}
}

// A prepared is a table that was opened ahead, or why it could not be.
type prepared struct {
	name  string
	table *Table
	err   error
}

// take hands a prepared table over, once.
func (h *House) take(name string) *prepared {
	p := h.prepared
	if p == nil || p.name != name {
		return nil
	}
	h.prepared = nil
	return p
}
