package pitserver_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/storage/central"
)

// copies has the login that serves put what the pit has of streams of a machine under the name of another one, as that machine signed it.
func (p *pit) copies(t *testing.T, from, to string, pins bool, streams ...string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), p.folder.Serve)
	must(t, err)
	defer conn.Close(t.Context())
	does := func(sql string, args ...any) {
		t.Helper()
		_, err := conn.Exec(t.Context(), sql, args...)
		must(t, err)
	}
	if pins {
		does(`SELECT sabot.pin($1, (SELECT verifier FROM sabot.machines WHERE name = $2))`, to, from)
	}
	for _, name := range streams {
		does(`INSERT INTO sabot.streams (machine, name) VALUES ($1, $2)`, to, name)
		does(`SELECT sabot.append((SELECT id FROM sabot.streams WHERE machine = $2 AND name = $3), 0, array_agg(e.at ORDER BY seq), array_agg(e.entry ORDER BY seq), 0, s.edge, s.note)
			FROM sabot.streams s JOIN sabot.entries e ON e.stream = s.id WHERE s.machine = $1 AND s.name = $3 GROUP BY s.id`, from, to, name)
		does(`UPDATE sabot.streams SET own = size, heard = (SELECT heard FROM sabot.streams WHERE machine = $1 AND name = 'house') WHERE machine = $2 AND name = $3`, from, to, name)
	}
	does(`UPDATE sabot.machines SET heard = (SELECT heard FROM sabot.machines WHERE name = $1) WHERE name = $2`, from, to)
}

// meddledWith has the owner of the database carry something out past its triggers.
func (p *pit) meddledWith(t *testing.T, sql string) {
	t.Helper()
	p.owned(t, `SET session_replication_role = replica; `+sql)
}

// overview returns what the status, the report and the verification of a pit say against it: each on a line that begins with its name. All that hold say nothing.
func (p *pit) overview(t *testing.T) (says map[string]string) {
	t.Helper()
	says = map[string]string{}
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	m := &meddled{pit: &pit{folder: p.folder, dir: p.dir, queries: q}, day: "2026-01-01"}
	for name, command := range m.commands(t.Context()) {
		if said := command(); name == "status" || name == "report" || name == "verify" {
			if says[name] = said.words; said.holds {
				says[name] = ""
			}
		}
	}
	return says
}

// names demands that each of the three names a stream with some words.
func (p *pit) names(t *testing.T, words ...string) {
	t.Helper()
	for name, said := range p.overview(t) {
		for _, w := range words {
			if !strings.Contains(said, w) {
				t.Errorf("pit %s lacks %q: %q", name, w, said)
			}
		}
		if strings.Contains(said, "has not shipped yet") {
			t.Errorf("pit %s says %q", name, said)
		}
	}
}

// newTwins has a house of four tables with an office: tavolo-1 has shipped LB1, tavolo-3 plays LB3 and has shipped nothing.
func newTwins(t *testing.T) (p *pit, office *pitclient.Enrolment, a, c *machine) {
	t.Helper()
	p = newPitOf(t, 4)
	p.up(t)
	office = p.office(t)
	p.ships(t, office)
	a, c = p.newMember(t, "tavolo-1", "LB1"), p.newMember(t, "tavolo-3", "LB3")
	a.pull(t)
	c.pull(t)
	a.night(t, 2, 1)
	_, err := a.ship()
	must(t, err)
	for name, said := range p.overview(t) {
		if said != "" && name != "status" { // which says that nothing of tavolo-3 has arrived
			t.Fatal(name, said)
		}
	}
	return p, office, a, c
}

// takeAway is what pit.md has the owner of a database do with a record under the name of another machine.
const takeAway = `BEGIN;
ALTER TABLE sabot.entries DISABLE TRIGGER USER;
ALTER TABLE sabot.streams DISABLE TRIGGER USER;
DELETE FROM sabot.entries WHERE stream IN (SELECT id FROM sabot.streams WHERE machine = 'tavolo-3');
DELETE FROM sabot.streams WHERE machine = 'tavolo-3';
ALTER TABLE sabot.streams ENABLE TRIGGER USER;
ALTER TABLE sabot.entries ENABLE TRIGGER USER;
COMMIT;`

// The record of a machine, copied under the name of another one by the login that serves, is named and makes no figures. The honest machine of that name opens
// its tables and says what is so. Once the copy is taken away all of it ships.
func TestRecordUnderAnothersNameIsNamed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		from    string
		pins    bool
		streams []string
		names   []string
	}{
		"all of it":          {"tavolo-1", true, []string{"house", "LB1"}, []string{"tavolo-3", "the record of tavolo-1"}},
		"without the key":    {"tavolo-1", false, []string{"house", "LB1"}, []string{"tavolo-3", "the record of tavolo-1"}},
		"the house alone":    {"tavolo-1", true, []string{"house"}, []string{"tavolo-3", "the record of tavolo-1"}},
		"that of the office": {"ufficio", true, []string{"house"}, []string{"tavolo-3", "the record of ufficio"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, _, _, honest := newTwins(t)
			p.copies(t, c.from, "tavolo-3", c.pins, c.streams...)
			p.names(t, c.names...)
			p.again(t)
			p.names(t, c.names...)
			err := honest.puller().Once(t.Context())
			says(t, err, "the record of "+c.from+" under the name of tavolo-3", "pit status")
			honest.play(t, 2, 3)
			_, err = honest.ship()
			says(t, err, "the record of "+c.from+" under the name of tavolo-3")
			q := central.Read(p.folder.Serve, p.folder.House)
			_, err = pitserver.Fetch(t.Context(), q, p.folder, "tavolo-3", t.TempDir()+"/x.db")
			q.Close()
			says(t, err, "the record of "+c.from)
			p.owned(t, takeAway)
			honest.enrolment = p.enrolledAnew(t, honest, "LB3")
			honest.pull(t)
			p.holdsAll(t, honest)
			if said := fmt.Sprint(p.overview(t)); said != "map[report: status: verify:]" {
				t.Error(said)
			}
		})
	}
}

// With a copy under its name a machine that has shipped is named, with the head that is not its own; so is a table that was copied alone, and a key. The honest
// machine opens its tables and ships what it can.
func TestCopiesThatAreNoWholeRecordAreNamed(t *testing.T) {
	t.Parallel()
	const moved = `UPDATE sabot.tables SET machine = 'tavolo-3' WHERE name = 'LB1'`
	const over = `DELETE FROM sabot.entries WHERE stream IN (SELECT id FROM sabot.streams WHERE machine = 'tavolo-3'); DELETE FROM sabot.streams WHERE machine = 'tavolo-3'`
	for name, c := range map[string]struct {
		shipped bool
		sql     string // before that, past all triggers
		pins    bool
		streams []string
		moved   bool
		names   []string
		ships   string // why the honest machine ships nothing; "" where it does
	}{
		"a table":                           {streams: []string{"LB1"}, names: []string{"tavolo-3", "nothing of its own stream is here"}},
		"a key":                             {pins: true, names: []string{"tavolo-3", "the key of tavolo-1"}, ships: "signed by no key of tavolo-3"},
		"a table of one that has shipped":   {shipped: true, streams: []string{"LB1"}, names: []string{"tavolo-3", "is not signed by its machine"}},
		"in the place of what was there":    {shipped: true, sql: over, streams: []string{"house", "LB1"}, names: []string{"tavolo-3"}, ships: "the record of tavolo-1"},
		"and the table is said to be there": {pins: true, streams: []string{"house", "LB1"}, moved: true, names: []string{"the record of tavolo-1", "the database says that LB1 is played on tavolo-3, which has shipped nothing of it; tavolo-1 has"}, ships: "the record of tavolo-1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, _, _, honest := newTwins(t)
			figures := p.figures(t)
			if c.shipped {
				_, err := honest.ship()
				must(t, err)
			}
			if c.sql != "" {
				p.meddledWith(t, c.sql)
			}
			p.copies(t, "tavolo-1", "tavolo-3", c.pins, c.streams...)
			if c.moved {
				p.meddledWith(t, moved)
			}
			p.again(t)
			for name, said := range p.overview(t) {
				for _, w := range c.names {
					if !strings.Contains(said, w) && (name != "report" || !strings.HasPrefix(w, "the database says that LB1")) { // its figures go by no such row
						t.Errorf("pit %s lacks %q: %q", name, w, said)
					}
				}
			}
			if is := p.figures(t); is != figures {
				t.Errorf("the report has %s, and had %s", is, figures)
			}
			_ = honest.puller().Once(t.Context())
			honest.play(t, 2, 3)
			_, err := honest.ship()
			if c.ships != "" {
				says(t, err, c.ships)
			} else if c.shipped || err != nil {
				must(t, err)
			}
		})
	}
}

// figures returns those of the report of the day that was played.
func (p *pit) figures(t *testing.T) string {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	h, err := pitserver.House(t.Context(), q, p.folder, then)
	must(t, err)
	sum, err := h.Sums().HouseSum(h.State.GamingDay(then()))
	must(t, err)
	if len(sum.Periods) == 0 {
		t.Fatalf("%+v", sum)
	}
	return fmt.Sprintf("%+v", sum.Periods)
}

// A data directory that was copied and joined under another name is refused where both went on from there, and named where the copy had shipped before that.
// Once the copy plays no table any more nothing is said of it. A record that goes on under another name is neither.
func TestClonedDataDirectoryIsNamed(t *testing.T) {
	t.Parallel()
	t.Run("before it ships", func(t *testing.T) {
		t.Parallel()
		p, _, a, _ := newTwins(t)
		clone := a.called(t, p, "tavolo-4")
		a.hears(t)
		must(t, a.countsBox(t, 40_000, "the office counts it too"))
		_, err := a.ship()
		must(t, err)
		clone.pull(t)
		_, err = clone.ship()
		says(t, err, "this record has the seal key of tavolo-1", "copied from the other", "under another name")
	})
	t.Run("once it has shipped", func(t *testing.T) {
		t.Parallel()
		p, _, a, _ := newTwins(t)
		clone := a.called(t, p, "tavolo-4")
		clone.pull(t)
		_, err := clone.ship()
		says(t, err, "LB1")
		if said := p.faults(t); said != "" {
			t.Errorf("as one that goes on under another name: %s", said)
		}
		must(t, a.countsBox(t, 40_000, "the office counts it too"))
		_, err = a.ship()
		must(t, err)
		if said := p.faults(t); said != "" {
			t.Errorf("while the copy plays no table: %s", said)
		}
		p.owned(t, `INSERT INTO sabot.tables (name, machine) VALUES ('LB4', 'tavolo-4')`)
		p.names(t, "tavolo-4 has the same seal key, and each of them has entries that the other one lacks", "tavolo-1 has the same seal key")
	})
}

// enrolledAnew enrolls a machine under its name once more.
func (p *pit) enrolledAnew(t *testing.T, m *machine, tables ...string) *pitclient.Enrolment {
	t.Helper()
	r := &returning{pit: p}
	return r.enrollsMember(t, m, tables...)
}
