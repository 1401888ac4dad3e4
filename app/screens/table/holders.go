package table

import (
	"slices"
	"strconv"
	"strings"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// severalSeats reports whether one player may hold several boxes of the table, each known by a letter.
func (t cashPage) severalSeats() bool {
	_, several := t.session.State.Game.(games.SeatsOfOne)
	return several
}

// openHolders asks which player holds the chosen box, or first which player and then
// which boxes.
func (t cashPage) openHolders() {
	state, tx := t.session.State, t.shell.Text
	box := t.cursor.Box
	hold := func(player string, boxes []int) {
		command := func(s *pit.Table) ([]record.Fact, error) { return s.HoldSeats(player, boxes...) }
		if _, err := t.session.Would(command); err != nil { // what was chosen stays, to be mended there
			t.shell.Warn(t.shell.Wording(err))
			return
		}
		t.shell.CloseOverlay()
		t.do(command)
	}
	choose := func(player string) func() {
		return func() {
			if box > 0 {
				hold(player, []int{box})
				return
			}
			t.bets().askBoxes(tx.T("holder_boxes", text.Args{"Player": player}), "", t.heldBoxes(player), true, func(boxes []int) { hold(player, boxes) })
		}
	}
	var choices []controls.Choice
	for n := range state.Game.Options().Boxes {
		player := string(rune('A' + n))
		label := tx.T("holder_player", text.Args{"Player": player})
		if held := state.Seats.HeldBy(player); len(held) > 0 {
			label = tx.T("holder_player_holds", text.Args{"Player": player, "Boxes": boxList(held)})
		}
		choices = append(choices, controls.Choice{Label: label, Key: strings.ToLower(player), Off: box > 0 && state.Seats[box] == player, Do: choose(player)})
	}
	choices = append(choices, controls.Choice{Label: tx.T("holder_none"), Key: "z", Off: box > 0 && state.Seats[box] == "", Do: choose("")})
	title := tx.T("title_holders")
	if box > 0 {
		title = tx.T("title_holder", text.Args{"Box": box})
	}
	t.menu(title, choices)
}

// heldBoxes returns the boxes as choices for a player.
func (t cashPage) heldBoxes(player string) []boxChoice {
	var boxes []boxChoice
	for box := 1; box <= t.session.State.Game.Options().Boxes; box++ {
		holder := t.session.State.Seats[box]
		c := boxChoice{Box: box, About: holder}
		if holder == player {
			c.Off, c.About = true, t.shell.Text.T("holder_already")
		}
		boxes = append(boxes, c)
	}
	return boxes
}

// boxList returns boxes in a sentence: "1, 3".
func boxList(boxes []int) string {
	words := make([]string, 0, len(boxes))
	for _, box := range slices.Sorted(slices.Values(boxes)) {
		words = append(words, strconv.Itoa(box))
	}
	return strings.Join(words, ", ")
}
