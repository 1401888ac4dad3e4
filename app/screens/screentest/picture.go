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
// given). SABOT_PICTURES_LOOK is "light" or "dark", SABOT_PICTURES_TEXT the size of letters in percent for pictures of
// a screen of 1366x768 besides.
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

// large are the sizes of letters, in percent, in which each page is read besides. In the short form that is the largest, in
// the language with the longest words.
func (s *Seat) large() []int {
	switch named := os.Getenv("SABOT_PICTURES_TEXT"); {
	case named != "":
		var percent int
		if _, err := fmt.Sscan(named, &percent); err != nil {
			s.T.Fatalf("SABOT_PICTURES_TEXT: %v", err)
		}
		return []int{percent}
	case pictures != "":
		return nil
	case !testing.Short():
		return theme.Percents()[1:]
	case s.Shell.Text.Language == "de":
		return theme.Percents()[2:]
	}
	return nil
}

// Look reads the page that is there now, on each screen, and in large letters on one that has room for them.
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
	for _, percent := range s.large() {
		theme.Enlarge(percent)
		s.Shell.Window.Resize(fyne.NewSize(1366, 768+float32(percent)/1000)) // what has its size already is not laid out anew
		s.Picture(fmt.Sprintf("%s at %d", page, percent))
		s.readable(fmt.Sprintf("%s at %d %%", page, percent))
		theme.Enlarge(0)
	}
	if s.Shell.Window.Canvas().Size() != screens[0] {
		s.Shell.Window.Resize(screens[0])
	}
}

// EachLanguage plays a tour in every language; in the short form in Italian and in the one
// with the longest words, and where pictures are wanted, in theirs. Two of them are read by day: in both looks
// everything lies in the same place.
func EachLanguage(t *testing.T, tour func(t *testing.T, lang string)) {
	for _, lang := range text.Languages() {
		if pictures == "" && testing.Short() && lang != "it" && lang != "de" || pictures != "" && !pictured(lang) {
			continue
		}
		t.Run(lang, func(t *testing.T) {
			theme.Wear(LookOf(lang))
			defer theme.Wear(theme.Dark)
			tour(t, lang)
		})
	}
}

// LookOf returns the look in which pages of a language are read. SABOT_PICTURES_LOOK names another one for pictures.
func LookOf(lang string) theme.Look {
	switch named := os.Getenv("SABOT_PICTURES_LOOK"); {
	case named == "light", named == "" && (lang == "de" || lang == "en"):
		return theme.Light
	}
	return theme.Dark
}

// SpeakIn speaks a language and wears the look in which its pages are read.
func (s *Seat) SpeakIn(lang string) {
	s.Shell.Speak(lang)
	theme.Wear(LookOf(lang))
	s.T.Cleanup(func() { theme.Wear(theme.Dark) })
}

// LeaveOverlays goes back to the page with Esc.
func (s *Seat) LeaveOverlays() {
	for range 5 {
		if s.Shell.Overlay() != nil {
			s.Press(fyne.KeyEscape)
		}
	}
}
