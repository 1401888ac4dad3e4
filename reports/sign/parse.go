package sign

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf16"
)

// deepest is how far arrays and dictionaries may nest.
const deepest = 32

var errSyntax = errors.New("an object in it is not written as in a report of Sabot")

// A dictionary is a PDF dictionary as it stands in the file, with the place of each
// value in it. A key that could be read in two ways is refused: twice in the
// dictionary, or written with an escape.
type dictionary struct {
	raw    []byte
	values map[string]span
}

type span struct{ from, to int }

// get returns the value of a key as written, nil if there is none.
func (d dictionary) get(key string) []byte {
	s, ok := d.values[key]
	if !ok {
		return nil
	}
	return d.raw[s.from:s.to]
}

// parseDictionary reads the dictionary that data begins with.
func parseDictionary(data []byte) (dictionary, error) {
	s := scanner{data: data}
	if !s.take("<<") {
		return dictionary{}, errSyntax
	}
	d := dictionary{values: map[string]span{}}
	for {
		s.space()
		if s.take(">>") {
			d.raw = data[:s.pos]
			return d, nil
		}
		key := s.pos
		if !s.name() {
			return dictionary{}, errSyntax
		}
		name := string(data[key+1 : s.pos])
		s.space()
		from := s.pos
		if !s.valueOrReference() {
			return dictionary{}, errSyntax
		}
		if _, twice := d.values[name]; twice || bytes.IndexByte([]byte(name), '#') >= 0 {
			return dictionary{}, fmt.Errorf("key /%s: %w", name, errSyntax)
		}
		d.values[name] = span{from, s.pos}
	}
}

// A scanner walks over PDF syntax (ISO 32000-1, 7.2 and 7.3) without comments. Its
// methods tell whether what they are for was there.
type scanner struct {
	data  []byte
	pos   int
	depth int
}

func (s *scanner) space() {
	for s.pos < len(s.data) && bytes.IndexByte([]byte(" \n\r\t\f\x00"), s.data[s.pos]) >= 0 {
		s.pos++
	}
}

func (s *scanner) take(text string) bool {
	if !bytes.HasPrefix(s.data[s.pos:], []byte(text)) {
		return false
	}
	s.pos += len(text)
	return true
}

// regular takes characters that neither are space nor delimit.
func (s *scanner) regular() bool {
	from := s.pos
	for s.pos < len(s.data) && bytes.IndexByte([]byte(" \n\r\t\f\x00()<>[]{}/%"), s.data[s.pos]) < 0 {
		s.pos++
	}
	return s.pos > from
}

func (s *scanner) name() bool {
	return s.take("/") && s.regular()
}

func (s *scanner) value() bool {
	if s.pos >= len(s.data) {
		return false
	}
	switch c := s.data[s.pos]; {
	case c == '/':
		return s.name()
	case c == '(':
		return s.literal()
	case c == '[':
		return s.nested("[", "]")
	case bytes.HasPrefix(s.data[s.pos:], []byte("<<")):
		return s.nested("<<", ">>")
	case c == '<':
		end := bytes.IndexByte(s.data[s.pos:], '>')
		s.pos += end + 1
		return end >= 0
	}
	return s.regular()
}

func (s *scanner) nested(open, close string) bool {
	s.depth++
	defer func() { s.depth-- }()
	if s.depth > deepest || !s.take(open) {
		return false
	}
	for {
		s.space()
		if s.take(close) {
			return true
		}
		if !s.value() {
			return false
		}
	}
}

func (s *scanner) literal() bool {
	depth := 0
	for ; s.pos < len(s.data); s.pos++ {
		switch s.data[s.pos] {
		case '\\':
			s.pos++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				s.pos++
				return true
			}
		}
	}
	s.pos = len(s.data)
	return false
}

// valueOrReference takes "12 0 R" whole, the one value that is three words.
func (s *scanner) valueOrReference() bool {
	if _, n, ok := reference(s.data[s.pos:]); ok {
		s.pos += n
		return true
	}
	return s.value()
}

// reference reads "12 0 R" and tells how many bytes it is.
func reference(data []byte) (object, n int, ok bool) {
	object, n, ok = integer(data)
	if !ok || object == 0 || !bytes.HasPrefix(data[n:], []byte(" 0 R")) {
		return 0, 0, false
	}
	return object, n + 4, true
}

// referenceOnly reads a value that is nothing but a reference.
func referenceOnly(value []byte) (int, error) {
	object, n, ok := reference(value)
	if !ok || n != len(value) {
		return 0, fmt.Errorf("%.20q is not a reference: %w", value, errSyntax)
	}
	return object, nil
}

// integer reads the digits that data begins with, at most ten of them.
func integer(data []byte) (value, n int, ok bool) {
	for n < len(data) && n < 11 && data[n] >= '0' && data[n] <= '9' {
		n++
	}
	if n == 0 || n > 10 {
		return 0, 0, false
	}
	value, err := strconv.Atoi(string(data[:n]))
	return value, n, err == nil
}

// boxOf reads a rectangle of non-negative numbers into hundredths of a point.
func boxOf(value []byte) (box, error) {
	inner, ok := bytes.CutPrefix(value, []byte("["))
	inner, ok2 := bytes.CutSuffix(inner, []byte("]"))
	fields := bytes.Fields(inner)
	if !ok || !ok2 || len(fields) != 4 {
		return box{}, fmt.Errorf("%.40q is not a rectangle: %w", value, errSyntax)
	}
	var n [4]int
	for i, field := range fields {
		if n[i], ok = hundredths(field); !ok {
			return box{}, fmt.Errorf("%.40q is not a rectangle: %w", value, errSyntax)
		}
	}
	return box{n[0], n[1], n[2], n[3]}, nil
}

// hundredths reads a number like 841.89 as 84189.
func hundredths(text []byte) (int, bool) {
	whole, part, _ := bytes.Cut(text, []byte("."))
	if len(part) > 2 || len(whole) > 5 {
		return 0, false
	}
	digits := string(whole) + (string(part) + "00")[:2]
	n, used, ok := integer([]byte(digits))
	return n, ok && used == len(digits)
}

// plainString undoes literalString.
func plainString(value []byte) (string, bool) {
	if len(value) < 2 || value[0] != '(' || value[len(value)-1] != ')' {
		return "", false
	}
	var out []byte
	for i := 1; i < len(value)-1; i++ {
		if value[i] == '\\' {
			i++
		}
		out = append(out, value[i])
	}
	return string(out), true
}

// textOf undoes textString. Where there is no value the text is empty.
func textOf(value []byte) (string, error) {
	if text, ok := plainString(value); ok || value == nil {
		return text, nil
	}
	var units []uint16
	for i := 5; i+4 < len(value); i += 4 {
		u, err := strconv.ParseUint(string(value[i:i+4]), 16, 16)
		if err != nil {
			return "", fmt.Errorf("%.20q is not a text: %w", value, errSyntax)
		}
		units = append(units, uint16(u))
	}
	return string(utf16.Decode(units)), nil
}

// literalString writes bytes as a string in brackets (ISO 32000-1, 7.3.4.2).
func literalString(text string) string {
	var out bytes.Buffer
	out.WriteByte('(')
	for i := range len(text) {
		if text[i] == '(' || text[i] == ')' || text[i] == '\\' {
			out.WriteByte('\\')
		}
		out.WriteByte(text[i])
	}
	out.WriteByte(')')
	return out.String()
}

// textString writes a text as it is if it is ASCII, else as UTF-16 with its byte
// order mark (ISO 32000-1, 7.9.2.2).
func textString(text string) string {
	ascii := true
	for _, r := range text {
		ascii = ascii && r >= ' ' && r <= '~'
	}
	if ascii {
		return literalString(text)
	}
	var out bytes.Buffer
	out.WriteString("<feff")
	for _, u := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&out, "%04x", u)
	}
	out.WriteByte('>')
	return out.String()
}
