package hand

import (
	"slices"
	"strings"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Hide records that the cards that come now were dealt face down, as many as the game deals so one after the other. Refusals:
// TableClosed, BetsAreOpen, NoCardDue.
func (t Deal) Hide() ([]record.Fact, error) {
	if err := t.Dealing(); err != nil {
		return nil, err
	}
	if !t.MayHide() {
		return nil, house.Refuse(house.NoCardDue)
	}
	if err := t.noneOffered(); err != nil {
		return nil, err
	}
	var facts []record.Fact
	after := *t.Hand
	for t.hides(after.Round) {
		step, err := t.at.Game.Next(after.Round)
		if err != nil {
			return nil, err
		}
		fact := record.CardHidden{At: record.PlaceOf(step.At), More: len(facts) > 0}
		after.hide(fact)
		facts = append(facts, fact)
	}
	return t.withSettled(facts, &after)
}

func (h *Hand) hide(f record.CardHidden) {
	h.CardsShown = true
	h.shoe.Hide(1)
	h.Round = h.Round.WithCard(games.Laid{At: f.At.Place(), Hidden: true})
}

// MayHide reports whether the next card lies face down.
func (t Deal) MayHide() bool { return t.BetsClosed && t.hides(t.Round) }

func (t table) hides(r games.Round) bool {
	game, ok := t.at.Game.(games.HoleCard)
	return ok && game.FaceDown(r)
}

// Hole returns where among the hand's cards the first one lies that is face down; -1 where none
// does.
func (t Deal) Hole() int { return slices.IndexFunc(t.Round.Laid, hidden) }

func hidden(l games.Laid) bool { return l.Hidden }

// knownSince returns the last entry by which more became known of the cards of the hand than players knew when
// they decided before it: of those that lie face down, or one that an electronic shoe had said; 0 where none did. An
// undo does not have anybody forget it. A card that nothing but a hand entered may be a slip, and counts as none. It goes
// through the hand again: only an undo asks.
func (h *Hand) knownSince() int64 {
	since := h.since
	for _, e := range h.entries {
		if reading, card := record.ReadingOf([]record.Fact{e.Fact}); card != "" && reading.Telegram != "" {
			since = max(since, e.Seq)
		}
	}
	if _, hides := h.Game.(games.HoleCard); !hides {
		return since
	}
	known, again := 0, h.afresh()
	for _, e := range h.entries {
		again.Apply(e)
		if record.RealmOf(e.Fact) == record.OfMoves || !again.BetsClosed {
			continue
		}
		told := games.Told(h.Game, again.Round)
		if told > known {
			since = max(since, e.Seq)
		}
		known = told
	}
	return since
}

// covers reports whether the nth card of the hand lies face down for everybody, also where a
// reader has read it.
func (h *Hand) covers(n int) bool {
	l, before := h.Round.Laid[n], 0
	for _, other := range h.Round.Laid[:n] {
		if !other.Burned && other.At == l.At {
			before++
		}
	}
	return l.Hidden || !l.Burned && h.Game != nil && games.Covered(h.Game, h.Round, l.At, before)
}

// Secret reports for each of some cards whether it lies face down for everybody though a reader has read it. The cards are those
// of the open hand as they lie or would lie.
func (t Deal) Secret(cards []games.Card) []bool {
	secret := make([]bool, len(cards))
	for i, l := range t.Round.Laid {
		if l.Hidden || !t.covers(i) {
			continue
		}
		same := 0 // of the same cards it is the one that left the shoe as late
		for _, other := range t.Round.Laid[:i] {
			if other.Card == l.Card {
				same++
			}
		}
		for n, c := range cards {
			if c != l.Card {
				continue
			}
			if same == 0 {
				secret[n] = true
				break
			}
			same--
		}
	}
	return secret
}

// SaysSecret reports whether an entry of the open hand names a card that lies face down for everybody.
func (t Deal) SaysSecret(f record.Fact) bool { return t.saysSecret(f) }

func (h *Hand) saysSecret(f record.Fact) bool {
	laid := h.Round.Laid
	switch f := f.(type) {
	case record.CardLaid: // the last that lies there
		for n := len(laid) - 1; n >= 0; n-- {
			if l := laid[n]; l.Burned == f.Burned && record.PlaceOf(l.At) == f.At && l.Card == f.Card.Card() {
				return h.covers(n)
			}
		}
	case record.SuitRead:
		return f.N >= 0 && f.N < len(laid) && h.covers(f.N)
	}
	return false
}

// toTurn returns which of the hand's cards is turned next: the first that lies face down where
// one is due, or where the hand is over without it the only one, to be read as it is
// cleared away; -1 where none is.
func (t Deal) toTurn() int {
	if _, ok := t.at.Game.(games.HoleCard); !ok || t.Hole() < 0 {
		return -1
	}
	step := t.Next()
	switch {
	case step.Kind == games.Turn:
		return slices.IndexFunc(t.Round.Laid, func(l games.Laid) bool { return l.Hidden && l.At == step.At })
	case step.Kind == games.Finished && !t.severalHidden():
		return t.Hole()
	}
	return -1
}

func (t Deal) severalHidden() bool {
	laid := t.Round.Laid
	first := t.Hole()
	return first >= 0 && slices.ContainsFunc(laid[first+1:], hidden)
}

// mayTurn reports whether a card that lies face down may be turned now.
func (t Deal) mayTurn() bool { return t.toTurn() >= 0 }

// turnCard turns the card that is due. Refusals: HoleIsBlackjack where the dealer
// had looked and said that it makes none, and it does: the boxes have acted, so it is for
// an inspector; NotBlackjack where he said that it makes one, and it does not.
func (t Deal) turnCard(name record.CardName) ([]record.Fact, error) {
	return t.turns(t.Round.Laid[t.toTurn()], name)
}

// coveredNow returns which of the hand's cards lie face down for everybody, also where a reader has read them.
func (t Deal) coveredNow() (covered []int) {
	if _, hides := t.at.Game.(games.HoleCard); !hides {
		return nil
	}
	for n := range t.Round.Laid {
		if t.covers(n) {
			covered = append(covered, n)
		}
	}
	return covered
}

// HoleCovered reports whether a card of the open hand lies face down for everybody, also where a reader has read it.
func (t Deal) HoleCovered() bool { return len(t.coveredNow()) > 0 }

// HoleRead reports whether a reader has read the one card that lies face down: nobody is asked which it is.
func (t Deal) HoleRead() bool {
	covered := t.coveredNow()
	return len(covered) == 1 && !t.Round.Laid[covered[0]].Hidden
}

// MayExpose reports whether the dealer's one card lies face down and can be exposed before it is due.
func (t Deal) MayExpose() bool {
	return t.Dealing() == nil && len(t.coveredNow()) == 1 && !t.mayTurn() && t.Next().Kind != games.Finished
}

// ExposeHole turns the dealer's card face up from now on, since everybody has seen it: an inspector approves that the hand goes on
// so. Nobody insures after it, and whether it makes a blackjack is known. The card stays unnamed if a reader has read it: name is
// "". Refusals: NoCardDue where none lies face down or where it is due, NoSuchCard, NeedsInspector, WrongRole, NeedsReason, those
// of a card that is turned.
func (t Deal) ExposeHole(name string, approver *house.Staff, reason string) ([]record.Fact, error) {
	if err := t.Dealing(); err != nil {
		return nil, err
	}
	if !t.MayExpose() {
		return nil, house.Refuse(house.NoCardDue)
	}
	lies := t.Round.Laid[t.coveredNow()[0]]
	card := record.NameOf(lies.Card)
	switch {
	case lies.Hidden:
		canonical, alarm, err := t.drawn(name)
		if canonical == "" {
			return alarm, err
		}
		card = canonical
	case name != "":
		return nil, &house.Refusal{Why: house.NoSuchCard, What: name}
	}
	if err := approver.MayApprove(house.ResumeHand, t.at.Croupier); err != nil {
		return nil, err
	}
	if reason = strings.TrimSpace(reason); reason == "" {
		return nil, house.Refuse(house.NeedsReason)
	}
	turned, err := t.turns(lies, card)
	if err != nil {
		return nil, err
	}
	seen := record.Alarmed{Kind: record.HoleSeen, What: string(card), Approver: approver.Number, Reason: reason}
	return append(turned, seen), nil
}

// turns returns the facts of a card that lies face down and is turned.
func (t Deal) turns(lies games.Laid, name record.CardName) ([]record.Fact, error) {
	looked := lies.Looked
	fact := record.CardTurned{Card: name, Read: !lies.Hidden}
	if t.severalHidden() {
		fact.At = record.PlaceOf(lies.At)
	}
	after := *t.Hand
	after.turn(fact)
	_, err := t.at.Game.Settle(after.Round)
	switch code := games.CodeOf(err); {
	case code == games.SurplusDecisions || code == games.SurplusCards || code == games.BadDecision:
		return nil, &house.Refusal{Why: house.HoleIsBlackjack, What: string(name)}
	case err != nil:
		return nil, err
	}
	switch blackjack := after.DealerBlackjack(); {
	case looked == games.NoBlackjack && blackjack:
		return nil, &house.Refusal{Why: house.HoleIsBlackjack, What: string(name)}
	case looked == games.HasBlackjack && !blackjack:
		return nil, &house.Refusal{Why: house.NotBlackjack, What: string(name)}
	}
	return t.withSettled([]record.Fact{fact}, &after)
}

// DeniedBlackjack reports whether the dealer's card that lies face down was said to make no
// blackjack, and boxes may have acted on it.
func (t Deal) DeniedBlackjack() bool {
	hole := t.Hole()
	return hole >= 0 && t.Round.Laid[hole].Looked == games.NoBlackjack
}

// MakesDenied reports whether a card that lies face down would make the blackjack which the dealer denied.
func (t Deal) MakesDenied(name string) bool {
	card, ok := games.ReadCard(name)
	if !ok || !t.DeniedBlackjack() {
		return false
	}
	after := *t.Hand
	after.turn(record.CardTurned{Card: record.NameOf(card)})
	return after.DealerBlackjack()
}

// NoteDenied notes that the card that is turned makes the blackjack which the dealer denied:
// until that is settled nobody is paid. Refusals: NoCardDue where it does not, or where that
// card was noted already; those of turning it.
func (t Deal) NoteDenied(name string) ([]record.Fact, error) {
	if err := t.Dealing(); err != nil {
		return nil, err
	}
	card, ok := games.ReadCard(name)
	if !ok || t.Phase() != Turning || !t.mayTurn() || !t.DeniedBlackjack() {
		return nil, &house.Refusal{Why: house.NoCardDue, What: name}
	}
	what := string(record.NameOf(card))
	if _, err := t.turnCard(record.NameOf(card)); !house.RefusedFor(err, house.HoleIsBlackjack) || t.denied() == what {
		return nil, &house.Refusal{Why: house.NoCardDue, What: name}
	}
	return []record.Fact{record.Alarmed{Kind: record.HoleDenied, What: what}}, nil
}

// Contradicted reports whether a card was noted that makes the blackjack which the dealer denied,
// and neither is settled yet.
func (t Deal) Contradicted() bool {
	return t.Phase() == Turning && t.DeniedBlackjack() && t.denied() != ""
}

// denied returns the card that was noted since the dealer looked; "" where none was.
func (t Deal) denied() string {
	looked := int64(0)
	for _, e := range t.entries {
		if _, ok := e.Fact.(record.Looked); ok {
			looked = e.Seq
		}
	}
	what := ""
	for _, n := range t.at.Notes {
		if n.Kind == record.HoleDenied && n.Hand == t.at.Hand && n.Seq > looked {
			what = n.What
		}
	}
	return what
}

// DealerBlackjack reports whether the dealer's cards, as they are known, make a blackjack.
func (h *Hand) DealerBlackjack() bool {
	return slices.ContainsFunc(h.Hands(), func(hand games.Hand) bool { return hand.At == games.Dealer && hand.Blackjack })
}

// HasBlackjack reports whether the cards of a box make a blackjack.
func (h *Hand) HasBlackjack(box int) bool {
	return slices.ContainsFunc(h.Hands(), func(hand games.Hand) bool { return hand.At == games.AtBox(box) && hand.Blackjack })
}

func (h *Hand) turn(f record.CardTurned) {
	card := f.Card.Card()
	lies := func(n int) bool { return h.Round.Laid[n].Hidden }
	if f.Read { // it left the shoe when it was read
		lies = func(n int) bool { return h.Round.Laid[n].Card == card && h.covers(n) }
	} else {
		h.shoe.Reveal(card)
	}
	h.Round.Laid = slices.Clone(h.Round.Laid)
	for i := range h.Round.Laid {
		l := &h.Round.Laid[i]
		if !lies(i) || f.At != "" && record.PlaceOf(l.At) != f.At {
			continue
		}
		l.Card, l.Hidden = card, false
		if l.Looked == "" { // nobody insures against a card that everybody has seen
			l.Looked = games.HasBlackjack
		}
		if f.At != "" {
			return
		}
	}
}

// Look records whether the dealer's card makes a blackjack, as the dealer reports who has looked under the ace or ten before any
// box acts. Refusals: TableClosed, BetsAreOpen, NothingToLookAt, SeenBefore where the dealer reported otherwise before.
func (t Deal) Look(blackjack bool) ([]record.Fact, error) {
	if err := t.Dealing(); err != nil {
		return nil, err
	}
	if t.Next().Kind != games.Look {
		return nil, house.Refuse(house.NothingToLookAt)
	}
	fact := record.Looked{Blackjack: blackjack}
	after := *t.Hand
	after.look(fact)
	return t.answer(fact, &after, func() ([]record.Fact, error) { return t.withSettled([]record.Fact{fact}, &after) })
}

func (h *Hand) look(f record.Looked) {
	h.Round.Laid = slices.Clone(h.Round.Laid)
	for i := range h.Round.Laid {
		if l := &h.Round.Laid[i]; l.Hidden {
			l.Looked = games.NoBlackjack
			if f.Blackjack {
				l.Looked = games.HasBlackjack
			}
		}
	}
}
