package house_test

import (
	"strings"
	"testing"

	"sabot/pit/house"
	"sabot/pit/record"
)

// A manager decides how the commission of an old table is rounded, which no house could enter any more: of that nothing else is judged. What
// changes anything else of it is refused.
func TestCommissionOfAnOldTableIsDecided(t *testing.T) {
	h := &house.House{}
	manager := house.Staff{Number: "31", Name: "Elena Moser", Role: record.Manager}
	old := record.TableSet{Name: "AA1", Game: "puntobanco", Currency: "USD", Rules: []byte(`{"preset":"pb-speed","commission":"tracked","rounding":{"unit":500,"mode":"down"},"limits":{"banker":{"min":1000,"max":100000}}}`)}
	for i, f := range []record.Fact{record.HouseNamed{Name: "Casinò", Currency: "CHF", Papers: true}, record.StaffSet(manager), old} {
		h.Apply(record.Entry{Table: record.HouseStream, Seq: int64(i + 1), Fact: f})
	}
	for _, exact := range []bool{true, false} {
		facts, err := house.DecideCommission(old, exact, manager)
		if err != nil {
			t.Fatal(err)
		}
		f := facts[0].(record.TableSet)
		if _, _, err := h.Again(f); err != nil {
			t.Errorf("decided, exact %v: %v", exact, err)
		}
		another := f
		another.Rules = []byte(strings.Replace(string(f.Rules), `"max":`, `"max":9`, 1))
		if _, _, err := h.Again(another); err == nil {
			t.Errorf("exact %v, and another limit: nothing is said of %s", exact, another.Rules)
		}
		f.By = "32"
		if _, _, err := h.Again(f); err == nil {
			t.Error("somebody who does not work here decided it")
		}
	}
	h.Apply(record.Entry{Table: record.HouseStream, Seq: 4, Fact: record.TableRetired{Name: "AA1", By: "31"}})
	facts, _ := house.DecideCommission(old, true, manager)
	if _, _, err := h.Again(facts[0]); err == nil {
		t.Error("the table is opened no more")
	}
}
