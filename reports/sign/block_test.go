package sign

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A name of anybody in Europe reads as it is written, in fonts that lie in the file, and in
// letters of 7 points or more however long it is.
func TestNamesInTheBlock(t *testing.T) {
	h := newHouse(t)
	names := []string{"Łukasz Żółć", "Đorđe Šćepanović", "Ștefan Țîrțău", "Zoë Ågård-Ñuñez", "İbrahim Yıldırım", "Ελένη Παπαδοπούλου", "Дмитрий Щукин"}
	for _, name := range append(names, strings.TrimSpace(strings.Repeat("Maximiliane-Karoline ", 3)), strings.Repeat("x", 64)) {
		h.dario = h.staff(t, ecKey(t), "21", name)
		field := left()
		field.W, field.H = 85, 25
		field.Lines = []string{name, "Supervisor · 21", "21.11.2026 04:30:15 CET", "Casinò di Prova"}
		pdf, err := Sign(paper(t), h.dario, field)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		said := run(t, "pdftotext", "-layout", file(t, "signed.pdf", pdf), "-")
		if got := strings.Join(strings.Fields(said), ""); !strings.Contains(got, strings.Join(strings.Fields(name), "")) {
			t.Errorf("%q reads\n%s", name, said)
		}
		for _, size := range regexp.MustCompile(`/[BR] ([0-9]+\.[0-9]+) Tf`).FindAllSubmatch(pdf[len(paper(t)):], -1) {
			if points, err := strconv.ParseFloat(string(size[1]), 64); err != nil || points < 7 {
				t.Errorf("%s stands in %s points", name, size[1])
			}
		}
		fonts := run(t, "pdffonts", file(t, "signed.pdf", pdf))
		if n := strings.Count(fonts, "DejaVuSans"); n != 2 || strings.Count(fonts, "yes yes yes") != 2 {
			t.Errorf("the fonts are\n%s", fonts)
		}
		if more := len(pdf) - len(paper(t)); more > 80_000 {
			t.Errorf("a signature takes %d bytes", more)
		}
		if _, err := Verify(pdf, h.roots); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What is in a block follows from what it says: other lines under the same signature, a
// smaller type, another font do not hold.
func TestBlockIsWrittenAgain(t *testing.T) {
	h := newHouse(t)
	one, _ := signed(t, h)
	for what, edit := range map[string][2]string{
		"another text": {saysBegin + "0041", saysBegin + "0042"}, "another glyph": {"<0001", "<0002"}, "smaller": {"/B 10.00 Tf", "/B 07.00 Tf"},
		"another width": {"/DW 600", "/DW 601"}, "another font": {"/FontFile2 ", "/FontFile3 "},
	} {
		at := bytes.LastIndex(one, []byte(edit[0]))
		if at < 0 {
			t.Fatalf("%s: there is no %q", what, edit[0])
		}
		forged := bytes.Clone(one)
		copy(forged[at:], edit[1])
		if _, err := Verify(forged, h.roots); err == nil {
			t.Errorf("%s: it holds", what)
		}
	}
}
