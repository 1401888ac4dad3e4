package theme_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"golang.org/x/image/font/sfnt"

	"sabot/app/theme"
	"sabot/assets"
)

// drawable says which signs of texts a face lacks.
func drawable(t *testing.T, style fyne.TextStyle) func(where, s string) {
	t.Helper()
	resource := theme.Theme{Scale: 1}.Font(style)
	face, err := sfnt.Parse(resource.Content())
	if err != nil {
		t.Fatal(err)
	}
	var buf sfnt.Buffer
	return func(where, s string) {
		t.Helper()
		for _, r := range s {
			if r == '\n' {
				continue
			}
			if glyph, err := face.GlyphIndex(&buf, r); err != nil || glyph == 0 {
				t.Errorf("%s: %q (U+%04X) of %q is not in %s", where, r, r, s, resource.Name())
			}
		}
	}
}

// TestEveryTextIsInTheFontThatShips: a sign that the font lacks comes from the system,
// and where the system has no font a difference reads "�5'000".
func TestEveryTextIsInTheFontThatShips(t *testing.T) {
	for _, style := range []fyne.TextStyle{{}, {Bold: true}} {
		check := drawable(t, style)
		for _, lang := range []string{"it", "de", "fr", "en"} {
			raw, err := assets.Texts.ReadFile("texts/" + lang + ".json")
			if err != nil {
				t.Fatal(err)
			}
			texts := map[string]any{}
			if err := json.Unmarshal(raw, &texts); err != nil {
				t.Fatal(err)
			}
			if len(texts) < 500 {
				t.Fatalf("%s: only %d texts were read", lang, len(texts))
			}
			for key, text := range texts {
				switch text := text.(type) {
				case string:
					check(lang+" "+key, text)
				case map[string]any: // singular and plural
					for form, s := range text {
						check(lang+" "+key+" "+form, s.(string))
					}
				}
			}
		}
	}
}

// TestEveryDrawnSignIsInTheFontThatShips reads the program's own strings: whatever is
// written in them beyond ASCII is drawn somewhere.
func TestEveryDrawnSignIsInTheFontThatShips(t *testing.T) {
	for _, style := range []fyne.TextStyle{{}, {Bold: true}} {
		check, beyond := drawable(t, style), 0
		err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			raw, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, raw, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				literal, ok := n.(*ast.BasicLit)
				if !ok || literal.Kind != token.STRING && literal.Kind != token.CHAR {
					return true
				}
				var s string
				if literal.Kind == token.CHAR {
					r, _, _, err := strconv.UnquoteChar(strings.Trim(literal.Value, "'"), '\'')
					if err != nil {
						return true
					}
					s = string(r)
				} else if s, err = strconv.Unquote(literal.Value); err != nil {
					return true
				}
				signs := strings.Map(func(r rune) rune {
					if r < 0x80 || r == 0xfeff {
						return -1
					}
					return r
				}, s)
				if signs != "" {
					beyond++
					check(path, signs)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if beyond < 20 {
			t.Fatalf("only %d strings beyond ASCII were found: the sources are not where they were", beyond)
		}
	}
}
