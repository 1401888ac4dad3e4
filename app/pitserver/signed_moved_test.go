package pitserver_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/session/papers"
	table "sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// voids has two people void the last hand of LB1, whose shift is closed, at a machine; signed is what the machine's screen says of the report.
func (m *machine) voids(t *testing.T, signed func(*table.Table) bool) error {
	t.Helper()
	m.clock.Pass(time.Minute)
	inspector, manager := demotest.Badge(t, m.house, code("21")), demotest.Badge(t, m.house, code("31"))
	lb1, err := m.house.OpenTable("LB1")
	must(t, err)
	defer func() { must(t, lb1.Release()) }()
	must(t, lb1.Whole())
	return lb1.Do(func(s *table.Table) ([]record.Fact, error) {
		last := s.History[len(s.History)-1].Number
		c := hand.Correction{Hand: last, Reason: "seen on the pictures", By: &inspector.Staff, Signed: signed(s)}
		return s.Corrections().VoidHand(c, &manager.Staff)
	}, inspector, manager)
}

// asTheRecordSays returns what the screen of a machine says of whether the report of a table's last shift was signed.
func (m *machine) asTheRecordSays(s *table.Table) bool { return papers.Of(m.house).ShiftSigned(s) }

// A report that people signed at a machine stays signed where its table goes: there, and where it goes from there, no hand of its shift is corrected
// any more. Back at the first machine it is as before.
func TestSignedReportGoesWithTheTable(t *testing.T) {
	for _, over := range []bool{false, true} {
		p, office, a, b := twoMembers(t)
		c := p.newMember(t, "tavolo-3", "LB8")
		c.table = "LB1"
		c.pull(t)
		a.night(t, 3, 1)
		_, err := a.ship()
		must(t, err)
		refusedFor(t, "where it was signed", a.voids(t, a.asTheRecordSays), house.ReportSigned)
		from := a
		for _, to := range []*machine{b, c, a, b} {
			_, err := p.moved(t, "LB1", to.name, over)
			must(t, err)
			p.ships(t, office)
			from.hears(t)
			to.hears(t)
			from.hears(t)
			refusedFor(t, "at "+to.name, to.voids(t, to.asTheRecordSays), house.ReportSigned)
			_, err = to.ship() // that a program stood at the table
			must(t, err)
			from = to
		}
		last := b.house.State.Seq
		b.pull(t)
		if b.house.State.Seq != last {
			t.Error("it asks again for what came with a move")
		}
		p.holdsAll(t, a, b, c)
		holds(t, p.house)
	}
}

// linesOfSigned returns the last signed report of LB1 that a machine entered, with the approvals behind it.
func (m *machine) linesOfSigned(t *testing.T) (lines []string) {
	t.Helper()
	for e, err := range m.house.Store().Entries(record.HouseStream, 1) {
		must(t, err)
		if f, is := e.Fact.(record.ReportPrinted); is && f.OfSigned() {
			lines = nil
		} else if _, approval := e.Fact.(record.Approved); !approval || len(lines) == 0 {
			continue
		}
		lines = append(lines, string(record.Encode(e)))
	}
	if lines = lines[:min(3, len(lines))]; len(lines) < 3 {
		t.Fatalf("it has %d entries of a signed report", len(lines))
	}
	return lines
}

// withoutPapers leaves out what a machine took of signed reports.
func withoutPapers(f record.Fact) record.Fact {
	if _, is := f.(record.PapersTaken); is {
		return nil
	}
	return f
}

// What came with a table and is no report that two people of the house signed, of that table, no machine takes. One that enters it all the same is named.
func TestForgedSignedReportIsNamed(t *testing.T) {
	p, office, a, b := twoMembers(t)
	a.night(t, 3, 1)
	_, err := a.ship()
	must(t, err)
	lines := a.linesOfSigned(t)
	by := func(i int, was, is string) []string {
		list := slices.Clone(lines)
		if list[i] = strings.Replace(lines[i], was, is, 1); list[i] == lines[i] {
			t.Fatalf("%q is not in %s", was, lines[i])
		}
		return list
	}
	p.handedOver(t, "LB1", b.name)
	p.ships(t, office)
	a.hears(t)
	before := b.another(t)
	b.pull(t)
	holds(t, b.house)
	if n := len(b.facts(t, "paperstaken")); n != 1 {
		t.Fatalf("it took signed reports in %d entries", n)
	}
	before.as(t, b, withoutPapers)
	holds(t, before.house)
	e, err := record.Decode([]byte(lines[0]))
	must(t, err)
	paper, _ := e.Fact.(record.ReportPrinted)
	// The manager signs in the place of the inspector, who has the right, and a clerk of the back office, who never had it.
	signed := func(with, supervisor string) (list []string) {
		t.Helper()
		f := paper
		f.With, f.By = with, supervisor
		e := a.house.State.Stamp(a.clock.Now(), supervisor, f)[0]
		list = append(list, string(record.Encode(e)))
		for i, number := range []string{with, supervisor} {
			approval, err := demotest.Badge(t, a.house, code(number)).Approve(a.house.Stood(), e)
			must(t, err)
			behind := a.house.State.Stamp(a.clock.Now(), "", approval)[0]
			behind.Seq = e.Seq + 1 + int64(i)
			list = append(list, string(record.Encode(behind)))
		}
		return list
	}
	for what, c := range map[string]struct {
		f     record.PapersTaken
		takes bool // what of it holds is taken
	}{
		"as it was signed":    {record.PapersTaken{Table: "LB1", Machine: a.name, Entries: lines}, true},
		"another one signs":   {record.PapersTaken{Table: "LB1", Machine: a.name, Entries: signed("11", "31")}, true},
		"another shift":       {record.PapersTaken{Table: "LB1", Machine: a.name, Entries: by(0, `"shift":1`, `"shift":2`)}, false},
		"another kind":        {record.PapersTaken{Table: "LB1", Machine: a.name, Entries: by(0, `"shift-signed"`, `"incidents-signed"`)}, false},
		"other signers":       {record.PapersTaken{Table: "LB1", Machine: a.name, Entries: by(0, `"by":"21"`, `"by":"31"`)}, false},
		"another signature":   {record.PapersTaken{Table: "LB1", Machine: a.name, Entries: by(2, `"by":"21"`, `"by":"31"`)}, false},
		"without the right":   {record.PapersTaken{Table: "LB1", Machine: a.name, Entries: signed("11", "41")}, false},
		"one person":          {record.PapersTaken{Table: "LB1", Machine: a.name, Entries: signed("31", "31")}, false},
		"in the wrong place":  {record.PapersTaken{Table: "LB1", Machine: a.name, Entries: signed("41", "31")}, false},
		"no signature":        {record.PapersTaken{Table: "LB1", Machine: a.name, Entries: lines[:1]}, false},
		"one signature":       {record.PapersTaken{Table: "LB1", Machine: a.name, Entries: lines[:2]}, false},
		"of another table":    {record.PapersTaken{Table: "LB9", Machine: a.name, Entries: lines}, false},
		"of another machine":  {record.PapersTaken{Table: "LB1", Machine: "tavolo-9", Entries: lines}, true},
		"with something else": {record.PapersTaken{Table: "LB1", Machine: a.name, Entries: append(slices.Clone(lines), "none")}, true},
		"one of them twice":   {record.PapersTaken{Table: "LB1", Machine: a.name, Entries: slices.Concat(lines, lines)}, true},
		"nothing":             {record.PapersTaken{Table: "LB1", Machine: a.name}, false},
	} {
		if facts := before.house.State.Backups().TakePapers(c.f.Table, c.f.Machine, c.f.Entries); (len(facts) > 0) != c.takes {
			t.Errorf("%s: a machine takes %d", what, len(facts))
		}
		honest := what == "as it was signed" || what == "another one signs"
		d := before.another(t)
		d.entersBy(t, "", c.f)
		is := auditedOf(t, d.house, record.HouseStream)
		if honest != (is.Fault == nil) || !honest && is.Fault.Seq != d.house.State.Seq+1 {
			t.Errorf("%s: %v", what, is.Fault)
		}
	}
	again := b.another(t)
	again.entersBy(t, "", record.PapersTaken{Table: "LB1", Machine: a.name, Entries: lines})
	if is := auditedOf(t, again.house, record.HouseStream); is.Fault == nil || !strings.Contains(is.Fault.What, "here already") {
		t.Errorf("once more: %v", is.Fault)
	}
}
