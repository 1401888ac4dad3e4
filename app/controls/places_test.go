package controls

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sabot/app/theme"
)

// bounds is where a key of a drawing lies.
func bounds(t *testing.T, b *Board, key string) Bounds {
	t.Helper()
	at, there := b.Bounds(key)
	if !there {
		t.Fatalf("there is no %q: %v", key, b.Names())
	}
	return at
}

// On every pad of digits the key that takes one back lies right of the zero, and what closes a page lies at its upper
// right: hands find both without looking.
func TestPadsHaveOnePlaceForEachKey(t *testing.T) {
	for _, window := range []fyne.Size{fyne.NewSize(1024, 768), fyne.NewSize(1920, 1080)} {
		code := NewCode(Code{Title: "Ispettore: numero e PIN per bruciare la carta", Cancel: "Chiudi", Who: func(string) string { return "" }, OnCancel: func() {}})
		entry := NewEntry(Entry{Title: "Importo", Close: "Chiudi", OnClose: func() {}})
		count := NewCount(Count{Title: "Aggiunta", Close: "Chiudi", OnClose: func() {}, Show: func([]string) Counted { return Counted{} }}, 6)
		prompt := NewPrompt(Prompt{Title: "Motivo", Close: "Chiudi", OnClose: func() {}})
		for name, page := range map[string]struct {
			draw  func(fyne.Size) []fyne.CanvasObject
			board *Board
			digit bool
		}{"code": {code.draw, &code.Board, true}, "entry": {entry.draw, &entry.Board, true}, "count": {count.draw, &count.Board, true}, "prompt": {prompt.draw, &prompt.Board, false}} {
			objects := page.draw(window)
			closes, back := bounds(t, page.board, "Chiudi"), bounds(t, page.board, "⌫")
			if page.digit {
				if zero := bounds(t, page.board, "0"); back.Y != zero.Y || back.X <= zero.X || back.X-zero.X-zero.W > 20 {
					t.Errorf("%s at %v: ⌫ lies at %v, 0 at %v", name, window, back, zero)
				}
			}
			plate := objects[1].(*canvas.Rectangle)
			right, top := plate.Position().X+plate.Size().Width, plate.Position().Y
			u := unitOf(window)
			if right-closes.X-closes.W > 25*u || closes.Y-top > 13*u || closes.W != 154*u {
				t.Errorf("%s at %v: what closes lies at %v, the plate ends at %v and begins at %v", name, window, closes, right, top)
			}
		}
	}
}

// A plate lies clear of the upper edge, along which a word or practice's band lies over every page, and of the key of
// Enter.
func TestPlatesLieUnderNoWord(t *testing.T) {
	moved := 0
	for _, window := range []fyne.Size{fyne.NewSize(1024, 768), fyne.NewSize(1366, 768), fyne.NewSize(1920, 1080), fyne.NewSize(1280, 800)} {
		u := unitOf(window)
		band, word := NewBand("Esercitazione").(*fyne.Container), NewWord("c: qui non serve.").(*fyne.Container)
		for _, c := range []*fyne.Container{band, word} {
			c.Layout.Layout(c.Objects, window)
		}
		low := max(band.Objects[0].Size().Height, word.Objects[0].Position().Y+word.Objects[0].Size().Height)
		for _, wide := range []float32{620, 960, window.Width/u - 48} {
			for _, high := range []float32{400, 560, 700, window.Height/u - 72, window.Height/u - 40} {
				for _, entered := range []bool{false, true} {
					b := &Board{}
					x, y, w, h := b.panel(window, wide, high, frame{title: "Motivo", close: "Chiudi", leave: func() {}, enter: entered})
					if y <= low || y+h > window.Height || h < 400*u {
						t.Errorf("%v: a plate of %.0f by %.0f lies at %.0f, %.0f high; a word ends at %.0f", window, wide, high, y, h, low)
					}
					if entered && EnterPlace(window).Meets(Bounds{x, y, w, h}) {
						t.Errorf("%v: a plate of %.0f by %.0f lies under Enter", window, wide, high)
					}
					if closes := bounds(t, b, "Chiudi"); closes.Meets(EnterPlace(window)) || closes.Y < y {
						t.Errorf("%v: what closes lies at %v, Enter at %v", window, closes, EnterPlace(window))
					}
					if y != (window.Height-high*u)/2 {
						moved++
					}
				}
			}
		}
	}
	if moved == 0 {
		t.Error("no plate had to move")
	}
}

// What ends the program lies apart from where other pages are closed, and from what the list can do.
func TestWhatEndsTheProgramLiesApart(t *testing.T) {
	for _, window := range []fyne.Size{fyne.NewSize(1024, 768), fyne.NewSize(1920, 1080)} {
		ended := 0
		acts := []PickerAct{{Label: "Comincia", Do: func(int) {}}, {Label: "Livello", Key: "L", Do: func(int) {}}}
		p := NewPicker(Picker{Title: "Esercitazione", Quit: "Chiudi Sabot", OnClose: func() { ended++ }, Acts: acts, Columns: []Column{{Width: 1}}, Rows: [][]string{{"Pagamenti"}}})
		p.draw(window)
		closed := NewPicker(Picker{Title: "Esercitazione", Close: "Indietro", OnClose: func() {}, Acts: acts, Columns: []Column{{Width: 1}}, Rows: [][]string{{"Pagamenti"}}})
		closed.draw(window)
		quits, closes := bounds(t, &p.Board, "Chiudi Sabot"), bounds(t, &closed.Board, "Indietro")
		for _, other := range []Bounds{closes, bounds(t, &p.Board, "Livello"), bounds(t, &p.Board, "Comincia"), bounds(t, &p.Board, "Pagamenti")} {
			if quits.Meets(other) {
				t.Errorf("at %v what ends the program lies at %v, on %v", window, quits, other)
			}
		}
		if p.Board.tapped(quits.Middle()); ended != 1 {
			t.Errorf("at %v it ends nothing", window)
		}
	}
}

// A word over a page is quieter than an alarm: a dark plate no wider than the word, with a sign.
func TestWordOverAPageIsQuiet(t *testing.T) {
	window := fyne.NewSize(1920, 1080)
	word := NewWord("c: qui non serve.").(*fyne.Container)
	word.Resize(window)
	word.Layout.Layout(word.Objects, window)
	bar, line := word.Objects[0].(*canvas.Rectangle), word.Objects[1].(*canvas.Text)
	if bar.FillColor == theme.Warn || bar.Size().Width > 400 {
		t.Errorf("the word lies on %v, %v wide", bar.FillColor, bar.Size().Width)
	}
	if line.Text != "! c: qui non serve." || line.Color != theme.Warn {
		t.Errorf("it says %q in %v", line.Text, line.Color)
	}
}

// Pages on which chips go somewhere are told apart by their heads: by a sign, and by a colour.
func TestHeadsTellWhereChipsGo(t *testing.T) {
	window, seen := fyne.NewSize(1024, 768), []string{}
	for _, flow := range []Flow{FlowIn, FlowOut, FlowChange, FlowCount} {
		c := NewCount(Count{Flow: flow, Title: "Aggiunta di fiche al tavolo", Close: "Chiudi", OnClose: func() {}, Show: func([]string) Counted { return Counted{} }}, 6)
		sign, hue := flow.head()
		signs, hues := 0, 0
		for _, o := range c.draw(window) {
			switch o := o.(type) {
			case *canvas.Text:
				if o.Text == sign && o.TextSize >= 24 {
					signs++
				}
			case *canvas.Rectangle:
				if o.FillColor == hue {
					hues++
				}
			}
		}
		if signs != 1 || hues != 2 || slices.Contains(seen, sign) {
			t.Errorf("flow %d: the sign %q stands there %d times, its colour %d times; seen %v", flow, sign, signs, hues, seen)
		}
		seen = append(seen, sign)
	}
}

// Choices under headings have a column each, and the letters of their places in the list.
func TestMenuInGroups(t *testing.T) {
	for _, window := range []fyne.Size{fyne.NewSize(1024, 768), fyne.NewSize(1920, 1080)} {
		did := ""
		choice := func(group, label string) Choice {
			return Choice{Group: group, Label: label, Do: func() { did = label }}
		}
		m := NewMenu(Menu{Title: "Altro", Choices: []Choice{choice("Sabot", "Cartoncino"), choice("Tavolo", "Incidenti"), choice("Sabot", "Strade"), choice("Casa", "Sala")}})
		heads := map[string]fyne.Position{}
		for _, o := range m.draw(window) {
			if word, ok := o.(*canvas.Text); ok {
				heads[word.Text] = word.Position()
			}
		}
		for label, head := range map[string]string{"Cartoncino": "Sabot", "Incidenti": "Tavolo", "Strade": "Sabot", "Sala": "Casa"} {
			at := bounds(t, &m.Board, label)
			if over, said := heads[head]; !said || over.X < at.X || over.X > at.X+at.W || over.Y >= at.Y {
				t.Errorf("at %v: %q lies at %v, its heading at %v", window, label, at, over)
			}
		}
		for letter, label := range map[rune]string{'a': "Cartoncino", 'b': "Incidenti", 'c': "Strade", 'd': "Sala"} {
			if m.Rune(letter); did != label {
				t.Errorf("%c does %q", letter, did)
			}
		}
	}
}
