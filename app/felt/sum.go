package felt

import (
	"strings"

	"sabot/app/controls"
	"sabot/app/theme"
	"sabot/app/view"
)

// The measures of what is staked on a box, in units.
const (
	sumSize = 16.5
	sumHigh = 22
	sumRing = 5 // radius of the chip's edge before it
)

// drawBeside draws the rest of a box, beside its number and below it. It draws the sum of its stakes, bets without
// a place of their own, a note. The line of the number has wide units from left on.
func (f *Felt) drawBeside(b *controls.Board, box view.Box, x, y, w, left, wide float32) {
	u := b.Unit
	sum := box.Staked
	if box.Second != nil { // the totals of two hands stand in the line of the number
		wide = 0
	}
	lines := (f.headerHigh(w) - header) / noteHigh
	if lines == 0 {
		drawNote(b, box.Note, left, y+4*u, wide)
		if note := fit(box.Note, readable*u, nil, 0).MinSize().Width; sumWide(sum, u)+note+4*u <= wide {
			drawSum(b, sum, left, y+4*u, 0)
		}
		return
	}
	if sumWide(sum, u) <= wide {
		drawSum(b, sum, left, y+4*u, 0)
		sum = ""
	}
	below := y + (header-1)*u
	last := below + (lines-1)*noteHigh*u
	x, w = x+1*u, w-2*u
	if box.Second != nil && box.Holder != "" {
		x, w = x+27*u, w-27*u
	}
	switch {
	case box.Beside != nil:
		drawLow(b, *box.Beside, x, last, w)
	case box.Note != "":
		drawNote(b, box.Note, x, last, w)
	}
	if lines > 1 || box.Beside == nil && box.Note == "" {
		drawSum(b, sum, x, below, w+1*u)
	}
}

// sumWide returns the width of a box's sum of stakes.
func sumWide(sum string, u float32) float32 {
	return (2*sumRing+4)*u + controls.Text(sum, sumSize*u, nil, true, 0).MinSize().Width
}

// drawSum draws a box's sum of stakes: the edge of a chip and the amount, in a width if there is one to keep.
func drawSum(b *controls.Board, sum string, x, y, w float32) {
	if sum == "" {
		return
	}
	u := b.Unit
	amount := controls.Text(sum, sumSize*u, theme.Text, true, 0)
	if room := w - (2*sumRing+3)*u; w > 0 && amount.MinSize().Width > room {
		amount = fit(sum, readable*u, theme.Text, room)
		if whole := controls.Text(sum, readable*u, theme.Text, false, w); amount.Text != sum && whole.TextSize >= readable*u {
			b.Add(controls.Place(whole, x, y, 0, sumHigh*u, 0)) // the amount as the house writes it rather than the chip
			return
		}
	}
	b.Add(controls.Disc(x+sumRing*u, y+sumHigh*u/2, sumRing*u, nil, theme.FeltPrint, 2.5*u))
	b.Add(controls.Place(amount, x+(2*sumRing+3)*u, y, 0, sumHigh*u, 0))
}

// drawNote draws the note of a box; its first word is cut where there is no room.
func drawNote(b *controls.Board, note string, x, y, w float32) {
	if note == "" {
		return
	}
	u := b.Unit
	t := fit(controls.Warning(note), readable*u, theme.Warn, w)
	if word, rest, several := strings.Cut(note, " "); several && t.TextSize < readable*u {
		room := w - fit(controls.Warning(" "+rest), readable*u, nil, w).MinSize().Width
		if t = short(word, readable*u, theme.Warn, true, room); t.TextSize >= readable*u {
			rest = t.Text + " " + rest
		}
		t = fit(controls.Warning(rest), readable*u, theme.Warn, w)
	}
	b.Add(controls.Place(t, x, y, w, noteHigh*u, 1))
}

// drawLow draws a spot without a place of its own, in one line: its print where there is room, the chip, its
// outcome.
func drawLow(b *controls.Board, s view.Spot, x, y, w float32) {
	u := b.Unit
	_, last := outcomes(view.Spot{Word: s.Word, Mark: s.Mark, Over: s.Over, Amount: s.Amount})
	word := fit(s.Word, readable*u, last.ink, w)
	b.Add(controls.Place(word, x, y, w, noteHigh*u, 1))
	w -= word.MinSize().Width + 3*u
	if s.Amount != "" {
		chip := min(w, chipWide(s, u))
		w -= chip
		drawChip(b, s, x+w, y, chip, noteHigh*u)
		w -= 3 * u
	}
	if print := short(s.Label, readable*u, theme.FeltPrint, true, w); print.TextSize >= readable*u {
		b.Add(controls.Place(print, x, y, w, noteHigh*u, 0))
	}
}
