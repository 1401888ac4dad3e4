// Package roads keeps the scorecards of baccarat (sources 000 and 002): bead plate,
// big road and the three roads derived from it, for one shoe.
//
//	var r roads.Roads
//	r.Add(roads.Result{Winner: roads.Banker, Total: 7})
//	r.Add(roads.Result{Winner: roads.Tie, Total: 6})
//	cells := r.Big()           // one red circle with a green line
//	next := r.Ask(roads.Player) // what each derived road would show
package roads

import "sabot/games"

// A Side is the winner of a hand.
type Side int

// The sides, and the tie.
const (
	Tie Side = iota
	Player
	Banker
)

// A Result is one hand of the shoe.
type Result struct {
	Winner     Side
	Total      int // of the winning hand; of both on a tie
	Natural    bool
	PlayerPair bool
	BankerPair bool
}

// Of returns the result of a finished coup.
func Of(c games.Coup) Result {
	r := Result{Total: max(c.Player, c.Banker), Natural: c.Natural, PlayerPair: c.PlayerPair, BankerPair: c.BankerPair}
	switch c.Winner() {
	case games.Player:
		r.Winner = Player
	case games.Banker:
		r.Winner = Banker
	}
	return r
}

// Rows is the depth of every road: "sempre sei righe" (source 000).
const Rows = 6

// Win is a hand of the big road that was no tie, with the ties that followed it: the
// pairs of a tied hand are marked on it too, since a tie has no cell of its own.
type Win struct {
	Result
	Ties int
}

// tie adds a tied hand to the win that it stands on.
func (w *Win) tie(hand Result) {
	w.Ties++
	w.PlayerPair, w.BankerPair = w.PlayerPair || hand.PlayerPair, w.BankerPair || hand.BankerPair
}

// Roads are the scorecards of one shoe. The zero Roads is an empty shoe.
type Roads struct {
	// Results are the hands in order: the bead plate, filled down and then right.
	Results []Result
	// Runs are the big road before it is laid out: wins in a row of one side.
	Runs [][]Win
	// Opening are the ties that came before the first win, and their pairs.
	Opening Win
	// Derived are big eye boy, small road and cockroach road before they are laid out.
	Derived [3]Derived
}

// A Derived is one derived road: runs of one colour. Red is a sign of repetition, blue of an irregular shoe (source 002); they are
// not the sides.
type Derived struct {
	First bool // the first run is red
	Runs  []int
}

// Red reports whether a run is red.
func (d Derived) Red(run int) bool { return d.First == (run%2 == 0) }

// Last returns the newest symbol; false where the road has not begun.
func (d Derived) Last() (red, begun bool) {
	n := len(d.Runs)
	return n > 0 && d.Red(n-1), n > 0
}

func (d *Derived) add(red bool) {
	n := len(d.Runs)
	switch {
	case n == 0:
		d.First, d.Runs = red, append(d.Runs, 1)
	case d.Red(n-1) == red:
		d.Runs[n-1]++
	default:
		d.Runs = append(d.Runs, 1)
	}
}

// OfShoe returns the roads of a shoe's hands.
func OfShoe(results []Result) *Roads {
	r := &Roads{Results: make([]Result, 0, len(results)), Runs: make([][]Win, 0, len(results)/2+1)}
	for _, hand := range results {
		r.Add(hand)
	}
	return r
}

// Add records the next hand on all roads.
func (r *Roads) Add(hand Result) {
	r.Results = append(r.Results, hand)
	last := len(r.Runs) - 1
	switch {
	case hand.Winner == Tie && last < 0:
		// "la linea verde del Pareggio viene mostrata nella cella in alto a sinistra"
		r.Opening.tie(hand)
		return
	case hand.Winner == Tie:
		run := r.Runs[last]
		run[len(run)-1].tie(hand)
		return
	case last >= 0 && r.Runs[last][0].Winner == hand.Winner:
		r.Runs[last] = append(r.Runs[last], Win{Result: hand})
	default:
		r.Runs = append(r.Runs, []Win{{Result: hand}})
	}
	for i := range r.Derived {
		if red, marks := r.derive(i + 1); marks {
			r.Derived[i].add(red)
		}
	}
}

// derive returns the symbol of the newest win on the derived road that looks back that many runs. A road begins with "il secondo
// risultato" of run 2, 3 or 4 (source 000), or where that run has none with the first of the run after it.
func (r *Roads) derive(back int) (red, marks bool) {
	run := len(r.Runs) - 1
	depth := len(r.Runs[run])
	if depth == 1 {
		// A new run: were the run before it and the one it is compared with equally long?
		if run < back+1 {
			return false, false
		}
		return len(r.Runs[run-1]) == len(r.Runs[run-1-back]), true
	}
	if run < back {
		return false, false
	}
	// The run goes on: is the neighbour there too, or over since more than one? Only
	// where it has just ended is the pattern broken.
	return len(r.Runs[run-back]) != depth-1, true
}

// An Answer is the next symbol of a derived road; Marks is false where the road would not have begun.
type Answer struct{ Red, Marks bool }

// Ask returns what big eye boy, small road and cockroach road would show if the next hand were that side's (source 000, "Chiedi
// Giocatore", "Chiedi Banco").
func (r *Roads) Ask(side Side) [3]Answer {
	var answers [3]Answer
	run := len(r.Runs) - 1
	next := Roads{Runs: r.Runs[:len(r.Runs):len(r.Runs)]}
	if run >= 0 && r.Runs[run][0].Winner == side {
		longer := append(r.Runs[run][:len(r.Runs[run]):len(r.Runs[run])], Win{})
		next.Runs = append(r.Runs[:run:run], longer)
	} else {
		next.Runs = append(next.Runs, []Win{{}})
	}
	for i := range answers {
		answers[i].Red, answers[i].Marks = next.derive(i + 1)
	}
	return answers
}

// With returns the roads as they would be with one more win of a side.
func (r *Roads) With(side Side) *Roads {
	return OfShoe(append(r.Results[:len(r.Results):len(r.Results)], Result{Winner: side}))
}

// Statistics are the counts of the shoe (source 002, "Statistiche degli shoe").
type Statistics struct {
	Hands, Player, Banker, Tie int
	PlayerPair, BankerPair     int
	Natural                    int
	Longest                    int // most wins in a row of one side
}

// Statistics counts the shoe's hands.
func (r *Roads) Statistics() Statistics {
	s := Statistics{Hands: len(r.Results)}
	for _, h := range r.Results {
		count := func(n *int, yes bool) {
			if yes {
				*n++
			}
		}
		count(&s.Player, h.Winner == Player)
		count(&s.Banker, h.Winner == Banker)
		count(&s.Tie, h.Winner == Tie)
		count(&s.PlayerPair, h.PlayerPair)
		count(&s.BankerPair, h.BankerPair)
		count(&s.Natural, h.Natural)
	}
	for _, run := range r.Runs {
		s.Longest = max(s.Longest, len(run))
	}
	return s
}
