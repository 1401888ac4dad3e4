package house

import (
	"errors"
	"testing"
	"time"

	"sabot/pit/record"
)

// No table of a house has a name that leads a file elsewhere, whatever an entry says.
func TestNoTableIsAPath(t *testing.T) {
	h := &House{}
	for _, name := range []string{"LB1", "..", "../../x", "", record.HouseStream, "A\x00", "A\nB"} {
		for _, e := range h.Stamp(time.UnixMilli(1_795_241_553_000).UTC(), "", record.TableSet{Name: name, Game: "lugano"}) {
			h.Apply(e)
		}
	}
	if len(h.Tables) != 1 || h.Tables[0].Name != "LB1" {
		t.Errorf("the house has %v", h.Tables)
	}
}

// A table that is read as another one of the house is entered for nobody, also where the house is set up. A record that has such tables of
// before keeps them. Verify goes by the same command.
func TestTablesThatLookAlike(t *testing.T) {
	plan := DemoPlan("it", "lugano", 1)
	set := plan.Tables[0]
	h := &House{}
	for _, f := range []record.Fact{
		record.HouseNamed{Name: "C", Currency: "CHF", Papers: true},
		record.ChipsSet{Values: plan.Chips},
		record.StaffSet{Number: "31", Name: "Carla Weber", Role: record.Manager},
		set,
	} {
		for _, e := range h.Stamp(time.UnixMilli(1_795_241_553_000).UTC(), "", f) {
			h.Apply(e)
		}
	}
	named := func(h *House, name string) {
		set := set
		set.Name = name
		for _, e := range h.Stamp(time.UnixMilli(1_795_241_554_000).UTC(), "", set) {
			h.Apply(e)
		}
	}
	named(h, "B00")
	named(h, "PBI")
	by, _ := h.StaffBy("31")
	for name, taken := range map[string]bool{
		"LBl": false, "LBI": false, "lb1": false, "BOO": false, "Bo0": false, "PB1": false, "PBl": false,
		"LBL": true, "LB2": true, "LB11": true, "B0": true, "BQ0": true, "PB2": true,
	} {
		set := set
		set.Name = name
		if _, err := h.SetTable(set, by); (err == nil) != taken || !taken && !RefusedFor(err, TableAlike) {
			t.Errorf("%s: %v", name, err)
		}
		set.By = "31"
		if _, known, err := h.Again(set); !known || (err == nil) != taken {
			t.Errorf("verify takes %s: %v", name, err)
		}
		both := plan
		both.Tables = append(both.Tables[:1:1], set)
		both.Tables[1].By = ""
		if _, err := both.Facts(); name[:1] != "B" && name[:1] != "P" && (err == nil) != taken {
			t.Errorf("set up with LB1 and %s: %v", name, err)
		} else if r := (*Refusal)(nil); errors.As(err, &r) && (r.What != name || r.Other != "LB1") {
			t.Errorf("of LB1 and %s it is said that %q is read as %q", name, r.What, r.Other)
		}
	}
	old := h.Clone()
	named(old, "LBl")
	set.Name = "LBl"
	if _, err := old.SetTable(set, by); err != nil {
		t.Errorf("a table of before is not set anew: %v", err)
	}
}
