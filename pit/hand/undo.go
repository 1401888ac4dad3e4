package hand

import (
	"slices"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// Unpaid returns the acts that are done, and are due again by an undo: none by digits of a code, which moved no chip.
func (h *Hand) Unpaid(f record.Undone) []pay.Act {
	if f.Code {
		return nil
	}
	again := h.Without(f)
	return h.DoneBeside(&again.Sheet)
}

// Withdrawn returns the acts that would bring back what was said to have moved and was taken back since: see Sheet.
func (h *Hand) Withdrawn() []pay.Act {
	if !h.AnyWithdrawn() {
		return nil
	}
	split := map[int]bool{}
	for _, hand := range h.Hands() {
		split[hand.At.Box] = split[hand.At.Box] || hand.Number == 2
	}
	return h.WithdrawnActs(split)
}

// Undo takes the last entry of the open hand back; what the rules settled by it goes with it. The bets open again only with an
// inspector. Only with one is a decision taken back that was made on less than is known now, be it by a card that was taken back.
// So it is with a shoe that was ended by a cut card which had not come out, after the hand as well. Refusals: TableClosed,
// NothingToUndo, NeedsInspector, WrongRole.
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

// UndoCode returns Undo, without an inspector, of an entry by digits that Sabot took for a code. Refusals: those of Undo.
func (t Deal) UndoCode() ([]record.Fact, error) {
	facts, err := t.Undo(nil)
	if err != nil {
		return nil, err
	}
	f := facts[0].(record.Undone)
	f.Code = true
	return []record.Fact{f}, nil
}

// needsInspector reports whether an entry is taken back only with an inspector. So is one that an inspector approved, and "nulla
// va più", after which "i giocatori non potranno più toccare o alterare le proprie puntate" (source 004, section 3). Where nobody
// has bet it needs one once a card has lain. So is a decision, insurance too, that players took before they knew of a card face
// down what is known now, or before a card lay that an electronic shoe had read.
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

// LastKeyed returns the last entry of the hand that somebody keyed in, the one that an
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

// CutCardBefore returns the entry of the cut card by which the hand before was the last of the
// shoe, as long as no other shoe is in place; false where it was not, or an inspector had the
// cards shuffled.
func (t Deal) CutCardBefore() (record.Entry, bool) {
	n := len(t.at.Past)
	if !t.at.Open || !t.at.ShoeOver || n == 0 {
		return record.Entry{}, false
	}
	h := &t.at.Past[n-1]
	if !h.CutCard || h.Shuffle || h.Shoe != t.at.Shoe {
		return record.Entry{}, false
	}
	return record.Entry{Seq: h.cutSeq, Hand: h.Number, Fact: record.CutCardOut{}}, true
}

// LastKeyed returns the entry that an undo takes back: the last of the open hand, or the note of a card that is offered since, or
// where there is none the cut card that ended the shoe; false where there is neither.
func (t Deal) LastKeyed() (record.Entry, bool) {
	if last, ok := t.Hand.LastKeyed(); ok {
		if open, offered := t.Offered(); offered && open.Seq > last.Seq {
			return record.Entry{Seq: open.Seq, At: open.At, Hand: open.Hand, Fact: open.Alarmed}, true
		}
		return last, true
	}
	return t.CutCardBefore()
}

// taken is a card of the open hand that was entered and taken back.
type taken struct {
	n    int        // which of the hand's cards it was
	card games.Card // 0 where it lay face down
	code bool       // Sabot took it for a digit of a code
}

// CardsTaken returns the cards of the open hand that were entered and taken back, and lie nowhere. Each is as it was read last, in
// the order in which they had come. One that lay face down is 0: nobody is told which it is. Where another card lies for it since,
// it is left out. Digits that Sabot took for a code are left out too: codes reports whether there were any.
func (t Deal) CardsTaken() (cards []games.Card, codes bool) {
	last := 0
	for _, e := range t.entries {
		if shown(e.Fact) != "" {
			last++
		}
	}
	for _, c := range t.taken {
		switch {
		case c.n <= last && len(cards) == 0: // it lies there again
		case c.code:
			codes = true
		case c.n == last:
			cards[len(cards)-1] = c.card
		default:
			last, cards = c.n, append(cards, c.card)
		}
	}
	return cards, codes
}

// CardsBehind returns the cards of the open hand that were shown by what was entered behind an entry; of one that lies face down
// nobody is told which it is.
func (h *Hand) CardsBehind(seq int64) []record.CardLaid {
	var out []record.CardLaid
	for _, e := range h.entries {
		card := shown(e.Fact)
		if card == "" || e.Seq <= seq || h.saysSecret(e.Fact) {
			continue
		}
		l := record.CardLaid{Card: card}
		switch f := e.Fact.(type) {
		case record.CardLaid:
			l.At = f.At
		case record.CardTurned:
			l.At = f.At
		}
		out = append(out, l)
	}
	return out
}

// cards returns the cards of the hand that were taken back, once the entries are too. A card that is entered again is the same,
// and the last of its readings.
func (u undoing) cards() []taken {
	var gone []taken
	n := 0
	for _, e := range u.entries {
		card := shown(e.Fact)
		if card == "" {
			continue
		}
		if n++; e.Seq < u.by.Seq {
			continue
		}
		c := taken{n: n, code: u.by.Code}
		if !u.saysSecret(e.Fact) {
			c.card = card.Card()
		}
		gone = append(gone, c)
	}
	all := slices.DeleteFunc(slices.Clone(u.taken), func(c taken) bool { return slices.Contains(gone, c) })
	all = append(all, gone...)
	slices.SortStableFunc(all, func(a, b taken) int { return a.n - b.n })
	return all
}

// shown returns the card of the hand that a fact shows; "" where it shows none.
func shown(f record.Fact) record.CardName {
	card := record.CardName("")
	switch f := f.(type) {
	case record.CardLaid:
		if !f.Burned {
			card = f.Card
		}
	case record.CardTurned:
		if !f.Read { // it was shown when a reader had read it
			card = f.Card
		}
	case record.CardCarried:
		card = f.Card
	}
	if card.Hidden() {
		return ""
	}
	return card
}

// A Numbered is a card of a hand as it lies, with its number in the order of the shoe, from 0.
type Numbered struct {
	N int
	games.Laid
}

// InShoeOrder returns the cards of the hand in the order in which they left the shoe. One that lies face down for everybody is hidden,
// and so is one of a deal that is being laid open.
func (h *Hand) InShoeOrder() []games.Laid {
	laid := slices.Clone(h.Round.Laid)
	for n := range laid {
		laid[n].Hidden = h.covers(n)
	}
	if len(h.Open) == 0 {
		return laid
	}
	var open, last []games.Laid
	for _, at := range h.covered() {
		if slices.Contains(h.seconds, at) { // it left the shoe before the one that is known
			open = append(open, games.Laid{At: at, Hidden: true})
		} else {
			last = append(last, games.Laid{At: at, Hidden: true})
		}
	}
	open = slices.Concat(open, h.Open, last)
	r := h.Round
	r.Laid = laid
	if dealt, err := games.Arrange(h.Game, r, open); err == nil {
		return dealt.Laid
	}
	return append(laid, h.Open...)
}

// CardsGone returns the cards of the hand that do not lie so any more in the hand as it is now. It compares them by their numbers in
// the order of the shoe: cards of a deal that lay face down are entered in another.
func (h *Hand) CardsGone(now *Hand) (gone []Numbered) {
	lie := now.InShoeOrder()
	for n, l := range h.InShoeOrder() {
		if !l.Hidden && (n >= len(lie) || lie[n].Hidden || cardsApart(l, lie[n]) > 0) {
			gone = append(gone, Numbered{n, l})
		}
	}
	return gone
}
