package pitserver_test

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/pitserver"
	"sabot/storage/central"
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
	for hand := int64(100); hand < 108; hand++ { // some of it finds room, and what the machine says that it has does not
		m.play(t, 1, hand)
		_, _ = m.ship()
	}
	_, err = demo.Close(m.house, m.clock, m.table)
	must(t, err)
	_, _ = m.ship()
	p.stop()
	must(t, os.Truncate(fills, 1<<20))                  // for what the test itself writes
	p.does(t, "update sabot.streams set own = own - 1") // of what the machine said the server has kept less than of what it shipped
	file, err = os.OpenFile(fills, os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	_, _ = io.Copy(file, io.LimitReader(zeros{}, size))
	must(t, file.Close())
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	for _, later := range []time.Duration{0, time.Hour} { // no machine is accused of what has this cause
		s, err := pitserver.StatusOf(t.Context(), q, p.folder, then().Add(later))
		must(t, err)
		if s.Unwritten == nil || len(s.Unsigned) > 0 || slices.ContainsFunc(s.Lines, func(l pitserver.Line) bool { return l.Wrong != "" }) {
			t.Errorf("%v later: %+v, %+v", later, s.Lines, s.Unsigned)
		}
	}
	must(t, os.Remove(fills))
	p.up(t)
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
