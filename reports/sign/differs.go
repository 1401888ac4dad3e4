package sign

// A Difference is a deviation of a signature from what Sign writes in a field.
type Difference struct {
	// What is the entry of the PDF that says so (/T, /Reason, /Location, /M), Lines for a line of the block; Place where the block is
	// at another place, of another size or in type of another one.
	What string
	// Says is the found text, Wanted the right one; both are empty for Place.
	Says, Wanted string
}

// What a Difference is of that no entry of the PDF says.
const (
	Lines = "lines"
	Place = "place"
)

// Differs returns the first deviation of a signature from what Sign would have written in a field. Signatures are
// counted from 0. It is false where there is no deviation. The signer chooses the text of a block: Verify tells
// that Sign made the signature, and does not judge the text.
func (r Report) Differs(i int, f Field) (Difference, bool) {
	is := r.doc.marks[i]
	m, err := r.doc.mark(f)
	switch {
	case is.name != f.Name:
		return Difference{"/T", is.name, f.Name}, true
	case err != nil || is.page != m.page || is.rect != m.rect:
		return Difference{What: Place}, true
	}
	for n := range max(len(is.lines), len(m.lines)) {
		if says, wanted := lineOf(is.lines, n), lineOf(m.lines, n); says != wanted {
			return Difference{Lines, says, wanted}, true
		}
	}
	switch {
	case is.size != m.size || is.bold != m.bold || len(is.lines) != len(m.lines):
		return Difference{What: Place}, true
	case is.reason != m.reason:
		return Difference{"/Reason", is.reason, m.reason}, true
	case is.location != m.location:
		return Difference{"/Location", is.location, m.location}, true
	case !is.at.Equal(m.at):
		return Difference{"/M", is.at.Format(timeForm), m.at.Format(timeForm)}, true
	}
	return Difference{}, false
}

// lineOf returns a line of a block, "" behind its last one.
func lineOf(lines []string, n int) string {
	if n < len(lines) {
		return lines[n]
	}
	return ""
}
