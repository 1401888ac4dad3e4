package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"sabot/games"
	"sabot/games/blackjack"
	"sabot/games/handfile"
	"sabot/games/lugano"
)

// rules collects --rule K=V.
type rules map[string]json.RawMessage

func (r rules) String() string { return "" }

// Set takes one K=V: V is JSON, or a text where it is none.
func (r rules) Set(s string) error {
	key, value, ok := strings.Cut(s, "=")
	if !ok || key == "" || key == "preset" {
		return fmt.Errorf("a rule is K=V, for example decks=8")
	}
	if !json.Valid([]byte(value)) {
		quoted, err := json.Marshal(value)
		if err != nil {
			return err
		}
		value = string(quoted)
	}
	r[key] = json.RawMessage(value)
	return nil
}

func odds(ctx context.Context, args []string, s streams) error {
	f := newFlags("odds")
	asJSON := f.Bool("json", false, "")
	set := rules{}
	f.Var(set, "rule", "")
	rest, err := f.read(args, 1, 1)
	if err != nil {
		return err
	}
	g, ok := handfile.Preset(rest[0])
	if !ok {
		return fmt.Errorf("there is no preset %q: there are %v", rest[0], handfile.Presets())
	}
	set["preset"], _ = json.Marshal(rest[0])
	object, err := json.Marshal(set)
	if err != nil {
		return err
	}
	if g, err = handfile.ParseRules(g.Name(), object); err != nil {
		return err
	}
	analysed, ok := g.(games.Analysed)
	if !ok {
		return fmt.Errorf("the odds of %s are not known", rest[0])
	}
	out := bufio.NewWriter(s.out)
	switch g := g.(type) {
	case *blackjack.Game:
		err = blackjackOdds(ctx, out, s.err, g, *asJSON)
	default:
		if *asJSON {
			err = oddsJSON(out, g, analysed.SpotOdds())
		} else {
			oddsText(out, g, analysed.SpotOdds())
		}
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

type spotJSON struct {
	Return float64  `json:"return"`
	Edge   float64  `json:"edge"`
	Win    *float64 `json:"win,omitempty"`
	Push   *float64 `json:"push,omitempty"`
	Lose   *float64 `json:"lose,omitempty"`
	// Of a bet that depends on play: how the return was found and, where that is not
	// exact, the standard error of the simulation it was checked against.
	Method string   `json:"method,omitempty"`
	Error  *float64 `json:"standard_error,omitempty"`
}

func exactly(v games.SpotOdds) spotJSON {
	return spotJSON{Return: v.Return, Edge: v.Edge(), Win: &v.Win, Push: &v.Push, Lose: &v.Lose}
}

func oddsJSON(w io.Writer, g games.Game, values []games.SpotOdds) error {
	spots := map[string]spotJSON{}
	for _, v := range values {
		spots[v.Spot] = exactly(v)
	}
	return encodeOdds(w, g, spots)
}

func encodeOdds(w io.Writer, g games.Game, spots map[string]spotJSON) error {
	return json.NewEncoder(w).Encode(struct {
		Preset string              `json:"preset"`
		Decks  int                 `json:"decks"`
		Method string              `json:"method"`
		Spots  map[string]spotJSON `json:"spots"`
	}{g.Options().Preset, g.Options().Decks, "exact", spots})
}

func oddsText(w io.Writer, g games.Game, values []games.SpotOdds) {
	fmt.Fprintf(w, "%s, %d decks, exact by enumeration of every deal from a full shoe\n\n", g.Options().Preset, g.Options().Decks)
	fmt.Fprintf(w, "%-13s %12s %10s %9s %9s %9s\n", "bet", "return", "edge", "win", "push", "lose")
	oddsRows(w, values)
	if l, ok := g.(*lugano.Game); ok {
		strategy(w, l.Odds().Strategy)
	}
}

func oddsRows(w io.Writer, values []games.SpotOdds) {
	for _, v := range values {
		fmt.Fprintf(w, "%-13s %12.9f %9.4f%% %8.4f%% %8.4f%% %8.4f%%\n", v.Spot, v.Return, 100*v.Edge(), 100*v.Win, 100*v.Push, 100*v.Lose)
	}
}

// strategy prints PLAY's best decision on every total against every card of the
// bank, with what each decision is worth.
func strategy(w io.Writer, choices []lugano.Choice) {
	letter := map[games.Action]string{games.Stand: "S", games.Draw: "D", games.Double: "X"}
	fmt.Fprintf(w, "\nplay: the best decision, one box in play (S stand, D draw, X double)\n\ntotal  bank's card\n      ")
	for bank := range 10 {
		fmt.Fprintf(w, " %2d", bank)
	}
	for _, c := range choices {
		if c.Bank == 0 {
			fmt.Fprintf(w, "\n%5d ", c.Total)
		}
		fmt.Fprintf(w, " %2s", letter[c.Best])
	}
	fmt.Fprintf(w, "\n\nexpected profit per unit of PLAY\n\ntotal bank     stand      draw    double  best\n")
	for _, c := range choices {
		fmt.Fprintf(w, "%5d %4d %+9.5f %+9.5f %+9.5f  %s\n", c.Total, c.Bank, c.Stand, c.Draw, c.Double, c.Best)
	}
}
