package pit

import (
	"maps"
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// A carried is the work that hands had done when an entry was taken back: an undo moves no chips. It is folded
// in at its place whenever the hand is folded again.
type carried struct {
	seq        int64 // of the undo
	paid, back map[games.BetKey]games.Amount
	hands      map[ofHand]games.Amount
	done       map[games.BetKey]actsDone
	did        int
	anew       bool // no act counts as ticked off any more: only what was done does
}

// carry folds in what hands had done as an entry was taken back.
func (h *Hand) carry(c carried) {
	h.paidBefore, h.backBefore, h.handBefore, h.doneBefore, h.did = c.paid, c.back, c.hands, c.done, c.did
	if c.anew {
		h.Paid, h.ticked, h.gone = 0, 0, 0
	}
	h.carries = append(slices.Clip(h.carries), c)
}

// worked returns how many of the hand's acts hands have done, be it that the tick was taken back:
// those are due again, and move nothing that had not moved already.
func (h *Hand) worked(acts []Act) int { return max(h.doneOf(acts), min(h.did, len(acts))) }

// keepDone keeps what hands did in a hand as it was before the undo seq: what is settled still is
// ticked off once more, of all else only differences are acts once it is settled anew.
func (h *Hand) keepDone(was *Hand, seq int64) {
	if !was.moved() {
		return
	}
	so := *was
	so.keepPaid()
	now, acts := h.Acts(), was.Acts()
	acts = acts[:was.worked(acts)]
	did := h.doneOf(now)
	for did < len(now) && did < len(acts) && now[did] == acts[did] {
		did++
	}
	c := carried{seq: seq, did: did, paid: maps.Clone(so.paidBefore), back: maps.Clone(so.backBefore), hands: maps.Clone(so.handBefore), done: so.doneBefore}
	count(now[:did], -1, &c.paid, &c.back, &c.hands)
	if !h.BetsClosed { // what went back is put down again, or not
		c.back = h.backBefore
	}
	if h.apart(&c, now[:did]) {
		c.did, c.anew = 0, true
		c.paid, c.hands, c.back = so.paidBefore, so.handBefore, so.backBefore
	} else {
		c.done = maps.Clone(so.doneBefore)
		for _, a := range now[:did] {
			c.done[a.Key()] = h.doneBefore[a.Key()]
		}
	}
	c.paid, c.back, c.hands = some(c.paid), some(c.back), some(c.hands)
	h.carry(c)
}

// moved reports whether hands have done something with chips.
func (h *Hand) moved() bool {
	return len(h.paidBefore)+len(h.backBefore)+len(h.carries) > 0 || h.worked(h.Acts()) > 0
}

// apart reports whether something else was done with a bet of acts that are done still.
func (h *Hand) apart(c *carried, acts []Act) bool {
	return slices.ContainsFunc(acts, func(a Act) bool {
		key := a.Key()
		return c.paid[key] != h.paidBefore[key] || c.back[key] != h.backBefore[key] ||
			c.hands[ofHand{key, a.Hand}] != h.handBefore[ofHand{key, a.Hand}]
	})
}

// some returns what is not 0 of amounts; nil where nothing is.
func some[K comparable](amounts map[K]games.Amount) map[K]games.Amount {
	maps.DeleteFunc(amounts, func(_ K, a games.Amount) bool { return a == 0 })
	if len(amounts) == 0 {
		return nil
	}
	return amounts
}

// owing reports whether something was paid or collected that is settled by nothing, of a hand of
// which an entry was taken back.
func (h *Hand) owing() bool {
	return len(h.carries) > 0 && slices.ContainsFunc(slices.Collect(maps.Values(h.paidBefore)), func(a games.Amount) bool { return a != 0 })
}

// left makes the acts for what was paid or collected of bets that are none any more since an
// entry was taken back: the last ones, once every bet is settled.
func (m *maker) left() {
	h := m.hand
	if !h.owing() || !h.BetsClosed && h.Cancelled == nil {
		return
	}
	for i := range h.Round.Bets {
		if !slices.ContainsFunc(h.Rows, func(r record.Row) bool { return r.Bet == i }) {
			return
		}
	}
	over := map[games.BetKey]chips{}
	for key, net := range m.paid {
		over[key] = chips{lies: net}
	}
	n := 0
	for _, a := range h.back {
		n = max(n, -a.Bet)
		if c, before := over[a.Key()]; before && a.Again {
			over[a.Key()] = chips{lies: c.lies + a.Net()}
		}
	}
	for _, b := range h.Round.Bets {
		delete(over, b.Key())
	}
	if s, err := h.game.Settle(h.Round); err == nil {
		for _, p := range s.Payments {
			delete(over, p.Key())
		}
	}
	for _, key := range h.inPlace(over) {
		if net := over[key].lies; net != 0 {
			n++
			m.due(Act{Box: key.Box, Bettor: key.Bettor, Spot: key.Spot, Bet: -n, Taken: true, moment: max(0, len(h.moments)-1), row: -1}, -net)
		}
	}
}
