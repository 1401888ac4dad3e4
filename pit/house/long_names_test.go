package house_test

import (
	"strings"
	"testing"

	"sabot/pit/house"
	"sabot/pit/record"
)

// A name has an end, of whomever and wherever it is entered. Whoever has a longer one since Sabot 0.9 keeps it.
func TestNamesHaveAnEnd(t *testing.T) {
	long := strings.Repeat("ä", house.LongestName+1)
	h := &house.House{}
	manager := house.Staff{Number: "31", Name: "Elena Moser", Role: record.Manager}
	for i, f := range []record.Fact{record.StaffSet(manager), record.StaffSet{Number: "11", Name: long, Role: record.Croupier}} {
		h.Apply(record.Entry{Table: record.HouseStream, Seq: int64(i + 1), Fact: f})
	}
	enters := func(number, name string, role record.Role) error {
		_, err := h.People().EnterStaff(house.NewStaff{Staff: house.Staff{Number: number, Name: name, Role: role}, PIN: "730264", Key: "k"}, manager)
		return err
	}
	if err := enters("12", long, record.Croupier); !house.RefusedFor(err, house.BadSetting) {
		t.Errorf("entered: %v", err)
	}
	if err := enters("12", long[:2*house.LongestName], record.Croupier); err != nil {
		t.Errorf("the longest: %v", err)
	}
	if err := enters("12", "two\nlines", record.Croupier); !house.RefusedFor(err, house.BadSetting) {
		t.Errorf("of two lines: %v", err)
	}
	if err := enters("11", long, record.Croupier); err != nil {
		t.Errorf("who had it before: %v", err)
	}
	plan := house.DemoPlan("it", "lugano", 1)
	plan.Name = long
	if _, err := plan.Facts(); !house.RefusedFor(err, house.BadSetting) {
		t.Errorf("of a house: %v", err)
	}
	plan = house.DemoPlan("it", "lugano", 1)
	plan.Staff[0].Name = long
	if _, err := plan.Facts(); !house.RefusedFor(err, house.BadSetting) {
		t.Errorf("as a house is set up: %v", err)
	}
}
