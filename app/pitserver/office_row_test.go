package pitserver_test

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"sabot/app/pitclient"
	"sabot/storage/central/pgtest"
)

// The row that says which machine is the house's office is changed by whoever administers the database. The machines go by none for which the house's
// authority has not signed, and the pit's own commands say so.
func TestRowOfTheOfficeIsHeldAgainstItsAuthority(t *testing.T) {
	t.Parallel()
	p, e, a, b := twoMembers(t)
	a.hears(t)
	b.hears(t)
	for command, says := range p.told(t) {
		if says != "" && command != "report" {
			t.Fatal(command, says)
		}
	}
	p.owns(t, `CREATE TABLE public.before AS SELECT voucher FROM sabot.machines WHERE voucher <> ''`)
	for _, c := range []struct{ sql, says string }{
		{`UPDATE sabot.machines SET voucher = 'x' WHERE name = 'ufficio'`, "the database says that ufficio is the house's office, and no machine goes by that: that is no voucher"},
		{`UPDATE sabot.machines SET voucher = (SELECT voucher FROM public.before) WHERE name = 'tavolo-1'`, "the database says that tavolo-1 is the house's office, and no machine goes by that: the house's authority has signed that for ufficio of"},
		{`SELECT 1`, "the database says of no machine that it is the house's office, and tavolo-1 goes by ufficio"},
	} {
		p.owns(t, `UPDATE sabot.machines SET voucher = ''; `+c.sql)
		for command, says := range p.told(t) {
			if !strings.Contains(says, c.says) || !strings.Contains(says, "sabotctl pit enroll --office") {
				t.Errorf("%s, pit %s: %q", c.sql, command, says)
			}
		}
	}
	p.owns(t, `UPDATE sabot.machines SET voucher = (SELECT voucher FROM public.before) WHERE name = 'ufficio'`)
	p.ships(t, e)
	if says := p.stated(t) + p.faults(t); says != "" {
		t.Error(says)
	}

	p.owns(t, `DELETE FROM sabot.machines WHERE name = 'tavolo-1'`)
	if _, err := p.moved(t, "LB1", b.name, false); err == nil || !strings.Contains(err.Error(), "has no row of the machine tavolo-1, on which LB1 is played") {
		t.Errorf("a table moves from a machine without a row: %v", err)
	}
}

// In a house without an office a table is a machine's by its certificate too: who ships one that it is without is told that.
func TestTableThatTheCertificateIsWithout(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	m := p.newMachine(t, 2)
	m.play(t, 1, 1)
	anew := p.enroll(t, m.house, m.name, "LB1")
	p.owns(t, `INSERT INTO sabot.tables (name, machine) VALUES ('LB2', 'tavolo-2')`)
	must(t, pgtest.Seen("the pit says why", func() bool { // once it has read the rows
		s := p.by(t, anew, then)
		w, err := s.hello("by hand", m.house.Store().Verifier())
		must(t, err)
		a := firstOf(t, m, "LB2")
		a.Session, a.Number = w.Session, 1
		_, err = s.append(a)
		return err != nil && strings.Contains(err.Error(), "tavolo-2 may not ship LB2: it is a table of this machine by the pit's database, and by its certificate it is not")
	}))
}

// What a machine asks for is a name before the database is asked: anything else is that machine's own bad word, and no error of the pit.
func TestBadWordsAreNoErrorOfThePit(t *testing.T) {
	t.Parallel()
	p, e, a, _ := twoMembers(t)
	reads := p.reader(t, "sala", a.house)
	p.ships(t, e)
	for _, word := range []string{"\x00", "LB1\n", "\xff", strings.Repeat("x", 129)} {
		for _, path := range []string{pitclient.TablePath, pitclient.FormerPath, pitclient.BoxesPath, pitclient.HandedPath, pitclient.HousePath, pitclient.PulledPath} {
			for _, parameter := range []string{"table", "machine", "stream"} {
				asks := url.Values{"from": {"1"}, "table": {"LB1"}, "machine": {"tavolo-1"}, "stream": {"LB1"}}
				asks.Set(parameter, word)
				var refused *pitclient.Refusal
				if err := p.by(t, reads, then).gets(path + "?" + asks.Encode()); !errors.As(err, &refused) || refused.Why != pitclient.Malformed {
					t.Errorf("%s, %s %.9q: %v", path, parameter, word, err)
				}
			}
		}
	}
	if said := p.said.String(); strings.Contains(said, "ERROR") || strings.Contains(said, "SQLSTATE") {
		t.Error(said)
	}
}

// An entry that is longer than any that Sabot writes is not taken: whoever reads the pit would hold it, and what it is read into.
func TestEntriesLongerThanSabotWrites(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	m := p.newMachine(t, 1)
	m.play(t, 1, 1)
	s := p.by(t, m.enrolment, then)
	w, err := s.hello("by hand", m.house.Store().Verifier())
	must(t, err)
	a := firstOf(t, m, "LB1")
	a.Session, a.Number = w.Session, 1
	a.Texts[1] = fmt.Appendf(nil, `[1,"LB1",2,%d,"11",1,1,1,"card",{"card":"%s"}]`, then().UnixMilli(), strings.Repeat("x", pitclient.MostEntry))
	var refused *pitclient.Refusal
	if _, err := s.append(a); !errors.As(err, &refused) || refused.Why != pitclient.Malformed || !strings.HasPrefix(refused.Says, "entry 2 of LB1 has 1048") {
		t.Errorf("%.300v", err)
	}
	for text, most := range map[string]int{`[1,"LB1",2,0,"11",1,1,1,"card",{}]`: pitclient.MostEntry, `[1,"house",2,0,"",0,0,0,"housetaken",{}]`: 3 * pitclient.MostEntry} { // an office's longest, escaped
		if is := pitclient.MostOf([]byte(text)); is != most {
			t.Errorf("%s: %d bytes", text, is)
		}
	}
}
