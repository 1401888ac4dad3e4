package pitserver_test

import (
	"strings"
	"testing"
)

// Whoever administers the database puts the rows of the streams back to what they were, and leaves the entries. What the machines ship again is there
// already: the same entry is taken, and nothing of a stream in which another one stands in its place.
func TestStreamsThatWerePutBackWithoutTheirEntries(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	a.night(t, 1, 1)
	a.hears(t)
	p.ships(t, e)
	p.owns(t, `CREATE TABLE public.before AS SELECT * FROM sabot.streams`)
	a.night(t, 1, 2)
	p.ships(t, e)
	a.hears(t)
	b.hears(t)
	p.same(t, a)
	putBack := func() {
		t.Helper()
		p.stop()
		p.owns(t, `UPDATE sabot.streams s SET size = b.size, edge = b.edge, signed = b.signed, note = b.note, own = b.own FROM public.before b WHERE b.id = s.id`)
		p.up(t)
		for command, says := range map[string]string{"status": p.stated(t), "verify": p.faults(t)} {
			if !strings.Contains(says, "tavolo-1 LB1: ") {
				t.Errorf("pit %s: %q", command, says)
			}
		}
	}
	putBack()
	p.ships(t, e)
	a.hears(t)
	p.same(t, a)

	putBack()
	p.owns(t, `UPDATE sabot.entries SET entry = overlay(entry placing ' '::bytea from 2) WHERE stream = (SELECT id FROM public.before WHERE name = 'LB1') AND seq = (SELECT size + 2 FROM public.before WHERE name = 'LB1')`)
	p.ships(t, e)
	if _, err := a.ship(); err == nil || !strings.Contains(err.Error(), "of LB1 of tavolo-1 stands in it already, behind the end of its stream, and is another one: restore a backup of the pit from before") {
		t.Errorf("another entry is behind the end: %v", err)
	}
	b.hears(t)
}
