package pit

import (
	"slices"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// BurnedNow returns the cards that are burned at once: those of NewlyBurned; and where the first card of a deal was exposed,
// and others lie wrong behind it, that card (source 004, section 7).
func (t Felt) BurnedNow(kind record.Irregularity, laid []record.CardLaid) []record.CardLaid {
	if burned := t.NewlyBurned(laid); len(burned) > 0 {
		return burned
	}
	if kind != record.ExposedFirst || t.Paused != nil || t.LiesWrong() || len(t.SeenOnFelt()) > 0 {
		return nil
	}
	_, err := t.LayOut(kind, 0, "", laid)
	n := slices.IndexFunc(laid, func(l record.CardLaid) bool { return !l.Burned })
	if n <= 0 || !house.RefusedFor(err, house.BurnLast) {
		return nil
	}
	return laid[:n]
}

// BurnsUndealt reports whether a card that is burned now is the first of its hand: it was to be dealt to its place, and never lay there.
func (t Felt) BurnsUndealt(f record.CardLaid) bool {
	return f.Burned && len(t.Round.Laid) == 0
}

// BurnedUndealt is BurnsUndealt of an entry of the hand by which a card was burned.
func (h *Hand) BurnedUndealt(seq int64) bool {
	for _, e := range h.entries {
		switch f := e.Fact.(type) {
		case record.CardLaid:
			return f.Burned && e.Seq == seq
		case record.CardHidden:
			return false
		}
	}
	return false
}

// NewlyBurned returns the cards that were burned at the end, where that is all that is new about a hand; none otherwise.
func (t Felt) NewlyBurned(laid []record.CardLaid) []record.CardLaid {
	now := t.OnFelt()
	if seen := t.SeenOnFelt(); len(laid) > 0 && len(laid) <= len(now) && !laid[0].Card.Hidden() {
		now = seen // nothing was dealt when it was seen
	}
	if t.Paused != nil || t.LiesWrong() || len(laid) <= len(now) || !slices.Equal(laid[:len(now)], now) {
		return nil
	}
	for _, l := range laid[len(now):] {
		if !l.Burned {
			return nil
		}
	}
	return laid[len(now):]
}

// PlaceOfBurned returns where a card belongs that is burned now, as RelayPreview would have it lie; false where it has no place.
// Only the first exposed card of a deal, and one that has none, are burned by the rules (source 004, section 7).
func (t Felt) PlaceOfBurned(kind record.Irregularity, laid []record.CardLaid) (games.Laid, bool) {
	burned := t.NewlyBurned(laid)
	if len(burned) != 1 || kind == record.ExposedFirst {
		return games.Laid{}, false
	}
	last := len(laid) - 1
	laid = slices.Clone(laid)
	laid[last].Burned = false
	if laid[last].At == "" {
		step := t.Next()
		if step.Kind != games.Deal {
			return games.Laid{}, false
		}
		laid[last].At = record.PlaceOf(step.At)
	}
	felt, err := t.VerdictOf(laid)
	if err != nil || !felt.Right && !felt.Possible || felt.After[last].Burned || burnedIn(felt.After) > burnedIn(felt.Laid) {
		return games.Laid{}, false
	}
	return felt.After[last], true
}

// stayBurned returns the cards of the hand that were burned with an approval, in shoe order: what is said of the felt burns none.
func (h *Hand) stayBurned() []games.Laid {
	if h.laidOut() {
		return h.burnedThen
	}
	return slices.DeleteFunc(slices.Clone(h.onFelt().Laid), func(l games.Laid) bool { return !l.Burned })
}

// StayBurned reports of each card, as the open hand is said to lie, whether it was burned with an approval and is burned still;
// all reports whether each such card is among them.
func (t Felt) StayBurned(laid []record.CardLaid) (stays []bool, all bool) {
	left := t.stayBurned()
	stays = make([]bool, len(laid))
	for i, l := range laid {
		if len(left) > 0 && l.Burned && !l.Card.Hidden() && left[0].Card.Is(l.Card.Card()) {
			stays[i], left = true, left[1:]
		}
	}
	return stays, len(left) == 0
}
