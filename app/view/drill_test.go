package view_test

import (
	"testing"

	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/games/drill"
	"sabot/games/handfile"
)

// The felt of a drill has every card that lies where it lies, on both hands of a split box too, and
// no total before it was answered.
func TestDrillFeltHasTheCards(t *testing.T) {
	v := view.Viewer{Text: text.Open("it", "CHF")}
	splits := 0
	for _, preset := range handfile.Presets() {
		s := drill.Setting{Rules: []drill.Rules{drill.Rules(preset)}, Values: []games.Amount{500, 1000}, Level: 2}
		for n := range 40 {
			task, err := drill.New(s, 3, n, drill.Class{Kind: drill.Hands, Rules: drill.Rules(preset)})
			if err != nil {
				t.Fatal(err)
			}
			for _, q := range task.Questions {
				for _, told := range []bool{false, true} {
					f := v.DrillFelt(task, q, told)
					shown := map[games.Place][]view.Half{}
					for _, b := range f.Boxes {
						at := games.AtBox(b.Number)
						shown[at] = append(shown[at], view.Half{Cards: b.Cards, Total: b.Total})
						if b.Second != nil {
							shown[at] = append(shown[at], *b.Second)
							splits++
						}
					}
					for _, side := range f.House {
						at := games.Place{Name: side.Name}
						shown[at] = append(shown[at], view.Half{Cards: side.Cards, Total: side.Total})
					}
					for _, hand := range task.Game.Hands(q.Round) {
						if len(shown[hand.At]) <= max(0, hand.Number-1) {
							t.Fatalf("%s %+v of %+v: %+v", preset, hand, task.Game.Hands(q.Round), shown)
						}
						half := shown[hand.At][max(0, hand.Number-1)]
						if len(half.Cards) != len(hand.Cards) {
							t.Fatalf("%s: %s hand %d has %v, shown are %v", preset, hand.At, hand.Number, hand.Cards, half.Cards)
						}
						for i, c := range hand.Cards {
							if rank := c.Rank().String(); !half.Cards[i].Back && half.Cards[i].Rank != rank && rank != "T" {
								t.Errorf("%s: %s hand %d has %v, shown are %v", preset, hand.At, hand.Number, hand.Cards, half.Cards)
							}
						}
						if half.Total != "" && !told {
							t.Errorf("%s: before an answer %s counts %s", preset, hand.At, half.Total)
						}
					}
				}
			}
		}
	}
	if splits < 10 {
		t.Errorf("only %d felts have a split box", splits)
	}
}
