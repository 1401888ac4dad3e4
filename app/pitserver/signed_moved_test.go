package pitserver_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/session/papers"
	"sabot/app/session/sums"
	table "sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports"
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

// voidsAt enters, past what a program asks, that the last hand of LB1 was voided at a time, which goes by that of the table's last entry.
func (m *machine) voidsAt(t *testing.T, at func(time.Time) time.Time) {
	t.Helper()
	inspector, manager := demotest.Badge(t, m.house, code("21")), demotest.Badge(t, m.house, code("31"))
	lb1, err := table.Resume(m.house.Store(), "LB1")
	must(t, err)
	c := hand.Correction{Hand: lb1.History[len(lb1.History)-1].Number, Reason: "seen on the pictures", By: &inspector.Staff}
	facts, err := lb1.Corrections().VoidHand(c, &manager.Staff)
	must(t, err)
	note, err := m.house.Store().Head("LB1")
	must(t, err)
	head, err := seal.ReadHead(note)
	must(t, err)
	stood := record.Stood{Size: head.Size, Root: head.Root.String()}
	entries, err := house.Sign(stood, lb1.Stamp(at(lb1.Last()), facts...), inspector, manager)
	must(t, err)
	must(t, m.house.Store().Append(entries...))
}

// asTheRecordSays returns what the screen of a machine says of whether the report of a table's last shift was signed.
func (m *machine) asTheRecordSays(s *table.Table) bool { return papers.Of(m.house).ShiftSigned(s) }

// A report that people signed at a machine stays signed where its table goes, and where it goes from there. No hand of its shift
// is corrected any more. Back at the first machine it is as before.
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

// No machine takes what came with a table and is no report of it that two people of the house signed. One that enters it is named.
func TestForgedSignedReportIsNamed(t *testing.T) {
	t.Parallel()
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
		if facts := before.house.State.Backups().TakePapers(c.f.Table, c.f.Machine, c.f.Entries, map[int]bool{1: true, 2: true}); (len(facts) > 0) != c.takes {
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

// unsigned is a screen that says of no report that it was signed.
func unsigned(*table.Table) bool { return false }

// A machine that corrects a hand over a report that came signed is named. Its own record says so where it has the report, and
// the pit in any case.
func TestCorrectionOverASignedReportIsNamed(t *testing.T) {
	for what, change := range map[string]func(record.Fact) record.Fact{
		"it has the report":    func(f record.Fact) record.Fact { return f },
		"it leaves it out":     withoutPapers,
		"it knows it too late": withoutPapers,
		"its clock goes back":  func(f record.Fact) record.Fact { return f },
		"it dates it back":     withoutPapers,
	} {
		t.Run(what, func(t *testing.T) {
			p, office, a, b := twoMembers(t)
			a.night(t, 3, 1)
			_, err := a.ship()
			must(t, err)
			_, err = b.ship()
			must(t, err)
			before := b.another(t)
			p.handedOver(t, "LB1", b.name)
			p.ships(t, office)
			a.hears(t)
			b.clock.Pass(2 * time.Hour) // it is later than when the first machine played
			b.pull(t)
			before.as(t, b, change)
			p.letsOf(t, before.name, before.house) // as a pit that reads nothing
			if what == "its clock goes back" {     // to before the table came, and its record says so
				before.clock.Pass(-time.Hour)
			}
			if what == "it dates it back" {
				before.voidsAt(t, func(lb1 time.Time) time.Time { return lb1 })
			} else {
				must(t, before.voids(t, unsigned))
			}
			if what == "it knows it too late" {
				before.clock.Pass(time.Minute)
				for _, f := range b.facts(t, "paperstaken") {
					before.entersBy(t, "", f)
				}
			}
			own := auditedOf(t, before.house, "LB1").Fault
			code, words := record.NotDone, "report signed"
			if what == "it dates it back" {
				code, words = record.WrongTime, "it is older than house/"
			}
			if has := what != "it leaves it out"; has != (own != nil) || has && (own.Code != code || !strings.Contains(own.What, words)) {
				t.Errorf("its own record: %v", own)
			}
			_, err = before.ship()
			must(t, err)
			says := p.verifies(t, b.name, "LB1")
			if own != nil && !strings.Contains(says, words) || own == nil && !strings.Contains(says, "whose report 11 and 21 had signed before LB1 was moved from tavolo-1") {
				t.Errorf("the pit says %q", says)
			}
		})
	}
}

// A machine that takes a table over with --over cannot know of a report that had not reached the pit. Nobody names what it
// corrects. Nor is a machine with Sabot 0.9 named: it asks for no reports, and the pit gives counts alone.
func TestWhoCannotKnowOfASignedReportIsNotNamed(t *testing.T) {
	t.Parallel()
	t.Run("over", func(t *testing.T) {
		p, office, a, b := twoMembers(t)
		cutOff := a.another(t)
		a.night(t, 3, 1)
		for _, stream := range []string{record.HouseStream, "LB1"} {
			last, err := cutOff.house.Store().Last(stream)
			must(t, err)
			for e, err := range a.house.Store().Entries(stream, last+1) {
				must(t, err)
				if f, is := e.Fact.(record.ReportPrinted); is && f.OfSigned() {
					break
				}
				must(t, cutOff.house.Store().Append(e))
			}
		}
		_, err := cutOff.ship()
		must(t, err)
		_, err = p.moved(t, "LB1", b.name, true)
		must(t, err)
		p.ships(t, office)
		b.hears(t)
		must(t, b.voids(t, b.asTheRecordSays))
		_, err = a.ship()
		must(t, err)
		a.hears(t)
		p.holdsAll(t, b)
		if says := p.verifies(t, a.name, record.HouseStream); says != "" {
			t.Errorf("the machine before: %s", says)
		}
	})
	t.Run("0.9", func(t *testing.T) {
		p, office, a, b := twoMembers(t)
		b.entersBy(t, "", record.Started{Program: record.Program{Version: "0.9.0"}})
		a.night(t, 3, 1)
		_, err := a.ship()
		must(t, err)
		before := b.another(t)
		p.handedOver(t, "LB1", b.name)
		p.ships(t, office)
		a.hears(t)
		var answer pitclient.Boxes
		must(t, p.by(t, b.enrolment, then).getsAs(pitclient.BoxesPath+"?table=LB1&from=1", &answer))
		if len(answer.Entries) > 0 {
			t.Errorf("asked for counts alone the pit answers %s", answer.Entries)
		}
		b.pull(t)
		before.as(t, b, withoutPapers)
		must(t, before.voids(t, before.asTheRecordSays))
		_, err = before.ship()
		must(t, err)
		if says := p.verifies(t, b.name, "LB1"); says != "" {
			t.Errorf("the pit says %q", says)
		}
	})
}

// A machine closed a shift and its report was signed, and of the table the pit has no more than what was before that. Who takes the table over goes on with
// that shift: the report is of what was overtaken, and bars no correction there.
func TestReportOfAnOvertakenClosingBarsNothing(t *testing.T) {
	t.Parallel()
	p, office, a, b := twoMembers(t)
	cutOff := a.another(t)
	a.night(t, 3, 1)
	for _, stream := range []string{record.HouseStream, "LB1"} {
		last, err := cutOff.house.Store().Last(stream)
		must(t, err)
		for e, err := range a.house.Store().Entries(stream, last+1) {
			must(t, err)
			if _, is := e.Fact.(record.Counted); is && e.Hand > 1 {
				break
			}
			must(t, cutOff.house.Store().Append(e))
		}
	}
	_, err := cutOff.ship()
	must(t, err)
	_, err = p.moved(t, "LB1", b.name, true)
	must(t, err)
	p.ships(t, office)
	b.hears(t)
	if taken := b.facts(t, "paperstaken"); len(taken) > 0 || b.house.State.Backups().ShiftSigned("LB1", 1) {
		t.Errorf("it takes %+v", taken)
	}
	p.holdsAll(t, b)
}

// sign has the dealer and the inspector of LB1's first shift sign its report at a machine.
func (m *machine) sign(t *testing.T) (pdf []byte) {
	t.Helper()
	m.clock.Pass(time.Minute)
	w := papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1}
	_, pdf, err := papers.Of(m.house).Signed(w, demotest.Badge(t, m.house, code("11")), demotest.Badge(t, m.house, code("21")))
	must(t, err)
	return pdf
}

// The office where the table is lists a report that came signed as signed. Once its box is counted that one is overtaken, and
// who signs again signs the next version, which replaces it. Where the table has gone since, who verifies a report is told so.
func TestReportThatCameSignedIsListedAsSigned(t *testing.T) {
	p, office, a, b := twoMembers(t)
	c := p.newMember(t, "tavolo-3", "LB8")
	c.table = "LB1"
	c.pull(t)
	a.night(t, 3, 1)
	_, err := a.ship()
	must(t, err)
	signed := func(m *machine, what string, overtaken bool) {
		t.Helper()
		must(t, m.house.Takeover().CatchUp())
		lines, err := m.house.Sums().Shifts(sums.ShiftQuery{Table: "LB1"})
		must(t, err)
		if len(lines) != 1 || !lines[0].Signed || lines[0].Overtaken() != overtaken {
			t.Errorf("%s: the list of %s has %+v", what, m.name, lines)
		}
	}
	signed(a, "where it was signed", false)
	wanted := papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1}
	from := a
	for i, to := range []*machine{b, c} {
		p.handedOver(t, "LB1", to.name)
		p.ships(t, office)
		from.hears(t)
		to.hears(t)
		signed(to, "it came", false)
		where := []string{"tavolo-1", "tavolo-1 or tavolo-2"}[i]
		if away, err := papers.Of(to.house).SignedAway(wanted); err != nil || away != where {
			t.Errorf("%s says that it was signed at %q, %v", to.name, away, err)
		}
		from = to
	}
	c.clock.Pass(45 * time.Hour)
	must(t, c.countsBox(t, 30_000, "the evening's count"))
	signed(c, "its box is counted", true)
	e, err := papers.Of(c.house).Evidence(wanted)
	must(t, err)
	if e.Version != 2 || e.Before == 0 {
		t.Errorf("the next one is version %d, which replaces that of %d", e.Version, e.Before)
	}
	pdf := c.sign(t)
	signed(c, "signed again", false)
	v, err := papers.Of(c.house).VerifyReport(pdf)
	if must(t, err); v.Answer() != papers.Holds || v.Overtaken != nil || v.Evidence.Version != 2 {
		t.Errorf("what was signed at %s: %v of version %d, %+v", c.name, v.Answer(), v.Evidence.Version, v.Faults)
	}
	if v.Elsewhere != "" {
		t.Errorf("%s says that LB1 is played on %s", c.name, v.Elsewhere)
	}
	p.handedOver(t, "LB1", a.name)
	p.ships(t, office)
	c.hears(t)
	if v, err = papers.Of(c.house).VerifyReport(pdf); err != nil || v.Answer() != papers.Holds || v.Elsewhere != a.name {
		t.Errorf("once the table has gone: %v, LB1 is played on %q, %v", v.Answer(), v.Elsewhere, err)
	}
	a.hears(t)
	p.holdsAll(t, a, b, c)
	for _, m := range []*machine{a, b, c} {
		if says := p.verifies(t, m.name, record.HouseStream); says != "" {
			t.Errorf("the pit says of %s: %s", m.name, says)
		}
	}
}

// A machine that left out that a report came signed signs the shift again as the first version, with other figures: the pit names that
// one of two. Signed again with the same figures it is the same version.
func TestTwoReportsOfOneVersionAreNamed(t *testing.T) {
	for _, corrected := range []bool{true, false} {
		p, office, a, b := twoMembers(t)
		a.night(t, 3, 1)
		_, err := a.ship()
		must(t, err)
		_, err = b.ship()
		must(t, err)
		before := b.another(t)
		p.handedOver(t, "LB1", b.name)
		p.ships(t, office)
		a.hears(t)
		b.clock.Pass(2 * time.Hour)
		b.pull(t)
		before.as(t, b, withoutPapers)
		p.letsOf(t, before.name, before.house)
		if corrected {
			must(t, before.voids(t, unsigned))
		}
		before.sign(t)
		_, err = before.ship()
		must(t, err)
		says := p.verifies(t, b.name, record.HouseStream)
		if !strings.Contains(says, "11 and 21 had signed that version with other figures before LB1 was moved from tavolo-1") == corrected {
			t.Errorf("a hand corrected %v: the pit says %q", corrected, says)
		}
		if says := p.verifies(t, a.name, record.HouseStream); says != "" {
			t.Errorf("the machine before: %s", says)
		}
	}
}

// The pit takes nothing of a machine to which a table was moved in order, and that leaves out that a report of it came signed: it says which one, and
// what to do. Verify names a record that came to be countersigned all the same. The honest record is taken, and so is one of which the table was moved
// on, came back, and brought nothing new.
func TestSignedReportLeftOutIsRefused(t *testing.T) {
	t.Parallel()
	p, office, a, b := twoMembers(t)
	a.night(t, 3, 1)
	_, err := a.ship()
	must(t, err)
	before := b.another(t)
	p.handedOver(t, "LB1", b.name)
	p.ships(t, office)
	a.hears(t)
	b.pull(t)
	if n := len(b.facts(t, "paperstaken")); n != 1 {
		t.Fatalf("it took signed reports in %d entries", n)
	}
	before.as(t, b, withoutPapers)
	holds(t, before.house)
	_, err = before.ship()
	says := "LB1 came from tavolo-1 without the report of its shift 1 that 11 and 21 signed there"
	if err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), "enroll an empty data directory") {
		t.Errorf("it is taken: %v", err)
	}
	p.refusal(t, b.name, record.HouseStream, pitclient.LacksPapers)
	p.letsOf(t, before.name, before.house)
	if got := p.verifies(t, b.name, record.HouseStream); !strings.Contains(got, says) {
		t.Errorf("verify: %q", got)
	}
}
