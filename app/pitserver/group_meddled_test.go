package pitserver_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/pitserver"
	"sabot/pit/record"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// figuresSaid is what a group's report says: the figures of its houses, its words against them, and whether its status is 0.
func (m *meddled) figuresSaid(t *testing.T) (said toldBy) {
	t.Helper()
	var lines []string
	doubts, err := pitserver.HousesOf(t.Context(), keyed{m.queries}, m.folder, "2024-11-21", then(), func(h pitserver.HouseAt, wrong error) {
		if wrong != nil {
			lines = append(lines, h.House+" cannot be summed up: "+wrong.Error())
			return
		}
		if h.Still != "" {
			lines = append(lines, h.House+": "+h.Still)
		}
		for _, d := range h.Doubts {
			lines = append(lines, h.House+": "+d)
		}
		if len(h.Shifts) > 0 {
			said.figures += h.House + ": " + string(record.EncodeValue(h.Shifts)) + "\n"
		}
	})
	must(t, err)
	for _, d := range doubts {
		lines = append(lines, d.String())
	}
	said.words, said.holds = strings.Join(lines, "\n"), len(lines) == 0
	return said
}

// newMeddledGroup has two houses with figures, a table of one of them that was asked for, a house that has shipped nothing yet and one that was taken
// out. Its copies "before" and "earlier" are of before the second joined, and of before it said its last.
func newMeddledGroup(t *testing.T) (m *meddled, one, two string) {
	t.Helper()
	g := newGroup(t)
	m = meddledOf(t, g)
	g.up(t)
	first, _, _ := g.nightOf(t, "Casinò Uno", "CHF", 2, 1)
	m.copies(t, "before")
	second, other, b := g.nightOf(t, "Casinò Due", "EUR", 2, 2)
	must(t, pitserver.Ask(t.Context(), g.folder, "Casinò Due", b.name, b.table, true, then()))
	whole := b.name + "/" + b.table
	must(t, pgtest.Seen("the stream arrives", func() bool {
		other.pass(time.Minute)
		return len(entries(t, g.asked(t), "Casinò Due", whole)) > 0
	}))
	m.copies(t, "earlier")
	b.clock.Pass(20 * time.Hour)
	b.night(t, 2, 3)
	b.arrives(t)
	other.pass(time.Hour)
	g.reaches(t, second, []*machine{b})
	for _, name := range []string{"Casinò Tre", "Casinò Quattro"} {
		_, err := pitserver.EnrollHouse(t.Context(), g.folder, name, false, then())
		must(t, err)
	}
	must(t, central.Forget(t.Context(), g.owner, g.folder.House, "Casinò Quattro"))
	for _, p := range []*pit{first, second, g} {
		p.stop()
	}
	m.opens(t)
	m.queries = central.Read(g.folder.Serve, g.folder.House)
	t.Cleanup(m.queries.Close)
	return m, first.folder.Member.Tables[0], second.folder.Member.Tables[0]
}

// Whoever administers a group's database deletes rows, changes them, or puts an older database in its place. The group's report says so as that of a pit
// does, and so does pit status, which reads no bytes: no house drops out of the group without a word. Honest houses are doubted of nothing.
func TestMeddledRowsOfAGroupAreSaid(t *testing.T) {
	m, one, two := newMeddledGroup(t)
	sound := m.figuresSaid(t)
	if !sound.holds || !strings.Contains(sound.figures, "Casinò Uno") || !strings.Contains(sound.figures, "Casinò Due") {
		t.Fatalf("%+v", sound)
	}
	status := func() string {
		s, err := pitserver.StatusOf(t.Context(), keyed{m.queries}, m.folder, then())
		must(t, err)
		s.Lines = slices.DeleteFunc(s.Lines, func(l pitserver.Line) bool {
			return l.Wrong == "" || l.Machine == "Casinò Tre" || strings.HasPrefix(l.Wrong, "its clock is wrong")
		})
		return fmt.Sprint(s.Lines, s.Unsigned, s.Gone)
	}
	const quiet = "[] [] []"
	if says := status(); says != quiet {
		t.Fatal(says)
	}
	const ofTwo = ` machine = 'Casinò Due' AND name = '%[2]s'`
	const inTwo = ` stream = (SELECT id FROM pristine.streams WHERE` + ofTwo + `)`
	const gone, both = "entries had been countersigned, and entries ", "Uno Due"
	for name, c := range map[string]struct {
		sql     []string // %[1]s is the stream of the first house, %[2]s that of the second one
		report  string
		figures string // of which house
		status  bool   // says it too
	}{
		"the row of a house's stream":    {[]string{`DELETE FROM sabot.streams WHERE` + ofTwo}, gone, "Uno", true},
		"the row of a house":             {[]string{`DELETE FROM sabot.machines WHERE name = 'Casinò Due'`}, "the database has no row of the house Casinò Due", "Uno", true},
		"all rows of a house":            {[]string{`DELETE FROM sabot.machines WHERE name = 'Casinò Due'`, `DELETE FROM sabot.streams WHERE machine = 'Casinò Due'`, `DELETE FROM sabot.tables WHERE machine = 'Casinò Due'`, `DELETE FROM sabot.entries WHERE` + inTwo}, gone, "Uno", true},
		"which stream has the figures":   {[]string{`DELETE FROM sabot.tables WHERE machine = 'Casinò Due'`}, "does not say which stream has its figures", "Uno", true},
		"another stream has the figures": {[]string{`UPDATE sabot.tables SET name = 'ABCDEFGHIJKL' WHERE machine = 'Casinò Due'`}, "since it was enrolled anew", "Uno", false},
		"the other house's":              {[]string{`UPDATE sabot.tables SET machine = CASE machine WHEN 'Casinò Due' THEN 'Casinò Uno' ELSE 'Casinò Due' END WHERE machine IN ('Casinò Uno', 'Casinò Due')`}, "since it was enrolled anew", "", true},
		"one entry in the middle":        {[]string{`DELETE FROM sabot.entries WHERE seq = 2 AND` + inTwo}, "1 of them are missing", "Uno", true},
		"one entry twice":                {[]string{`INSERT INTO sabot.entries SELECT * FROM sabot.entries WHERE seq = 2 AND` + inTwo}, "the database has 1 more of it", "Uno", true},
		"bytes of an entry":              {[]string{`DO $x$ BEGIN UPDATE sabot.entries SET entry = convert_to(regexp_replace(convert_from(entry, 'UTF8'), '"Hands":[0-9]+', '"Hands":77'), 'UTF8') WHERE` + inTwo + ` AND convert_from(entry, 'UTF8') ~ '"Hands":'; IF NOT FOUND THEN RAISE 'nothing is changed'; END IF; END $x$`}, "entries are not those of its last head", "Uno", false},
		"no head":                        {[]string{`UPDATE sabot.streams SET signed = 0, note = '' WHERE` + ofTwo}, "this pit has countersigned", "Uno", true},
		"the head of the other house":    {[]string{`UPDATE sabot.streams SET note = (SELECT note FROM pristine.streams WHERE name = '%[1]s') WHERE` + ofTwo}, "its head is one of", "Uno", true},
		"what a house said last": {[]string{
			`UPDATE sabot.streams s SET size = e.size, signed = e.signed, note = e.note, edge = e.edge FROM earlier.streams e WHERE s.id = e.id AND e.name = '%[2]s'`,
			`DELETE FROM sabot.entries WHERE seq > (SELECT size FROM sabot.streams WHERE` + ofTwo + `) AND` + inTwo,
		}, gone, both, true},
		"a table that was asked for": {[]string{`DELETE FROM sabot.entries WHERE stream = (SELECT id FROM sabot.streams WHERE name LIKE '%/LB1')`, `DELETE FROM sabot.streams WHERE name LIKE '%/LB1'`}, gone, both, true},
		"one entry of that":          {[]string{`DELETE FROM sabot.entries WHERE seq = 3 AND stream = (SELECT id FROM sabot.streams WHERE name LIKE '%/LB1')`}, "1 of them are missing", both, true},
		"before it joined":           {nil, gone, "Uno", true},
	} {
		t.Run(name, func(t *testing.T) {
			m.again(t)
			if len(c.sql) == 0 {
				m.back(t, "before")
			}
			for _, sql := range c.sql {
				m.sql(t, strings.NewReplacer("%[1]s", one, "%[2]s", two).Replace(sql))
			}
			said := m.figuresSaid(t)
			if said.holds || !strings.Contains(said.words, "Casinò Due") || !strings.Contains(said.words, c.report) {
				t.Errorf("the report says %q, wanted %q", said.words, c.report)
			}
			for _, house := range []string{"Uno", "Due"} {
				if has := strings.Contains(said.figures, "Casinò "+house); has != strings.Contains(c.figures, house) {
					t.Errorf("the report has figures of %s: %v", house, has)
				}
			}
			if says := status(); (says != quiet) != c.status {
				t.Errorf("pit status says %s", says)
			}
			wrong := 0
			must(t, pitserver.Verify(t.Context(), keyed{m.queries}, m.folder, func(_ central.Stream, not error) {
				if not != nil {
					wrong++
				}
			}))
			if wrong == 0 && c.report != "since it was enrolled anew" { // it reads what is there
				t.Error("pit verify says nothing")
			}
		})
	}
	t.Run("many things of one stream", func(t *testing.T) {
		m.again(t)
		const twice = `(machine, stream) SELECT 'Casinò Due', '%s' FROM generate_series(1, 2)`
		for _, table := range []string{"gone", "refusals", "heads", "wanted"} {
			m.sql(t, fmt.Sprintf(`DELETE FROM sabot.%[1]s WHERE machine = 'Casinò Due'`, table), fmt.Sprintf(`INSERT INTO sabot.`+table+` `+twice, two))
		}
		m.sql(t, strings.ReplaceAll(`INSERT INTO sabot.entries SELECT * FROM sabot.entries WHERE seq = 2 AND`+inTwo, "%[2]s", two))
		m.sql(t, fmt.Sprintf(`UPDATE sabot.streams SET note = (SELECT note FROM pristine.streams WHERE name = '%[1]s') WHERE`+ofTwo, one, two))
		says := status()
		for _, words := range []string{"the database has 1 more of it", "in sabot.gone", "in sabot.refusals", "in sabot.heads", "in sabot.wanted", "Casinò Due " + two + ": and 1 more"} {
			if !strings.Contains(says, words) {
				t.Errorf("pit status says %s, wanted %q", says, words)
			}
		}
	})
	m.again(t)
	if said := m.figuresSaid(t); said != sound {
		t.Errorf("once all is as it was: %+v", said)
	}
}
