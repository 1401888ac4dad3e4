package screentest

import (
	"cmp"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/text"
	"sabot/app/theme"
)

// Where somebody wants to look at the pages that the tests read, SABOT_PICTURES is the
// folder for their pictures, SABOT_PICTURES_OF the languages ("it" where none is named)
// and SABOT_PICTURES_SIZE how large the window is ("1024x768"; two sizes where it is not
// given).
var pictures, picturesOf = os.Getenv("SABOT_PICTURES"), os.Getenv("SABOT_PICTURES_OF")

// screens returns the window sizes in which pages are read: the smallest that Sabot is made for, and a wide
// one.
func (s *Seat) screens() []fyne.Size {
	if size := os.Getenv("SABOT_PICTURES_SIZE"); size != "" {
		var wanted fyne.Size
		if _, err := fmt.Sscanf(size, "%gx%g", &wanted.Width, &wanted.Height); err != nil {
			s.T.Fatalf("SABOT_PICTURES_SIZE: %v", err)
		}
		return []fyne.Size{wanted}
	}
	return []fyne.Size{fyne.NewSize(1024, 768), fyne.NewSize(1920, 1080)}
}

// InHouse sets the window as in a casino: in Sabot's own theme, and as large as pictures are wanted.
func (s *Seat) InHouse() {
	fyne.CurrentApp().Settings().SetTheme(theme.Theme{Scale: 1})
	s.Shell.Window.Resize(s.screens()[0])
}

// pictured reports whether pictures of a language are wanted.
func pictured(lang string) bool { return strings.Contains(cmp.Or(picturesOf, "it"), lang) }

// taken counts the pictures of each test: they are named in the order in which the pages came.
var taken = map[testing.TB]int{}

// Picture keeps the window as it looks now.
func (s *Seat) Picture(page string) { s.PictureOf(s.Shell.Window, page) }

// PictureOf keeps another window as it looks now.
func (s *Seat) PictureOf(w fyne.Window, page string) {
	s.T.Helper()
	lang := s.Shell.Text.Language
	if pictures == "" || !pictured(lang) {
		return
	}
	taken[s.T]++
	wide := w.Canvas().Size().Width
	s.keep(w, strings.NewReplacer("/", "_", " ", "-", ",", "").Replace(fmt.Sprintf("%s-%.0f-%s-%03d-%s", lang, wide, s.T.Name(), taken[s.T], page)))
}

// PictureOfGuide keeps a window as it looks now under the name that a guide in docs has for it.
func (s *Seat) PictureOfGuide(name string, w fyne.Window) {
	s.T.Helper()
	if pictures != "" {
		s.keep(w, name)
	}
}

// keep writes a window's picture into the folder of the pictures.
func (s *Seat) keep(w fyne.Window, name string) {
	s.T.Helper()
	f, err := os.Create(filepath.Join(pictures, name+".png"))
	if err != nil {
		s.T.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, w.Canvas().Capture()); err != nil {
		s.T.Fatal(err)
	}
}

// Look reads the page that is there now, on each screen.
func (s *Seat) Look(page string) {
	s.T.Helper()
	screens := s.screens()
	for _, size := range screens {
		if s.Shell.Window.Canvas().Size() != size {
			s.Shell.Window.Resize(size)
		}
		s.Picture(page)
		s.readable(page)
	}
	if len(screens) > 1 {
		s.Shell.Window.Resize(screens[0])
	}
}

// EachLanguage plays a tour in every language; in the short form in Italian and in the one
// with the longest words, and where pictures are wanted, in theirs.
func EachLanguage(t *testing.T, tour func(t *testing.T, lang string)) {
	for _, lang := range text.Languages() {
		if pictures == "" && testing.Short() && lang != "it" && lang != "de" || pictures != "" && !pictured(lang) {
			continue
		}
		t.Run(lang, func(t *testing.T) { tour(t, lang) })
	}
}

// LeaveOverlays goes back to the page with Esc.
func (s *Seat) LeaveOverlays() {
	for range 5 {
		if s.Shell.Overlay() != nil {
			s.Press(fyne.KeyEscape)
		}
	}
}
