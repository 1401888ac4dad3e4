package felt

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sabot/app/theme"
	"sabot/app/view"
)

// drawn is what a felt so large draws.
func drawn(t *testing.T, shown view.Felt, size fyne.Size) []fyne.CanvasObject {
	t.Helper()
	test.NewTempApp(t)
	f := New()
	f.Set(shown, theme.Felts()[0])
	return f.draw(size)
}

// boxes are so many with the same spots.
func boxes(n int, spots ...view.Spot) []view.Box {
	var list []view.Box
	for i := range n {
		list = append(list, view.Box{Number: i + 1, Spots: append([]view.Spot(nil), spots...)})
	}
	return list
}

var twoSided = []view.Spot{{Name: "player", Label: "PLAYER", Amount: "75,000"}, {Name: "banker", Label: "BANKER", Amount: "45,000"}, {Name: "tie", Label: "TIE", Amount: "6,000"}, {Name: "side", Label: "SIDE", Amount: "3,000"}}

// The spot on which chips are put is framed while they are; then what is lit is where the
// next act is, and nothing else.
func TestTheCursorIsFramedWhileBetsAreTaken(t *testing.T) {
	for _, betting := range []bool{true, false} {
		shown := view.Felt{Boxes: boxes(7, view.Spot{Name: "main", Label: "BET"}, view.Spot{Name: "pair", Label: "PAIR"}), Betting: betting}
		shown.Boxes[2].Chosen, shown.Boxes[2].Spots[0].Chosen = true, true
		shown.Boxes[0].Lit = !betting
		golden := 0
		for _, o := range drawn(t, shown, fyne.NewSize(1024, 456)) {
			if r, is := o.(*canvas.Rectangle); is && (r.StrokeColor == theme.Place || r.FillColor == theme.Enter) {
				golden++
			}
		}
		if golden != 2 { // a frame and the number in it
			t.Errorf("betting %v: %d things are golden", betting, golden)
		}
	}
}

// The bets behind a chosen box stand beside the bank's plate and never on it, however large its cards are.
func TestBetsBehindLeaveTheBankItsPlace(t *testing.T) {
	spot := view.Spot{Name: "main", Label: "BET", Amount: "100"}
	for _, n := range []int{1, 2, 4, 7} {
		for _, size := range []fyne.Size{{Width: 1024, Height: 470}, {Width: 1366, Height: 470}, {Width: 1920, Height: 664}} {
			shown := view.Felt{Closed: true, Behind: true, Boxes: boxes(7, spot), PanelTitle: "Box 1", PanelBox: 1, House: []view.Side{{Title: "BANK", Cards: []view.Card{{Rank: "A", Suit: "s"}}}}}
			for i := n; i < 7; i++ {
				shown.Boxes[i].Spots[0].Amount = ""
			}
			for i := range 3 {
				shown.Panel = append(shown.Panel, view.Spot{Name: "behind " + view.Digit(i), Label: "(" + view.Digit(i+2) + ") none", Amount: "50"})
			}
			test.NewTempApp(t)
			f := New()
			f.Set(shown, theme.Felts()[0])
			f.draw(size)
			plate := PlanOf(shown, size).House[0]
			for _, s := range shown.Panel {
				at, is := f.board.Bounds(SpotName(1, s.Name))
				if !is || at.Meets(plate) {
					t.Errorf("%d boxes, %v: %s lies at %v (%v), the bank at %v", n, size, s.Name, at, is, plate)
				}
			}
		}
	}
}

// What is staked on a split box stands below its number, where the totals of its hands leave no room beside it.
func TestASplitBoxHasItsSum(t *testing.T) {
	for _, size := range []fyne.Size{{Width: 1024, Height: 456}, {Width: 1280, Height: 456}} {
		shown := view.Felt{Boxes: boxes(7, view.Spot{Name: "main", Label: "BET"}, view.Spot{Name: "behind", Label: "BEHIND"}, view.Spot{Name: "a", Label: "A"}, view.Spot{Name: "b", Label: "B"}, view.Spot{Name: "c", Label: "C"})}
		box := &shown.Boxes[3]
		box.Staked, box.Cards, box.Total, box.Second = "100", []view.Card{{Rank: "8"}}, "8", &view.Half{Cards: []view.Card{{Rank: "8"}}, Total: "8"}
		if !slices.ContainsFunc(drawn(t, shown, size), func(o fyne.CanvasObject) bool {
			line, is := o.(*canvas.Text)
			return is && line.Text == "100"
		}) {
			t.Errorf("%v wide nothing says what is staked", size.Width)
		}
	}
}

// A ten between two cards of a split hand is read as they are.
func TestATenBetweenTwoCardsIsRead(t *testing.T) {
	for _, ranks := range [][]string{{"8", "10", "5"}, {"8", "5", "10"}, {"10", "10"}} {
		var cards []view.Card
		for _, r := range ranks {
			cards = append(cards, view.Card{Rank: r, Suit: "h"})
		}
		shown := view.Felt{Boxes: boxes(7, view.Spot{Name: "main", Label: "BET"}, view.Spot{Name: "a", Label: "A"}, view.Spot{Name: "b", Label: "B"}, view.Spot{Name: "c", Label: "C"}, view.Spot{Name: "d", Label: "D"})}
		shown.Boxes[0].Cards, shown.Boxes[0].Second = cards, &view.Half{Cards: cards}
		var last float32
		for _, o := range drawn(t, shown, fyne.NewSize(1024, 456)) {
			word, is := o.(*canvas.Text)
			if !is || word.Position().X > 140 || word.Text != "8" && word.Text != "5" && word.Text != "10" {
				continue
			}
			if word.TextSize < readable {
				t.Errorf("%v: %s is %v high", ranks, word.Text, word.TextSize)
			}
			if x := word.Position().X; x < last-1 { // beside a figure there is that much air
				t.Errorf("%v: %s begins at %v, the one before ends at %v", ranks, word.Text, x, last)
			}
			last = word.Position().X + word.MinSize().Width
		}
	}
}

// The spots of a box are laid out alike, and their names are whole and of one weight: a
// short name does not draw the chip up beside it and lose its end to it.
func TestSpotsOfABoxAreAlike(t *testing.T) {
	for _, size := range []fyne.Size{fyne.NewSize(1024, 456), fyne.NewSize(1920, 641)} {
		for _, n := range []int{7, 9, 12, 14} {
			names, heavy := map[string]bool{}, map[bool]bool{}
			beside := map[bool]bool{}
			at := map[string]fyne.Position{}
			for _, o := range drawn(t, view.Felt{Boxes: boxes(n, twoSided...), Shared: true}, size) {
				word, is := o.(*canvas.Text)
				if !is {
					continue
				}
				if strings.ToUpper(word.Text) != strings.ToLower(word.Text) {
					names[word.Text], heavy[word.TextStyle.Bold] = true, true
					at["name"] = word.Position()
				} else if strings.Contains(word.Text, ",") {
					beside[word.Position().Y+word.MinSize().Height/2 < at["name"].Y+word.MinSize().Height] = true
				}
			}
			if len(names) != 4 || len(heavy) != 1 || len(beside) != 1 {
				t.Errorf("%d boxes on %v: names %v, heavy %v, chips beside them %v", n, size, names, heavy, beside)
			}
		}
	}
}
