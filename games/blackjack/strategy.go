package blackjack

import (
	"fmt"

	"sabot/games"
)

// A collector is a list of two-card hands by their names at the table: a total, a soft total, a pair. Where hands of one name
// differ, it has the play that is best for all of them together.
type collector struct {
	values map[string]*[kinds]map[games.Action]float64
	order  []string
}

func newCollector() *collector {
	c := &collector{values: map[string]*[kinds]map[games.Action]float64{}}
	for total := 5; total <= 20; total++ {
		c.order = append(c.order, fmt.Sprintf("hard %d", total))
	}
	for total := 13; total <= 20; total++ {
		c.order = append(c.order, fmt.Sprintf("soft %d", total))
	}
	for kind := range kinds {
		c.order = append(c.order, "pair "+kindName(kind))
	}
	for _, name := range c.order {
		c.values[name] = &[kinds]map[games.Action]float64{}
	}
	return c
}

func kindName(kind int) string {
	if kind == ace {
		return "A"
	}
	return fmt.Sprint(kind + 1)
}

// handName returns the name of a hand of two cards.
func handName(a, b int) string {
	total, soft := best(a+b+2, a == ace || b == ace)
	switch {
	case a == b:
		return "pair " + kindName(a)
	case soft:
		return fmt.Sprintf("soft %d", total)
	}
	return fmt.Sprintf("hard %d", total)
}

func (c *collector) add(a, b, up int, weight float64, values map[games.Action]float64) {
	if values == nil { // a blackjack asks nothing
		return
	}
	name := handName(a, b)
	at := &c.values[name][up]
	if *at == nil {
		*at = map[games.Action]float64{}
	}
	for do, v := range values {
		(*at)[do] += weight * v
	}
	(*at)["weight"] += weight
}

// choices returns the best decisions, hands down and the dealer's cards across, the ace last.
func (c *collector) choices() []Choice {
	var list []Choice
	for _, name := range c.order {
		for i := range kinds {
			up := (i + 1) % kinds
			sums := c.values[name][up]
			if sums == nil {
				continue
			}
			choice := Choice{Hand: name, Dealer: up + 1, Values: map[games.Action]float64{}}
			for _, do := range []games.Action{games.Stand, games.Hit, games.Double, games.Split} {
				sum, ok := sums[do]
				if !ok {
					continue
				}
				choice.Values[do] = sum / sums["weight"]
				if choice.Best == "" || choice.Values[do] > choice.Values[choice.Best] {
					choice.Best = do
				}
			}
			list = append(list, choice)
		}
	}
	return list
}
