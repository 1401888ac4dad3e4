package hand

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"sabot/games"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// A Reconstruction is an inspector's order on a hand that went wrong. Cards are laid again or burned, a bet is ruled, or the hand
// is played on or resumed; or it is a refusal.
type Reconstruction struct {
	At       time.Time // UTC
	Kind     record.Irregularity
	Box      int
	Croupier string // on duty then
	By       string // the inspector
	Reason   string
	Refused  bool
	// PlayedOn says that the cards stayed where they lay and the hand went on; Resumed, that
	// nothing had to be put right; Burned, that a card was burned; Shuffled, that the cards
	// are shuffled after the hand.
	PlayedOn, Resumed, Burned, Shuffled bool
	Round                               games.Round  // the hand as it was before
	Before                              []games.Laid // how its cards lay, in shoe order
	After                               []games.Laid // the same cards
	// Entered are the cards as they had been entered before somebody said how they lie, where one of them lies there no more.
	Entered []games.Laid
	// Now is the hand as it left it; the zero Round where nothing of it was put right.
	Now games.Round
	// Was is the settlement before, Is the one after; both by bet.
	Was, Is  []record.Row
	Ruled    []record.Put // bets that were changed
	settling bool         // Is comes with the next rows, for papers before form 7
	over     bool         // something else was entered since
	atOnce   int          // rows that it settled itself
	// parts had been settled before, even are the bets that had taken even money by then; all that was settled since is
	// in rowsNow and partsNow, its own first.
	parts, partsNow []record.Part
	rowsNow         []record.Row
	even            []games.BetKey
	// then is the money paid (more than 0) or collected for bets by acts that were done.
	then map[games.BetKey]games.Amount
	// gone are void bets whose chips had gone back before the hand was put right the time before: no act is left of them.
	gone []games.BetKey
	back map[games.BetKey]pay.Chips // what went back as it lay, beside all that was put down
}

// GaveBack returns the bets of which chips went back as they lay, since decisions that count no
// more had put them down.
func (r *Reconstruction) GaveBack() []games.BetKey {
	return slices.SortedFunc(maps.Keys(r.back), func(a, b games.BetKey) int {
		return cmp.Or(cmp.Compare(a.Box, b.Box), cmp.Compare(a.Bettor, b.Bettor), cmp.Compare(a.Spot, b.Spot))
	})
}

// Back returns how much of a bet went back so, and all that had been put down for it, in minor
// units.
func (r *Reconstruction) Back(key games.BetKey) (gave, put games.Amount) {
	return r.back[key].Lies, r.back[key].Put
}

// PaidThen returns what a bet's player had been paid (more than 0), or lost, when the hand was
// put right; false where nothing of it had been done.
func (r *Reconstruction) PaidThen(p games.Payment) (games.Amount, bool) {
	net, done := r.then[p.Key()]
	return net, done
}

// DoneThen returns PaidThen, and done is a void bet too that had gone back before the hand was put right the time before.
func (r *Reconstruction) DoneThen(p games.Payment) (games.Amount, bool) {
	net, done := r.PaidThen(p)
	return net, done || slices.Contains(r.gone, p.Key())
}

// PlayedThen returns what the hand's bets had come to by the rules of its game when it was put right, as chips lay for them: even
// money also where its bet had no row yet.
func (r *Reconstruction) PlayedThen(game games.Game) []games.Payment {
	then := pay.Sheet{Game: game, Round: r.Round, Rows: r.Was, Parts: r.parts, Even: r.even}
	return then.PlayedWithParts()
}

// PlayedSince returns what the bets of the hand came to since it, when the hand was that round; settled are those that it settled,
// the others came later.
func (r *Reconstruction) PlayedSince(of *pay.Sheet, round games.Round) (settled, later []games.Payment) {
	is := pay.Sheet{Game: of.Game, Round: round, Rows: r.rowsNow, Parts: r.partsNow, Even: of.Even}
	byBet := is.PlayedByBet()
	for n, row := range r.rowsNow {
		p, lay := byBet[row.Bet]
		switch {
		case !lay:
		case n < r.atOnce:
			settled = append(settled, p)
		default:
			later = append(later, p)
		}
	}
	return settled, later
}

// What returns what was done, in a word.
func (r *Reconstruction) What() string {
	switch {
	case r.Refused:
		return "refused"
	case r.PlayedOn:
		return "playedon"
	case r.Resumed:
		return "resumed"
	case r.Burned:
		return "burned"
	case r.Shuffled:
		return "shuffled"
	case len(r.Ruled) > 0:
		return "ruled"
	}
	return "relaid"
}

// OnlyBurned reports whether cards were burned by it that lay, and no other changed its place.
func (r *Reconstruction) OnlyBurned() bool {
	return r.What() == "relaid" && games.OnlyBurned(r.Before, r.After)
}

// OnlyAnswered reports whether the dealer's answer was put right by it, and every card lies where it lay.
func (r *Reconstruction) OnlyAnswered() bool {
	return r.What() == "relaid" && games.SamePlaces(r.Before, r.After) && !slices.Equal(r.Before, r.After)
}

// settledSince keeps what was settled since the hand was put right.
func (h *Hand) settledSince(f record.Settled) {
	n := len(h.Relays)
	if n == 0 {
		return
	}
	h.Relays = slices.Clone(h.Relays)
	last := &h.Relays[n-1]
	if last.settling && len(f.Rows) > 0 {
		last.Is, last.settling = f.Rows, false
	}
	if h.Cancelled != nil { // every bet goes back by that, and none has a result
		return
	}
	if !last.over {
		last.atOnce += len(f.Rows)
	}
	last.rowsNow, last.partsNow = h.Rows, h.Parts
}

// A Reconstructions is a list of the times that a hand was put right, the oldest first.
type Reconstructions []Reconstruction

// goneOn returns the list after something was entered since the hand was put right: what is settled from then on is not settled by that.
func (l Reconstructions) goneOn(f record.Fact) Reconstructions {
	n := len(l)
	if n == 0 || l[n-1].over {
		return l
	}
	switch f.(type) {
	case record.Settled, record.CardCarried:
		return l
	}
	l = slices.Clone(l)
	l[n-1].over = true
	return l
}

// refusals returns the refusals of an inspector to have the cards laid again, since the hand was put right last, the oldest first.
func (l Reconstructions) refusals() (list Reconstructions) {
	for _, r := range l {
		switch {
		case r.Refused:
			list = append(list, r)
		case len(r.Now.Bets) > 0 || len(r.Now.Laid) > 0:
			list = nil
		}
	}
	return list
}

// A Restaked is a bet of which another amount plays once a bet was changed: the limits go by that one. Of the changed bet itself it
// is what plays where that is not all of it. Minor units.
type Restaked struct {
	games.BetKey
	Was, Is         games.Amount
	IdleWas, IdleIs games.Amount // what of it does not play
	Back            games.Amount // goes back of it; 0 where something of the bet was paid or collected, which is settled anew
}

// Restaked returns those bets of a hand of the game that was put right.
func (r *Reconstruction) Restaked(game games.Game) []Restaked {
	if len(r.Now.Bets) == 0 || slices.Equal(r.Round.Bets, r.Now.Bets) {
		return nil
	}
	var out []Restaked
	was, is := game.Stakes(r.Round), game.Stakes(r.Now)
	for i, b := range r.Now.Bets {
		x := Restaked{BetKey: b.Key(), Is: is[i].Amount, IdleIs: b.Amount - is[i].Amount}
		n := slices.IndexFunc(r.Round.Bets, func(o games.Bet) bool { return o.Key() == b.Key() })
		if n >= 0 {
			x.Was, x.IdleWas = was[n].Amount, r.Round.Bets[n].Amount-was[n].Amount
		}
		if same := n >= 0 && r.Round.Bets[n].Amount == b.Amount; same && x.Was == x.Is || !same && x.IdleIs == 0 {
			continue
		}
		if _, done := r.then[b.Key()]; !done {
			x.Back = max(0, x.IdleIs-x.IdleWas)
		}
		out = append(out, x)
	}
	return out
}
