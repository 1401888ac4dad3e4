package sign

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"golang.org/x/text/unicode/norm"
)

// Measures of a block in hundredths of a point.
const (
	padding   = 500
	frame     = 50
	largeType = 1000
	// smallType is the smallest type that people should have to read on paper.
	smallType = 700
	typeStep  = 50
	// leading is the distance of lines, in hundredths of the type's size. ascent is the height of a capital, descent
	// how far a letter hangs down.
	leading = 128
	ascent  = 72
	descent = 22
)

const (
	// fontObjects are those that each of the two fonts of a block takes.
	fontObjects = 5
	// markObjects is how many new objects the update of a mark has.
	markObjects = newObjects + 2*fontObjects
)

// clean returns a text that a face can draw: composed, on one line. What the face does not have becomes a
// question mark, white space a blank.
func (f *typeface) clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Cf) || !f.has(r):
			return '?'
		}
		return r
	}, norm.NFC.String(strings.ToValidUTF8(text, "?")))
}

// fit puts lines into a block, the first one bold, in the largest type in which they fit. Lines that are too long
// for it are cut between their words. It returns false where they do not fit in the smallest.
func (m mark) fit(lines []string) (mark, bool) {
	w, h := m.rect.right-m.rect.left-2*padding, m.rect.top-m.rect.bottom-2*padding
	for m.size = largeType; m.size >= smallType; m.size -= typeStep {
		m.lines, m.bold = nil, 0
		for i, line := range lines {
			face := faces()[0]
			if i == 0 {
				face = faces()[1]
			}
			m.lines = append(m.lines, face.wrap(face.clean(line), w*1000/m.size)...)
			if i == 0 {
				m.bold = len(m.lines)
			}
		}
		if m.size*((len(m.lines)-1)*leading+ascent+descent)/100 <= h && len(m.lines) <= mostWrapped {
			return m, true
		}
	}
	return m, false
}

// wrap cuts a text into lines of a width in thousandths of the type's size.
func (f *typeface) wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Split(text, " ") {
		if longer := line + " " + word; line != "" && f.width(longer) <= width {
			line = longer
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		line = word
		for f.width(line) > width {
			runes, n := []rune(line), 1
			for n < len(runes) && f.width(string(runes[:n+1])) <= width {
				n++
			}
			if n == len(runes) {
				break // one character that is wider than the block
			}
			lines, line = append(lines, string(runes[:n])), string(runes[n:])
		}
	}
	return append(lines, line)
}

// appearance returns the form XObject of a block (ISO 32000-1, 8.10), and behind it the objects of its fonts,
// numbered from fonts. It draws a thin frame and the lines. Nothing is filled, so that a block cannot hide what
// is under it.
func appearance(m mark, fonts int) ([]string, error) {
	w, h := m.rect.right-m.rect.left, m.rect.top-m.rect.bottom
	high := m.size * ((len(m.lines)-1)*leading + ascent) / 100
	if high > h {
		return nil, errors.New("the block is too small for its lines: make it larger")
	}
	step := m.size * leading / 100
	y := h - (h-high)/2 - m.size*ascent/100 // capitals and gaps stand in the middle
	chars := [2][]rune{charsOf(m.lines[m.bold:]), charsOf(m.lines[:m.bold])}
	var s strings.Builder
	fmt.Fprintf(&s, "q 0.4 G %s w %s %s %s %s re S Q\nBT\n/B %s Tf\n%s %s Td\n",
		points(frame), points(frame/2), points(frame/2), points(w-frame), points(h-frame), points(m.size), points(padding), points(y))
	for i, line := range m.lines {
		face := 1
		if i >= m.bold {
			face = 0
		}
		if i == m.bold {
			fmt.Fprintf(&s, "/R %s Tf\n", points(m.size))
		}
		if i > 0 {
			fmt.Fprintf(&s, "0 -%s Td\n", points(step))
		}
		fmt.Fprintf(&s, "%s%s%s<", saysBegin, utf16Hex(line), saysEnd)
		for _, r := range line {
			n, _ := slices.BinarySearch(chars[face], r)
			fmt.Fprintf(&s, "%04x", n+1)
		}
		s.WriteString("> Tj\nEMC\n")
	}
	s.WriteString("ET")
	look := fmt.Sprintf("<</Type /XObject /Subtype /Form /BBox [0 0 %s %s]\n/Resources <</Font <</R %d 0 R /B %d 0 R>>>>\n/Length %d>>\nstream\n%s\nendstream",
		points(w), points(h), fonts, fonts+fontObjects, s.Len(), s.String())
	out := []string{look}
	for i, face := range faces() {
		out = append(out, face.objects(chars[i], fonts+i*fontObjects)...)
	}
	return out, nil
}

// What stands around the text of a line, for programs that read the page.
const (
	saysBegin = "/Span <</ActualText <feff"
	saysEnd   = ">>> BDC\n"
)

func utf16Hex(text string) string {
	var out strings.Builder
	for _, u := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&out, "%04x", u)
	}
	return out.String()
}

// charsOf returns the characters of lines, ascending, each once.
func charsOf(lines []string) []rune {
	chars := []rune(strings.Join(lines, ""))
	slices.Sort(chars)
	return slices.Compact(chars)
}

// objects returns a font with the glyphs of some characters, which are the codes from 1 on (ISO 32000-1, 9.7).
// They are the font, its descendant, descriptor, file and the way back to text.
func (f *typeface) objects(chars []rune, first int) []string {
	var widths, unicodes strings.Builder
	for i, r := range chars {
		fmt.Fprintf(&widths, " %d", f.advance(f.glyph(r)))
		fmt.Fprintf(&unicodes, "1 beginbfchar\n<%04x> <%s>\nendbfchar\n", i+1, utf16Hex(string(r)))
	}
	file := f.subset(chars)
	back := "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Sabot def\n/CMapType 2 def\n" +
		"1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n" + unicodes.String() + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
	head, hhea := f.tables["head"], f.tables["hhea"]
	scaled := func(table []byte, at int) int { return int(int16(u16(table, at))) * 1000 / f.em }
	return []string{
		fmt.Sprintf("<</Type /Font /Subtype /Type0 /BaseFont /%s /Encoding /Identity-H /DescendantFonts [%d 0 R] /ToUnicode %d 0 R>>", f.name, first+1, first+4),
		fmt.Sprintf("<</Type /Font /Subtype /CIDFontType2 /BaseFont /%s /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>>\n/FontDescriptor %d 0 R /CIDToGIDMap /Identity /DW 600 /W [1 [%s]]>>",
			f.name, first+2, strings.TrimSpace(widths.String())),
		fmt.Sprintf("<</Type /FontDescriptor /FontName /%s /Flags 4 /FontBBox [%d %d %d %d] /ItalicAngle 0 /Ascent %d /Descent %d /CapHeight 729 /StemV 80 /FontFile2 %d 0 R>>",
			f.name, scaled(head, 36), scaled(head, 38), scaled(head, 40), scaled(head, 42), scaled(hhea, 4), scaled(hhea, 6), first+3),
		fmt.Sprintf("<</Length %d /Length1 %d>>\nstream\n%s\nendstream", len(file), len(file), file),
		fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(back), back),
	}
}

// look undoes appearance: what of an update's block is the signer's to choose.
func (m *mark) look(stream []byte) error {
	for row := range strings.Lines(string(stream)) {
		if size, ok := strings.CutSuffix(row, " Tf\n"); ok && len(size) > 3 {
			n, ok := hundredths([]byte(size[3:]))
			switch {
			case !ok:
				return errSyntax
			case size[:3] == "/B ":
				m.size = n
			case size[:3] == "/R ":
				m.bold = len(m.lines)
			}
		}
		text, ok := strings.CutPrefix(row, saysBegin)
		if !ok {
			continue
		}
		b, err := hex.DecodeString(strings.TrimSuffix(text, saysEnd))
		if err != nil || len(b)%2 != 0 {
			return errSyntax
		}
		var units []uint16
		for i := 0; i < len(b); i += 2 {
			units = append(units, uint16(b[i])<<8|uint16(b[i+1]))
		}
		m.lines = append(m.lines, string(utf16.Decode(units)))
	}
	if m.bold == 0 {
		m.bold = len(m.lines)
	}
	return nil
}

// readable returns nil where a block's lines are as fit would have placed them: large enough, inside their
// frame, of characters that the fonts have.
func (m mark) readable() error {
	w, h := m.rect.right-m.rect.left-2*padding, m.rect.top-m.rect.bottom-2*padding
	if m.size < smallType || m.size > largeType || m.bold < 1 || m.bold > len(m.lines) {
		return errors.New("the block is too small for its lines: make it larger")
	}
	if m.size*((len(m.lines)-1)*leading+ascent+descent)/100 > h {
		return errors.New("the block is too low for its lines: make it higher")
	}
	for i, line := range m.lines {
		face := faces()[0]
		if i < m.bold {
			face = faces()[1]
		}
		if line != face.clean(line) || face.width(line)*m.size/1000 > w && len([]rune(line)) > 1 {
			return fmt.Errorf("the line %.40q does not stand in the block", line)
		}
	}
	return nil
}
