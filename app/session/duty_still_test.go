package session_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/session"
	"sabot/app/session/eventlog"
	"sabot/app/session/papers"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
)

// staffed is a house with a table of Lugano Baccarat, and its people by their badges.
type staffed struct {
	*testing.T
	house                     *session.House
	table                     *session.Table
	anna, bruno, dario, elena house.Badge
	shoe, bets, play          session.Command
}

func staff(t *testing.T) *staffed { return staffBy(t, time.Now) }

// staffBy is such a house that goes by a clock.
func staffBy(t *testing.T, now func() time.Time) *staffed {
	s := staffAt(t, demoHouseBy(t, now))
	gina := house.Staff{Number: "22", Name: "Gina Neri", Role: record.Inspector}
	s.must(s.house.Staff().EnterStaff(house.NewStaff{Staff: gina, PIN: "7302"}, s.elena)) // somebody has to inspect
	return s
}

// staffAt is such a house on a machine that may go by an office.
func staffAt(t *testing.T, h *session.House) *staffed {
	s := &staffed{T: t, house: h}
	badge := func(code string) house.Badge {
		t.Helper()
		who, err := s.house.SignOn(code)
		s.must(err)
		return who
	}
	s.anna, s.bruno, s.dario, s.elena = badge("114711"), badge("124712"), badge("215821"), badge("316931")
	table, err := s.house.OpenTable("LB1")
	s.must(err)
	t.Cleanup(func() { _ = table.Release() })
	s.table = table
	s.shoe = func(t *pit.Table) ([]record.Fact, error) {
		return t.StartShoe(pit.NewShoe{Fresh: true, Approver: &s.dario.Staff}, time.Now())
	}
	bet := func(spot string) session.Command {
		return func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: 1, Spot: spot, Amount: 10_000})
		}
	}
	s.bets, s.play = bet("59"), bet("play")
	return s
}

func (s *staffed) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

func (s *staffed) do(commands ...session.Command) {
	s.Helper()
	for _, c := range commands {
		s.must(s.table.Do(c))
	}
}

func (s *staffed) refused(right house.Right, err error) {
	s.Helper()
	var refusal *house.Refusal
	if !errors.As(err, &refusal) || refusal.Why != house.WorksNoMore {
		s.Fatalf("%v, want that somebody works here no more", err)
	}
	if refusal.Right != right || refusal.What == "" {
		s.Errorf("%+v, want the right %s", refusal, right)
	}
}

func (s *staffed) faults() (faults []*record.Fault) {
	s.Helper()
	snapshot, err := s.house.Store().Snapshot(context.Background())
	s.must(err)
	defer snapshot.Close()
	all, err := audit.Verify(context.Background(), snapshot, audit.Check{Trusted: s.house.Store().Verifier()})
	s.must(err)
	for _, c := range all {
		if c.Fault != nil {
			faults = append(faults, c.Fault)
		}
	}
	return faults
}

// toBet plays the burn of the shoe, where the table has one.
func (s *staffed) toBet() {
	s.Helper()
	s.do(s.shoe)
	if s.table.State.Deal().Phase() == hand.Burning {
		s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().BurnFirst("8h") })
	}
}

func card(name string) session.Command {
	return func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) }
}

// A croupier who has left finishes the hand that is open, and begins no other: a relief comes first. So it is with
// the inspector who answers for the table.
func TestWhoHasLeftBeginsNoHand(t *testing.T) {
	s := staff(t)
	s.must(s.table.Open(s.anna, s.dario, nil))
	s.toBet()
	s.do(s.bets, s.play)
	duties, err := s.house.Staff().OnDuty("11")
	if s.must(err); len(duties) != 1 || duties[0].Table != "LB1" || duties[0].Croupier != "11" {
		t.Errorf("Anna is on duty at %+v", duties)
	}
	s.must(s.house.Staff().RemoveStaff("11", s.elena))
	s.do(pit.OfBets(hand.Bets.Close))
	for s.table.State.Hand == 1 {
		switch s.table.State.Deal().Phase() {
		case hand.Deciding:
			s.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Stand) })
		case hand.Paying:
			s.do(pit.OfDeal(hand.Deal.PayAll))
		default:
			s.do(card("8"))
		}
	}
	s.refused(house.DealTable, s.table.Do(s.bets))
	s.refused(house.DealTable, s.table.Do(pit.OfBets(hand.Bets.Repeat)))
	s.refused(house.DealTable, s.table.Do(s.shoe))
	s.refused(house.DealTable, s.table.Do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(1, 20_000, nil, nil) }))
	for what, act := range map[string]session.Command{
		"void": func(t *pit.Table) ([]record.Fact, error) {
			return t.Corrections().VoidHand(hand.Correction{Hand: 1, Reason: "scarpa difettosa", Moved: true}, &s.elena.Staff)
		},
		"credit": func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().RequestSlip(&s.house.State, record.Credit, record.Float{{Value: 10_000, Pieces: 1}}, &s.dario.Staff)
		},
		"wrong payout": func(t *pit.Table) ([]record.Fact, error) {
			return t.PayWrong(record.WrongPayout{Hand: 1, Box: 1, Amount: 5_000, Reason: "visto"}, &s.dario.Staff)
		},
		"limits": func(t *pit.Table) ([]record.Fact, error) {
			return t.AnnounceLimits(map[string]games.Limit{"59": {Min: 2_000, Max: 50_000}}, time.Now().Add(time.Hour), &s.elena.Staff, time.Now())
		},
		"incident": func(t *pit.Table) ([]record.Fact, error) {
			return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.OtherIncident, Text: "visto"})
		},
	} {
		if _, err := act(s.table.State); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		s.refused(house.DealTable, s.table.Do(act))
	}
	s.refused(house.DealTable, s.table.CroupierStill())
	s.refused(house.DealTable, s.table.Close(s.anna, s.dario, nil))
	s.must(s.table.TakeOver(s.bruno))
	s.do(s.bets)
	s.do(pit.OfBets(hand.Bets.Clear))
	s.must(s.house.Staff().RemoveStaff("21", s.elena))
	s.refused(house.AnswerFor, s.table.Do(s.bets))
	s.refused(house.AnswerFor, s.table.Do(pit.OfBets(hand.Bets.Close))) // no bet could be placed
	s.must(s.table.CroupierStill())
	s.must(s.table.TakeOver(s.elena))
	s.do(s.bets)
	if faults := s.faults(); len(faults) > 0 {
		t.Errorf("what the table itself wrote does not hold: %v", faults)
	}
}

// A hand that began in the millisecond in which its inspector left may have begun before.
func TestWhoLeavesInTheMillisecondOfAHand(t *testing.T) {
	clock := demo.NewClock(evening)
	h, err := session.Open(t.TempDir(), clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	if err := h.SetUp(house.DemoPlan("it", "", 1)); err != nil {
		t.Fatal(err)
	}
	s := staffAt(t, h)
	gina := house.Staff{Number: "22", Name: "Gina Neri", Role: record.Inspector}
	s.must(s.house.Staff().EnterStaff(house.NewStaff{Staff: gina, PIN: "7302"}, s.elena))
	s.must(s.table.Open(s.anna, s.dario, nil))
	s.toBet()
	clock.Pass(time.Millisecond)
	s.do(s.bets)
	s.must(s.house.Staff().RemoveStaff("21", s.elena))
	if faults := s.faults(); len(faults) > 0 {
		t.Errorf("what the table itself wrote does not hold: %v", faults)
	}
}

// Losing the right is as leaving.
func TestWhoMayDealNoMoreBeginsNoHand(t *testing.T) {
	s := staff(t)
	s.must(s.table.Open(s.anna, s.dario, nil))
	s.toBet()
	s.must(s.house.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: "11", Name: "Anna Bernasconi", Role: record.BackOffice}}, s.elena))
	s.refused(house.DealTable, s.table.Do(s.bets))
}

// The audit names a hand that was begun under the name of somebody who had left, in a shift whose opening says that
// the table asks. Records from before hold as they did.
func TestAuditOfWhoHadLeft(t *testing.T) {
	for _, c := range []struct {
		name    string
		checks  int
		program string
		who     string // leaves
		fault   string
	}{
		{"the croupier has left", 1, "0.10.0", "11", "Anna"},
		{"the inspector has left", 1, "0.10.0", "21", "Dario"},
		{"before 0.10", 0, "0.9.0", "11", ""},
		{"no program says which it is", 0, "", "11", ""},
		{"a program of 0.10 leaves it out", 0, "0.10.0", "11", `"checks":1`},
		{"a later one too", 0, "1.2.3", "11", `"checks":1`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := staff(t)
			if c.program != "" {
				s.must(s.house.Started("LB1", record.Program{Version: c.program}))
			}
			facts, err := s.table.Would(s.table.Opening(s.anna.Staff, s.dario.Staff, nil))
			s.must(err)
			opened := facts[0].(record.Opened)
			if opened.Checks = c.checks; c.checks == 0 {
				opened.Uncounted = false
				opened.Cash = 0
			}
			facts[0] = opened
			enter := func(at time.Time, facts []record.Fact, err error, badges ...house.Badge) {
				t.Helper()
				s.must(err)
				entries, err := house.Sign(demotest.Stood(t, s.house.Store(), "LB1"), s.table.State.Stamp(at, facts...), badges...)
				s.must(err)
				s.must(s.house.Store().Append(entries...))
				for _, e := range entries {
					s.table.State.Apply(e)
				}
			}
			now := s.table.Now()
			enter(now, facts, nil, s.anna, s.dario)
			s.must(s.house.Staff().RemoveStaff(c.who, s.elena))
			at := now.Add(time.Minute)
			facts, err = s.table.State.StartShoe(pit.NewShoe{Fresh: true}, at)
			enter(at, facts, err)
			faults := s.faults()
			switch {
			case c.fault == "" && len(faults) > 0:
				t.Errorf("it does not hold: %v", faults)
			case c.fault != "" && (len(faults) != 1 || !strings.Contains(faults[0].Error(), c.fault)):
				t.Errorf("%v, want one of %s", faults, c.fault)
			}
		})
	}
}

// A removal that the office of a pit has entered comes to the machine of an open table as the house's entries do: the
// table begins no hand from then on, and a relief puts it right.
func TestRemovalFromThePitStopsAnOpenTable(t *testing.T) {
	office := demoHouse(t)
	h, err := session.Open(t.TempDir(), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.Close() })
	pull := func() {
		t.Helper()
		entries, head, keys := shipped(t, office, h.State.Office().Size)
		if err := h.Takeover().TakeHouse("ufficio", h.State.Office().Size, entries, head, keys); err != nil {
			t.Fatal(err)
		}
	}
	pull()
	if err := h.Takeover().HoldTables("tavolo-1", []string{"LB1"}); err != nil {
		t.Fatal(err)
	}
	s := staffAt(t, h)
	s.must(s.table.Open(s.anna, s.dario, nil))
	s.toBet()
	s.do(s.bets, pit.OfBets(hand.Bets.Clear))
	elena, err := office.SignOn("316931")
	s.must(err)
	s.must(office.Staff().RemoveStaff("11", elena))
	s.do(s.bets, pit.OfBets(hand.Bets.Clear)) // it has not come yet
	pull()
	s.refused(house.DealTable, s.table.Do(s.bets))
	s.refused(house.DealTable, s.table.CroupierStill())
	s.must(s.table.TakeOver(s.bruno))
	s.do(s.bets)
}

// Who deals at another table too relieves somebody who was removed on duty: that is an incident, and a relief all the same.
func TestLeaverIsRelievedByWhoDealsElsewhere(t *testing.T) {
	s := staff(t)
	s.must(s.table.Open(s.anna, s.dario, nil))
	other, err := s.house.OpenTable("PB1")
	s.must(err)
	t.Cleanup(func() { _ = other.Release() })
	s.must(other.Open(s.bruno, s.dario, nil))
	s.must(s.house.Staff().RemoveStaff("11", s.elena))
	s.must(s.table.TakeOver(s.bruno))
	if s.table.State.Croupier != "12" || len(s.table.State.IncidentBook().OpenIncidents()) == 0 {
		t.Errorf("%s deals, incidents %v", s.table.State.Croupier, s.table.State.IncidentBook().OpenIncidents())
	}
	for _, f := range s.faults() {
		t.Error(f)
	}
}

// An incident that somebody enters has no sum: a count alone finds a difference.
func TestEnteredIncidentFindsNoDifference(t *testing.T) {
	for _, f := range []record.IncidentOpened{
		{Class: record.DifferenceIncident, Amount: -99_999_900},
		{Class: record.OtherIncident, Text: "x", Amount: -777_700},
		{Class: record.DifferenceIncident, Text: "x"},
	} {
		s := staff(t)
		s.must(s.table.Open(s.anna, s.dario, nil))
		bad := f.Amount != 0
		s.must(s.table.Do(func(t *pit.Table) ([]record.Fact, error) { return []record.Fact{f}, nil }))
		if faults := s.faults(); (len(faults) > 0) != bad {
			t.Errorf("%+v: %v", f, faults)
		}
	}
}

// A relief of somebody who was removed on duty is no act of theirs, and their PIN from then on is told as that of one who works here
// no more. What was before stays as it was.
func TestLeaverIsToldAsOne(t *testing.T) {
	var last time.Time
	var one sync.Mutex
	s := staffBy(t, func() time.Time { // no two entries are of one millisecond: the log has the streams in the order of time
		one.Lock()
		defer one.Unlock()
		if last = last.Add(time.Millisecond); time.Now().After(last) {
			last = time.Now()
		}
		return last
	})
	wrong := func(code string) {
		t.Helper()
		if _, err := s.house.SignOn(code); !house.RefusedFor(err, house.WrongPIN) {
			t.Error(err)
		}
	}
	wrong("110000")
	s.must(s.table.Open(s.anna, s.dario, nil))
	s.must(s.table.TakeOver(s.bruno))
	s.must(s.table.TakeOver(s.anna))
	s.must(s.house.Staff().RemoveStaff("11", s.elena))
	s.must(s.table.TakeOver(s.bruno))
	wrong("114711")
	found, err := s.house.Log("", shifts.LogQuery{Kinds: []string{"relieved", "pinfailed"}, Most: 20})
	s.must(err)
	lines, err := eventlog.Of(s.house).WithSubjects(found)
	s.must(err)
	words := papers.Of(s.house).Words("en")
	var said []string
	for _, l := range lines {
		line := l.Line(&s.house.State)
		said = append(said, line.Who()+": "+line.Said(words))
	}
	want := []string{ // the newest first
		"–: this person works here no more; number: Anna Rossi (11)",
		"Bruno Keller (12): asked for by the table: the person on duty works here no more; from: Anna Rossi (11); to: Bruno Keller (12)",
		"Anna Rossi (11): from: Bruno Keller (12); to: Anna Rossi (11)",
		"Bruno Keller (12): from: Anna Rossi (11); to: Bruno Keller (12)",
		"–: number: Anna Rossi (11)",
	}
	if !slices.Equal(said, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(said, "\n"), strings.Join(want, "\n"))
	}
}

// The table knows by the end of the hand that another program has removed its croupier: nobody need begin the next one to learn it.
func TestRemovalByAnotherProgramIsKnownAfterTheHand(t *testing.T) {
	s := staff(t)
	s.must(s.table.Open(s.anna, s.dario, nil))
	s.toBet()
	s.do(s.bets)
	other, err := session.On(s.house.Store(), time.Now)
	s.must(err)
	s.must(other.Staff().RemoveStaff("11", s.elena))
	s.do(pit.OfBets(hand.Bets.Clear))
	if err := s.table.State.OnDutyStill(&s.house.State); !house.RefusedFor(err, house.WorksNoMore) {
		t.Errorf("after the hand the table knows of no removal: %v", err)
	}
}

// What nobody signs is of nobody, or of the person whom it names: the audit names what is put into the record in somebody else's name.
func TestUnsignedEntriesAreInNobodyElsesName(t *testing.T) {
	digest := strings.Repeat("1f", 32)
	for _, c := range []struct {
		by   string
		fact record.Fact
		want record.FaultCode
	}{
		{"", record.PINFailed{Number: "21"}, ""},
		{"31", record.PINFailed{Number: "21"}, record.WrongStamp},
		{"", record.BackedUp{File: "copy.db", SHA256: digest}, ""},
		{"31", record.BackedUp{File: "copy.db", SHA256: digest, By: "31"}, record.WrongPerson},
		{"31", record.BackedUp{File: "copy.db", SHA256: digest, By: "11"}, record.WrongStamp},
		{"31", record.BackupFailed{File: "copy.db", Why: "Elena Moser", By: "31"}, record.WrongPerson},
		{"", record.ReportPrinted{Report: "exceptions", Copy: 1, Version: 1}, ""},
		{"31", record.ReportPrinted{Report: "exceptions", Copy: 1, Version: 1, By: "31"}, record.WrongPerson},
		{"", record.ReportPrinted{Report: "bogus", Copy: 1, Version: 1}, record.WrongPerson},
		{"", record.ReportPrinted{Report: "house-signed-paper", Copy: 1, Version: 1}, record.WrongPerson},
		{"", record.ReportPrinted{Report: "exceptions", Table: "LB1", Shift: 1, Copy: 1, Version: 1}, record.WrongPerson},
		{"", record.Updated{From: record.Program{Version: "0.10.0", SHA256: digest}, To: record.Program{Version: "0.11.0", SHA256: digest}}, record.NotDone},
		{"31", record.Started{Program: record.Program{Version: "0.10.0", SHA256: digest}}, record.WrongStamp},
		{"99", record.ReportPrinted{Report: "shift", Table: "LB1", Shift: 1, Copy: 1, By: "99"}, record.WrongStamp},
		{"=HYPERLINK(1)", record.Restored{}, record.WrongStamp},
	} {
		s := staff(t)
		s.must(s.house.Store().Append(record.Entry{Table: record.HouseStream, Seq: s.house.State.Seq + 1, At: s.house.Now(), By: c.by, Fact: c.fact}))
		var got record.FaultCode
		for _, f := range s.faults() {
			got = f.Code
		}
		if got != c.want {
			t.Errorf("%T by %q: %q, want %q", c.fact, c.by, got, c.want)
		}
	}
}

// No entry of a table lies in the house's stream, in whoever's name: nobody signs most of them, and the log would tell them.
func TestHouseHasNoEntriesOfTables(t *testing.T) {
	for _, kind := range record.Kinds() {
		f := record.Blank(kind)
		if of := record.RealmOf(f); of == record.OfHouse || of == record.OfMachine {
			continue
		}
		s := staff(t)
		s.must(s.house.Store().Append(record.Entry{Table: record.HouseStream, Seq: s.house.State.Seq + 1, At: s.house.Now(), By: "21", Fact: f}))
		if faults := s.faults(); len(faults) != 1 || faults[0].Code != record.NotDone && faults[0].Code != record.Unreadable { // a blank card is none
			t.Errorf("%s in the house’s stream: %v", kind, faults)
		}
	}
}
