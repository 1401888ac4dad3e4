package pit

import (
	"slices"
	"strings"

	"sabot/games"
)

// Pause records what went wrong; nothing goes on until it is put right. For a box that
// was passed over, or dealt to without a bet that stands, it works out how the cards lie
// on the felt. Refusals: TableClosed, HandPausedNow, NothingPaused where no hand has
// begun, NoSuchBox where the box cannot be it, NothingLiesWrong where no card has gone
// wrong by it yet, NotPossible where the cards do not show how they lie.
func (t *Table) Pause(kind Irregularity, box int, text string) ([]Fact, error) {
	switch {
	case !t.Open:
		return nil, refuse(TableClosed)
	case t.Current.Paused != nil:
		return nil, refuse(HandPausedNow)
	case t.Game == nil || t.Current.Empty():
		return nil, refuse(NothingPaused)
	}
	f := HandPaused{Kind: kind, Box: box, Text: strings.TrimSpace(text)}
	if kind != SkippedBox && kind != DealtWithout {
		return []Fact{f}, nil
	}
	if err := t.playing(); err != nil {
		return nil, err
	}
	if len(t.Current.faceDown()) > 0 || len(t.Current.Round.Decisions) > 0 {
		return nil, refuse(NotPossible)
	}
	laid, err := games.AsDealt(t.Game, t.Current.Round, box, kind == DealtWithout)
	switch games.CodeOf(err) {
	case "":
	case games.BadBox:
		return nil, &Refusal{Why: NoSuchBox, Box: box}
	default:
		return nil, refuse(NotPossible)
	}
	if slices.Equal(laid, t.Current.Round.Laid) {
		return nil, refuse(NothingLiesWrong) // no card has gone wrong yet
	}
	f.Laid = namesOf(laid)
	return []Fact{f}, nil
}

func (h *Hand) pause(f HandPaused) {
	h.Paused = &f
	if len(f.Laid) > 0 {
		h.relay(f.Laid)
	}
}

// Resume has a paused hand go on as it is. Where the cards lie wrong it is for Relay,
// PlayOn or CancelHand. Refusals: NothingPaused, NotPossible, NeedsInspector, WrongRole,
// NeedsReason where the table itself was paused.
func (t *Table) Resume(approver *Staff, reason string) ([]Fact, error) {
	switch {
	case t.Current.Paused == nil:
		return nil, refuse(NothingPaused)
	case t.Current.Paused.Kind.General():
		return t.resumeTable(approver, strings.TrimSpace(reason))
	case t.Current.BetsClosed && t.Next().Kind == games.Halt:
		return nil, refuse(NotPossible)
	}
	if err := t.mayApprove(approver, ResumeHand); err != nil {
		return nil, err
	}
	return []Fact{HandResumed{approver.Number, strings.TrimSpace(reason)}}, nil
}

// SecondExposed notes a second card that was seen: the hand goes on, "in quanto tale
// carta non potrebbe condizionare in alcun modo il risultato finale" (source 004, section
// 7). Refusals: TableClosed, BetsAreOpen, TooLate before the first card.
func (t *Table) SecondExposed() ([]Fact, error) {
	if err := t.playing(); err != nil {
		return nil, err
	}
	if len(t.Current.Round.Laid) == 0 {
		return nil, refuse(TooLate)
	}
	return []Fact{Alarmed{Kind: SecondSeen, Box: t.Next().At.Box}}, nil
}

// MoreExposed has the hand finished and the cards shuffled anew: "In caso di più carte
// scoperte terminare (se possibile) la mano e iniziare un nuovo mischiaggio" (source 004,
// section 7). Refusals: TableClosed, NoShoe, NothingPaused where no hand has begun,
// CutCardIsOut where the hand is the last already, NeedsInspector, WrongRole.
func (t *Table) MoreExposed(approver *Staff) ([]Fact, error) {
	switch {
	case !t.Open:
		return nil, refuse(TableClosed)
	case t.Shoe == 0 || t.ShoeOver:
		return nil, refuse(NoShoe)
	case !t.Current.Begun():
		return nil, refuse(NothingPaused)
	case t.Current.Shuffle:
		return nil, refuse(CutCardIsOut)
	}
	if err := t.mayApprove(approver, ShuffleNow); err != nil {
		return nil, err
	}
	return []Fact{ShuffleDue{ExposedMore, approver.Number}}, nil
}

// RefuseRelay says that an inspector will not have the cards laid again. Refusals:
// NothingLiesWrong, NeedsReason, NeedsInspector, WrongRole.
func (t *Table) RefuseRelay(reason string, by *Staff) ([]Fact, error) {
	if !t.LiesWrong() {
		return nil, refuse(NothingLiesWrong)
	}
	if err := t.mayApprove(by, ResumeHand); err != nil {
		return nil, err
	}
	if strings.TrimSpace(reason) == "" {
		return nil, refuse(NeedsReason)
	}
	return []Fact{RelayRefused{by.Number, strings.TrimSpace(reason)}}, nil
}

// LiesWrong says whether a card of the open hand lies where it does not belong.
func (t *Table) LiesWrong() bool {
	if !t.Open || t.Game == nil || !t.Current.BetsClosed {
		return false
	}
	step := t.Next()
	return step.Kind == games.Halt && step.Fault != nil && step.Fault.Code == games.Misdeal
}

// MayRelay says whether the cards that lie wrong can be laid where they belong: only
// where none is left to burn (source 004, section 7).
func (t *Table) MayRelay() bool {
	_, err := t.relaid("", "")
	return err == nil
}

// MayPlayOn says whether the hand can go on with the cards where they lie.
func (t *Table) MayPlayOn() bool {
	_, err := t.playedOn()
	return err == nil
}

// PlayOn has the hand go on with the cards where they lie, by the house's rule. Refusals:
// NothingLiesWrong, NotPossible, NeedsReason, NeedsInspector, WrongRole.
func (t *Table) PlayOn(approver *Staff, reason string) ([]Fact, error) {
	f, err := t.playedOn()
	if err != nil {
		return nil, err
	}
	if err := t.mayApprove(approver, PlayOnRight); err != nil {
		return nil, err
	}
	if strings.TrimSpace(reason) == "" {
		return nil, refuse(NeedsReason)
	}
	f.Approver, f.Reason = approver.Number, strings.TrimSpace(reason)
	after := t.Current
	after.playOn(Entry{}, f)
	return t.withSettled([]Fact{f}, after)
}

// playedOn is the hand as it would go on: without the bets of the box that was passed
// over, with the cards of the box that should have had none out of play.
func (t *Table) playedOn() (PlayedOn, error) {
	if !t.LiesWrong() {
		return PlayedOn{}, refuse(NothingLiesWrong)
	}
	paused := t.Current.Paused
	if paused == nil || paused.Kind != SkippedBox && paused.Kind != DealtWithout {
		return PlayedOn{}, refuse(NotPossible)
	}
	f := PlayedOn{}
	laid := slices.Clone(t.Current.Round.Laid)
	for _, b := range t.Current.Round.Bets {
		if paused.Kind == SkippedBox && b.Box == paused.Box {
			f.Bets = append(f.Bets, Put{Box: b.Box, Spot: b.Spot, Bettor: b.Bettor})
		}
	}
	for i := range laid {
		if paused.Kind == DealtWithout && laid[i].At.Box == paused.Box {
			laid[i].Burned = true
		}
	}
	f.Laid = namesOf(laid)
	after := t.Current
	after.playOn(Entry{}, f)
	if step, err := t.Game.Next(after.Round); err != nil || step.Kind == games.Halt {
		return PlayedOn{}, refuse(NotPossible)
	}
	return f, nil
}
