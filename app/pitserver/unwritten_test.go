package pitserver_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/storage/central/pgtest"
)

// The disk of the database is full. Pit status says so in PostgreSQL's words and since when nothing arrives, until there is room: what was dealt arrives
// then.
func TestFullDatabaseIsToldByStatus(t *testing.T) {
	p := newPit(t)
	const size = 48 << 20
	disk, end, err := postgres.Alone(p.owner, size)
	if err != nil {
		t.Skipf("no disk is mounted here: %v; TestUnwrittenIsTold of storage/central takes the files away instead", err)
	}
	t.Cleanup(func() { must(t, end()) })
	t.Cleanup(func() { p.stop() })
	p.up(t)
	m := p.newMachine(t, 1)
	m.play(t, 1, 1)
	must(t, pgtest.Seen("the machine ships", func() bool {
		_, err = m.ship()
		return err == nil
	}))
	p.untilHeld(t)
	if s := p.status(t); s.Unwritten != nil || !s.Holds() {
		t.Fatalf("before: %+v", s)
	}
	fills := filepath.Join(disk, "full")
	file, err := os.Create(fills)
	must(t, err)
	if n, err := io.Copy(file, io.LimitReader(zeros{}, size)); err == nil || n == size {
		t.Fatalf("%d bytes fit", n)
	}
	must(t, file.Close())
	const full = "No space left on device"
	for hand := int64(2); !strings.Contains(p.said.String(), full); hand++ { // what has place in a page that is there arrives
		m.play(t, 1, hand)
		if _, err := m.ship(); err == nil {
			continue
		}
		must(t, pgtest.Seen("the pit says why it writes nothing", func() bool { return strings.Contains(p.said.String(), full) }))
	}
	s := p.status(t)
	if s.Holds() || s.Unwritten == nil || !strings.Contains(s.Unwritten.Says, "could not extend file") || !strings.Contains(s.Unwritten.Says, full) {
		t.Errorf("pit status: %+v", s)
	} else if at := time.UnixMilli(s.Unwritten.Last); at.Before(then()) || at.After(then().Add(time.Hour)) {
		t.Errorf("the last is said to have arrived at %v", at)
	}
	must(t, os.Remove(fills))
	must(t, pgtest.Seen("the machine ships again", func() bool {
		_, err := m.ship()
		return err == nil
	}))
	p.untilHeld(t)
	p.same(t, m)
	if s := p.status(t); s.Unwritten != nil || !s.Holds() {
		t.Errorf("once there is room: %+v", s)
	}
}

// zeros are bytes without end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
