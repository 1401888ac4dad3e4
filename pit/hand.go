package pit

import (
	"slices"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// Phase is where a table stands.
type Phase int

// The phases, in the order of a day and of a hand.
const (
	Shut     Phase = iota // the table is closed
	Shoeless              // open, and no shoe is in place
	Betting               // fate il vostro gioco
	Dealing               // a card is due
	Deciding              // a box is asked
	Paying                // every card is out: the rest is paid
	Halted                // a card lies wrong, or the game cannot be played here
	Turning               // the dealer's card that lies face down is turned
	Burning               // a new shoe: its first card is shown, and as many burned
	Paused                // something went wrong and is not put right yet
	Insuring              // whoever buys insurance says so
	Looking               // the dealer looks at his card that lies face down
)

// Phase is where the table stands now.
func (t table) Phase() Phase {
	switch {
	case !t.at.Open:
		return Shut
	case t.at.Game == nil:
		return Halted
	case t.Paused != nil:
		return Paused
	case t.at.Shoe == 0 || t.at.ShoeOver || t.at.Stopped != "" && t.Empty():
		return Shoeless
	case t.toBurn():
		return Burning
	case !t.BetsClosed:
		return Betting
	}
	switch step := t.Next(); step.Kind {
	case games.Deal, games.ReadSuit:
		return Dealing
	case games.Insuring:
		return Insuring
	case games.Look:
		return Looking
	case games.Ask:
		return Deciding
	case games.Turn:
		return Turning
	case games.Finished:
		return Paying
	default:
		return Halted
	}
}

// Next is what the rules have next in the open hand. Of cards that are dealt face
// down it is the next that is laid open.
func (t table) Next() games.Step {
	if t.at.Memo == nil {
		return t.askNext()
	}
	if h := t.Hand; !h.nextAsked {
		h.next, h.nextAsked = t.askNext(), true
	}
	return t.next
}

func (t table) askNext() games.Step {
	step, err := t.nextOf(t.Round)
	if places := t.covered(); len(places) > 0 {
		return games.Step{Kind: games.Deal, At: places[0], Opening: true, Suits: err == nil && step.Suits}
	}
	if err != nil {
		fault, _ := err.(*games.Error)
		return games.Step{Kind: games.Halt, Fault: fault}
	}
	return step
}

// CloseBets is nulla va più. Bets that do not stand go back at once, cards that were
// carried over open the hand. Refusals: TableClosed, NoShoe, ShoeIsOver, BurnFirst,
// BetsAreClosed, CardsAreDue, NoBetStands, ShoeTooShort, AlarmWaits, SeenBefore.
func (t Bets) CloseBets() ([]record.Fact, error) {
	if err := t.beginning(); err != nil {
		return nil, err
	}
	if _, err := t.nextOf(t.Round); err != nil {
		return nil, t.noneStands()
	}
	after := *t.Hand
	after.BetsClosed = true
	return t.answer(record.BetsClosed{}, &after, func() ([]record.Fact, error) { return t.close(append(t.lowRisk(), record.BetsClosed{}), after) })
}

// noneStands is the refusal of bets of which none stands: where a box lacks a spot that it
// cannot do without, it says which of both.
func (t Bets) noneStands() error {
	stakes := t.at.Game.Stakes(t.Round)
	for i, bet := range t.Round.Bets {
		if stakes[i].Reason == games.MissingMandatory {
			lacks := games.Lacking(t.at.Game.Spots(), t.Round.Bets, stakes, bet.Box)
			return &house.Refusal{Why: house.NoBetStands, Box: bet.Box, What: lacks}
		}
	}
	return house.Refuse(house.NoBetStands)
}

// close ends the bets: cards that were drawn ahead open the hand.
func (t Bets) close(facts []record.Fact, after Hand) ([]record.Fact, error) {
	if !t.at.ShuffledEachHand() && t.CardsLeft() < t.at.Game.MostCards(t.Round) {
		return nil, house.Refuse(house.ShoeTooShort)
	}
	if t.at.alarmStops() {
		return nil, house.Refuse(house.AlarmWaits)
	}
	ready, err := t.deal().layReady(&after)
	if err != nil {
		return nil, err
	}
	return t.withSettled(append(facts, ready...), &after)
}

// DealCard lays a card at the place that is next: "8h", or "8" where nothing asks for its
// suit. Where a box is asked and may draw, it draws that card: the decision and the card
// are one. Where a suit is missing it is that card with its suit. Where no card is due it
// is carried over to the next hand, if the game does that. A card of which the shoe holds
// no more copy is an alarm and does not lie. Refusals: TableClosed, BetsAreOpen,
// NoCardDue, NoSuchCard, SuitIsDue, OtherRank, OfferedFirst, SeenBefore.
func (t Deal) DealCard(name string) ([]record.Fact, error) {
	if err := t.dealing(); err != nil {
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
	facts, err := t.DealCard(name)
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

// drawing is the decision by which the box that is asked takes a card; false where none
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

// drawCard is a card that a box draws which was asked: its decision and the card at once.
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

// readSuit is a card that lies already, read again with its suit.
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
	if err := t.dealing(); err != nil {
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

// drawn is a card as the record has it; "" where it cannot be, with the refusal of a
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

// FaceDown says that the cards of the open hand were dealt face down, and whether
// they are being laid open now.
func (t Deal) FaceDown() (dealt, opening bool) {
	dealt = t.at.Game != nil && len(games.Opening(t.at.Game, t.Round, t.at.Settings.Reveal)) > 0
	return dealt, len(t.faceDown()) > 0
}

// Decide records what the box that is asked answered. Refusals: TableClosed,
// BetsAreOpen, NoDecisionDue, NotThatDecision, SeenBefore.
func (t Deal) Decide(do games.Action) ([]record.Fact, error) {
	if err := t.dealing(); err != nil {
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

func (t table) playing() error {
	switch {
	case !t.at.Open:
		return house.Refuse(house.TableClosed)
	case !t.BetsClosed:
		return house.Refuse(house.BetsAreOpen)
	}
	return nil
}

// dealing says whether the hand goes on now. Refusals: those of playing, HandPausedNow.
func (t table) dealing() error {
	if err := t.playing(); err != nil {
		return err
	}
	if t.Paused != nil {
		return house.Refuse(house.HandPausedNow)
	}
	return nil
}

// Undo takes the last entry of the open hand back; what the rules settled by it
// goes with it. The bets open again only with an inspector, and only with one is a decision taken
// back that was made on less than is known now, be it by a card that was taken back; so does a shoe that a cut card
// ended which had not come out, after the hand as well. Refusals: TableClosed, NothingToUndo, NeedsInspector, WrongRole.
func (t Deal) Undo(approver *house.Staff) ([]record.Fact, error) {
	if !t.at.Open {
		return nil, house.Refuse(house.TableClosed)
	}
	_, open := t.Hand.LastKeyed()
	last, ok := t.LastKeyed()
	if !ok {
		return nil, house.Refuse(house.NothingToUndo)
	}
	undone := record.Undone{Seq: last.Seq}
	if !open || t.needsInspector(last) {
		if err := approver.MayApprove(house.ReopenBets, t.at.Croupier); err != nil {
			return nil, err
		}
		undone.Approver, undone.What = approver.Number, record.KindOf(last.Fact)
	}
	return []record.Fact{undone}, nil
}

// UndoCode is Undo, without an inspector, of an entry by digits that Sabot took for a code. Refusals: those of Undo.
func (t Deal) UndoCode() ([]record.Fact, error) {
	facts, err := t.Undo(nil)
	if err != nil {
		return nil, err
	}
	f := facts[0].(record.Undone)
	f.Code = true
	return []record.Fact{f}, nil
}

// needsInspector says whether an entry is taken back only with an inspector: one that an
// inspector approved, and "nulla va più", after which "i giocatori non potranno più toccare
// o alterare le proprie puntate" (source 004, section 3); where nobody has bet, once a card
// has lain; what players decided before they knew of a card face down what is known now,
// insurance too, or before a card lay that an electronic shoe had said.
func (t Deal) needsInspector(e record.Entry) bool {
	if slices.Contains(t.agreed, e.Seq) {
		return true
	}
	switch record.UndoOf(e.Fact) {
	case record.Inspected:
		return true
	case record.AfterCards:
		return t.CardsShown
	case record.Answer:
		return e.Seq <= t.knownSince()
	}
	return false
}

// LastKeyed is the last entry of the hand that somebody keyed in, the one that an
// undo takes back; false where there is none.
func (h *Hand) LastKeyed() (record.Entry, bool) {
	laid := 0
	for _, e := range h.entries {
		if f, ok := e.Fact.(record.CardLaid); ok && !f.Burned {
			laid++
		}
	}
	for i := len(h.entries) - 1; i >= 0; i-- {
		how := record.UndoOf(h.entries[i].Fact)
		switch f := h.entries[i].Fact.(type) {
		case record.CardLaid:
			if f.Burned {
				break
			}
			if laid--; h.byItself(laid) {
				how = record.Along // it came with the end of the bets
			}
		case record.CardCarried:
			if h.cameAlong(i) {
				how = record.Along
			}
		}
		switch how {
		case record.Bars:
			return record.Entry{}, false
		case record.NoUndo, record.ByVoid, record.Along:
			continue
		}
		return h.entries[i], true
	}
	return record.Entry{}, false
}

// cameAlong says whether the nth entry is a card that went over to the next hand when
// this one's were laid where they belong, or were found to lie so.
func (h *Hand) cameAlong(n int) bool {
	for i := n - 1; i >= 0 && h.entries[i].At.Equal(h.entries[n].At); i-- {
		switch h.entries[i].Fact.(type) {
		case record.CardCarried, record.Settled:
		case record.Relaid, record.HandResumed:
			return true
		default:
			return false
		}
	}
	return false
}
