package feed

import (
	"slices"
	"strings"
	"testing"

	"sabot/pit/record"
)

// Which cards are new is told by what lay before: a suit that was read late, and a card that was moved, are not, one
// that was turned is.
func TestFreshCards(t *testing.T) {
	for _, c := range []struct{ before, after, fresh string }{
		{"8s Kh", "Kh 8s 5c", "5c"},
		{"8 Kh", "8s Kh", ""},
		{"8s ?", "8s Kd", "Kd"},
		{"8s", "8s 8s", "8s"},
		{"8", "8s 8h", "8h"},
		{"", "?", ""},
	} {
		names := func(words string) (names []record.CardName) {
			for _, w := range strings.Fields(words) {
				names = append(names, record.CardName(w))
			}
			return names
		}
		if got := freshOf(names(c.before), names(c.after)); !slices.Equal(got, names(c.fresh)) {
			t.Errorf("of %s behind %s new are %s", c.after, c.before, got)
		}
	}
}
