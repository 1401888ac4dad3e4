package house

import (
	"errors"
	"testing"

	"sabot/pit/record"
)

// Words that everybody reads have no code among them, also behind letters. Digits that are no code may stand in a name, and what
// stood there before may stay.
func TestNoCodeAmongWords(t *testing.T) {
	h := House{Name: "Casino 31693196", Staff: []Staff{{Number: "31", Name: "Elena"}}, Tables: []record.TableSet{{Name: "LB1"}}}
	for _, f := range []record.Fact{
		record.StaffSet{Number: "41", Name: "316931"},
		record.StaffSet{Number: "41", Name: "mc316931"},
		record.StaffSet{Number: "41", Name: "Rita 411234"},
		record.HouseSet{Name: "31 6931"},
		record.HouseSet{Address: "Via 1\n31693196"},
		record.HouseSet{Licence: "316931"},
		record.TableSet{Name: "LB316931"},
		record.Serviced{Who: "316931", What: "reader"},
		record.Serviced{Who: "Firm", What: "316931"},
		record.AlertSeen{Text: "316931"},
		record.BoxCounted{Reason: "316931"},
	} {
		if err := h.People().CheckWords(f); !RefusedFor(err, LooksLikeCode) {
			t.Errorf("%+v: %v", f, err)
		}
	}
	for _, f := range []record.Fact{
		record.StaffSet{Number: "41", Name: "Sala 2"},
		record.TableSet{Name: "12"},
		record.HouseSet{Name: "Casino 31693196", Licence: "2026"},
		record.HouseSet{Address: "6900 Lugano\n+41 91 611 51 11"},
		record.BoxCounted{},
	} {
		if err := h.People().CheckWords(f); err != nil {
			t.Errorf("%+v: %v", f, err)
		}
	}
}

// A refusal of a plan says which of its people it is about.
func TestPlanSaysWhomItRefuses(t *testing.T) {
	for part, wrong := range map[string]func(*NewStaff){
		"staff":  func(s *NewStaff) { s.Name = "" },
		"number": func(s *NewStaff) { s.Number = "1" },
		"pin":    func(s *NewStaff) { s.PIN = "1" },
		"code":   func(s *NewStaff) { s.Name = "31693196" },
		"mixed":  func(s *NewStaff) { s.Name = "Аnna Prova" }, // the first letter is Cyrillic
	} {
		for i := range DemoPlan("it", "lugano", 1).Staff {
			plan := DemoPlan("it", "lugano", 1)
			if part == "number" && i == 0 { // the next one is refused beside it
				continue
			}
			wrong(&plan.Staff[i])
			_, err := plan.Facts()
			if r := (*Refusal)(nil); !errors.As(err, &r) || r.Nth != i+1 {
				t.Errorf("%s of person %d: %+v", part, i+1, r)
			}
		}
	}
}

// A plan has nobody whose name is read as that of another one, which the house would refuse later. Namesakes may be in it.
func TestPlanRefusesNamesThatLookAlike(t *testing.T) {
	plan := DemoPlan("it", "lugano", 1)
	last := len(plan.Staff) - 1
	plan.Staff[0].Name, plan.Staff[last].Name = "Ivo Prova", "Ivo Prova"
	_, err := plan.Facts()
	if err != nil {
		t.Errorf("namesakes: %v", err)
	}
	plan.Staff[last].Name = "lvo Prova"
	_, err = plan.Facts()
	if r := (*Refusal)(nil); !errors.As(err, &r) || r.Why != NameAlike || r.What != plan.Staff[0].Number || r.Nth != last+1 {
		t.Errorf("%+v", r)
	}
}
