// Package theme is how Sabot looks: colours and sizes, in one place. It is made
// for a dark room and for eyes that come back from the players.
package theme

import (
	"image/color"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
	"github.com/go-fonts/dejavu/dejavusanscondensed"
	"github.com/go-fonts/dejavu/dejavusanscondensedbold"
)

// The colours that do not change.
var (
	Ink      = color.NRGBA{0x14, 0x17, 0x1a, 0xff}
	Night    = color.NRGBA{0x10, 0x14, 0x17, 0xff} // behind everything
	Rail     = color.NRGBA{0x1b, 0x21, 0x26, 0xff} // top line, strip
	Key      = color.NRGBA{0x2b, 0x34, 0x3b, 0xff}
	KeyDown  = color.NRGBA{0x3d, 0x49, 0x52, 0xff}
	KeyOff   = color.NRGBA{0x1f, 0x26, 0x2b, 0xff}
	Paper    = color.NRGBA{0xf6, 0xf1, 0xe4, 0xff}
	Text     = color.NRGBA{0xf1, 0xee, 0xe6, 0xff}
	Quiet    = color.NRGBA{0xa6, 0xb0, 0xb5, 0xff}
	Faint    = color.NRGBA{0x66, 0x72, 0x79, 0xff}
	Gold     = color.NRGBA{0xf2, 0xb8, 0x3d, 0xff} // the next act is here
	GoldGlow = color.NRGBA{0xf2, 0xb8, 0x3d, 0x30}
	Pay      = color.NRGBA{0x6f, 0xd3, 0x8b, 0xff}
	Collect  = color.NRGBA{0xff, 0x8a, 0x7a, 0xff}
	Level    = color.NRGBA{0x9f, 0xc8, 0xf0, 0xff}
	Open     = color.NRGBA{0x2f, 0x92, 0x57, 0xff} // bets are taken
	Stop     = color.NRGBA{0xb0, 0x2a, 0x2a, 0xff} // nothing goes on
	// HeadIn and the others are heads of pages on which chips go somewhere.
	HeadIn     = color.NRGBA{0x9f, 0xc8, 0xf0, 0xff}
	HeadOut    = color.NRGBA{0xc9, 0x9a, 0x74, 0xff}
	HeadChange = color.NRGBA{0x6c, 0xc4, 0xc0, 0xff}
	HeadCount  = color.NRGBA{0xa6, 0xb0, 0xb5, 0xff}
	Warn       = color.NRGBA{0xff, 0xc8, 0x66, 0xff}
	CardRed    = color.NRGBA{0xb0, 0x1e, 0x22, 0xff}
	RoadBlue   = color.NRGBA{0x2f, 0x7d, 0xe0, 0xff}
	RoadRed    = color.NRGBA{0xe0, 0x3a, 0x3a, 0xff}
	RoadGreen  = color.NRGBA{0x2f, 0xa8, 0x5a, 0xff}
	FeltLine   = color.NRGBA{0xff, 0xff, 0xff, 0x5c}
	FeltPrint  = color.NRGBA{0xff, 0xff, 0xff, 0xa8}
	Practice   = color.NRGBA{0xd8, 0xa6, 0xff, 0xff} // nothing of it counts
	Over       = color.NRGBA{0x05, 0x08, 0x0a, 0x70} // over a spot that is closed
	Shade      = color.NRGBA{0x05, 0x08, 0x0a, 0xd8} // over the table, under an overlay
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
}

// Felts returns the colours a house can choose from; the first is the default.
func Felts() []Felt {
	return []Felt{
		{"green", color.NRGBA{0x0e, 0x4a, 0x35, 0xff}, color.NRGBA{0x0a, 0x3a, 0x29, 0xff}},
		{"blue", color.NRGBA{0x12, 0x3a, 0x5e, 0xff}, color.NRGBA{0x0d, 0x2d, 0x4a, 0xff}},
		{"red", color.NRGBA{0x5c, 0x18, 0x22, 0xff}, color.NRGBA{0x49, 0x11, 0x1a, 0xff}},
	}
}

// PracticeFelt returns the cloth of those who learn, which no table of a house has.
func PracticeFelt() Felt {
	return Felt{"violet", color.NRGBA{0x3c, 0x25, 0x55, 0xff}, color.NRGBA{0x2e, 0x1b, 0x43, 0xff}}
}

// Spot returns the colour that goes with a spot or a hand of punto banco: blue for the player, red for the
// banker, green for the tie (source 000); no other has one.
func Spot(name string) color.NRGBA {
	switch name {
	case "player":
		return RoadBlue
	case "banker":
		return RoadRed
	case "tie":
		return RoadGreen
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
		return Gold
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
