package blackjack

import (
	"slices"

	"sabot/games"
)

// MayChoose reports whether the early decision of a bet behind may now be that one: "prima che il giocatore principale decida le
// sue azioni". After a split that both chose, what is left to choose is the double: "Se tu e il giocatore principale decidete
// entrambi di dividere la puntata ... visualizzerai il pulsante Raddoppia" (source 003). It is about both hands, as the hand file
// has it, so it comes before the first of them is doubled.
func (g *Game) MayChoose(r games.Round, bet int, early games.Early) bool {
	b := r.Bets[bet]
	c := g.play(games.NewReplay(r, g.options.Decks), r)
	if slices.ContainsFunc(c.seats, func(s *seat) bool { return s.n == b.Box && s.hands[0].blackjack() }) {
		return false // it is asked nothing
	}
	if !slices.ContainsFunc(r.Decisions, func(d games.Decision) bool { return d.Box == b.Box && d.Do != games.Insure }) {
		return true
	}
	other := early
	other.Then = b.Early.Then
	return b.Early.Choice == games.ChooseSplit && other == b.Early && slices.ContainsFunc(c.seats, func(s *seat) bool {
		return s.n == b.Box && len(s.hands) == 2 && !s.done && !s.hands[0].doubled && !s.hands[1].doubled
	})
}

// Choices returns the early decisions of a bet behind (source 003, Decisione anticipata): those about a split only where pairs are
// split, the double after it where the table has it.
func (g *Game) Choices() []games.Early {
	list := []games.Early{{Choice: games.Follow}, {Choice: games.ChooseDouble}}
	if g.maxSplits > 0 {
		list = append(list, games.Early{Choice: games.ChooseSplit})
		if g.doubleAfterSplit {
			list = append(list, games.Early{Choice: games.ChooseSplit, Then: games.Double})
		}
		list = append(list, games.Early{Choice: games.Right}, games.Early{Choice: games.Left})
	}
	return append(list, games.Early{})
}

// MayAnswer returns the decisions that may be made ahead at a seat ("puoi pre-selezionare un'azione", source 003). Before its
// second card lies any two may come, then those that its hand has.
func (g *Game) MayAnswer(r games.Round, box int) []games.Action {
	c := g.play(games.NewReplay(r, g.options.Decks), r)
	h := &hand{}
	for _, s := range c.seats {
		if s.n == box {
			h = s.hands[0]
		}
	}
	if len(h.cards) < 2 {
		h = &hand{cards: []games.Card{games.RankOnly(games.Ten), games.RankOnly(games.Ten)}} // it may be any
	}
	if h.points() >= 21 {
		return nil
	}
	return g.offers(h, g.maxSplits > 0)
}

// MostSeats returns how many seats one player may hold: "giocare quindi più mani contemporaneamente (fino a 5)" (source 003).
func (g *Game) MostSeats() int { return 5 }
