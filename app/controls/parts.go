package controls

import "fyne.io/fyne/v2"

// Parts divides a screen among the top line, the felt, the act and what lies below, which is so high. All but the
// felt keep their share of the height.
func Parts(parts []fyne.CanvasObject, size fyne.Size, below float32) (unit float32) {
	unit = min(size.Width/1024, size.Height/768)
	heights := []float32{TopHigh * unit, 0, ActHigh * unit, below * unit}
	heights[1] = size.Height - heights[0] - heights[2] - heights[3]
	y := float32(0)
	for i, o := range parts {
		o.Move(fyne.NewPos(0, y))
		o.Resize(fyne.NewSize(size.Width, heights[i]))
		y += heights[i]
	}
	return unit
}
