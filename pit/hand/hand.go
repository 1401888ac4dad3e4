package hand

import (
	"slices"
	"time"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// A Hand is one hand of the shift: a fold of its own entries, without those that were undone.
type Hand struct {
	pay.Sheet
	Log
	Number      int // of the shift
	Shoe        int
	Croupier    string // who dealt when it closed
	Dealt       Dealers
	seconds     []games.Place        // those of a face-down deal of which Open has the second card and not the first
	Open        []games.Laid         // of a face-down deal, the cards laid open so far; none once all are in Round
	counted     int                  // of a face-down deal, how many cards lay when it was put right; 0 where nobody counted
	BetsSince   time.Time            // when the first bet that lies came; zero while none does
	LastBets    time.Time            // when the last bets were called; zero if not
	Burn        record.FirstBurned   // before the first hand of a shoe; zero if not yet
	CutCard     bool                 // the cut card came out
	cutSeq      int64                // of the entry that says so
	Ready       []games.Card         // drawn ahead in the hand before: they open this one
	Carried     []games.Card         // drawn ahead in this one: they open the next
	Ahead       map[int]games.Action // what main players said ahead that they will do, by box
	Paused      *record.HandPaused   // what went wrong and is not put right yet
	Relays      Reconstructions      // how it was put right
	Declared    *record.HandPaused   // what had gone wrong when it was cancelled; nil where nobody had said
	Shuffle     bool                 // the cards are shuffled after it, whatever the cut card says
	enteredThen []games.Laid         // the cards as they had been entered until then
	burnedThen  []games.Laid         // the cards that stayed burned when the hand was laid out otherwise
	passed      []games.Bet          // that went back by the house's rule, since their boxes had been passed over
	Was         []Hand               // a corrected hand as it stood before, the oldest first
	CorrectedAt time.Time
	OnDutyThen  string                // the croupier on duty at the last correction; "" where the table had closed
	Corrected   *record.HandCorrected // the last correction
	House       games.Amount
	Started     time.Time  // first entry; zero if none
	CardsShown  bool       // a card lay on the felt, undone or not
	since       int64      // knownSince of what was undone
	taken       []taken    // its cards that were taken back
	seen        int64      // the last entry that showed a card, taken back or not
	recalled    []recalled // what was answered, seen and taken back
	agreed      []int64    // entries that somebody approved as late changes

	reveal bool       // the initial cards are revealed when all lie
	before games.Shoe // what had left the shoe before the hand
	shoe   games.Shoe // and with the hand's own cards

	next      games.Step // what the rules have next, once they were asked, while nothing is entered
	nextAsked bool
}

// How many entries and cards most hands have at most.
const (
	usual      = 32
	usualCards = 16
)

// Empty reports whether the hand has no bet and no card: the table can close or change its shoe.
func (h *Hand) Empty() bool { return !h.BetsClosed && len(h.Round.Bets) == 0 }

// A Dealers is a list of the croupiers who dealt a hand, in the order in which they came.
type Dealers []string

// with returns them with the croupier of an entry. The burn of a shoe is none of the hand's own acts.
func (d Dealers) with(e record.Entry) Dealers {
	if _, burn := e.Fact.(record.FirstBurned); burn || record.RealmOf(e.Fact) != record.OfHand {
		return d
	}
	if n := len(d); n == 0 || d[n-1] != e.By {
		return append(slices.Clip(d), e.By)
	}
	return d
}

// Shared reports whether more than one croupier dealt the hand: one was relieved in its middle.
func (d Dealers) Shared() bool { return len(d) > 1 }

// BetsBegan reports whether anybody has bet in the hand, or it is dealt without bets.
func (h *Hand) BetsBegan() bool {
	return h.BetsClosed || slices.ContainsFunc(h.entries, func(e record.Entry) bool { _, bet := e.Fact.(record.BetsPlaced); return bet })
}

// GameOr returns the game with the rules under which the hand was played: the table's may be
// others by now. It returns now, the table's game, for a hand that is not a table's.
func (h *Hand) GameOr(now games.Game) games.Game {
	if h.Game != nil {
		return h.Game
	}
	return now
}

// Export returns a closed hand as a hand of the hand file.
func (h *Hand) Export(g games.Game) handfile.Hand {
	g = h.GameOr(g)
	round, unseen := games.Canonical(g, h.Round)
	return handfile.Hand{Game: g, Round: round, Unseen: unseen}
}

// Settlement returns the result of the hand by the record. Amounts are those of the recorded rows, and nothing is settled anew.
// Hands and burned cards are those laid.
func (h *Hand) Settlement(g games.Game) games.Settlement {
	g = h.GameOr(g)
	s := games.Settlement{Payments: make([]games.Payment, len(h.Round.Bets)+len(games.Raised(g, h.Round))), House: h.House}
	for _, r := range h.Rows {
		if r.Bet < len(s.Payments) {
			s.Payments[r.Bet] = h.Payment(r)
			s.Commission += r.Commission
		}
	}
	round, _ := games.Canonical(g, h.Round)
	s.Hands = g.Hands(round)
	s.Burned = burned(round.Laid)
	return s
}

// burned returns the cards that play no part.
func burned(laid []games.Laid) []games.Card {
	var cards []games.Card
	for _, l := range laid {
		if l.Burned {
			cards = append(cards, l.Card)
		}
	}
	return cards
}
