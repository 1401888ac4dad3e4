package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sabot/games/handfile"
)

// housesToTry are the files that name games because they make houses with tables of them:
// one to try and one to test records on. They say what is played there and ask nothing.
var housesToTry = []string{"pit/house/demo.go", "pit/recordtest/", "pit/journaltest/", "app/demo/demotest/"}

// Nothing outside games names a game or a preset, or knows one by its type: what a room has
// to know of a game the game says.
func TestNobodyNamesAGame(t *testing.T) {
	var names, folders []string
	for _, preset := range handfile.Presets() {
		g, _ := handfile.Preset(preset)
		names = append(names, preset, g.Name())
		folders = append(folders, "sabot/games/"+g.Name())
	}
	files := 0
	for _, room := range []string{"app", "pit", "reports", "storage", "assets"} {
		err := filepath.WalkDir(filepath.Join("../..", room), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			name := strings.TrimPrefix(filepath.ToSlash(path), "../../")
			if slices.ContainsFunc(housesToTry, func(house string) bool { return strings.HasPrefix(name, house) }) {
				return nil
			}
			files++
			for _, said := range textsOf(t, path) {
				for _, game := range names {
					if said == game || strings.Contains(said, `"`+game+`"`) {
						t.Errorf("%s names %s in %q", name, game, said)
					}
				}
				if slices.Contains(folders, said) {
					t.Errorf("%s imports %s", name, said)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 150 {
		t.Errorf("only %d files were read", files)
	}
}

// textsOf are the texts of a file, those of its imports too; of a struct's tags none.
func textsOf(t *testing.T, path string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	ast.Inspect(file, func(n ast.Node) bool {
		if field, is := n.(*ast.Field); is && field.Tag != nil {
			field.Tag = nil
		}
		if lit, is := n.(*ast.BasicLit); is && lit.Kind == token.STRING {
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, text)
		}
		return true
	})
	return texts
}

// The game of the tests is in no program.
func TestProgramsHaveTheHousesGamesOnly(t *testing.T) {
	out, err := exec.Command("go", "list", "-e", "-f", "{{join .Deps \"\\n\"}}", "sabot/app", "sabot/app/sabotctl").Output()
	if err != nil {
		t.Fatal(err)
	}
	linked := strings.Fields(string(out))
	if !slices.Contains(linked, "sabot/games/handfile") {
		t.Fatal("the programs have no games")
	}
	for _, pkg := range linked {
		if strings.HasPrefix(pkg, "sabot/games/gametest") {
			t.Errorf("the programs have %s", pkg)
		}
	}
}
