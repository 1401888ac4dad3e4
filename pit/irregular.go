package pit

import (
	"slices"
	"strings"
	"time"

	"sabot/games"
	"sabot/games/handfile"
)

// Reconstruction is how a hand that went wrong was put right, or that it was refused.
type Reconstruction struct {
	At      time.Time // UTC
	Kind    Irregularity
	Box     int
	By      string // the inspector
	Reason  string
	Refused bool
	// PlayedOn says that the cards stayed where they lay and the hand went on.
	PlayedOn bool
	Round    games.Round  // the hand as it was before
	Before   []games.Laid // how its cards lay, in shoe order
	After    []games.Laid // the same cards
	// Was is what had been settled before, Is what it came to then; both by bet.
	Was, Is []Row
	// PaidThen is how many rows of Was had been paid or collected.
	PaidThen int
	Ruled    []Put // bets that were changed
	settling bool  // Is comes with the next rows
}

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

// namesOf are cards as a record has them.
func namesOf(laid []games.Laid) []CardLaid {
	out := make([]CardLaid, 0, len(laid))
	for _, l := range laid {
		name := l.Card.String()
		if l.Hidden {
			name = faceDown
		}
		out = append(out, CardLaid{Card: name, At: l.At.String(), Burned: l.Burned})
	}
	return out
}

func (h *Hand) pause(f HandPaused) {
	h.Paused = &f
	if len(f.Laid) > 0 {
		h.relay(f.Laid)
	}
}

// Resume has a paused hand go on as it is. Where the cards lie wrong it is for Relay,
// PlayOn or CancelHand. Refusals: NothingPaused, NotPossible, NeedsInspector, WrongRole.
func (t *Table) Resume(approver *Staff, reason string) ([]Fact, error) {
	switch {
	case t.Current.Paused == nil:
		return nil, refuse(NothingPaused)
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

// RelayPreview is what laying the cards again would come to; where it is not possible
// only how they lie.
func (t *Table) RelayPreview() (r Reconstruction, possible bool) {
	f, err := t.relaid("", "")
	if err != nil {
		h := &t.Current
		r = Reconstruction{Round: h.Round, Before: h.Round.Laid, After: h.Round.Laid, Was: h.Rows, PaidThen: h.Paid}
		return r, false
	}
	after := t.Current
	after.relayed(Entry{}, f)
	r = after.Relays[len(after.Relays)-1]
	if s, err := t.Game.Settle(after.Round); err == nil {
		r.Is = after.newRows(s)
	}
	return r, true
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

// relayed lays the cards again; what was settled by them is settled anew.
func (h *Hand) relayed(e Entry, f Relaid) {
	h.putRight(e, f.Approver, f.Reason, func() { h.relay(f.Laid) })
}

func (h *Hand) playOn(e Entry, f PlayedOn) {
	h.putRight(e, f.Approver, f.Reason, func() {
		h.put(f.Bets)
		h.relay(f.Laid)
	})
	h.Relays[len(h.Relays)-1].PlayedOn = true
}

func (h *Hand) rule(e Entry, f BetRuled) {
	h.putRight(e, f.Approver, f.Reason, func() {
		h.put(f.Bets)
	})
	last := &h.Relays[len(h.Relays)-1]
	last.Ruled = f.Bets
	if last.Kind == WrongPlace {
		last.Kind = DisputedBet
	}
}

// putRight makes a change to the hand and keeps how it was.
func (h *Hand) putRight(e Entry, by, reason string, change func()) {
	r := Reconstruction{
		At: e.At, Kind: WrongPlace, By: by, Reason: reason,
		Round: h.Round, Before: slices.Clone(h.Round.Laid), Was: h.Rows, PaidThen: h.Paid, settling: true,
	}
	if h.Paused != nil {
		r.Kind, r.Box = h.Paused.Kind, h.Paused.Box
	}
	h.keepPaid()
	change()
	r.After = slices.Clone(h.Round.Laid)
	h.Rows, h.Stages, h.Paid, h.Paused = nil, nil, 0, nil
	h.Relays = append(slices.Clone(h.Relays), r)
}

// refused keeps that an inspector would not have the hand put right.
func (h *Hand) refused(e Entry, f RelayRefused) {
	r := Reconstruction{At: e.At, Kind: WrongPlace, By: f.By, Reason: f.Reason, Refused: true, Round: h.Round, Before: h.Round.Laid, After: h.Round.Laid}
	if h.Paused != nil {
		r.Kind, r.Box = h.Paused.Kind, h.Paused.Box
	}
	h.Relays = append(slices.Clone(h.Relays), r)
}

// keepPaid keeps what was paid or collected by rows that count no more.
func (h *Hand) keepPaid() {
	paid := map[betKey]games.Amount{}
	for key, net := range h.paidBefore {
		paid[key] = net
	}
	for i, p := range h.Payments() {
		if i < h.Paid {
			paid[keyOf(p)] = p.Net()
		}
	}
	if len(paid) > 0 {
		h.paidBefore = paid
	}
}

// betKey names a bet of a hand, whatever its place among the bets.
type betKey struct {
	box          int
	spot, bettor string
}

func keyOf(p games.Payment) betKey { return betKey{p.Box, p.Spot, p.Bettor} }

// Before is what a bet's player was paid (more than 0), or lost, before the hand was put
// right: only the rest is still to be paid, taken back or added.
func (h *Hand) Before(p games.Payment) games.Amount { return h.paidBefore[keyOf(p)] }

// RuleBet has a bet lie as an inspector ruled, after no more bets; an amount of 0 has it
// go back. What was settled is settled anew. Refusals: TableClosed, BetsAreOpen,
// NoSuchSpot, SpotNotOffered, AmountTooLarge, BoxIsTaken, NothingChanges, NoBetStands,
// NeedsReason, NeedsInspector, WrongRole.
func (t *Table) RuleBet(bet games.Bet, approver *Staff, reason string) ([]Fact, error) {
	if err := t.playing(); err != nil {
		return nil, err
	}
	if t.Current.On(bet.Box, bet.Spot, bet.Bettor) == bet.Amount {
		return nil, &Refusal{Why: NothingChanges, Box: bet.Box, What: bet.Spot}
	}
	if bet.Amount > 0 {
		if err := t.checkBet(bet); err != nil {
			return nil, err
		}
	}
	f := BetRuled{Bets: []Put{{bet.Box, bet.Spot, bet.Amount, bet.Bettor, bet.Early}}, Reason: strings.TrimSpace(reason)}
	after := t.Current
	after.rule(Entry{}, f)
	if _, err := t.Game.Next(after.Round); err != nil {
		return nil, refuse(NoBetStands)
	}
	if err := t.mayApprove(approver, RuleBets); err != nil {
		return nil, err
	}
	if f.Reason == "" {
		return nil, refuse(NeedsReason)
	}
	f.Approver = approver.Number
	return t.withSettled([]Fact{f}, after)
}

// CancelHand cancels the open hand: every stake goes back, also what was won or lost
// already. Refusals: TableClosed, NothingPaused where no hand has begun, NeedsReason,
// NeedsInspector, WrongRole for anybody but a manager.
func (t *Table) CancelHand(manager *Staff, reason string) ([]Fact, error) {
	switch {
	case !t.Open:
		return nil, refuse(TableClosed)
	case t.Game == nil || t.Current.Empty():
		return nil, refuse(NothingPaused)
	}
	if err := t.mayApprove(manager, CancelHands); err != nil {
		return nil, err
	}
	if strings.TrimSpace(reason) == "" {
		return nil, refuse(NeedsReason)
	}
	f := HandCancelled{manager.Number, strings.TrimSpace(reason)}
	facts := []Fact{f}
	after := t.Current
	after.cancel(f)
	if rows := after.refunds(); len(rows) > 0 {
		facts = append(facts, Settled{rows})
	}
	return append(facts, HandClosed{}), nil
}

// refunds are the rows of a hand that is cancelled: every stake goes back, what doubling
// or splitting put down too.
func (h *Hand) refunds() []Row {
	var payments []games.Payment
	if s, err := h.game.Settle(h.Round); err == nil {
		payments = s.Payments
	}
	var rows []Row
	for i, b := range h.Round.Bets {
		row := Row{Bet: i, Outcome: games.Void, Returned: b.Amount}
		if i < len(payments) {
			row.Added = payments[i].Added
			row.Returned += row.Added
		}
		rows = append(rows, row)
	}
	for i := len(h.Round.Bets); i < len(payments); i++ { // insurances
		rows = append(rows, Row{Bet: i, Outcome: games.Void, Staked: payments[i].Amount, Returned: payments[i].Amount})
	}
	return rows
}

func (h *Hand) cancel(f HandCancelled) {
	h.keepPaid()
	h.Cancelled, h.Paused = &f, nil
	h.Rows, h.Stages, h.Paid = nil, nil, 0
}

// placed are laid cards of a record.
func placed(h *Hand, laid []CardLaid) []games.Laid {
	out := make([]games.Laid, 0, len(laid))
	for _, l := range laid {
		at := handfile.PlaceNamed(l.At)
		if l.Card == faceDown {
			out = append(out, games.Laid{At: at, Hidden: true})
			continue
		}
		card, _ := h.card(l.Card)
		out = append(out, games.Laid{Card: card, At: at, Burned: l.Burned})
	}
	return out
}
