package session_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/session/papers"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// givenAnew has a number of somebody who has left given to somebody else, as a Sabot of before would.
func (n *night) givenAnew(number, name string) house.Badge {
	n.Helper()
	i := slices.IndexFunc(n.house.State.Staff, func(s house.Staff) bool { return s.Number == number })
	n.house.State.Staff = slices.Clone(n.house.State.Staff)
	n.house.State.Staff[i].Name = name
	return n.became(number, record.Croupier)
}

// Nobody gets the number of somebody who has left, who comes back under the own name and signs for what they dealt. Whoever gets
// that number all the same signs for nothing that was dealt before, and the record does not hold.
func TestNumberOfWhoHasLeft(t *testing.T) {
	n := newNight(t)
	n.must(n.table.Open(n.dealers[0], n.dario, nil))
	n.must(n.table.TakeOver(n.dealers[1]))
	n.must(n.table.Close(n.dealers[1], n.dario, nil))
	w := papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1}
	head, err := n.house.Derived().Head(w.Table, w.Shift)
	n.must(err)
	n.clock.Pass(time.Hour)
	number := head.Dealt[0]
	was := n.house.State.NameOf(number)
	n.must(n.house.Staff().RemoveStaff(number, n.elena))
	other := house.NewStaff{Staff: house.Staff{Number: number, Name: "Giulia Neri", Role: record.Croupier}, PIN: "739164"}
	n.no(house.NumberOfAnother, n.house.Staff().EnterStaff(other, n.elena))
	other.Name = " " + strings.ToUpper(was)
	n.must(n.house.Staff().EnterStaff(other, n.elena)) // as somebody else may write it
	back := n.became(number, record.Croupier)
	_, pdf, err := papers.Of(n.house).Signed(w, back, n.dario)
	n.must(err)
	if v, err := papers.Of(n.house).VerifyReport(pdf); err != nil || !v.Holds() {
		t.Errorf("who came back signs: %v, %v", v.Faults, err)
	}

	n.must(n.house.Staff().RemoveStaff(number, n.elena))
	giulia := n.givenAnew(number, "Giulia Neri")
	if _, _, err := papers.Of(n.house).Signed(w, giulia, n.dario); err == nil {
		t.Error("somebody else with the number signs for who dealt")
	}
	if said := failings(n.byHand(w, giulia, n.dario)); !strings.Contains(said, "but was not there in that role") {
		t.Errorf("somebody else with the number signed: %s", said)
	}
	n.must(n.house.Staff().RemoveStaff(head.Dealt[1], n.elena))
	if rights, err := papers.Of(n.house).SignedWith(w, 2); err != nil || rights[0] != house.SignInPlace {
		t.Errorf("where nobody is left who dealt they sign with %s, %v", rights, err)
	}
	_, pdf, err = papers.Of(n.house).Signed(w, n.elena, n.dario)
	n.must(err)
	v, err := papers.Of(n.house).VerifyReport(pdf)
	if err != nil || !v.InPlace[0] || v.InPlace[1] {
		t.Errorf("a manager in the croupiers' place: %v, %v, %v", v.InPlace, v.Faults, err)
	}
	if named := faults(t, n.dir); len(named) != 1 || named[0].Code != record.NotDone || len(v.Faults) != 1 {
		t.Errorf("a number that went to somebody else: %v, %v", named, v.Faults)
	}
}
