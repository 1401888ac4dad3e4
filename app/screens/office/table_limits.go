package office

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"sabot/app/screens/shell"
	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/house"
)

// askLimits asks of every spot that the preset has whether it is offered, and for its least
// and its most.
func (f *TableFields) askLimits(kept map[string]string) {
	tx, options := f.text, f.game.Options()
	head := func(key string) fyne.CanvasObject { return widget.NewLabel(tx.T(key)) }
	f.lines.Add(" ", container.New(spotLine{}, head("office_offered"), head("setup_min"), head("setup_max")))
	f.spots = nil
	preset, _ := handfile.Preset(options.Preset)
	for i, s := range games.PresetSpots(preset) {
		limit := options.Limits[s.Name]
		if limit == (games.Limit{}) && (f.fresh || !slices.Contains(f.had, s.Name)) {
			limit = proposed(s, f.chips)
		}
		row := spotFields{Spot: s}
		first := fyne.CanvasObject(layout.NewSpacer())
		if s.Optional() {
			row.on = f.tick(kept, "on "+s.Name, "", !slices.Contains(options.Off, s.Name))
			first = row.on
		}
		row.least, row.most = f.field(kept, "min "+s.Name, typed(limit.Min)), f.field(kept, "max "+s.Name, typed(limit.Max))
		f.spots = append(f.spots, row)
		name := tx.T("spot_" + s.Name)
		f.lines.Add(name, container.New(spotLine{}, first, row.least, row.most))
		f.form.Named(row.least, name+", "+tx.T("setup_min"))
		f.form.Named(row.most, name+", "+tx.T("setup_max"))
		f.form.Part(shell.LimitPart(s.Name, house.LeastEnd), row.least)
		f.form.Part(shell.LimitPart(s.Name, house.MostEnd), row.most)
		if i == 0 {
			f.form.Part("limits", row.least)
		}
	}
}

// proposed returns the first limits of a new spot of a table. Chips of these values, ascending, make them, and
// half of the most too, where that is halved in a shoe. A bet behind has those of the main bet that it follows.
func proposed(s games.Spot, chips []games.Amount) games.Limit {
	limit := games.Limit{Min: 500, Max: 10_000}
	if s.Main || s.Early {
		limit = games.Limit{Min: 1000, Max: 50_000}
	}
	if s.Capped {
		limit.Max = 0
	}
	if len(chips) > 0 && !games.ChipsMake(limit.Min, chips) {
		limit.Min = upTo(limit.Min, chips[0])
	}
	if len(chips) > 0 && !games.ChipsMake(limit.Max/2, chips) {
		limit.Max = upTo(limit.Max, 2*chips[0])
	}
	return limit
}

// upTo returns a, rounded up to a multiple of unit.
func upTo(a, unit games.Amount) games.Amount { return (a + unit - 1) / unit * unit }

// A spotLine lays what stands of a spot beside each other: whether it is offered, its least,
// its most.
type spotLine struct{}

func (spotLine) MinSize(objects []fyne.CanvasObject) fyne.Size {
	high := float32(0)
	for _, o := range objects {
		high = max(high, o.MinSize().Height)
	}
	return fyne.NewSize(300, high)
}

func (spotLine) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	const gap = 6
	offered := size.Width * 0.21
	wide := (size.Width - offered - 2*gap) / 2
	for i, o := range objects {
		x, w := float32(0), offered
		if i > 0 {
			x, w = offered+gap+float32(i-1)*(wide+gap), wide
		}
		o.Move(fyne.NewPos(x, 0))
		o.Resize(fyne.NewSize(w, size.Height))
	}
}
