package pit

import (
	"slices"
	"strings"

	"sabot/games"
)

// MisdealtCard records a card that lies where the deal does not have it. The hand
// halts until its cards are laid again. Refusals: TableClosed, BetsAreOpen,
// NoCardDue, NoSuchBox, NoSuchCard.
func (t *Table) MisdealtCard(name string, at games.Place) ([]Fact, error) {
	if err := t.dealing(); err != nil {
		return nil, err
	}
	step := t.Next()
	if step.Kind != games.Deal || len(t.Current.faceDown()) > 0 {
		return nil, &Refusal{Why: NoCardDue, What: name}
	}
	if step.At == at {
		return t.DealCard(name) // it lies where it belongs
	}
	if !slices.Contains(t.Game.Places(), at) {
		return nil, &Refusal{Why: NoSuchBox, Box: at.Box}
	}
	canonical, alarm, err := t.drawn(name)
	if canonical == "" {
		return alarm, err
	}
	return []Fact{CardLaid{Card: canonical, At: at.String()}}, nil
}

// Relaying is what laying the cards of the open hand again would come to.
func (t *Table) Relaying() (games.Relaid, error) { return games.Relay(t.Game, t.Current.Round) }

// Relay lays the cards of a hand that halted again, in shoe order, where they
// belong (source 004, section 7: only where no card is left to burn). Refusals:
// TableClosed, BetsAreOpen, NothingLiesWrong, NotPossible, NeedsInspector, WrongRole.
func (t *Table) Relay(approver *Staff, reason string) ([]Fact, error) {
	f, err := t.relaid("", strings.TrimSpace(reason))
	if err != nil {
		return nil, err
	}
	if err := t.mayApprove(approver, RelayCards); err != nil {
		return nil, err
	}
	f.Approver = approver.Number
	after := t.Current
	after.relayed(Entry{}, f)
	return t.withSettled([]Fact{f}, after)
}

// relaid is how the cards would lie.
func (t *Table) relaid(approver, reason string) (Relaid, error) {
	if err := t.playing(); err != nil {
		return Relaid{}, err
	}
	if t.Next().Kind != games.Halt {
		return Relaid{}, refuse(NothingLiesWrong)
	}
	relaid, err := t.Relaying()
	drawn := len(t.Current.Round.Laid) - len(burned(t.Current.Round.Laid))
	if err != nil || !relaid.Reconstructable || len(relaid.Cards) < drawn {
		return Relaid{}, refuse(NotPossible)
	}
	f := Relaid{Approver: approver, Reason: reason, Laid: []CardLaid{}}
	next := relaid.Cards
	for _, l := range t.Current.Round.Laid {
		if l.Burned {
			f.Laid = append(f.Laid, namesOf([]games.Laid{l})...)
		} else if len(next) > 0 {
			f.Laid = append(f.Laid, namesOf(next[:1])...)
			next = next[1:]
		}
	}
	return f, nil
}

// faceDown is the name of a card that lies face down in a Relaid.
const faceDown = "?"

// relay lays the hand's cards as the record says they lie now: the cards are the
// same, so the shoe is.
func (h *Hand) relay(laid []CardLaid) { h.Round.Laid = placed(h, laid) }

// OfferCard notes a card that was drawn in error and seen, where the house has it
// offered: it is dealt to the first box that asks for it, and else burned. Refusals:
// TableClosed, BetsAreOpen, NotPossible, NoSuchCard.
func (t *Table) OfferCard(name string) ([]Fact, error) {
	if err := t.dealing(); err != nil {
		return nil, err
	}
	if !t.Settings.OfferExposed {
		return nil, refuse(NotPossible)
	}
	canonical, alarm, err := t.drawn(name)
	if canonical == "" {
		return alarm, err
	}
	return []Fact{Alarmed{Kind: ExposedCard, What: canonical}}, nil
}

// BurnCard burns a card that should not have been drawn, or one that was exposed:
// it left the shoe and plays no part (source 004, section 7). Refusals: TableClosed,
// BetsAreOpen, NoSuchCard, NeedsInspector, WrongRole.
func (t *Table) BurnCard(name string, approver *Staff) ([]Fact, error) {
	if err := t.playing(); err != nil {
		return nil, err
	}
	if len(t.Current.faceDown()) > 0 {
		return nil, &Refusal{Why: NotPossible}
	}
	canonical, alarm, err := t.drawn(name)
	if canonical == "" {
		return alarm, err
	}
	if err := t.mayApprove(approver, BurnExtra); err != nil {
		return nil, err
	}
	at := t.Next().At
	return []Fact{CardLaid{Card: canonical, At: at.String(), Burned: true, Approver: approver.Number}}, nil
}
