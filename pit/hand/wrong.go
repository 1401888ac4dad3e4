package hand

import (
	"slices"
	"strings"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Pause records what went wrong; nothing goes on until it is put right. Refusals:
// TableClosed, HandPausedNow, NoSuchBox, NothingPaused where no hand has begun.
func (t Felt) Pause(kind record.Irregularity, box int, text string) ([]record.Fact, error) {
	switch {
	case !t.at.Open:
		return nil, house.Refuse(house.TableClosed)
	case t.Paused != nil:
		return nil, house.Refuse(house.HandPausedNow)
	case t.at.Game == nil || t.Empty():
		return nil, house.Refuse(house.NothingPaused)
	case t.noBox(box):
		return nil, &house.Refusal{Why: house.NoSuchBox, Box: box}
	}
	return []record.Fact{record.HandPaused{Kind: kind, Box: box, Text: strings.TrimSpace(text)}}, nil
}

// noBox reports whether something is said of a box that the table does not have; 0 is none.
func (t Felt) noBox(box int) bool { return box < 0 || box > t.at.Game.Options().Boxes }

// LayOut records how all cards of the hand really lie on the felt, in shoe order, and
// pauses the hand; also one that is paused already. A card of which nobody knows what it is
// has the name "?". Refusals: TableClosed, BetsAreOpen, HandPausedNow where the table itself
// is paused, NoSuchCard, NoSuchBox;
// NothingLiesWrong where they lie as the record has them and as they should, BurnLast where
// a card is burned by it while others lie wrong: only a reconstruction that leaves no card
// to burn is one (source 004, section 7); StaysBurned where a card that an inspector had burned
// is not among the burned ones; HoleUnsaid of a late blackjack without its card.
func (t Felt) LayOut(kind record.Irregularity, box int, text string, laid []record.CardLaid) ([]record.Fact, error) {
	if err := t.Playing(); err != nil {
		return nil, err
	}
	if p := t.Paused; p != nil && p.Kind.General() {
		return nil, house.Refuse(house.HandPausedNow)
	}
	if t.noBox(box) {
		return nil, &house.Refusal{Why: house.NoSuchBox, Box: box}
	}
	r, names, err := t.Lying(laid)
	if err != nil {
		return nil, err
	}
	felt, now := t.judge(r), t.withDealt(t.dealOrder()).Laid
	switch _, all := t.StayBurned(names); {
	case !all && t.at.Checks > 0: // records of 0.9 lay one again
		return nil, house.Refuse(house.StaysBurned)
	case kind == record.LateBlackjack && t.at.Checks > 0 && slices.ContainsFunc(r.Laid, hidden): // records of 0.9 may have one
		return nil, house.Refuse(house.HoleUnsaid)
	case felt.Right && slices.Equal(names, NamesOf(now)):
		return nil, house.Refuse(house.NothingLiesWrong)
	case felt.Right && slices.Equal(names, t.OnFelt()) && t.at.Checks > 0: // records of 0.9 have a counted deal laid out once more
		return nil, house.Refuse(house.NothingLiesWrong)
	case !felt.Right && burnedIn(r.Laid) > burnedIn(now):
		return nil, house.Refuse(house.BurnLast)
	}
	return []record.Fact{record.HandPaused{Kind: kind, Box: box, Text: strings.TrimSpace(text), Laid: names}}, nil
}

// LayOutAsDealt returns LayOut of the cards as they lie if a box was passed over, or dealt to
// without a bet that stands. Refusals: those of LayOut and AsDealt.
func (t Felt) LayOutAsDealt(kind record.Irregularity, box int) ([]record.Fact, error) {
	if err := t.Playing(); err != nil {
		return nil, err
	}
	laid, err := t.AsDealt([]int{box}, kind == record.DealtWithout)
	if err != nil {
		return nil, err
	}
	return t.LayOut(kind, box, "", laid)
}

func burnedIn(laid []games.Laid) int {
	n := 0
	for _, l := range laid {
		if l.Burned {
			n++
		}
	}
	return n
}

func (h *Hand) pause(f record.HandPaused) {
	if !laidOut(h.Paused) {
		h.burnedThen = h.stayBurned()
	}
	h.Paused = &f
	if len(f.Laid) > 0 {
		h.KeepChips() // what was decided may be impossible with these cards
		if h.enteredThen == nil {
			h.enteredThen = h.entered()
		}
		h.CardsShown = true
		h.relay(f.Laid)
	}
}

// laidOut reports whether a hand is paused because its cards do not lie as they were entered; nil is a hand that is not paused.
func laidOut(paused *record.HandPaused) bool { return paused != nil && len(paused.Laid) > 0 }

// ResumeHand resumes a paused hand as it is. Where the cards lie wrong use Relay, PlayOn or CancelHand. Refusals: NothingPaused,
// HandPausedNow where the table itself is paused, NotPossible, NeedsInspector, WrongRole.
func (t Felt) ResumeHand(approver *house.Staff, reason string) ([]record.Fact, error) {
	switch {
	case t.Paused == nil:
		return nil, house.Refuse(house.NothingPaused)
	case t.Paused.Kind.General():
		return nil, house.Refuse(house.HandPausedNow)
	case t.BetsClosed && (t.LiesWrong() || t.Next().Kind == games.Halt):
		return nil, house.Refuse(house.NotPossible)
	}
	if err := approver.MayApprove(house.ResumeHand, t.at.Croupier); err != nil {
		return nil, err
	}
	f := record.HandResumed{Approver: approver.Number, Reason: strings.TrimSpace(reason)}
	if !laidOut(t.Paused) {
		return []record.Fact{f}, nil
	}
	facts := append([]record.Fact{f}, carries(t.Verdict())...)
	after := *t.Hand
	order{Hand: &after}.resume(f)
	return t.withSettled(facts, &after)
}

// SecondExposed notes a second card that was seen: the hand goes on, "in quanto tale carta non potrebbe condizionare in alcun modo
// il risultato finale" (source 004, section 7). The note names no box. Refusals: TableClosed, BetsAreOpen, TooLate before the
// first card.
func (t Felt) SecondExposed() ([]record.Fact, error) {
	if err := t.Playing(); err != nil {
		return nil, err
	}
	if len(t.onFelt().Laid) == 0 {
		return nil, house.Refuse(house.TooLate)
	}
	seen := record.Alarmed{Kind: record.SecondSeen}
	if t.at.Checks == 0 { // records of 0.9 have the box that was lit
		seen.Box = t.Next().At.Box
	}
	return []record.Fact{seen}, nil
}

// MoreExposed finishes the hand and orders a new shuffle: "In caso di più carte scoperte terminare (se possibile) la mano e
// iniziare un nuovo mischiaggio" (source 004, section 7). Refusals: TableClosed, NoShoe, NothingPaused where no hand has begun,
// CutCardIsOut where the hand is the last already, NeedsInspector, WrongRole.
func (t Felt) MoreExposed(approver *house.Staff, reason string) ([]record.Fact, error) {
	switch {
	case !t.at.Open:
		return nil, house.Refuse(house.TableClosed)
	case t.at.Shoe == 0 || t.at.ShoeOver:
		return nil, house.Refuse(house.NoShoe)
	case !t.Begun():
		return nil, house.Refuse(house.NothingPaused)
	case t.Shuffle:
		return nil, house.Refuse(house.CutCardIsOut)
	}
	if err := approver.MayApprove(house.ShuffleNow, t.at.Croupier); err != nil {
		return nil, err
	}
	return []record.Fact{record.ShuffleDue{Why: record.ExposedMore, Approver: approver.Number, Reason: strings.TrimSpace(reason)}}, nil
}

// RefuseRelay records that an inspector refuses to have the cards laid again. Refusals: NothingLiesWrong, RelayRefused,
// NeedsReason, NeedsInspector, WrongRole.
func (t Felt) RefuseRelay(reason string, by *house.Staff) ([]record.Fact, error) {
	if !t.LiesWrong() {
		return nil, house.Refuse(house.NothingLiesWrong)
	}
	if t.RelayIsRefused() {
		return nil, house.Refuse(house.RelayRefused)
	}
	if err := by.MayApprove(house.ResumeHand, t.at.Croupier); err != nil {
		return nil, err
	}
	if strings.TrimSpace(reason) == "" {
		return nil, house.Refuse(house.NeedsReason)
	}
	return []record.Fact{record.RelayRefused{By: by.Number, Reason: strings.TrimSpace(reason)}}, nil
}

// RelayIsRefused reports whether an inspector will not have the cards laid again as they lie now. Only the inspector takes that
// back: cards that are said to lie otherwise, and then as before, are still refused. Sabot 0.9 asked again.
func (t Felt) RelayIsRefused() bool {
	h := t.Hand
	return t.at.Checks > 0 && slices.ContainsFunc(h.Relays.refusals(), func(r Reconstruction) bool { return slices.EqualFunc(r.Before, h.Round.Laid, liesAs) })
}

// RelayWasRefused returns the last time that an inspector would not have the cards laid again, when they lay otherwise than now;
// false where nobody refused that, or they lie as they did then.
func (t Felt) RelayWasRefused() (Reconstruction, bool) {
	list := t.Relays.refusals()
	if len(list) == 0 || t.RelayIsRefused() {
		return Reconstruction{}, false
	}
	return list[len(list)-1], true
}

// liesAs reports whether two cards may be the same, and lie in the same way.
func liesAs(a, b games.Laid) bool {
	return a.At == b.At && a.Burned == b.Burned && a.Hidden == b.Hidden && (a.Hidden || a.Card.Is(b.Card))
}

// LiesWrong reports whether a card of the open hand lies where it does not belong.
func (t Felt) LiesWrong() bool {
	if !t.at.Open || t.at.Game == nil || !t.BetsClosed {
		return false
	}
	if laidOut(t.Paused) {
		return !t.Verdict().Right
	}
	step := t.Next()
	return step.Kind == games.Halt && step.Fault != nil && step.Fault.Code == games.Misdeal
}

// MayRelay reports whether the cards that lie wrong can be laid where they belong.
func (t Felt) MayRelay() bool {
	_, err := t.Relaying("")
	return err == nil
}

// MayPlayOn reports whether the hand can go on with the cards where they lie.
func (t Felt) MayPlayOn() bool {
	_, err := t.PlayingOn()
	return err == nil
}

// PlayOn continues the hand with the cards where they lie, by the house's rule; the bets of a box that was passed over go back.
// Refusals: NothingLiesWrong, NotPossible, NeedsReason, NeedsInspector, WrongRole.
func (t Felt) PlayOn(approver *house.Staff, reason string) ([]record.Fact, error) {
	f, err := t.PlayingOn()
	if err != nil {
		return nil, err
	}
	if err := approver.MayApprove(house.PlayOnRight, t.at.Croupier); err != nil {
		return nil, err
	}
	if strings.TrimSpace(reason) == "" {
		return nil, house.Refuse(house.NeedsReason)
	}
	f.Approver, f.Reason = approver.Number, strings.TrimSpace(reason)
	after := *t.Hand
	order{Hand: &after}.playOn(f)
	return t.withSettled([]record.Fact{f}, &after)
}

// PlayingOn returns the hand as it would go on, without who has it so: cards on boxes that should
// have had none out of play, and without the bets of boxes that were passed over. Refusals:
// NothingLiesWrong, NotPossible.
func (t Felt) PlayingOn() (record.PlayedOn, error) {
	if !t.LiesWrong() {
		return record.PlayedOn{}, house.Refuse(house.NothingLiesWrong)
	}
	after := t.onFelt()
	dead := t.deadIn(after)
	after.Laid = slices.Clone(after.Laid)
	for i := range after.Laid {
		l := &after.Laid[i]
		l.Burned = l.Burned || dead(*l) && !l.Hidden
	}
	return t.playingOn(after)
}

// PlaysOnTurned reports whether the hand could go on so once cards were turned that lie face down on boxes which do not play.
func (t Felt) PlaysOnTurned() bool {
	after := t.onFelt()
	dead := t.deadIn(after)
	after.Laid = slices.DeleteFunc(slices.Clone(after.Laid), dead)
	_, err := t.playingOn(after)
	return err == nil
}

// deadIn reports of a card of a round whether it lies on a box that does not play.
func (t Felt) deadIn(r games.Round) func(games.Laid) bool {
	plays := map[int]bool{}
	for i, stake := range t.at.Game.Stakes(r) {
		plays[r.Bets[i].Box] = plays[r.Bets[i].Box] || stake.Stands()
	}
	return func(l games.Laid) bool { return l.At.Box > 0 && !plays[l.At.Box] }
}

// playingOn returns the hand as it goes on with these cards, without the bets of boxes that were passed over. Refusal: NotPossible.
func (t Felt) playingOn(after games.Round) (record.PlayedOn, error) {
	h := t.Hand
	f := record.PlayedOn{Laid: NamesOf(after.Laid)}
	for !t.judge(after).Right {
		step, err := t.at.Game.Next(games.WithSuits(t.at.Game, after))
		box := step.At.Box
		passed := err == nil && step.Kind == games.Halt && box > 0 &&
			!slices.ContainsFunc(after.Laid, func(l games.Laid) bool { return l.At.Box == box && !l.Burned })
		if !passed {
			return record.PlayedOn{}, house.Refuse(house.NotPossible)
		}
		for _, b := range after.Bets {
			if b.Box != box {
				continue
			}
			if h.Touched(b) {
				return record.PlayedOn{}, house.Refuse(house.NotPossible)
			}
			f.Bets = append(f.Bets, record.Put{Box: b.Box, Spot: b.Spot, Bettor: b.Bettor})
		}
		f.Back = true
		after.Bets = slices.DeleteFunc(slices.Clone(after.Bets), func(b games.Bet) bool { return b.Box == box })
	}
	return f, nil
}

// WentWrong returns the fault of the hand and its box, 0 for none or several. While the hand is paused both are as somebody
// entered them. Where a ruling has cards lie wrong nobody enters them, and the cards decide.
func (h *Hand) WentWrong() (record.Irregularity, int) {
	switch {
	case h.Paused != nil:
		return h.Paused.Kind, h.Paused.Box
	case h.Former || h.Game == nil || !slices.ContainsFunc(h.Relays, func(r Reconstruction) bool { return len(r.Ruled) > 0 }):
		return record.WrongPlace, 0
	}
	plays, laid := plays(h.Game, h.Round), h.onFelt().Laid
	var without, skipped []int
	for _, at := range h.Game.Places() {
		lies := slices.ContainsFunc(laid, func(l games.Laid) bool { return !l.Burned && l.At == at })
		switch {
		case at.Box == 0:
		case lies && !plays[at.Box]:
			without = append(without, at.Box)
		case !lies && plays[at.Box] && slices.ContainsFunc(laid, func(l games.Laid) bool { return !l.Burned && (l.At.Box == 0 || l.At.Box > at.Box) }):
			skipped = append(skipped, at.Box)
		}
	}
	switch {
	case len(without) > 0:
		return record.DealtWithout, onlyBox(without)
	case len(skipped) > 0:
		return record.SkippedBox, onlyBox(skipped)
	}
	return record.WrongPlace, 0
}

// onlyBox returns the one box of some; 0 where there are several.
func onlyBox(boxes []int) int {
	if len(boxes) > 1 {
		return 0
	}
	return boxes[0]
}

// plays returns which boxes have a bet that stands.
func plays(game games.Game, round games.Round) map[int]bool {
	boxes := map[int]bool{}
	for i, stake := range game.Stakes(round) {
		box := round.Bets[i].Box
		boxes[box] = boxes[box] || stake.Stands()
	}
	return boxes
}
