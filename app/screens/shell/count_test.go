package shell

import (
	"testing"

	"sabot/app/text"
	"sabot/games"
)

// Each line of a count shows what was typed on it, as the house writes it, and its pieces.
func TestCountShowsEachLine(t *testing.T) {
	s := &Shell{Text: text.Open("it", "CHF")}
	shown := s.counted(Count{Values: []games.Amount{500, 2500, 10_000}}, []string{"3000", "450", ""})
	for i, want := range []struct{ chip, worth, pieces string }{{"100", "3’000.00", "× 30"}, {"25", "450.00", "× 18"}, {"5", "", ""}} {
		if l := shown.Lines[i]; l.Chip != want.chip || l.Worth != want.worth || l.Pieces != want.pieces || l.Wrong {
			t.Errorf("%+v, want %v", l, want)
		}
	}
}
