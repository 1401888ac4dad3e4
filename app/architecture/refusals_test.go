package architecture

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sourcesOf calls see with each source of the program under some rooms, tests left out.
func sourcesOf(t *testing.T, see func(path, source string), rooms ...string) {
	t.Helper()
	for _, room := range rooms {
		err := filepath.WalkDir(filepath.Join("../..", room), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			see(filepath.ToSlash(path), string(source))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Only of cards that cannot be laid again is it said without a word what is not possible: the
// sentence about them says what to do. Every other refusal of that kind says what of.
func TestWhatIsNotPossibleIsSaid(t *testing.T) {
	ofCards := []string{"../../pit/hand/wrong.go", "../../pit/hand/misdeal.go"}
	sourcesOf(t, func(path, source string) {
		for _, bare := range []string{"NotPossible}", "refuse(NotPossible)", "refuse(house.NotPossible)"} {
			if !slices.Contains(ofCards, path) && strings.Contains(source, bare) {
				t.Errorf("%s refuses with %q, which says nothing of it", path, bare)
			}
		}
	}, "app", "pit")
}

// A list that is written down as a map is gone through in another order each time: of two mistakes
// now the one is named, now the other.
func TestNoListIsAMap(t *testing.T) {
	written := regexp.MustCompile(`range map\[[^\n]*\{`)
	sourcesOf(t, func(path, source string) {
		if strings.Contains(path, "test/") {
			return
		}
		for _, line := range written.FindAllString(source, -1) {
			t.Errorf("%s goes through %s", path, line)
		}
	}, "app", "pit", "games", "reports", "storage")
}
