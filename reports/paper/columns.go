package paper

// A table is a section's table, its columns measured and its texts cut into lines.
type table struct {
	Section
	line   float64 // height of one
	size   float64
	widths []float64
	head   float64 // height
	heads  [][]string
	rows   [][][]string
	notes  []string // in lines
}

// noteSize is the letter size of a table's notes, in points.
const noteSize = 7.5

// tableOf measures a table. Letters have the section's size if everything fits on one line so. Else they are
// somewhat smaller, the same in all its cells.
func (l *layout) tableOf(s Section) table {
	size := s.Size
	if size == 0 {
		size = 9
	}
	for ; size > SmallestType; size -= 0.5 {
		if _, least := l.measures(s, size); together(least) <= across {
			break
		}
	}
	t := table{Section: s, line: lineOf(size), size: size, widths: l.widths(s, size)}
	for _, text := range s.Notes {
		t.notes = append(t.notes, l.wrap(text, across-padding, noteSize, false)...)
	}
	if len(s.Columns) == 0 {
		return t
	}
	for j, c := range s.Columns {
		t.heads = append(t.heads, l.wrap(c.Head, t.widths[j]-s.gap(j)-padding, size, true))
	}
	t.head = t.line*float64(most(t.heads)) + 1
	for i, row := range s.Rows {
		var texts [][]string
		for j := range s.Columns {
			texts = append(texts, l.wrap(row[j].Text, t.widths[j]-s.gap(j)-padding, size, t.total(i)))
		}
		t.rows = append(t.rows, texts)
	}
	return t
}

// measures returns the wanted and the least widths of a table's columns. Numbers and times are never broken;
// texts and headings only between words.
func (l *layout) measures(s Section, size float64) (wanted, least []float64) {
	const longest = 45.0 // of a word of a text that need not be broken
	for j, c := range s.Columns {
		edge := padding + s.gap(j) + 0.01
		want := l.width(c.Head, true) * size
		need := l.longestWord(c.Head, size, true)
		for i, row := range s.Rows {
			bold := s.Total && i == len(s.Rows)-1
			wide := l.width(row[j].Text, bold) * size
			want = max(want, wide)
			if c.Align == "R" {
				need = max(need, wide)
			} else {
				need = max(need, min(longest, l.longestWord(row[j].Text, size, bold)))
			}
		}
		wanted, least = append(wanted, want+edge), append(least, need+edge)
	}
	return wanted, least
}

// widths returns the columns' widths, together from margin to margin. Spare room goes to the texts, or to all
// where there are none. What lacks is taken where most is wanted.
func (l *layout) widths(s Section, size float64) []float64 {
	wanted, least := l.measures(s, size)
	if over := across - together(wanted); over >= 0 {
		texts := 0
		for _, c := range s.Columns {
			if c.Align == "L" {
				texts++
			}
		}
		for j, c := range s.Columns {
			if c.Align == "L" {
				wanted[j] += over / float64(texts)
			} else if texts == 0 {
				wanted[j] += over / float64(len(s.Columns))
			}
		}
		return wanted
	}
	if over := across - together(least); over >= 0 {
		more := together(wanted) - together(least)
		for j := range least {
			least[j] += over * (wanted[j] - least[j]) / more
		}
		return least
	}
	shrink := across / together(least) // words are broken as well
	for j := range least {
		least[j] *= shrink
	}
	return least
}

func together(list []float64) float64 {
	n := 0.0
	for _, x := range list {
		n += x
	}
	return n
}

func (t table) total(row int) bool { return t.Total && row == len(t.Rows)-1 }

func (t table) height(row int) float64 {
	if row >= len(t.rows) {
		return 0
	}
	return t.line * float64(most(t.rows[row]))
}

// whole returns the height of the whole table.
func (t table) whole() float64 {
	high := t.head
	for i := range t.rows {
		high += t.height(i)
	}
	return high + t.under()
}

// under returns the height of its notes.
func (t table) under() float64 { return float64(len(t.notes)) * lineOf(noteSize) }

func (t table) first() float64 {
	if len(t.rows) <= 3 {
		return t.whole()
	}
	return t.head + t.height(0) + t.height(1)
}

// table draws rows under headings, which come again on every page. The last row is on one page with the row before
// it, the table's notes, and the end, a height in millimetres.
func (l *layout) table(t table, end float64) {
	head := func() {
		l.row(t, t.heads, Mark{H: t.head / float64(most(t.heads)), Size: t.size, Bold: true, Fill: true})
	}
	for i, texts := range t.rows {
		high := t.height(i)
		if i >= len(t.rows)-2 {
			high += t.under() + end
		}
		if i == len(t.rows)-2 {
			high += t.height(i + 1)
		}
		switch {
		case i == 0:
			l.room(t.head + high)
			head()
		case i < len(t.rows)-1 && l.room(high):
			head()
		}
		l.row(t, texts, Mark{H: t.line, Size: t.size, Bold: t.total(i), Under: true})
	}
}

// row draws the cells of a row.
func (l *layout) row(t table, texts [][]string, m Mark) {
	lines := most(texts)
	x := margin
	for j, c := range t.Columns {
		m.X, m.W, m.Align = x, t.widths[j], c.Align
		if gap := t.gap(j); gap > 0 {
			blank := m
			blank.W = gap
			l.column(nil, lines, blank)
			m.X, m.W = x+gap, t.widths[j]-gap
		}
		l.column(texts[j], lines, m)
		x += t.widths[j]
	}
	l.y += m.H * float64(lines)
}

// gap returns the distance, in millimetres, of a column of texts from numbers before it.
func (s Section) gap(column int) float64 {
	if column > 0 && s.Columns[column].Align == "L" && s.Columns[column-1].Align == "R" {
		return 2
	}
	return 0
}
