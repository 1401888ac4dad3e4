package lugano

import "sabot/games"

// Words returns the rules of the table, in the order of a hand (source 004).
func (g *Game) Words() []games.Sentence {
	words := []games.Sentence{
		games.Say("lugano_box"),
		games.Say("lugano_cap", "Times", playTimes),
	}
	if g.options.Preset == HandHeld {
		words = append(words, games.Say("lugano_hand_held"))
	} else {
		words = append(words, games.Say("lugano_deal"))
	}
	return append(words,
		games.Say("lugano_first_two"),
		games.Say("lugano_ask"),
		bankLine(),
		games.Say("lugano_play"),
	)
}

func bankLine() games.Sentence { return games.Say("lugano_bank", "Draws", bankDraws) }

// DrawnBy returns the bank's rule, until it has its third card.
func (g *Game) DrawnBy(r games.Round) []games.Sentence {
	c := g.play(games.NewReplay(r, g.options.Decks), inPlay(nil, r.Bets, g.Stakes(r)))
	if !c.asked || c.bank.dealt == len(c.bank.cards) {
		return nil
	}
	return []games.Sentence{bankLine()}
}
