package record

import (
	"slices"
)

// General says whether it is none of the hand's cards or bets, but of what the game is
// played with: it can pause the table in every phase of every game ("GIOCO IN PAUSA ... a
// causa di un errore del croupier, di un guasto all'attrezzatura o di altre circostanze
// impreviste", source 000).
func (i Irregularity) General() bool { return slices.Contains(GeneralTroubles(), i) }

// GeneralTroubles are those for which the table itself is paused, in the order in which
// they are offered.
func GeneralTroubles() []Irregularity { return []Irregularity{Equipment, Cameras, OtherTrouble} }

// Irregularities are all of them.
func Irregularities() []Irregularity {
	return []Irregularity{
		SkippedBox, DealtWithout, WrongPlace, ExposedFirst, ExposedMore, DrawnInError, DisputedBet, LateBlackjack, WrongEntry,
		OtherTrouble, Equipment, Cameras,
	}
}
