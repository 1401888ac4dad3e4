package hand

import (
	"slices"
	"strconv"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// NoteShoe notes a trouble of the electronic shoe: it goes on by hand. Of a fault what is its
// number, "" where it has none. Refusals: TableClosed, NoShoe, BadSetting.
func (t Deal) NoteShoe(kind record.AlarmKind, what string) ([]record.Fact, error) {
	if err := t.shoeIsThere(); err != nil {
		return nil, err
	}
	switch kind {
	case record.ShoeGap, record.ShoeSilent, record.ShoeLost:
		if what == "" {
			return []record.Fact{record.Alarmed{Kind: kind}}, nil
		}
	case record.ShoeFault:
		if n, err := strconv.Atoi(what); what == "" || err == nil && n >= 0 && strconv.Itoa(n) == what {
			return []record.Fact{record.Alarmed{Kind: kind, What: what}}, nil
		}
	}
	return nil, &house.Refusal{Why: house.BadSetting, What: what}
}

// NoteElsewhere notes that the electronic shoe has a card at another place than the rules do, at none
// where it burns the card: nothing is laid, and nothing that lies is changed. Refusals: TableClosed,
// NoShoe, NoSuchCard, NoSuchBox, NoCardDue where no card is due or the rules have it there too.
func (t Deal) NoteElsewhere(name string, at record.PlaceName) ([]record.Fact, error) {
	if err := t.shoeIsThere(); err != nil {
		return nil, err
	}
	card, ok := games.ReadCard(name)
	due, _, deals := t.DealsTo()
	switch {
	case !ok || !card.Suited():
		return nil, &house.Refusal{Why: house.NoSuchCard, What: name}
	case at != "" && !slices.Contains(t.at.Game.Places(), at.Place()):
		return nil, &house.Refusal{Why: house.NoSuchBox}
	case at == "" && t.toBurn(), at != "" && (!deals || record.PlaceOf(due) == at):
		return nil, &house.Refusal{Why: house.NoCardDue, What: name}
	}
	return []record.Fact{record.Alarmed{Kind: record.ShoeElsewhere, What: card.String(), At: at}}, nil
}

// NoteLeftOut notes that somebody left out a card that the electronic shoe said. Refusals: TableClosed, NoShoe,
// NoSuchCard.
func (t Deal) NoteLeftOut(name string) ([]record.Fact, error) {
	if err := t.shoeIsThere(); err != nil {
		return nil, err
	}
	card, ok := games.ReadCard(name)
	if !ok || !card.Suited() {
		return nil, &house.Refusal{Why: house.NoSuchCard, What: name}
	}
	return []record.Fact{record.Alarmed{Kind: record.ShoeLeftOut, What: card.String()}}, nil
}

// Reads adds to the facts of a command how the card with which they begin came to be entered. Where the shoe read another card an
// alarm follows, unless the hand has one of that card already.
func (t Deal) Reads(facts []record.Fact, r record.Reading) []record.Fact {
	facts = record.Read(facts, r)
	_, card := record.ReadingOf(facts)
	if said, ok := games.ReadCard(r.Said); card != "" && ok && !t.disputed(said) {
		facts = append(facts, record.Alarmed{Kind: record.ShoeOverruled, What: said.String(), Card: string(card)})
	}
	return facts
}

// disputed reports whether the open hand has an alarm of a card that the shoe said.
func (t Deal) disputed(said games.Card) bool {
	return slices.ContainsFunc(slices.Concat(t.at.Alarms, t.at.Notes), func(a Alarm) bool {
		switch a.Kind {
		case record.ShoeElsewhere, record.ShoeOverruled, record.ImpossibleCard:
			card, ok := games.ReadCard(a.What)
			return a.Hand == t.at.Hand && ok && said.Is(card)
		}
		return false
	})
}

// DealsCovered reports whether cards of a table lie face down at first: which they are a shoe knows,
// and nobody here may.
func (t Deal) DealsCovered() bool {
	if t.at.Game == nil {
		return true
	}
	_, hole := t.at.Game.(games.HoleCard)
	return hole || len(games.Opening(t.at.Game, t.Round, t.at.Settings.Reveal)) > 0
}

// WaitsCovered reports whether a card lies face down that the shoe has said and that waits: always where cards are dealt
// so, while bets may still change or a player is asked, and once the cards of a hand are out, since it is of the next one.
func (t Deal) WaitsCovered() bool { return t.CoveredUntil() > 0 }

// CoveredUntil returns the last hand that may have a card which waits now, face down; 0 where it lies face up.
func (t Deal) CoveredUntil() int {
	switch {
	case t.Phase() == Paying:
		return t.at.Hand + 1
	case t.DealsCovered() || !t.BetsClosed || t.Phase() == Deciding:
		return max(1, t.at.Hand)
	}
	return 0
}

// couldMiss is the largest number of cards that may be missing before one that waits, without its being taken for one that lies open.
const couldMiss = 2

// ProposesOpen reports whether the card that is due lies open on the felt by the rules, so that whoever confirms its place sees
// which it is. It is false for the last cards before one that is dealt face down: where one is missing, that may be it.
func (t Deal) ProposesOpen() bool {
	if t.at.Game == nil || t.Phase() != Dealing || len(games.Opening(t.at.Game, t.Round, t.at.Settings.Reveal)) > 0 || len(t.covered()) > 0 {
		return false
	}
	some, _ := games.ReadCard("2") // where a card goes in the deal does not depend on those before it
	r := t.Round
	for n := range couldMiss + 1 {
		step, err := t.at.Game.Next(r)
		switch {
		case t.hides(r):
			return false
		case err != nil || step.Kind != games.Deal:
			return n > 0
		}
		r = r.WithCard(games.Laid{Card: some, At: step.At})
	}
	return true
}

// DealsTo returns the place to which the next card goes that leaves the shoe, and which one of those
// there it is, from 1; false where none is due. Cards that are revealed when all lie leave it in another order than that in which they
// come to be known.
func (t Deal) DealsTo() (at games.Place, n int, due bool) {
	if t.at.Game == nil || !t.BetsClosed || t.Paused != nil || len(t.covered()) > 0 {
		return games.Place{}, 0, false
	}
	step := t.Next()
	n = 1
	for _, l := range t.Round.Laid {
		if !l.Burned && l.At == step.At {
			n++
		}
	}
	return step.At, n, step.Kind == games.Deal
}

// Covered returns the places to which the cards of the initial deal leave the shoe, in its order,
// where they lie face down until they are known; next is which of them comes to be known next.
// None where they are dealt face up, or all are known.
func (t Deal) Covered() (dealt []games.Place, next int) {
	h := t.Hand
	places, left := h.faceDown(), h.covered()
	if len(left) == 0 || h.Paused != nil {
		return nil, 0
	}
	deal := h.Round
	deal.Laid = slices.Clone(deal.Laid)
	for i := range deal.Laid { // where a card goes does not depend on those before it
		deal.Laid[i].Hidden = true
	}
	for range places {
		step, err := t.at.Game.Next(deal)
		if err != nil || step.Kind != games.Deal {
			return nil, 0
		}
		dealt = append(dealt, step.At)
		deal = deal.WithCard(games.Laid{At: step.At, Hidden: true})
	}
	known := 0 // at the place that is next
	for _, l := range h.Open {
		if l.At == left[0] {
			known++
		}
	}
	for i, at := range dealt {
		if at != left[0] {
			continue
		}
		if known == 0 {
			return dealt, i
		}
		known--
	}
	return nil, 0
}

// MayDraw reports whether the box that is asked may take a card.
func (t Deal) MayDraw() bool {
	if t.Phase() != Deciding {
		return false
	}
	_, may := t.drawing(t.Next())
	return may
}
