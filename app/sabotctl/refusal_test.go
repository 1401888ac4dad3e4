package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sabot/app/text"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage/central"
)

// A word of the code stands in no sentence: it is two words with a line between them, or one that is
// refused and nothing else.
var codeWord = regexp.MustCompile(`[a-z0-9]_|^refused`)

// Every refusal there is, about whatever the source has it about, is told in a sentence; with what was
// being done before it, too. Without a sentence at hand, as an audit tells it, it is in words.
func TestRefusalsAreSentences(t *testing.T) {
	tell := func(r *house.Refusal) {
		t.Helper()
		for _, err := range []error{r, errors.Join(fmt.Errorf("the pit: %w", r), errors.New("and more"))} {
			said := told(err)
			if codeWord.MatchString(said) || text.Open("en", "").Has(said) || !strings.Contains(strings.TrimPrefix(said, "the pit: "), " ") {
				t.Errorf("%s of %q is told as %q", r.Why, r.What, said)
			}
		}
		if strings.Contains(r.Error(), "_") {
			t.Errorf("in an audit: %s", r.Error())
		}
	}
	whys, about := refusalsInSource(t)
	if len(whys) < 90 || len(about) < 30 {
		t.Fatalf("only %d reasons and %d refusals were found in the source", len(whys), len(about))
	}
	for _, why := range whys {
		r := &house.Refusal{Why: why, What: "Elena Moser", N: 3, End: house.LeastEnd, Unit: 500}
		switch why {
		case house.LimitUneven, house.LimitHalved, house.LimitCrossed, house.LimitMissing:
			r.What = "59"
		case house.CardsAreDue:
			r.What = string(record.DailyCards)
		}
		tell(r)
	}
	for _, r := range about {
		tell(&r)
	}
	if said := told(errors.New(strings.Repeat("x", 1_000_000))); len(said) > 3000 {
		t.Errorf("an error without end is told in %d letters", len(said))
	}
	if said := refusedLine(central.Refusal{Says: strings.Repeat("x", 1_000_000)}); len(said) > 3000 {
		t.Errorf("a refusal without end is told in %d letters", len(said))
	}
	if said := told(&house.Refusal{Why: house.WrongRole, What: "Anna Rossi", Right: house.SignInPlace}); !strings.Contains(said, "no croupier of the shift works here any more") {
		t.Errorf("why only a manager may sign is not told: %q", said)
	}
	for _, right := range house.Rights() {
		tell(&house.Refusal{Why: house.WrongRole, What: "Elena Moser", Right: right})
	}
}

// refusalsInSource are the reasons that people declares, and the refusals that are made with words of
// what they are about.
func refusalsInSource(t *testing.T) (whys []house.Why, about []house.Refusal) {
	t.Helper()
	named := map[string]house.Why{}
	var made []*ast.CompositeLit
	for _, room := range []string{"pit", "app/session", "app/pitserver", "app/pitclient"} {
		must(t, filepath.WalkDir(filepath.Join("../..", room), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			must(t, err)
			file, err := parser.ParseFile(token.NewFileSet(), path, source, 0)
			must(t, err)
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.ValueSpec:
					if of, ok := n.Type.(*ast.Ident); ok && of.Name == "Why" && filepath.Base(path) == "refusal.go" {
						word, err := strconv.Unquote(n.Values[0].(*ast.BasicLit).Value)
						must(t, err)
						named[n.Names[0].Name] = house.Why(word)
						whys = append(whys, house.Why(word))
					}
				case *ast.CompositeLit:
					if name(n.Type) == "Refusal" {
						made = append(made, n)
					}
				}
				return true
			})
			return nil
		}))
	}
	for _, literal := range made {
		r := house.Refusal{N: 3}
		for _, e := range literal.Elts {
			field, ok := e.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			word, _ := field.Value.(*ast.BasicLit)
			switch name(field.Key) {
			case "Why":
				r.Why = named[name(field.Value)]
			case "What":
				if word != nil && word.Kind == token.STRING {
					var err error
					r.What, err = strconv.Unquote(word.Value)
					must(t, err)
				}
			}
		}
		if r.Why != "" && r.What != "" && !slices.Contains(about, r) {
			about = append(about, r)
		}
	}
	return whys, about
}

// name is the last word of a name in source.
func name(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// A house that is restored without its pepper opens for nobody, and says so.
func TestPINOfAnotherMachine(t *testing.T) {
	data, dir := closed(t), t.TempDir()
	pins, by := pinsOf(t, "31")
	backup, again := filepath.Join(dir, "b.db"), filepath.Join(dir, "again")
	for _, args := range [][]string{{"backup", "--data", data, backup}, {"restore", backup, "--data", again}} {
		if _, problem, status := ctl(t, "", args...); status != done {
			t.Fatal(problem)
		}
	}
	t.Setenv(record.PepperEnv, filepath.Join(dir, "pepper.key"))
	_, problem, status := ctl(t, "", "kit", "--data", again, "-o", filepath.Join(dir, "kit.txt"), "--sign", by, "--pin-file", pins)
	if status != unusable || !strings.Contains(problem, "the PIN of Elena Moser belongs to another machine") || codeWord.MatchString(problem) {
		t.Errorf("%d %s", status, problem)
	}
}
