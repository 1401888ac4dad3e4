package screens

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/games"
	"sabot/pit/record"
)

// A manager changes what the house is, by keys: what will not do is said with its line, and
// nothing of the rest is taken.
func TestHousePage(t *testing.T) {
	s := arrive(t, Options{Demo: true, Language: "en"})
	s.Keys("0" + screentest.Codes[record.Manager] + "\n")
	s.Rest()
	logo := filepath.Join(t.TempDir(), "logo.png")
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, 40, 20))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(logo, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	state := &s.Shell.House.State
	seq := state.Seq
	s.Keys("mj")
	f := formOf(s)
	f.inReadingOrder("the house", 12)
	f.types("Casinò Lugano", "Via Stauffacher 1; 6900 Lugano", "B 12", "/no/such.png", "Europe/Zurich", "05:00", "", "", "", " ", " ", "5 10 25 100 500 1000⏎")
	s.Says("Logo (PNG or SVG file; - for none): The logo is a PNG")
	f.types(logo, "Europe/Lugano⏎")
	s.Says("There is no such time zone")
	f.types("Europe/Zurich", "25:00⏎")
	s.Says("The gaming day begins at: The gaming day begins between")
	f.types("05:00", "", "", "", "", "", "5 5⏎")
	s.Says("Chips in CHF, the smallest first: Chip values must rise")
	f.types("25 100 500 1000⏎")
	s.Says("Table LB1 has limits or a float")
	if state.Seq != seq {
		t.Errorf("what was refused left %d entries", state.Seq-seq)
	}
	f.types("5 10 25 100 500 1000 5000⏎")
	p := state.Particulars()
	if p.Name != "Casinò Lugano" || p.Address != "Via Stauffacher 1\n6900 Lugano" || p.Licence != "B 12" || len(p.Logo) == 0 || p.Begins != 300 || p.By != "31" {
		t.Errorf("the house is %+v\n%s", p, s.Words())
	}
	if !state.Boxes().LateAlone() {
		t.Error("a change after a seen card takes the inspector still")
	}
	if !state.Boxes().ReadsAsk() {
		t.Error("sabotctl reads without a PIN")
	}
	if !slices.Contains(state.Chips, games.Amount(500000)) || state.Name != "Casinò Lugano" {
		t.Errorf("chips %v", state.Chips)
	}
}

// A house takes euros beside its francs: chips and their colours are chosen by keys, a
// new table is asked which of the two it plays in, and each writes its own.
func TestHouseOfTwoCurrencies(t *testing.T) {
	s := arrive(t, Options{Demo: true, Language: "en"})
	s.Keys("0" + screentest.Codes[record.Manager] + "\n")
	s.Rest()
	state := &s.Shell.House.State
	s.Keys("mj")
	f := formOf(s)
	f.types("", "", "", "", "", "", "", "", "", "", "", "", "w", "r", "", "", "", "", "10 20 100", "g", "↓↓", "bb⏎")
	if want := []string{"#f2efe6", "#b3262e", "", "", "", ""}; !slices.Equal(state.Colours, want) {
		t.Errorf("the colours of the francs are %v\n%s", state.Colours, s.Words())
	}
	euros := state.ChipsIn("EUR")
	if !slices.Equal(euros.Values, []games.Amount{1000, 2000, 10000}) || !slices.Equal(euros.Colours, []string{"#2c7a48", "#e8c531", "#7a5235"}) || !slices.Equal(state.Currencies(), []string{"CHF", "EUR"}) {
		t.Errorf("euros %+v, %v", euros, state.Currencies())
	}

	s.Keys("mfna")
	f.types("LE1", "e", "", "10", "500", "20", "", "", "5⏎")
	s.Says("PAIR: the minimum must be a multiple of 10")
	f.types("10⏎")
	set, _ := state.TableNamed("LE1")
	if set.Currency != "EUR" || set.Settings != nil && len(set.Settings.Float) > 0 || !strings.Contains(string(set.Rules), `"unit":1000`) {
		t.Fatalf("%+v %s\n%s", set, set.Rules, s.Words())
	}
	s.Says("Lugano Baccarat · EUR")
	s.Keys("\x1b")
	s.Press(fyne.KeyEscape, fyne.KeyEscape)
	s.Shell.Show(s.station.pickPage())
	s.Keys("d")
	s.Says("EUR   59 10–500")
	s.Keys("\n")
	s.Says("Total EUR 0.00")
	s.Keys("500\n200\n10\n114711\n215821\n\n")
	if s.Table().Currency != "EUR" || s.Table().Desk().Worth().Amount != 71000 {
		t.Errorf("the table is in %q with %d\n%s", s.Table().Currency, s.Table().Desk().Worth().Amount, s.Words())
	}
	s.Press(fyne.KeyF10)
	s.Keys("hj" + screentest.Codes[record.Manager] + "\n")
	s.Rest()
	s.Keys("mj")
	f.types("", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "", "100⏎")
	s.Says("Table LE1 ")
}

// An SVG is kept as the picture that it makes; one with letters in it would lose them, and
// is refused.
func TestLogoIsAnSVG(t *testing.T) {
	s := arrive(t, Options{Demo: true, Language: "en"})
	s.Keys("0" + screentest.Codes[record.Manager] + "\n")
	s.Rest()
	dir := t.TempDir()
	file := func(name, inside string) string {
		path := filepath.Join(dir, name)
		content := `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 10">` + inside + `</svg>`
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	s.Keys("mj")
	f := formOf(s)
	for _, bad := range []string{file("text.svg", `<path d="M0 0 L30 0 L30 10 Z"/><text x="1" y="9">Casino</text>`), file("empty.svg", ``), file("broken.svg", `<path d="M0 0 L`)} {
		f.types("", "", "", bad+"⏎")
		s.Says("or an SVG with its letters as paths")
		for range 3 {
			f.canvas.FocusPrevious()
		}
	}
	f.types("", "", "", file("logo.svg", `<path fill="#cc0000" d="M0 0 L30 0 L30 10 L0 10 Z"/>`)+"⏎")
	logo, err := png.Decode(bytes.NewReader(s.Shell.House.State.Particulars().Logo))
	if err != nil {
		t.Fatal(err)
	}
	if size := logo.Bounds().Size(); size != image.Pt(900, 300) {
		t.Errorf("the logo is %v", size)
	}
	if r, g, _, a := logo.At(450, 150).RGBA(); r>>8 != 0xcc || g != 0 || a != 0xffff {
		t.Errorf("its colour is %x %x %x", r, g, a)
	}
}
