package pit

import (
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// Would is the table as it would stand after facts. Nothing is recorded, and the table is
// as it was: what is to be approved is shown by it.
func (t *Table) Would(facts ...record.Fact) *Table {
	after := *t
	after.tray = t.tray.clone()
	for _, e := range t.Stamp(t.last, facts...) {
		after.Apply(e)
	}
	return &after
}

// Difference is what one player of a hand had been paid (more than 0) or had lost, and
// what it comes to once another version of the hand takes its place. Minor units.
type Difference struct {
	Box    int
	Bettor string // "" where a box has one
	Was    games.Amount
	Is     games.Amount
}

// Due is what the player still gets (more than 0) or gives back.
func (d Difference) Due() games.Amount { return d.Is - d.Was }

// Differences are those of the players of a hand where another version takes its place,
// by box and bettor, also those for whom nothing changes. Of a hand that is closed they
// are what every player was paid; of one that is open only what was paid or collected so
// far counts, since the rest is paid as ever.
func (h *Hand) Differences(is *Hand) []Difference {
	was, open := map[games.BetKey]games.Amount{}, h.ClosedAt.IsZero()
	if open {
		so := *h
		so.keepPaid()
		was = so.paidBefore
	} else {
		for _, p := range h.Payments() {
			was[p.Key()] = p.Net()
		}
	}
	now := map[games.BetKey]games.Amount{}
	for _, p := range is.Payments() {
		if _, paid := was[p.Key()]; paid || !open {
			now[p.Key()] = p.Net()
		}
	}
	var out []Difference
	of := func(k games.BetKey) *Difference {
		i := slices.IndexFunc(out, func(d Difference) bool { return d.Box == k.Box && d.Bettor == k.Bettor })
		if i < 0 {
			out = append(out, Difference{Box: k.Box, Bettor: k.Bettor})
			i = len(out) - 1
		}
		return &out[i]
	}
	for key, net := range was {
		of(key).Was += net
	}
	for key, net := range now {
		of(key).Is += net
	}
	slices.SortFunc(out, func(a, b Difference) int {
		if a.Box != b.Box {
			return a.Box - b.Box
		}
		if a.Bettor < b.Bettor {
			return -1
		}
		return 1
	})
	return out
}
