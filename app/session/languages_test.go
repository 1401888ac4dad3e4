package session_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/reports"
	"sabot/reports/paper"
)

// Every report in every language, read back from its pages by a program that is not ours:
// no word of it is lost, no key is without its sentence.
func TestPagesSayEverything(t *testing.T) {
	n := short(t)
	key := regexp.MustCompile(`^[a-z]+_[a-z_]+$`)
	for kind, pdf := range n.signed() {
		e, err := reports.EvidenceOf(pdf)
		n.must(err)
		e.Copy = 2
		for _, lang := range text.Languages() {
			e.Language = lang
			r, err := e.Report(papers.Of(n.house).Words(lang))
			n.must(err)
			doc, err := e.Draw(papers.Of(n.house).Words(lang))
			n.must(err)
			on, words := map[string]int{}, pageWords(t, doc.PDF)
			for _, word := range words {
				on[word]++
			}
			together := strings.Join(words, "")
			for _, said := range everyText(r) {
				for _, word := range strings.Fields(said) {
					if key.MatchString(word) {
						t.Errorf("%s in %s: nothing is said for %q", kind, lang, word)
					}
					if on[word]--; on[word] < 0 && (len(word) < 40 || !strings.Contains(together, word)) { // a key goes over two lines
						t.Errorf("%s in %s: the pages lack %q of %q", kind, lang, word, said)
					}
				}
			}
		}
	}
}

// everyText is every text of a report but its seal.
func everyText(r paper.Report) []string {
	all := append([]string{r.House, r.Title, r.Banner}, r.Signers...)
	for _, p := range r.Head {
		all = append(all, p.Label, p.Value)
	}
	for _, s := range r.Sections {
		all = append(append(all, s.Heading), s.Lines...)
		for _, c := range s.Columns {
			all = append(all, c.Head)
		}
		for _, row := range s.Rows {
			for _, c := range row {
				all = append(all, c.Text)
			}
		}
	}
	return all
}

func pageWords(t *testing.T, pdf []byte) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "report.pdf")
	if err := os.WriteFile(file, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("pdftotext", "-raw", file, "-").Output()
	if err != nil {
		t.Fatalf("pdftotext, which make test installs: %v", err)
	}
	return strings.Fields(string(out))
}

// What stands on a page stays on it, and no two texts lie over one another, in any report
// and language, with the longest names and reasons that people will type.
func TestPagesAreClean(t *testing.T) {
	n := short(t)
	for kind, pdf := range n.signed() {
		e, err := reports.EvidenceOf(pdf)
		n.must(err)
		long := strings.NewReplacer(
			"Anna Rossi", "Maria Antonietta Bernasconi-Zurbriggen", "Dario Bianchi", "Maximilian von und zu Hohenstein-Oberwald",
			"video V-17", "il giocatore sostiene di aver annunciato il raddoppio prima del nulla va più e la sorveglianza conferma",
			"dice 100", strings.Repeat("x", 80),
		)
		e.Figures = []byte(long.Replace(string(e.Figures)))
		for _, lang := range text.Languages() {
			doc, err := e.Draw(papers.Of(n.house).Words(lang))
			n.must(err)
			for i, page := range doc.Pages {
				clean(t, string(kind)+" in "+lang, i+1, page)
			}
		}
	}
}

// widthOf is how wide a mark's text is in the typeface of paper, in millimetres.
func widthOf(t *testing.T, m paper.Mark) float64 {
	t.Helper()
	ttf := dejavusans.TTF
	if m.Bold {
		ttf = dejavusansbold.TTF
	}
	typeface, err := opentype.Parse(ttf)
	if err != nil {
		t.Fatal(err)
	}
	const em = 100
	wide, buffer := fixed.Int26_6(0), &sfnt.Buffer{}
	for _, r := range m.Text {
		glyph, err := typeface.GlyphIndex(buffer, r)
		if err != nil || glyph == 0 {
			t.Errorf("%q of %q is not in the font", r, m.Text)
		}
		advance, err := typeface.GlyphAdvance(buffer, glyph, fixed.I(em), font.HintingNone)
		if err != nil {
			t.Fatal(err)
		}
		wide += advance
	}
	return float64(wide) / 64 / em * m.Size * 25.4 / 72
}

func clean(t *testing.T, what string, number int, page paper.Page) {
	t.Helper()
	const little = 0.01
	for i, m := range page.Marks {
		if m.X < 10 || m.Y < 10 || m.X+m.W > paper.Wide-10 || m.Y+m.H > paper.High-5 {
			t.Errorf("%s, page %d: %q is off the page: %+v", what, number, m.Text, m)
		}
		if m.Text != "" && m.Size < paper.SmallestType {
			t.Errorf("%s, page %d: %q is in letters of %.1f points", what, number, m.Text, m.Size)
		}
		if wide := widthOf(t, m); wide > m.W {
			t.Errorf("%s, page %d: %q is %.1f mm wide in a place of %.1f", what, number, m.Text, wide, m.W)
		}
		for _, o := range page.Marks[:i] {
			if m.Text != "" && o.Text != "" && m.X+little < o.X+o.W && o.X+little < m.X+m.W && m.Y+little < o.Y+o.H && o.Y+little < m.Y+m.H {
				t.Errorf("%s, page %d: %q lies over %q", what, number, m.Text, o.Text)
			}
		}
	}
}
