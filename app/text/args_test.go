package text_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sabot/app/text"
)

// What a sentence is filled with is given wherever it is said: none shows "<no value>".
func TestSentencesGetWhatTheyAreFilledWith(t *testing.T) {
	said := regexp.MustCompile(`"([a-z0-9_]+)", (?:text\.)?(?:Args|map\[string\]any)\{([^{}]*)\}`)
	given := regexp.MustCompile(`"([A-Z][A-Za-z]*)":`)
	wanted := regexp.MustCompile(`\{\{\.([A-Z][A-Za-z]*)\}\}`)
	calls := 0
	for _, room := range []string{"..", "../../reports"} {
		err := filepath.WalkDir(room, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, call := range said.FindAllStringSubmatch(string(source), -1) {
				has := map[string]bool{}
				for _, m := range given.FindAllStringSubmatch(call[2], -1) {
					has[m[1]] = true
				}
				for _, lang := range text.Languages() {
					sentence := catalogue(t, lang)[call[1]]
					for _, m := range wanted.FindAllStringSubmatch(sentence, -1) {
						if !has[m[1]] && !strings.Contains(sentence, "{{if ."+m[1]) {
							t.Errorf("%s says %q without %s: %q", path, call[1], m[1], sentence)
						}
					}
				}
				calls++
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if calls < 100 {
		t.Errorf("only %d sentences with something in them were found", calls)
	}
}
