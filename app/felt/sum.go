package felt

import (
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

// sumFits says whether what is staked on a box has room beside its number and its total:
// a note goes before it.
func (f *Felt) sumFits(b *controls.Board, box view.Box, w float32) bool {
	u := b.Unit
	note := float32(0)
	if box.Note != "" && f.headerHigh(w) == header {
		note = controls.Text(box.Note, readable*u, nil, false, 0).MinSize().Width + 4*u
	}
	sum := controls.Text(box.Staked, sumSize*u, nil, true, 0).MinSize().Width
	return (2*sumRing+4)*u+sum+note <= w
}

// drawSum is what is staked on a box in all, beside its number: the edge of a chip and the
// amount, where there is room for it.
func (f *Felt) drawSum(b *controls.Board, box view.Box, x, y, w float32) {
	u := b.Unit
	if box.Staked == "" || box.Second != nil || !f.sumFits(b, box, w) {
		return
	}
	b.Add(controls.Disc(x+sumRing*u, y+sumHigh*u/2, sumRing*u, nil, theme.Gold, 2.5*u))
	sum := controls.Text(box.Staked, sumSize*u, theme.Gold, true, 0)
	b.Add(controls.Place(sum, x+(2*sumRing+3)*u, y, w, sumHigh*u, 0))
}

// drawNote is what else there is to a box.
func (f *Felt) drawNote(b *controls.Board, note string, x, y, w float32) {
	if note != "" {
		u := b.Unit
		b.Add(controls.Place(fit(note, readable*u, theme.Warn, w), x, y, w, noteHigh*u, 1))
	}
}
