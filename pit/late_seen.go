package pit

import (
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// recallOpen returns what to recall of the questions that stand open in the hand when an entry is taken back by which a card was
// seen: nobody has answered them, so what counts is what had been said until then. What the dealer says of his card is known of that card.
// A decision beside a hole card that lay face up is none: there too the box would know it.
func (h *Hand) recallOpen(e record.Entry) (open []recalled) {
	card := h.showsMore(e.Fact)
	if card == "" || h.Game == nil || !h.BetsClosed {
		return nil
	}
	step, err := h.Game.Next(h.Round)
	if err != nil {
		return nil
	}
	add := func(q question, a answers) {
		open = append(open, recalled{question: q, answers: a, seq: e.Seq, card: card, open: true})
	}
	turned, turns := e.Fact.(record.CardTurned)
	switch {
	case step.Kind == games.Ask && !turns:
		q, _ := h.answered(record.Decided{Box: step.At.Box})
		a := h.answersTo(q, nil)
		a.staked = h.stakedOn(q.box, q.hand)
		add(q, a)
	case step.Kind == games.Insuring:
		q := question{of: insuring}
		add(q, h.answersTo(q, nil))
	}
	if turns && (step.Kind == games.Insuring || step.Kind == games.Look) {
		after := *h
		after.turn(turned)
		add(question{of: looking}, answers{looked: record.Looked{Blackjack: after.DealerBlackjack()}})
	}
	return open
}

// showsMore returns the card that a fact shows beside those of the hand, and that no box draws by it; "" where it shows none.
func (h *Hand) showsMore(f record.Fact) record.CardName {
	paused, pauses := f.(record.HandPaused)
	if !pauses {
		return seenIn(f)
	}
	var known []record.CardName
	on := *h
	on.Round = h.onFelt()
	for n, l := range on.Round.Laid {
		if !on.covers(n) {
			known = append(known, record.NameOf(l.Card))
		}
	}
	var more []record.CardName
	for _, l := range paused.Laid {
		if i := slices.Index(known, l.Card); i >= 0 {
			known = slices.Delete(known, i, i+1)
		} else if !l.Card.Hidden() {
			more = append(more, l.Card)
		}
	}
	if len(more) <= len(known) { // cards that were read otherwise
		return ""
	}
	return more[len(more)-1]
}

// withOpen returns what is recalled with questions that stood open. What a question was answered once stays, but not what the dealer had
// said: his card is known since.
func withOpen(all, open []recalled) []recalled {
	for _, r := range open {
		answered := func(old recalled) bool { return old.question == r.question && !old.open }
		if r.of != looking && slices.ContainsFunc(all, answered) {
			continue
		}
		all = append(slices.DeleteFunc(all, func(old recalled) bool { return old.question == r.question }), r)
	}
	return all
}

// liesAgain reports whether a card that was seen while a question stood open, and taken back, was entered once more outside the deal:
// then nobody draws it.
func (h *Hand) liesAgain(r recalled) bool {
	return r.open && slices.ContainsFunc(h.entries, func(e record.Entry) bool {
		switch f := e.Fact.(type) {
		case record.CardLaid:
			return f.Burned && e.Seq > r.seq
		case record.HandPaused:
			return len(f.Laid) > 0 && e.Seq > r.seq
		}
		return false
	})
}

// SeenOpen returns the card that was seen while a question stood open that is asked now, and was taken back; "" where none was.
func (t Deal) SeenOpen() record.CardName {
	if t.at.Game == nil || t.at.Checks == 0 {
		return ""
	}
	h, step := t.Hand, t.Next()
	q := question{of: insuring}
	switch step.Kind {
	case games.Insuring:
	case games.Look:
		q.of = looking
	case games.Ask:
		q, _ = h.answered(record.Decided{Box: step.At.Box})
	default:
		return ""
	}
	for _, r := range h.recalled {
		if r.question == q && r.open && !h.liesAgain(r) {
			return r.card
		}
	}
	return ""
}

// seenIn returns a card that a fact shows, be it one that plays no part; "" where it shows none.
func seenIn(f record.Fact) record.CardName {
	switch f := f.(type) {
	case record.CardLaid:
		if f.Card.Hidden() {
			return ""
		}
		return f.Card
	case record.HandPaused: // with the cards as they lie
		for _, c := range slices.Backward(f.Laid) {
			if !c.Card.Hidden() {
				return c.Card
			}
		}
	case record.CardTurned:
		return f.Card
	}
	return shown(f)
}

// exposed returns the last entry by which a card was seen in the open hand that lies nowhere; 0 where none was.
func (t *Table) exposed() int64 {
	for _, n := range slices.Backward(t.Notes) {
		if n.Hand == t.Hand && n.Kind == record.ExposedCard {
			return n.Seq
		}
	}
	return 0
}
