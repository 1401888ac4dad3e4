package games

// SpotOdds is the exact return of one bet from a full shoe, per unit of the
// initial stake. Weights are counted in whole deals, so the figures are exact up
// to the last division.
type SpotOdds struct {
	Spot            string
	Return          float64 // expected amount back
	Win, Push, Lose float64 // how often
}

// Edge is the house's share: 1 - Return; below 0 where the player is ahead.
func (o SpotOdds) Edge() float64 { return 1 - o.Return }

// Analysed is a game whose exact returns are known.
type Analysed interface {
	// SpotOdds are the returns of the spots that the preset offers, in the order
	// of the layout.
	SpotOdds() []SpotOdds
}
