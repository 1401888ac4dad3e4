package games

// Studied is a game whose best play is known beside its odds.
type Studied interface {
	Analysed
	// Study computes what is known of the game's bets. Watch is told how many of the steps are done. If it returns true the study
	// is given up, and the result means nothing.
	Study(watch func(done, all int) (stop bool)) Study
}

// A Study is the computed knowledge of the bets of a game.
type Study struct {
	Counted []SpotOdds // over every deal from a full shoe
	Played  []PlayedOdds
	Charts  []Chart // the best play
}

// PlayedOdds is the return of a bet under its best play, found otherwise than by counting
// every deal, and what a simulation of the same play came to.
type PlayedOdds struct {
	SpotOdds
	Method    string // how it was found, in words
	Exact     bool   // false where Method names an approximation
	Simulated float64
	Error     float64 // the standard error of Simulated
	Hands     int     // that were simulated
}

// Chart is a table in letters of one width, for people.
type Chart struct {
	Title string
	Lines []string
}
