package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/storage/central/pgtest"
)

// twoMachines is a house of a test: ufficio, the office, has LB1, and tavolo-2 has LB2. Their pit serves until the test ends.
type twoMachines struct {
	*testing.T
	dir              string
	data, pit, other string // folders: the office's, the pit's, tavolo-2's
	address          string
	plan             house.Plan
	stop             func()
}

func (m *twoMachines) in(name string) string { return filepath.Join(m.dir, name) }

func (m *twoMachines) says(wanted int, words, stdin string, args ...string) {
	m.Helper()
	if out, problem, status := ctl(m.T, stdin, args...); status != wanted || !strings.Contains(out+problem, words) {
		m.Errorf("%v: status %d, %s%s, wanted %d and %q", args, status, out, problem, wanted, words)
	}
}

func (m *twoMachines) at(data string, do func(h *session.House) error) {
	m.Helper()
	h, err := session.Open(data, time.Now)
	must(m.T, err)
	must(m.T, errors.Join(do(h), h.Close()))
}

func (m *twoMachines) enroll(machine, tables string, more ...string) []string {
	return append([]string{"pit", "enroll", "--data", m.data, "--pit", m.pit, "--machine", machine, "--tables", tables, "-o", m.in(machine + ".pit")}, more...)
}

func newTwoMachines(t *testing.T) *twoMachines {
	t.Helper()
	m := &twoMachines{T: t, dir: t.TempDir(), address: pgtest.Address(t), plan: house.DemoPlan("it", "lugano", 2)}
	m.data, m.pit, m.other = m.in("data"), m.in("pit"), m.in("other")
	url := aDatabase(t)
	must(t, os.WriteFile(m.in("owner.url"), []byte(url), 0o600))
	m.at(m.data, func(h *session.House) error { return h.SetUp(m.plan) })
	m.says(done, "pit of", "", "pit", "init", "--data", m.data, "--pit", m.pit, "--address", m.address, "--database-file", m.in("owner.url"))
	m.says(done, "is the house's office", "", m.enroll("ufficio", "LB1", "--office")...)
	m.says(done, "ufficio ships", "", "pit", "join", m.in("ufficio.pit"), "--data", m.data)
	m.stop = served(t, m.pit, m.address)
	t.Cleanup(m.stop)
	m.says(done, "entries shipped", "", "pit", "ship", "--data", m.data)
	m.says(unusable, `the house has no table "LB9"`, "", m.enroll("tavolo-2", "LB2,LB9")...)
	m.says(done, "is enrolled with LB2", "", m.enroll("tavolo-2", "LB2")...)
	m.says(done, "taken in", "", "pit", "join", m.in("tavolo-2.pit"), "--data", m.other)
	return m
}

// opened opens LB2 at tavolo-2.
func (m *twoMachines) opened(then func(h *session.House, open *session.Table) error) {
	m.Helper()
	m.at(m.other, func(h *session.House) error {
		croupier, err := h.SignOn(m.plan.Staff[0].Number + m.plan.Staff[0].PIN)
		must(m.T, err)
		inspector, err := h.SignOn("215821")
		must(m.T, err)
		open, err := h.OpenTable("LB2")
		must(m.T, err)
		must(m.T, open.Open(croupier, inspector, nil))
		return errors.Join(then(h, open), open.Release())
	})
}

// A machine enters a hand that the rules settle otherwise, and chips for nothing, seals and ships it. Whoever takes the table over has
// a record that does not hold, as the liar has.
func TestLieOfAnotherMachineIsNamed(t *testing.T) {
	lie := map[string]func(t *pit.Table) ([]record.Fact, error){
		"settled": func(t *pit.Table) ([]record.Fact, error) {
			facts, err := t.Deal().PayAll()
			for i, f := range facts {
				if closed, is := f.(record.HandClosed); is {
					closed.House -= 900000
					facts[i] = closed
				}
			}
			return facts, err
		},
		"changed": func(*pit.Table) ([]record.Fact, error) {
			return []record.Fact{record.ChipsChanged{In: record.Float{{Value: 10000, Pieces: 1}}, Out: record.Float{{Value: 10000, Pieces: 9}}}}, nil
		},
	}
	for name, enters := range lie {
		t.Run(name, func(t *testing.T) {
			m := newTwoMachines(t)
			m.opened(func(h *session.House, open *session.Table) error {
				aHand(t, open)
				must(t, open.Do(enters))
				return nil
			})
			m.says(done, "entries shipped", "", "pit", "ship", "--data", m.other)
			m.says(notHeld, "LB2", "", "verify", "--data", m.other)
			m.says(done, "LB2 goes from tavolo-2 to ufficio with ", "316931\n", "pit", "move", "--data", m.data, "--pit", m.pit, "--table", "LB2", "--to", "ufficio", "--over", "--alive")
			m.says(done, "entries shipped", "", "pit", "ship", "--data", m.data)
			m.says(notHeld, "LB2", "", "verify", "--data", m.data)
		})
	}
}

// aHand plays a hand until it is to be paid.
func aHand(t *testing.T, open *session.Table) {
	t.Helper()
	do := func(command session.Command) {
		t.Helper()
		must(t, open.Do(command))
	}
	do(func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{}, time.Now()) })
	for _, b := range []games.Bet{{Box: 1, Spot: "59", Amount: 2000}, {Box: 1, Spot: "play", Amount: 4000}} {
		do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(b) })
	}
	do(pit.OfBets(hand.Bets.Close))
	for {
		switch step := open.State.Deal().Next(); step.Kind {
		case games.Deal:
			do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card("8") })
		case games.Ask:
			do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Stand) })
		default:
			return
		}
	}
}

// The office is enrolled with one table, another machine with a second, which is moved to the office in the middle of a shift:
// from joining on the office plays it only once all of it is there, and every command says so until then, and why.
func TestTableMovesToTheOffice(t *testing.T) {
	m := newTwoMachines(t)
	data, pit, other, in, says, at, enroll := m.data, m.pit, m.other, m.in, m.says, m.at, m.enroll
	m.opened(func(*session.House, *session.Table) error { return nil })
	says(done, "entries shipped", "", "pit", "ship", "--data", other)
	says(done, ", once that has heard of it\nwhat tavolo-2 entered and had not sent is not in that: look at the felt. Its slips", "316931\n", "pit", "move", "--data", data, "--pit", pit, "--table", "LB2", "--to", "ufficio", "--over", "--alive")

	says(done, "tavolo-3 is enrolled with no table", "", enroll("tavolo-3", "")...) // by mistake
	says(notHeld, "nothing has arrived: have it join and ship; if it was enrolled by mistake, pit forget takes it out", "", "pit", "status", "--pit", pit)

	const waits = "LB2 was moved here from tavolo-2 and is not taken over yet"
	says(notHeld, waits, "", "pit", "status", "--data", data)
	at(data, func(h *session.House) error { // the window's first start
		if _, err := h.OpenTable("LB2"); !house.RefusedFor(err, house.TableElsewhere) {
			t.Errorf("it stands at a table of which it has nothing: %v", err)
		}
		lease, err := h.Store().Lease("LB2", "another program")
		must(t, err)
		says(unusable, "LB2 was moved to this machine, which has not taken it over: table LB2 is open in another program", "", "pit", "ship", "--data", data)
		says(notHeld, waits, "", "pit", "status", "--data", data)
		return lease.Release()
	})
	says(done, "entries shipped", "", "pit", "ship", "--data", data)
	at(data, func(h *session.House) error {
		open, err := h.OpenTable("LB2")
		must(t, err)
		if !open.State.Open || h.State.Moves().Inherited("LB2") != open.State.Seq {
			t.Errorf("it has %d entries of %d", open.State.Seq, h.State.Moves().Inherited("LB2"))
		}
		return open.Release()
	})
	says(done, "entries shipped", "", "pit", "ship", "--data", data)
	says(done, record.HouseStream, "", "pit", "status", "--data", data)
	says(done, "holds", "", "verify", "--data", data)

	says(notHeld, "played on ufficio now", "", "pit", "status", "--pit", pit) // nothing of tavolo-3 has arrived
	forget := func(machine string) []string { return []string{"pit", "forget", "--pit", pit, "--machine", machine} }
	says(unusable, "the pit knows no machine tavolo-9", "", forget("tavolo-9")...)
	says(unusable, "ufficio is the house's office", "", forget("ufficio")...)
	says(unusable, "tavolo-2 has shipped, and what has arrived stays", "", forget("tavolo-2")...)
	says(done, "tavolo-3 is enrolled no more", "", forget("tavolo-3")...)
	says(done, "entries shipped", "", "pit", "ship", "--data", other) // with what it took in
	must(t, pgtest.Seen("nothing is wrong any more", func() bool {
		_, _, status := ctl(t, "", "pit", "status", "--pit", pit)
		return status == done
	}))
	says(unusable, "", "", "pit", "join", in("tavolo-3.pit"), "--data", in("third"))

	fetch := func(machine string) []string {
		return []string{"pit", "fetch", "--pit", pit, "--machine", machine, "-o", in("fetched.db")}
	}
	says(unusable, "the pit knows no machine tavolo-9", "", fetch("tavolo-9")...)
	says(done, "LB2: ", "", fetch("ufficio")...)
	says(unusable, "is there already", "", fetch("ufficio")...)
	says(done, "restored into", "", "restore", in("fetched.db"), "--data", in("again"))
	m.stop()
	says(notHeld, "the pit does not answer at "+m.address, "", "pit", "status", "--data", data)
}

// A move that is signed and has not arrived at the pit is not done: nobody plays the table where it went. The command says so with status 1.
func TestMoveThatIsNotShippedIsNotDone(t *testing.T) {
	c := newCommanded(t)
	c.ships(c.other)
	c.stop()
	out, problem, status := ctl(t, demoCode("31")+"\n", "pit", "move", "--data", c.data, "--pit", c.pit, "--table", "LB2", "--to", "ufficio", "--over", "--alive")
	if status != notHeld || !strings.Contains(out, "LB2 goes from tavolo-2 to ufficio") || !strings.Contains(problem, "it is signed, and not shipped yet: until it is, nobody plays LB2 on ufficio. Run sabotctl pit ship here: ") {
		t.Errorf("status %d: %s%s", status, out, problem)
	}
}

// The office signs a report of its table, which goes to another machine. That one plays it and knows what changed; the office is told where it went.
func TestReportIsVerifiedWhereTheTableWent(t *testing.T) {
	c := newCommanded(t)
	c.at(c.data, opens("LB1"))
	c.at(c.data, closes("LB1"))
	paper := c.in("shift.pdf")
	c.at(c.data, func(h *session.House) error {
		croupier, err := h.SignOn(demoCode("11"))
		must(t, err)
		inspector, err := h.SignOn(demoCode("21"))
		must(t, err)
		_, pdf, err := papers.Of(h).Signed(papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1}, croupier, inspector)
		must(t, err)
		return os.WriteFile(paper, pdf, 0o600)
	})
	c.ships(c.data)
	c.says(done, "LB1 goes from ufficio to tavolo-2", demoCode("31")+"\n", "pit", "move", "--data", c.data, "--pit", c.pit, "--table", "LB1", "--to", "tavolo-2")
	c.ships(c.data)
	c.ships(c.other)
	c.says(done, "LB1 is played on tavolo-2 since", "", "verify-report", "--data", c.data, paper)
	if said := c.says(done, "holds", "", "verify-report", "--data", c.other, paper); strings.Contains(said, "not known here") {
		t.Errorf("tavolo-2, which plays LB1, says\n%s", said)
	}
}
