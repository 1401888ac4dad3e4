package handfile

import (
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
	if digits, isBox := strings.CutPrefix(name, "box:"); isBox {
		n, err := strconv.Atoi(digits)
		if err != nil || n < 1 || n > g.Options().Boxes || strconv.Itoa(n) != digits {
			return games.Place{}, false
		}
		return games.AtBox(n), true
	}
	for _, p := range g.Places() {
		if p.Name == name {
			return p, true
		}
	}
	return games.Place{}, false
}

// PlaceNamed is the place of that name, "box:3" or "bank", on any table: the
// inverse of Place.String.
func PlaceNamed(name string) games.Place {
	if digits, isBox := strings.CutPrefix(name, "box:"); isBox {
		if n, err := strconv.Atoi(digits); err == nil {
			return games.AtBox(n)
		}
	}
	return games.Place{Name: name}
}
