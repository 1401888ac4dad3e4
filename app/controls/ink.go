// Package controls holds the widgets one presses: keys, pads, code and overlay
// frames. They show the values they are given and call back; they keep no state
// and never take the keyboard's focus, which belongs to the screen.
package controls

import (
	"image/color"
	"math"
	"slices"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sabot/app/theme"
	"sabot/app/view"
	"sabot/pit/record"
)

// lettered returns a line of text, heavy or light.
func lettered(s string, c color.Color, bold bool) *canvas.Text {
	t := canvas.NewText(record.InOneLine(s), c)
	t.TextStyle.Bold, t.FontSource = bold, theme.Face(bold)
	return t
}

// Measure returns the size of a line.
func Measure(s string, size float32, bold bool) fyne.Size {
	took, _ := fyne.CurrentApp().Driver().RenderedTextSize(s, size, fyne.TextStyle{Bold: bold}, theme.Face(bold))
	return took
}

// sizeOf returns how large a line of text is: what its MinSize returns, and known sooner.
func sizeOf(t *canvas.Text) fyne.Size {
	if bold := t.TextStyle.Bold; t.TextStyle == (fyne.TextStyle{Bold: bold}) && t.FontSource == theme.Face(bold) {
		return sizes.of(setting{text: t.Text, size: t.TextSize, bold: bold}, sized)
	}
	return t.MinSize()
}

func sized(t setting) fyne.Size { return Measure(t.text, t.size, t.bold) }

// ReadTypefaces reads the typefaces, which takes longer than drawing a page with them. Nothing else may measure
// or draw meanwhile.
func ReadTypefaces() {
	for _, bold := range []bool{false, true} {
		Measure("0", readable, bold)
	}
}

// Text returns a line of text, with letters small enough to fit width.
func Text(s string, size float32, c color.Color, bold bool, width float32) *canvas.Text {
	t := lettered(s, c, bold)
	t.TextSize = Fit(s, size, bold, width)
	return t
}

// Fit returns the largest text size, up to size, at which s fits width.
func Fit(s string, size float32, bold bool, width float32) float32 {
	if width <= 0 || s == "" {
		return size
	}
	return fits.of(setting{s, size, width, bold}, fit)
}

func fit(t setting) float32 {
	s, size, width := t.text, t.size, t.width
	w := Measure(s, size, t.bold).Width
	if w <= width {
		return size
	}
	// Letters do not shrink evenly: a little more than in proportion, then down to what fits.
	for size = min(size, float32(math.Ceil(float64(4*(size*width/w+1))))/4); size > 6 && Measure(s, size, t.bold).Width > width; {
		size = max(6, size-0.25)
	}
	return size
}

// Wrap cuts a sentence at its spaces into lines that fit width, in light letters; a word that is too long by itself is cut where it
// must. Spaces that do not break hold together what they are in. No line begins with the dot that parts two words,
// none ends between a currency and its amount.
func Wrap(s string, size, width float32) []string { return WrapAs(s, size, width, false) }

// WrapAs cuts a sentence as Wrap does, in heavy letters or light ones.
func WrapAs(s string, size, width float32, bold bool) []string {
	return slices.Clone(wraps.of(setting{s, size, width, bold}, inLines))
}

func inLines(t setting) []string {
	fits := func(line string) bool {
		return Measure(line, t.size, t.bold).Width <= t.width
	}
	var lines []string
	line := ""
	for _, word := range strings.FieldsFunc(together.Replace(t.text), breaks) {
		joined := strings.TrimSpace(line + " " + word)
		if fits(joined) {
			line = joined
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
	cut:
		for line = word; !fits(line) && len([]rune(line)) > 1; {
			runes := []rune(line)
			n := len(runes) - 1
			for n > 1 && !fits(string(runes[:n])) {
				n--
			}
			for i := n; i > 0; i-- { // where a space holds words together that have no room in one line, it gives way first
				if runes[i] == '\u00a0' {
					lines, line = append(lines, string(runes[:i])), string(runes[i+1:])
					continue cut
				}
			}
			lines, line = append(lines, string(runes[:n])), string(runes[n:])
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	for i, l := range lines {
		lines[i] = apart.Replace(l)
	}
	return lines
}

// together is what stays in one line though a space is in it; apart has the spaces back.
var (
	together = strings.NewReplacer(" ·", "\u00a0·", "! ", "!\u00a0", "CHF ", "CHF\u00a0", "EUR ", "EUR\u00a0")
	apart    = strings.NewReplacer("\u00a0·", " ·", "!\u00a0", "! ", "CHF\u00a0", "CHF ", "EUR\u00a0", "EUR ")
)

// firm returns a line in heavy letters, in lighter ones where heavy ones could not be read in that width.
func (b *Board) firm(s string, size float32, c color.Color, width float32) *canvas.Text {
	if heavy := Text(s, size, c, true, width); heavy.TextSize >= readable*b.Unit {
		return heavy
	}
	return Text(s, size, c, false, width)
}

// breaks reports whether a line may end here.
func breaks(r rune) bool { return r != '\u00a0' && r != '\u202f' && unicode.IsSpace(r) }

// Place puts a text into a rectangle: align is 0 left, 0.5 centre, 1 right, and it
// stands in the middle of the height.
func Place(t *canvas.Text, x, y, w, h, align float32) *canvas.Text {
	size := sizeOf(t)
	t.Resize(size)
	t.Move(fyne.NewPos(x+(w-size.Width)*align, y+(h-size.Height)/2))
	return t
}

// Rect returns a filled rectangle with round corners and, where stroke is given, a line around it.
func Rect(x, y, w, h, radius float32, fill, stroke color.Color, line float32) *canvas.Rectangle {
	r := canvas.NewRectangle(fill)
	r.CornerRadius, r.StrokeColor, r.StrokeWidth = radius, stroke, line
	r.Move(fyne.NewPos(x, y))
	r.Resize(fyne.NewSize(w, h))
	return r
}

// Disc returns a filled circle around a centre. It is a round rectangle, as everything else is, which spares
// the first frame one more shader.
func Disc(x, y, radius float32, fill, stroke color.Color, line float32) *canvas.Rectangle {
	return Rect(x-radius, y-radius, 2*radius, 2*radius, radius, fill, stroke, line)
}

// FlowColor returns the colour of chips by where they go: what was lost comes in, what was won goes out.
func FlowColor(m view.Mark) color.Color {
	switch m {
	case view.Won:
		return theme.ChipsOut
	case view.Lost:
		return theme.ChipsIn
	}
	return MarkColor(m)
}

// MarkColor returns the colour of a result of the house, of what is right or wrong, of what is not valid.
func MarkColor(m view.Mark) color.Color {
	switch m {
	case view.Won:
		return theme.Good
	case view.Lost:
		return theme.Bad
	case view.Pushed:
		return theme.Quiet
	case view.Warned, view.Inactive:
		return theme.Warn
	}
	return theme.Text
}

// Warning returns what is said in the colour of a warning, with a sign: colour is never the only one.
func Warning(said string) string {
	if said == "" {
		return ""
	}
	return "! " + said
}

// Marked returns what is said in the colour of a mark, with the sign of a warning where it is one.
func Marked(said string, m view.Mark) string {
	if MarkColor(m) == theme.Warn {
		return Warning(said)
	}
	return said
}

// OnColor returns ink or white, whichever reads better on a colour.
func OnColor(c color.NRGBA) color.NRGBA {
	if theme.Contrast(theme.Ink, c) > theme.Contrast(theme.White, c) {
		return theme.Ink
	}
	return theme.White
}
