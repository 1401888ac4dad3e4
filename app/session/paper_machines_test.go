package session_test

import (
	"slices"
	"strings"
	"testing"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// A member is a machine that goes by what the house's office has entered.
type member struct {
	*testing.T
	name  string
	house *session.House
}

// joins returns a machine that has taken in what a night's house has entered, of which that is the office.
func (n *night) joins(name string) *member {
	n.Helper()
	house, err := session.Open(n.TempDir(), n.clock.Now)
	n.must(err)
	n.Cleanup(func() { n.must(house.Close()) })
	m := &member{n.T, name, house}
	m.hears(n.house)
	n.must(house.Takeover().HoldTables(name, nil))
	return m
}

// hears takes in what the office has entered since.
func (m *member) hears(office *session.House) {
	m.Helper()
	size := m.house.State.Office().Size
	entries, head, keys := shipped(m.T, office, size)
	if err := m.house.Takeover().TakeHouse("ufficio", size, entries, head, keys); err != nil {
		m.Fatal(err)
	}
}

// gets has a table moved to it from another machine, by a manager at the office, with all that this one has.
func (m *member) gets(table string, from *session.House, machine string, office *session.House, by house.Badge) {
	m.Helper()
	must := func(err error) {
		m.Helper()
		if err != nil {
			m.Fatal(err)
		}
	}
	head, err := from.Store().Head(table)
	must(err)
	must(office.MoveTable(record.TableMoved{Table: table, From: machine, To: m.name, Head: head}, by))
	m.hears(office)
	last, err := m.house.Store().Last(table)
	must(err)
	var entries [][]byte
	for e, err := range from.Store().Entries(table, last+1) {
		must(err)
		entries = append(entries, record.Encode(e))
	}
	var boxes []string
	for e, err := range from.Store().Entries(record.HouseStream, 1) {
		must(err)
		boxes = append(boxes, string(record.Encode(e)))
	}
	f, _, _ := m.house.State.Moves().Moved(table)
	must(m.house.Takeover().Inherit(f, entries, boxes))
	must(m.house.Takeover().HoldTables(m.name, []string{table}, f))
}

// plays plays another shift of the night at the machine.
func (m *member) plays(n *night) {
	n.Helper()
	n.must(demo.Play(n.Context(), m.house, n.clock, "LB1", 2, 1))
	_, err := demo.Close(m.house, n.clock, "LB1")
	n.must(err)
}

// signs signs a report with the codes of some people.
func signs(n *night, h *session.House, w papers.Wanted, codes ...string) []byte {
	n.Helper()
	var badges []house.Badge
	for _, code := range codes {
		badge, err := h.SignOn(code)
		n.must(err)
		badges = append(badges, badge)
	}
	_, pdf, err := papers.Of(h).Signed(w, badges...)
	n.must(err)
	return pdf
}

// A report that people signed at the office is taken in with their PINs, and not without, and counts at a machine too that has signed another one
// meanwhile.
func TestPaperOfTheOfficeComesInTwoParts(t *testing.T) {
	n := short(t)
	n.must(n.house.Takeover().HoldTables("ufficio", []string{"LB1"}))
	t1 := n.joins("tavolo-1")
	t1.gets("LB1", n.house, "ufficio", n.house, n.elena)
	t1.plays(n)
	first := papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1}
	second := first
	second.Shift = 2
	signs(n, n.house, first, "114711", "215821")

	size := t1.house.State.Office().Size
	entries, head, keys := shipped(t, n.house, size)
	printed := 1 + slices.IndexFunc(entries, func(text []byte) bool { return strings.Contains(string(text), record.KindOf(record.ReportPrinted{})) })
	if printed == 0 {
		t.Fatal("the office has not signed")
	}
	if err := t1.house.Takeover().TakeHouse("ufficio", size, entries[:printed], "", keys); err == nil || t1.house.State.Office().Size != size {
		t.Errorf("without their PINs it is taken in: %v", err)
	}
	signs(n, t1.house, second, "114711", "215821")
	n.must(t1.house.Takeover().TakeHouse("ufficio", size, entries, head, keys))
	e, err := reports.EvidenceOf(signs(n, t1.house, first, "114711", "215821"))
	if n.must(err); e.Copy != 2 {
		t.Errorf("signed at the office before, it is copy %d at the machine", e.Copy)
	}
}

// A paper says the same at every machine that has the entries which it is of, whoever signed it where. A machine that lacks some of
// them says which, and neither that the paper holds nor that it does not.
func TestPaperAtEveryMachine(t *testing.T) {
	n := short(t)
	first := n.signedAs(reports.ShiftReport)
	changes := n.signedAs(reports.ChangesReport)
	n.must(n.house.Takeover().HoldTables("ufficio", []string{"LB1"}))
	t1 := n.joins("tavolo-1")
	t1.gets("LB1", n.house, "ufficio", n.house, n.elena)
	t1.plays(n)
	dealt := papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 2}
	second := signs(n, t1.house, dealt, "114711", "215821")
	t2 := n.joins("tavolo-2")
	bare := n.joins("tavolo-3")
	t2.gets("LB1", t1.house, "tavolo-1", n.house, n.elena)
	t1.hears(n.house)

	of := func(pdf []byte) reports.Evidence {
		t.Helper()
		e, err := reports.EvidenceOf(pdf)
		n.must(err)
		return e
	}
	dealt.Shift = 1
	again := signs(n, t1.house, dealt, "114711", "215821")
	if e := of(again); e.Copy != 2 || e.Elsewhere == nil || e.Elsewhere.Office != "ufficio" || e.Elsewhere.AsOf == 0 || !slices.Equal(e.Elsewhere.Not, []string{"tavolo-2"}) {
		t.Errorf("signed at the office before, it is copy %d at the machine, %+v", e.Copy, e.Elsewhere)
	}
	dealt.Shift = 2
	if e := of(signs(n, t2.house, dealt, "114711", "215821")); e.Elsewhere == nil || !slices.Equal(e.Elsewhere.Not, []string{"tavolo-1"}) {
		t.Errorf("signed at another machine before, it says %+v", e.Elsewhere)
	}
	if e := of(signs(n, n.house, papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1}, "114711", "215821")); e.Copy != 2 || e.Elsewhere == nil || !slices.Equal(e.Elsewhere.Not, []string{"tavolo-1", "tavolo-2"}) {
		t.Errorf("signed again at the office, it is copy %d, %+v", e.Copy, e.Elsewhere)
	}

	for _, c := range []struct {
		what string
		pdf  []byte
		at   *session.House
		want papers.Answer
		says string
	}{
		{"the office's own", first, n.house, papers.Holds, ""},
		{"the office's, where its table went", first, t1.house, papers.Holds, ""},
		{"the office's, where its table went then", first, t2.house, papers.Holds, ""},
		{"the office's, where its table never was", first, bare.house, papers.Unknown, "this record has 0 of the entries of LB1"},
		{"the office's changes, where its table went", changes, t1.house, papers.Holds, ""},
		{"the office's, signed again", again, t1.house, papers.Holds, ""},
		{"the machine's own", second, t1.house, papers.Holds, ""},
		{"the machine's, at the office", second, n.house, papers.Unknown, "it was not made on this machine"},
		{"the machine's, where its table went", second, t2.house, papers.Unknown, "it was not made on this machine"},
	} {
		v, err := papers.Of(c.at).VerifyReport(c.pdf)
		n.must(err)
		var lacking []string
		for _, l := range v.Lacking {
			lacking = append(lacking, l.String())
		}
		if said := strings.Join(lacking, "; "); v.Answer() != c.want || v.Overtaken != nil || c.says == "" && said != "" || !strings.Contains(said, c.says) {
			t.Errorf("%s: %v, %s, lacking %s, overtaken %v", c.what, v.Answer(), failings(v), said, v.Overtaken)
		}
	}
}

// Whoever waits for a paper's verdict hears how many entries of its record were judged.
func TestVerdictSaysHowFarItIs(t *testing.T) {
	n := short(t)
	pdf := n.signedAs(reports.ShiftReport)
	entries := int64(0)
	n.house.For(session.Work{Entries: func(read int64) { entries = read }})
	defer n.house.For(session.Work{})
	if v, err := papers.Of(n.house).VerifyReport(pdf); err != nil || !v.Holds() || entries < n.house.State.Seq {
		t.Errorf("%+v, %v; it said %d entries", v.Faults, err, entries)
	}
}

// A drop box that was counted before the table went is in the papers of both machines, which hold at both. Where the signed paper of a shift
// lies, who has the table now is told.
func TestPaperOfACountedBoxAtBothMachines(t *testing.T) {
	n := short(t)
	n.must(n.house.Takeover().HoldTables("ufficio", []string{"LB1"}))
	t1 := n.joins("tavolo-1")
	counted := record.Float{{Value: 10_000, Pieces: 7}}
	dealt := papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1}
	n.must(n.house.CountDrop(session.DropOf{Table: "LB1", Shift: 1, Notes: counted, Reason: "again"}, n.elena, n.dario))
	first := signs(n, n.house, dealt, "114711", "215821")
	t1.gets("LB1", n.house, "ufficio", n.house, n.elena)
	shift, err := t1.house.Shift("LB1", 1)
	if n.must(err); shift.Drop.Amount != 70_000 {
		t.Errorf("tavolo-1 knows that the drop box held %v", shift.Drop)
	}
	if away, err := papers.Of(t1.house).SignedAway(dealt); err != nil || away != "ufficio" {
		t.Errorf("signed at the office, tavolo-1 is told %q, %v", away, err)
	}
	second := signs(n, t1.house, dealt, "114711", "215821")
	if away, err := papers.Of(t1.house).SignedAway(dealt); err != nil || away != "" {
		t.Errorf("signed here, tavolo-1 is told %q, %v", away, err)
	}
	for what, pdf := range map[string][]byte{"the office's": first, "tavolo-1's": second} {
		v, err := papers.Of(t1.house).VerifyReport(pdf)
		n.must(err)
		if v.Answer() != papers.Holds || v.Overtaken != nil {
			t.Errorf("%s: %v, %s, overtaken %v", what, v.Answer(), failings(v), v.Overtaken)
		}
	}
}
