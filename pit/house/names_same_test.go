package house

import (
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
