package record

import (
	"slices"
)

// General reports whether the trouble is not of the hand's cards or bets, but of what the game is played with. It can pause the
// table in every phase of every game ("GIOCO IN PAUSA ... a causa di un errore del croupier, di un guasto all'attrezzatura o di
// altre circostanze impreviste", source 000).
func (i Irregularity) General() bool { return slices.Contains(GeneralTroubles(), i) }

// GeneralTroubles returns those for which the table itself is paused, in the order in which they are offered.
func GeneralTroubles() []Irregularity { return []Irregularity{Equipment, Cameras, OtherTrouble} }

// Irregularities returns all of them.
func Irregularities() []Irregularity {
	return []Irregularity{
		SkippedBox, DealtWithout, WrongPlace, ExposedFirst, ExposedMore, DrawnInError, DisputedBet, LateBlackjack, WrongEntry,
		OtherTrouble, Equipment, Cameras,
	}
}
