package pit_test

import (
	"testing"

	"sabot/games"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A command that is carried out once more comes to what its own cards come to, whatever
// others were tried before it on the same table.
func TestRedoOfOneCardAfterAnother(t *testing.T) {
	f := betting(t)
	f.do(bet(1, "play", 2000), closeBets, card("8"), card("K"), card("8"), decide(games.Stand))
	names := []string{"5", "6", "7", "5", "3", "6"}
	want := map[string]string{}
	for _, name := range names { // of a table that was asked for nothing yet
		facts, err := f.table.Deal().Card(name)
		if err != nil {
			t.Fatal(err)
		}
		want[name] = string(record.EncodeValue(facts))
	}
	for _, name := range names {
		facts, err := audit.Redo(f.table, audit.Then{House: &house.House{}, At: moment}, []record.Fact{record.CardLaid{Card: record.CardName(name), At: "bank"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(record.EncodeValue(facts)); got != want[name] {
			t.Errorf("%s comes to %s, want %s", name, got, want[name])
		}
	}
	if want["5"] == want["7"] || want["3"] == want["5"] {
		t.Errorf("these cards come to the same: %v", want)
	}
	f.holds()
}
