package preview

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"sync"

	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
	scaled "golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"sabot/app/theme"
	"sabot/reports/paper"
)

const millimetres = 25.4 / 72 // of a point

// typefaces are the PDF's own, so that the screen shows what the paper will.
var typefaces = sync.OnceValue(func() [2]*opentype.Font {
	var faces [2]*opentype.Font
	for i, ttf := range [][]byte{dejavusans.TTF, dejavusansbold.TTF} {
		f, err := opentype.Parse(ttf)
		if err != nil {
			panic(err)
		}
		faces[i] = f
	}
	return faces
})

// A sheetOfPaper is a page being drawn: scale is pixels to a millimetre, x and y the
// millimetres at the picture's top left.
type sheetOfPaper struct {
	picture     *image.RGBA
	scale, x, y float64
	faces       map[faceKey]font.Face
}

type faceKey struct {
	size float64
	bold bool
}

// printed returns the part of a page that a picture of that size shows.
func printed(page paper.Page, w, h int, scale, x, y float64) image.Image {
	s := &sheetOfPaper{image.NewRGBA(image.Rect(0, 0, w, h)), scale, x, y, map[faceKey]font.Face{}}
	draw.Draw(s.picture, s.picture.Bounds(), image.NewUniform(theme.KeyOff), image.Point{}, draw.Src)
	s.fill(0, 0, paper.Wide, paper.High, theme.White)
	for _, m := range page.Marks {
		if below := s.y + float64(h)/scale; m.Y <= below && m.Y+m.H >= s.y {
			s.mark(m)
		}
	}
	return s.picture
}

// at returns where a point of the page is in the picture.
func (s *sheetOfPaper) at(x, y float64) image.Point {
	return image.Pt(int(math.Round((x-s.x)*s.scale)), int(math.Round((y-s.y)*s.scale)))
}

func (s *sheetOfPaper) fill(x, y, w, h float64, c color.Color) {
	draw.Draw(s.picture, image.Rectangle{Min: s.at(x, y), Max: s.at(x+w, y+h)}, image.NewUniform(c), image.Point{}, draw.Over)
}

// line draws a thin line along the edge of a rectangle, a pixel at least.
func (s *sheetOfPaper) line(x, y, w, h float64) {
	const thin = 0.2
	from, to := s.at(x, y), s.at(x+w+thin, y+h+thin)
	to.X, to.Y = max(to.X, from.X+1), max(to.Y, from.Y+1)
	draw.Draw(s.picture, image.Rectangle{Min: from, Max: to}, image.NewUniform(theme.PrintLine), image.Point{}, draw.Over)
}

func (s *sheetOfPaper) mark(m paper.Mark) {
	if len(m.Picture) > 0 {
		s.show(m)
	}
	if m.Fill {
		s.fill(m.X, m.Y, m.W, m.H, theme.PrintTint)
	}
	if m.Frame || m.Under {
		s.line(m.X, m.Y+m.H, m.W, 0)
	}
	if m.Frame {
		s.line(m.X, m.Y, m.W, 0)
		s.line(m.X, m.Y, 0, m.H)
		s.line(m.X+m.W, m.Y, 0, m.H)
	}
	if m.Text != "" {
		s.text(m)
	}
}

// show draws a picture as large as its mark; one that is none leaves the place empty.
func (s *sheetOfPaper) show(m paper.Mark) {
	picture, err := png.Decode(bytes.NewReader(m.Picture))
	if err != nil {
		return
	}
	place := image.Rectangle{Min: s.at(m.X, m.Y), Max: s.at(m.X+m.W, m.Y+m.H)}
	scaled.CatmullRom.Scale(s.picture, place, picture, picture.Bounds(), draw.Over, nil)
}

// text draws a mark's text as the PDF's cells do: a millimetre of margin, the baseline
// three tenths of the size below the middle.
func (s *sheetOfPaper) text(m paper.Mark) {
	const padding = 1.0
	ink := theme.Black
	if m.Pale {
		ink = theme.PrintPale
	}
	face := s.face(m.Size*millimetres*s.scale, m.Bold)
	wide := float64(font.MeasureString(face, m.Text)) / 64 / s.scale
	x := m.X + padding
	switch m.Align {
	case "R":
		x = m.X + m.W - padding - wide
	case "C":
		x = m.X + (m.W-wide)/2
	}
	y := m.Y + m.H/2 + 0.3*m.Size*millimetres
	dot := fixed.Point26_6{X: fixed.Int26_6((x - s.x) * s.scale * 64), Y: fixed.Int26_6((y - s.y) * s.scale * 64)}
	(&font.Drawer{Dst: s.picture, Src: image.NewUniform(ink), Face: face, Dot: dot}).DrawString(m.Text)
}

func (s *sheetOfPaper) face(pixels float64, bold bool) font.Face {
	key := faceKey{math.Round(pixels*8) / 8, bold}
	if face, ok := s.faces[key]; ok {
		return face
	}
	f := typefaces()[0]
	if bold {
		f = typefaces()[1]
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: max(1, key.size), DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic(err) // only for options that are none
	}
	s.faces[key] = unkerned{face}
	return s.faces[key]
}

// An unkerned sets its letters as the PDF does: each as wide as it is, with no kerning.
type unkerned struct{ font.Face }

// Kern implements font.Face.
func (unkerned) Kern(rune, rune) fixed.Int26_6 { return 0 }
