package office

import (
	"testing"

	"fyne.io/fyne/v2"

	"sabot/pit/people"
	"sabot/pit/record"
)

// Somebody who is on duty at an open table is removed, or becomes somebody who may not deal, only after a question that
// says at which table.
func TestLeavingDutyIsAsked(t *testing.T) {
	s := officeSeat(t, "en")
	house := s.Shell.House
	anna, err := house.SignOn("114711")
	if err != nil {
		t.Fatal(err)
	}
	duties, err := house.OnDuty("11")
	if err != nil || len(duties) != 1 || duties[0].Croupier != "11" {
		t.Fatalf("%+v, %v, want that Anna deals", duties, err)
	}
	said := duties[0].Table + " (Croupier)"
	o := s.enter(record.Manager)
	o.askRemove(anna.Staff)
	s.Says(said)
	s.Press(fyne.KeyEscape)
	if house.State.Left("11") {
		t.Fatal("Esc removed her")
	}
	if err := o.enter(people.NewStaff{Staff: people.Staff{Number: "11", Name: "Anna Rossi", Role: record.BackOffice}}, false); err != nil {
		t.Fatal(err)
	}
	s.Says(said)
	if who, _ := house.State.StaffBy("11"); who.Role != record.Croupier {
		t.Fatal("nobody was asked")
	}
	s.Slowly("a")
	if who, _ := house.State.StaffBy("11"); who.Role != record.BackOffice {
		t.Error("it was not entered")
	}
	if err := o.enter(people.NewStaff{Staff: people.Staff{Number: "12", Name: "Bruno Keller", Role: record.BackOffice}}, false); err != nil {
		t.Fatal(err)
	}
	if who, _ := house.State.StaffBy("12"); who.Role != record.BackOffice {
		t.Error("it was asked of somebody who is not on duty")
	}
}
