package pitserver_test

import (
	"strings"
	"testing"
)

// Entries of a table are deleted in the pit's database: one between others, the last ones, all of them; or the part of a month is taken off. Pit status
// names the stream each time, as pit verify does.
func TestStatusNamesEntriesThatAreMissing(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	m := p.newMachine(t, 1)
	m.night(t, 1, 1)
	_, err := m.ship()
	must(t, err)
	if says := p.stated(t); says != "" {
		t.Fatal(says)
	}
	p.stop()
	p.owns(t, `CREATE TABLE public.before AS SELECT * FROM sabot.entries`)
	for _, c := range []string{
		`DELETE FROM sabot.entries WHERE seq = 5 AND stream = (SELECT id FROM sabot.streams WHERE name = 'LB1')`,
		`DELETE FROM sabot.entries WHERE seq > 20 AND stream = (SELECT id FROM sabot.streams WHERE name = 'LB1')`,
		`DELETE FROM sabot.entries WHERE stream = (SELECT id FROM sabot.streams WHERE name = 'LB1')`,
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
