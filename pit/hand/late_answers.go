package hand

import (
	"cmp"
	"slices"

	"sabot/games"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// answered returns which question a fact answers in the hand as it stands before it; false for any other.
func (h *Hand) answered(f record.Fact) (question, bool) {
	switch f := f.(type) {
	case record.Decided:
		if f.Do == games.Insure {
			return question{of: insuring}, true
		}
		if hand, cards := h.askedHand(f.Box); hand > 0 {
			return question{deciding, f.Box, hand, cards}, true
		}
		n := 0
		for _, d := range h.Round.Decisions {
			if d.Box == f.Box && d.Do != games.Insure {
				n++
			}
		}
		return question{deciding, f.Box, 0, n}, true
	case record.InsuranceOver:
		return question{of: insuring}, true
	case record.Looked:
		return question{of: looking}, true
	case record.BetsClosed, record.DealtDry:
		return question{of: bettors}, true
	}
	return question{}, false
}

// askedHand returns which hand of a split box is asked, and how many cards it has; 0 where the box is not split.
func (h *Hand) askedHand(box int) (hand, cards int) {
	if h.Game == nil {
		return 0, 0
	}
	step, err := h.Game.Next(h.Round)
	if err != nil || step.Hand == 0 || step.At.Box != box {
		return 0, 0
	}
	for _, of := range h.Hands() {
		if of.At == step.At && of.Number == step.Hand {
			cards = len(of.Cards)
		}
	}
	return step.Hand, cards
}

// LastDecidedOn returns which hand of a split box the entry decides on that an undo takes back; 0 of any other entry.
func (h *Hand) LastDecidedOn() int {
	last, _ := h.LastKeyed()
	f, decided := last.Fact.(record.Decided)
	if !decided {
		return 0
	}
	before := h.Without(record.Undone{Seq: last.Seq})
	hand, _ := before.askedHand(f.Box)
	return hand
}

// answers returns what players of a hand have said once a fact has answered the question.
func (q question) answers(of *pay.Sheet, f record.Fact) answers {
	a := answers{bets: of.Round.Bets}
	if of.Game == nil {
		return a
	}
	for _, s := range of.Game.Stakes(of.Round) {
		a.stands = append(a.stands, s.Amount)
	}
	raised, even := games.Raised(of.Game, of.Round), evenPays(of)
	for _, d := range of.Round.Decisions {
		if d.Do != games.Insure {
			continue
		}
		bettor := cmp.Or(d.Bettor, of.Holder(d.Box))
		i := slices.IndexFunc(raised, func(b games.Bet) bool { return b.Box == d.Box && b.Bettor == bettor })
		bought := insured{BetKey: games.BetKey{Box: d.Box, Bettor: bettor}, price: even(d)}
		if bought.even = bought.price > 0; i >= 0 && !bought.even {
			bought.price = raised[i].Amount
		}
		a.insured = append(a.insured, bought)
	}
	switch f := f.(type) {
	case record.Decided:
		a.do, a.staked = f.Do, stakedOn(of, f.Box, q.hand)
	case record.Looked:
		a.looked = f
	}
	return a
}

// evenPays returns what a decision that insures a bet has it paid as even money; 0 where it takes none.
func evenPays(of *pay.Sheet) func(games.Decision) games.Amount {
	s, _ := of.Game.Settle(of.Round)
	return func(d games.Decision) games.Amount {
		bet := slices.IndexFunc(of.Round.Bets, func(b games.Bet) bool { return of.Insures(d, b) })
		if part, settled := of.EvenPart(bet); bet >= 0 && settled {
			return part.Returned - part.Staked
		}
		return s.Even[bet]
	}
}

// stakedOn returns what is staked on a box, bet by bet; of a hand of a split box what rides on that one.
func stakedOn(of *pay.Sheet, box, hand int) (bets []stakedBet) {
	s, err := of.Game.Settle(of.Round)
	if err != nil {
		return nil
	}
	for _, p := range s.Payments {
		if p.Box != box {
			continue
		}
		bet := stakedBet{p.Key(), p.Staked}
		for _, part := range p.Parts {
			if part.Hand == hand {
				bet.amount = part.Staked
			}
		}
		bets = append(bets, bet)
	}
	return bets
}

// amountOn returns what is staked on a bet, of those of its box; 0 where it is none of them.
func amountOn(staked []stakedBet, key games.BetKey) games.Amount {
	for _, b := range staked {
		if b.BetKey == key {
			return b.amount
		}
	}
	return 0
}

// A restake is a change of a bettor's stake on a box.
type restake struct {
	bettor   string
	from, to games.Amount
}

// restaked returns by bettor the bets that another decision made another stake; where it made none, all of the box in one.
func restaked(was, is []stakedBet) (list []restake) {
	all := restake{}
	add := func(bet stakedBet, from, to games.Amount) {
		all.from, all.to = all.from+from, all.to+to
		if from == to {
			return
		}
		i := slices.IndexFunc(list, func(r restake) bool { return r.bettor == bet.Bettor })
		if i < 0 {
			list, i = append(list, restake{bettor: bet.Bettor}), len(list)
		}
		list[i].from, list[i].to = list[i].from+from, list[i].to+to
	}
	for _, bet := range was {
		add(bet, bet.amount, amountOn(is, bet.BetKey))
	}
	for _, bet := range is {
		if !slices.ContainsFunc(was, func(w stakedBet) bool { return w.BetKey == bet.BetKey }) {
			add(bet, 0, bet.amount)
		}
	}
	if list == nil {
		return []restake{all}
	}
	return list
}

// recallOpen returns what to recall of the hand's open questions when an entry is taken back by which a card was seen. Nobody has
// answered them, so what counts is what had been said until then. What the dealer says of his card is known of that card. A
// decision beside a hole card that lay face up is none: there too the box would know it.
func (h *Hand) recallOpen(e record.Entry) (open []recalled) {
	card := h.showsMore(e.Fact)
	if card == "" || h.Game == nil || !h.BetsClosed {
		return nil
	}
	step, err := h.Game.Next(h.Round)
	if err != nil {
		return nil
	}
	add := func(q question, a answers) {
		open = append(open, recalled{question: q, answers: a, seq: e.Seq, card: card, open: true})
	}
	turned, turns := e.Fact.(record.CardTurned)
	switch {
	case step.Kind == games.Ask && !turns:
		q, _ := h.answered(record.Decided{Box: step.At.Box})
		a := q.answers(&h.Sheet, nil)
		a.staked = stakedOn(&h.Sheet, q.box, q.hand)
		add(q, a)
	case step.Kind == games.Insuring:
		q := question{of: insuring}
		add(q, q.answers(&h.Sheet, nil))
	}
	if turns && (step.Kind == games.Insuring || step.Kind == games.Look) {
		after := *h
		after.turn(turned)
		add(question{of: looking}, answers{looked: record.Looked{Blackjack: after.DealerBlackjack()}})
	}
	return open
}

// showsMore returns the card that a fact shows beside those of the hand, and that no box draws by it; "" where it shows none.
func (h *Hand) showsMore(f record.Fact) record.CardName {
	paused, pauses := f.(record.HandPaused)
	if !pauses {
		return seenIn(f)
	}
	var known []record.CardName
	on := *h
	on.Round = h.onFelt()
	for n, l := range on.Round.Laid {
		if !on.covers(n) {
			known = append(known, record.NameOf(l.Card))
		}
	}
	var more []record.CardName
	for _, l := range paused.Laid {
		if i := slices.Index(known, l.Card); i >= 0 {
			known = slices.Delete(known, i, i+1)
		} else if !l.Card.Hidden() {
			more = append(more, l.Card)
		}
	}
	if len(more) <= len(known) { // cards that were read otherwise
		return ""
	}
	return more[len(more)-1]
}

// withOpen returns what is recalled with questions that stood open. What a question was answered once stays, but not what the dealer had
// said: his card is known since.
func withOpen(all, open []recalled) []recalled {
	for _, r := range open {
		answered := func(old recalled) bool { return old.question == r.question && !old.open }
		if r.of != looking && slices.ContainsFunc(all, answered) {
			continue
		}
		all = append(slices.DeleteFunc(all, func(old recalled) bool { return old.question == r.question }), r)
	}
	return all
}

// SeenOpen returns the card that was seen while a question stood open that is asked now, and was taken back; "" where none was.
func (t Deal) SeenOpen() record.CardName {
	if t.at.Game == nil || t.at.Checks == 0 {
		return ""
	}
	h, step := t.Hand, t.Next()
	q := question{of: insuring}
	switch step.Kind {
	case games.Insuring:
	case games.Look:
		q.of = looking
	case games.Ask:
		q, _ = h.answered(record.Decided{Box: step.At.Box})
	default:
		return ""
	}
	for _, r := range h.recalled {
		if r.question == q && r.open && !h.liesAgain(r) {
			return r.card
		}
	}
	return ""
}

// seenIn returns a card that a fact shows, be it one that plays no part; "" where it shows none.
func seenIn(f record.Fact) record.CardName {
	switch f := f.(type) {
	case record.CardLaid:
		if f.Card.Hidden() {
			return ""
		}
		return f.Card
	case record.HandPaused: // with the cards as they lie
		for _, c := range slices.Backward(f.Laid) {
			if !c.Card.Hidden() {
				return c.Card
			}
		}
	case record.CardTurned:
		return f.Card
	}
	return shown(f)
}
