package hand

import (
	"slices"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Card lays a card at the place that is next: "8h", or "8" where nothing asks for its
// suit. Where a box is asked and may draw, it draws that card: the decision and the card
// are one. Where a suit is missing it is that card with its suit. Where no card is due it
// is carried over to the next hand, if the game does that. A card of which the shoe holds
// no more copy is an alarm and does not lie. Refusals: TableClosed, BetsAreOpen,
// NoCardDue, NoSuchCard, SuitIsDue, OtherRank, OfferedFirst, SeenBefore.
func (t Deal) Card(name string) ([]record.Fact, error) {
	if err := t.Dealing(); err != nil {
		return nil, err
	}
	step := t.Next()
	draws, may := t.drawing(step)
	switch {
	case step.Kind == games.Deal, step.Kind == games.ReadSuit, may, t.MayCarry(), t.mayTurn():
	default:
		return nil, &house.Refusal{Why: house.NoCardDue, Box: step.At.Box, What: name}
	}
	if step.Kind == games.ReadSuit {
		return t.readSuit(step, name)
	}
	canonical, alarm, err := t.drawn(name)
	switch {
	case canonical == "":
		return alarm, err
	case step.Suits && !canonical.Card().Suited():
		return nil, &house.Refusal{Why: house.SuitIsDue, Box: step.At.Box, What: name}
	}
	if err := t.offeredFirst(canonical.Card()); err != nil && !t.mayTurn() { // what is turned lay already
		return nil, err
	}
	switch {
	case may:
		return t.drawCard(draws, step, canonical)
	case t.mayTurn():
		return t.turnCard(canonical)
	case step.Kind == games.Finished:
		return []record.Fact{record.CardCarried{Card: canonical}}, nil
	}
	fact := record.CardLaid{Card: canonical, At: record.PlaceOf(step.At)}
	after := *t.Hand
	after.lay(fact)
	facts := []record.Fact{fact}
	if t.ReadsAhead() { // those behind it are known
		ready, err := t.layReady(&after)
		if err != nil {
			return nil, err
		}
		facts = append(facts, ready...)
	}
	return t.withSettled(facts, &after)
}

// Draws returns the decision that a card is which is entered for the box that is asked; false where none is.
func (t Deal) Draws() (games.Action, bool) { return t.drawing(t.Next()) }

// Busts returns the decision that a card is which is entered for the box that is asked, where the box loses a bet by it at once;
// false where it loses none, or none is asked.
func (t Deal) Busts(name string) (games.Action, bool) {
	do, draws := t.Draws()
	if !draws {
		return "", false
	}
	facts, err := t.Card(name)
	if err != nil {
		return "", false
	}
	box, bets := t.Next().At.Box, t.Round.Bets
	lost := func(bet int, outcome games.Outcome) bool {
		return outcome == games.Lose && bet < len(bets) && bets[bet].Box == box
	}
	return do, slices.ContainsFunc(facts, func(f record.Fact) bool {
		s, settled := f.(record.Settled)
		return settled && (slices.ContainsFunc(s.Rows, func(r record.Row) bool { return lost(r.Bet, r.Outcome) }) ||
			slices.ContainsFunc(s.Parts, func(p record.Part) bool { return lost(p.Bet, p.Outcome) }))
	})
}

// drawing returns the decision by which the box that is asked takes a card; false where none
// is asked.
func (t Deal) drawing(step games.Step) (games.Action, bool) {
	if step.Kind != games.Ask {
		return "", false
	}
	for _, a := range t.at.Game.Layout().Answers {
		if a.Draws && slices.Contains(step.Offers, a.Do) {
			return a.Do, true
		}
	}
	return "", false
}

// drawCard returns a card that a box draws which was asked: its decision and the card at once.
func (t Deal) drawCard(do games.Action, step games.Step, card record.CardName) ([]record.Fact, error) {
	decided := record.Decided{Box: step.At.Box, Do: do}
	laid := record.CardLaid{Card: card, At: record.PlaceOf(step.At), Drawn: true}
	after := *t.Hand
	round, err := games.DecideAt(t.nextOf, after.Round, step, do)
	if err != nil {
		return nil, &house.Refusal{Why: house.NotThatDecision, Box: step.At.Box, What: string(do)}
	}
	after.Round = round
	return t.answer(decided, &after, func() ([]record.Fact, error) {
		after.lay(laid)
		return t.withSettled([]record.Fact{decided, laid}, &after)
	})
}

// readSuit returns a card that lies already, read again with its suit.
func (t Deal) readSuit(step games.Step, name string) ([]record.Fact, error) {
	lies := t.Round.Laid[step.Card].Card
	card, ok := games.ReadCard(name)
	switch {
	case !ok:
		return nil, &house.Refusal{Why: house.NoSuchCard, What: name}
	case !card.Suited():
		return nil, &house.Refusal{Why: house.SuitIsDue, Box: step.At.Box, What: name}
	case !card.Is(lies):
		return nil, &house.Refusal{Why: house.OtherRank, Box: step.At.Box, What: lies.String()}
	}
	return t.suitRead(record.SuitRead{N: step.Card, Card: record.NameOf(card)})
}

// NoteSuit keeps the suit, "h", that a card reader typed behind the card that was laid
// last, which needed none. Refusals: TableClosed, BetsAreOpen, NoCardDue where that card
// has its suit or none lies, NoSuchCard.
func (t Deal) NoteSuit(letter string) ([]record.Fact, error) {
	if err := t.Dealing(); err != nil {
		return nil, err
	}
	n := len(t.Round.Laid) - 1
	if n < 0 || !t.Round.Laid[n].Card.Valid() || t.Round.Laid[n].Card.Suited() {
		return nil, house.Refuse(house.NoCardDue)
	}
	card, ok := games.ReadCard(t.Round.Laid[n].Card.String() + letter)
	if !ok || !card.Suited() {
		return nil, &house.Refusal{Why: house.NoSuchCard, What: letter}
	}
	return t.suitRead(record.SuitRead{N: n, Card: record.NameOf(card), Burst: true})
}

// suitRead records a suit; one of which the shoe holds no more copy is an alarm.
func (t Deal) suitRead(f record.SuitRead) ([]record.Fact, error) {
	card := f.Card.Card()
	shoe := t.shoe
	shoe.Return(t.Round.Laid[f.N].Card)
	if !shoe.Holds(card, t.at.Decks) {
		return []record.Fact{record.Alarmed{Kind: record.ImpossibleCard, What: string(f.Card)}}, nil
	}
	after := *t.Hand
	after.readSuit(f)
	return t.withSettled([]record.Fact{f}, &after)
}

// drawn returns a card as the record has it; "" where it cannot be, with the refusal of a
// text that is no card or the alarm for one copy too many.
func (t table) drawn(name string) (canonical record.CardName, alarm []record.Fact, err error) {
	card, ok := games.ReadCard(name)
	shoe := t.shoeWithCarried()
	switch {
	case !ok:
		return "", nil, &house.Refusal{Why: house.NoSuchCard, What: name}
	case !shoe.Holds(card, t.at.Decks):
		return "", []record.Fact{record.Alarmed{Kind: record.ImpossibleCard, What: card.String()}}, nil
	}
	return record.NameOf(card), nil, nil
}

// FaceDown reports whether the game deals the open hand's cards face down, and whether they are being laid open now.
func (t Deal) FaceDown() (dealt, opening bool) {
	dealt = t.at.Game != nil && len(games.Opening(t.at.Game, t.Round, t.at.Settings.Reveal)) > 0
	return dealt, len(t.faceDown()) > 0
}

// Decide records what the box that is asked answered. Refusals: TableClosed,
// BetsAreOpen, NoDecisionDue, NotThatDecision, SeenBefore.
func (t Deal) Decide(do games.Action) ([]record.Fact, error) {
	if err := t.Dealing(); err != nil {
		return nil, err
	}
	step := t.Next()
	if step.Kind != games.Ask {
		return nil, &house.Refusal{Why: house.NoDecisionDue, Box: step.At.Box, What: string(do)}
	}
	round, err := games.DecideAt(t.nextOf, t.Round, step, do)
	if err != nil {
		return nil, &house.Refusal{Why: house.NotThatDecision, Box: step.At.Box, What: string(do)}
	}
	decided := record.Decided{Box: step.At.Box, Do: do}
	after := *t.Hand
	after.Round = round
	return t.answer(decided, &after, func() ([]record.Fact, error) { return t.withSettled([]record.Fact{decided}, &after) })
}
