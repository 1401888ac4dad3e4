package session_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/app/session/papers"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/storage/memory"
)

// fragile is a record whose disk fails where it is told to.
type fragile struct {
	record.Keeper
	broken bool
	writes int // so many more succeed, where breaks is so
	breaks bool
}

// write says whether one more succeeds.
func (f *fragile) write() bool {
	f.writes--
	return !f.broken && (!f.breaks || f.writes >= 0)
}

func (f *fragile) Keep(name string, content []byte) (string, error) {
	if !f.write() {
		return "", errDisk
	}
	return f.Keeper.Keep(name, content)
}

var errDisk = errors.New("the disk is gone")

func (f *fragile) Append(entries ...record.Entry) error { return f.AppendWith(nil, entries...) }

func (f *fragile) AppendWith(secrets []record.Secret, entries ...record.Entry) error {
	if !f.write() {
		return errDisk
	}
	return f.Keeper.AppendWith(secrets, entries...)
}

func (f *fragile) AppendIf(stream string, last int64, entries ...record.Entry) error {
	if !f.write() {
		return errDisk
	}
	return f.Keeper.AppendIf(stream, last, entries...)
}

func inMemory(t *testing.T) (*session.House, *fragile) {
	t.Helper()
	record, err := memory.New()
	if err != nil {
		t.Fatal(err)
	}
	f := &fragile{Keeper: record}
	h, err := session.On(f, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return h, f
}

// A house opens on a record in memory as on one on disk: it is set up, a hand is dealt, a
// report signed and verified, the record audited.
func TestHouseInMemory(t *testing.T) {
	h, _ := inMemory(t)
	if err := h.SetUp(house.DemoPlan("it", "lugano", 1)); err != nil {
		t.Fatal(err)
	}
	clock := demo.NewClock(time.Now())
	if err := demo.Play(t.Context(), h, clock, "LB1", 3, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := demo.Close(h, clock, "LB1"); err != nil {
		t.Fatal(err)
	}
	anna, dario := signOn(t, h, "114711"), signOn(t, h, "215821")
	_, pdf, err := papers.Of(h).Signed(papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1}, anna, dario)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := papers.Of(h).VerifyReport(pdf); err != nil || !v.Holds() {
		t.Errorf("%v, %v", v.Faults, err)
	}
	if files, err := papers.Of(h).ReportFiles(); err != nil || len(files) != 2 || files[0].Name != "shift-LB1-1-copy2.pdf" {
		t.Errorf("%v, %v", files, err)
	}
	all, err := papers.Of(h).VerifyRecord(t.Context(), nil)
	if err != nil || len(all) != 2 {
		t.Fatal(all, err)
	}
	for _, c := range all {
		if c.Fault != nil {
			t.Error(c.Fault)
		}
	}
	if _, err := backups.Of(h).BackUp(t.Context(), backups.Backup{File: filepath.Join(t.TempDir(), "x.db")}); !house.RefusedFor(err, house.NotPossible) {
		t.Errorf("a backup of what is kept nowhere: %v", err)
	}
}

func signOn(t *testing.T, h *session.House, code string) house.Badge {
	t.Helper()
	who, err := h.SignOn(code)
	if err != nil {
		t.Fatal(err)
	}
	return who
}

// Where the disk fails at a new PIN, the old one opens still: the sealed key changes with
// the entry that says so, or not at all.
func TestNewPINThatIsNotRecorded(t *testing.T) {
	h, disk := inMemory(t)
	if err := h.SetUp(house.DemoPlan("it", "", 1)); err != nil {
		t.Fatal(err)
	}
	elena := signOn(t, h, "316931")
	disk.broken = true
	again := house.NewStaff{Staff: elena.Staff, PIN: "8204"}
	if err := h.Staff().EnterStaff(again, elena); !errors.Is(err, errDisk) {
		t.Fatalf("%v", err)
	}
	disk.broken = false
	signOn(t, h, "316931")
	if err := h.Staff().EnterStaff(again, elena); err != nil {
		t.Fatal(err)
	}
	signOn(t, h, "318204")
}

// A house that was restored elsewhere has another authority from the first person on who
// is entered there: reports from before stay trusted, and so does what old staff sign.
func TestAuthorityAfterRestore(t *testing.T) {
	n := short(t)
	pdf := n.signedAs(reports.ShiftReport)
	other := t.TempDir()
	n.restored(other)
	h, err := session.Open(other, n.clock.Now)
	n.must(err)
	defer h.Close()
	elena := signOn(t, h, "316931")
	n.must(h.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: "22", Name: "Gina Neri", Role: record.Manager}, PIN: "7302"}, elena))
	n.must(h.Staff().ChangePIN("227302", "9461"))
	if len(h.State.Authorities) != 2 {
		t.Errorf("%d authorities, want the house's and the new one", len(h.State.Authorities))
	}
	if v, err := papers.Of(h).VerifyReport(pdf); err != nil || !v.Holds() {
		t.Errorf("signed before: %v, %v", v.Faults, err)
	}
	for _, supervisor := range []string{"215821", "229461"} {
		w := papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1}
		_, pdf, err := papers.Of(h).Signed(w, signOn(t, h, "114711"), signOn(t, h, supervisor))
		n.must(err)
		if v, err := papers.Of(h).VerifyReport(pdf); err != nil || !v.Holds() {
			t.Errorf("signed after, by %s: %v, %v", supervisor, v.Faults, err)
		}
	}
}

// An authority whose file is there and whose entry is not is entered with the next person.
func TestAuthorityWithoutItsEntry(t *testing.T) {
	n := newNight(t)
	dir := t.TempDir()
	h, err := session.Open(dir, n.clock.Now)
	n.must(err)
	defer h.Close()
	pem, err := n.house.Store().Kept("authority.pem")
	n.must(err)
	n.must(os.WriteFile(filepath.Join(dir, "authority.pem"), pem, 0o600))
	n.must(h.SetUp(house.DemoPlan("it", "", 1)))
	if _, err := h.Authority().Identity(signOn(t, h, "215821")); err != nil {
		t.Error(err)
	}
	if h.State.Authority() != n.house.State.Authority() {
		t.Error("another authority was made beside the one that is there")
	}
}

// A text that paper cannot show does not get into the record; where an older record has
// one, its reports can be made all the same.
func TestTextThatCannotBePrinted(t *testing.T) {
	h, kept := inMemory(t)
	if err := h.SetUp(house.DemoPlan("it", "lugano", 1)); err != nil {
		t.Fatal(err)
	}
	clock := demo.NewClock(time.Now())
	if err := demo.Play(t.Context(), h, clock, "LB1", 3, 1); err != nil {
		t.Fatal(err)
	}
	table, err := h.OpenTable("LB1")
	if err != nil {
		t.Fatal(err)
	}
	told := record.IncidentOpened{Class: record.CardsIncident, Text: "seen \U0001f600"}
	var refusal *house.Refusal
	err = table.Do(func(t *pit.Table) ([]record.Fact, error) { return t.IncidentBook().OpenIncident(told) })
	if !errors.As(err, &refusal) || refusal.Why != house.NotWritable || refusal.What != "U+1F600" {
		t.Errorf("%v", err)
	}
	if err := kept.Append(table.State.Stamp(h.Now(), told)...); err != nil {
		t.Fatal(err)
	}
	if err := table.Release(); err != nil {
		t.Fatal(err)
	}
	if _, err := demo.Close(h, clock, "LB1"); err != nil {
		t.Fatal(err)
	}
}
