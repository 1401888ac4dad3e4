// Package drill makes tasks for croupiers who learn: a hand, a tray or a deal that went wrong,
// and what is asked of it. It is pure: the same seed and number give the same task for ever.
// No task holds its answer. Who has answered is judged by the rules of the game itself, asked
// the way a table asks them: Settle, Next, Stakes, Relay, FewestChips.
package drill

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"sabot/games"
	"sabot/games/handfile"
)

// A Kind is a kind of drill.
type Kind string

// The kinds of drill, in the order of a list.
const (
	Pays       Kind = "pays"       // what a bet comes to
	Draws      Kind = "draws"      // who takes the next card
	Commission Kind = "commission" // what a winner owes
	Chips      Kind = "chips"      // an amount in the fewest chips of a tray
	Limits     Kind = "limits"     // what of a bet stands
	Misdeals   Kind = "misdeals"   // whether a deal can be put right, and which card moves
	Hands      Kind = "hands"      // a whole hand, from the second cards to the last payment
)

// Kinds returns all kinds of drill.
func Kinds() []Kind { return []Kind{Pays, Draws, Commission, Chips, Limits, Misdeals, Hands} }

// A Class is a group of tasks that are alike: a croupier who misses one meets it more often.
type Class struct {
	Kind  Kind
	Rules Rules // "" of chips, which are of no game
	// Of is the spot, the place or the verdict that it is about; "" where the kind says it all.
	// Of draws and misdeals it is a part of the answer.
	Of string
}

// String returns the class as a line of a file has it: "pays/lugano/59", with its mark where a table's rules are its own.
func (c Class) String() string {
	s := string(c.Kind)
	for _, part := range []string{c.Rules.Preset(), c.Rules.Mark(), c.Of} {
		if part != "" {
			s += "/" + part
		}
	}
	return s
}

// What the classes of draws and misdeals are named after, beside places.
const (
	Nobody = "nobody" // the hand is over
	Right  = "right"  // the cards lie where they belong
	Mend   = "mend"   // a reconstruction is possible
	Lost   = "lost"   // cards would be left over: it is not
)

// Levels is the number of levels: from one to the next stakes are larger and odder, and more
// boxes play.
const Levels = 4

// A Setting is the input for making tasks: rules, limits, chips and level.
type Setting struct {
	Rules  []Rules        // that the hands are played by
	Limits []Bounds       // of each of them, as far as they are known
	Values []games.Amount // chips of the house in minor units, ascending
	Level  int            // 1 to Levels
}

// Bounds are the limits of a table, by spot.
type Bounds map[string]games.Limit

// limitsOf returns the limits by which stakes are laid.
func (s Setting) limitsOf(r Rules) Bounds {
	if i := slices.Index(s.Rules, r); i >= 0 && i < len(s.Limits) {
		return s.Limits[i]
	}
	return nil
}

// Both returns the limits of a stake that two tables take; of a spot that has none, those of the first.
func (l Bounds) Both(o Bounds) Bounds {
	both := maps.Clone(l)
	for spot, other := range o {
		is, there := both[spot]
		is.Min = max(is.Min, other.Min)
		if other.Max > 0 && (is.Max == 0 || other.Max < is.Max) {
			is.Max = other.Max
		}
		if !there || is.Max == 0 || is.Min <= is.Max {
			if both == nil {
				both = Bounds{}
			}
			both[spot] = is
		}
	}
	return both
}

// Task is a game, a hand or a tray, and what is asked of it, in order.
type Task struct {
	Class     Class
	Game      games.Game // nil of a task of chips; with the limits that its stakes are laid by
	Questions []Question
	Tray      Tray // of a task of chips
}

// Tray is an amount to be paid in chips, in minor units, and how many there are of each value.
type Tray struct {
	Amount games.Amount
	Values []games.Amount // ascending
	Stock  map[games.Amount]int
}

// An Ask is a kind of question.
type Ask string

// The questions.
const (
	Comes Ask = "comes" // what does the bet come to?
	Who   Ask = "who"   // who takes the next card?
	Owes  Ask = "owes"  // what commission does the bet owe?
	Stays Ask = "stays" // how much of the bet stands?
	Judge Ask = "judge" // does the deal lie right, can it be put right?
	From  Ask = "from"  // where does the first card lie that moves?
	To    Ask = "to"    // and where does it belong?
	Count Ask = "count" // the amount in chips
)

// A Question is a single thing that a task asks.
type Question struct {
	Ask   Ask
	Round games.Round // as far as the hand has come
	Bet   int         // which row of its settlement it is about
	Hand  int         // which hand of a split box, 1 or 2; 0 where it is not split, EvenMoney of a blackjack that took that
}

// EvenMoney is the Hand of a question about a blackjack that is paid together with its insurance, 1:1 and at once.
const EvenMoney = -1

// A source is a source of chance.
type source struct{ *rand.Rand }

// odds returns true in so many of a hundred cases.
func (s source) odds(percent int) bool { return s.IntN(100) < percent }

// Classes returns the classes that a kind of drill has for a setting, in order.
func Classes(s Setting, k Kind) []Class {
	if k == Chips {
		return []Class{{Kind: Chips}}
	}
	var list []Class
	all := s.Rules
	if k == Commission {
		all = tracking(all)
	}
	for _, rules := range all {
		g, ok := rules.Game()
		if !ok {
			continue
		}
		for _, of := range classesOf(g, k) {
			list = append(list, Class{k, rules, of})
		}
	}
	return list
}

func classesOf(g games.Game, k Kind) (list []string) {
	switch k {
	case Pays:
		for _, s := range games.PresetSpots(g) {
			list = append(list, s.Name)
		}
		for _, s := range games.RaiseSpots(g) {
			list = append(list, s.Name)
		}
	case Limits:
		for _, s := range games.PresetSpots(g) {
			list = append(list, s.Name)
		}
	case Draws:
		for _, side := range g.Layout().Sides {
			list = append(list, side.At.Name)
		}
		list = append(list, Nobody)
	case Misdeals:
		list = []string{Right, Mend}
		alone := !g.Layout().Shared && g.Options().Boxes == 1 // no other box can have been dealt to
		if games.Carried(g) == 0 && !alone {                  // where cards may open the next hand hardly any is left over
			list = append(list, Lost)
		}
	case Commission, Hands:
		list = []string{""}
	}
	return list
}

// tracking returns the rules by which winners owe commission. Where none of them has it so it is the rule of games that take it:
// rules of their own, with their own mark, and of no table that pays otherwise.
func tracking(all []Rules) (list []Rules) {
	for _, rules := range all {
		if g, ok := rules.Game(); ok && tracks(g) {
			list = append(list, rules)
		}
	}
	if len(list) > 0 {
		return list
	}
	for _, rules := range all {
		g, _ := rules.Game()
		ruled, ok := g.(games.Ruled)
		if !ok {
			continue
		}
		for _, rule := range ruled.Takes() {
			for _, value := range rule.Values {
				if with, ok := ruled.WithRule(rule.Key, value); ok && tracks(with) {
					list = append(list, RulesOf(with))
				}
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func tracks(g games.Game) bool {
	t, ok := g.(games.Tracker)
	return ok && t.TracksCommission()
}

// New returns the nth task of a seed, of a class. The error is of rules that no game has, of a house without chips, or of a class
// that no hand comes to.
func New(s Setting, seed uint64, n int, c Class) (Task, error) {
	const salt = 0x5ab07
	m := maker{source: source{rand.New(rand.NewPCG(seed, salt+uint64(n)))}, setting: s}
	if c.Kind == Chips {
		t, ok := m.chips()
		if !ok {
			return Task{}, fmt.Errorf("a drill of %s: the chips %v pay nothing", c, s.Values)
		}
		return t, nil
	}
	g, ok := c.Rules.Game()
	if !ok {
		return Task{}, fmt.Errorf("a drill of %s: no game has the rules %q", c, string(c.Rules))
	}
	if own := s.limitsOf(c.Rules); len(own) > 0 {
		if g, ok = handfile.WithLimits(g, own); !ok {
			return Task{}, fmt.Errorf("a drill of %s: the game has no limits", c)
		}
	}
	if c.Kind == Pays {
		if t, ok := m.pays(g, c); ok {
			t.Class = c
			return t, nil
		}
	}
	const tries = 3000
	for range tries {
		t, ok := m.try(g, c)
		if ok {
			t.Class = c
			return t, nil
		}
	}
	return Task{}, fmt.Errorf("a drill of %s: no hand of %d comes to that", c, tries)
}

// A maker is a builder of one task.
type maker struct {
	source
	setting Setting
	wins    bool // of a bet that is asked about: it wins
}

func (m maker) try(g games.Game, c Class) (Task, bool) {
	switch c.Kind {
	case Pays, Commission:
		return m.bet(g, c)
	case Draws:
		return m.draws(g, c)
	case Limits:
		return m.limits(g, c)
	case Misdeals:
		return m.misdeal(g, c)
	case Hands:
		return m.hand(g)
	}
	return Task{}, false
}
