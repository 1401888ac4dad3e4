package architecture

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Only of cards that cannot be laid again is it said without a word what is not possible: the
// sentence about them says what to do. Every other refusal of that kind says what of.
func TestWhatIsNotPossibleIsSaid(t *testing.T) {
	ofCards := []string{"../../pit/irregular.go", "../../pit/misdeal.go"}
	for _, room := range []string{"app", "pit"} {
		err := filepath.WalkDir(filepath.Join("../..", room), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || slices.Contains(ofCards, filepath.ToSlash(path)) {
				return err
			}
			source, err := os.ReadFile(path)
			for _, bare := range []string{"NotPossible}", "refuse(NotPossible)", "refuse(people.NotPossible)"} {
				if strings.Contains(string(source), bare) {
					t.Errorf("%s refuses with %q, which says nothing of it", path, bare)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
