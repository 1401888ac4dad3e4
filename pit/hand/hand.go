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
	Number      int // of the shift
	Shoe        int
	Croupier    string               // who dealt when it closed
	Dealt       []string             // the croupiers who dealt it, in the order in which they came
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
	Relays      []Reconstruction     // how it was put right
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
	Started     time.Time      // first entry; zero if none
	CardsShown  bool           // a card lay on the felt, undone or not
	since       int64          // knownSince of what was undone
	taken       []taken        // its cards that were taken back
	seen        int64          // the last entry that showed a card, taken back or not
	recalled    []recalled     // what was answered, seen and taken back
	agreed      []int64        // entries that somebody approved as late changes
	entries     []record.Entry // those that count

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

// Begun reports whether anything of the hand is on the record.
func (h *Hand) Begun() bool { return len(h.entries) > 0 }

// Empty reports whether the hand has no bet and no card: the table can close or change its shoe.
func (h *Hand) Empty() bool { return !h.BetsClosed && len(h.Round.Bets) == 0 }

// Bets reports whether anything was put down on a box.
func (h *Hand) Bets(box int) bool {
	return slices.ContainsFunc(h.Round.Bets, func(b games.Bet) bool { return b.Box == box })
}

// On returns what a bettor has on a spot, 0 if nothing; "" is the box's one bettor.
func (h *Hand) On(box int, spot, bettor string) games.Amount {
	for _, b := range h.Round.Bets {
		if b.Box == box && b.Spot == spot && b.Bettor == bettor {
			return b.Amount
		}
	}
	return 0
}

// dealtBy adds the croupier of an entry to those who dealt the hand. The burn of a shoe is none of the hand's own acts.
func (h *Hand) dealtBy(e record.Entry) {
	if _, burn := e.Fact.(record.FirstBurned); burn || record.RealmOf(e.Fact) != record.OfHand {
		return
	}
	if n := len(h.Dealt); n == 0 || h.Dealt[n-1] != e.By {
		h.Dealt = append(slices.Clip(h.Dealt), e.By)
	}
}

// Shared reports whether more than one croupier dealt the hand: one was relieved in its middle.
func (h *Hand) Shared() bool { return len(h.Dealt) > 1 }

// BetsBegan reports whether anybody has bet in the hand, or it is dealt without bets.
func (h *Hand) BetsBegan() bool {
	return h.BetsClosed || slices.ContainsFunc(h.entries, func(e record.Entry) bool { _, bet := e.Fact.(record.BetsPlaced); return bet })
}

// PauseSeq returns the entry that paused the hand; the incident of a general pause stands right
// behind it.
func (h *Hand) PauseSeq() int64 {
	for _, e := range slices.Backward(h.entries) {
		if _, ok := e.Fact.(record.HandPaused); ok {
			return e.Seq
		}
	}
	return 0
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
