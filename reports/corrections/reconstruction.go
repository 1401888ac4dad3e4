// Package corrections knows what of a shift's hands was put right: reconstructions, hands that were cancelled or entered
// anew, and what was taken back. It has each before and after, and the words for it.
package corrections

import (
	"cmp"
	"slices"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/pay"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports/forms"
)

// Reconstructions are the hands of a shift that were put right, each before and after.
type Reconstructions struct {
	House, Currency, Table, Day string
	Shift                       int
	List                        []Reconstruction
	// Running says that the shift was still open: more of it can be entered. Papers before form 7 did not know.
	Running bool `json:",omitempty"`
}

// A Reconstruction is one hand, put right or not.
type Reconstruction struct {
	Hand     int
	At       time.Time // UTC
	What     string    // a key, as in IrregularLine
	Kind     record.Irregularity
	Box      int
	Croupier string // on duty when it was put right; before form 7 who dealt when the hand closed
	By       string
	Reason   string
	Asked    string `json:",omitempty"` // for a correction after the closing, where nobody deals
	// Possible is true where the cards could be reconstructed (source 004, section 7: only where none is left to
	// burn). Surplus are the cards left to burn.
	Possible bool
	Surplus  []string
	// Verdict is what was to be made of the cards of a hand that was cancelled; nil where they lay right.
	Verdict *Verdict   `json:",omitempty"`
	Cards   []CardMove // in shoe order
	// Withdrawn goes back if it had moved: it was taken back before the hand was cancelled.
	Withdrawn []Withdrawal `json:",omitempty"`
	Paid      []PaidLine   // bets that had been settled, or are by it
	// Moved says of a closed hand that was corrected or voided that the players were paid by it, and paid back.
	Moved bool `json:",omitempty"`
	// Keyed says of one that was corrected that they had been paid so all along.
	Keyed bool `json:",omitempty"`
	// Owing is the commission that a closed hand leaves owed otherwise since; nil where it stays.
	Owing *Owing `json:",omitempty"`
	// TakenBack says that the approval counts no more; nil where it stands.
	TakenBack *TakenBack `json:",omitempty"`
	// Changes are what was put right besides the places of cards, of a hand that was corrected its cards too.
	Changes []Change `json:",omitempty"`
	// Dealt are the croupiers who dealt the hand, in the order in which they came, where these are not Croupier alone.
	Dealt []string `json:",omitempty"`
}

// A CardMove is a card, where it lay and where it lies.
type CardMove struct {
	Card     string
	From, To string // places of the hand file; "" where it plays no part, nowhere where the other version has no such card, unsaid
}

// Moved reports whether the card changed its place.
func (c CardMove) Moved() bool { return c.From != c.To }

// A PaidLine is a bet's result before and after: amounts are the player's net.
type PaidLine struct {
	Box     int
	Spot    string
	Bettor  string
	Was     tray.Sum // settled before; unknown where it was not yet
	WasPaid bool     // and paid or collected
	// Paid is what had been paid (more than 0) or collected where that is not all that it had come to.
	Paid *games.Amount `json:",omitempty"`
	Is   tray.Sum      // settled after; unknown where it is still to come
	Due  games.Amount  // what was to be paid (more than 0) or taken back by it
	// Stood and Stands are the stake before and after, Back what of it lay on the layout and
	// went back.
	Stood  games.Amount `json:",omitempty"`
	Stands games.Amount `json:",omitempty"`
	Back   games.Amount `json:",omitempty"`
	// BackBefore is what of the stake had gone back before the hand was cancelled: over a limit, or under it.
	BackBefore games.Amount `json:",omitempty"`
}

// Count returns how many hands were reconstructed with the approval of an inspector, and how much else was put
// right. What was taken back is neither.
func (s *Reconstructions) Count() (reconstructed, other int) {
	for _, x := range s.List {
		switch {
		case x.TakenBack != nil:
		case x.What == "relaid":
			reconstructed++
		default:
			other++
		}
	}
	return reconstructed, other
}

// Of returns the reconstructions of a table's state, the oldest first.
func Of(t *pit.Table, h forms.Roll, form int) Reconstructions {
	out := Reconstructions{House: h.People().CalledAt(t.ShutAt), Currency: cmp.Or(t.Currency, h.Currency), Table: t.Name, Day: t.Day, Shift: t.Shift, Running: form >= forms.Seven && t.ShutAt.IsZero()}
	if t.Game == nil {
		return out
	}
	for i := 0; i <= len(t.History); i++ {
		current := &t.Current
		if i < len(t.History) {
			current = &t.History[i]
		}
		croupier := t.Croupier
		if current.Croupier != "" {
			croupier = current.Croupier
		}
		for n := range current.Relays {
			x := relayed(forms.GameOf(t, current, form), current, n, h, croupier, form).dealt(current, h, form)
			if current == &t.Current {
				KeepSecret(t, current.Relays[n].Before, x.Cards)
				if form >= forms.Seven {
					x.Surplus = surplus(x.Cards, len(x.Surplus))
				}
			}
			if r := &current.Relays[n]; form >= forms.Seven {
				x.Cards = withEntered(otherThanEntered(forms.GameOf(t, current, form), r.Entered, r.Round), x.Cards)
			}
			out.List = append(out.List, x)
		}
		if current.Cancelled != nil && !current.Voided() {
			x := cancelled(forms.GameOf(t, current, form), current, h, form).dealt(current, h, form)
			x.Withdrawn = withdrawals(current, form)
			if form >= forms.Seven {
				x.Kind, x.Box, x.Verdict = Declared(current, forms.GameOf(t, current, form))
				x.Cards = Moves(current.OnFelt(), current.OnFelt())
				for i := range x.Paid {
					x.Paid[i].BackBefore = current.BackBefore(x.Paid[i].key())
				}
			}
			out.List = append(out.List, x)
		}
		for n := range current.Was {
			x := corrected(forms.GameOf(t, current, form), current, n, h, form).dealt(current, h, form)
			if form >= forms.Seven && x.What == "corrected" {
				g, was, is := forms.GameOf(t, current, form), current.Was[n].Round, version(current, n+1).Round
				x.Cards, x.Changes = pairedCards(hand.Compare(g, was, is)), Changes(g, was, is)
			}
			out.List = append(out.List, x)
		}
	}
	if form >= forms.Seven {
		out.withTakenBack(t, h, form)
	}
	return out
}

// KeepSecret takes the names of cards away that lie face down in the open hand though a reader has
// read them.
func KeepSecret(t *pit.Table, before []games.Laid, cards []CardMove) {
	lie := make([]games.Card, len(before))
	for i, l := range before {
		lie[i] = l.Card
	}
	for i, secret := range t.Deal().Secret(lie) {
		if secret {
			cards[i].Card = "?"
		}
	}
}

func relayed(g games.Game, of *hand.Hand, n int, h forms.Roll, croupier string, form int) Reconstruction {
	r := of.Relays[n]
	if form >= forms.Seven {
		croupier = r.Croupier
	}
	out := Reconstruction{
		Hand: of.Number, At: r.At, What: WhatOf(&r, form), Kind: r.Kind, Box: r.Box, Croupier: h.Who(croupier, r.At), By: h.Who(r.By, r.At), Reason: r.Reason,
		Cards: Moves(r.Before, r.After),
	}
	for i := len(r.After); i < len(r.Before); i++ {
		out.Cards[i].To = NextHand
	}
	if r.Burned && form >= forms.Seven {
		for i := range out.Cards {
			switch c := &out.Cards[i]; {
			case r.Kind == record.ExposedFirst: // it was to lie there, and never did
				c.From = Undealt
			case c.From == NextHand: // no card that opens the next hand is burned so
				c.From = unsaid
			}
		}
	}
	if r.Burned || r.Shuffled {
		return out
	}
	if verdict, err := games.Relay(g, r.Round); err == nil {
		out.Possible = verdict.Reconstructable
		for _, c := range verdict.Surplus {
			name := c.String()
			if !c.Valid() && form >= forms.Seven { // it lies face down
				name = "?"
			}
			out.Surplus = append(out.Surplus, name)
		}
	}
	if !r.Refused && (!r.Resumed || len(r.Before) > 0) {
		out.Paid = paidLines(g, of, r, roundAfter(of, n), form)
		if form >= forms.Seven {
			out.Changes = slices.Concat(EnteredOtherwise(g, r.Entered, r.Round), changedSaid(hand.Compare(g, r.Round, r.Now)), ChangedStakes(of, &r))
		}
	}
	return out
}

// WhatOf returns what was done, in a word. Since form 7 a hand in which cards were burned, and none was laid
// elsewhere, is not called reconstructed. A reconstruction takes no card to burn (source 004, section 7). Nor is
// one in which the dealer's answer was put right and no card moved.
func WhatOf(r *hand.Reconstruction, form int) string {
	switch {
	case form >= forms.Seven && r.OnlyBurned():
		return "burned"
	case form >= forms.Seven && r.OnlyAnswered():
		return "answered"
	}
	return r.What()
}

// burns reports whether a card that lay was burned.
func (x Reconstruction) burns() bool {
	return slices.ContainsFunc(x.Cards, func(c CardMove) bool { return c.From != "" && c.To == "" })
}

// NextHand is the place of a card that was drawn ahead.
const NextHand = "next"

// unsaid is the place of a burned card of which nobody said where it lay. The page of the hand asks for it.
const unsaid = "unsaid"

// Undealt stands for the place of a burned first card. It was exposed before it lay anywhere.
const Undealt = "undealt"

// nowhere is the place of a card in a version of a hand that does not have it. Before form 7 a card that a
// correction took away was told as burned, and one that it added not at all.
const nowhere = "none"

// Moves returns the places of the cards before and after. Both lists have the same cards in the same order.
func Moves(before, after []games.Laid) []CardMove {
	var out []CardMove
	for i := range before {
		m := CardMove{Card: before[i].Card.String(), From: place(before[i])}
		if before[i].Hidden {
			m.Card = "?"
		}
		if i < len(after) {
			m.To = place(after[i])
			if after[i].Card != before[i].Card {
				m.Card += " → " + after[i].Card.String()
			}
		}
		out = append(out, m)
	}
	return out
}

func place(l games.Laid) string {
	switch {
	case l.Burned:
		return ""
	case l.At == games.Place{}:
		return NextHand
	}
	return l.At.String()
}

// roundAfter returns the hand as reconstruction n left it: as the next one found it, or as it was played,
// whatever was corrected later.
func roundAfter(hand *hand.Hand, n int) games.Round {
	switch {
	case n+1 < len(hand.Relays):
		return hand.Relays[n+1].Round
	case len(hand.Was) > 0:
		return hand.Was[0].Round
	}
	return hand.Round
}

// key names the bet that the line is of.
func (l PaidLine) key() games.BetKey { return games.BetKey{Box: l.Box, Spot: l.Spot, Bettor: l.Bettor} }

// paidLines returns the bets that had been settled, or were by a reconstruction.
func paidLines(g games.Game, hand *hand.Hand, r hand.Reconstruction, is games.Round, form int) []PaidLine {
	var lines []PaidLine
	if form >= forms.Seven {
		settled, later := r.PlayedSince(&hand.Sheet, is)
		lines = asPaid(paired(r.PlayedThen(hand.Game), settled, r.DoneThen), later, &r)
	} else {
		lines = paired(hand.PaymentsOf(r.Round, r.Was), hand.PaymentsOf(is, r.Is), r.PaidThen)
	}
	if form >= forms.Seven {
		is = r.Now // without what was put down since
	}
	lines = staked(g, lines, r.Round, is, form)
	for _, key := range r.GaveBack() {
		at := slices.IndexFunc(lines, func(l PaidLine) bool { return l.key() == key })
		if at < 0 {
			lines, at = append(lines, staked(g, []PaidLine{{Box: key.Box, Spot: key.Spot, Bettor: key.Bettor}}, r.Round, is, form)...), len(lines)
		}
		lines[at].Back, lines[at].Stood = r.Back(key)
	}
	if form >= forms.Seven {
		lines = restaked(lines, r.Restaked(hand.Game))
	}
	return lines
}

// paired returns the results of bets before and after a correction, the former bets first. The function paid
// returns what a player had got (more than 0) or lost by a former bet. It returns false for a bet that was neither
// paid nor taken.
func paired(before, after []games.Payment, paid func(games.Payment) (games.Amount, bool)) []PaidLine {
	var lines []PaidLine
	for _, p := range before {
		net, done := paid(p)
		lines = append(lines, PaidLine{Box: p.Box, Spot: p.Spot, Bettor: p.Bettor, Was: tray.KnownSum(p.Net()), WasPaid: done, Due: -net})
	}
	for _, p := range after {
		at := slices.IndexFunc(lines, func(l PaidLine) bool { return l.key() == p.Key() })
		if at < 0 {
			lines, at = append(lines, PaidLine{Box: p.Box, Spot: p.Spot, Bettor: p.Bettor}), len(lines)
		}
		lines[at].Is = tray.KnownSum(p.Net())
		lines[at].Due += p.Net()
	}
	return lines
}

// asPaid sets what is due in each line to its result less what had been paid. Of a split box one hand may have
// been paid before its bet was settled, or not yet. The result may be settled later.
func asPaid(lines []PaidLine, later []games.Payment, r *hand.Reconstruction) []PaidLine {
	for i := range lines {
		l := &lines[i]
		at := slices.IndexFunc(later, func(p games.Payment) bool { return p.Key() == l.key() })
		got, done := r.DoneThen(games.Payment{Box: l.Box, Spot: l.Spot, Bettor: l.Bettor})
		if at >= 0 && !l.Is.Known {
			l.Is = tray.KnownSum(later[at].Net())
			l.Due += l.Is.Amount
		}
		if !done {
			continue
		}
		if !l.Was.Known {
			l.Was = tray.KnownSum(got)
		}
		if l.WasPaid = true; l.Was.Amount != got {
			l.Paid = &got
		}
		l.Due = l.Is.Amount - got
	}
	return lines
}

func cancelled(g games.Game, hand *hand.Hand, h forms.Roll, form int) Reconstruction {
	c := hand.Cancelled
	out := Reconstruction{
		Hand: hand.Number, At: hand.ClosedAt, What: "cancelled", Kind: record.OtherTrouble, Croupier: h.Who(hand.Croupier, hand.ClosedAt), By: h.Who(c.Manager, hand.ClosedAt), Reason: c.Reason,
		Cards: Moves(hand.Round.Laid, hand.Round.Laid),
	}
	for _, p := range hand.Played() {
		before := hand.Before(p)
		out.Paid = append(out.Paid, PaidLine{Box: p.Box, Spot: p.Spot, Bettor: p.Bettor, Was: tray.Sum{Amount: before, Known: before != 0}, WasPaid: before != 0, Is: tray.KnownSum(p.Net()), Due: p.Net() - before})
	}
	for _, a := range hand.Acts() {
		for i := range out.Paid {
			if l := &out.Paid[i]; a.Do == pay.GiveBack && a.Key() == l.key() {
				l.Back += a.Amount
			}
		}
	}
	out.Paid = staked(g, out.Paid, hand.Round, games.Round{}, form)
	return out
}

// version returns the nth version of a hand, the last one behind those that it was.
func version(hand *hand.Hand, n int) *hand.Hand {
	if n < len(hand.Was) {
		return &hand.Was[n]
	}
	return hand
}

// corrected returns version n of a hand beside the one that took its place.
func corrected(g games.Game, hand *hand.Hand, n int, h forms.Roll, form int) Reconstruction {
	was, is := &hand.Was[n], version(hand, n+1)
	c := is.Corrected
	what := "corrected"
	if c.Void {
		what = "voided"
	}
	out := Reconstruction{
		Hand: hand.Number, At: is.CorrectedAt, What: what, Kind: record.WrongEntry, Possible: true, Croupier: h.Who(hand.Croupier, is.CorrectedAt), By: h.Who(c.Approver, is.CorrectedAt), Reason: c.Reason,
		Cards: Moves(was.Round.Laid, is.Round.Laid),
	}
	if form >= forms.Seven { // nobody deals at a table that has closed: who asked is the other of the two
		out.Croupier, out.Asked = "", h.Who(c.By, is.CorrectedAt)
		if is.OnDutyThen != "" {
			out.Croupier = h.Who(is.OnDutyThen, is.CorrectedAt)
		}
		out.Moved, out.Keyed, out.Owing = c.Moved, c.Keyed, OwingOf(was, is, form)
	}
	if form >= forms.Seven && c.Void { // nobody said what had gone wrong; the reason says why
		out.Kind = ""
	}
	all := func(p games.Payment) (games.Amount, bool) { return p.Net(), true }
	stands := is.Round
	if form >= forms.Seven && c.Void {
		stands = games.Round{} // every stake goes back
	}
	out.Paid = staked(g, paired(hand.Was[lastPaid(hand, n)].Played(), is.Played(), all), was.Round, stands, form)
	return out
}

// lastPaid returns the version up to n by which the players were paid: the first, or the last correction that
// was settled with them.
func lastPaid(hand *hand.Hand, n int) int {
	for n > 0 && !hand.Was[n].Corrected.AsPaid() {
		n--
	}
	return n
}
