// Package forms knows what the forms of evidence differ in. A form writes words, times and amounts, calls people by
// names, and speaks of a hand by rules. A report that is drawn again is so drawn in its own form.
package forms

import (
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
)

// Seven is the form of evidence of Sabot 0.10. Since then each hand of a report is shown and judged by the rules
// under which it was played. Expected amounts go by the payments that the table really makes. People have the names
// that they had at the time. Whoever gave their code for an entry of the house was there.
const Seven = 7

// GameOf returns the game by whose rules a form of evidence speaks of a hand: those under which it was
// played. Before form 7 it was the table's last ones.
func GameOf(t *pit.Table, hand *hand.Hand, form int) games.Game {
	if form < Seven {
		return t.Game
	}
	return hand.GameOr(t.Game)
}
