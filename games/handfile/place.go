package handfile

import (
	"slices"
	"strconv"
	"strings"

	"sabot/games"
)

// parsePlace reads "box:N" or the name of a place of the game's own, such as
// "bank"; false where the table has no such place.
func parsePlace(g games.Game, v raw) (games.Place, bool) {
	name, ok := text(v)
	if !ok {
		return games.Place{}, false
	}
	place := PlaceNamed(name)
	return place, place.String() == name && slices.Contains(g.Places(), place)
}

// PlaceNamed returns the place of that name, "box:3" or "bank", on any table. It reverses Place.String.
func PlaceNamed(name string) games.Place {
	if digits, isBox := strings.CutPrefix(name, "box:"); isBox {
		if n, err := strconv.Atoi(digits); err == nil {
			return games.AtBox(n)
		}
	}
	return games.Place{Name: name}
}
