package paper

import "strings"

// padding is what a text leaves of its rectangle.
const padding = 2.2

// tight is a blank at which no line is broken.
const Tight = "\u00a0"

// holds keeps what no line begins with on the line before it.
var holds = strings.NewReplacer(" ·", Tight+"·", " :", Tight+":", " (+)", Tight+"(+)", " (−)", Tight+"(−)", " %", Tight+"%")

// words returns the parts of a text between which lines may be broken.
func words(text string) []string { return strings.Split(holds.Replace(text), " ") }

// wrap cuts a text into lines of a width, between words where it can. It cuts within a word that is longer than a
// line, after a hyphen, a slash or a point before anywhere else.
func (l *layout) wrap(text string, width, size float64, bold bool) []string {
	fits := func(s string) bool { return l.width(s, bold)*size <= width }
	if fits(text) {
		return []string{text}
	}
	var lines []string
	line := ""
	for _, word := range words(text) {
		longer := word
		if line != "" {
			longer = line + " " + word
		}
		if fits(longer) {
			line = longer
			continue
		}
		if line != "" {
			lines = append(lines, strings.TrimRight(line, " "))
		}
		for !fits(word) {
			head := cut(word, fits)
			lines, word = append(lines, head), word[len(head):]
		}
		line = word
	}
	return append(lines, line)
}

// cut returns the longest beginning of a word that fits, at least one character.
func cut(word string, fits func(string) bool) string {
	end, good := 0, 0
	for i, r := range word {
		next := i + len(string(r))
		if end > 0 && !fits(word[:next]) {
			break
		}
		end = next
		if strings.ContainsRune("-/.,_@\u00a0", r) {
			good = end
		}
	}
	if good > end/2 {
		return word[:good]
	}
	return word[:end]
}

// longestWord returns the width of the widest word of a text, at a size.
func (l *layout) longestWord(text string, size float64, bold bool) float64 {
	widest := 0.0
	for _, word := range words(text) {
		widest = max(widest, l.width(word, bold)*size)
	}
	return widest
}

// most returns how many lines the longest of some texts has, at least one.
func most(texts [][]string) int {
	n := 1
	for _, t := range texts {
		n = max(n, len(t))
	}
	return n
}

// column marks the lines of a text below each other, in a rectangle with room for so many. A mark under the text
// goes under the last line.
func (l *layout) column(text []string, lines int, m Mark) {
	m.Y = l.y
	under := m.Under
	for i := range lines {
		m.Text, m.Under = "", under && i == lines-1
		if i < len(text) {
			m.Text = text[i]
		}
		if m.Text != "" || m.Under || m.Fill {
			l.mark(m)
		}
		m.Y += m.H
	}
}

// Join puts one text behind another.
func Join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " · " + b
}
