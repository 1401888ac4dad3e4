package pitserver_test

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/app/session/sums"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports/sign"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// office makes the pit's house the office of all machines, and answers what ships it.
func (p *pit) office(tb testing.TB, tables ...string) *pitclient.Enrolment {
	tb.Helper()
	e, err := pitserver.EnrollOffice(tb.Context(), p.house, p.folder, sign.Post{Kind: sign.MachinePost, Name: "ufficio", Tables: tables}, true)
	must(tb, err)
	text, err := e.Text()
	must(tb, err)
	e, err = pitclient.Join(p.house.Store(), p.house.State.Name, text)
	must(tb, err)
	return e
}

// ships ships what the office entered, once the pit writes: on a machine that is too busy it loses the right to
// for a moment.
func (p *pit) ships(tb testing.TB, e *pitclient.Enrolment) {
	tb.Helper()
	must(tb, pgtest.Seen("what the office entered is shipped", func() bool {
		_, err := pitclient.New(p.house.Store(), e, then).Once(tb.Context())
		if refused := (*pitclient.Refusal)(nil); errors.As(err, &refused) && refused.Why == pitclient.NotWriting {
			return false
		}
		must(tb, err)
		return true
	}))
}

// newMember enrolls a machine that has no house yet and has it take in the office's.
func (p *pit) newMember(tb testing.TB, name string, tables ...string) *machine {
	tb.Helper()
	return p.newMemberBy(tb, demo.NewClock(demotest.Start), name, tables...)
}

// newMemberBy is newMember of a machine with a clock.
func (p *pit) newMemberBy(tb testing.TB, clock *demo.Clock, name string, tables ...string) *machine {
	tb.Helper()
	m := &machine{name: name, table: tables[0], dir: filepath.Join(tb.TempDir(), "data"), clock: clock}
	var err error
	m.house, err = session.Open(m.dir, m.clock.Now)
	must(tb, err)
	tb.Cleanup(func() { must(tb, m.house.Close()) })
	e, err := pitserver.Enroll(tb.Context(), p.house, p.folder, sign.Post{Kind: sign.MachinePost, Name: name, Tables: tables}, true)
	must(tb, err)
	text, err := e.Text()
	must(tb, err)
	m.enrolment, err = pitclient.Join(m.house.Store(), "", text)
	must(tb, err)
	return m
}

func (m *machine) puller() *pitclient.Puller {
	return pitclient.NewPuller(m.house.Takeover(), m.house.Store(), m.enrolment, then)
}

func (m *machine) pull(tb testing.TB) {
	tb.Helper()
	must(tb, m.puller().Once(tb.Context()))
}

// hears takes in what the office entered, and ships that it did.
func (m *machine) hears(tb testing.TB) {
	tb.Helper()
	m.pull(tb)
	_, err := m.ship()
	must(tb, err)
}

// holds demands that the audit finds nothing in a record.
func holds(tb testing.TB, h *session.House) {
	tb.Helper()
	for _, c := range audited(tb, h) {
		if c.Fault != nil {
			tb.Errorf("%s: %v", c.Name, c.Fault)
		}
	}
}

// auditedOf returns what the audit says of one table.
func auditedOf(tb testing.TB, h *session.House, table string) audit.Checked {
	tb.Helper()
	list := audited(tb, h)
	return list[slices.IndexFunc(list, func(c audit.Checked) bool { return c.Name == table })]
}

func audited(tb testing.TB, h *session.House) []audit.Checked {
	tb.Helper()
	snapshot, err := h.Store().Snapshot(tb.Context())
	must(tb, err)
	defer snapshot.Close()
	all, err := audit.Verify(tb.Context(), snapshot, audit.Check{Trusted: h.Store().Verifier()})
	must(tb, err)
	return all
}

// refusedFor demands a refusal.
func refusedFor(tb testing.TB, what string, err error, why house.Why) {
	tb.Helper()
	if !house.RefusedFor(err, why) {
		tb.Errorf("%s: %v, wanted %s", what, err, why)
	}
}

// code is what somebody of the demo types.
func code(number string) string {
	for _, s := range house.DemoPlan("it", "lugano", 1).Staff {
		if s.Number == number {
			return s.Number + s.PIN
		}
	}
	return ""
}

// A machine without a house becomes one of the house: people with their PINs, tables and rules are the
// office's, whatever pepper its account has. What the office changes holds there once it is heard, from the next opening on;
// until then it goes on with what it has and says how old that is. What is the house's is changed at the office alone.
func TestOneHouse(t *testing.T) {
	p := newPitOf(t, 2)
	p.up(t)
	e := p.office(t)
	manager := demotest.Badge(t, p.house, code("31"))

	t.Setenv(record.PepperEnv, filepath.Join(t.TempDir(), "pepper.key")) // another account
	m := p.newMember(t, "tavolo-1", "LB1")
	if err := m.puller().Once(t.Context()); err == nil || !strings.Contains(err.Error(), "nothing of ufficio has arrived") {
		t.Errorf("the office has shipped nothing: %v", err)
	}
	p.ships(t, e)
	m.pull(t)
	state := &m.house.State
	if state.Name != p.house.State.Name || len(state.Tables) != 2 || len(state.Staff) != len(p.house.State.Staff) || state.Office().Machine != "ufficio" {
		t.Fatalf("it has %s, %d tables, %d people of %+v", state.Name, len(state.Tables), len(state.Staff), state.Office())
	}
	if names := state.Playable(); len(names) != 1 || names[0].Name != "LB1" {
		t.Errorf("it plays %v", names)
	}
	_, err := m.house.OpenTable("LB2")
	refusedFor(t, "a table of another machine", err, house.TableElsewhere)
	m.night(t, 3, 1)

	there := demotest.Badge(t, m.house, code("31"))
	set := m.house.State.Tables[0]
	refusedFor(t, "a table", m.house.Staff().SetTable(set, there), house.AtTheOffice)
	refusedFor(t, "somebody who leaves", m.house.Staff().RemoveStaff("11", there), house.AtTheOffice)
	refusedFor(t, "somebody new", m.house.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: "77", Name: "Nuovo", Role: record.Croupier}, PIN: "928374"}, there), house.AtTheOffice)
	refusedFor(t, "a PIN", m.house.Staff().ChangePIN(code("11"), "928374"), house.AtTheOffice)
	if _, err := m.house.Authority().NewPost(sign.Post{Kind: sign.MachinePost, Name: "x"}); !house.RefusedFor(err, house.AtTheOffice) {
		t.Errorf("a member certifies: %v", err)
	}

	asOf := m.puller()
	must(t, asOf.Once(t.Context()))
	before := asOf.State()
	set, _ = p.house.State.TableNamed("LB1")
	own := *set.Settings
	own.CutCard = 33
	set.Settings = &own
	must(t, p.house.Staff().SetTable(set, manager))
	says := p.house.State.Particulars()
	says.Alerts = &record.AlertLimits{Limits: map[record.AlertRule][]int64{record.IdleAlert: {10, 30}}}
	must(t, p.house.SetHouse(says, manager))
	refusedFor(t, "limits of alerts", m.house.SetHouse(says, there), house.AtTheOffice)
	must(t, p.house.Staff().RemoveStaff("11", manager))
	if _, err := m.house.SignOn(code("11")); err != nil {
		t.Errorf("cut off, it goes on with what it has: %v", err)
	}
	p.ships(t, e)
	must(t, asOf.Once(t.Context()))
	if now := asOf.State(); now.Taken <= before.Taken || now.Size <= before.Size || now.AsOf.Before(before.AsOf) || now.AsOf.IsZero() {
		t.Errorf("as of %+v, before %+v", now, before)
	}
	_, err = m.house.SignOn(code("11"))
	refusedFor(t, "who was removed at the office", err, house.WrongPIN)
	if set, _ := m.house.State.TableNamed("LB1"); set.Settings.CutCard != 33 {
		t.Errorf("the next opening has %+v", set.Settings)
	}
	if limits := m.house.State.Alerts().AlertLimits(record.IdleAlert); !slices.Equal(limits, []int64{10, 30}) {
		t.Errorf("idle tables are an alert at %v", limits)
	}
	if n := asOf.State().Size; n != m.house.State.Office().Size || n != p.house.State.Seq {
		t.Errorf("%d entries here, %d there", n, p.house.State.Seq)
	}
	holds(t, m.house)
	holds(t, p.house)
	if _, err := m.ship(); err != nil {
		t.Fatal(err)
	}
	p.same(t, m)
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	status, err := pitserver.StatusOf(t.Context(), q, p.folder, then())
	must(t, err)
	if status.Office != "ufficio" {
		t.Errorf("the office is %q", status.Office)
	}
}

// The machine that has just become the house's office is not refused for what the pit had read of it the moment before.
func TestOfficeOfThisMoment(t *testing.T) {
	t.Parallel()
	p := newPitOf(t, 1)
	p.up(t)
	e := p.enroll(t, p.house, "ufficio", "LB1")
	p.ships(t, e) // the pit knows the certificate, and no office
	voucher, err := p.house.Authority().VouchOffice(house.DemoName, "ufficio")
	must(t, err)
	must(t, central.SetOffice(t.Context(), p.folder.Owner, p.folder.House, "ufficio", voucher))
	e.Office = "ufficio"
	p.ships(t, e)
}

// A record with a house of its own becomes that of a member: its shifts stay, and hold. Where it has shifts of a
// table that the house has not, or a number is somebody else's, it is told why it cannot.
func TestRecordBecomesAMember(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	e := p.office(t)
	p.ships(t, e)
	m, other := p.newMachine(t, 1), p.newMachine(t, 2)
	m.play(t, 2, 1)
	refusedFor(t, "a table is open", m.puller().Once(t.Context()), house.TableIsOpen)
	_, err := demo.Close(m.house, m.clock, m.table)
	must(t, err)
	shifts, err := m.house.Sums().Shifts(sums.ShiftQuery{})
	must(t, err)
	m.clock.Pass(time.Minute)
	if err := m.puller().Once(t.Context()); err == nil || !strings.Contains(err.Error(), "a manager of theirs has to have the record go by ufficio") {
		t.Errorf("nobody who works there signs it: %v", err)
	}
	by := func(number string) *pitclient.Puller {
		return pitclient.NewPuller(joining{m.house.Takeover(), demotest.Badge(t, m.house, code(number))}, m.house.Store(), m.enrolment, then)
	}
	refusedFor(t, "an inspector signs it", by("21").Once(t.Context()), house.WrongRole)
	must(t, by("31").Once(t.Context()))
	m.clock.Pass(20 * time.Hour)
	m.night(t, 3, 2)
	holds(t, m.house)
	after, err := m.house.Sums().Shifts(sums.ShiftQuery{})
	must(t, err)
	if len(after) != len(shifts)+1 {
		t.Errorf("%d shifts, before %d", len(after), len(shifts))
	}
	other.night(t, 2, 3)
	if err := other.puller().Once(t.Context()); err == nil || !strings.Contains(err.Error(), "has shifts of LB2, and the house has no such table") {
		t.Errorf("a table that the house has not: %v", err)
	}
	if other.house.State.Office().Machine != "" {
		t.Error("it became a member")
	}

	numbered := p.newMachine(t, 1)
	own := demotest.Badge(t, numbered.house, code("31"))
	must(t, numbered.house.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: "61", Name: "Luca Poli", Role: record.Croupier}, PIN: "928374"}, own))
	manager := demotest.Badge(t, p.house, code("31"))
	must(t, p.house.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: "6", Name: "Sara Nessi", Role: record.Croupier}, PIN: "928374"}, manager))
	p.ships(t, e)
	if err := numbered.puller().Once(t.Context()); err == nil || !strings.Contains(err.Error(), "cannot be told from 6") {
		t.Errorf("a number that begins with another: %v", err)
	}
	must(t, p.house.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: "12", Name: "Altro Nome", Role: record.Croupier}}, manager))
	p.ships(t, e)
	renamed := p.newMachine(t, 1)
	if err := renamed.puller().Once(t.Context()); err == nil || !strings.Contains(err.Error(), "the number 12 is that of Bruno Keller here") {
		t.Errorf("a number of somebody else: %v", err)
	}
}

// joining is a record with people of its own that one of them has become a member.
type joining struct {
	session.Takeover
	by house.Badge
}

func (j joining) TakeHouse(machine string, from int64, entries [][]byte, head string, keys []record.Secret) error {
	return j.JoinHouse(machine, from, entries, head, keys, j.by)
}

// stranger is a member that has taken something else in.
type stranger struct{ session.Takeover }

func (s stranger) OfficeLog() (seal.Tree, error) {
	var log seal.Tree
	log.Add([]byte("something else"))
	return log, nil
}

// What the pit has of the office is taken in only if it goes on from what was taken in before and the key that
// signed it is that for which the house's authority vouches: else nothing changes, and it is said why.
func TestHouseThatIsNotTakenIn(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	e := p.office(t)
	p.ships(t, e)
	m := p.newMember(t, "tavolo-1", "LB1")
	m.pull(t)
	seq := m.house.State.Seq
	refused := func(puller *pitclient.Puller, words string) {
		t.Helper()
		err := puller.Once(t.Context())
		if err == nil || !strings.Contains(err.Error(), words) || puller.State().Wrong == "" || m.house.State.Seq != seq {
			t.Errorf("wanted %q: %v, %+v", words, err, puller.State())
		}
	}
	refused(pitclient.NewPuller(stranger{m.house.Takeover()}, m.house.Store(), m.enrolment, then), "have not the same past")

	foreign := newPit(t)
	voucher, err := foreign.house.Authority().VouchOffice(house.DemoName, "ufficio")
	must(t, err)
	must(t, central.SetOffice(t.Context(), p.owner, p.folder.House, "ufficio", voucher))
	refused(m.puller(), "no authority of the house has signed for that key")
	elsewhere, err := session.Open(filepath.Join(t.TempDir(), "data"), m.clock.Now)
	must(t, err)
	defer elsewhere.Close()
	voucher, err = p.house.Authority().VouchOffice(house.DemoName, "ufficio")
	must(t, err)
	must(t, central.SetOffice(t.Context(), p.owner, p.folder.House, "ufficio", strings.Replace(voucher, p.house.Store().Verifier(), elsewhere.Store().Verifier(), 1)))
	refused(m.puller(), "no authority of the house has signed for that key")
	must(t, central.SetOffice(t.Context(), p.owner, p.folder.House, "ufficio", voucher))
	m.pull(t)
	if err := central.SetOffice(t.Context(), p.owner, p.folder.House, "tavolo-1", voucher); !errors.Is(err, central.ErrOfficeElsewhere) {
		t.Errorf("a second office: %v", err)
	}

	state := &m.house.State // what nobody of the office signed, in a record that is sealed with the machine's own key
	forged := record.Entry{Table: record.HouseStream, Seq: state.Office().Size + 1, At: m.clock.Now().UTC(), Fact: record.StaffSet{Number: "88", Name: "Nessuno", Role: record.Manager}}
	must(t, m.house.Store().Append(state.Stamp(m.clock.Now(), "", record.HouseTaken{Machine: "ufficio", From: state.Office().Size, Entries: []string{string(record.Encode(forged))}, Head: "none"})...))
	if !slices.ContainsFunc(audited(t, m.house), func(c audit.Checked) bool {
		return c.Fault != nil && c.Fault.Code == record.NotApproved && strings.Contains(c.Fault.What, "of what ufficio entered")
	}) {
		t.Error("the audit takes people in that nobody signed for")
	}
}
