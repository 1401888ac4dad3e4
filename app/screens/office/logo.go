package office

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"math"
	"os"

	"github.com/fyne-io/oksvg"
	"github.com/srwiley/rasterx"

	"sabot/pit/house"
)

// logoIn reads a logo, and no file that is too large to be one. It reads a PNG, or an SVG, of which the picture is
// kept that it makes.
func logoIn(file string) ([]byte, error) {
	about, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	const largest = 1 << 20 // of an SVG: its picture is smaller
	if !about.Mode().IsRegular() || about.Size() > largest {
		return nil, &house.Refusal{Why: house.BadSetting, What: "logo"}
	}
	content, err := os.ReadFile(file)
	if err != nil || !bytes.Contains(content, []byte("<svg")) {
		return content, err
	}
	return drawnSVG(content)
}

// drawnSVG returns the picture of an SVG, sharp on paper. Error: an invalid SVG, or one with parts that would
// be left out, letters above all: those must be made paths first.
func drawnSVG(svg []byte) (picture []byte, err error) {
	defer func() { // the drawing of a file from anywhere
		if recover() != nil {
			err = errors.New("an SVG that cannot be drawn")
		}
	}()
	icon, err := oksvg.ReadIconStream(bytes.NewReader(svg), oksvg.StrictErrorMode)
	if err != nil {
		return nil, err
	}
	const long = 900.0 // pixels of the longer side: 300 to the inch at the size of a letterhead
	w, h := icon.ViewBox.W, icon.ViewBox.H
	if !(w > 0 && h > 0) || len(icon.SVGPaths) == 0 {
		return nil, errors.New("an SVG without a size or without paths")
	}
	scale := long / max(w, h)
	wide, high := int(math.Ceil(w*scale)), int(math.Ceil(h*scale))
	icon.SetTarget(0, 0, float64(wide), float64(high))
	to := image.NewNRGBA(image.Rect(0, 0, wide, high))
	onto := image.NewRGBA(to.Bounds())
	icon.Draw(rasterx.NewDasher(wide, high, rasterx.NewScannerGV(wide, high, onto, onto.Bounds())), 1)
	for y := range high {
		for x := range wide {
			to.Set(x, y, onto.At(x, y))
		}
	}
	var out bytes.Buffer
	err = png.Encode(&out, to)
	return out.Bytes(), err
}
