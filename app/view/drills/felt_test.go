package drills_test

import (
	"testing"

	"sabot/app/text"
	"sabot/app/view"
	"sabot/app/view/drills"
	"sabot/games"
	"sabot/games/drill"
	"sabot/games/gametest"
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
			for asked, q := range task.Questions {
				for _, told := range []bool{false, true} {
					f := drills.Felt(v, task, asked, told)
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

// What a question had collected or paid has left the felt when the next is asked, of a split box hand by
// hand; what it left lies there.
func TestCollectedBetsLeaveTheFelt(t *testing.T) {
	v := view.Viewer{Text: text.Open("it", "CHF")}
	for _, c := range []struct {
		preset, hand string
		asked        []drill.Question
		spot         string
		lies         []string // before each question
	}{
		{"lugano", "1:59=20 1:play=10 | 2s 9h Kd stand 2d Kh", []drill.Question{{Bet: 0}, {Bet: 1}}, "59", []string{"20", ""}},          // collected
		{"lugano", "1:59=20 1:play=10 | 4s 9h 4d stand 2d Kh", []drill.Question{{Bet: 0}, {Bet: 1}}, "59", []string{"20", ""}},          // paid
		{"pb-classic", "1:player=10 1:tie=5 | 2s 2d Kd Kh 4c 4d", []drill.Question{{Bet: 0}, {Bet: 1}}, "player", []string{"10", "10"}}, // a tie leaves it
		{"bj-eu", "1:main=50 | 8s 6h 8d split 7h hit 9s Td stand Tc 9d", []drill.Question{{Bet: 0, Hand: 1}, {Bet: 0, Hand: 2}}, "main", []string{"100", "50"}},
	} {
		g, _ := handfile.Preset(c.preset)
		task := drill.Task{Class: drill.Class{Kind: drill.Hands, Rules: drill.Rules(c.preset)}, Game: g}
		for _, q := range c.asked {
			q.Ask, q.Round = drill.Comes, gametest.Parse(t, g, c.hand)
			task.Questions = append(task.Questions, q)
		}
		for n, want := range c.lies {
			box := drills.Felt(v, task, n, false).Boxes[0]
			for _, s := range box.Spots {
				if s.Name == c.spot && s.Amount != want || box.Out {
					t.Errorf("%s, question %d: on %s lies %q, want %q", c.hand, n, s.Name, s.Amount, want)
				}
			}
		}
	}
}
