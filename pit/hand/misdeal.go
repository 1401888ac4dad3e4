package hand

import (
	"slices"
	"strings"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// MisdealtCard records a card that lies where the deal does not have it. The hand
// halts until its cards are laid again. Refusals: TableClosed, BetsAreOpen,
// NoCardDue, NoSuchBox, NoSuchCard, OfferedFirst.
func (t Felt) MisdealtCard(name string, at games.Place) ([]record.Fact, error) {
	if err := t.Dealing(); err != nil {
		return nil, err
	}
	step := t.Next()
	if step.Kind != games.Deal || len(t.faceDown()) > 0 {
		return nil, &house.Refusal{Why: house.NoCardDue, What: name}
	}
	if step.At == at {
		return t.deal().Card(name) // it lies where it belongs
	}
	if !slices.Contains(t.at.Game.Places(), at) {
		return nil, &house.Refusal{Why: house.NoSuchBox, Box: at.Box}
	}
	canonical, alarm, err := t.drawn(name)
	if canonical == "" {
		return alarm, err
	}
	if err := t.offeredFirst(canonical.Card()); err != nil {
		return nil, err
	}
	return []record.Fact{record.CardLaid{Card: canonical, At: record.PlaceOf(at)}}, nil
}

// Relay lays the cards of a hand that lie wrong where they belong: the initial deal again
// in shoe order (source 004, section 7: only where no card is left to burn); where that
// lies right, a card that was drawn to who asked for it, and one that nobody asked for is
// burned ("le carte distribuite per errore ... verranno bruciate"). Refusals: TableClosed,
// BetsAreOpen, NothingLiesWrong, RelayRefused, NotPossible, NeedsInspector, WrongRole.
func (t Felt) Relay(approver *house.Staff, reason string) ([]record.Fact, error) {
	facts, err := t.Relaying(strings.TrimSpace(reason))
	if err != nil {
		return nil, err
	}
	if err := approver.MayApprove(house.RelayCards, t.at.Croupier); err != nil {
		return nil, err
	}
	f := facts[0].(record.Relaid)
	f.Approver = approver.Number
	facts[0] = f
	after := *t.Hand
	order{Hand: &after}.relayCards(f)
	return t.withSettled(facts, &after)
}

// Relaying returns how the cards would lie, and those that open the next hand then.
func (t Felt) Relaying(reason string) ([]record.Fact, error) {
	if err := t.Playing(); err != nil {
		return nil, err
	}
	if !t.LiesWrong() {
		return nil, house.Refuse(house.NothingLiesWrong)
	}
	if t.RelayIsRefused() {
		return nil, house.Refuse(house.RelayRefused)
	}
	felt := t.Verdict()
	if !felt.Possible {
		return nil, house.Refuse(house.NotPossible)
	}
	facts := []record.Fact{record.Relaid{Reason: reason, Laid: NamesOf(felt.Stays()), Again: felt.Again, Back: felt.Again}}
	return append(facts, carries(felt)...), nil
}

// OfferCard notes a card that was drawn in error and seen, where the house has it
// offered: it is dealt to the first box that asks for it, and else burned. Refusals:
// TableClosed, BetsAreOpen, NotPossible, NoSuchCard, OfferedFirst while another one lies nowhere.
func (t Felt) OfferCard(name string) ([]record.Fact, error) {
	if err := t.Dealing(); err != nil {
		return nil, err
	}
	if !t.at.Settings.OfferExposed {
		return nil, &house.Refusal{Why: house.NotPossible, What: "offer"}
	}
	if err := t.noneOffered(); err != nil {
		return nil, err
	}
	canonical, alarm, err := t.drawn(name)
	if canonical == "" {
		return alarm, err
	}
	return []record.Fact{record.Alarmed{Kind: record.ExposedCard, What: string(canonical)}}, nil
}

// BurnCards burns cards that should not have been drawn, or one that was exposed: they left
// the shoe and play no part (source 004, section 7). Refusals: TableClosed, BetsAreOpen,
// NoSuchCard, NeedsInspector, WrongRole.
func (t Felt) BurnCards(names []string, approver *house.Staff, reason string) ([]record.Fact, error) {
	if err := t.Playing(); err != nil {
		return nil, err
	}
	return t.burnCards(lying(names, t.burnPlace()), approver, reason)
}

// BurnLying does what BurnCards does, for cards that lie where somebody saw them, or without a place where nobody said one: a card
// drawn in error for a box that did not ask is burned as any other. Refusals: those of BurnCards, NoSuchBox.
func (t Felt) BurnLying(cards []record.CardLaid, approver *house.Staff, reason string) ([]record.Fact, error) {
	for _, c := range cards {
		if at := c.At.Place(); at != (games.Place{}) && (t.at.Game == nil || !slices.Contains(t.at.Game.Places(), at)) {
			return nil, &house.Refusal{Why: house.NoSuchBox, Box: at.Box, What: string(c.At)}
		}
	}
	return t.burnCards(cards, approver, reason)
}

// lying returns cards that all lie at one place.
func lying(names []string, at games.Place) []record.CardLaid {
	var cards []record.CardLaid
	for _, name := range names {
		cards = append(cards, record.CardLaid{Card: record.CardName(name), At: record.PlaceOf(at)})
	}
	return cards
}

// burnPlace returns where a card would have gone that is burned now: the place that the deal has next. Where
// it lies face down and nobody has read a card yet, that is the first box, and not the card that is read first.
func (t Felt) burnPlace() games.Place {
	h := t.Hand
	if len(h.Open) == 0 && len(h.faceDown()) > 0 {
		if step, err := t.at.Game.Next(h.Round); err == nil {
			return step.At
		}
	}
	return t.Next().At
}

func (t Felt) burnCards(cards []record.CardLaid, approver *house.Staff, reason string) ([]record.Fact, error) {
	if err := t.Playing(); err != nil {
		return nil, err
	}
	var facts []record.Fact
	after := *t.Hand
	for _, c := range cards {
		card, ok := games.ReadCard(string(c.Card))
		if !ok {
			return nil, &house.Refusal{Why: house.NoSuchCard, What: string(c.Card)}
		}
		if shoe := after.shoeWithCarried(); !shoe.Holds(card, t.at.Decks) {
			return []record.Fact{record.Alarmed{Kind: record.ImpossibleCard, What: card.String()}}, nil
		}
		f := record.CardLaid{Card: record.NameOf(card), At: c.At, Burned: true, Reason: strings.TrimSpace(reason)}
		after.lay(f)
		facts = append(facts, f)
	}
	if err := approver.MayApprove(house.BurnExtra, t.at.Croupier); err != nil {
		return nil, err
	}
	for i := range facts {
		f := facts[i].(record.CardLaid)
		f.Approver = approver.Number
		facts[i] = f
	}
	return facts, nil
}

// BurnCard does what BurnCards does, with one card.
func (t Felt) BurnCard(name string, approver *house.Staff, reason string) ([]record.Fact, error) {
	return t.BurnCards([]string{name}, approver, reason)
}
