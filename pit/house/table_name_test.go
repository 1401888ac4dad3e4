package house

import (
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
