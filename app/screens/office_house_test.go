package screens

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

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
	f.inReadingOrder("the house", 9)
	f.types("Casinò Lugano", "Via Stauffacher 1; 6900 Lugano", "B 12", "/no/such.png", "Europe/Zurich", "05:00", "", "5 10 25 100 500 1000⏎")
	s.Says("Logo (PNG file; - for none): The logo is a PNG")
	f.types(logo, "Europe/Lugano⏎")
	s.Says("Time zone: There is no such time zone")
	f.types("Europe/Zurich", "25:00⏎")
	s.Says("The gaming day begins at: The gaming day begins between")
	f.types("05:00", "", "5 5⏎")
	s.Says("Chips are rising values")
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
	if !slices.Contains(state.Chips, games.Amount(500000)) || state.Name != "Casinò Lugano" {
		t.Errorf("chips %v", state.Chips)
	}
}
