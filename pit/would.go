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
	// Gets and Takes are what is still given and what is taken back, bet by bet and of a
	// split box hand by hand: one is never set against the other.
	Gets, Takes games.Amount
	// Back is what goes back as it lies: a decision that counts no more had put it down.
	Back games.Amount
}

// Due is what the player still gets (more than 0) or gives back.
func (d Difference) Due() games.Amount { return d.Is - d.Was }

// Differences are those of the players of a hand where another version takes its place,
// by box and bettor, also those for whom nothing changes. Of a hand that is closed they
// are what every player was paid; of one that is open only what was paid or collected so
// far counts, since the rest is paid as ever.
func (h *Hand) Differences(is *Hand) []Difference {
	was, now, open := map[ofHand]games.Amount{}, map[ofHand]games.Amount{}, h.ClosedAt.IsZero()
	if open {
		so := *h
		so.keepPaid()
		for key, net := range so.paidBefore {
			was[ofHand{BetKey: key}] = net
		}
		for _, p := range is.Payments() {
			if _, paid := so.paidBefore[p.Key()]; paid {
				now[ofHand{BetKey: p.Key()}] = p.Net()
			}
		}
	} else {
		byHand(was, h.Payments())
		byHand(now, is.Payments())
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
		d := of(key.BetKey)
		d.Was += net
		if less := net - now[key]; less > 0 {
			d.Takes += less
		} else {
			d.Gets -= less
		}
	}
	for key, net := range now {
		d := of(key.BetKey)
		d.Is += net
		if _, there := was[key]; !there {
			d.Gets, d.Takes = d.Gets+max(0, net), d.Takes+max(0, -net)
		}
	}
	for _, a := range is.notBack() {
		if a.Do == GiveBack {
			of(a.Key()).Back += a.Amount
		}
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

// ofHand is a bet on one hand of a split box; 0 where it is not split.
type ofHand struct {
	games.BetKey
	hand int
}

// byHand adds what payments come to, of a split box hand by hand.
func byHand(nets map[ofHand]games.Amount, payments []games.Payment) {
	for _, p := range payments {
		rest := p.Net()
		for _, part := range p.Parts {
			nets[ofHand{p.Key(), part.Hand}] += part.Returned - part.Staked
			rest -= part.Returned - part.Staked
		}
		if rest != 0 || len(p.Parts) == 0 {
			nets[ofHand{BetKey: p.Key()}] += rest
		}
	}
}
