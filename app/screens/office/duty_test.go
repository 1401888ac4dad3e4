package office

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Somebody who is on duty at an open table is removed, or becomes somebody who may not deal, only after a question that
// says at which table.
func TestLeavingDutyIsAsked(t *testing.T) {
	s := officeSeat(t, "en")
	h := s.Shell.House
	anna, err := h.SignOn("114711")
	if err != nil {
		t.Fatal(err)
	}
	duties, err := h.Staff().OnDuty("11")
	if err != nil || len(duties) != 1 || duties[0].Croupier != "11" {
		t.Fatalf("%+v, %v, want that Anna deals", duties, err)
	}
	said := duties[0].Table + " (Croupier)"
	o := s.enter(record.Manager)
	o.people().askRemove(anna.Staff)
	s.Says(said)
	s.Press(fyne.KeyEscape)
	if h.State.People().Left("11") {
		t.Fatal("Esc removed her")
	}
	if err := o.people().enter(house.NewStaff{Staff: house.Staff{Number: "11", Name: "Anna Rossi", Role: record.BackOffice}}, false); err != nil {
		t.Fatal(err)
	}
	s.Says(said)
	if who, _ := h.State.StaffBy("11"); who.Role != record.Croupier {
		t.Fatal("nobody was asked")
	}
	s.Slowly("a")
	if who, _ := h.State.StaffBy("11"); who.Role != record.BackOffice {
		t.Error("it was not entered")
	}
	if err := o.people().enter(house.NewStaff{Staff: house.Staff{Number: "12", Name: "Bruno Keller", Role: record.BackOffice}}, false); err != nil {
		t.Fatal(err)
	}
	if who, _ := h.State.StaffBy("12"); who.Role != record.BackOffice {
		t.Error("it was asked of somebody who is not on duty")
	}
}

// Who is removed while keys are out in their name is named with them.
func TestRemovalNamesTheKeysThatAreOut(t *testing.T) {
	s := officeSeat(t, "en")
	h := s.Shell.House
	people := map[string]house.Badge{}
	for number, code := range map[string]string{"11": "114711", "21": "215821"} {
		who, err := h.SignOn(code)
		if err != nil {
			t.Fatal(err)
		}
		people[number] = who
	}
	duties, err := h.Staff().OnDuty("11")
	if err != nil || len(duties) != 1 {
		t.Fatal(duties, err)
	}
	table, err := h.OpenTable(duties[0].Table)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().HandKeys("drop box key 7", false, people["21"].Staff, people["11"].Staff)
	}, people["21"], people["11"]); err != nil {
		t.Fatal(err)
	}
	o := s.enter(record.Manager)
	o.people().askRemove(people["11"].Staff)
	s.Says("drop box key 7 (" + duties[0].Table + ")")
	o.people().askRemove(people["21"].Staff)
	if strings.Contains(s.Over(), "drop box key") {
		t.Error("the inspector has none")
	}
}

// The office names the tables of other machines, of which it does not know who is on duty there, before somebody is removed or may
// deal no more.
func TestDutyAtOtherMachinesIsNotKnown(t *testing.T) {
	s := officeSeat(t, "en")
	h := s.Shell.House
	if err := h.Takeover().HoldTables("ufficio", nil); err != nil {
		t.Fatal(err)
	}
	apart := h.State.Apart()
	if len(apart) == 0 {
		t.Fatal("no table is another machine’s")
	}
	said := "Here it is not known whether Bruno Keller is on duty at tables of other machines: " + apart[0]
	o := s.enter(record.Manager)
	anna, _ := h.State.StaffBy("11") // on duty as the table went
	o.people().askRemove(anna)
	s.Says("Here it is not known whether Anna Rossi is on duty at tables of other machines: " + apart[0])
	if strings.Contains(s.Words(), "(Croupier)") {
		t.Error("it is known of a table of another machine who is on duty there")
	}
	s.Press(fyne.KeyEscape)
	bruno, _ := h.State.StaffBy("12")
	o.people().askRemove(bruno)
	s.Says(said)
	s.Look("remove somebody of several machines")
	s.Press(fyne.KeyEscape)
	back := house.NewStaff{Staff: house.Staff{Number: "12", Name: "Bruno Keller", Role: record.BackOffice}}
	if err := o.people().enter(back, false); err != nil {
		t.Fatal(err)
	}
	s.Says(said)
	s.Slowly("a")
	if who, _ := h.State.StaffBy("12"); who.Role != record.BackOffice {
		t.Fatal("it was not entered")
	}
	o.people().askRemove(back.Staff) // who may not be on duty anywhere
	if strings.Contains(s.Words(), said) {
		t.Error("it is said of somebody who cannot be on duty")
	}
}
