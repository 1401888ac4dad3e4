package pitserver_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/pit/record"
	"sabot/reports/sign"
	"sabot/storage/central/pgtest"
)

// Many who ask for what the database has locked are each told so within seconds, and leave their place to others. They keep the one that
// writes from nothing.
func TestAskersOfALockedTable(t *testing.T) {
	p := newPit(t)
	p.up(t)
	office := p.office(t)
	p.ships(t, office)
	m := p.newMember(t, "tavolo-1", "LB1")
	m.hears(t)
	m.play(t, 1, 1)
	_, err := m.ship()
	must(t, err)
	floor, err := pitserver.Enroll(t.Context(), p.house, p.folder, sign.Post{Kind: sign.MachinePost, Name: "floor", Reads: true}, false)
	must(t, err)
	says := p.house.State.Particulars()
	says.Alerts = &record.AlertLimits{Limits: map[record.AlertRule][]int64{record.IdleAlert: {10, 30}}}
	must(t, p.house.SetHouse(says, demotest.Badge(t, p.house, code("31"))))
	p.ships(t, office)

	own, err := pgx.Connect(t.Context(), p.owner)
	must(t, err)
	defer own.Close(context.Background())
	tx, err := own.Begin(t.Context())
	must(t, err)
	_, err = tx.Exec(t.Context(), `LOCK TABLE sabot.sealed IN ACCESS EXCLUSIVE MODE`)
	must(t, err)
	const most = 8
	asks, told := p.by(t, floor, then), make(chan error, most)
	ask := func() { told <- asks.gets(pitclient.HousePath + "?keys&from=1000000") }
	for range most {
		go ask()
	}
	must(t, pgtest.Seen("they wait", func() (is bool) {
		must(t, tx.QueryRow(t.Context(), `SELECT count(*) >= 4 FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`).Scan(&is))
		return is
	}))
	began := time.Now()
	m.play(t, 1, 2)
	_, err = m.ship() // for which the pit reads what the office has signed since
	must(t, err)
	for range most { // all of them
		err := <-told
		if refused := (*pitclient.Refusal)(nil); !errors.As(err, &refused) || refused.Says != "the pit is busy: later" {
			t.Errorf("who asks is told %v", err)
		}
	}
	if wait := time.Since(began); wait > 20*time.Second { // it is five seconds on a machine that is not busy
		t.Errorf("they were told after %s", wait)
	}
	if refused := (*pitclient.Refusal)(nil); errors.As(asks.gets(pitclient.StreamsPath), &refused) {
		t.Errorf("another question: %v", refused)
	}
	p.says(t, "writing: ", 1)
}
