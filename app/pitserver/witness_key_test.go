package pitserver_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/app/session/backups"
	"sabot/pit/audit"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports/sign"
	"sabot/storage"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
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

// leftBehind is a pit with another witness.key, of which the office and one machine had tables that went to another one before: LB2, and LB1. All of them
// were enrolled once more, and have shipped. Older is what the pit had of LB1 there before.
func leftBehind(t *testing.T) (p *pit, a, b *machine, older central.Stream) {
	t.Helper()
	p = newPitOf(t, 2)
	p.up(t)
	office := p.office(t, "LB2")
	p.ships(t, office)
	a, b = p.newMember(t, "tavolo-1", "LB1"), p.newMember(t, "tavolo-2", "LB9")
	a.pull(t)
	b.pull(t)
	clock := demo.NewClock(a.clock.Now())
	must(t, demo.Play(t.Context(), p.house, clock, "LB2", 2, 1))
	_, err := demo.Close(p.house, clock, "LB2")
	must(t, err)
	p.ships(t, office)
	a.night(t, 1, 1)
	a.hears(t)
	older, _ = p.streamOf(t, a.name, "LB1")
	a.clock.Pass(20 * time.Hour)
	a.night(t, 2, 2)
	a.hears(t)
	for _, table := range []string{"LB1", "LB2"} {
		p.handedOver(t, table, b.name)
		p.ships(t, office)
		must(t, pitclient.NewPuller(p.house.Takeover(), p.house.Store(), office, then).Once(t.Context()))
		p.ships(t, office)
		a.hears(t)
		b.hears(t)
	}
	p.anotherKey(t)
	p.ships(t, p.office(t))
	p.enrolledOnceMore(t, a)
	p.enrolledOnceMore(t, b, "LB1", "LB2")
	a.hears(t)
	b.hears(t)
	return p, a, b, older
}

// countersigned reports whether the pit's own signature stands under what it has of a stream.
func (p *pit) countersigned(t *testing.T, machine, stream string) bool {
	t.Helper()
	s, _ := p.streamOf(t, machine, stream)
	_, by, err := seal.Split(s.Note, p.folder.Verifier())
	return err == nil && len(by) > 0
}

// What a machine or the office had of a table before that went away is countersigned with a new witness.key too, and comes back by pit fetch. The pit
// remembers it.
func TestFetchWithAnotherWitnessKey(t *testing.T) {
	t.Parallel()
	p, a, _, _ := leftBehind(t)
	for machine, table := range map[string]string{a.name: "LB1", "ufficio": "LB2"} {
		must(t, pgtest.Seen("what left "+machine+" is countersigned", func() bool { return p.countersigned(t, machine, table) }))
		file, dir := filepath.Join(t.TempDir(), machine+".db"), filepath.Join(t.TempDir(), machine)
		done, err := pitserver.Fetch(t.Context(), p.asked(t), p.folder, machine, file)
		if err != nil || len(done.Streams) != 2 {
			t.Fatalf("fetched of %s are %+v: %v", machine, done.Streams, err)
		}
		must(t, backups.Restore(t.Context(), file, dir, audit.Check{}))
		memory, err := p.folder.Memory(t.Context())
		must(t, err)
		heads, err := memory.Signed(t.Context())
		must(t, errors.Join(err, memory.Close()))
		s, _ := p.streamOf(t, machine, table)
		if !slices.ContainsFunc(heads, func(h storage.SignedHead) bool {
			return h.Machine == machine && h.Stream == table && h.Size == s.Signed
		}) {
			t.Errorf("the pit does not remember %s of %s: %+v", table, machine, heads)
		}
	}
	if found := p.faults(t); found != "" {
		t.Error(found)
	}
}

// Whoever owns the database puts another past of a table in the place of what a machine had of it, which this pit has not countersigned yet. That gets no
// countersignature: not an older head of the machine, not with the word of a move that goes with it, and not with other bytes. What the owner left alone
// gets one.
func TestWhatLeftIsCountersignedOnlyAsSigned(t *testing.T) {
	t.Parallel()
	p, a, _, older := leftBehind(t)
	must(t, pgtest.Seen("what left is countersigned", func() bool {
		return p.countersigned(t, a.name, "LB1") && p.countersigned(t, "ufficio", "LB2")
	}))
	p.stop()
	m := meddledOf(t, p)
	m.sql(t, `SET session_replication_role = replica`, `ALTER TABLE sabot.streams ALTER COLUMN id DROP IDENTITY IF EXISTS`) // rows can be put back
	m.copies(t, "pristine")
	own := func(note string) string {
		own, _, err := seal.Split(note)
		must(t, err)
		return own
	}
	bare := func(s central.Stream) string {
		return fmt.Sprintf(`UPDATE sabot.streams SET note = '%s' WHERE id = %d`, own(s.Note), s.ID)
	}
	left, _ := p.streamOf(t, a.name, "LB1")
	beside, _ := p.streamOf(t, "ufficio", "LB2")
	house, _ := p.streamOf(t, "ufficio", "house")
	cut := fmt.Sprintf(`DELETE FROM sabot.entries WHERE stream = %d AND seq > %d; UPDATE sabot.streams SET size = %[2]d, signed = %[2]d, edge = '\x%[3]x', note = '%[4]s' WHERE id = %[1]d`,
		left.ID, older.Size, older.Edge, own(older.Note))
	moved := func() string {
		texts, err := p.asked(t).TableMoves(t.Context(), house.ID)
		must(t, err)
		for _, text := range texts {
			e, err := record.Decode(text)
			must(t, err)
			if f := e.Fact.(record.TableMoved); f.Table == "LB1" {
				f.Head = older.Note
				e.Fact = f
				return fmt.Sprintf(`UPDATE sabot.entries SET entry = '\x%x' WHERE stream = %d AND seq = %d; UPDATE sabot.moves SET size = %d, note = '%s' WHERE name = 'LB1'`, record.Encode(e), house.ID, e.Seq, older.Size, older.Note)
			}
		}
		t.Fatal("no move of LB1")
		return ""
	}()
	for what, c := range map[string]struct {
		sql            string
		beside, memory bool // what the owner left alone is countersigned; the pit remembers what was there
	}{
		"all as it was":            {bare(left), true, false},
		"an older head":            {cut, true, false},
		"an older head, in memory": {cut, false, true}, // it waits for the office
		"and its move":             {cut + "; " + moved, false, false},
		"other bytes":              {bare(left) + "; " + changedIn(a.name, "LB1", `"handclosed",\{"house":-?`, `"handclosed",{"house":9`), true, false},
	} {
		m.again(t)
		m.sql(t, bare(beside)+"; "+c.sql)
		if !c.memory {
			must(t, os.RemoveAll(filepath.Join(p.dir, "signed")))
		}
		p.again(t)
		if c.beside {
			must(t, pgtest.Seen(what+": what was left alone is countersigned", func() bool { return p.countersigned(t, "ufficio", "LB2") }))
		} else {
			time.Sleep(5 * time.Second) // nothing is said of what does not happen
		}
		if is := p.countersigned(t, a.name, "LB1"); is != (what == "all as it was") {
			t.Errorf("%s: LB1 is countersigned: %v: %s", what, is, p.said.String())
		}
		p.stop()
	}
}
