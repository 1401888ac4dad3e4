package controls

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sabot/app/theme"
	"sabot/app/view"
	"sabot/games"
)

// relayOf returns the page of a hand with so many boxes, two cards each, and one of the bank.
func relayOf(boxes int) *Relay {
	shown := view.Relay{Title: "Box 2: box saltato", Verdict: "Ricostruibile", Possible: true, Ways: []view.Way{{Label: "Conferma queste carte", Key: "Enter", On: true}}}
	for box := 1; box <= boxes; box++ {
		two := []view.RelayCard{{Card: view.Card{Rank: "8"}, N: len(shown.Cards), Place: "1"}, {Card: view.Card{Rank: "10", Suit: "h"}, N: len(shown.Cards) + 1, Place: "2", Moved: true}}
		shown.Cards = append(shown.Cards, two...)
		shown.Rows = append(shown.Rows, view.RelayRow{Place: "Box 1", Before: two, After: two})
		shown.Places = append(shown.Places, view.PlaceKey{At: games.AtBox(box), Label: "1", Key: "1"})
	}
	return NewRelay(Relay{Shown: shown, OnCard: func(int) {}, OnPlace: func(games.Place) {}, Ask: "Dove sta?", Place: "Posto", Before: "Come stanno", After: "Come devono essere", Close: "Chiudi"})
}

// A hand as it lies is looked at by three persons: its cards are as large as all of them have room, up to 110x156 on the
// large screen, and none leaves the page.
func TestHandAsItLiesIsLarge(t *testing.T) {
	for _, c := range []struct {
		boxes  int
		window fyne.Size
		least  float32 // height of the cards, in pixels
	}{
		{1, fyne.NewSize(1920, 1080), 156},
		{3, fyne.NewSize(1920, 1080), 156},
		{4, fyne.NewSize(1920, 1080), 156},
		{6, fyne.NewSize(1920, 1080), 100},
		{1, fyne.NewSize(1024, 768), 110},
		{4, fyne.NewSize(1024, 768), 60},
		{9, fyne.NewSize(1920, 1080), 38},
		{9, fyne.NewSize(1024, 768), 15},
	} {
		r := relayOf(c.boxes)
		cards := 0
		for _, o := range r.draw(c.window) {
			rect, ok := o.(*canvas.Rectangle)
			if !ok || rect.FillColor != theme.Paper {
				continue
			}
			cards++
			size, at := rect.Size(), rect.Position()
			if size.Height < c.least-1 || size.Height > 157 || size.Width > 111 {
				t.Errorf("%d boxes at %v: a card is %v", c.boxes, c.window, size)
			}
			if at.X < 0 || at.X+size.Width > c.window.Width || at.Y+size.Height > EnterPlace(c.window).Y {
				t.Errorf("%d boxes at %v: a card lies at %v %v", c.boxes, c.window, at, size)
			}
		}
		if want := 3 * 2 * c.boxes; cards != want {
			t.Errorf("%d boxes at %v: %d cards are drawn, not %d", c.boxes, c.window, cards, want)
		}
	}
}
