package sign

import (
	"errors"
	"fmt"
	"strings"
)

// Blocks were once written in Helvetica, which is in no file. Nobody signs so any more;
// what was signed so is verified by writing it again.

// oldFont tells such a block.
const oldFont = "/BaseFont /Helvetica /Encoding /WinAnsiEncoding"

// oldSmallType is the smallest type that such a block had.
const oldSmallType = 400

func oldAppearance(m mark) (string, error) {
	w, h := m.rect.right-m.rect.left, m.rect.top-m.rect.bottom
	size := oldTypeSize(m.lines, w-2*padding, h-2*padding)
	if size < oldSmallType {
		return "", errors.New("the block is too small for its lines")
	}
	step := size * leading / 100
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
		s.WriteString(literalString(line) + oldShowText)
	}
	s.WriteString("ET")
	font := "<</Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding>>"
	return fmt.Sprintf("<</Type /XObject /Subtype /Form /BBox [0 0 %s %s]\n/Resources <</Font <</R "+font+"\n/B "+font+">>>>\n/Length %d>>\nstream\n%s\nendstream",
		points(w), points(h), "Helvetica", "Helvetica-Bold", s.Len(), s.String()), nil
}

const oldShowText = " Tj\n"

// oldLines undoes oldAppearance; the lines are in Windows-1252.
func oldLines(stream []byte) []string {
	var lines []string
	for row := range strings.Lines(string(stream)) {
		if text, ok := strings.CutSuffix(row, oldShowText); ok {
			if line, ok := plainString([]byte(text)); ok {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// oldTypeSize is the largest type with which the lines fit.
func oldTypeSize(lines []string, w, h int) int {
	size := min(largeType, h*100/((len(lines)-1)*leading+ascent+descent))
	for _, line := range lines {
		if width := oldWidth(line); width > 0 {
			size = min(size, w*1000/width)
		}
	}
	return size
}

// oldWidth is the width of a line in thousandths of its type's size, at most.
func oldWidth(line string) int {
	n := 0
	for i := range len(line) {
		if c := line[i]; c >= ' ' {
			n += int(widths[c-' '])
		}
	}
	return n
}
