package sign

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"
)

// An update's new objects, from the first free number on, before those of its fonts;
// catalog and page are written again under their own.
const (
	signatureObject = iota
	widgetObject
	appearanceObject
	newObjects
)

const (
	timeForm = "D:20060102150405Z" // ISO 32000-1, 7.9.4, in UTC
	// rangeWidth leaves place for three offsets of a file up to largest.
	rangeWidth  = len("[0 12345678 12345678 12345678]")
	mostLines   = 8
	mostWrapped = 2 * mostLines // once they are cut to the width of the block
	longestText = 256
)

// A mark is the part of an update that the signer chooses. The rest follows from it and the bytes before, so
// that a verifier can write the update again.
type mark struct {
	name             string
	page             int // the object
	rect             box
	lines            []string
	bold, size       int // the first lines, in the bold font; hundredths of a point
	reason, location string
	signer           string
	at               time.Time
}

// A box is a rectangle in hundredths of a point: integers, for the same bytes on
// every processor.
type box struct{ left, bottom, right, top int }

func (b box) String() string {
	return "[" + points(b.left) + " " + points(b.bottom) + " " + points(b.right) + " " + points(b.top) + "]"
}

func points(n int) string { return fmt.Sprintf("%d.%02d", n/100, n%100) }

// An update is an incremental update and where in it the gap of the ByteRange is: a
// < , so many hex digits, a >.
type update struct {
	bytes    []byte
	xref     int // offset in the file
	gap, hex int
}

// place turns a field into a mark that goes on this document.
func (d *document) place(f Field) (mark, error) {
	m, err := d.mark(f)
	if err != nil {
		return mark{}, err
	}
	return m, d.accept(m)
}

// mark turns a field into a mark, whatever else is on the document.
func (d *document) mark(f Field) (mark, error) {
	if f.Page < 1 || f.Page > len(d.pages) {
		return mark{}, fmt.Errorf("there is no page %d: the document has %d", f.Page, len(d.pages))
	}
	p := d.pages[f.Page-1]
	for _, v := range []float64{f.X, f.Y, f.W, f.H} {
		if !(v >= 0 && v < 5000) {
			return mark{}, fmt.Errorf("%v mm is no place on a page", v)
		}
	}
	at := func(mm float64) int { return int(math.Round(mm * 7200 / 25.4)) }
	m := mark{name: f.Name, page: p.object, at: f.At.UTC().Truncate(time.Second)}
	m.reason, m.location = strings.ToValidUTF8(f.Reason, "?"), strings.ToValidUTF8(f.Location, "?")
	m.rect = box{at(f.X), p.media.top - at(f.Y) - at(f.H), at(f.X) + at(f.W), p.media.top - at(f.Y)}
	if len(f.Lines) == 0 || len(f.Lines) > mostLines {
		return mark{}, fmt.Errorf("the block has %d lines: 1 to %d go in", len(f.Lines), mostLines)
	}
	for _, line := range f.Lines {
		if utf8.RuneCountInString(line) > longestText {
			return mark{}, fmt.Errorf("a text of the signature is longer than %d characters", longestText)
		}
	}
	if m.rect.left >= m.rect.right || m.rect.bottom >= m.rect.top {
		return mark{}, errors.New("the block has no width or no height")
	}
	m, ok := m.fit(f.Lines)
	if !ok {
		return mark{}, errors.New("the block is too small for its lines: make it larger")
	}
	return m, nil
}

// accept returns why a mark does not go on this document; nil where it does. It is the same check for signing
// and for verifying.
func (d *document) accept(m mark) error {
	if err := m.check(); err != nil {
		return err
	}
	if len(d.marks) >= mostSignatures {
		return fmt.Errorf("a document takes at most %d signatures", mostSignatures)
	}
	for _, other := range d.marks {
		if other.name == m.name {
			return fmt.Errorf("the document has a signature %s already: take another name", m.name)
		}
		if other.page == m.page && m.rect.overlaps(other.rect) {
			return fmt.Errorf("the block lies over that of signature %s: move it", other.name)
		}
	}
	for _, p := range d.pages {
		if p.object == m.page {
			if !m.rect.inside(p.media) {
				return errors.New("the block is not on the page: move it or make it smaller")
			}
			return nil
		}
	}
	return errors.New("the page is not one of the document's")
}

func (m mark) check() error {
	if m.name == "" || len(m.name) > longestName || strings.Trim(m.name, nameCharacters) != "" {
		return fmt.Errorf("the field name %q is not 1 to %d letters, digits, - and _", m.name, longestName)
	}
	if m.rect.left >= m.rect.right || m.rect.bottom >= m.rect.top {
		return errors.New("the block has no width or no height")
	}
	if len(m.lines) == 0 || len(m.lines) > mostWrapped {
		return fmt.Errorf("the block has %d lines: 1 to %d go in", len(m.lines), mostWrapped)
	}
	for _, text := range append(m.lines[:len(m.lines):len(m.lines)], m.reason, m.location) {
		if utf8.RuneCountInString(text) > longestText {
			return fmt.Errorf("a text of the signature is longer than %d characters", longestText)
		}
	}
	if m.at.Year() < 2000 || m.at.Year() > 9999 {
		return fmt.Errorf("the time of signing is %s: set the clock", m.at.Format(time.RFC3339))
	}
	return m.readable()
}

const nameCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

func (b box) inside(o box) bool {
	return b.left >= o.left && b.bottom >= o.bottom && b.right <= o.right && b.top <= o.top
}

func (b box) overlaps(o box) bool {
	return b.left < o.right && o.left < b.right && b.bottom < o.top && o.bottom < b.top
}

// first returns the number of the first new object of signature i.
func (d *document) first(i int) int {
	n := len(d.xref) / entrySize
	for range d.marks[:i] {
		n += markObjects
	}
	return n
}

// update writes the incremental update of a mark with a gap of so many hex digits,
// all zeros. It is a function of its arguments and the document: Verify calls it
// too.
func (d *document) update(m mark, digits int) (update, error) {
	w := writer{start: d.end}
	first := d.first(len(d.marks))
	look, err := appearance(m, first+newObjects)
	if err != nil {
		return update{}, err
	}
	gap, ranges := w.signature(first+signatureObject, m, digits)
	w.object(first+widgetObject, fmt.Sprintf("<</Type /Annot /Subtype /Widget /FT /Sig /T %s /F 132\n/Rect %s /P %d 0 R /V %d 0 R /AP <</N %d 0 R>>>>",
		literalString(m.name), m.rect, m.page, first+signatureObject, first+appearanceObject))
	for i, object := range look {
		w.object(first+appearanceObject+i, object)
	}
	marks := append(d.marks[:len(d.marks):len(d.marks)], m)
	w.object(d.root, d.catalogWith(marks))
	body, err := d.pageWith(m.page, marks)
	if err != nil {
		return update{}, err
	}
	w.object(m.page, body)
	u := update{xref: d.end + w.out.Len(), gap: gap, hex: digits}
	w.tail(d, first+markObjects, u.xref)
	u.bytes = w.out.Bytes()
	after := gap + digits + 2
	text := fmt.Sprintf("[0 %d %d %d]", d.end+gap, d.end+after, len(u.bytes)-after)
	if len(text) > rangeWidth {
		return update{}, fmt.Errorf("the document is larger than %d bytes", largest)
	}
	copy(u.bytes[ranges:], text)
	return u, nil
}

// add appends the revision that an update makes.
func (d *document) add(m mark, u update) {
	d.marks = append(d.marks, m)
	d.end, d.previous = d.end+len(u.bytes), u.xref
}

// catalogWith returns the catalog with the form of these signatures. Flag 3 means that there are signatures and
// that the file may only be appended to (ISO 32000-1, 12.7.2).
func (d *document) catalogWith(marks []mark) string {
	var fields strings.Builder
	for i := range marks {
		fmt.Fprintf(&fields, " %d 0 R", d.first(i)+widgetObject)
	}
	return fmt.Sprintf("%s/Version /1.7\n/AcroForm <</Fields [%s] /SigFlags 3>>\n>>",
		bytes.TrimSuffix(d.catalog.raw, []byte(">>")), fields.String()[1:])
}

// pageWith returns a page with the widgets of these signatures after its own annotations.
func (d *document) pageWith(object int, marks []mark) (string, error) {
	var widgets strings.Builder
	for i, m := range marks {
		if m.page == object {
			fmt.Fprintf(&widgets, " %d 0 R", d.first(i)+widgetObject)
		}
	}
	for _, p := range d.pages {
		if p.object != object {
			continue
		}
		raw := string(p.dictionary.raw)
		at, ok := p.dictionary.values["Annots"]
		if !ok {
			return raw[:len(raw)-2] + "\n/Annots [" + widgets.String()[1:] + "]\n>>", nil
		}
		if raw[at.from] != '[' {
			return "", fmt.Errorf("the page keeps its annotations elsewhere: %w", errSyntax)
		}
		return raw[:at.to-1] + widgets.String() + raw[at.to-1:], nil
	}
	return "", errors.New("the page is not one of the document's")
}
