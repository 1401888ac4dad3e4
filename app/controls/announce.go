package controls

import (
	"image/color"
	"strconv"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
	"sabot/app/view"
)

// announcedColor returns the colour of a phase; its words mean the same.
func announcedColor(kind view.AnnouncedKind) color.NRGBA {
	switch kind {
	case view.BetsOpen:
		return theme.Open
	case view.LastBets:
		return theme.Warn
	case view.TimeOver, view.NoMoreBets, view.GamePaused:
		return theme.Stop
	}
	return theme.Key
}

// announce draws a phase as it is announced: the words, the seconds that are left, and a
// bar that grows shorter towards the left.
func (b *Board) announce(a view.Announced, x, y, w, h float32) {
	u, fill := b.Unit, announcedColor(a.Kind)
	ink := OnColor(fill)
	b.Add(Rect(x, y, w, h, 9*u, fill, nil, 0))
	words, high := w-24*u, h
	if a.Timed {
		const seconds, bar = 64, 8
		words -= seconds * u
		high -= (bar + 10) * u
		b.text(strconv.Itoa(a.Seconds), 40*u, ink, true, x+w-(seconds+8)*u, y, seconds*u, high, 1)
		b.Add(Rect(x+12*u, y+high, w-24*u, bar*u, bar*u/2, color.NRGBA{0, 0, 0, 0x50}, nil, 0))
		if a.Share > 0 {
			b.Add(Rect(x+12*u, y+high, (w-24*u)*a.Share, bar*u, bar*u/2, ink, nil, 0))
		}
	}
	b.text(a.Text, 30*u, ink, true, x+12*u, y, words, high, 0)
}

// A Banner says over the felt that the game is paused, for all to read.
type Banner struct {
	*Drawn
	announced view.Announced
}

// NewBanner returns a banner, hidden at first.
func NewBanner() *Banner {
	b := &Banner{}
	b.Drawn = NewDrawn(fyne.NewSize(400, 80), b.draw, nil)
	b.Hide()
	return b
}

// Set shows a pause of the table, and hides the banner in every other phase. While a hand is put right its cards
// must be seen.
func (b *Banner) Set(a view.Announced) {
	b.announced = a
	if a.About == "" {
		b.Hide()
		return
	}
	b.Show()
	b.Refresh()
}

func (b *Banner) draw(size fyne.Size) []fyne.CanvasObject {
	board := &Board{}
	board.Start(min(size.Width/1024, size.Height/BannerHigh))
	board.paused(b.announced, 0, 0, size.Width, size.Height)
	return board.objects
}

// BannerHigh is the height of a banner on a screen 768 high.
const BannerHigh = 130

// paused draws that the game is paused, and why.
func (b *Board) paused(a view.Announced, x, y, w, h float32) {
	u, fill := b.Unit, announcedColor(a.Kind)
	ink := OnColor(fill)
	b.Add(Rect(x, y, w, h, 0, fill, nil, 0))
	high := h
	if a.About != "" {
		high = h * 0.62
		b.text(a.About, 26*u, ink, false, x+20*u, y+high-6*u, w-40*u, h-high, 0.5)
	}
	b.text(a.Text, 60*u, ink, true, x+20*u, y+4*u, w-40*u, high, 0.5)
}
