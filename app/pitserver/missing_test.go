package pitserver_test

import (
	"strings"
	"testing"
	"time"

	"sabot/app/pitclient"
	"sabot/app/pitserver"
)

// Entries of a table are deleted in the pit's database: one between others, the last ones, all of them; or the part of a month is taken off. Pit status
// names the stream each time, as pit verify does.
func TestStatusNamesEntriesThatAreMissing(t *testing.T) {
	t.Parallel()
	p, _ := shippedNight(t, 1)
	if says := p.stated(t); says != "" {
		t.Fatal(says)
	}
	p.stop()
	p.owns(t, `CREATE TABLE public.before AS SELECT * FROM sabot.entries`)
	for _, c := range []string{
		`DELETE FROM sabot.entries WHERE seq = 5 AND stream = (SELECT id FROM sabot.streams WHERE name = 'LB1')`,
		`DELETE FROM sabot.entries WHERE seq > 20 AND stream = (SELECT id FROM sabot.streams WHERE name = 'LB1')`,
		`DELETE FROM sabot.entries WHERE stream = (SELECT id FROM sabot.streams WHERE name = 'LB1')`,
		// As many are doubled, so that number, first, last and sum are as before, and the sum of the squares as well.
		`DELETE FROM sabot.entries WHERE seq IN (10, 13) AND stream = (SELECT id FROM sabot.streams WHERE name = 'LB1');
			INSERT INTO sabot.entries SELECT stream, seq, at + 1, arrived, entry FROM sabot.entries WHERE seq IN (11, 12) AND stream = (SELECT id FROM sabot.streams WHERE name = 'LB1')`,
		`DELETE FROM sabot.entries WHERE seq IN (10, 14, 15) AND stream = (SELECT id FROM sabot.streams WHERE name = 'LB1');
			INSERT INTO sabot.entries SELECT stream, seq, at + 1, arrived, entry FROM sabot.entries WHERE seq IN (11, 12, 16) AND stream = (SELECT id FROM sabot.streams WHERE name = 'LB1')`,
		`DO $x$ BEGIN EXECUTE (SELECT string_agg(format('ALTER TABLE sabot.entries DETACH PARTITION %s', inhrelid::regclass), '; ') FROM pg_inherits WHERE inhparent = 'sabot.entries'::regclass); END $x$`,
	} {
		p.owns(t, c)
		for command, says := range map[string]string{"status": p.stated(t), "verify": p.faults(t)} {
			if !strings.Contains(says, "tavolo-1 LB1: ") || !strings.Contains(says, "missing") {
				t.Errorf("%s, pit %s: %q", c, command, says)
			}
		}
		if !strings.Contains(c, "DETACH") {
			p.owns(t, `DELETE FROM sabot.entries; INSERT INTO sabot.entries SELECT * FROM public.before`)
		}
	}
}

// Whoever administers the database writes that a machine has fewer entries than the pit, or fewer than none. Pit status says so and what to do, until the
// machine has shipped.
func TestStatusNamesAMachineThatIsSaidToHaveFewer(t *testing.T) {
	defer pitserver.SettleFor(0)() // nothing is shipped meanwhile
	p, m := shippedNight(t, 1)
	for _, own := range []string{"size - 2", "-5"} {
		p.untilHeld(t)
		p.owns(t, `UPDATE sabot.streams SET own = `+own+` WHERE name = 'LB1'`)
		if says := p.stated(t); !strings.Contains(says, "tavolo-1 LB1: the database says that tavolo-1 has ") || !strings.Contains(says, "fewer than are here: have it ship") {
			t.Errorf("own = %s: %q", own, says)
		}
		m.play(t, 1, 2)
		_, err := m.ship()
		must(t, err)
	}
	p.untilHeld(t)
}

// untilHeld waits until pit status names nothing: the server enters a second later how much a machine has.
func (p *pit) untilHeld(t *testing.T) {
	t.Helper()
	for p.stated(t) != "" {
		select {
		case <-t.Context().Done():
			t.Fatal(p.stated(t))
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// Rows of refusals are deleted. Nothing else in the database has them: pit status is silent until that machine ships again, and is refused again.
func TestDeletedRefusalComesBack(t *testing.T) {
	t.Parallel()
	p, m := shippedHands(t, 1)
	older := copied(t, m.dir)
	m.play(t, 1, 2)
	_, err := m.ship()
	must(t, err)
	for range 2 {
		_, err = shipFrom(older, m.enrolment)
		says(t, err, "its record is an older one")
		p.refusal(t, m.name, m.table, pitclient.Behind)
		if p.status(t).Holds() {
			t.Error("pit status does not name the refusal")
		}
		p.owns(t, `DELETE FROM sabot.refusals`)
	}
}
