package paper

import (
	"errors"

	"rsc.io/qr"
	"rsc.io/qr/coding"
)

// usualCode is how high a code is on a report, in millimetres: scanners take modules of 0.4.
const usualCode = 26.0

// codes has the codes of the papers that were drawn last.
var codes kept[string]

// codeOf returns the QR code of a report as a PNG; nil where it has none, or its text is too long for one.
func codeOf(r Report) []byte {
	if r.Code == "" {
		return nil
	}
	return codes.of(r.Code, func() []byte {
		code, err := codeFor(r.Code)
		if err != nil {
			return nil
		}
		const pixels = 8 // of a module
		return (&qr.Code{Bitmap: code.Bitmap, Size: code.Size, Stride: code.Stride, Scale: pixels}).PNG()
	})
}

// codeFor returns the QR code of a text, at the level that survives 15 % of damage, under the mask that ISO/IEC
// 18004 chooses. By itself rsc.io/qr takes the first mask, which scanners sometimes misread.
func codeFor(text string) (best *coding.Code, err error) {
	var enc coding.Encoding = coding.String(text)
	if a := coding.Alpha(text); a.Check() == nil {
		enc = a
	}
	version := coding.Version(coding.MinVersion)
	for enc.Bits(version) > version.DataBytes(coding.M)*8 {
		if version++; version > coding.MaxVersion {
			return nil, errors.New("that is more than a code holds")
		}
	}
	const masks = 8
	least := 0
	for mask := range coding.Mask(masks) {
		plan, err := coding.NewPlan(version, coding.M, mask)
		if err != nil {
			return nil, err
		}
		code, err := plan.Encode(enc)
		if err != nil {
			return nil, err
		}
		if p := penalty(code); best == nil || p < least {
			best, least = code, p
		}
	}
	return best, nil
}

// penalty returns how hard a code is to read (ISO/IEC 18004, 7.8.3.1). It counts long runs, blocks, what looks
// like a finder, and too much of one colour.
func penalty(c *coding.Code) (sum int) {
	dark := 0
	for a := range c.Size {
		sum += lineOfCode(c.Size, func(b int) bool { return c.Black(b, a) }) + lineOfCode(c.Size, func(b int) bool { return c.Black(a, b) })
		for b := range c.Size {
			black := c.Black(b, a)
			if black {
				dark++
			}
			if a > 0 && b > 0 && c.Black(b-1, a) == black && c.Black(b, a-1) == black && c.Black(b-1, a-1) == black {
				sum += 3
			}
		}
	}
	share := 100 * dark / (c.Size * c.Size)
	return sum + max(share-50, 50-share)/5*10
}

// lineOfCode returns the penalty of one row or column.
func lineOfCode(size int, black func(int) bool) (sum int) {
	const finder, bits = 0b10111010000, 1<<11 - 1 // and the same from behind
	const mirrored = 0b00001011101
	run, last := 0, 0
	for i := range size {
		if i > 0 && black(i) == black(i-1) {
			run++
		} else {
			run = 1
		}
		switch {
		case run == 5:
			sum += 3
		case run > 5:
			sum++
		}
		last = last << 1 & bits
		if black(i) {
			last |= 1
		}
		if i >= 10 && (last == finder || last == mirrored) {
			sum += 40
		}
	}
	return sum
}
