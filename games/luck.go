package games

import "math"

// Lucky is a game that knows how far the result of its bets strays from what is expected.
type Lucky interface {
	// Luck computes the luck anew, which may take seconds. Watch is told how many of the steps are done. If it returns true the
	// work is given up, and the result means nothing.
	Luck(watch func(done, all int) (stop bool)) Luck
}

// A Luck is a model of what a hand may bring on the bets that lie, per unit staked at first. The shoe is full and everybody plays
// the best play. All boxes face the same bank, dealer or coup: a variance is no sum over boxes.
type Luck struct {
	Spots []string
	Edge  []float64 // the house's share
	// Covariances of what two bets of a unit bring, by spots: of one box, on the diagonal a
	// bet's own variance, and of two boxes.
	Box, Boxes [][]float64
	// Method says in words how the covariances were found. Where they were simulated, Hands is
	// how many rounds were, and BoxError and BoxesError are the standard errors.
	Method               string
	Hands                int
	BoxError, BoxesError [][]float64
}

// Spot returns the index of a spot in Spots, -1 where nothing is known of it.
func (l *Luck) Spot(name string) int {
	for i, spot := range l.Spots {
		if spot == name {
			return i
		}
	}
	return -1
}

// Exposed is the stakes of a hand, in minor units, as their luck depends on them.
type Exposed struct {
	luck  *Luck
	boxes [MaxBoxes + 1][]float64 // by box and spot
	used  []int                   // boxes with stakes
}

// Expose returns an empty hand, to be filled again and again.
func (l *Luck) Expose() *Exposed { return &Exposed{luck: l} }

// Clear takes all stakes away.
func (e *Exposed) Clear() {
	for _, box := range e.used {
		clear(e.boxes[box])
	}
	e.used = e.used[:0]
}

// Add puts a stake on a spot of a box; false where nothing is known of the spot, or of the box.
func (e *Exposed) Add(box int, spot string, stake Amount) bool {
	at := e.luck.Spot(spot)
	if at < 0 || box < 1 || box > MaxBoxes {
		return false
	}
	if e.boxes[box] == nil {
		e.boxes[box] = make([]float64, len(e.luck.Spots))
	}
	lies := false
	for _, other := range e.used {
		lies = lies || other == box
	}
	if !lies {
		e.used = append(e.used, box)
	}
	e.boxes[box][at] += float64(stake)
	return true
}

// Expected returns what the house expects of the hand, in minor units.
func (e *Exposed) Expected() float64 {
	sum := 0.0
	for _, box := range e.used {
		for i, stake := range e.boxes[box] {
			sum += stake * e.luck.Edge[i]
		}
	}
	return sum
}

// Variance returns the variance of the hand's result, in minor units squared: boxes of a hand stray together.
func (e *Exposed) Variance() float64 {
	n := len(e.luck.Spots)
	sum := 0.0
	for i := range n {
		all := 0.0
		for _, box := range e.used {
			all += e.boxes[box][i]
		}
		if all == 0 {
			continue
		}
		for j := range n {
			var same, others float64
			for _, box := range e.used {
				mine := e.boxes[box][i]
				same += mine * e.boxes[box][j]
				others += e.boxes[box][j]
			}
			sum += same*e.luck.Box[i][j] + (all*others-same)*e.luck.Boxes[i][j]
		}
	}
	return max(0, sum) // rounding alone brings it below
}

// Moments is a sum over all deals, each with its weight, of what pairs of bets bring.
type Moments struct {
	weight float64
	sums   []float64
	other  []float64
	both   [][]float64
}

// NewMoments returns the moments of n bets.
func NewMoments(n int) *Moments {
	return &Moments{sums: make([]float64, n), other: make([]float64, n), both: square(n)}
}

func square(n int) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, n)
	}
	return rows
}

// Add counts a deal that brings mine and others; the same list twice for one box's bets.
func (m *Moments) Add(weight float64, mine, others []float64) {
	m.weight += weight
	for i, x := range mine {
		m.sums[i] += weight * x
		m.other[i] += weight * others[i]
		for j, y := range others {
			m.both[i][j] += weight * x * y
		}
	}
}

// Covariances returns the covariances of mine with others, made symmetric: which box is the first makes no difference.
func (m *Moments) Covariances() [][]float64 {
	c := square(len(m.sums))
	for i := range c {
		for j := range c {
			forth := m.both[i][j]/m.weight - m.sums[i]/m.weight*m.other[j]/m.weight
			back := m.both[j][i]/m.weight - m.sums[j]/m.weight*m.other[i]/m.weight
			c[i][j] = (forth + back) / 2
		}
	}
	return c
}

// Together returns the covariances of all batches, and from how they differ the standard errors.
func Together(batches []*Moments) (covariances, errors [][]float64) {
	n := len(batches[0].sums)
	all, sums, squares := NewMoments(n), square(n), square(n)
	for _, m := range batches {
		all.weight += m.weight
		c := m.Covariances()
		for i := range n {
			all.sums[i] += m.sums[i]
			all.other[i] += m.other[i]
			for j, x := range c[i] {
				all.both[i][j] += m.both[i][j]
				sums[i][j] += x
				squares[i][j] += x * x
			}
		}
	}
	many := float64(len(batches))
	for i := range n {
		for j := range n {
			mean := sums[i][j] / many
			squares[i][j] = math.Sqrt(max(0, squares[i][j]/many-mean*mean) / (many - 1))
		}
	}
	return all.Covariances(), squares
}

// Means returns what mine bring on average.
func (m *Moments) Means() []float64 {
	means := make([]float64, len(m.sums))
	for i := range means {
		means[i] = m.sums[i] / m.weight
	}
	return means
}
