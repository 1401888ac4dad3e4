package table

import (
	"slices"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// unread are the cards that the shoe read and that nobody has entered yet, those that lie face down among them.
func (t *Table) unread() []readCard {
	r, state := &t.read, t.session.State
	var left []readCard
	known := map[games.Place]int{}
	for _, l := range state.Current.Open {
		known[l.At]++
	}
	dealt, _ := state.Covered()
	for i, at := range dealt[:min(len(r.deal), len(dealt))] {
		if known[at]--; known[at] < 0 {
			left = append(left, r.deal[i])
		}
	}
	for _, c := range r.queue {
		if !c.cut {
			left = append(left, c)
		}
	}
	return left
}

// leavesOut has it on the record that the cards which wait are left out, as this table reads no further what says them; n
// is how many they are.
func (t *Table) leavesOut() (n int, err error) {
	left := t.unread()
	if len(left) == 0 || !t.inShoe() {
		return 0, nil
	}
	untold := slices.DeleteFunc(slices.Clone(left), func(c readCard) bool { return c.told })
	if len(untold) > 0 {
		err = t.session.Do(func(s *pit.Table) (facts []record.Fact, err error) {
			for _, c := range untold {
				one, err := s.NoteLeftOut(c.card.String())
				if err != nil {
					return nil, err
				}
				facts = append(facts, one...)
			}
			return facts, nil
		})
	}
	if err != nil {
		return 0, err
	}
	t.read.queue, t.read.deal = nil, nil
	return len(left), nil
}
