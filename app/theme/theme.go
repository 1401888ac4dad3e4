// Package theme is how Sabot looks: colours and sizes, in one place. It is made
// for a dark room and for eyes that come back from the players; offices have daylight and can choose the light look.
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

// White and black are the two ends of every look.
var (
	White = color.NRGBA{0xff, 0xff, 0xff, 0xff}
	Black = color.NRGBA{0x00, 0x00, 0x00, 0xff}
)

// gold is one colour with two meanings in the dark: as a fill what Enter does, as an edge the place that is spoken of.
var gold = color.NRGBA{0xf2, 0xb8, 0x3d, 0xff}

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

// Color implements fyne.Theme: in the look that is worn, whatever the system has.
func (Theme) Color(name fyne.ThemeColorName, _ fyne.ThemeVariant) color.Color {
	switch name {
	case fynetheme.ColorNameBackground:
		return Night
	case fynetheme.ColorNameForeground:
		return Text
	case fynetheme.ColorNamePrimary:
		return Enter
	case fynetheme.ColorNamePlaceHolder:
		return Quiet
	case fynetheme.ColorNameDisabled:
		return Faint
	case fynetheme.ColorNameFocus:
		return Focus
	case fynetheme.ColorNameHover:
		return Hover
	case fynetheme.ColorNameForegroundOnPrimary:
		return Ink
	case fynetheme.ColorNameButton, fynetheme.ColorNameInputBackground:
		return Field
	case fynetheme.ColorNameInputBorder: // a box that is not ticked is nothing else
		return Faint
	case fynetheme.ColorNameOverlayBackground, fynetheme.ColorNameMenuBackground:
		return Rail
	case fynetheme.ColorNameSelection:
		return KeyDown
	}
	variant := fynetheme.VariantDark
	if worn == Light {
		variant = fynetheme.VariantLight
	}
	return fynetheme.DefaultTheme().Color(name, variant)
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
