package session_test

import (
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/session/sums"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports"
	"sabot/storage"
)

// voids is the command with which two people void the first hand of a closed shift; signed is what the screen says of its report.
func (n *night) voids(signed func(*pit.Table) bool) session.Command {
	return func(t *pit.Table) ([]record.Fact, error) {
		c := hand.Correction{Hand: 1, Reason: "scarpa difettosa", By: &n.dario.Staff, Signed: signed(t)}
		return t.Corrections().VoidHand(c, &n.elena.Staff)
	}
}

// unsigned is what a screen says that knows of no signed report.
func unsigned(*pit.Table) bool { return false }

// voidedAt enters behind the last entry of the table, past what a program asks, that a hand was voided at a time.
func (n *night) voidedAt(at time.Time) {
	n.Helper()
	facts, err := n.table.Would(n.voids(unsigned))
	n.must(err)
	note, err := n.house.Store().Head("LB1")
	n.must(err)
	head, err := seal.ReadHead(note)
	n.must(err)
	stood := record.Stood{Size: head.Size, Root: head.Root.String()}
	entries, err := house.Sign(stood, n.table.State.Stamp(at, facts...), n.dario, n.elena)
	n.must(err)
	n.must(n.house.Store().Append(entries...))
}

// A hand of a shift whose report was signed is corrected behind that, whatever time the entry has: the people who signed it signed for the
// checkpoint of the table before it.
func TestCorrectionDatedBackBehindASignedReportIsNamed(t *testing.T) {
	for _, back := range []time.Duration{-time.Minute, 0, 30 * time.Second, 90 * time.Second} {
		t.Run(back.String(), func(t *testing.T) {
			n := closedNight(t)
			n.clock.Pass(10 * time.Minute)
			n.signedAs(reports.ShiftReport)
			n.voidedAt(n.house.State.Last.Add(-back))
			found := faults(t, n.dir)
			if len(found) != 1 || found[0].Table != "LB1" || found[0].Code != record.NotDone || !strings.Contains(found[0].What, "report signed") {
				t.Errorf("%v", found)
			}
		})
	}
}

// A hand that was corrected before the report was signed, by a clock that was ahead then, is in the report: it holds.
func TestCorrectionBeforeASignedReportHoldsByAnyClock(t *testing.T) {
	n := closedNight(t)
	n.clock.Pass(3 * time.Hour)
	n.do(n.voids(unsigned), n.dario, n.elena)
	n.clock.Pass(-2 * time.Hour)
	n.signedAs(reports.ShiftReport)
	if at := n.table.State.Last(); !at.After(n.house.State.Last) {
		t.Fatalf("corrected at %v, signed by %v: this proves nothing", at, n.house.State.Last)
	}
	verified(t, n.dir)
}

// A kept is a record in which another program does something right before the next report is kept as a file.
type kept struct {
	*storage.Store
	does func()
}

func (k *kept) Keep(name string, content []byte) (string, error) {
	if does := k.does; does != nil {
		k.does = nil
		does()
	}
	return k.Store.Keep(name, content)
}

// twice opens the night's record in a second program, whose keeper does something right before it keeps a report. The night goes on in
// the first one, at no table.
func (n *night) twice() (office *session.House, keeper *kept) {
	n.Helper()
	n.must(n.table.Release())
	n.must(n.house.Close())
	store, err := storage.OpenExisting(n.dir)
	n.must(err)
	n.Cleanup(func() { _ = store.Close() })
	keeper = &kept{Store: store}
	office, err = session.On(keeper, n.clock.Now)
	n.must(err)
	n.house, err = session.On(store, n.clock.Now)
	n.must(err)
	return office, keeper
}

// Two programs are at one record. Where one signs a shift's report while the other corrects a hand of it, one of the two is refused,
// and the record holds.
func TestReportIsSignedWhileAHandIsCorrected(t *testing.T) {
	for _, first := range []string{"the report", "the correction", "another correction"} {
		t.Run(first, func(t *testing.T) {
			n := closedNight(t)
			name := n.table.State.Name
			office, keeper := n.twice()
			table, err := n.house.OpenTable(name)
			n.must(err)
			n.table = table
			n.must(n.table.Whole())
			n.clock.Pass(time.Minute)
			sign := func() error {
				_, _, err := papers.Of(office).Signed(papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1}, n.dealer(), n.dario)
				return err
			}
			void := func(signed func(*pit.Table) bool) error {
				n.clock.Pass(time.Second)
				return n.table.Do(n.voids(signed), n.dario, n.elena)
			}
			known := papers.Of(n.house).ShiftSigned
			switch first {
			case "the report":
				signs := sign
				err := void(func(t *pit.Table) bool {
					signed := known(t)
					if signs != nil {
						n.must(signs())
						signs = nil
					}
					return signed
				})
				if !house.RefusedFor(err, house.ReportSigned) {
					t.Errorf("the correction: %v", err)
				}
			case "the correction":
				keeper.does = func() { n.must(void(known)) }
				if err := sign(); !house.RefusedFor(err, house.ReportChanged) {
					t.Errorf("the report: %v", err)
				}
				n.must(sign())
			default: // what else is entered of the house keeps nobody from it
				_, err := office.EnterOffice("417041")
				n.must(err)
				n.must(void(known))
				n.must(sign())
			}
			if got, want := len(n.table.State.History) > 0 && n.table.State.History[0].Cancelled != nil, first != "the report"; got != want {
				t.Errorf("the hand is void: %v", got)
			}
			n.must(n.house.Store().Close())
			verified(t, n.dir)
		})
	}
}

// Two programs are at one record, and at each the report is signed at the same time. One of them is refused, for each copy has a number of its own.
// Read and signed again it is the next copy, and the record holds.
func TestReportIsSignedAtTwoProgramsAtOnce(t *testing.T) {
	for _, kind := range []reports.Kind{reports.ShiftReport, reports.TableReport} {
		n := closedNight(t)
		w := papers.Wanted{Kind: kind, Table: "LB1", Shift: 1}
		if kind == reports.TableReport {
			w.Shift, w.Item = 0, "2026-11-01.."+evening.Format(time.DateOnly)
			n.clock.Pass(24 * time.Hour)
		}
		office, keeper := n.twice()
		n.clock.Pass(time.Minute)
		sign := func(h *session.House) error {
			badges := []house.Badge{n.dario}
			if w.Kind == reports.ShiftReport {
				badges = []house.Badge{n.dealer(), n.dario}
			}
			_, _, err := papers.Of(h).Signed(w, badges...)
			return err
		}
		keeper.does = func() { n.must(sign(n.house)) }
		if err := sign(office); !house.RefusedFor(err, house.ReportChanged) {
			t.Errorf("%s: the second one: %v", w.Kind, err)
		}
		n.must(sign(office))
		if last := n.signedLast(); last.Copy != 2 {
			t.Errorf("%s: signed again it is copy %d", w.Kind, last.Copy)
		}
		n.must(n.house.Store().Close())
		verified(t, n.dir)
	}
}

// corrects has two people void a hand of a member's table, past its screen where it says so; the error is the table's.
func (m *member) corrects(n *night, number int, signed func(*pit.Table) bool) error {
	n.Helper()
	n.clock.Pass(time.Minute)
	lb1, err := m.house.OpenTable("LB1")
	n.must(err)
	defer func() { n.must(lb1.Release()) }()
	inspector, err := m.house.SignOn("215821")
	n.must(err)
	manager, err := m.house.SignOn("316931")
	n.must(err)
	n.must(lb1.Whole())
	return lb1.Do(func(t *pit.Table) ([]record.Fact, error) {
		c := hand.Correction{Hand: number, Reason: "scarpa difettosa", By: &inspector.Staff, Signed: signed(t)}
		return t.Corrections().VoidHand(c, &manager.Staff)
	}, inspector, manager)
}

// What the office signed is signed at the machine to which its table went, for the screen and for who verifies alike. It is so from when the machine
// heard of it, where the office signed only then.
func TestReportOfTheOfficeIsSignedWhereItsTableWent(t *testing.T) {
	wanted := papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1}
	for _, before := range []bool{true, false} {
		n := closedNight(t)
		n.must(n.house.Takeover().HoldTables("ufficio", []string{"LB1"}))
		t1 := n.joins("tavolo-1")
		knows := papers.Of(t1.house).ShiftSigned
		if before {
			n.clock.Pass(time.Minute)
			signs(n, n.house, wanted, "114711", "215821")
			t1.gets("LB1", n.house, "ufficio", n.house, n.elena)
		} else {
			t1.gets("LB1", n.house, "ufficio", n.house, n.elena)
			n.clock.Pass(time.Minute)
			signs(n, n.house, wanted, "114711", "215821")
			n.must(t1.corrects(n, 1, knows))
			n.clock.Pass(time.Minute)
			t1.hears(n.house)
		}
		if found := faultsOf(t, t1.house); len(found) > 0 {
			t.Errorf("signed before it went %v: %v", before, found)
		}
		if err := t1.corrects(n, 2, knows); !house.RefusedFor(err, house.ReportSigned) {
			t.Errorf("signed before it went %v: the screen says %v", before, err)
		}
		n.must(t1.corrects(n, 2, unsigned))
		if found := faultsOf(t, t1.house); len(found) != 1 || !strings.Contains(found[0].What, "report signed") {
			t.Errorf("signed before it went %v, corrected past the screen: %v", before, found)
		}
	}
}

// The office closed a shift and its report was signed, and its table is taken without that. Where the table goes on the shift is another one: the report
// bars no correction there, and the list does not have it as signed.
func TestReportOfTheOfficeThatWasOvertakenBarsNothing(t *testing.T) {
	for _, heard := range []bool{true, false} {
		n := newNight(t)
		opener := house.DemoFloat()
		n.must(n.table.Open(n.dealers[0], n.dario, &opener))
		for range 2 {
			n.begin()
			n.finish()
		}
		head, err := n.house.Store().Head("LB1")
		n.must(err)
		size, err := n.house.Store().Last("LB1")
		n.must(err)
		closer := count(opener.Value())
		n.must(n.table.Close(n.dealer(), n.dario, &closer))
		n.must(n.house.Takeover().HoldTables("ufficio", []string{"LB1"}))
		t1 := n.joins("tavolo-1")
		n.clock.Pass(time.Minute)
		move := func() {
			n.must(n.house.MoveTable(record.TableMoved{Table: "LB1", From: "ufficio", To: t1.name, Head: head, Over: true}, n.elena))
		}
		if !heard {
			move()
		}
		signs(n, n.house, papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1}, "114711", "215821")
		if heard {
			move()
		}
		t1.hears(n.house)
		var entries [][]byte
		for e, err := range n.house.Store().Entries("LB1", 1) {
			if n.must(err); e.Seq <= size {
				entries = append(entries, record.Encode(e))
			}
		}
		f, _, _ := t1.house.State.Moves().Moved("LB1")
		n.must(t1.house.Takeover().Inherit(f, entries, nil))
		n.must(t1.house.Takeover().HoldTables(t1.name, []string{"LB1"}, f))
		n.clock.Pass(time.Minute)
		lb1, err := t1.house.OpenTable("LB1")
		n.must(err)
		n.must(lb1.Close(n.dealers[0], n.dario, &closer))
		n.must(lb1.Release())
		lines, err := t1.house.Sums().Shifts(sums.ShiftQuery{})
		n.must(err)
		if len(lines) != 1 || lines[0].Signed {
			t.Errorf("the list has %+v", lines)
		}
		if err := t1.corrects(n, 1, papers.Of(t1.house).ShiftSigned); err != nil {
			t.Errorf("signed before the move %v: %v", heard, err)
		}
		for _, f := range faultsOf(t, t1.house) {
			t.Error(f)
		}
	}
}
