package session_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"sabot/app/session/papers"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// signOns are the house's entries of who came and went.
func signOns(t *testing.T, journal record.Journal) (list []record.Fact) {
	t.Helper()
	for e, err := range journal.Entries(record.HouseStream, 1) {
		if err != nil {
			t.Fatal(err)
		}
		switch e.Fact.(type) {
		case record.SignedOn, record.SignedOff:
			list = append(list, e.Fact)
		}
	}
	return list
}

// Who comes into the office or has a table show them something is on the record with their
// signature, who goes as well; who may not come in is not, and the audit knows who was not there.
func TestSignOnAndOffAreEntries(t *testing.T) {
	n := newNight(t)
	who, err := n.house.EnterOffice("417041")
	n.must(err)
	at := n.clock.Now()
	n.clock.Pass(time.Minute)
	n.must(n.house.SignOnAt(n.dario, "LB1", house.SeeShoe))
	var refusal *house.Refusal
	if _, err := n.house.EnterOffice("114711"); !errors.As(err, &refusal) || refusal.Why != house.WrongRole {
		t.Errorf("a croupier comes into the office: %v", err)
	}
	if err := n.house.SignOnAt(n.dealers[0], "LB1", house.SeeShoe); !errors.As(err, &refusal) || refusal.Why != house.WrongRole {
		t.Errorf("a croupier sees what is left in the shoe: %v", err)
	}
	n.must(n.house.LeaveOffice(who.Number, record.IdleOffice))
	n.must(n.house.LeaveOffice(who.Number, record.LeftOffice)) // they are out already
	want := []record.Fact{record.SignedOn{Number: "41"}, record.SignedOn{Number: "21", Table: "LB1", For: "composition"}, record.SignedOff{Number: "41", Why: record.IdleOffice}}
	got := signOns(t, n.house.Store())
	if len(got) != len(want) {
		t.Fatalf("%+v, want %+v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%+v, want %+v", got[i], want[i])
		}
	}
	if seen, ok := n.house.State.People().Seen("41"); !ok || !seen.At.Equal(at.UTC().Truncate(time.Millisecond)) || seen.Table != "" {
		t.Errorf("the back office was seen %+v, %v; they came at %v", seen, ok, at)
	}
	if _, ok := n.house.State.People().Seen("11"); ok {
		t.Error("a croupier who was refused was seen")
	}
	verified(t, n.dir)

	for _, wrong := range []record.Fact{record.SignedOff{Number: "41", Why: record.LeftOffice}, record.SignedOn{Number: "99"}, record.SignedOn{Number: "11"}} {
		if f := houseFault(t, n, wrong); f == nil || f.Code != record.WrongPerson {
			t.Errorf("%+v holds: %v", wrong, f)
		}
	}
}

// houseFault is what an audit says of the house's stream with one more entry.
func houseFault(t *testing.T, n *night, fact record.Fact) *record.Fault {
	t.Helper()
	w, err := audit.NewWitness("")
	n.must(err)
	r, err := n.house.Store().Snapshot(context.Background())
	n.must(err)
	defer r.Close()
	a := w.Begin(record.HouseStream)
	for line, err := range r.Lines(context.Background(), record.HouseStream) {
		n.must(err)
		if f := a.Add(line); f != nil {
			t.Fatal(f)
		}
	}
	e := n.house.State.Stamp(n.clock.Now(), "", fact)[0]
	a.Add(&record.Line{Seq: e.Seq, Bytes: record.Encode(e), Entry: e})
	return a.Fault()
}

// What somebody is and speaks changes without a new PIN: their key stays, and what they
// sign with says what they are.
func TestStaffIsChangedWithoutAPIN(t *testing.T) {
	n := newNight(t)
	change := house.NewStaff{Staff: house.Staff{Number: "11", Name: "Anna Rossi-Conti", Role: record.Croupier, Language: "de"}}
	n.must(n.house.Staff().EnterStaff(change, n.elena))
	anna, err := n.house.SignOn("114711")
	n.must(err)
	if anna.Staff != change.Staff || n.house.State.People().LanguageOf("11") != "de" {
		t.Errorf("%+v", anna.Staff)
	}
	identity, err := n.house.Authority().Identity(anna)
	n.must(err)
	if name := identity.Certificate.Subject.CommonName; name != "Anna Rossi-Conti" {
		t.Errorf("she signs as %s", name)
	}
	var refusal *house.Refusal
	if err := n.house.Staff().EnterStaff(change, n.elena); !errors.As(err, &refusal) || refusal.Why != house.NothingChanges {
		t.Errorf("the same once more: %v", err)
	}
	change.Number = "14"
	if err := n.house.Staff().EnterStaff(change, n.elena); !errors.As(err, &refusal) || refusal.Why != house.WeakPIN {
		t.Errorf("somebody new without a PIN: %v", err)
	}
	verified(t, n.dir)
}

// Who may do what is known up to the moment: a table's codes and the office's, who was
// entered when, what was reviewed of whom; another role is not reviewed.
func TestAccess(t *testing.T) {
	n := newNight(t)
	opened := n.clock.Now()
	n.must(n.table.Open(n.dealers[0], n.dario, nil))
	n.clock.Pass(40 * 24 * time.Hour)
	_, err := n.house.EnterOffice("417041")
	n.must(err)
	n.must(n.house.Staff().ReviewAccess(n.elena))
	access, err := papers.Of(n.house).Access()
	n.must(err)
	lines := map[string]reports.AccessLine{}
	for _, l := range access.People {
		lines[l.Number] = l
	}
	if l := lines["11"]; l.Table != "LB1" || l.Last.Sub(opened) > time.Minute || l.By != "Elena Moser" {
		t.Errorf("Anna dealt at LB1: %+v", l)
	}
	if l := lines["41"]; l.Table != "" || l.Last.IsZero() {
		t.Errorf("Fabio is in the office: %+v", l)
	}
	if l := lines["31"]; !l.Reviewed.IsZero() {
		t.Errorf("Elena reviews herself: %+v", l)
	}
	away := func(days int) (numbers string) {
		for _, l := range access.Unseen(days) {
			numbers += l.Number + " "
		}
		return numbers
	}
	if away(30) != "11 12 13 21 " || away(41) != "" {
		t.Errorf("away for 30 days: %s, for 41: %s; Elena signed today", away(30), away(41))
	}
	if l := lines["31"]; l.Table != "" || !l.Last.Equal(n.house.State.Last) {
		t.Errorf("Elena signed for the review at %v: %+v", n.house.State.Last, l)
	}
	if l := lineOf(t, n.house.State.Clone(), 6, "31"); !l.Last.IsZero() {
		t.Errorf("a paper of 0.9 knows that Elena signed: %+v", l)
	}
	chiara, _ := n.house.State.StaffBy("13")
	chiara.Role = record.Inspector
	n.must(n.house.Staff().EnterStaff(house.NewStaff{Staff: chiara}, n.elena))
	if _, reviewed := n.house.State.People().Reviewed("13"); reviewed {
		t.Error("what a croupier may was reviewed, she is an inspector now")
	}
	verified(t, n.dir)
	for _, wrong := range []record.AccessReviewed{
		{Access: []record.Access{{Number: "13", Role: record.Croupier}}, By: "31"},
		{Access: []record.Access{{Number: "31", Role: record.Manager}}, By: "31"},
		{Access: []record.Access{{Number: "11", Role: record.Croupier}}, By: "21"},
	} {
		if f := houseFault(t, n, wrong); f == nil || f.Code != record.WrongPerson {
			t.Errorf("%+v holds: %v", wrong, f)
		}
	}
}

// lineOf is the line of somebody in an access list of a form, by the house alone.
func lineOf(t *testing.T, h *house.House, form int, number string) reports.AccessLine {
	t.Helper()
	for _, l := range reports.AccessOf(form, h, nil, time.Now()).People {
		if l.Number == number {
			return l
		}
	}
	t.Fatalf("nobody has the number %s", number)
	return reports.AccessLine{}
}
