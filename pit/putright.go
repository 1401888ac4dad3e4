package pit

import (
	"maps"
	"slices"
	"time"

	"sabot/games"
	"sabot/games/handfile"
)

// Reconstruction is how a hand that went wrong was put right, or that it was refused.
type Reconstruction struct {
	At      time.Time // UTC
	Kind    Irregularity
	Box     int
	By      string // the inspector
	Reason  string
	Refused bool
	// PlayedOn says that the cards stayed where they lay and the hand went on.
	PlayedOn bool
	Round    games.Round  // the hand as it was before
	Before   []games.Laid // how its cards lay, in shoe order
	After    []games.Laid // the same cards
	// Was is what had been settled before, Is what it came to then; both by bet.
	Was, Is []Row
	// PaidThen is how many rows of Was had been paid or collected.
	PaidThen int
	Ruled    []Put // bets that were changed
	settling bool  // Is comes with the next rows
}

// namesOf are cards as a record has them.
func namesOf(laid []games.Laid) []CardLaid {
	out := make([]CardLaid, 0, len(laid))
	for _, l := range laid {
		name := l.Card.String()
		if l.Hidden {
			name = faceDown
		}
		out = append(out, CardLaid{Card: name, At: l.At.String(), Burned: l.Burned})
	}
	return out
}

// RelayPreview is what laying the cards again would come to; where it is not possible
// only how they lie.
func (t *Table) RelayPreview() (r Reconstruction, possible bool) {
	f, err := t.relaid("", "")
	if err != nil {
		h := &t.Current
		r = Reconstruction{Round: h.Round, Before: h.Round.Laid, After: h.Round.Laid, Was: h.Rows, PaidThen: h.Paid}
		return r, false
	}
	after := t.Current
	after.relayed(Entry{}, f)
	r = after.Relays[len(after.Relays)-1]
	if s, err := t.Game.Settle(after.Round); err == nil {
		r.Is = after.newRows(s)
	}
	return r, true
}

// relayed lays the cards again; what was settled by them is settled anew.
func (h *Hand) relayed(e Entry, f Relaid) {
	h.putRight(e, f.Approver, f.Reason, func() { h.relay(f.Laid) })
}

func (h *Hand) playOn(e Entry, f PlayedOn) {
	h.putRight(e, f.Approver, f.Reason, func() {
		h.put(f.Bets)
		h.relay(f.Laid)
	})
	h.Relays[len(h.Relays)-1].PlayedOn = true
}

func (h *Hand) rule(e Entry, f BetRuled) {
	h.putRight(e, f.Approver, f.Reason, func() {
		h.put(f.Bets)
	})
	last := &h.Relays[len(h.Relays)-1]
	last.Ruled = f.Bets
	if last.Kind == WrongPlace {
		last.Kind = DisputedBet
	}
}

// putRight makes a change to the hand and keeps how it was.
func (h *Hand) putRight(e Entry, by, reason string, change func()) {
	r := Reconstruction{
		At: e.At, Kind: WrongPlace, By: by, Reason: reason,
		Round: h.Round, Before: slices.Clone(h.Round.Laid), Was: h.Rows, PaidThen: h.Paid, settling: true,
	}
	if h.Paused != nil {
		r.Kind, r.Box = h.Paused.Kind, h.Paused.Box
	}
	h.keepPaid()
	change()
	r.After = slices.Clone(h.Round.Laid)
	h.unsettle()
	h.Paused = nil
	h.Relays = append(slices.Clone(h.Relays), r)
}

// refused keeps that an inspector would not have the hand put right.
func (h *Hand) refused(e Entry, f RelayRefused) {
	r := Reconstruction{At: e.At, Kind: WrongPlace, By: f.By, Reason: f.Reason, Refused: true, Round: h.Round, Before: h.Round.Laid, After: h.Round.Laid}
	if h.Paused != nil {
		r.Kind, r.Box = h.Paused.Kind, h.Paused.Box
	}
	h.Relays = append(slices.Clone(h.Relays), r)
}

// keepPaid keeps what was paid, collected or handed back by acts that count no more.
func (h *Hand) keepPaid() {
	paid, back := maps.Clone(h.paidBefore), maps.Clone(h.backBefore)
	acts := h.Acts()
	for _, a := range acts[:h.doneOf(acts)] {
		key := betKey{a.Box, a.Spot, a.Bettor}
		switch a.Do {
		case Pay, Collect:
			add(&paid, key, a.Net())
		case GiveBack:
			add(&back, key, a.Amount)
		}
	}
	h.paidBefore, h.backBefore = paid, back
}

func add(to *map[betKey]games.Amount, key betKey, amount games.Amount) {
	if *to == nil {
		*to = map[betKey]games.Amount{}
	}
	(*to)[key] += amount
}

// unsettle takes back what was settled: it is settled anew.
func (h *Hand) unsettle() {
	h.Rows, h.Parts, h.moments, h.Paid, h.ticked, h.gone = nil, nil, nil, 0, 0, 0
}

// betKey names a bet of a hand, whatever its place among the bets.
type betKey struct {
	box          int
	spot, bettor string
}

func keyOf(p games.Payment) betKey { return betKey{p.Box, p.Spot, p.Bettor} }

// Before is what a bet's player was paid (more than 0), or lost, before the hand was put
// right: only the rest is still to be paid, taken back or added.
func (h *Hand) Before(p games.Payment) games.Amount { return h.paidBefore[keyOf(p)] }

// placed are laid cards of a record. A suit that nobody had read of the card that lies
// there is no suit: old records have one that was made up.
func placed(h *Hand, laid []CardLaid) []games.Laid {
	out := make([]games.Laid, 0, len(laid))
	for i, l := range laid {
		at := handfile.PlaceNamed(l.At)
		if l.Card == faceDown {
			hidden := games.Laid{At: at, Hidden: true}
			if i < len(h.Round.Laid) && h.Round.Laid[i].Hidden {
				hidden.Looked = h.Round.Laid[i].Looked
			}
			out = append(out, hidden)
			continue
		}
		card, _ := games.ReadCard(l.Card)
		if i < len(h.Round.Laid) && h.Round.Laid[i].Card.Valid() && card.Is(h.Round.Laid[i].Card) && !h.Round.Laid[i].Card.Suited() {
			card = h.Round.Laid[i].Card
		}
		out = append(out, games.Laid{Card: card, At: at, Burned: l.Burned})
	}
	return out
}
