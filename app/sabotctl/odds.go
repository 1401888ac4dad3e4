package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"sabot/app/sabotctl/terminal"
	"sabot/games"
	"sabot/games/handfile"
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
	asJSON, list, stake := f.Bool("json", false, ""), f.Bool("rules", false, ""), f.Int64("stake", 0, "")
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
	if *stake < 0 || *stake > int64(games.MaxAmount) {
		return fmt.Errorf("a stake is a number of minor units from 1 to %d: --stake 1000 is 10.00", games.MaxAmount)
	}
	if *list {
		takes(s.out, g)
		return nil
	}
	set["preset"], _ = json.Marshal(rest[0])
	object, err := json.Marshal(set)
	if err != nil {
		return err
	}
	if g, err = handfile.ParseRules(g.Name(), object); err != nil {
		said := err.Error()
		var fault *games.Error
		if errors.As(err, &fault) { // without the word for machines that read hand files
			said = fault.Message
		}
		return fmt.Errorf("%s: see sabotctl odds %s --rules", said, rest[0])
	}
	analysed, ok := g.(games.Analysed)
	if !ok {
		return fmt.Errorf("the odds of %s are not known", rest[0])
	}
	study := games.Study{}
	if studied, ok := g.(games.Studied); ok {
		study = studied.Study(watched(ctx, s.err))
	} else {
		study.Counted = analysed.SpotOdds()
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if *stake > 0 {
		study = paidAt(study, handfile.Payments(g), games.Amount(*stake))
	}
	var luck *games.Luck
	if lucky, ok := g.(games.Lucky); ok {
		found := lucky.Luck(watched(ctx, s.err))
		luck = &found
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	out := bufio.NewWriter(s.out)
	if *asJSON {
		err = oddsJSON(out, g, study, luck, *stake)
	} else {
		oddsText(out, g, study, *stake)
		luckText(out, luck, judged(g))
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// paidAt returns a study with the returns of what the table really pays a stake.
func paidAt(s games.Study, payments games.Payments, stake games.Amount) games.Study {
	s.Counted, s.Played = slices.Clone(s.Counted), slices.Clone(s.Played)
	for i, o := range s.Counted {
		s.Counted[i] = payments.At(o, stake)
	}
	for i := range s.Played {
		s.Played[i].SpotOdds = payments.At(s.Played[i].SpotOdds, stake)
	}
	return s
}

// watched shows on a terminal how far a study has come, and stops it where nobody waits
// for it any more.
func watched(ctx context.Context, say io.Writer) func(done, all int) bool {
	line := terminal.LineOf(say)
	return func(done, all int) bool {
		if done > 0 {
			line.Say(fmt.Sprintf("simulating: %d %%", 100*done/all))
		}
		return ctx.Err() != nil
	}
}

// takes prints the rules of a preset's own: which values each takes, and its own.
func takes(w io.Writer, g games.Game) {
	o := g.Options()
	fmt.Fprintf(w, "%-22s %-28s %s\n", "rule", "values", "preset")
	fmt.Fprintf(w, "%-22s %-28s %d\n", "decks", "1 to 99", o.Decks)
	fmt.Fprintf(w, "%-22s %-28s %d\n", "boxes", fmt.Sprintf("1 to %d", games.MaxBoxes), o.Boxes)
	fmt.Fprintf(w, "%-22s %-28s %s\n", "rounding", values(games.Rule{Kind: games.HowRounded}), `{"unit":1,"mode":"down"}`)
	for _, r := range handfile.RulesOf(g) {
		byDefault, err := json.Marshal(r.Default)
		if err != nil {
			panic(err) // a value of ours
		}
		fmt.Fprintf(w, "%-22s %-28s %s\n", r.Key, values(r.Rule), byDefault)
	}
}

// values returns the values that a rule takes, in words.
func values(r games.Rule) string {
	switch r.Kind {
	case games.YesNo:
		return "true, false"
	case games.Count:
		return fmt.Sprintf("%d to %d", r.Least, r.Most)
	case games.OneOdds:
		return "odds: 3:2"
	case games.OddsEach:
		return "odds: " + strings.Join(r.Values, ", ")
	case games.HowRounded:
		return `{"unit":1,"mode":"down"}`
	}
	return strings.Join(r.Values, ", ")
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

func oddsJSON(w io.Writer, g games.Game, study games.Study, luck *games.Luck, stake int64) error {
	spots := map[string]spotJSON{}
	for _, v := range study.Counted {
		spots[v.Spot] = exactly(v)
	}
	for _, p := range study.Played {
		spot := spotJSON{Return: p.Return, Edge: p.Edge(), Method: p.Method}
		if !p.Exact {
			spot.Error = &p.Error
		}
		spots[p.Spot] = spot
	}
	return json.NewEncoder(w).Encode(struct {
		Preset string              `json:"preset"`
		Decks  int                 `json:"decks"`
		Stake  int64               `json:"stake,omitempty"` // that the returns are of, as the table pays it
		Method string              `json:"method"`
		Spots  map[string]spotJSON `json:"spots"`
		Luck   *luckJSON           `json:"luck,omitempty"`
	}{g.Options().Preset, g.Options().Decks, stake, "exact", spots, luckOf(luck, judged(g))})
}

func oddsText(w io.Writer, g games.Game, study games.Study, stake int64) {
	fmt.Fprintf(w, "%s, %d decks, exact by enumeration of every deal from a full shoe\n\n", g.Options().Preset, g.Options().Decks)
	if stake > 0 {
		fmt.Fprintf(w, "as the table pays a stake of %d minor units, rounded\n\n", stake)
	}
	fmt.Fprintf(w, "%-13s %12s %10s %9s %9s %9s\n", "bet", "return", "edge", "win", "push", "lose")
	oddsRows(w, study.Counted)
	for _, p := range study.Played {
		fmt.Fprintf(w, "\n%s under the best play: return %.9f, edge %.4f%%\n  %s\n", p.Spot, p.Return, 100*p.Edge(), p.Method)
		fmt.Fprintf(w, "  simulated: %.6f, standard error %.6f, %d hands in rounds of five\n", p.Simulated, p.Error, p.Hands)
	}
	for _, c := range study.Charts {
		fmt.Fprintf(w, "\n%s\n\n%s\n", c.Title, strings.Join(c.Lines, "\n"))
	}
}

func oddsRows(w io.Writer, values []games.SpotOdds) {
	for _, v := range values {
		fmt.Fprintf(w, "%-13s %12.9f %9.4f%% %8.4f%% %8.4f%% %8.4f%%\n", v.Spot, v.Return, 100*v.Edge(), 100*v.Win, 100*v.Push, 100*v.Lose)
	}
}
