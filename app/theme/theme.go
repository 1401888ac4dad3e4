// Package theme is how Sabot looks: colours and sizes, in one place. It is made
// for a dark room and for eyes that come back from the players.
package theme

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"github.com/go-fonts/dejavu/dejavusanscondensed"
	"github.com/go-fonts/dejavu/dejavusanscondensedbold"
)

// White and black are the two ends; letters on a coloured field are white or of ink.
var (
	White = color.NRGBA{0xff, 0xff, 0xff, 0xff}
	Black = color.NRGBA{0x00, 0x00, 0x00, 0xff}
)

// gold is one colour with two meanings: as a fill what Enter does, as an edge the place that is spoken of.
var gold = color.NRGBA{0xf2, 0xb8, 0x3d, 0xff}

// The colours by what they mean. No other package has colours of its own.
var (
	InkQuiet  = color.NRGBA{0x14, 0x17, 0x1a, 0xc0} // what is less on the key of Enter
	Ink       = color.NRGBA{0x14, 0x17, 0x1a, 0xff}
	Night     = color.NRGBA{0x10, 0x14, 0x17, 0xff} // behind everything
	Rail      = color.NRGBA{0x1b, 0x21, 0x26, 0xff} // top line, strip
	Key       = color.NRGBA{0x2b, 0x34, 0x3b, 0xff}
	KeyDown   = color.NRGBA{0x3d, 0x49, 0x52, 0xff}
	KeyEdge   = color.NRGBA{0x78, 0x84, 0x8b, 0xff} // of a key that can be tapped
	KeyOff    = color.NRGBA{0x1f, 0x26, 0x2b, 0xff}
	Paper     = color.NRGBA{0xf6, 0xf1, 0xe4, 0xff}
	Text      = color.NRGBA{0xf1, 0xee, 0xe6, 0xff}
	Quiet     = color.NRGBA{0xb4, 0xbe, 0xc3, 0xff}
	Faint     = color.NRGBA{0x78, 0x84, 0x8b, 0xff} // edges, and what cannot be done now
	Enter     = gold                                // the fill of the key that Enter presses
	Place     = gold                                // the edge of the place that is spoken of
	PlaceGlow = color.NRGBA{0xf2, 0xb8, 0x3d, 0x30}
	Good      = color.NRGBA{0x6f, 0xd3, 0x8b, 0xff} // a plus of the house, and what is right
	Bad       = color.NRGBA{0xff, 0x8a, 0x7a, 0xff} // a minus of the house, and what is wrong
	Open      = color.NRGBA{0x27, 0x80, 0x4b, 0xff} // bets are taken
	Stop      = color.NRGBA{0xb0, 0x2a, 0x2a, 0xff} // nothing goes on
	AlarmEdge = color.NRGBA{0xe0, 0x54, 0x4c, 0xff} // around what waits most
	BarUnder  = color.NRGBA{0x00, 0x00, 0x00, 0x50} // under a bar that grows shorter
	// ChipsIn and the others say where chips go, seen from the tray: what is collected comes in, what is paid goes out.
	ChipsIn     = color.NRGBA{0x9f, 0xc8, 0xf0, 0xff}
	ChipsOut    = color.NRGBA{0xe9, 0xb8, 0xa2, 0xff}
	ChipsChange = color.NRGBA{0x6c, 0xc4, 0xc0, 0xff}
	ChipsCount  = color.NRGBA{0xb4, 0xbe, 0xc3, 0xff}
	Warn        = color.NRGBA{0xff, 0xc8, 0x66, 0xff}
	CardRed     = color.NRGBA{0xb0, 0x1e, 0x22, 0xff}
	CardEdge    = color.NRGBA{0x00, 0x00, 0x00, 0x90}
	CutCard     = color.NRGBA{0x3a, 0x8f, 0x98, 0xff}
	ChipRing    = color.NRGBA{0x8f, 0x1d, 0x24, 0xff} // of an amount that lies
	ChipOff     = color.NRGBA{0xf6, 0xf1, 0xe4, 0x38} // an amount that is not valid
	ChipOffRing = color.NRGBA{0xf6, 0xf1, 0xe4, 0x60}
	SideBlue    = color.NRGBA{0x4a, 0x95, 0xf0, 0xff} // the player's side on dark grounds
	SideRed     = color.NRGBA{0xf0, 0x5a, 0x5a, 0xff}
	SideGreen   = color.NRGBA{0x3c, 0xb8, 0x68, 0xff}
	RoadBlue    = FieldBlue // the same sides on paper
	RoadRed     = FieldRed
	RoadGreen   = FieldGreen
	RoadLine    = color.NRGBA{0x8a, 0x86, 0x7a, 0x70}
	FeltLine    = color.NRGBA{0xff, 0xff, 0xff, 0x70}
	FeltSpent   = color.NRGBA{0xff, 0xff, 0xff, 0x28} // the number of a box that is done
	FeltPrint   = color.NRGBA{0xff, 0xff, 0xff, 0xa8}
	// PrintTint and the others are of printed paper shown on the screen, as the PDF has them.
	PrintTint = color.NRGBA{232, 232, 228, 0xff}
	PrintLine = color.NRGBA{205, 205, 200, 0xff}
	PrintPale = color.NRGBA{90, 90, 90, 0xff}
	SuitOff   = color.NRGBA{0xf6, 0xf1, 0xe4, 0x70} // the key of a suit while no rank waits for it
	Practice  = color.NRGBA{0xd8, 0xa6, 0xff, 0xff} // nothing of it counts
	Over      = color.NRGBA{0x05, 0x08, 0x0a, 0x70} // over a spot that is closed
	Shade     = color.NRGBA{0x05, 0x08, 0x0a, 0xd8} // over the table, under an overlay
)

// The fields on which the players' window writes a result: the roads' colours, as deep as white letters need.
var (
	FieldBlue  = color.NRGBA{0x23, 0x66, 0xc4, 0xff}
	FieldRed   = color.NRGBA{0xcc, 0x2e, 0x2e, 0xff}
	FieldGreen = color.NRGBA{0x1f, 0x7a, 0x45, 0xff}
)

// A Felt is a colour of the cloth.
type Felt struct {
	Name  string
	Cloth color.NRGBA
	Spot  color.NRGBA // a spot's field, a little darker
	Lit   color.NRGBA // the field of what is spoken of, within its edge
}

// cloth returns a cloth; what is lit on it is a spot with a breath of gold, on which all that is written can be read.
func cloth(name string, whole, spot color.NRGBA) Felt {
	breath := gold
	breath.A = 0x10
	return Felt{name, whole, spot, On(breath, spot)}
}

// On returns a colour as it is seen over another that covers.
func On(top, ground color.NRGBA) color.NRGBA {
	mix := func(t, g uint8) uint8 {
		return uint8((uint32(t)*uint32(top.A) + uint32(g)*(0xff-uint32(top.A)) + 0x7f) / 0xff)
	}
	return color.NRGBA{mix(top.R, ground.R), mix(top.G, ground.G), mix(top.B, ground.B), 0xff}
}

// Felts returns the colours a house can choose from; the first is the default.
func Felts() []Felt {
	return []Felt{
		cloth("green", color.NRGBA{0x0e, 0x4a, 0x35, 0xff}, color.NRGBA{0x0a, 0x3a, 0x29, 0xff}),
		cloth("blue", color.NRGBA{0x12, 0x3a, 0x5e, 0xff}, color.NRGBA{0x0d, 0x2d, 0x4a, 0xff}),
		cloth("red", color.NRGBA{0x5c, 0x18, 0x22, 0xff}, color.NRGBA{0x49, 0x11, 0x1a, 0xff}),
	}
}

// PracticeFelt returns the cloth of those who learn, which no table of a house has.
func PracticeFelt() Felt {
	return cloth("violet", color.NRGBA{0x3c, 0x25, 0x55, 0xff}, color.NRGBA{0x2e, 0x1b, 0x43, 0xff})
}

// Spot returns the colour that goes with a spot or a hand of punto banco: blue for the player, red for the
// banker, green for the tie (source 000); no other has one.
func Spot(name string) color.NRGBA {
	switch name {
	case "player":
		return SideBlue
	case "banker":
		return SideRed
	case "tie":
		return SideGreen
	}
	return FeltLine
}

// Chip returns the colour of a chip: the house's own, "#rrggbb", or one by its place among the house's values.
func Chip(i int, said string) color.NRGBA {
	if c, err := strconv.ParseUint(strings.TrimPrefix(said, "#"), 16, 24); err == nil && len(said) == 7 {
		return color.NRGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 0xff}
	}
	colours := []color.NRGBA{
		{0xd9, 0xd4, 0xc7, 0xff},
		{0xc9, 0x3b, 0x36, 0xff},
		{0x2f, 0x74, 0xc0, 0xff},
		{0x2f, 0x92, 0x57, 0xff},
		{0x2b, 0x2b, 0x30, 0xff},
		{0x7d, 0x4a, 0xa8, 0xff},
		{0xd0, 0x8a, 0x25, 0xff},
		{0xb8, 0x4f, 0x86, 0xff},
		{0x3a, 0x8f, 0x98, 0xff},
	}
	return colours[min(i, len(colours)-1)]
}

// A Theme is Sabot's Fyne theme, with all measures enlarged by Scale.
type Theme struct{ Scale float32 }

var _ fyne.Theme = Theme{}

// Color implements fyne.Theme: dark, whatever the system has.
func (Theme) Color(name fyne.ThemeColorName, _ fyne.ThemeVariant) color.Color {
	switch name {
	case fynetheme.ColorNameBackground:
		return Night
	case fynetheme.ColorNameForeground:
		return Text
	case fynetheme.ColorNamePrimary:
		return Place
	case fynetheme.ColorNameFocus: // lies under a text that stays light
		return color.NRGBA{0xf2, 0xb8, 0x3d, 0x48}
	case fynetheme.ColorNameHover: // lies over a key, whatever its colour
		return color.NRGBA{0xff, 0xff, 0xff, 0x18}
	case fynetheme.ColorNameForegroundOnPrimary:
		return Ink
	case fynetheme.ColorNameButton, fynetheme.ColorNameInputBackground:
		return Key
	case fynetheme.ColorNameInputBorder: // a box that is not ticked is nothing else
		return Faint
	case fynetheme.ColorNameOverlayBackground, fynetheme.ColorNameMenuBackground:
		return Rail
	case fynetheme.ColorNameSelection:
		return KeyDown
	}
	return fynetheme.DefaultTheme().Color(name, fynetheme.VariantDark)
}

// The typeface of everything that is read. It is narrow, its letters are high, and it
// has every sign that Sabot draws, the minus of money among them: what a font lacks
// comes from the system's fonts, and a machine may have none.
var (
	regular = fyne.NewStaticResource("DejaVuSansCondensed.ttf", dejavusanscondensed.TTF)
	bold    = fyne.NewStaticResource("DejaVuSansCondensed-Bold.ttf", dejavusanscondensedbold.TTF)
)

// Font implements fyne.Theme.
func (Theme) Font(style fyne.TextStyle) fyne.Resource {
	switch {
	case style.Monospace || style.Symbol:
		return fynetheme.DefaultTheme().Font(style)
	}
	return Face(style.Bold)
}

// Face returns the typeface of a line that is drawn. A line that names it is spared what Fyne reads beside a
// theme's font: three more fonts and a list of the system's. That is a fifth of the way to the first frame. It
// has every sign that Sabot draws.
func Face(heavy bool) fyne.Resource {
	if heavy {
		return bold
	}
	return regular
}

// Icon implements fyne.Theme.
func (Theme) Icon(name fyne.ThemeIconName) fyne.Resource {
	return fynetheme.DefaultTheme().Icon(name)
}

// Size implements fyne.Theme.
func (t Theme) Size(name fyne.ThemeSizeName) float32 {
	size := fynetheme.DefaultTheme().Size(name)
	if name == fynetheme.SizeNameText {
		size += 2
	}
	return size * t.Scale
}

// bright returns the relative luminance of a colour, as WCAG 2.2 defines it.
func bright(c color.NRGBA) float64 {
	part := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B)
}

// Contrast returns the contrast of a colour with the ground on which it is seen, from 1 to 21, as WCAG 2.2 defines it.
func Contrast(top, ground color.NRGBA) float64 {
	a, b := bright(On(top, ground)), bright(ground)
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}
