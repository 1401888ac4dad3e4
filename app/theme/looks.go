package theme

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
)

// A Look is dark or light: one of the two values that each colour has.
type Look int

// The looks. Tables stand in a dark room.
const (
	Dark Look = iota
	Light
)

// The colours by what they mean, in the look that is worn. No other package has colours of its own.
var (
	Ink, InkQuiet                                 color.NRGBA // letters on paper and on Enter; what is less there
	Night, Rail                                   color.NRGBA // behind everything; top line, strip and plates
	Key, KeyDown, KeyEdge, KeyOff                 color.NRGBA // a key, one that is chosen, the edge of one that can be tapped, one that is dead
	Field, Paper                                  color.NRGBA // what a form is filled in on; cards and sheets
	Text, Quiet, Faint                            color.NRGBA // what is read; what is less; edges, and what cannot be done now
	Enter, Place, PlaceGlow                       color.NRGBA // the fill of Enter's key; the edge of the place that is spoken of, and its glow
	Good, Bad                                     color.NRGBA // a plus of the house, and what is right; a minus, and what is wrong
	Open, Stop, OnField                           color.NRGBA // bets are taken; nothing goes on; letters on such a field
	AlarmEdge, BarUnder                           color.NRGBA // around what waits most; under a bar that grows shorter
	ChipsIn, ChipsOut, ChipsChange, ChipsCount    color.NRGBA // where chips go, seen from the tray: what is collected comes in, what is paid goes out
	Warn, WarnField                               color.NRGBA // letters and edges of a warning; a field of one, with ink on it
	CardRed, CardEdge, CutCard                    color.NRGBA
	ChipRing, ChipOff, ChipOffRing                color.NRGBA // of an amount that lies, of one that is not valid
	SideBlue, SideRed, SideGreen                  color.NRGBA // the sides on the ground of the window: player, banker and tie
	RoadBlue, RoadRed, RoadGreen, RoadLine        color.NRGBA // the same sides on paper
	FeltLine, FeltSpent, FeltPrint                color.NRGBA // on the cloth; the number of a box that is done; what is printed
	PrintTint, PrintLine, PrintPale               color.NRGBA // of printed paper shown on the screen, as the PDF has them
	SuitOff                                       color.NRGBA // the key of a suit while no rank waits for it
	Practice                                      color.NRGBA // nothing of it counts
	Over, Shade                                   color.NRGBA // over what is closed; over the table, under an overlay
	FieldBlue, FieldRed, FieldGreen, Focus, Hover color.NRGBA // a result on the players' window; under a text with the cursor; over a key with the mouse
)

// A meaning is a colour with its values, red, green, blue and how much it covers.
type meaning struct {
	of          *color.NRGBA
	dark, light uint32
}

// meanings is the one table of all colours. Cloth, cards and paper are things and look alike by day.
var meanings = []meaning{
	{&Ink, 0x14171aff, 0x14171aff},
	{&InkQuiet, 0x14171ac0, 0x14171aff},
	{&Night, 0x101417ff, 0xe9eceeff},
	{&Rail, 0x1b2126ff, 0xf7f8f9ff},
	{&Key, 0x2b343bff, 0xffffffff},
	{&KeyDown, 0x3d4952ff, 0xcbd7deff},
	{&KeyEdge, 0x78848bff, 0x6f7b82ff},
	{&KeyOff, 0x1f262bff, 0xe6e9ebff},
	{&Field, 0x2b343bff, 0xdfe5e9ff},
	{&Paper, 0xf6f1e4ff, 0xf6f1e4ff},
	{&Text, 0xf1eee6ff, 0x14171aff},
	{&Quiet, 0xb4bec3ff, 0x465159ff},
	{&Faint, 0x78848bff, 0x6f7b82ff},
	{&Enter, 0xf2b83dff, 0xb07d12ff},
	{&Place, 0xf2b83dff, 0xa87200ff},
	{&PlaceGlow, 0xf2b83d30, 0xa8720030},
	{&Good, 0x6fd38bff, 0x17663aff},
	{&Bad, 0xff8a7aff, 0xb0231dff},
	{&Open, 0x27804bff, 0x27804bff},
	{&Stop, 0xb02a2aff, 0xb02a2aff},
	{&OnField, 0xf1eee6ff, 0xffffffff},
	{&AlarmEdge, 0xe0544cff, 0xd03a33ff},
	{&BarUnder, 0x00000050, 0x00000050},
	{&ChipsIn, 0x9fc8f0ff, 0x1d5a94ff},
	{&ChipsOut, 0xe9b8a2ff, 0x8f4a28ff},
	{&ChipsChange, 0x6cc4c0ff, 0x1b6663ff},
	{&ChipsCount, 0xb4bec3ff, 0x465159ff},
	{&Warn, 0xffc866ff, 0x7d4a00ff},
	{&WarnField, 0xffc866ff, 0xffc866ff},
	{&CardRed, 0xb01e22ff, 0xb01e22ff},
	{&CardEdge, 0x00000090, 0x00000090},
	{&CutCard, 0x3a8f98ff, 0x3a8f98ff},
	{&ChipRing, 0x8f1d24ff, 0x8f1d24ff},
	{&ChipOff, 0xf6f1e438, 0xf6f1e438},
	{&ChipOffRing, 0xf6f1e460, 0xf6f1e460},
	{&SideBlue, 0x4a95f0ff, 0x2f78d0ff},
	{&SideRed, 0xf05a5aff, 0xd83c3cff},
	{&SideGreen, 0x3cb868ff, 0x1f8a4aff},
	{&RoadBlue, 0x2366c4ff, 0x2366c4ff},
	{&RoadRed, 0xcc2e2eff, 0xcc2e2eff},
	{&RoadGreen, 0x1f7a45ff, 0x1f7a45ff},
	{&RoadLine, 0x8a867a70, 0x8a867a70},
	{&FeltLine, 0xffffff70, 0xffffff70},
	{&FeltSpent, 0xffffff28, 0xffffff28},
	{&FeltPrint, 0xffffffa8, 0xffffffa8},
	{&PrintTint, 0xe8e8e4ff, 0xe8e8e4ff},
	{&PrintLine, 0xcdcdc8ff, 0xcdcdc8ff},
	{&PrintPale, 0x5a5a5aff, 0x5a5a5aff},
	{&SuitOff, 0xf6f1e478, 0xd5d3ccff},
	{&Practice, 0xd8a6ffff, 0x936dcfff},
	{&Over, 0x05080a70, 0xe9ecee90},
	{&Shade, 0x05080ad8, 0xd5dbdfe0},
	{&FieldBlue, 0x2366c4ff, 0x2366c4ff},
	{&FieldRed, 0xcc2e2eff, 0xcc2e2eff},
	{&FieldGreen, 0x1f7a45ff, 0x1f7a45ff},
	{&Focus, 0xf2b83d48, 0xa8720030},
	{&Hover, 0xffffff18, 0x00000010},
}

// worn is the look that the colours have now.
var worn Look

func init() { Wear(Dark) }

// Wear gives all colours the values of a look. What is drawn already keeps those that it has. It is called where the
// window is drawn, and nowhere beside.
func Wear(look Look) {
	worn = look
	for _, m := range meanings {
		of := m.dark
		if look == Light {
			of = m.light
		}
		*m.of = color.NRGBA{uint8(of >> 24), uint8(of >> 16), uint8(of >> 8), uint8(of)}
	}
}

// Worn returns the look that the colours have now.
func Worn() Look { return worn }

// InTheDark returns a drawing that is dark in every look: the cloth, and the players' window, which is read from four metres
// in a dark room.
func InTheDark(draw func(fyne.Size) []fyne.CanvasObject) func(fyne.Size) []fyne.CanvasObject {
	return func(size fyne.Size) []fyne.CanvasObject {
		if worn != Dark {
			defer Wear(worn)
			Wear(Dark)
		}
		return draw(size)
	}
}

// Percents returns the sizes of letters that can be chosen, as screens name them. The first is the common one.
func Percents() []int { return []int{100, 125, 150} }

// letters is how large letters are beside those that everybody has, in percent.
var letters = Percents()[0]

// Enlarge sets how large letters are, in percent. A size that cannot be chosen is the common one.
func Enlarge(percent int) {
	letters = Percents()[0]
	if slices.Contains(Percents(), percent) {
		letters = percent
	}
}

// Enlarged returns how large letters are, in percent.
func Enlarged() int { return letters }

// Letters returns how many times as large letters are as the common ones.
func Letters() float32 { return float32(letters) / 100 }
