package house

import (
	"testing"
	"time"

	"sabot/pit/record"
)

// Nobody gives or brings the chips of a slip who has another part in it or has left the house, however they are named.
func TestWhoMayCarryChips(t *testing.T) {
	at, h := time.UnixMilli(1_795_241_553_000).UTC(), &House{}
	for _, f := range []record.Fact{
		record.StaffSet{Number: "11", Name: "Anna Rossi", Role: record.Croupier},
		record.StaffSet{Number: "12", Name: "Bea Conti", Role: record.Croupier},
		record.StaffSet{Number: "13", Name: "Ciro Dotti", Role: record.Croupier},
		record.StaffSet{Number: "14", Name: "Ciro Dotti", Role: record.Croupier},
		record.StaffSet{Number: "21", Name: "Carlo Bassi", Role: record.Inspector},
		record.StaffLeft{Number: "12", By: "31"},
		record.StaffLeft{Number: "13", By: "31"},
	} {
		for _, e := range h.Stamp(at, "", f) {
			h.Apply(e)
		}
	}
	for who, want := range map[string]Why{
		"Anna Rossi": OtherPart, " anna  ROSSI ": OtherPart, "11": OtherPart, "Anna Rossi (11)": OtherPart, "21": OtherPart, "Carlo Bassi": OtherPart,
		"Аnna Rossi": OtherPart, "Anna Rоssi (11)": OtherPart, "Сassa 2": OtherPart, // with Cyrillic letters
		"Cassa 2": OtherPart, "cassa 2": OtherPart,
		"Bea Conti": LeftHouse, "12": LeftHouse, "Bea Conti (12)": LeftHouse, "13": LeftHouse, "Ciro Dotti (13)": LeftHouse,
		"Ciro Dotti": "", "14": "", "Anna": "", "G. Neri": "", "Cassa 3": "",
	} {
		err := h.MayCarry(who, "11", "21", "Cassa 2")
		if want == "" && err != nil || want != "" && !RefusedFor(err, want) {
			t.Errorf("%q: %v, want %q", who, err, want)
		}
	}
	if err := h.MayCarry("Anna Rossi", "21", "11"); !RefusedFor(err, OtherPart) {
		t.Errorf("the cashier by number is the runner by name: %v", err)
	}
}
