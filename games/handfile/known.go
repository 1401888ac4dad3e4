package handfile

import (
	"sync"

	"sabot/games"
)

// Odds returns the exact odds of a game's spots by its own rules, nil where nobody knows them. They are computed once for a
// program, at blackjack in half a second; whoever asks meanwhile waits. The list is shared: nobody changes it.
func Odds(g games.Game) []games.SpotOdds {
	analysed, ok := g.(games.Analysed)
	if !ok {
		return nil
	}
	return odds.of(unrounded(g), analysed.SpotOdds)
}

// OddsAt returns the odds of a game's spots as the table really pays a stake: Odds with winnings and a tracked commission rounded
// by its rules; nil where nobody knows them. It is exact but for what games.Payments.Shift notes on blackjack's main bet. For many
// stakes use Payments.
func OddsAt(g games.Game, stake games.Amount) []games.SpotOdds {
	payments := Payments(g)
	var at []games.SpotOdds
	for _, o := range Odds(g) {
		at = append(at, payments.At(o, stake))
	}
	return at
}

// Payments returns what the rounding of a game does to its returns, at any stake: worked out once
// for a program, in milliseconds.
func Payments(g games.Game) games.Payments {
	return payments.of(g, func() games.Payments { return games.PaymentsOf(g) })
}

// Luck returns how far results of a game stray, nil where nobody knows it. It is computed once for a program, at blackjack in
// seconds.
func Luck(g games.Game) *games.Luck {
	lucky, ok := g.(games.Lucky)
	if !ok {
		return nil
	}
	return luck.of(unrounded(g), func() *games.Luck {
		l := lucky.Luck(func(int, int) bool { return false })
		return &l
	})
}

// Book returns the best play of a game, nil where its players decide nothing or nobody knows it. It is computed once for a
// program, at blackjack in half a second.
func Book(g games.Game) games.Book {
	skilled, ok := g.(games.Skilled)
	if !ok {
		return nil
	}
	return books.of(unrounded(g), skilled.Book)
}

var (
	odds     known[[]games.SpotOdds]
	luck     known[*games.Luck]
	books    known[games.Book]
	payments known[games.Payments]
)

// A known is a store of what was computed, by the rules that it is of.
type known[T any] struct {
	mu sync.Mutex
	by map[string]func() T
}

// unrounded returns a game without its rounding, which changes nothing of what is worked out as if
// nothing were rounded.
func unrounded(g games.Game) games.Game {
	for _, r := range RulesOf(g) {
		if r.Kind == games.HowRounded {
			g, _ = g.(games.Ruled).WithRule(r.Key, games.Rounding{})
		}
	}
	can, ok := g.(Configurable)
	preset, known := Preset(g.Options().Preset)
	if !ok || !known {
		return g
	}
	o := g.Options()
	o.Rounding = preset.Options().Rounding
	return can.With(o)
}

func (k *known[T]) of(g games.Game, workOut func() T) T {
	if unlimited, ok := WithLimits(g, nil); ok { // what may be put down changes nothing of it
		g = unlimited
	}
	rules := g.Name() + string(EncodeRules(g))
	k.mu.Lock()
	if k.by == nil {
		k.by = map[string]func() T{}
	}
	if k.by[rules] == nil {
		k.by[rules] = sync.OnceValue(workOut)
	}
	once := k.by[rules]
	k.mu.Unlock()
	return once()
}
