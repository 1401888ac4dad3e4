package sign

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"
)

// Measures of a block in hundredths of a point.
const (
	padding   = 500
	frame     = 50
	largeType = 1000
	smallType = 400
	// leading is the distance of lines and ascent the height of a capital, in
	// hundredths of the type's size.
	leading = 128
	ascent  = 72
)

// appearance is the form XObject of a block (ISO 32000-1, 8.10): a thin frame and
// the lines in the largest type that fits. Nothing is filled, so that a block
// cannot hide what is under it.
func appearance(m mark) (string, error) {
	w, h := m.rect.right-m.rect.left, m.rect.top-m.rect.bottom
	size := typeSize(m.lines, w-2*padding, h-2*padding)
	if size < smallType {
		return "", errors.New("the block is too small for its lines: make it larger")
	}
	step := size * leading / 100
	// The block of capitals and gaps stands in the middle.
	high := step*(len(m.lines)-1) + size*ascent/100
	y := h - (h-high)/2 - size*ascent/100
	var s strings.Builder
	fmt.Fprintf(&s, "q 0.4 G %s w %s %s %s %s re S Q\nBT\n/B %s Tf\n%s %s Td\n",
		points(frame), points(frame/2), points(frame/2), points(w-frame), points(h-frame),
		points(size), points(padding), points(y))
	for i, line := range m.lines {
		if i == 1 {
			fmt.Fprintf(&s, "/R %s Tf\n", points(size))
		}
		if i > 0 {
			fmt.Fprintf(&s, "0 -%s Td\n", points(step))
		}
		s.WriteString(literalString(line) + showText)
	}
	s.WriteString("ET")
	font := "<</Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding>>"
	return fmt.Sprintf("<</Type /XObject /Subtype /Form /BBox [0 0 %s %s]\n/Resources <</Font <</R "+font+"\n/B "+font+">>>>\n/Length %d>>\nstream\n%s\nendstream",
		points(w), points(h), "Helvetica", "Helvetica-Bold", s.Len(), s.String()), nil
}

const showText = " Tj\n"

// linesOf undoes appearance: the lines of an update's block.
func linesOf(stream []byte) []string {
	var lines []string
	for row := range strings.Lines(string(stream)) {
		if text, ok := strings.CutSuffix(row, showText); ok {
			if line, ok := plainString([]byte(text)); ok {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// typeSize is the largest type with which the lines fit.
func typeSize(lines []string, w, h int) int {
	// Capitals of the first line, steps to the others, a descender under the last.
	size := min(largeType, h*100/((len(lines)-1)*leading+ascent+22))
	for _, line := range lines {
		if width := widthOf(line); width > 0 {
			size = min(size, w*1000/width)
		}
	}
	return size
}

// widthOf is the width of a line in thousandths of its type's size, at most.
func widthOf(line string) int {
	n := 0
	for i := range len(line) {
		if c := line[i]; c >= ' ' {
			n += int(widths[c-' '])
		}
	}
	return n
}

// winAnsi writes a text in Windows-1252. Controls and what is not in it become
// question marks, white space a space.
func winAnsi(text string) string {
	var out []byte
	for _, r := range norm.NFC.String(text) {
		c, ok := charmap.Windows1252.EncodeRune(r)
		switch {
		case unicode.IsSpace(r):
			c = ' '
		case !ok || unicode.IsControl(r):
			c = '?'
		}
		out = append(out, c)
	}
	return string(out)
}
