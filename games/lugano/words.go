package lugano

import "sabot/games"

// Words are the rules of the table, in the order of a hand (source 004).
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
		games.Say("lugano_bank", "Draws", bankDraws),
		games.Say("lugano_play"),
	)
}
