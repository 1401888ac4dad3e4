package record

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"
)

// letters are the characters that every font of Sabot has, on screen and on paper:
// what is recorded once has to be printed for as long as the record is kept. They write the
// languages of Europe; neither fonts nor paper can do more, and writing from right to left
// would come out turned round.
var letters = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0020, 0x007e, 1},
		{0x00a0, 0x00ac, 1},
		{0x00ae, 0x024f, 1}, // Latin
		{0x0300, 0x0304, 1},
		{0x0306, 0x030c, 1},
		{0x0323, 0x0323, 1},
		{0x0327, 0x0328, 1}, // its accents, where they come by themselves
		{0x0384, 0x038a, 1},
		{0x038c, 0x038c, 1},
		{0x038e, 0x03a1, 1},
		{0x03a3, 0x03ce, 1}, // Greek
		{0x0400, 0x045f, 1},
		{0x0490, 0x0491, 1}, // Cyrillic
		{0x1e02, 0x1e03, 1},
		{0x1e80, 0x1e85, 1},
		{0x1e9e, 0x1e9e, 1},
		{0x1ea0, 0x1ef9, 1}, // more Latin
		{0x2010, 0x2015, 1},
		{0x2018, 0x2022, 1},
		{0x2026, 0x2026, 1},
		{0x202f, 0x2030, 1},
		{0x2032, 0x2033, 1},
		{0x2039, 0x203a, 1},
		{0x20ac, 0x20ac, 1},
		{0x2116, 0x2116, 1},
		{0x2122, 0x2122, 1},
		{0x2190, 0x2193, 1},
		{0x2212, 0x2212, 1},
		{0x2248, 0x2248, 1},
		{0x2260, 0x2260, 1},
		{0x2264, 0x2265, 1},
		{0x2660, 0x2660, 1},
		{0x2663, 0x2663, 1},
		{0x2665, 0x2666, 1},
	},
	LatinOffset: 2,
}

// Letters returns all letters that a text of the record may have.
func Letters() *unicode.RangeTable { return letters }

// Unwritable returns the first sign of a text that Sabot could show nobody later: beyond its fonts, or one that steers a terminal.
func Unwritable(text string) (sign rune, found bool) {
	for _, r := range text {
		if !unicode.Is(letters, r) {
			return r, true
		}
	}
	return 0, false
}

// UnwritableIn returns the first such sign in the texts of a fact.
func UnwritableIn(f Fact) (sign rune, found bool) {
	b := EncodeValue(f)
	var v any
	if plain(b) || json.Unmarshal(b, &v) != nil {
		return 0, false
	}
	return unwritableIn(v)
}

// UnwritableOf returns the first such sign in the entry of a line.
func UnwritableOf(l *Line) (sign rune, found bool) {
	if plain(l.Bytes) {
		return 0, false
	}
	return UnwritableIn(l.Entry.Fact)
}

// Steers reports whether a sign ends a line, steers a terminal, or is seen nowhere and has others read in another order.
func Steers(sign rune) bool { return unicode.In(sign, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) }

// InOneLine returns a text that others wrote with a "?" for each sign that Steers.
func InOneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if Steers(r) {
			return '?'
		}
		return r
	}, text)
}

// plain reports whether a text in JSON has nothing but letters of ASCII, none of them escaped.
func plain(b []byte) bool {
	return !bytes.ContainsFunc(b, func(r rune) bool { return r < ' ' || r > '~' || r == '\\' })
}

func unwritableIn(v any) (sign rune, found bool) {
	switch v := v.(type) {
	case string:
		return Unwritable(strings.ReplaceAll(v, "\n", " ")) // an address has lines
	case []any:
		for _, e := range v {
			if sign, found = unwritableIn(e); found {
				return sign, true
			}
		}
	case map[string]any:
		for _, e := range v {
			if sign, found = unwritableIn(e); found {
				return sign, true
			}
		}
	}
	return 0, false
}
