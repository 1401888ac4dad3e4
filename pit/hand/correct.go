package hand

import (
	"slices"
	"strconv"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// CoinsBy returns the sum that came in, in coin, by the last correction of a hand, each difference by itself; below 0 it was paid.
func (h *Hand) CoinsBy(chips []games.Amount) (in games.Amount) {
	before := h.Was[len(h.Was)-1]
	before.Was = h.Was[:len(h.Was)-1]
	for _, d := range before.PaidVersion().Differences(&h.Sheet) {
		switch {
		case h.Corrected.Keyed:
			in += games.InCoin(d.Was, chips) - games.InCoin(d.Is, chips)
		case h.Corrected.Moved:
			in -= games.InCoin(d.Due(), chips)
		}
	}
	return in
}

// Correction is a closed hand as it really was.
type Correction struct {
	Hand   int // its number in the shift
	Round  games.Round
	Reason string
	Moved  bool // the difference was paid or taken back at the table
	Keyed  bool // there is none: the players had been paid so, only what was entered was wrong
	Signed bool // the report of the shift was signed
	// By is the person who asks for it at a table that has closed, where nobody is on duty; nil at an open one.
	By *house.Staff
}

// ClosedOf returns the hand of that number among closed ones; false where none has it.
func ClosedOf(past []Hand, n int) (*Hand, bool) {
	for i := range past {
		if past[i].Number == n {
			return &past[i], true
		}
	}
	return nil, false
}

// Recounted returns what a corrected hand comes to by its own cards, bets and decisions. Refusals: NoSuchHand, NothingChanges; those of
// a bet that cannot lie so; NoChipsMakeIt and NoChipsHalve where no chips make a bet or its insurance; HandUnfinished and HandOverfull where a card or a decision is
// missing or one too many, HandMisdealt where one lies elsewhere than the deal has it, NotPossible where it cannot have been so otherwise; CardTooOften
// where the shoe never held the card; CardsCarried where it drew cards ahead and would have
// taken another number of them; HandsAfter where a hand after it would have come to
// something else, since other cards were out.
func (t Felt) Recounted(c Correction) (games.Settlement, error) {
	old, ok := ClosedOf(t.at.Past, c.Hand)
	c.Round.AtTable, c.Round.InsuranceOver = false, false // it is read as a whole, and nobody is asked
	switch {
	case !ok || old.Cancelled != nil:
		return games.Settlement{}, house.Refuse(house.NoSuchHand)
	case SameRound(old.Round, c.Round):
		return games.Settlement{}, house.Refuse(house.NothingChanges)
	case len(old.Carried) > 0 && len(c.Round.Laid) != len(old.Round.Laid):
		return games.Settlement{}, house.Refuse(house.CardsCarried)
	}
	game := old.GameOr(t.at.Game)
	for i, b := range c.Round.Bets {
		if err := t.bets().takes(game, c.Round.Bets[:i], b); err != nil {
			return games.Settlement{}, betRefused(err, b)
		}
		if err := t.bets().inChips(b); err != nil && t.at.Checks > 0 { // records of 0.9 have such bets
			return games.Settlement{}, err
		}
	}
	s, err := games.Complete(game, c.Round)
	if err != nil {
		return s, incomplete(err)
	}
	if err := t.bets().insuredInChips(game, c.Round); err != nil {
		return s, err
	}
	if err := t.mayHaveLeft(old, c.Round); err != nil {
		return s, err
	}
	return s, t.changesHandsAfter(old, len(c.Round.Laid)-len(old.Round.Laid))
}

// betRefused returns why a bet cannot lie so.
func betRefused(err error, b games.Bet) error {
	why := map[games.Code]house.Why{games.BoxTaken: house.BoxIsTaken, games.UnknownSpot: house.NoSuchSpot, games.BadAmount: house.AmountTooLarge, games.BadBox: house.NoSuchBox}[games.CodeOf(err)]
	if why == "" {
		return &house.Refusal{Why: house.NotPossible, Box: b.Box, What: "hand"}
	}
	return &house.Refusal{Why: why, Box: b.Box, What: b.Spot}
}

// incomplete returns why a hand cannot be one that was played to its end.
func incomplete(err error) error {
	switch games.CodeOf(err) {
	case games.Incomplete:
		return house.Refuse(house.HandUnfinished)
	case games.SurplusCards, games.SurplusDecisions:
		return house.Refuse(house.HandOverfull)
	case games.Misdeal:
		return house.Refuse(house.HandMisdealt)
	case games.ImpossibleCard:
		return house.Refuse(house.CardTooOften)
	case games.NoBets:
		return house.Refuse(house.NoBetStands)
	}
	return &house.Refusal{Why: house.NotPossible, What: "hand"}
}

// mayHaveLeft refuses a correction unless the shoe held the cards of a corrected hand beside those of all
// others that came out of it.
func (t Felt) mayHaveLeft(old *Hand, round games.Round) error {
	var shoe games.Shoe
	for _, h := range slices.Concat(t.at.Past, []Hand{*t.Hand}) {
		laid := h.OnFelt()
		if t.at.Checks == 0 { // records of 0.9 left those of a hand out that was cancelled in its deal
			laid = slices.Concat(h.Round.Laid, h.Open)
		}
		if h.Number == old.Number {
			laid = round.Laid
		}
		if h.Shoe != old.Shoe || t.at.ShuffledEachHand() && h.Number != old.Number {
			continue
		}
		for _, l := range laid {
			if !l.Hidden {
				shoe.Leave(l.Card)
			}
		}
		if h.Burn.Card != "" {
			shoe.Leave(h.Burn.Card.Card())
		}
	}
	decks := t.at.Game.Options().Decks
	for _, l := range round.Laid {
		if l.Hidden {
			continue
		}
		if shoe.RankOut(l.Card.Rank()) > 4*decks || l.Card.Suited() && shoe.Copies(l.Card) > decks {
			return &house.Refusal{Why: house.CardTooOften, What: l.Card.String()}
		}
	}
	return nil
}

// changesHandsAfter refuses a correction unless the hands of the same shoe after a hand come to the same
// where so many cards more were out before them.
func (t Felt) changesHandsAfter(old *Hand, more int) error {
	if more == 0 || t.at.ShuffledEachHand() {
		return nil
	}
	for _, h := range slices.Concat(t.at.Past, []Hand{*t.Hand}) {
		if h.Shoe != old.Shoe || h.Number <= old.Number || !h.BetsClosed {
			continue
		}
		after := h.Round
		after.Out += more
		if game := h.GameOr(t.at.Game); !slices.Equal(game.Stakes(h.Round), game.Stakes(after)) {
			return &house.Refusal{Why: house.HandsAfter, What: strconv.Itoa(h.Number)}
		}
	}
	return nil
}

// PaidVersion returns the version of a hand by which the players were paid last. It is the first one, or the last correction that
// was settled with them or that records how they had been paid.
func (h *Hand) PaidVersion() *Hand {
	for i := len(h.Was); i > 0; i-- {
		version := h
		if i < len(h.Was) {
			version = &h.Was[i]
		}
		if version.Corrected.AsPaid() {
			return version
		}
	}
	if len(h.Was) > 0 {
		return &h.Was[0]
	}
	return h
}

func SameRound(a, b games.Round) bool {
	lies := func(x, y games.Laid) bool { // what the dealer said of a card is no card, nor is what lies face down
		x.Looked, y.Looked = "", ""
		if x.Hidden && y.Hidden {
			x.Card, y.Card = 0, 0
		}
		return x == y
	}
	return slices.Equal(a.Bets, b.Bets) && slices.EqualFunc(a.Laid, b.Laid, lies) && slices.Equal(a.Decisions, b.Decisions)
}

// Voided reports whether the hand was made void after it had closed; one that was cancelled never came to anything.
func (h *Hand) Voided() bool { return h.Corrected != nil && h.Corrected.Void }

// VoidUnmoved reports whether it was so in the record alone: at the table nothing moved by it.
func (h *Hand) VoidUnmoved() bool { return h.Voided() && h.Corrected.VoidUnmoved() }

// AfterClosing reports whether the hand was corrected once the table had closed: who is on duty asks at an open one.
func (h *Hand) AfterClosing() bool { return h.Corrected != nil && h.Corrected.By != "" }

// DuesUnmoved returns how much more commission was collected, or given up, of the hand than it leaves owed since it was corrected
// after the closing.
func (h *Hand) DuesUnmoved() games.Amount {
	for i := len(h.Was); h.AfterClosing() && i > 0; i-- {
		if version := &h.Was[i-1]; !version.AfterClosing() {
			return version.Noted() - h.Noted()
		}
	}
	return 0
}

// Kept returns what the house kept at the table by a version of a hand: commission that is owed
// comes later.
func (h *Hand) Kept() games.Amount { return h.House - h.Noted() }

// AsCorrected returns a closed hand as a correction has it: its cards, bets, decisions, rows and
// net.
func (t Felt) AsCorrected(closed *Hand, f record.HandCorrected) Hand {
	h := Hand{Sheet: pay.Sheet{Game: closed.GameOr(t.at.Game), Round: closed.Round}}
	h.Round = ReallyWas(f, &h)
	h.Rows, h.House = f.Rows, f.House
	return h
}

// ReallyWas returns the round that a correction records. From h come the game, the hand's number in the shoe and the cards that
// were out before it.
func ReallyWas(f record.HandCorrected, h *Hand) games.Round {
	is := Hand{Sheet: pay.Sheet{Game: h.Game, Round: games.Round{Number: h.Round.Number, Out: h.Round.Out, Dry: h.Round.Dry, Laid: h.Round.Laid}}}
	is.Round.Bets = withPuts(is.Round.Bets, f.Bets)
	is.Round.Laid = placed(&is, f.Laid)
	for _, d := range f.Decisions {
		is.Round.Decisions = append(is.Round.Decisions, games.Decision{Box: d.Box, Bettor: d.Bettor, Do: d.Do})
	}
	return is.Round
}

// OwedBy returns what the rows of a hand leave owed.
func OwedBy(h *Hand) []record.Debt {
	return slices.DeleteFunc(pay.Dues(&h.Sheet), func(d record.Debt) bool { return d.Amount < 0 })
}

// DueTo returns what the hand came to for a player by the cards by which it was paid last: more than 0 what they got, less than 0
// what they lost. Commission that is owed comes later.
func (h *Hand) DueTo(box int, bettor string) (due games.Amount) {
	for _, p := range h.PaidVersion().Payments() {
		if p.Box == box && p.Bettor == bettor {
			due += p.Net()
		}
	}
	return due
}

// Unmoved returns what the house kept at the table beyond what the hand comes to since it was corrected, with the commission that was
// collected for it.
func (h *Hand) Unmoved() games.Amount { return h.PaidVersion().Kept() - h.Kept() + h.DuesUnmoved() }
