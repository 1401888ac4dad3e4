package pitserver_test

import (
	"fmt"
	"testing"
	"time"

	"sabot/app/pitclient"
	"sabot/pit/seal"
	"sabot/reports/sign"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// A night is shipped, and what comes after it; the table keeps what the pit signed.
func TestShips(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	m := p.newMachine(t, 1)
	m.night(t, 20, 1)
	first, err := m.ship()
	must(t, err)
	if first < 300 {
		t.Errorf("%d entries were shipped", first)
	}
	p.same(t, m)
	if again, err := m.ship(); again != 0 || err != nil {
		t.Errorf("shipped again: %d, %v", again, err)
	}
	m.night(t, 5, 2)
	if more, err := m.ship(); err != nil || more == 0 || more > first {
		t.Errorf("shipped on: %d, %v", more, err)
	}
	p.same(t, m)
	receipts, err := pitclient.Receipts(m.house.Store())
	must(t, err)
	for _, stream := range []string{"house", m.table} {
		head, err := m.house.Store().Head(stream)
		must(t, err)
		own, by, err := seal.Split(receipts[stream], p.folder.Verifier())
		if err != nil || own != head || len(by) != 1 {
			t.Errorf("the receipt of %s is %q, %v", stream, receipts[stream], err)
		}
	}
}

// What was sent and never arrived is sent again, by the same program, as if nothing had been.
func TestSentIntoACutLine(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	l := newLine(t, p.folder.Addresses[0])
	m := p.newMachine(t, 1)
	m.enrolment.Addresses = []string{l.listener.Addr().String()}
	s := pitclient.New(m.house.Store(), m.enrolment, then)
	for n := range int64(4) {
		m.play(t, 1, n)
		_, err := s.Once(t.Context())
		must(t, err)
		l.be(true)
		m.play(t, 1, 10+n)
		if _, err := s.Once(t.Context()); err == nil {
			t.Fatal("it went over a line that was cut")
		}
		l.be(false)
	}
	_, err := s.Once(t.Context())
	must(t, err)
	p.same(t, m)
	p.nothingRefused(t)
}

// A pit that lost what it had, as one that is restored from yesterday's backup, is sent it again by
// the programs that shipped it, though nothing new is entered.
func TestPitOfYesterday(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	m := p.newMachine(t, 1)
	m.play(t, 2, 1)
	now := then()
	s := pitclient.New(m.house.Store(), m.enrolment, func() time.Time { return now })
	first, err := s.Once(t.Context())
	must(t, err)
	p.stop()
	id, err := sign.ParsePEM([]byte(m.enrolment.Identity))
	must(t, err)
	owner, err := aDatabase()
	must(t, err)
	p.folder.Serve, err = central.Init(t.Context(), owner, p.folder.House)
	must(t, err)
	must(t, central.Enroll(t.Context(), owner, p.folder.House, m.name, pitclient.Serial(id.Certificate), []string{m.table}, false, 1))
	p.stop = p.serve(t, 0, then)
	now = now.Add(time.Minute / 2) // quiet for long enough to ask
	must(t, pgtest.Seen(fmt.Sprintf("%d entries are sent once more", first), func() bool {
		again, err := s.Once(t.Context())
		return err == nil && again == first
	}))
	p.same(t, m)
}
