package hand

import (
	"slices"

	"sabot/games"
	"sabot/pit/record"
)

// An order is an entry by which an inspector puts a hand right, or will not have it put right.
type order struct {
	*Hand
	by record.Entry
}

// relayCards lays the cards again; what was settled by them is settled anew.
func (o order) relayCards(f record.Relaid) {
	laid := o.ChipsThen()
	o.putRight(f.Approver, f.Reason, func() {
		before := o.Round.Laid
		o.relay(f.Laid)
		if f.Again {
			o.Round = games.AskedAgain(o.Round, slices.EqualFunc(before, o.Round.Laid, func(x, y games.Laid) bool { return x.At == y.At }))
		}
	})
	if f.Back {
		o.answerTruly()
		last := &o.Relays[len(o.Relays)-1]
		last.After, last.back = slices.Clone(o.Round.Laid), o.HandBack(laid)
	}
}

// answerTruly corrects the answer of a dealer who has blackjack and had said that he has none.
func (o order) answerTruly() {
	if !o.DealerBlackjack() {
		return
	}
	o.Round.Laid = slices.Clone(o.Round.Laid)
	for i := range o.Round.Laid {
		if l := &o.Round.Laid[i]; l.Looked == games.NoBlackjack && !l.Hidden {
			l.Looked = games.HasBlackjack
		}
	}
}

// resume goes on with the hand; where its cards lay otherwise than they had been entered,
// it is settled anew.
func (o order) resume(f record.HandResumed) {
	if !laidOut(o.Paused) {
		o.note(Reconstruction{Kind: record.OtherTrouble, By: f.Approver, Reason: f.Reason, Resumed: true})
		o.Paused = nil
		return
	}
	o.putRight(f.Approver, f.Reason, func() {
		o.Round.Laid = slices.DeleteFunc(slices.Clone(o.Round.Laid), func(l games.Laid) bool { return games.Ahead(l, o.Former) })
		o.recount()
	})
	o.Relays[len(o.Relays)-1].Resumed = true
}

// burn keeps that an inspector had a card burned.
func (o order) burn(f record.CardLaid) {
	laid := o.Round.Laid[len(o.Round.Laid)-1]
	lay := laid
	lay.Burned = false
	kind := record.DrawnInError
	if len(o.Round.Laid) == 1 {
		kind = record.ExposedFirst
	}
	o.note(Reconstruction{Kind: kind, By: f.Approver, Reason: f.Reason, Burned: true, Before: []games.Laid{lay}, After: []games.Laid{laid}})
}

// note records an inspector's order if it has a reason: in records from before reasons were asked for there is none.
func (o order) note(r Reconstruction) {
	if r.Reason == "" || o.Paused != nil && o.Paused.Kind.General() { // that is an incident
		return
	}
	if o.Paused != nil {
		r.Kind, r.Box = o.Paused.Kind, o.Paused.Box
	}
	r.At, r.Croupier, r.Round = o.by.At, o.by.By, o.Round
	o.Relays = append(slices.Clone(o.Relays), r)
}

func (o order) playOn(f record.PlayedOn) {
	laid := o.ChipsThen()
	for _, b := range o.Accepted() {
		if slices.ContainsFunc(f.Bets, func(p record.Put) bool {
			return p.Amount == 0 && p.Box == b.Box && p.Spot == b.Spot && p.Bettor == b.Bettor
		}) {
			o.passed = append(slices.Clip(o.passed), b)
		}
	}
	o.putRight(f.Approver, f.Reason, func() {
		o.Round.Bets = withPuts(o.Round.Bets, f.Bets)
		o.relay(f.Laid)
	})
	last := &o.Relays[len(o.Relays)-1]
	last.PlayedOn = true
	if f.Back {
		last.back = o.HandBack(laid)
	}
}

func (o order) rule(f record.BetRuled) {
	laid, said := o.ChipsThen(), o.Paused != nil
	o.putRight(f.Approver, f.Reason, func() {
		o.Round.Bets = withPuts(o.Round.Bets, f.Bets)
	})
	last := &o.Relays[len(o.Relays)-1]
	last.Ruled = f.Bets
	if f.Back {
		last.back = o.HandBack(laid)
	}
	switch {
	case !said:
		last.Kind, last.Box = record.DisputedBet, 0
	case last.Kind == record.WrongPlace:
		last.Kind = record.DisputedBet
	}
}

// putRight makes a change to the hand and keeps how it was.
func (o order) putRight(by, reason string, change func()) {
	r := Reconstruction{
		At: o.by.At, Croupier: o.by.By, By: by, Reason: reason,
		Round: o.Round, Before: slices.Clone(o.Round.Laid), Was: o.Rows, then: o.DoneByBet(), settling: true,
		parts: o.Parts, even: o.Even, gone: o.GoneBack(),
	}
	r.Kind, r.Box = o.WentWrong()
	if entered, other := o.AsEntered(); other {
		r.Entered = entered.Round.Laid
	}
	o.KeepDone()
	change()
	r.After, r.Now = slices.Clone(o.Round.Laid), o.Round
	o.coverAgain()
	o.Unsettle()
	o.Paused, o.enteredThen = nil, nil
	o.Relays = append(slices.Clone(o.Relays), r)
}

// refuse keeps that an inspector would not have the hand put right.
func (o order) refuse(f record.RelayRefused) {
	r := Reconstruction{At: o.by.At, Croupier: o.by.By, By: f.By, Reason: f.Reason, Refused: true, Round: o.Round, Before: o.Round.Laid, After: o.Round.Laid}
	r.Kind, r.Box = o.WentWrong()
	o.Relays = append(slices.Clone(o.Relays), r)
}

// coverAgain goes on with a deal that is face down: those of its cards that nobody has seen
// are laid open one by one, as if nothing had gone wrong.
func (o order) coverAgain() {
	places := games.Opening(o.Game, o.Round, o.reveal)
	lie := slices.DeleteFunc(slices.Clone(o.Round.Laid), func(l games.Laid) bool { return l.Burned })
	unseen := slices.ContainsFunc(lie, func(l games.Laid) bool { return l.Hidden })
	if len(places) == 0 || len(lie) >= len(places) && !unseen {
		return
	}
	burned := slices.DeleteFunc(slices.Clone(o.Round.Laid), func(l games.Laid) bool { return !l.Burned })
	o.Round.Laid, o.Open, o.seconds, o.counted = burned, nil, nil, len(lie)
	for _, at := range slices.Compact(places) {
		hidden := false
		for _, l := range lie {
			switch {
			case l.At != at:
			case l.Hidden:
				hidden = true
			default:
				o.Open = append(o.Open, l)
				if hidden {
					o.seconds = append(o.seconds, at)
				}
			}
		}
	}
	o.recount()
}
