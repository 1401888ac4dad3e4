package sign

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

const (
	// largest bounds what Verify reads, in bytes.
	largest = 64 << 20
	// largestCMS is what a gap may hold, in bytes; a chain of RSA takes a tenth.
	largestCMS = 64 << 10
	// mostSignatures bounds the work on a document: each hashes all before it.
	mostSignatures = 16
	entrySize      = 20 // of a cross-reference entry: ISO 32000-1, 7.5.4
)

var eof = []byte("%%EOF\n")

// A document is a PDF by gofpdf with its signatures so far. Only the marks are parsed from its updates; everything
// else in them follows from the first revision.
type document struct {
	base          []byte // the first revision
	xref          []byte // its cross-reference entries
	root, info    int
	id            []byte // of the trailer; nil where it has none
	catalog       dictionary
	pages         []page
	marks         []mark
	end, previous int // of the last revision: its end and where its xref is
	taken         int // bytes of the objects read
}

type page struct {
	object     int
	dictionary dictionary
	media      box
}

// parseBase reads the first revision: from the start to the first %%EOF, one
// classic cross-reference section, no revision before it, no encryption, no form.
func parseBase(pdf []byte) (*document, error) {
	if len(pdf) > largest {
		return nil, fmt.Errorf("it has %d bytes and at most %d are read", len(pdf), largest)
	}
	i := bytes.Index(pdf, eof)
	if i < 0 || !bytes.HasPrefix(pdf, []byte("%PDF-1.")) {
		return nil, errors.New("it is not a whole PDF")
	}
	d := &document{base: pdf[:i+len(eof)], end: i + len(eof)}
	trailer, err := d.readTail()
	if err != nil {
		return nil, fmt.Errorf("the end of its first revision: %w", err)
	}
	if err := d.readTrailer(trailer); err != nil {
		return nil, fmt.Errorf("its trailer: %w", err)
	}
	if err := d.readPages(); err != nil {
		return nil, fmt.Errorf("its pages: %w", err)
	}
	return d, nil
}

// readTail goes from %%EOF back to startxref and from there to the xref section,
// which must end just there, and returns the trailer's dictionary.
func (d *document) readTail() (dictionary, error) {
	start := bytes.LastIndex(d.base, []byte("startxref\n"))
	if start < 0 {
		return dictionary{}, errors.New("there is no startxref before %%EOF")
	}
	offset, n, ok := integer(d.base[start+10:])
	if !ok || offset >= start || string(d.base[start+10+n:]) != "\n%%EOF\n" {
		return dictionary{}, errors.New("startxref does not tell where the xref section is")
	}
	d.previous = offset
	section, ok := bytes.CutPrefix(d.base[offset:start], []byte("xref\n0 "))
	size, n, ok2 := integer(section)
	if !ok || !ok2 || n >= len(section) || section[n] != '\n' || size > len(section)/entrySize {
		return dictionary{}, errors.New("startxref does not point at one xref section from 0")
	}
	section = section[n+1:]
	if len(section) < size*entrySize {
		return dictionary{}, errors.New("the xref section is cut short")
	}
	d.xref = section[:size*entrySize]
	rest, ok := bytes.CutPrefix(section[size*entrySize:], []byte("trailer\n"))
	if !ok {
		return dictionary{}, errors.New("no trailer follows the xref section")
	}
	trailer, err := parseDictionary(rest)
	if err != nil {
		return dictionary{}, err
	}
	if string(rest[len(trailer.raw):]) != "\n" {
		return dictionary{}, errors.New("something stands between trailer and startxref")
	}
	return trailer, nil
}

func (d *document) readTrailer(trailer dictionary) error {
	for _, key := range []string{"Prev", "XRefStm", "Encrypt"} {
		if trailer.get(key) != nil {
			return fmt.Errorf("it has /%s: only an unencrypted PDF of one revision can be signed", key)
		}
	}
	if string(trailer.get("Size")) != strconv.Itoa(len(d.xref)/entrySize) {
		return errors.New("/Size is not the number of objects")
	}
	var err error
	if d.root, err = referenceOnly(trailer.get("Root")); err != nil {
		return err
	}
	if d.info, err = referenceOnly(trailer.get("Info")); err != nil {
		return err
	}
	d.id = trailer.get("ID")
	d.catalog, err = d.object(d.root, "Catalog")
	if err == nil && (d.catalog.get("AcroForm") != nil || d.catalog.get("Version") != nil) {
		err = errors.New("the catalog has a form or a version already, and that of a report of Sabot has neither")
	}
	return err
}

// object returns the dictionary of an object of the first revision.
func (d *document) object(number int, kind string) (dictionary, error) {
	if number >= len(d.xref)/entrySize {
		return dictionary{}, fmt.Errorf("there is no object %d", number)
	}
	entry := d.xref[number*entrySize : (number+1)*entrySize]
	offset, n, ok := integer(entry)
	if !ok || n != 10 || string(entry[10:]) != " 00000 n \n" || offset >= d.previous {
		return dictionary{}, fmt.Errorf("the xref entry of object %d is wrong", number)
	}
	body, ok := bytes.CutPrefix(d.base[offset:d.previous], fmt.Appendf(nil, "%d 0 obj\n", number))
	if !ok {
		return dictionary{}, fmt.Errorf("object %d is not where the xref says", number)
	}
	found, err := parseDictionary(body)
	if err != nil {
		return dictionary{}, fmt.Errorf("object %d: %w", number, err)
	}
	if string(found.get("Type")) != "/"+kind || !bytes.HasPrefix(body[len(found.raw):], []byte("\nendobj\n")) {
		return dictionary{}, fmt.Errorf("object %d is no /%s alone", number, kind)
	}
	// Objects one inside the other would take the square of the file to read.
	if d.taken += len(found.raw); d.taken > len(d.base) {
		return dictionary{}, fmt.Errorf("object %d lies over others", number)
	}
	return found, nil
}

// readPages reads a page tree of one level, as gofpdf makes it.
func (d *document) readPages() error {
	number, err := referenceOnly(d.catalog.get("Pages"))
	if err != nil {
		return err
	}
	tree, err := d.object(number, "Pages")
	if err != nil {
		return err
	}
	seen := map[int]bool{}
	kids, ok := bytes.CutPrefix(tree.get("Kids"), []byte("["))
	for ok {
		var p page
		var n int
		if p.object, n, ok = reference(kids); ok {
			if seen[p.object] {
				return fmt.Errorf("page object %d is there twice", p.object)
			}
			seen[p.object] = true
			if err := d.readPage(p, tree); err != nil {
				return err
			}
			kids = bytes.TrimLeft(kids[n:], " ")
		}
	}
	if string(kids) != "]" || len(d.pages) == 0 {
		return fmt.Errorf("/Kids is not a list of pages: %w", errSyntax)
	}
	return nil
}

func (d *document) readPage(p page, tree dictionary) error {
	var err error
	if p.dictionary, err = d.object(p.object, "Page"); err != nil {
		return err
	}
	media := p.dictionary.get("MediaBox")
	if media == nil {
		media = tree.get("MediaBox")
	}
	if p.media, err = boxOf(media); err != nil {
		return fmt.Errorf("page object %d: %w", p.object, err)
	}
	d.pages = append(d.pages, p)
	return nil
}
