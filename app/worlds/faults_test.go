package worlds

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"
)

func starts(_ *world, m *machine, _ step) (string, error) {
	if m.forged || len(m.programs) > 2 {
		return "no", nil
	}
	_, err := m.start()
	return m.label, err
}

func killed(_ *world, m *machine, s step) (string, error) {
	if len(m.programs) == 0 {
		return "none runs", nil
	}
	return m.label, m.programs[s.program%len(m.programs)].kill()
}

func cut(w *world, m *machine, s step) (string, error) {
	d := time.Duration(s.n%90) * time.Second
	m.line.until, m.line.mute = w.now().Add(d), s.seed%2 == 0
	return fmt.Sprintf("%s for %v, says nothing: %v", m.label, d, m.line.mute), nil
}

func sets(_ *world, m *machine, s step) (string, error) {
	m.apart = time.Duration(s.n%400-200) * time.Second
	m.setClock()
	return fmt.Sprintf("%s is %v ahead", m.label, m.apart), nil
}

func waits(_ *world, _ *machine, s step) (string, error) {
	d := time.Duration(s.n%80) * time.Second
	if s.seed%3 == 0 {
		d /= 40
	}
	time.Sleep(d)
	return d.String(), nil
}

func arrivesLate(w *world, _ *machine, s step) (string, error) {
	if len(w.late) == 0 {
		return "none", nil
	}
	n := s.n % len(w.late)
	r := w.late[n]
	w.late = slices.Delete(w.late, n, n+1)
	r.arrives()
	return r.says, nil
}

func pitStops(w *world, _ *machine, s step) (string, error) {
	w.stopPit(s.n % len(w.pits))
	return fmt.Sprintf("pit-%d", s.n%len(w.pits)+1), nil
}

func pitStarts(w *world, _ *machine, s step) (string, error) {
	n := s.n % len(w.pits)
	if w.pits[n] != nil {
		return "it serves", nil
	}
	return fmt.Sprintf("pit-%d", n+1), w.servePit(n)
}

func databaseAway(w *world, _ *machine, s step) (string, error) {
	d := time.Duration(s.n%20) * time.Second
	w.base.Down(true)
	time.Sleep(d)
	w.base.Down(false)
	return d.String(), nil
}

func databaseUnsure(w *world, _ *machine, s step) (string, error) {
	if s.seed%2 == 0 {
		w.base.Fails(s.n%4 + 1)
		return fmt.Sprintf("does not keep write %d", s.n%4+1), nil
	}
	w.base.Unsure(s.n%4 + 1)
	return fmt.Sprintf("after %d writes", s.n%4+1), nil
}

func databaseSaved(w *world, _ *machine, _ step) (string, error) {
	w.backups = append(w.backups, w.base.Copy())
	return fmt.Sprintf("backup %d", len(w.backups)), nil
}

func databaseRestored(w *world, _ *machine, s step) (string, error) {
	if len(w.backups) == 0 {
		return "there is no backup", nil
	}
	n := s.n % len(w.backups)
	if s.n%3 == 0 {
		return fmt.Sprintf("backup %d, and nobody says so", n+1), w.restored(w.base.PutBack(w.backups[n]))
	}
	return fmt.Sprintf("backup %d", n+1), w.restored(w.base.Restore(w.backups[n]))
}

// sizes are how many entries a machine was told that it has.
func (m *machine) sizes() map[string]int {
	sizes := map[string]int{}
	for stream, log := range m.acked {
		sizes[stream] = len(log)
	}
	return sizes
}

func (m *machine) killAll() error {
	var all []error
	for len(m.programs) > 0 {
		all = append(all, m.programs[0].kill())
	}
	return errors.Join(all...)
}

func copied(w *world, m *machine, _ step) (string, error) {
	if m.name == office || m.fallen != "" || m.forged {
		return "no", nil
	}
	dir := filepath.Join(w.dir, fmt.Sprintf("copy-%s-%d", m.label, len(m.copies)))
	if err := m.killAll(); err != nil {
		return "", err
	}
	m.copies = append(m.copies, savedCopy{dir, m.sizes()})
	return m.label, copyFolder(m.dir, dir)
}

func rolledBack(w *world, m *machine, s step) (string, error) {
	if len(m.copies) == 0 || m.forged {
		return "there is no copy", nil
	}
	if err := m.killAll(); err != nil {
		return "", err
	}
	c := m.copies[s.n%len(m.copies)]
	m.fall("its record is an older one")
	m.acked = map[string][]recordHash{}
	return m.label, copyFolder(c.dir, m.dir)
}

func cloned(w *world, m *machine, _ step) (string, error) {
	if m.name == office || m.fallen != "" || m.forged {
		return "no", nil
	}
	if err := m.killAll(); err != nil {
		return "", err
	}
	label := "the copy of " + m.label
	dir := filepath.Join(w.dir, "clone-"+m.label)
	if err := copyFolder(m.dir, dir); err != nil {
		return "", err
	}
	m.fall("it was cloned")
	c, err := w.newMachine(m.name, label, dir)
	if err == nil {
		c.fall("it is a clone")
	}
	return m.label, err
}

// fall has nothing be demanded of a machine any more, nor that the pasts of its tables are one.
func (m *machine) fall(why string) {
	m.fallen = why
	for _, t := range tables {
		if name, _, _ := m.world.owner(t); name == m.name || len(m.acked[t]) > 0 {
			m.world.tainted[t] = true
		}
	}
}

// forged changes what lies in a machine's record, past Sabot.
func forged(w *world, m *machine, s step) (string, error) {
	if m.name == office || m.forged || m.fallen != "" {
		return "no", nil
	}
	if err := m.killAll(); err != nil {
		return "", err
	}
	what, err := forge(filepath.Join(m.dir, "sabot.db"), rand.New(rand.NewPCG(uint64(s.seed), 1)))
	if err != nil || what == "" {
		return "nothing to change", err
	}
	m.fall("its record was changed")
	m.forged = true
	return m.label + ": " + what, os.RemoveAll(filepath.Join(m.dir, "derived"))
}
