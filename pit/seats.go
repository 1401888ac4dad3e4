package pit

import (
	"maps"
	"slices"
	"strconv"

	"sabot/games"
	"sabot/pit/people"
	"sabot/pit/record"
)

// HideCard says that the cards that come now were dealt face down, as many as the game
// deals so one after the other. Refusals: TableClosed, BetsAreOpen, NoCardDue.
func (t *Table) HideCard() ([]record.Fact, error) {
	if err := t.dealing(); err != nil {
		return nil, err
	}
	if !t.MayHide() {
		return nil, refuse(people.NoCardDue)
	}
	var facts []record.Fact
	after := t.Current
	for t.hides(after.Round) {
		step, err := t.Game.Next(after.Round)
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

// MayHide says whether the next card lies face down.
func (t *Table) MayHide() bool { return t.Current.BetsClosed && t.hides(t.Current.Round) }

func (t *Table) hides(r games.Round) bool {
	game, ok := t.Game.(games.HoleCard)
	return ok && game.FaceDown(r)
}

// Hole is where among the hand's cards the first one lies that is face down; -1 where none
// does.
func (t *Table) Hole() int { return slices.IndexFunc(t.Current.Round.Laid, hidden) }

func hidden(l games.Laid) bool { return l.Hidden }

// toTurn is which of the hand's cards is turned next: the first that lies face down where
// one is due, or where the hand is over without it the only one, to be read as it is
// cleared away; -1 where none is.
func (t *Table) toTurn() int {
	if _, ok := t.Game.(games.HoleCard); !ok || t.Hole() < 0 {
		return -1
	}
	step := t.Next()
	switch {
	case step.Kind == games.Turn:
		return slices.IndexFunc(t.Current.Round.Laid, func(l games.Laid) bool { return l.Hidden && l.At == step.At })
	case step.Kind == games.Finished && !t.severalHidden():
		return t.Hole()
	}
	return -1
}

func (t *Table) severalHidden() bool {
	laid := t.Current.Round.Laid
	first := t.Hole()
	return first >= 0 && slices.ContainsFunc(laid[first+1:], hidden)
}

// MayTurn says whether a card that lies face down may be turned now.
func (t *Table) MayTurn() bool { return t.toTurn() >= 0 }

// turnCard turns the card that is due. Refusals: HoleIsBlackjack where the dealer
// had looked and said that it makes none, and it does: the boxes have acted, so it is for
// an inspector; NotBlackjack where he said that it makes one, and it does not.
func (t *Table) turnCard(name record.CardName) ([]record.Fact, error) {
	lies := t.Current.Round.Laid[t.toTurn()]
	looked := lies.Looked
	fact := record.CardTurned{Card: name}
	if t.severalHidden() {
		fact.At = record.PlaceOf(lies.At)
	}
	after := t.Current
	after.turn(fact)
	_, err := t.Game.Settle(after.Round)
	switch code := games.CodeOf(err); {
	case code == games.SurplusDecisions || code == games.SurplusCards || code == games.BadDecision:
		return nil, &people.Refusal{Why: people.HoleIsBlackjack, What: string(name)}
	case err != nil:
		return nil, err
	}
	switch blackjack := after.dealerBlackjack(); {
	case looked == games.NoBlackjack && blackjack:
		return nil, &people.Refusal{Why: people.HoleIsBlackjack, What: string(name)}
	case looked == games.HasBlackjack && !blackjack:
		return nil, &people.Refusal{Why: people.NotBlackjack, What: string(name)}
	}
	return t.withSettled([]record.Fact{fact}, &after)
}

// DeniedBlackjack says whether the dealer's card that lies face down was said to make no
// blackjack, and boxes may have acted on it.
func (t *Table) DeniedBlackjack() bool {
	hole := t.Hole()
	return hole >= 0 && t.Current.Round.Laid[hole].Looked == games.NoBlackjack
}

// NoteDenied notes that the card that is turned makes the blackjack which the dealer denied:
// until that is settled nobody is paid. Refusals: NoCardDue where it does not, or where that
// card was noted already; those of turning it.
func (t *Table) NoteDenied(name string) ([]record.Fact, error) {
	if err := t.dealing(); err != nil {
		return nil, err
	}
	card, ok := games.ReadCard(name)
	if !ok || t.Phase() != Turning || !t.MayTurn() || !t.DeniedBlackjack() {
		return nil, &people.Refusal{Why: people.NoCardDue, What: name}
	}
	what := string(record.NameOf(card))
	if _, err := t.turnCard(record.NameOf(card)); !people.RefusedFor(err, people.HoleIsBlackjack) || t.denied() == what {
		return nil, &people.Refusal{Why: people.NoCardDue, What: name}
	}
	return []record.Fact{record.Alarmed{Kind: record.HoleDenied, What: what}}, nil
}

// Contradicted says whether a card was noted that makes the blackjack which the dealer denied,
// and neither is settled yet.
func (t *Table) Contradicted() bool {
	return t.Phase() == Turning && t.DeniedBlackjack() && t.denied() != ""
}

// denied is the card that was noted since the dealer looked; "" where none was.
func (t *Table) denied() string {
	looked := int64(0)
	for _, e := range t.Current.entries {
		if _, ok := e.Fact.(record.Looked); ok {
			looked = e.Seq
		}
	}
	what := ""
	for _, n := range t.Notes {
		if n.Kind == record.HoleDenied && n.Hand == t.Hand && n.Seq > looked {
			what = n.What
		}
	}
	return what
}

// dealerBlackjack says whether the dealer's cards, as they are known, make a blackjack.
func (h *Hand) dealerBlackjack() bool {
	return slices.ContainsFunc(h.Hands(), func(hand games.Hand) bool { return hand.At == games.Dealer && hand.Blackjack })
}

// HasBlackjack says whether the cards of a box make a blackjack.
func (h *Hand) HasBlackjack(box int) bool {
	return slices.ContainsFunc(h.Hands(), func(hand games.Hand) bool { return hand.At == games.AtBox(box) && hand.Blackjack })
}

func (h *Hand) turn(f record.CardTurned) {
	card := f.Card.Card()
	h.shoe.Reveal(card)
	h.Round.Laid = slices.Clone(h.Round.Laid)
	for i := range h.Round.Laid {
		l := &h.Round.Laid[i]
		if !l.Hidden || f.At != "" && record.PlaceOf(l.At) != f.At {
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

// Look records what the dealer says who has looked under his ace or ten, before any box
// acts: whether the card makes a blackjack. Refusals: TableClosed, BetsAreOpen,
// NothingToLookAt.
func (t *Table) Look(blackjack bool) ([]record.Fact, error) {
	if err := t.dealing(); err != nil {
		return nil, err
	}
	if t.Next().Kind != games.Look {
		return nil, refuse(people.NothingToLookAt)
	}
	fact := record.Looked{Blackjack: blackjack}
	after := t.Current
	after.look(fact)
	return t.withSettled([]record.Fact{fact}, &after)
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

// EndInsurance records that nobody buys insurance any more. Refusals: TableClosed,
// BetsAreOpen, NoInsuranceNow.
func (t *Table) EndInsurance() ([]record.Fact, error) {
	if err := t.dealing(); err != nil {
		return nil, err
	}
	if t.Next().Kind != games.Insuring {
		return nil, refuse(people.NoInsuranceNow)
	}
	after := t.Current
	after.Round.InsuranceOver = true
	return t.withSettled([]record.Fact{record.InsuranceOver{}}, &after)
}

// Insure buys an insurance: of the box's main bet, or of the bet behind of that
// bettor. Refusals: TableClosed, BetsAreOpen, NotThatDecision; NoChipsMakeIt with the
// smallest chip as What where half the bet cannot be laid.
func (t *Table) Insure(box int, bettor string) ([]record.Fact, error) {
	if err := t.dealing(); err != nil {
		return nil, err
	}
	round, err := games.BuyInsurance(t.Game, t.Current.Round, box, bettor)
	if err != nil {
		any := t.Current.Round
		any.Chips = nil
		if _, err := games.BuyInsurance(t.Game, any, box, bettor); err == nil {
			return nil, &people.Refusal{Why: people.NoChipsMakeIt, Box: box, What: strconv.FormatInt(int64(t.chips[0]), 10)}
		}
		return nil, &people.Refusal{Why: people.NotThatDecision, Box: box, What: string(games.Insure)}
	}
	after := t.Current
	after.Round = round
	return t.withSettled([]record.Fact{record.Decided{Box: box, Bettor: bettor, Do: games.Insure, Aside: true}}, &after)
}

// InsurancePrice is what the insurance of a bet costs: half of what stands of it,
// rounded down; of the box's main bet where no bettor is named.
func (t *Table) InsurancePrice(box int, bettor string) games.Amount {
	round, err := games.BuyInsurance(t.Game, t.Current.Round, box, bettor)
	if err != nil {
		return 0
	}
	return t.insurance(round, box, bettor)
}

// insurance is what the insurance of a bet in a round cost; 0 where it has none.
func (t *Table) insurance(round games.Round, box int, bettor string) games.Amount {
	if !slices.ContainsFunc(round.Decisions, func(d games.Decision) bool {
		return d.Do == games.Insure && d.Box == box && d.Bettor == bettor
	}) {
		return 0
	}
	if bettor == "" {
		bettor = t.Current.holder(box)
	}
	for _, b := range games.Raised(t.Game, round) {
		if b.Box == box && b.Bettor == bettor {
			return b.Amount
		}
	}
	return 0
}

// raised fills in the payment of the nth bet that a decision put down.
func (h *Hand) raised(p *games.Payment, n int) {
	if h.game == nil {
		return
	}
	if bets := games.Raised(h.game, h.Round); n >= 0 && n < len(bets) {
		b := bets[n]
		p.Box, p.Spot, p.Bettor, p.Amount = b.Box, b.Spot, b.Bettor, p.Staked
	}
}

// holder is the bettor of a box's first spot.
func (h *Hand) holder(box int) string {
	for _, b := range h.Round.Bets {
		if b.Box == box && h.game != nil && b.Spot == h.game.Spots()[0].Name {
			return b.Bettor
		}
	}
	return ""
}

// ChooseEarly records the early decision of a bettor behind, as long as the rules let it
// be chosen. Refusals: TableClosed, NoShoe, NoSuchSpot where that bettor has
// no bet behind, TooLate.
func (t *Table) ChooseEarly(box int, bettor string, early games.Early) ([]record.Fact, error) {
	if err := t.shoeIsThere(); err != nil {
		return nil, err
	}
	at := t.Current.earlyBet(box, bettor)
	if at < 0 {
		return nil, &people.Refusal{Why: people.NoSuchSpot, Box: box}
	}
	if early.HasFunds { // what an insurance took of them is gone already
		early.Funds += t.insured(at)
	}
	if game, ok := t.Game.(games.EarlyDecisions); ok && !game.MayChoose(t.Current.Round, at, early) {
		return nil, &people.Refusal{Why: people.TooLate, Box: box}
	}
	bets := slices.Clone(t.Current.Round.Bets)
	bets[at].Early = early
	if err := t.Game.CheckBet(nil, bets[at]); err != nil {
		return nil, &people.Refusal{Why: people.NotThatDecision, Box: box}
	}
	f := record.EarlyChosen{Box: box, Bettor: bettor, Choice: early.Choice, Then: early.Then}
	if early.HasFunds {
		f.Funds = &early.Funds
	}
	return []record.Fact{f}, nil
}

// DecideAhead records what the main player of a box says that he will do when he is
// asked; "" takes it back. It is offered then, and decides nothing by itself.
// Refusals: as ChooseEarly, NotThatDecision for one that its hand cannot come to.
func (t *Table) DecideAhead(box int, do games.Action) ([]record.Fact, error) {
	if err := t.early(box); err != nil {
		return nil, err
	}
	if !t.Current.Bets(box) {
		return nil, &people.Refusal{Why: people.NoSuchBox, Box: box}
	}
	if do != "" && !slices.Contains(t.mayAnswer(box), do) {
		return nil, &people.Refusal{Why: people.NotThatDecision, Box: box, What: string(do)}
	}
	return []record.Fact{record.EarlyChosen{Box: box, Do: do}}, nil
}

// SaidAhead is what the main player of a box said that he will do; "" where he said nothing,
// or nothing that his cards still let him do.
func (t *Table) SaidAhead(box int) games.Action {
	if do := t.Current.Ahead[box]; do != "" && slices.Contains(t.mayAnswer(box), do) {
		return do
	}
	return ""
}

// mayAnswer are the answers that a box may still come to give.
func (t *Table) mayAnswer(box int) []games.Action {
	if game, ok := t.Game.(games.SaysAhead); ok {
		return game.MayAnswer(t.Current.Round, box)
	}
	var all []games.Action
	for _, a := range t.Game.Layout().Asked() {
		all = append(all, a.Do)
	}
	return all
}

// insured is what the insurance of the nth bet cost, in minor units; 0 where it has none.
func (t *Table) insured(bet int) games.Amount {
	b := t.Current.Round.Bets[bet]
	return t.insurance(t.Current.Round, b.Box, b.Bettor)
}

// earlyOf is the early decision that a bet has when it is put down: its own, or what of
// its bettor's last one at the box goes on in the hands after.
func (t *Table) earlyOf(bet games.Bet) games.Early {
	if !t.Current.isEarly(bet.Spot) {
		return games.Early{}
	}
	if i := t.Current.earlyBet(bet.Box, bet.Bettor); i >= 0 {
		return t.Current.Round.Bets[i].Early
	}
	for n := len(t.History) - 1; n >= 0; n-- {
		if h := &t.History[n]; h.earlyBet(bet.Box, bet.Bettor) >= 0 {
			return h.Round.Bets[h.earlyBet(bet.Box, bet.Bettor)].Early.Lasting()
		}
	}
	return games.Early{}
}

func (t *Table) shoeIsThere() error {
	switch {
	case !t.Open:
		return refuse(people.TableClosed)
	case t.Shoe == 0 || t.Game == nil || t.ShoeOver:
		return refuse(people.NoShoe)
	}
	return nil
}

// early says whether the main player of a box can still say ahead what he will do.
func (t *Table) early(box int) error {
	if err := t.shoeIsThere(); err != nil {
		return err
	}
	if t.Current.HasBlackjack(box) { // it is asked nothing
		return &people.Refusal{Why: people.TooLate, Box: box}
	}
	for _, d := range t.Current.Round.Decisions {
		if d.Box == box && d.Do != games.Insure {
			return &people.Refusal{Why: people.TooLate, Box: box}
		}
	}
	return nil
}

// EarlyBets are the bets of a box that take an early decision, with the funds that their
// bettors have left: what an insurance took is gone.
func (t *Table) EarlyBets(box int) []games.Bet {
	var bets []games.Bet
	for i, b := range t.Current.Round.Bets {
		if b.Box == box && t.Current.isEarly(b.Spot) {
			if b.Early.HasFunds {
				b.Early.Funds -= t.insured(i)
			}
			bets = append(bets, b)
		}
	}
	return bets
}

func (h *Hand) isEarly(spot string) bool {
	if h.game == nil {
		return false
	}
	early, ok := games.EarlySpot(h.game)
	return ok && spot == early
}

func (h *Hand) earlyBet(box int, bettor string) int {
	return slices.IndexFunc(h.Round.Bets, func(b games.Bet) bool { return b.Box == box && b.Bettor == bettor && h.isEarly(b.Spot) })
}

// takeAhead forgets what a box said ahead: it has decided, or took it back.
func (h *Hand) takeAhead(box int) {
	if _, said := h.Ahead[box]; said {
		h.Ahead = maps.Clone(h.Ahead)
		delete(h.Ahead, box)
	}
}

func (h *Hand) choose(f record.EarlyChosen) {
	switch {
	case f.Do != "":
		h.Ahead = maps.Clone(h.Ahead)
		if h.Ahead == nil {
			h.Ahead = map[int]games.Action{}
		}
		h.Ahead[f.Box] = f.Do
		return
	case h.earlyBet(f.Box, f.Bettor) < 0:
		h.takeAhead(f.Box)
		return
	}
	early := games.Early{Choice: f.Choice, Then: f.Then}
	if f.Funds != nil {
		early.Funds, early.HasFunds = *f.Funds, true
	}
	bets := slices.Clone(h.Round.Bets)
	bets[h.earlyBet(f.Box, f.Bettor)].Early = early
	h.Round.Bets = bets
}
