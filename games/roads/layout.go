package roads

// Spot is a cell of a road's grid.
type Spot struct{ Column, Row int }

// lay places runs on a grid of six rows: a run goes down, and where the next cell
// is taken or the grid ends it turns right, the dragon's tail. A new run begins in
// the first free column of the top row after the last one's.
func lay(lengths func(run int) int, runs int) [][]Spot {
	all := 0
	for run := range runs {
		all += lengths(run)
	}
	// A run is no wider than it is long, so no cell lies further right.
	taken := make([][Rows + 1]bool, runs+all+1)
	for i := range taken {
		taken[i][Rows] = true // below the grid
	}
	cells := make([]Spot, 0, all)
	out := make([][]Spot, runs)
	start := 0
	for run := range runs {
		if run > 0 {
			start++
		}
		for taken[start][0] {
			start++
		}
		at, turned := Spot{start, 0}, false
		from := len(cells)
		for i := range lengths(run) {
			switch {
			case i == 0:
			case turned || taken[at.Column][at.Row+1]:
				at.Column, turned = at.Column+1, true
			default:
				at.Row++
			}
			cells = append(cells, at)
			taken[at.Column][at.Row] = true
		}
		out[run] = cells[from:]
	}
	return out
}

// BigCell is a cell of the big road.
type BigCell struct {
	Spot
	Win
	// Opening is true for the cell of ties before the first win: Winner is Tie until
	// it comes.
	Opening bool
}

// Big returns the big road laid out. Ties stand on the win before them; those that open the shoe on the first cell.
func (r *Roads) Big() []BigCell {
	if len(r.Runs) == 0 {
		if r.Opening.Ties == 0 {
			return nil
		}
		return []BigCell{{Win: r.Opening, Opening: true}}
	}
	cells := make([]BigCell, 0, len(r.Results))
	for run, spots := range lay(func(run int) int { return len(r.Runs[run]) }, len(r.Runs)) {
		for i, s := range spots {
			cells = append(cells, BigCell{Spot: s, Win: r.Runs[run][i]})
		}
	}
	if r.Opening.Ties > 0 {
		first := &cells[0]
		first.Ties, first.Opening = first.Ties+r.Opening.Ties, true
		first.PlayerPair = first.PlayerPair || r.Opening.PlayerPair
		first.BankerPair = first.BankerPair || r.Opening.BankerPair
	}
	return cells
}

// Mark is a symbol of a derived road.
type Mark struct {
	Spot
	Red bool
}

// Lay returns a derived road laid out.
func (d Derived) Lay() []Mark {
	marks := make([]Mark, 0, d.length())
	for run, spots := range lay(func(run int) int { return d.Runs[run] }, len(d.Runs)) {
		for _, s := range spots {
			marks = append(marks, Mark{s, d.Red(run)})
		}
	}
	return marks
}

func (d Derived) length() int {
	n := 0
	for _, run := range d.Runs {
		n += run
	}
	return n
}

// Bead returns the place of a hand on the bead plate: six down, then the next column.
func Bead(hand int) Spot { return Spot{hand / Rows, hand % Rows} }
