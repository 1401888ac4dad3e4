package felt

import (
	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/theme"
	"sabot/app/view"
)

// drawSum is what is staked on a box in all, beside its number: the edge of a chip and the
// amount, where a note does not need the room; then the note.
func (f *Felt) drawSum(b *controls.Board, box view.Box, x, y, w float32) {
	u := b.Unit
	const high, size, total = 22, 17, 36
	if box.Total != "" {
		if w -= total * u; len(box.Total) > 2 || box.Note != "" {
			return
		}
	}
	sum := float32(0)
	if box.Staked != "" {
		ring := float32(0)
		if box.Note == "" {
			const r = 5
			b.Add(controls.Disc(x+r*u, y+high*u/2, r*u, nil, theme.Gold, 2.5*u))
			ring = 2*r + 3
		}
		sum = fyne.MeasureText(box.Staked, size*u, fyne.TextStyle{Bold: true}).Width + ring*u
		if box.Note != "" {
			sum = min(sum, w*0.5)
		}
		b.Add(controls.Place(controls.Text(box.Staked, size*u, theme.Gold, true, min(sum, w)-ring*u), x+ring*u, y, min(sum, w)-ring*u, high*u, 0))
		sum += 4 * u
	}
	if box.Note != "" {
		b.Add(controls.Rect(x+sum, y, w-sum, high*u, high*u/2, f.cloth.Spot, theme.Warn, 1.2*u))
		b.Add(controls.Place(controls.Text(box.Note, 16*u, theme.Warn, true, w-sum-8*u), x+sum, y, w-sum, high*u, 0.5))
	}
}
