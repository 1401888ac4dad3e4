package pitserver_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/pit/seal"
	"sabot/reports/sign"
	"sabot/storage"
	"sabot/storage/central"
)

// doubted returns what the report of the house, pit status and pit verify say, each in one text; "" where it says nothing.
func (p *pit) doubted(t *testing.T) (report, status, verify string) {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	h, err := pitserver.House(t.Context(), q, p.folder, then)
	if err != nil { // no machine's own stream is left
		report = err.Error()
	} else {
		for _, d := range h.Doubts {
			report += d.String() + "\n"
		}
	}
	s, err := pitserver.StatusOf(t.Context(), q, p.folder, then())
	must(t, err)
	for _, l := range s.Lines {
		if l.Wrong != "" {
			status += l.Machine + " " + l.Stream + ": " + l.Wrong + "\n"
		}
	}
	for _, u := range s.Unsigned {
		status += u.Says + "\n"
	}
	return report, status, p.faults(t)
}

// anotherKey has the folder of a pit be lost, with its witness.key. Another one is made for the same database.
func (p *pit) anotherKey(t *testing.T) {
	t.Helper()
	p.stop()
	var err error
	p.folder.Witness, err = seal.NewWitnessKey()
	must(t, err)
	must(t, storage.WriteFile(filepath.Join(p.dir, "witness.key"), []byte(p.folder.Witness)))
	for _, of := range []string{"signed", "derived"} {
		must(t, os.RemoveAll(filepath.Join(p.dir, of)))
	}
	p.up(t)
}

// saysToEnroll holds the pit's commands to the advice that helps where no machine has shipped since witness.key was made anew: each machine is enrolled
// once more. No backup of the database helps, and no move of a table.
func (p *pit) saysToEnroll(t *testing.T) {
	t.Helper()
	report, status, verify := p.doubted(t)
	for command, says := range map[string]string{"report": report, "status": status, "verify": verify} {
		if n := strings.Count(says, "Run sabotctl pit enroll for the office and for each machine"); n != 1 {
			t.Errorf("pit %s says %d times to enroll them: %s", command, n, says)
		}
		if strings.Contains(says, "Restore it from the pit's backup") || strings.Contains(says, "nothing has arrived at the pit yet") {
			t.Errorf("pit %s: %s", command, says)
		}
	}
	is := p.status(t)
	if len(is.Handing)+len(is.Silent) > 0 {
		t.Errorf("tables wait for %+v and %+v", is.Handing, is.Silent)
	}
	for _, l := range is.Lines {
		if l.Goes {
			t.Errorf("%s of %s goes to %s, which has not taken it over", l.Stream, l.Machine, l.Plays)
		}
	}
}

// enrolledOnceMore gives a machine another certificate, with all that the pit has of it.
func (p *pit) enrolledOnceMore(t *testing.T, m *machine, tables ...string) {
	t.Helper()
	e, err := pitserver.Enroll(t.Context(), p.house, p.folder, sign.Post{Kind: sign.MachinePost, Name: m.name, Tables: tables}, true)
	must(t, err)
	text, err := e.Text()
	must(t, err)
	m.enrolment, err = pitclient.Join(m.house.Store(), m.house.State.Name, text)
	must(t, err)
}

// The witness.key of a pit is lost and made anew. Until a machine was enrolled once more and has shipped, its streams are named. From then on nothing
// is: also not what a machine had of a table before that went to another one, of which it ships nothing any more. A manager signed for that head.
func TestPitWithAnotherWitnessKey(t *testing.T) {
	defer pitserver.SettleFor(0)()
	p, office, a, b := twoMembers(t)
	a.night(t, 2, 1)
	a.hears(t)
	p.handedOver(t, "LB1", b.name)
	p.ships(t, office)
	a.hears(t)
	b.hears(t)
	b.night(t, 2, 2)
	b.hears(t)
	if report, status, verify := p.doubted(t); report+status+verify != "" {
		t.Fatalf("before:\n%s\n%s\n%s", report, status, verify)
	}
	p.anotherKey(t)
	p.saysToEnroll(t)
	report, status, verify := p.doubted(t)
	for _, says := range []string{report, status, verify} {
		for _, stream := range []string{"ufficio house", "tavolo-1 house", "tavolo-2 house", "tavolo-2 LB1"} {
			if !strings.Contains(says, stream+": its head is not countersigned by this pit") {
				t.Errorf("of %s nothing is said in %q", stream, says)
			}
		}
	}
	p.ships(t, p.office(t))
	for _, m := range []*machine{a, b} {
		tables := []string{"LB1"}
		if m == a {
			tables = nil
		}
		p.enrolledOnceMore(t, m, tables...)
		m.hears(t)
	}
	if report, status, verify := p.doubted(t); report+status+verify != "" {
		t.Errorf("once all have shipped:\nreport %s\nstatus %s\nverify %s", report, status, verify)
	}
}
