package pit

import (
	"slices"

	"sabot/games"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// namesOf are cards as a record has them.
func namesOf(laid []games.Laid) []record.CardLaid {
	out := make([]record.CardLaid, 0, len(laid))
	for _, l := range laid {
		name := record.NameOf(l.Card)
		if l.Hidden {
			name = record.FaceDownName
		}
		laid := record.CardLaid{Card: name, At: record.PlaceOf(l.At), Burned: l.Burned}
		if l.Hidden {
			laid.Looked = l.Looked
		}
		out = append(out, laid)
	}
	return out
}

// RelayPreview is what is to be made of cards as they are said to lie, and what each player
// is paid or gives back where they are laid where they belong. Refusals: NoSuchCard,
// NoSuchBox.
func (t Felt) RelayPreview(laid []record.CardLaid) (games.Verdict, []pay.Difference, error) {
	round, names, err := t.Lying(laid)
	if err != nil {
		return games.Verdict{}, nil, err
	}
	felt := t.judge(round)
	if !felt.Right && !felt.Possible {
		return felt, nil, nil
	}
	after := *t.Hand
	after.pause(record.HandPaused{Laid: names})
	after.relayed(record.Entry{}, record.Relaid{Laid: namesOf(felt.Stays()), Again: felt.Again, Back: felt.Again})
	if s, err := t.at.Game.Settle(after.Round); err == nil {
		settled := after.NewlySettled(s) // also what one hand of a split box has come to
		after.Rows, after.Parts = settled.Rows, settled.Parts
	}
	return felt, t.Differences(&after.Sheet), nil
}

// carries returns the facts that a verdict's cards open the next hand.
func carries(v games.Verdict) []record.Fact {
	var facts []record.Fact
	for _, l := range namesOf(v.OpensNext()) {
		facts = append(facts, record.CardCarried{Card: l.Card})
	}
	return facts
}

func drawnAhead(l games.Laid) bool { return games.Ahead(l, false) }

// ahead reports whether a card of the hand opens the next one.
func (h *Hand) ahead(l games.Laid) bool { return games.Ahead(l, h.Former) }

// relayed lays the cards again; what was settled by them is settled anew.
func (h *Hand) relayed(e record.Entry, f record.Relaid) {
	laid := h.ChipsThen()
	h.putRight(e, f.Approver, f.Reason, func() {
		before := h.Round.Laid
		h.relay(f.Laid)
		if f.Again {
			h.Round = games.AskedAgain(h.Round, slices.EqualFunc(before, h.Round.Laid, func(x, y games.Laid) bool { return x.At == y.At }))
		}
	})
	if f.Back {
		h.answerTruly()
		last := &h.Relays[len(h.Relays)-1]
		last.After, last.back = slices.Clone(h.Round.Laid), h.HandBack(laid)
	}
}

// answerTruly has a dealer who has blackjack, and had said that he has none, have said so.
func (h *Hand) answerTruly() {
	if !h.DealerBlackjack() {
		return
	}
	h.Round.Laid = slices.Clone(h.Round.Laid)
	for i := range h.Round.Laid {
		if l := &h.Round.Laid[i]; l.Looked == games.NoBlackjack && !l.Hidden {
			l.Looked = games.HasBlackjack
		}
	}
}

// resumed goes on with the hand; where its cards lay otherwise than they had been entered,
// it is settled anew.
func (h *Hand) resumed(e record.Entry, f record.HandResumed) {
	if !h.laidOut() {
		h.order(e, Reconstruction{Kind: record.OtherTrouble, By: f.Approver, Reason: f.Reason, Resumed: true})
		h.Paused = nil
		return
	}
	h.putRight(e, f.Approver, f.Reason, func() {
		h.Round.Laid = slices.DeleteFunc(slices.Clone(h.Round.Laid), h.ahead)
		h.recount()
	})
	h.Relays[len(h.Relays)-1].Resumed = true
}

// burnedBy keeps that an inspector had a card burned.
func (h *Hand) burnedBy(e record.Entry, f record.CardLaid) {
	laid := h.Round.Laid[len(h.Round.Laid)-1]
	lay := laid
	lay.Burned = false
	kind := record.DrawnInError
	if len(h.Round.Laid) == 1 {
		kind = record.ExposedFirst
	}
	h.order(e, Reconstruction{Kind: kind, By: f.Approver, Reason: f.Reason, Burned: true, Before: []games.Laid{lay}, After: []games.Laid{laid}})
}

// order keeps what an inspector ordered, if a reason was given: records from before there
// were any say nothing.
func (h *Hand) order(e record.Entry, r Reconstruction) {
	if r.Reason == "" || h.Paused != nil && h.Paused.Kind.General() { // that is an incident
		return
	}
	if h.Paused != nil {
		r.Kind, r.Box = h.Paused.Kind, h.Paused.Box
	}
	r.At, r.Croupier, r.Round = e.At, e.By, h.Round
	h.Relays = append(slices.Clone(h.Relays), r)
}

func (h *Hand) playOn(e record.Entry, f record.PlayedOn) {
	laid := h.ChipsThen()
	for _, b := range h.accepted() {
		if slices.ContainsFunc(f.Bets, func(p record.Put) bool {
			return p.Amount == 0 && p.Box == b.Box && p.Spot == b.Spot && p.Bettor == b.Bettor
		}) {
			h.passed = append(slices.Clip(h.passed), b)
		}
	}
	h.putRight(e, f.Approver, f.Reason, func() {
		h.put(f.Bets)
		h.relay(f.Laid)
	})
	last := &h.Relays[len(h.Relays)-1]
	last.PlayedOn = true
	if f.Back {
		last.back = h.HandBack(laid)
	}
}

func (h *Hand) rule(e record.Entry, f record.BetRuled) {
	laid, said := h.ChipsThen(), h.Paused != nil
	h.putRight(e, f.Approver, f.Reason, func() {
		h.put(f.Bets)
	})
	last := &h.Relays[len(h.Relays)-1]
	last.Ruled = f.Bets
	if f.Back {
		last.back = h.HandBack(laid)
	}
	switch {
	case !said:
		last.Kind, last.Box = record.DisputedBet, 0
	case last.Kind == record.WrongPlace:
		last.Kind = record.DisputedBet
	}
}

// putRight makes a change to the hand and keeps how it was.
func (h *Hand) putRight(e record.Entry, by, reason string, change func()) {
	r := Reconstruction{
		At: e.At, Croupier: e.By, By: by, Reason: reason,
		Round: h.Round, Before: slices.Clone(h.Round.Laid), Was: h.Rows, then: h.DoneByBet(), settling: true,
		parts: h.Parts, even: h.Even, gone: h.GoneBack(),
	}
	r.Kind, r.Box = h.WentWrong()
	if entered, other := h.AsEntered(); other {
		r.Entered = entered.Round.Laid
	}
	h.KeepDone()
	change()
	r.After, r.Now = slices.Clone(h.Round.Laid), h.Round
	h.coverAgain()
	h.Unsettle()
	h.Paused, h.enteredThen = nil, nil
	h.Relays = append(slices.Clone(h.Relays), r)
}

// refused keeps that an inspector would not have the hand put right.
func (h *Hand) refused(e record.Entry, f record.RelayRefused) {
	r := Reconstruction{At: e.At, Croupier: e.By, By: f.By, Reason: f.Reason, Refused: true, Round: h.Round, Before: h.Round.Laid, After: h.Round.Laid}
	r.Kind, r.Box = h.WentWrong()
	h.Relays = append(slices.Clone(h.Relays), r)
}

// placed are laid cards of a record. A suit that nobody had read of the card that lies
// there is no suit: old records have one that was made up.
func placed(h *Hand, laid []record.CardLaid) []games.Laid {
	out := make([]games.Laid, 0, len(laid))
	for i, l := range laid {
		at := l.At.Place()
		if l.Card.Hidden() {
			out = append(out, games.Laid{At: at, Hidden: true, Looked: l.Looked})
			continue
		}
		card := l.Card.Card()
		if i < len(h.Round.Laid) && h.Round.Laid[i].Card.Valid() && card.Is(h.Round.Laid[i].Card) && !h.Round.Laid[i].Card.Suited() {
			card = h.Round.Laid[i].Card
		}
		out = append(out, games.Laid{Card: card, At: at, Burned: l.Burned})
	}
	keepLook(h.Round.Laid, out)
	return out
}

// keepLook keeps what the dealer said of his second card, wherever the cards lie now.
func keepLook(before, now []games.Laid) {
	i := slices.IndexFunc(before, func(l games.Laid) bool { return l.Looked != "" })
	if i < 0 {
		return
	}
	n := 0
	for at := range now {
		if now[at].At != before[i].At || now[at].Burned {
			continue
		}
		if n++; n == 2 {
			now[at].Looked = before[i].Looked
		}
	}
}
