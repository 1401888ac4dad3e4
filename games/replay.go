package games

import (
	"fmt"
	"slices"
)

// A Replay is a walk through the record of a hand in the house's order. An engine writes its
// procedure with it, top to bottom as the printed rules have it:
//
//	for _, box := range boxes {
//		if _, ok := t.Deal(AtBox(box)); !ok {
//			return
//		}
//	}
//
// Deal and Ask answer from the record; at the first thing that is not on it yet,
// or that cannot be, they return false and Step returns what it is.
type Replay struct {
	round    Round
	decks    int
	shoe     Shoe
	card     int // next unread of round.Laid
	decision int // next unread of round.Decisions
	burned   []Card
	open     bool // the initial deal lies
	asked    bool // a box has answered
	step     Step
	suit     *Step // the first card whose suit should have been read
	err      error
}

// NewReplay starts at the beginning of the round, with a shoe of that many decks.
func NewReplay(r Round, decks int) *Replay {
	return &Replay{round: r, decks: decks, step: Step{Kind: Finished}}
}

// Deal returns the next card of the record, which the deal has at that place.
func (t *Replay) Deal(at Place) (Card, bool) { return t.deal(at, false) }

// DealSuited returns what Deal does. Where suits is true the card's suit must be known: one that lies with its suit unread is the
// next step, as soon as no card lies wrong.
func (t *Replay) DealSuited(at Place, suits bool) (Card, bool) { return t.deal(at, suits) }

func (t *Replay) deal(at Place, suits bool) (Card, bool) {
	for t.card < len(t.round.Laid) {
		l := &t.round.Laid[t.card]
		if t.err = t.read(l); t.err != nil {
			return 0, false
		}
		if l.Burned {
			continue
		}
		if l.At != (Place{}) && l.At != at {
			t.step = Step{Kind: Halt, At: at, Fault: Errorf(Misdeal, fmt.Sprintf("cards[%d]", t.card-1),
				"%s lies at %s and belongs to %s", l.Card, l.At, at)}
			return 0, false
		}
		if suits && !l.Hidden && !l.Card.Suited() && t.suit == nil {
			t.suit = &Step{Kind: ReadSuit, At: at, Card: t.card - 1, Suits: true}
		}
		return l.Card, true
	}
	t.step = Step{Kind: Deal, At: at, Suits: suits}
	return 0, false
}

// read passes one card of the record: is it a card, is it one copy too many, is
// it burned, in that order.
func (t *Replay) read(l *Laid) error {
	if l.Hidden {
		t.card++
		return nil
	}
	if !l.Card.Valid() {
		return Errorf(BadCard, fmt.Sprintf("cards[%d]", t.card), "not a card: a rank of %s, then a suit of %s", RankLetters, suitLetters)
	}
	if err := t.shoe.Take(l.Card, t.decks); err != nil {
		return err.in("cards", t.card)
	}
	if l.Burned {
		t.burned = append(t.burned, l.Card)
	}
	t.card++
	return nil
}

// Ask returns the next decision of the record, which must be one of the offers and be the asked box's.
func (t *Replay) Ask(at Place, offers []Action) (Action, bool) {
	if t.decision == len(t.round.Decisions) {
		t.step = Step{Kind: Ask, At: at, Offers: offers}
		return "", false
	}
	d := t.round.Decisions[t.decision]
	if d.Box != at.Box || d.Bettor != "" {
		t.err = Errorf(BadDecision, fmt.Sprintf("decisions[%d]", t.decision), "box %d is asked now, not box %d", at.Box, d.Box)
		return "", false
	}
	for _, o := range offers {
		if d.Do == o {
			t.decision++
			t.asked = true
			return o, true
		}
	}
	t.err = Errorf(BadDecision, fmt.Sprintf("decisions[%d]", t.decision), "box %d may %v, not %q", at.Box, offers, d.Do)
	return "", false
}

// Offer returns the next decision of the record if it is that one, which nobody is asked for; false where it is another or there
// is none.
func (t *Replay) Offer(do Action) (Decision, bool) {
	if t.err != nil || t.decision == len(t.round.Decisions) || t.round.Decisions[t.decision].Do != do {
		return Decision{}, false
	}
	t.decision++
	return t.round.Decisions[t.decision-1], true
}

// FailDecision stops the replay: the decision that was read last cannot be.
func (t *Replay) FailDecision(why string) {
	t.err = Errorf(BadDecision, fmt.Sprintf("decisions[%d]", t.decision-1), "%s", why)
}

// Asked reports whether a box has answered what it was asked.
func (t *Replay) Asked() bool { return t.asked }

// OK reports whether nothing is wrong so far.
func (t *Replay) OK() bool { return t.err == nil }

// Turn stops at a card that lies face down and must be read, with its suit where that
// decides something.
func (t *Replay) Turn(at Place, suits bool) { t.step = Step{Kind: Turn, At: at, Suits: suits} }

// Wait stops at something that is neither a card nor the decision of a box.
func (t *Replay) Wait(kind StepKind, at Place) { t.step = Step{Kind: kind, At: at} }

// Idle reports whether nothing that plays is on the record beyond what was replayed so far: cards that were burned do not play.
func (t *Replay) Idle() bool {
	plays := func(l Laid) bool { return !l.Burned }
	return t.decision == len(t.round.Decisions) && !slices.ContainsFunc(t.round.Laid[t.card:], plays)
}

// Opened marks the end of the initial deal: what is dealt after it is drawn by
// decision or by the house's rule.
func (t *Replay) Opened() { t.open = true }

// Fail stops the replay with an error of the engine's own.
func (t *Replay) Fail(err error) { t.err = err }

// Step returns what was missing where the procedure stopped; Finished if nothing.
func (t *Replay) Step() (Step, error) {
	t.suitFirst()
	t.step.Opening = !t.open
	return t.step, t.err
}

// suitFirst puts a suit that should have been read before anything else that is due.
func (t *Replay) suitFirst() {
	if t.suit != nil && t.step.Kind != Halt {
		t.step, t.suit = *t.suit, nil
	}
}

// Close ends the replay of a hand: where the procedure ran through, what is left
// of the record must be burned cards only. Errors: surplus_cards,
// surplus_decisions, and those of the cards that are left.
func (t *Replay) Close() (Step, []Card, error) {
	t.suitFirst()
	t.step.Opening = !t.open
	if t.err != nil || t.step.Kind != Finished {
		return t.step, t.burned, t.err
	}
	for t.card < len(t.round.Laid) {
		l := &t.round.Laid[t.card]
		if err := t.read(l); err != nil {
			return t.step, t.burned, err
		}
		if !l.Burned {
			return t.step, t.burned, Errorf(SurplusCards, fmt.Sprintf("cards[%d]", t.card-1), "the hand was over before %s left the shoe", l.Card)
		}
	}
	if t.decision < len(t.round.Decisions) {
		return t.step, t.burned, Errorf(SurplusDecisions, fmt.Sprintf("decisions[%d]", t.decision), "nobody was asked this")
	}
	return t.step, t.burned, nil
}
