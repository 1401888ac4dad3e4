package pitserver_test

import (
	"strings"
	"testing"

	"sabot/app/pitserver"
	"sabot/storage/central"
)

// heard returns the lines of pit verify, by what they are of, and its error; and the errors of pit status and pit report.
func (p *pit) heard(t *testing.T) (held, wrong map[string]string, errs map[string]error) {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	held, wrong, errs = map[string]string{}, map[string]string{}, map[string]error{}
	errs["verify"] = pitserver.Verify(t.Context(), q, p.folder, func(s central.Stream, fault error) {
		if of := s.Machine + " " + s.Name; fault != nil {
			wrong[of] = fault.Error()
		} else {
			held[of] = ""
		}
	})
	_, errs["status"] = pitserver.StatusOf(t.Context(), q, p.folder, then())
	h, err := pitserver.House(t.Context(), q, p.folder, then)
	if err == nil {
		_, err = h.Sums().HouseSum(h.State.GamingDay(h.State.Wall(then())))
	}
	errs["report"] = err
	_, errs["kept"] = pitserver.KeptFalse(t.Context(), q, p.folder, nil)
	return held, wrong, errs
}

// Whoever administers the database damages one row of it. Each command of the pit goes on to its end: the stream of that row is named, and all others are
// verified and in the report.
func TestDamagedRowDamagesItsStreamOnly(t *testing.T) {
	defer pitserver.SettleFor(0)() // nothing moves meanwhile
	p := newPitOf(t, 2)
	p.up(t)
	e := p.office(t)
	p.ships(t, e)
	for _, m := range []*machine{p.newMember(t, "tavolo-1", "LB1"), p.newMember(t, "tavolo-2", "LB2")} {
		m.pull(t)
		m.night(t, 1, 1)
		_, err := m.ship()
		must(t, err)
	}
	p.ships(t, e)
	if held, wrong, _ := p.heard(t); len(held) < 4 || len(wrong) > 0 {
		t.Fatal(held, wrong)
	}
	for _, table := range []string{"streams", "machines", "tables", "moves", "house", "heads", "gone", "refusals", "wanted", "sealed"} {
		p.owns(t, `CREATE TABLE public.was_`+table+` AS SELECT * FROM sabot.`+table)
	}
	const lb2 = ` WHERE name = 'LB2' AND machine = 'tavolo-2'`
	for _, c := range []struct{ table, sql string }{
		{"streams", `UPDATE sabot.streams SET name = '../../x'` + lb2},
		{"streams", `UPDATE sabot.streams SET name = ''` + lb2},
		{"streams", `UPDATE sabot.streams SET name = repeat('x', 5000)` + lb2},
		{"streams", `UPDATE sabot.streams SET name = 'house/LB2'` + lb2},
		{"streams", `UPDATE sabot.streams SET name = 'LB1'` + lb2},
		{"streams", `UPDATE sabot.streams SET name = E'\n\u200b'` + lb2},
		{"streams", `UPDATE sabot.streams SET name = 'group@tavolo-2'` + lb2},
		{"streams", `UPDATE sabot.streams SET machine = ''` + lb2},
		{"streams", `UPDATE sabot.streams SET machine = '.group'` + lb2},
		{"streams", `UPDATE sabot.streams SET size = -1` + lb2},
		{"streams", `UPDATE sabot.streams SET size = 9223372036854775807` + lb2},
		{"streams", `UPDATE sabot.streams SET size = 3` + lb2},
		{"streams", `UPDATE sabot.streams SET size = 0` + lb2},
		{"streams", `UPDATE sabot.streams SET signed = -1` + lb2},
		{"streams", `UPDATE sabot.streams SET signed = 9223372036854775807` + lb2},
		{"streams", `UPDATE sabot.streams SET own = -9223372036854775808, heard = 9223372036854775807` + lb2},
		{"streams", `UPDATE sabot.streams SET note = 'x'` + lb2},
		{"streams", `UPDATE sabot.streams SET note = ''` + lb2},
		{"streams", `UPDATE sabot.streams SET edge = 'x'` + lb2},
		{"streams", `ALTER TABLE sabot.streams ALTER id DROP IDENTITY; UPDATE sabot.streams SET id = -5` + lb2},
		{"machines", `UPDATE sabot.machines SET name = '' WHERE name = 'tavolo-2'`},
		{"machines", `UPDATE sabot.machines SET name = '../../x' WHERE name = 'tavolo-2'`},
		{"machines", `UPDATE sabot.machines SET name = repeat('x', 2000) WHERE name = 'tavolo-2'`},
		{"machines", `UPDATE sabot.machines SET verifier = 'x' WHERE name = 'tavolo-2'`},
		{"machines", `UPDATE sabot.machines SET verifier = repeat(verifier || ' ', 40) WHERE name = 'tavolo-2'`},
		{"machines", `UPDATE sabot.machines SET verifier = '' WHERE name = 'tavolo-2'`},
		{"machines", `UPDATE sabot.machines SET enrolled = -9223372036854775808, heard = 9223372036854775807, apart = -9223372036854775808 WHERE name = 'tavolo-2'`},
		{"tables", `UPDATE sabot.tables SET name = '../../x' WHERE name = 'LB2'`},
		{"tables", `UPDATE sabot.tables SET name = '' WHERE name = 'LB2'`},
		{"tables", `UPDATE sabot.tables SET machine = '' WHERE name = 'LB2'`},
		{"moves", `INSERT INTO sabot.moves VALUES ('', '', '', -1, 'x', 9223372036854775807)`},
		{"moves", `INSERT INTO sabot.moves VALUES ('LB2', 'tavolo-2', 'tavolo-1', 9223372036854775807, 'x', -9223372036854775808)`},
		{"gone", `INSERT INTO sabot.gone VALUES ('', '', 9223372036854775807), ('tavolo-2', 'LB2', 9223372036854775807)`},
	} {
		p.owns(t, c.sql)
		held, wrong, errs := p.heard(t)
		for command, err := range errs {
			if err != nil {
				t.Errorf("%s: pit %s: %.300v", c.sql, command, err)
			}
		}
		for _, of := range []string{"ufficio house", "tavolo-1 house", "tavolo-1 LB1"} {
			_, holds := held[of]
			if _, told := wrong[of]; !holds && !told {
				t.Errorf("%s: %s was not verified", c.sql, of)
			} else if !holds && c.table == "streams" {
				t.Errorf("%s: %s: %.200s", c.sql, of, wrong[of])
			}
		}
		if len(wrong) == 0 && c.table == "streams" && !strings.Contains(c.sql, "own =") {
			t.Errorf("%s: nothing is named: %v", c.sql, held)
		}
		if strings.Contains(c.sql, "../../x") && c.table == "streams" && !strings.Contains(wrong["tavolo-2 ../../x"], "LB2") {
			t.Errorf("%s: %q", c.sql, wrong)
		}
		p.owns(t, `DELETE FROM sabot.`+c.table+`; INSERT INTO sabot.`+c.table+` OVERRIDING SYSTEM VALUE SELECT * FROM public.was_`+c.table)
	}
}
