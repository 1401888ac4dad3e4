package hand

import (
	"slices"

	"sabot/games"
	"sabot/games/roads"
	"sabot/pit/house"
	"sabot/pit/record"
)

// mostBurned is the largest number of cards that one command burns: of several the last may be one too
// many.
const mostBurned = 4

// Impossible reports whether the open hand cannot have that card, by one of the commands that
// take one.
func (t table) Impossible(card games.Card) bool {
	shoe := t.shoeWithCarried()
	for range mostBurned {
		if !shoe.Holds(card, t.at.Decks) {
			return true
		}
		shoe.Leave(card)
	}
	return card.Suited() && slices.ContainsFunc(t.Round.Laid, func(l games.Laid) bool {
		shoe := t.shoe
		if !l.Card.Valid() || l.Card.Suited() || !card.Is(l.Card) {
			return false
		}
		shoe.Return(l.Card)
		return !shoe.Holds(card, t.at.Decks)
	})
}

// EndsEarly reports whether a new shoe would end one that has begun and may be dealt on: its cut card is not out, nor passed, and
// nothing has happened after which its cards must be changed. In records of 0.9 the croupier alone ended it.
func (t Deal) EndsEarly() bool {
	_, passed := t.CutCardPassed()
	goesOn := t.at.Open && t.at.Shoe > 0 && !t.at.ShoeOver && t.at.Stopped == "" && !t.CutCard && !passed
	return goesOn && t.at.Checks > 0 && !t.at.ShuffledEachHand() && t.CardsOut()+t.DrawnAhead() > 0
}

// toBurn reports whether the shoe is new and its first card is still to be burned.
func (t table) toBurn() bool {
	return t.at.Settings.Burn && !t.at.ShuffledEachHand() && t.at.ShoeHands == 0 && t.Burn == record.FirstBurned{} && !t.BetsClosed
}

// BurnFirst records the first card of a new shoe: it is shown, and as many as it
// counts are burned face down. Refusals: TableClosed, NoShoe, HandPausedNow,
// NothingToBurn, NoSuchCard.
func (t Deal) BurnFirst(name string) ([]record.Fact, error) {
	switch {
	case !t.at.Open:
		return nil, house.Refuse(house.TableClosed)
	case t.at.Game == nil || t.at.Shoe == 0 || t.at.ShoeOver:
		return nil, house.Refuse(house.NoShoe)
	case t.Paused != nil:
		return nil, house.Refuse(house.HandPausedNow)
	case !t.toBurn():
		return nil, house.Refuse(house.NothingToBurn)
	}
	card, ok := games.ReadCard(name)
	if !ok {
		return nil, &house.Refusal{Why: house.NoSuchCard, What: name}
	}
	return []record.Fact{record.FirstBurned{Card: record.NameOf(card), N: card.BurnCount()}}, nil
}

func (h *Hand) burnFirst(f record.FirstBurned) {
	card := f.Card.Card()
	h.shoe.Leave(card)
	h.shoe.Hide(f.N)
	h.Burn = f
	h.Round.Out = h.shoe.Out()
}

// CutCardBy returns CutCardOut with who said so; its error is also of what no screen enters.
func (t Deal) CutCardBy(r record.Reading) ([]record.Fact, error) {
	if err := r.Check(""); err != nil {
		return nil, err
	}
	if _, err := t.CutCardOut(); err != nil {
		return nil, err
	}
	return []record.Fact{record.CutCardOut{Reading: r}}, nil
}

// CutCardOut records that the cut card came out: this hand is the last of the shoe. Refusals: TableClosed, NoShoe, BurnFirst,
// CutCardIsOut, NoCutCard where a shuffler has none.
func (t Deal) CutCardOut() ([]record.Fact, error) {
	switch {
	case !t.at.Open:
		return nil, house.Refuse(house.TableClosed)
	case t.at.ShuffledEachHand():
		return nil, house.Refuse(house.NoCutCard)
	case t.at.Shoe == 0 || t.at.ShoeOver:
		return nil, house.Refuse(house.NoShoe)
	case t.toBurn():
		return nil, house.Refuse(house.BurnFirst)
	case t.CutCard:
		return nil, house.Refuse(house.CutCardIsOut)
	}
	return []record.Fact{record.CutCardOut{}}, nil
}

// CardsOut returns how many cards have left the shoe and belong to the hands dealt so far: those
// that lie face down and are still to be laid open with them, those drawn ahead without.
func (t table) CardsOut() int {
	return t.shoe.Out() + t.lyingFaceDown()
}

// CardsLeft returns how many cards the shoe still holds, those drawn ahead among them.
func (t table) CardsLeft() int { return 52*t.at.Decks - t.CardsOut() }

// CutCardPassed reports whether the cut card should be out, by the number of cards that have left the shoe, and nobody has entered
// it. Behind is the number of cards that were put behind it.
func (t Deal) CutCardPassed() (behind int, passed bool) {
	out := t.at.Shoe == 0 || t.at.ShoeOver || t.CutCard || t.toBurn()
	return t.at.CutCard, t.at.Open && !out && t.at.CutCard > 0 && t.CardsLeft()-t.DrawnAhead() <= t.at.CutCard
}

// Coming returns what the rules change by themselves after this hand.
func (t Deal) Coming() games.Coming {
	if t.at.Game == nil || t.at.Shoe == 0 || t.at.ShoeOver || t.CutCard || t.at.ShuffledEachHand() {
		return games.Coming{}
	}
	return games.ComingAfter(t.at.Game, t.Round, t.CardsOut()-t.Round.Out)
}

// RankOut returns how many cards of a rank have left the shoe in sight; burned face down,
// they are not in it.
func (t Deal) RankOut(rank games.Rank) int {
	out := t.shoe.RankOut(rank)
	for n, l := range t.Round.Laid {
		if l.Card.Valid() && l.Card.Rank() == rank && t.covers(n) {
			out--
		}
	}
	return out
}

// RankAll returns how many cards of each rank the shoe began with.
func (t Deal) RankAll() int { return 4 * t.at.Decks }

// shoeWithCarried returns what has left the shoe, with the cards that lie ready for a hand.
func (h *Hand) shoeWithCarried() games.Shoe {
	shoe := h.shoe
	ready := h.Carried
	if h.faceDown() == nil && h.BetsClosed {
		ready = append(h.Carried[:len(h.Carried):len(h.Carried)], h.Ready[min(h.laid(), len(h.Ready)):]...)
	}
	for _, c := range ready {
		if c != unseen {
			shoe.Leave(c)
		}
	}
	return shoe
}

// Results returns the results of the shoe's closed hands, for the roads; none where the
// game makes none.
func (t Deal) Results() []roads.Result {
	var results []roads.Result
	for i := range t.at.Past {
		h := &t.at.Past[i]
		game, ok := h.GameOr(t.at.Game).(games.TwoSided)
		if !ok || h.Shoe != t.at.Shoe || h.Cancelled != nil {
			continue
		}
		if c := game.Coup(h.Round); c.Over {
			results = append(results, roads.Of(c))
		}
	}
	return results
}
