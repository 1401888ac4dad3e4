package house

import (
	"errors"
	"testing"
	"time"

	"sabot/pit/record"
)

// A number is of the same person through new names and a return under the last one, and of another where somebody who had left
// is followed by another name.
func TestSameSince(t *testing.T) {
	start := time.UnixMilli(1_795_241_553_000).UTC()
	h := &House{}
	for i, f := range []record.Fact{
		record.StaffSet{Number: "11", Name: "Anna Rossi", Role: record.Croupier},
		record.StaffSet{Number: "11", Name: "Anna Bernasconi", Role: record.Croupier},
		record.StaffLeft{Number: "11", By: "31"},
		record.StaffSet{Number: "11", Name: "anna  bernasconi", Role: record.Croupier},
		record.StaffLeft{Number: "11", By: "31"},
		record.StaffSet{Number: "11", Name: "Bea Conti", Role: record.Croupier},
	} {
		for _, e := range h.Stamp(start.AddDate(0, 0, i), "", f) {
			h.Apply(e)
		}
		for day := range i + 1 {
			if want := i < 5 || day == 5; h.People().SameSince("11", start.AddDate(0, 0, day)) != want {
				t.Errorf("after entry %d, since day %d: want %t", i, day, want)
			}
		}
	}
	if h.People().NamesNow().People().SameSince("11", start) != true {
		t.Error("a paper of before knows one name")
	}
}

// A name that is read as somebody else's and is written otherwise is entered for nobody, nor one of letters of several scripts, or with signs that
// nobody sees. Whoever has such a name of before keeps it, and two people may have one name.
func TestNamesThatLookAlike(t *testing.T) {
	h := &House{Tables: []record.TableSet{{Name: "LB1"}}}
	for _, f := range []record.StaffSet{
		{Number: "11", Name: "Ilaria Rossi", Role: record.Croupier},
		{Number: "12", Name: "José Núñez", Role: record.Croupier},
		{Number: "13", Name: "Cocco Pepe", Role: record.Croupier},
		{Number: "14", Name: "Dario B\u0456anchi", Role: record.Croupier},
		{Number: "31", Name: "Carla Weber", Role: record.Manager},
	} {
		for _, e := range h.Stamp(time.UnixMilli(1_795_241_553_000).UTC(), "", f) {
			h.Apply(e)
		}
	}
	by, _ := h.StaffBy("31")
	for _, c := range []struct {
		name string
		why  Why
		of   string
	}{
		{"llaria Rossi", NameAlike, "11"},
		{"Ilaria Ross\u0456", NameMixed, ""},
		{"Ilaria\u200b Rossi", NameMixed, ""},
		{"Ilaria \u202eRossi", NameMixed, ""},
		{"Jose\u0301 Nu\u0301n\u0303ez", NameAlike, "12"},
		{"\uff29laria Rossi", NameAlike, "11"},
		{"1laria Rossi", NameAlike, "11"},
		{"\u0421\u043e\u0441\u0441\u043e \u0420\u0435\u0440\u0435", NameAlike, "13"}, // all of it Cyrillic
		{"Ilaria Rossi", "", ""},
		{"ilaria  rossi", "", ""}, // namesakes have numbers
		{"Elia Rossi", "", ""},
		{"Ella Rossi", "", ""},
		{"Jose Nunez", "", ""},
		{"Jean-Noël O’Brien", "", ""},
		{"Łukasz Þór Çelik", "", ""},
		{"Мария Иванова", "", ""},
		{"Ελένη Παππά", "", ""},
		{"山田 タロウ", "", ""},
	} {
		_, err := h.People().EnterStaff(NewStaff{Staff: Staff{Number: "21", Name: c.name, Role: record.Croupier}, Key: "key", PIN: "847263"}, by)
		r := (*Refusal)(nil)
		if (err == nil) != (c.why == "") || errors.As(err, &r) && (r.Why != c.why || r.What != c.of) {
			t.Errorf("%q: %v; want %q of %q", c.name, err, c.why, c.of)
		}
	}
	kept, _ := h.StaffBy("14")
	kept.Role = record.Inspector
	if _, err := h.People().EnterStaff(NewStaff{Staff: kept}, by); err != nil {
		t.Errorf("who has such a name of before: %v", err)
	}
}
