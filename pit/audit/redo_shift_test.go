package audit

import (
	"testing"

	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A table that the house never had is said to be that, and not to be retired.
func TestOpeningOfNoTableOfTheHouse(t *testing.T) {
	t.Parallel()
	var h house.House
	opens := func() string {
		r := redoing{t: &pit.Table{Name: "BJ9"}, then: Then{House: &h}}
		_, err := r.open(record.Opened{})
		if err == nil {
			t.Fatal("it opened")
		}
		return err.Error()
	}
	if says := opens(); says != "the house has no table BJ9" {
		t.Error(says)
	}
	h.Apply(record.Entry{Table: record.HouseStream, Seq: 1, Fact: record.TableRetired{Name: "BJ9"}})
	if says := opens(); says != "refused: table retired (BJ9)" {
		t.Error(says)
	}
}
