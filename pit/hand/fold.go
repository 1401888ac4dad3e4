package hand

import (
	"slices"

	"sabot/games"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// Apply folds an entry of the hand itself; it returns false for a fact of anything else.
func (h *Hand) Apply(e record.Entry) bool {
	if h.entries == nil {
		h.entries = make([]record.Entry, 0, usual)
	}
	h.entries = append(h.entries, e)
	h.Dealt = h.Dealt.with(e)
	h.Relays = h.Relays.goneOn(e.Fact)
	if seenIn(e.Fact) != "" {
		h.seen = max(h.seen, e.Seq)
	}
	if h.Started.IsZero() {
		h.Started = e.At
	}
	if h.AnyWithdrawn() {
		defer h.Confirming(e)()
	}
	switch f := e.Fact.(type) {
	case record.CardLaid:
		if !f.Burned {
			h.GoOn() // so what was settled is paid
		}
	case record.Decided:
		if !f.Aside {
			h.GoOn()
		}
	case record.CardHidden:
		h.GoOn()
	case record.CardTurned:
		if f.At != "" { // one of several: what was settled before it is done
			h.GoOn()
		}
	}
	switch f := e.Fact.(type) {
	case record.BetsPlaced:
		h.Round.Bets = withPuts(h.Round.Bets, f.Bets)
		h.betsLie(e.At)
	case record.LastBetsCalled:
		h.LastBets = e.At
	case record.BetsClosed:
		h.BetsClosed = true
	case record.DealtDry:
		h.BetsClosed, h.Round.Dry = true, true
	case record.CardLaid:
		h.lay(f)
		if f.Burned {
			order{h, e}.burn(f)
		}
	case record.Decided:
		h.decide(f)
	case record.EarlyChosen:
		h.choose(f)
	case record.CardHidden:
		h.hide(f)
	case record.CardTurned:
		h.turn(f)
	case record.SuitRead:
		h.readSuit(f)
	case record.InsuranceOver:
		h.Round.InsuranceOver = true
	case record.Looked:
		h.look(f)
	case record.Settled:
		h.Settle(f)
		h.settledSince(f)
	case record.PaidOut:
		h.Tick(f)
	case record.FirstBurned:
		h.burnFirst(f)
	case record.CutCardOut:
		h.CutCard, h.cutSeq = true, e.Seq
	case record.CardCarried:
		h.Carried = append(h.Carried, f.Card.Card())
	case record.HandPaused:
		h.pause(f)
	case record.HandResumed:
		order{h, e}.resume(f)
	case record.Relaid:
		order{h, e}.relayCards(f)
	case record.PlayedOn:
		order{h, e}.playOn(f)
	case record.RelayRefused:
		order{h, e}.refuse(f)
	case record.BetRuled:
		order{h, e}.rule(f)
	case record.ShuffleDue:
		h.Shuffle = true
		order{h, e}.note(Reconstruction{Kind: f.Why, By: f.Approver, Reason: f.Reason, Shuffled: true})
	case record.HandCancelled:
		h.cancel(f)
	case record.HandClosed, record.BoxPassed:
	default:
		return record.RealmOf(e.Fact) == record.OfMoves
	}
	return true
}

// decide folds an answer. Of insurances, which players buy in any order, the round has
// the hand file's.
func (h *Hand) decide(f record.Decided) {
	d := games.Decision{Box: f.Box, Bettor: f.Bettor, Do: f.Do}
	if f.Do == games.Insure {
		if h.Game != nil {
			h.Round = games.WithInsurance(h.Game, h.Round, d)
		}
		return
	}
	h.Round.Decisions = append(h.Round.Decisions, d)
	h.Ahead = without(h.Ahead, f.Box)
}

// Without returns the hand folded again from its entries before those that an undo takes back.
func (h *Hand) Without(f record.Undone) Hand {
	again, seq, back := h.afresh(), f.Seq, undoing{h, f}
	again.since, again.taken, again.recalled = h.knownSince(), back.cards(), back.recall()
	for _, e := range h.entries {
		if e.Seq < seq || e.Seq > seq && record.RealmOf(e.Fact) == record.OfMoves {
			again.Apply(e)
		}
	}
	return again
}

// afresh returns the hand before its first entry.
func (h *Hand) afresh() Hand {
	return Hand{
		Sheet: pay.Sheet{
			Game: h.Game, Former: h.Former, FromRight: h.FromRight,
			Round: games.Round{Number: h.Round.Number, Out: h.before.Out(), AtTable: true, Chips: h.Round.Chips},
		},
		Number: h.Number, Shoe: h.Shoe, CardsShown: h.CardsShown, since: h.since, taken: h.taken, seen: h.seen, recalled: h.recalled, agreed: h.agreed, reveal: h.reveal, before: h.before, shoe: h.before, Ready: h.Ready,
	}
}

// Close closes the hand, and returns the room of its entries, which go.
func (h *Hand) Close(e record.Entry, f record.HandClosed, croupier string) []record.Entry {
	room := h.entries[:0]
	h.Croupier, h.House, h.ClosedAt = croupier, f.House, e.At
	h.entries = nil
	return room
}

// ForgetNext forgets what the rules have next: something is entered.
func (h *Hand) ForgetNext() { h.nextAsked = false }

// Leaves returns what has left the shoe once the hand is closed, and the cards that open the next one.
func (h *Hand) Leaves() (shoe games.Shoe, ready []games.Card) {
	shoe, ready = h.shoe, h.Carried
	if !h.BetsClosed { // it was cancelled before its cards lay
		ready = h.Ready
	}
	if !h.Former { // records of 0.9 forgot those of a hand that was cancelled
		shoe.Hide(h.unread())
	}
	return shoe, ready
}

// SawBy notes that a card of the hand was seen by an entry, also where it lies nowhere.
func (h *Hand) SawBy(seq int64) { h.seen = max(h.seen, seq) }

// ExchangeCards returns the cards was of a closed hand to the shoe and takes the cards is of another version out of it.
func (h *Hand) ExchangeCards(was, is []games.Laid) {
	for _, l := range was {
		h.before.Return(l.Card)
		h.shoe.Return(l.Card)
	}
	for _, l := range is {
		h.before.Leave(l.Card)
		h.shoe.Leave(l.Card)
	}
}

// withPuts returns bets with what was put on spots; a bet that is new comes last. The bets are copied: whoever
// holds the hand as it was keeps it so.
func withPuts(laid []games.Bet, puts []record.Put) []games.Bet {
	bets := append(make([]games.Bet, 0, len(laid)+len(puts)), laid...)
	for _, p := range puts {
		i := slices.IndexFunc(bets, func(b games.Bet) bool { return b.Box == p.Box && b.Spot == p.Spot && b.Bettor == p.Bettor })
		switch {
		case i < 0 && p.Amount > 0:
			bets = append(bets, games.Bet{Box: p.Box, Spot: p.Spot, Bettor: p.Bettor, Amount: p.Amount, Early: p.Early})
		case i >= 0 && p.Amount > 0:
			bets[i].Amount, bets[i].Early = p.Amount, p.Early
		case i >= 0:
			bets = slices.Delete(bets, i, i+1)
		}
	}
	return bets
}
