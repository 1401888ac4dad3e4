package controls

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sabot/app/theme"
)

// Letters are as large as they were chosen on what is read and on what goes on in more lines or pages. Pads and menus are as
// large as the window has room for. What Enter does keeps its place, and nothing lies outside the window.
func TestLettersAreAsLargeAsTheyWereChosen(t *testing.T) {
	t.Cleanup(func() { theme.Enlarge(0) })
	rows := make([][]string, 40)
	for i := range rows {
		rows[i] = []string{fmt.Sprint("riga ", i), strings.Repeat("una frase che ha bisogno di più righe ", 4)}
	}
	columns := []Column{{Width: 1}, {Width: 4}}
	choices := []Choice{{Label: "Sabot", Do: func() {}}, {Label: "Cambio", Do: func() {}}, {Label: "Lingua", About: "La lingua di questo schermo.", Do: func() {}}}
	pages := map[string]struct {
		grows map[int]float32
		draw  func(size fyne.Size) ([]fyne.CanvasObject, *Board)
	}{
		"sheet": {map[int]float32{125: 1.25, 150: 1.5}, func(size fyne.Size) ([]fyne.CanvasObject, *Board) {
			s := NewSheet(Sheet{Title: "Limiti", Close: "Chiudi", OK: "Regole", OnOK: func() {}, Columns: columns, Rows: rows})
			return s.draw(size), &s.Board
		}},
		"picker": {map[int]float32{125: 1.25, 150: 1.33}, func(size fyne.Size) ([]fyne.CanvasObject, *Board) {
			p := NewPicker(Picker{Title: "Tavoli", Close: "Chiudi", OnClose: func() {}, Columns: columns, Rows: rows})
			return p.draw(size), &p.Board
		}},
		"menu": {map[int]float32{125: 1.25, 150: 1.33}, func(size fyne.Size) ([]fyne.CanvasObject, *Board) {
			m := NewMenu(Menu{Title: "Menu", Close: "Chiudi", OnClose: func() {}, Choices: choices})
			return m.draw(size), &m.Board
		}},
		"code": {map[int]float32{125: 1.25, 150: 1.25}, func(size fyne.Size) ([]fyne.CanvasObject, *Board) {
			c := NewCode(Code{Title: "PIN", Hint: "Numero e PIN", Cancel: "Chiudi", OK: "Conferma", Who: func(string) string { return "" }, OnCancel: func() {}})
			return c.draw(size), &c.Board
		}},
		"entry": {map[int]float32{125: 1.15, 150: 1.15}, func(size fyne.Size) ([]fyne.CanvasObject, *Board) {
			e := NewEntry(Entry{Title: "Importo", Close: "Chiudi", OnClose: func() {}})
			return e.draw(size), &e.Board
		}},
	}
	for name, page := range pages {
		for _, window := range []fyne.Size{fyne.NewSize(1024, 768), fyne.NewSize(1366, 768), fyne.NewSize(1920, 1080)} {
			theme.Enlarge(100)
			smallest := func() (least float32) {
				least = 100
				objects, b := page.draw(window)
				enter := EnterPlace(window)
				for _, o := range objects {
					at := Bounds{o.Position().X, o.Position().Y, o.Size().Width, o.Size().Height}
					if at.X < -1 || at.Y < -1 || at.X+at.W > window.Width+1 || at.Y+at.H > window.Height+1 {
						t.Errorf("%s at %d %%, %v: something lies at %v", name, theme.Enlarged(), window, at)
					}
					if line, ok := o.(*canvas.Text); ok && line.Text != "" && !at.Meets(enter) {
						least = min(least, line.TextSize)
					}
				}
				for _, key := range []string{"Regole", "Conferma"} {
					if at, there := b.Bounds(key); there && at != enter {
						t.Errorf("%s at %d %%, %v: Enter lies at %v", name, theme.Enlarged(), window, at)
					}
				}
				return least
			}
			common := smallest()
			for percent, grows := range page.grows {
				if theme.Enlarge(percent); window.Width == 1024 && name != "sheet" { // no room beside
					grows = 1
				}
				if got := smallest(); got < common*grows-0.1 {
					t.Errorf("%s at %d %%, %v: the smallest letters are %.1f, not %.2f times %.1f", name, percent, window, got, grows, common)
				}
			}
		}
	}
}
