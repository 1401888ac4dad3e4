package felt

import (
	"slices"

	"sabot/app/controls"
	"sabot/app/view"
)

// rowHigh returns the height of a row's spots, in units: where each has room for a chip beside its print they
// are low. Of those that have their whole width each, all are low or none is: chips are below the prints, or
// beside them.
func (f *Felt) rowHigh(row []view.Spot, w float32) float32 {
	alike := [][]view.Spot{row}
	if len(row) == 1 {
		alike = slices.DeleteFunc(f.rows(f.shown.Boxes[0]), func(r []view.Spot) bool { return len(r) > 1 })
	}
	for _, row := range alike {
		for _, s := range row {
			if f.printWide(s, false)+besideChip*f.board.Unit > cellsWide(row, w, f.board.Unit) {
				return highCell
			}
		}
	}
	return lowCell
}

// printWide returns the width of a spot's name.
func (f *Felt) printWide(s view.Spot, bold bool) float32 {
	return controls.Text(s.Label, readable*f.board.Unit, nil, bold, 0).MinSize().Width
}

// heavyPrints reports whether the names of a box so wide are written in heavy letters: those of all its spots,
// or of none.
func (f *Felt) heavyPrints(w float32) bool {
	u := f.board.Unit
	for _, row := range f.rows(f.shown.Boxes[0]) {
		room := cellsWide(row, w, u) - printPad*u
		if f.rowHigh(row, w) == lowCell {
			room = cellsWide(row, w, u) - (besideChip+digitWide)*u
		}
		for _, s := range row {
			if f.printWide(s, true) > room {
				return false
			}
		}
	}
	return true
}

// cellsWide returns the width of each spot of a row in a box so wide.
func cellsWide(row []view.Spot, w, u float32) float32 {
	return (w - 3*u*float32(len(row)-1)) / float32(len(row))
}
