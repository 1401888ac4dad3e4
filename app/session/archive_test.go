package session_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sabot/reports"
)

// Every report is a PDF/A-3b, signed too: what ISO 19005-3 demands of such a file, clause by
// clause, in words of this test alone.
func TestEveryReportIsForArchives(t *testing.T) {
	for kind, pdf := range short(t).signed() {
		for _, wrong := range notForArchives(pdf) {
			t.Errorf("%s: %s", kind, wrong)
		}
	}
}

// The test sees what it is there for.
func TestArchiveTestSees(t *testing.T) {
	good := short(t).signedAs(reports.ShiftReport)
	for name, swap := range map[string][2]string{
		"6.1.2": {"\n%\xe2", "\n% "}, "6.1.3": {"/ID [", "/IX ["}, "6.2.3": {"/GTS_PDFA1", "/GTS_PDFX1"}, "6.2.11.4": {"/FontFile2 ", "/FontFile7 "},
		"6.2.11.5": {"/W [ 32 [ 318", "/W [ 32 [ 328"}, "6.3.2": {"/F 132", "/F 134"}, "6.5.1": {"/Type /Catalog\n", "/Type /Catalog/AA 3"}, "6.6.4": {"<pdfaid:part>3<", "<pdfaid:part>1<"},
		"6.8": {"/AFRelationship ", "/AFrelationship "}, "profile": {"mntrRGB ", "mntrCMYK"},
	} {
		bad := bytes.ReplaceAll(good, []byte(swap[0]), []byte(swap[1]))
		if bytes.Equal(bad, good) || len(notForArchives(bad)) == 0 {
			t.Errorf("%s: %q for %q is not seen", name, swap[1], swap[0])
		}
	}
}

var (
	pdfObject  = regexp.MustCompile(`(?ms)^(\d+) 0 obj\n(.*?)\nendobj$`)
	pdfTrailer = regexp.MustCompile(`(?s)\ntrailer\n(.*?)\nstartxref`)
	identity   = regexp.MustCompile(`/ID \[<([0-9a-f]{32})> <[0-9a-f]{32}>\]`)
	references = regexp.MustCompile(`(\d+) 0 R`)
)

// archived is a PDF as it stands after its last revision.
type archived struct {
	objects map[int]string
	wrong   []string
}

func (a *archived) fault(format string, args ...any) {
	a.wrong = append(a.wrong, fmt.Sprintf(format, args...))
}

// entry is what a dictionary says under a name; "" where it says nothing.
func entry(dictionary, name string) string {
	_, rest, ok := strings.Cut(dictionary, "/"+name+" ")
	if !ok {
		return ""
	}
	depth := 0
	for i, c := range rest {
		switch c {
		case '[', '<', '(':
			depth++
		case ']', '>', ')':
			depth--
		}
		if depth < 0 || depth == 0 && i > 0 && (c == '/' || c == '\n') {
			return strings.TrimSpace(rest[:i])
		}
	}
	return strings.TrimSpace(rest)
}

// of is the object that a dictionary names, and the stream in it.
func (a *archived) of(dictionary, name string) (string, []byte) {
	number := references.FindStringSubmatch(entry(dictionary, name))
	if number == nil {
		a.fault("nothing stands under %s", name)
		return "", nil
	}
	n, _ := strconv.Atoi(number[1])
	return a.object(n)
}

func (a *archived) object(n int) (string, []byte) {
	head, rest, _ := strings.Cut(a.objects[n], "stream\n")
	stream := []byte(strings.TrimSuffix(rest, "\nendstream"))
	if strings.Contains(head, "/FlateDecode") {
		z, err := zlib.NewReader(bytes.NewReader(stream))
		if err == nil {
			stream, err = io.ReadAll(z)
		}
		if err != nil {
			a.fault("the stream of object %d: %v", n, err)
		}
	}
	return head, stream
}

// notForArchives is what keeps a PDF from being a PDF/A-3b.
func notForArchives(pdf []byte) []string {
	a := &archived{objects: map[int]string{}}
	for _, found := range pdfObject.FindAllSubmatch(pdf, -1) {
		n, _ := strconv.Atoi(string(found[1]))
		a.objects[n] = string(found[2])
	}
	lines := bytes.SplitN(pdf, []byte("\n"), 3)
	if string(lines[0]) != "%PDF-1.7" || len(lines[1]) < 5 || lines[1][0] != '%' || slices.Min(lines[1][1:5]) < 128 {
		a.fault("6.1.2: it begins with %q", lines[:2])
	}
	var ids []string
	for _, trailer := range pdfTrailer.FindAllSubmatch(pdf, -1) {
		if id := identity.FindSubmatch(trailer[1]); id != nil {
			ids = append(ids, string(id[1]))
		}
		if bytes.Contains(trailer[1], []byte("/Encrypt")) {
			a.fault("6.1.3: it is encrypted")
		}
	}
	if len(ids) != bytes.Count(pdf, []byte("%%EOF\n")) || len(slices.Compact(ids)) != 1 {
		a.fault("6.1.3: its revisions are named %q", ids)
	}
	catalog := ""
	for _, n := range slices.Sorted(maps.Keys(a.objects)) {
		head, stream := a.object(n)
		for _, never := range []string{"/LZWDecode", "/Interpolate true", "/AA ", "/AA\n", "/AA3", "/OpenAction <<", "/JavaScript", "/Launch", "/TR ", "/PS ", "/OPI", "/DeviceCMYK", "/NeedAppearances true", "/XFA"} {
			if strings.Contains(head, never) {
				a.fault("6.1.7, 6.2, 6.5: object %d has %s", n, never)
			}
		}
		switch {
		case strings.Contains(head, "/Type /Catalog"):
			catalog = head
		case strings.Contains(head, "/Subtype /Widget"):
			flags, _ := strconv.Atoi(entry(head, "F"))
			if flags&4 == 0 || flags&(1|2|32|256) != 0 || strings.Contains(head, "/A ") || !strings.HasPrefix(entry(head, "AP"), "<</N ") {
				a.fault("6.3.2, 6.3.3: object %d is %s", n, head)
			}
		case strings.Contains(head, "/Subtype /Type0"):
			a.font(n, head)
		case strings.Contains(head, "/Subtype /Form"), !strings.Contains(head, "/Type") && bytes.Contains(stream, []byte(" Tf ")):
			a.colours(n, stream)
		case strings.Contains(head, "/Subtype /Type1"), strings.Contains(head, "/Subtype /TrueType"):
			a.fault("6.2.11.4: object %d is a font that is not embedded", n)
		}
	}
	a.catalog(catalog)
	return a.wrong
}

// catalog judges what the document says of itself.
func (a *archived) catalog(catalog string) {
	head, about := a.of(catalog, "Metadata")
	if strings.Contains(head, "/Filter") {
		a.fault("6.6.2.1: its metadata are packed")
	}
	said := map[string]string{}
	for d := xml.NewDecoder(bytes.NewReader(about)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			a.fault("6.6.2.1: its metadata: %v", err)
			break
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Space == "http://www.aiim.org/pdfa/ns/id/" {
			if token, err = d.Token(); err == nil {
				said[e.Name.Local], _ = string(token.(xml.CharData)), true
			}
		}
	}
	if said["part"] != "3" || said["conformance"] != "B" {
		a.fault("6.6.4: it says to be %v", said)
	}
	intent, _ := a.of(catalog, "OutputIntents")
	if entry(intent, "S") != "/GTS_PDFA1" || entry(intent, "OutputConditionIdentifier") == "" {
		a.fault("6.2.3: its intent is %s", intent)
	}
	head, profile := a.of(intent, "DestOutputProfile")
	if entry(head, "N") != "3" || len(profile) < 132 || int(binary.BigEndian.Uint32(profile)) != len(profile) || profile[8] > 4 || string(profile[12:24]) != "mntrRGB XYZ " || string(profile[36:40]) != "acsp" {
		a.fault("6.2.3: its colours have no profile")
	} else {
		a.profile(profile)
	}
	file, _ := a.of(catalog, "AF")
	if !strings.Contains(catalog, "/EmbeddedFiles") || entry(file, "AFRelationship") != "/Data" || entry(file, "F") != "(evidence.json)" || entry(file, "UF") == "" {
		a.fault("6.8: its attachment is %s", file)
	}
	_, held, _ := strings.Cut(entry(file, "EF"), "/F ")
	head, _ = a.of("/F "+held, "F")
	if entry(head, "Subtype") != "/application#2Fjson" || !strings.Contains(entry(head, "Params"), "/ModDate (D:") {
		a.fault("6.8: what is attached is %s", head)
	}
}

// profile demands what ICC.1 does of a display's: that each part lies in it, and that white
// is the sum of its primaries.
func (a *archived) profile(profile []byte) {
	u32 := func(at int) int { return int(int32(binary.BigEndian.Uint32(profile[at:]))) }
	tags := map[string]int{}
	for i := range u32(128) {
		row := 132 + 12*i
		at, n := u32(row+4), u32(row+8)
		if at%4 != 0 || at+n > len(profile) {
			a.fault("ICC.1, 7.3: %s does not lie in the profile", profile[row:row+4])
			return
		}
		tags[string(profile[row:row+4])] = at
	}
	for _, tag := range []string{"desc", "cprt", "wtpt", "chad", "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"} {
		if tags[tag] == 0 {
			a.fault("ICC.1, 8.4: there is no %s", tag)
			return
		}
	}
	for axis := 8; axis <= 16; axis += 4 {
		sum := u32(tags["rXYZ"]+axis) + u32(tags["gXYZ"]+axis) + u32(tags["bXYZ"]+axis)
		if white := u32(tags["wtpt"] + axis); sum-white > 16 || white-sum > 16 {
			a.fault("the primaries come to %x and white is %x", sum, white)
		}
	}
}

var (
	packed  = regexp.MustCompile(`(?s)\(((?:\\.|[^\\()])*)\)\s*Tj`)
	painted = regexp.MustCompile(`[\d.]+ (k|K|cs|CS|scn|SCN)\b`)
	escaped = regexp.MustCompile(`(?s)\\(.)`)
)

// colours demands that what is drawn is grey or RGB.
func (a *archived) colours(n int, stream []byte) {
	if found := painted.Find(packed.ReplaceAll(stream, nil)); found != nil {
		a.fault("6.2.4: object %d is drawn with %s", n, found)
	}
}

// shown are the codes that the pages and blocks draw.
func (a *archived) shown() map[int]bool {
	all := map[int]bool{}
	add := func(s []byte) {
		for i := 0; i+1 < len(s); i += 2 {
			all[int(s[i])<<8|int(s[i+1])] = true
		}
	}
	for n := range a.objects {
		head, stream := a.object(n)
		if strings.Contains(head, "/Type /Page") || strings.Contains(head, "/Length1") || !bytes.Contains(stream, []byte("Tj")) {
			continue
		}
		for _, text := range packed.FindAllSubmatch(stream, -1) {
			add(escaped.ReplaceAllFunc(text[1], func(s []byte) []byte {
				if s[1] == 'r' {
					return []byte("\r")
				}
				return s[1:]
			}))
		}
	}
	return all
}

// font demands that a font is there whole: every letter that is drawn with it, as wide as the
// document says.
func (a *archived) font(n int, head string) {
	descendant, _ := a.of(head, "DescendantFonts")
	descriptor, _ := a.of(descendant, "FontDescriptor")
	name := entry(head, "BaseFont")
	if len(name) < 9 || name[7] != '+' || entry(descendant, "BaseFont") != name || entry(descriptor, "FontName") != name {
		a.fault("ISO 32000-1, 9.6.4: font %d is called %q", n, name)
	}
	if entry(head, "Encoding") != "/Identity-H" || !strings.Contains(descriptor, "/FontFile2 ") {
		a.fault("6.2.11.4: font %d is not embedded", n)
		return
	}
	_, file := a.of(descriptor, "FontFile2")
	tables := map[string][]byte{}
	for i := range int(binary.BigEndian.Uint16(file[4:])) {
		row := file[12+16*i:]
		at, long := binary.BigEndian.Uint32(row[8:]), binary.BigEndian.Uint32(row[12:])
		tables[string(row[:4])] = file[at : at+long]
	}
	u16 := func(table string, at int) int { return int(binary.BigEndian.Uint16(tables[table][at:])) }
	var glyphs []byte
	drawn := map[int]bool{}
	if entry(descendant, "CIDToGIDMap") == "/Identity" {
		for i := 1; i < u16("maxp", 4); i++ {
			drawn[i] = true
		}
	} else {
		_, glyphs = a.of(descendant, "CIDToGIDMap")
		drawn = a.shown()
	}
	widths := widthsOf(entry(descendant, "W"))
	seen := 0
	for code := range drawn {
		glyph, long := code, u16("hhea", 34)
		if glyphs != nil {
			if glyph = 0; 2*code+1 < len(glyphs) {
				glyph = int(binary.BigEndian.Uint16(glyphs[2*code:]))
			}
			if glyph == 0 {
				continue // it is of the other face
			}
		}
		says, known := widths[code]
		if !known && glyphs == nil {
			continue // a part of another letter
		}
		seen++
		wide := float64(u16("hmtx", 4*min(glyph, long-1))) * 1000 / float64(u16("head", 18))
		if diff := wide - float64(says); diff > 1 || diff < -1 {
			a.fault("6.2.11.5: the letter %x of font %d is %.1f wide and said to be %d", code, n, wide, says)
		}
	}
	if seen == 0 {
		a.fault("font %d draws nothing", n)
	}
}

// widthsOf reads /W: first [w w w], or first last w.
func widthsOf(text string) map[int]int {
	widths := map[int]int{}
	fields := strings.Fields(strings.NewReplacer("[", " [ ", "]", " ] ").Replace(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]")))
	number := func(i int) int { n, _ := strconv.Atoi(fields[i]); return n }
	for i := 0; i+2 < len(fields); {
		first := number(i)
		if fields[i+1] != "[" {
			for code := first; code <= number(i+1); code++ {
				widths[code] = number(i + 2)
			}
			i += 3
			continue
		}
		for i += 2; i < len(fields) && fields[i] != "]"; i++ {
			widths[first], first = number(i), first+1
		}
		i++
	}
	return widths
}
