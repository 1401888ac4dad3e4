package main

import (
	"fmt"
	"io"
	"math"

	"sabot/games"
	"sabot/games/handfile"
)

// A luckJSON is the variance of bets of one, by spots: covariances of two bets of one box (a bet with itself:
// its variance) and of two boxes.
type luckJSON struct {
	Method     string      `json:"method"`
	Hands      int         `json:"hands,omitempty"` // simulated
	Spots      []string    `json:"spots"`
	Box        [][]float64 `json:"box"`
	Boxes      [][]float64 `json:"boxes"`
	BoxError   [][]float64 `json:"box_standard_error,omitempty"`
	BoxesError [][]float64 `json:"boxes_standard_error,omitempty"`
	// Decisions is the measure by which the players' decisions are judged; "" where there are none.
	Decisions string `json:"decisions,omitempty"`
}

func luckOf(l *games.Luck, judged string) *luckJSON {
	if l == nil {
		return nil
	}
	return &luckJSON{l.Method, l.Hands, l.Spots, l.Box, l.Boxes, l.BoxError, l.BoxesError, judged}
}

// judged returns the measure by which a report judges decisions; "" of a game without any, or whose best play nobody
// knows.
func judged(g games.Game) string {
	if book := handfile.Book(g); book != nil {
		return "each decision " + book.Method()
	}
	return ""
}

// luckText prints them for people.
func luckText(w io.Writer, l *games.Luck, judged string) {
	if l == nil {
		return
	}
	fmt.Fprintf(w, "\nluck, per unit staked: %s", l.Method)
	if l.Hands > 0 {
		fmt.Fprintf(w, ", %d rounds of two", l.Hands)
	}
	fmt.Fprintf(w, "\n\n%-13s %10s %10s %10s\n", "bet", "variance", "sd", "std error")
	for i, spot := range l.Spots {
		fmt.Fprintf(w, "%-13s %10.4f %10.4f", spot, l.Box[i][i], math.Sqrt(l.Box[i][i]))
		if l.BoxError != nil {
			fmt.Fprintf(w, " %10.4f", l.BoxError[i][i])
		}
		fmt.Fprintln(w)
	}
	covariances(w, "covariances, two bets of one box", l.Spots, l.Box, l.BoxError)
	covariances(w, "covariances, bets of two boxes", l.Spots, l.Boxes, l.BoxesError)
	if judged != "" {
		fmt.Fprintf(w, "\nwhat play costs against the best: %s\n", judged)
	}
}

func covariances(w io.Writer, title string, spots []string, of, errors [][]float64) {
	fmt.Fprintf(w, "\n%s\n\n%-13s", title, "")
	for _, spot := range spots {
		fmt.Fprintf(w, " %12s", spot)
	}
	fmt.Fprintln(w)
	most := 0.0
	for i, spot := range spots {
		fmt.Fprintf(w, "%-13s", spot)
		for j := range spots {
			fmt.Fprintf(w, " %+12.4f", of[i][j])
			if errors != nil {
				most = max(most, errors[i][j])
			}
		}
		fmt.Fprintln(w)
	}
	if errors != nil {
		fmt.Fprintf(w, "largest standard error %.4f\n", most)
	}
}
