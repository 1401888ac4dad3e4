package controls

import (
	"image/color"
	"strconv"

	"sabot/app/theme"
	"sabot/app/view"
)

// AnnouncedColor returns the colour of a phase; its words mean the same.
func AnnouncedColor(kind view.AnnouncedKind) color.NRGBA {
	switch kind {
	case view.BetsOpen:
		return theme.Open
	case view.LastBets:
		return theme.WarnField
	case view.TimeOver, view.NoMoreBets, view.GamePaused:
		return theme.Stop
	}
	return theme.Key
}

// announce draws a phase as it is announced: the words, the seconds that are left, and a
// bar that grows shorter towards the left.
func (b *Board) announce(a view.Announced, x, y, w, h float32) {
	u, fill := b.Unit, AnnouncedColor(a.Kind)
	ink := OnColor(fill)
	b.Add(Rect(x, y, w, h, 9*u, fill, nil, 0))
	words, high := w-24*u, h
	if a.Timed {
		const seconds, bar = 64, 8
		words -= seconds * u
		high -= (bar + 10) * u
		b.text(strconv.Itoa(a.Seconds), 40*u, ink, true, x+w-(seconds+8)*u, y, seconds*u, high, 1)
		b.Add(Rect(x+12*u, y+high, w-24*u, bar*u, bar*u/2, theme.BarUnder, nil, 0))
		if a.Share > 0 {
			b.Add(Rect(x+12*u, y+high, (w-24*u)*a.Share, bar*u, bar*u/2, ink, nil, 0))
		}
	}
	b.text(a.Text, 30*u, ink, true, x+12*u, y, words, high, 0)
}
