package screens

import (
	"cmp"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
)

// Where somebody wants to look at the pages that the tests read, SABOT_PICTURES is the
// folder for their pictures, SABOT_PICTURES_OF the languages ("it" where none is named)
// and SABOT_PICTURES_SIZE how large the window is ("1024x768").
var pictures, picturesOf = os.Getenv("SABOT_PICTURES"), os.Getenv("SABOT_PICTURES_OF")

// inHouse is a window as it stands in the house: in Sabot's own theme, and so large as
// pictures are wanted.
func (s *seat) inHouse() *seat {
	fyne.CurrentApp().Settings().SetTheme(theme.Theme{Scale: 1})
	wide, high := 1024, 768
	if size := os.Getenv("SABOT_PICTURES_SIZE"); size != "" {
		if _, err := fmt.Sscanf(size, "%dx%d", &wide, &high); err != nil {
			s.t.Fatalf("SABOT_PICTURES_SIZE: %v", err)
		}
	}
	s.shell.window.Resize(fyne.NewSize(float32(wide), float32(high)))
	return s
}

// pictured says whether pictures of a language are wanted.
func pictured(lang string) bool { return strings.Contains(cmp.Or(picturesOf, "it"), lang) }

// taken counts the pictures of each test: they are named in the order in which the pages came.
var taken = map[testing.TB]int{}

// picture keeps the window as it looks now.
func picture(s *seat, page string) {
	s.t.Helper()
	lang := s.shell.text.Language
	if pictures == "" || !pictured(lang) {
		return
	}
	taken[s.t]++
	name := strings.NewReplacer("/", "_", " ", "-", ",", "").Replace(fmt.Sprintf("%s-%s-%03d-%s.png", lang, s.t.Name(), taken[s.t], page))
	f, err := os.Create(filepath.Join(pictures, name))
	if err != nil {
		s.t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, s.shell.window.Canvas().Capture()); err != nil {
		s.t.Fatal(err)
	}
}
