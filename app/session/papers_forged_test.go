package session_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/session/sums"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/reports/sign"
)

// Who has the key that seals can enter that people signed a report. Without their PINs, or with those of people who may not sign it
// there, it is no signed report: not in the office, not on the access list, no copy of it counts; and the audit names the entry.
func TestPaperThatNobodySigned(t *testing.T) {
	signed := record.ReportPrinted{Report: "shift-signed", Table: "LB1", Shift: 1, Copy: 1, By: "21", With: "11", Version: 1, Digest: "abcd", PINs: true}
	for _, c := range []struct {
		what string
		made func(*record.ReportPrinted)
		pins bool
		says string
	}{
		{"nobody's PIN, as Sabot 0.9 had it", func(f *record.ReportPrinted) { f.PINs = false }, false, "nobody signed for the report"},
		{"nobody's PIN", func(*record.ReportPrinted) {}, false, "has not approved it"},
		{"the croupier in the inspector's place", func(f *record.ReportPrinted) { f.By, f.With = "11", "21" }, true, "does not work here or may not"},
		{"one person as two", func(f *record.ReportPrinted) { f.With = "21" }, true, "it takes two people"},
		{"one person alone", func(f *record.ReportPrinted) { f.With = "" }, true, "it takes two people"},
		{"two people on what one signs", func(f *record.ReportPrinted) {
			f.Report, f.Table, f.Shift, f.Item = "house-signed", "", 0, "2026-11-21"
		}, true, "it takes one person"},
		{"a croupier who did not deal", func(f *record.ReportPrinted) { f.With = "12" }, true, "12 signed it in the place of who dealt"},
		{"a shift that there was not", func(f *record.ReportPrinted) { f.Shift = 7 }, true, "shift 7 of LB1, which had not closed"},
		{"a version too many", func(f *record.ReportPrinted) { f.Version = 2 }, true, "it is version 2"},
		{"a copy too many", func(f *record.ReportPrinted) { f.Copy = 2 }, true, "it is copy 2"},
		{"no such report", func(f *record.ReportPrinted) { f.Report = "night-signed" }, true, "people sign no such report"},
	} {
		n := shut(t)
		before := n.house.State.Clone()
		f := signed
		c.made(&f)
		n.clock.Pass(time.Hour)
		entries := n.house.State.Stamp(n.clock.Now(), f.By, f)
		if c.pins {
			for i, number := range record.Signers(f) {
				for _, b := range append(slices.Clone(n.dealers), n.dario, n.elena) {
					if b.Number == number {
						e := entries[0]
						approval, err := b.Approve(n.house.Stood(), e)
						n.must(err)
						e.Seq, e.Fact = e.Seq+int64(i)+1, approval
						entries = append(entries, e)
					}
				}
			}
		}
		n.must(n.house.Store().Append(entries...))
		n.must(n.house.Takeover().CatchUp())
		fault := checkedAll(t, n.house)
		if fault == nil || !strings.Contains(fault.What, c.says) {
			t.Errorf("%s: the audit says %v, wanted %q", c.what, fault, c.says)
		}
		if strings.Contains(c.says, "had not closed") || strings.Contains(c.says, "who dealt") {
			continue // the table says so, which the house alone does not have
		}
		lines, err := n.house.Sums().Shifts(sums.ShiftQuery{})
		n.must(err)
		e, err := papers.Of(n.house).Evidence(papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1})
		n.must(err)
		if len(lines) != 1 || lines[0].Signed || n.house.State.Backups().Copies(f) > 0 || e.Version != 1 {
			t.Errorf("%s: the office takes it as signed: %+v, %d copies, version %d", c.what, lines, n.house.State.Backups().Copies(f), e.Version)
		}
		for _, number := range []string{"11", "21"} {
			was, _ := before.People().LastSigned(number)
			if is, _ := n.house.State.People().LastSigned(number); is != was {
				t.Errorf("%s: the access list says that %s signed at %v", c.what, number, is.At)
			}
		}
	}
}

// forgedPaper enters a signed report past what a program asks, with the PINs of those whom it names.
func (n *night) forgedPaper(f record.ReportPrinted) {
	n.Helper()
	n.clock.Pass(time.Minute)
	entries := n.house.State.Stamp(n.clock.Now(), f.By, f)
	for _, number := range record.Signers(f) {
		for _, b := range append(slices.Clone(n.dealers), n.dario, n.elena) {
			if b.Number == number {
				e := entries[0]
				approval, err := b.Approve(n.house.Stood(), e)
				n.must(err)
				e.Seq, e.Fact = e.Seq+int64(len(entries)), approval
				entries = append(entries, e)
			}
		}
	}
	n.must(n.house.Store().Append(entries...))
	n.must(n.house.Takeover().CatchUp())
}

// signedLast returns the last signed report of the record.
func (n *night) signedLast() (last record.ReportPrinted) {
	n.Helper()
	for e, err := range n.house.Store().Entries(record.HouseStream, 1) {
		n.must(err)
		if f, is := e.Fact.(record.ReportPrinted); is && f.OfSigned() {
			last = f
		}
	}
	return last
}

// Each copy of a signed report has a number of its own, the next of the last version. Of two with one number, each signed without a
// word of the other, the second one is named.
func TestCopyThatIsThereAlreadyIsNamed(t *testing.T) {
	type printed struct{ version, copy int }
	for _, c := range []struct {
		what string
		list []printed // behind copy 1 of version 1; of version 2 copy 1 is signed as people do it
		says string
	}{
		{"the next ones", []printed{{1, 2}, {1, 3}, {2, 1}, {2, 2}}, ""},
		{"copy 1 again", []printed{{1, 1}}, "it is copy 1 of version 1, and 1 of it left the house before"},
		{"copy 2 again", []printed{{1, 2}, {1, 2}}, "it is copy 2 of version 1, and 2 of it left the house before"},
		{"copy 1 behind copy 2", []printed{{1, 2}, {1, 1}}, "it is copy 1 of version 1, and 2 of it left the house before"},
		{"copy 2 behind copy 3", []printed{{1, 2}, {1, 3}, {1, 2}}, "it is copy 2 of version 1, and 3 of it left the house before"},
		{"copy 1 of version 2 again", []printed{{2, 1}, {2, 1}}, "it is copy 1 of version 2, and 1 of it left the house before"},
		{"the version before", []printed{{2, 1}, {1, 2}}, "it is version 1, where 3 belongs"},
	} {
		n := shut(t)
		n.clock.Pass(time.Minute)
		n.signedAs(reports.ShiftReport)
		of := map[int]record.ReportPrinted{1: n.signedLast()}
		for _, p := range c.list {
			f, is := of[p.version]
			if f.Copy = p.copy; is {
				n.forgedPaper(f)
				continue
			}
			n.clock.Pass(time.Minute)
			notes := record.Float{{Value: 10_000, Pieces: 4}}
			n.must(n.house.CountDrop(session.DropOf{Table: "LB1", Shift: 1, Notes: notes, Reason: "una banconota incollata"}, n.elena, n.dario))
			n.signedAs(reports.ShiftReport)
			if of[2] = n.signedLast(); of[2].Version != 2 || of[2].Copy != 1 {
				t.Fatalf("signed as %+v", of[2])
			}
		}
		fault := checkedAll(t, n.house)
		if c.says == "" && fault != nil || c.says != "" && (fault == nil || !strings.Contains(fault.What, c.says)) {
			t.Errorf("%s: the audit says %v, wanted %q", c.what, fault, c.says)
		}
	}
}

// A report of a shift has no part that it is of, but a slip has: two that differ by one would each be copy 1 of version 1.
func TestCopyOfAPartThatThereIsNotIsNamed(t *testing.T) {
	for _, kind := range []reports.Kind{reports.ShiftReport, reports.IncidentReport, reports.ReconstructionReport} {
		n := shut(t)
		n.clock.Pass(time.Minute)
		n.signedAs(kind)
		f := n.signedLast()
		f.Item = "LB1-1"
		n.forgedPaper(f)
		if fault := checkedAll(t, n.house); fault == nil || !strings.Contains(fault.What, "it does not say of what it is") {
			t.Errorf("%s: the audit says %v", kind, fault)
		}
		if copies := n.house.State.Backups().Copies(f); copies != 0 {
			t.Errorf("%s: it counts as %d copies", kind, copies)
		}
	}
}

// checkedAll is the first fault of a record.
func checkedAll(t *testing.T, h *session.House) *record.Fault {
	t.Helper()
	all, err := papers.Of(h).VerifyRecord(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		if c.Fault != nil {
			return c.Fault
		}
	}
	return nil
}

// shut is a night of one shift without a hand.
func shut(t *testing.T) *night {
	t.Helper()
	n := newNight(t)
	float := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &float))
	n.clock.Pass(time.Hour)
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.StartShoe(pit.NewShoe{Fresh: true}, n.clock.Now())
	})
	n.must(n.table.Close(n.dealer(), n.dario, &float))
	return n
}

// No paper holds on a record that itself does not hold, as far as the paper draws on it: a count of the drop box that nobody signed.
func TestPaperOfARecordThatDoesNotHold(t *testing.T) {
	n := shut(t)
	w := papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1}
	before := signs(n, n.house, w, "114711", "215821")
	if v, err := papers.Of(n.house).VerifyReport(before); err != nil || v.Answer() != papers.Holds {
		t.Fatalf("%v, %s, %v", v.Answer(), failings(v), err)
	}
	n.clock.Pass(time.Hour)
	drop := record.DropCounted{Cash: 100_000, Difference: 100_000, By: "21", With: "41"}
	entries := n.table.State.Stamp(n.clock.Now(), drop)
	n.must(n.house.Store().Append(entries...))
	after := signs(n, n.house, w, "114711", "215821")
	for what, pdf := range map[string][]byte{"before": before, "after": after} {
		v, err := papers.Of(n.house).VerifyReport(pdf)
		n.must(err)
		if said := failings(v); v.Answer() != papers.Fails || !strings.Contains(said, "the record itself does not hold: LB1/12") {
			t.Errorf("signed %s: %v, %s", what, v.Answer(), said)
		}
	}
}

// A paper that one of two has signed says just that, and nothing of who signed in a place that is not theirs.
func TestPaperWithOneSignature(t *testing.T) {
	n := shut(t)
	e := n.evidence()
	for what, who := range map[string]house.Badge{"croupier": n.dealer(), "nobody who dealt": n.elena} {
		pdf := n.forged(e, papers.Of(n.house).Words(e.Language), n.clock.Now(), n.identity(who))
		got, said := n.saysOf(n.house, pdf)
		if want := "it has 1 signatures and needs 2"; got != papers.Fails || !strings.HasPrefix(said, want) || what == "croupier" && said != want {
			t.Errorf("%s: %v, %s", what, got, said)
		}
	}
}

// Who is asked for nothing signs a paper as well, before the one who answers for it: there is no block for that.
func TestPaperWithOneSignatureMore(t *testing.T) {
	n := shut(t)
	pdf := n.signedAs(reports.TableReport)
	signed, err := sign.Verify(pdf, nil)
	n.must(err)
	e, err := reports.EvidenceOf(pdf)
	n.must(err)
	doc, err := e.Draw(papers.Of(n.house).Words(e.Language))
	n.must(err)
	last := signed.Signatures[0]
	field := n.field(e, doc, 0, last.Certificate, last.At)
	more := field
	more.Name, more.Page, more.Y, more.Lines = "signature-0", 1, 20, []string{n.dealer().Name}
	if more.Page == field.Page && field.Y < 60 {
		t.Fatalf("the block is at %v mm", field.Y)
	}
	twice, err := sign.Sign(pdf[:signed.Base], n.identity(n.dealer()), more)
	n.must(err)
	twice, err = sign.Sign(twice, n.identity(n.dario), field)
	n.must(err)
	if got, said := n.saysOf(n.house, twice); got != papers.Fails || said != "it has 2 signatures and needs 1" {
		t.Errorf("%v: %s", got, said)
	}
	if got, said := n.saysOf(n.house, pdf); got != papers.Holds {
		t.Errorf("as it was signed: %v, %s", got, said)
	}
}
