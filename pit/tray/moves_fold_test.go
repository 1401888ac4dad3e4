package tray

import (
	"testing"

	"sabot/pit/record"
)

// Every kind of move changes the stock, or is said to leave it: one that is forgotten does not vanish.
func TestEveryMoveIsWorked(t *testing.T) {
	for _, kind := range record.Kinds() {
		f := record.Blank(kind)
		if _, passed := f.(record.BoxPassed); !passed && record.RealmOf(f) != record.OfMoves {
			continue
		}
		if !new(stock).work(Move{Fact: f}, 1, nil) {
			t.Errorf("%s is no move of chips", kind)
		}
	}
}
