package pit

import (
	"maps"
	"slices"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// HoldSeats records that one player holds boxes, whom the table knows by a letter from "A" on; "" ends it for these boxes. It
// stays so from hand to hand. Refusals: TableClosed, NotPossible where the game has one box for a player or none named, NoSuchBox,
// BadSetting for what is no letter, NothingChanges, TooManySeats.
func (t *Table) HoldSeats(player string, boxes ...int) ([]record.Fact, error) {
	game, ok := t.Game.(games.SeatsOfOne)
	switch {
	case !t.Open:
		return nil, house.Refuse(house.TableClosed)
	case !ok || len(boxes) == 0:
		return nil, &house.Refusal{Why: house.NotPossible, What: "seats"}
	case player != "" && (len(player) != 1 || player[0] < 'A' || player[0] > 'Z'):
		return nil, &house.Refusal{Why: house.BadSetting, What: player}
	}
	var facts []record.Fact
	held := t.Seats.HeldBy(player)
	for _, box := range boxes {
		switch {
		case box < 1 || box > t.Game.Options().Boxes:
			return nil, &house.Refusal{Why: house.NoSuchBox, Box: box}
		case t.Seats[box] == player:
			continue
		}
		held = append(held, box)
		facts = append(facts, record.SeatHeld{Box: box, Player: player})
	}
	switch {
	case len(facts) == 0:
		return nil, house.Refuse(house.NothingChanges)
	case player != "" && len(held) > game.MostSeats():
		return nil, &house.Refusal{Why: house.TooManySeats, Box: boxes[0], What: player}
	}
	return facts, nil
}

// HeldBy returns the boxes that a player holds, ascending; none for "".
func (h Holders) HeldBy(player string) []int {
	var boxes []int
	for box, holder := range h {
		if holder == player && player != "" {
			boxes = append(boxes, box)
		}
	}
	slices.Sort(boxes)
	return boxes
}

// with returns the holders after one more player was entered, or let go of a box.
func (h Holders) with(f record.SeatHeld) Holders {
	h = maps.Clone(h)
	if h == nil {
		h = Holders{}
	}
	if h[f.Box] = f.Player; f.Player == "" {
		delete(h, f.Box)
	}
	return h
}
