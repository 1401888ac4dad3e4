package paper

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// archive makes of a PDF as finish leaves it one that archives keep, PDF/A-3b (ISO 19005-3). It adds a binary line
// (6.1.2), an identity (6.1.3) and what its colours mean (6.2.3). It names fonts as parts of theirs (ISO 32000-1,
// 9.6.4). The attachment gets a known type and belongs to the document (6.8). What gofpdf writes holds in all else;
// its metadata say so (6.6.4).
func archive(pdf []byte, at time.Time) ([]byte, error) {
	objects, err := objectsOf(pdf)
	if err != nil {
		return nil, err
	}
	trailer := pdf[bytes.LastIndex(pdf, []byte("trailer\n")):]
	attached, catalog := 0, 0
	for i, o := range objects {
		switch _, body, _ := bytes.Cut(o, []byte("\n")); {
		case bytes.HasPrefix(body, []byte("<</Type /Font")):
			objects[i] = []byte(subsetNames.Replace(string(o)))
		case bytes.HasPrefix(body, []byte("<< /Type /EmbeddedFile ")):
			objects[i] = bytes.Replace(o, []byte(" /Params << "), []byte(" /Subtype /application#2Fjson /Params << /ModDate ("+pdfTime(at)+") "), 1)
		case bytes.HasPrefix(body, []byte("<< /Type /Filespec ")):
			attached = i
		case bytes.HasPrefix(body, []byte("<<\n/Type /Catalog\n")):
			catalog = i
		}
	}
	if catalog == 0 {
		return nil, errors.New("it has no catalog")
	}
	more := fmt.Sprintf("/OutputIntents [%d 0 R]\n", len(objects))
	if attached != 0 {
		more += fmt.Sprintf("/AF [%d 0 R]\n", attached)
	}
	objects[catalog] = bytes.Replace(objects[catalog], []byte("/Type /Catalog\n"), []byte("/Type /Catalog\n"+more), 1)
	colours := sRGB()
	objects = append(objects,
		fmt.Appendf(nil, "%d 0 obj\n<</Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) /Info (sRGB) /DestOutputProfile %d 0 R>>\nendobj\n", len(objects), len(objects)+1),
		fmt.Appendf(nil, "%d 0 obj\n<</N 3 /Length %d>>\nstream\n%s\nendstream\nendobj\n", len(objects)+1, len(colours), colours))
	return written(objects, trailer)
}

// subsetNames are the fonts' own: what gofpdf calls them is no name of a font, nor says that
// only some of the letters are there.
var subsetNames = strings.NewReplacer("/utf8"+fontName+"B\n", "/SABOTC+DejaVuSans-Bold\n", "/utf8"+fontName+"\n", "/SABOTC+DejaVuSans\n",
	"/utf8"+fontName+"B ", "/SABOTC+DejaVuSans-Bold ", "/utf8"+fontName+" ", "/SABOTC+DejaVuSans ")

// objectsOf returns the objects of a PDF by gofpdf, by their numbers from 1.
func objectsOf(pdf []byte) ([][]byte, error) {
	tail := startxref.FindSubmatch(pdf)
	if tail == nil {
		return nil, errors.New("it has no end")
	}
	table, err := strconv.Atoi(string(tail[1]))
	if err != nil || table > len(pdf) {
		return nil, errors.New("it does not say where its objects are")
	}
	var at []int
	for line := range bytes.Lines(pdf[table:]) {
		if len(line) != 20 || line[17] != 'n' {
			continue
		}
		n, err := strconv.Atoi(string(line[:10]))
		if err != nil || n > table {
			return nil, errors.New("it does not say where its objects are")
		}
		at = append(at, n)
	}
	objects := [][]byte{nil}
	ends := append(slices.Clone(at), table)
	slices.Sort(ends)
	for _, from := range at {
		i, _ := slices.BinarySearch(ends, from)
		objects = append(objects, pdf[from:ends[i+1]])
	}
	return objects, nil
}

// written returns a PDF of objects, with a trailer that names catalog and information.
func written(objects [][]byte, trailer []byte) ([]byte, error) {
	var out, table bytes.Buffer
	out.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	fmt.Fprintf(&table, "xref\n0 %d\n0000000000 65535 f \n", len(objects))
	for _, o := range objects[1:] {
		fmt.Fprintf(&table, "%010d 00000 n \n", out.Len())
		out.Write(o)
	}
	sum := sha256.Sum256(out.Bytes())
	named := fmt.Appendf(nil, "/Size %d\n/ID [<%x> <%x>]\n", len(objects), sum[:16], sum[:16])
	_, rest, ok := bytes.Cut(trailer, []byte("/Root "))
	rest, _, ends := bytes.Cut(rest, []byte(">>"))
	if !ok || !ends {
		return nil, errors.New("it has no trailer")
	}
	start := out.Len()
	out.Write(table.Bytes())
	fmt.Fprintf(&out, "trailer\n<<\n%s/Root %s>>\nstartxref\n%d\n%%%%EOF\n", named, rest, start)
	return out.Bytes(), nil
}

// sRGB returns the colour profile of screens (IEC 61966-2-1), as ICC.1:2010 writes it: the primaries seen under
// D50, and the curve by its formula.
func sRGB() []byte {
	four := binary.BigEndian.AppendUint32
	numbers := func(kind string, list ...uint32) []byte { // of 1/65536
		b := append([]byte(kind), 0, 0, 0, 0)
		for _, n := range list {
			b = four(b, n)
		}
		return b
	}
	said := func(text string) []byte {
		b := append([]byte("mluc"), 0, 0, 0, 0)
		b = four(four(b, 1), 12)
		b = append(b, "enUS"...)
		b = four(four(b, uint32(2*len(text))), 28)
		for _, c := range text {
			b = append(b, 0, byte(c))
		}
		return b
	}
	curve := numbers("para", 3<<16, 0x26666, 0xf2a7, 0xd59, 0x13d0, 0xa5b)
	tags := []fourTag{
		{"desc", said("sRGB")},
		{"cprt", said("CC0")},
		{"wtpt", numbers("XYZ ", 0xf6d6, 0x10000, 0xd32d)},
		{"chad", numbers("sf32", 0x10c42, 0x5de, 0xfffff325, 0x793, 0xfd90, 0xfffffba1, 0xfffffda2, 0x3dc, 0xc06e)},
		{"rXYZ", numbers("XYZ ", 0x6fa2, 0x38f5, 0x390)},
		{"gXYZ", numbers("XYZ ", 0x6299, 0xb785, 0x18da)},
		{"bXYZ", numbers("XYZ ", 0x24a0, 0xf84, 0xb6cf)},
		{"rTRC", curve},
		{"gTRC", curve},
		{"bTRC", curve},
	}
	at := 128 + 4 + 12*len(tags)
	index, data := four(nil, uint32(len(tags))), []byte(nil)
	for _, t := range tags {
		index = four(four(append(index, t.name...), uint32(at+len(data))), uint32(len(t.data)))
		data = append(data, t.data...)
		for len(data)%4 != 0 {
			data = append(data, 0)
		}
	}
	head := four(nil, uint32(at+len(data)))
	head = append(head, 0, 0, 0, 0, 4, 0x20, 0, 0) // version 4.2
	head = append(head, "mntrRGB XYZ "...)
	head = append(head, 0x07, 0xea, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0) // the first of January 2026
	head = append(head, "acsp"...)
	head = append(head, make([]byte, 28)...)
	head = four(four(four(head, 0xf6d6), 0x10000), 0xd32d) // D50
	return slices.Concat(head, make([]byte, 128-len(head)), index, data)
}

type fourTag struct {
	name string
	data []byte
}
