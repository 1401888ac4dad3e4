package text_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"sabot/app/text"
)

// What a sentence is filled with is given wherever it is said: none shows "<no value>". Also where a variable says which
// sentence it is, or has what it is filled with.
func TestSentencesGetWhatTheyAreFilledWith(t *testing.T) {
	wanted := regexp.MustCompile(`\{\{\.([A-Z][A-Za-z]*)\}\}`)
	calls := 0
	check := func(path string, fn *ast.FuncDecl, names types.Info) {
		said := variables(fn, names)
		whole, lacking := map[string]bool{}, map[string]string{} // of a variable one call of several is meant
		ast.Inspect(fn, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) < 2 {
				return true
			}
			has, ok := said.given(call.Args[len(call.Args)-1])
			if !ok {
				return true
			}
			at := call.Args[len(call.Args)-2]
			_, variable := at.(*ast.Ident)
			for _, key := range said.keys(at) {
				lacks := ""
				for _, lang := range text.Languages() {
					sentence := catalogue(t, lang)[key]
					for _, m := range wanted.FindAllStringSubmatch(sentence, -1) {
						if !has[m[1]] && !strings.Contains(sentence, "{{if ."+m[1]) {
							lacks = m[1] + ": " + sentence
						}
					}
				}
				switch calls++; {
				case lacks == "":
					whole[key] = true
				case variable:
					lacking[key] = lacks
				default:
					t.Errorf("%s, %s: says %q without %s", path, fn.Name.Name, key, lacks)
				}
			}
			return true
		})
		for key, lacks := range lacking {
			if !whole[key] {
				t.Errorf("%s, %s: says %q without %s", path, fn.Name.Name, key, lacks)
			}
		}
	}
	for _, room := range []string{"..", "../../reports"} {
		err := filepath.WalkDir(room, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			names := types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
			_, _ = (&types.Config{Error: func(error) {}}).Check(path, files, []*ast.File{file}, &names) // what it imports is not known
			for _, decl := range file.Decls {
				if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
					check(path, fn, names)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if calls < 400 {
		t.Errorf("only %d sentences with something in them were found", calls)
	}
}

// assigned are what the variables of a function are given: texts, and names of values that sentences are filled with.
type assigned struct {
	names types.Info
	texts map[types.Object][]string
	args  map[types.Object]map[string]bool
}

func variables(fn *ast.FuncDecl, names types.Info) assigned {
	a := assigned{names, map[types.Object][]string{}, map[types.Object]map[string]bool{}}
	give := func(to, value ast.Expr) {
		if at, ok := to.(*ast.IndexExpr); ok {
			if name, ok := at.X.(*ast.Ident); ok && a.args[names.ObjectOf(name)] != nil {
				a.args[names.ObjectOf(name)][literal(at.Index)] = true
			}
			return
		}
		name, ok := to.(*ast.Ident)
		if !ok {
			return
		}
		if is := literal(value); is != "" {
			a.texts[names.ObjectOf(name)] = append(a.texts[names.ObjectOf(name)], is)
		}
		if given, ok := fields(value); ok {
			if a.args[names.ObjectOf(name)] == nil {
				a.args[names.ObjectOf(name)] = given
			}
			maps.Copy(a.args[names.ObjectOf(name)], given)
		}
	}
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) {
				for i := range n.Lhs {
					give(n.Lhs[i], n.Rhs[i])
				}
			}
		case *ast.ValueSpec:
			for i := range n.Values {
				give(n.Names[i], n.Values[i])
			}
		}
		return true
	})
	return a
}

// keys are the sentences that an expression can name.
func (a assigned) keys(e ast.Expr) []string {
	if name, ok := e.(*ast.Ident); ok {
		return a.texts[a.names.ObjectOf(name)]
	}
	if key := literal(e); key != "" {
		return []string{key}
	}
	return nil
}

// given are the names of what a sentence is filled with; false where it cannot be read here.
func (a assigned) given(e ast.Expr) (map[string]bool, bool) {
	if name, ok := e.(*ast.Ident); ok {
		given := a.args[a.names.ObjectOf(name)]
		return given, given != nil
	}
	return fields(e)
}

// fields are the names in a composite value of the type Args.
func fields(e ast.Expr) (map[string]bool, bool) {
	c, ok := e.(*ast.CompositeLit)
	if !ok {
		return nil, false
	}
	switch of := c.Type.(type) {
	case *ast.SelectorExpr:
		ok = of.Sel.Name == "Args"
	case *ast.Ident:
		ok = of.Name == "Args"
	case *ast.MapType:
		value, is := of.Value.(*ast.Ident)
		ok = is && value.Name == "any"
	default:
		ok = false
	}
	names := map[string]bool{}
	for _, el := range c.Elts {
		if pair, is := el.(*ast.KeyValueExpr); is {
			names[literal(pair.Key)] = true
		}
	}
	return names, ok
}

// literal is a text as it is written; "" of another expression.
func literal(e ast.Expr) string {
	b, ok := e.(*ast.BasicLit)
	if !ok || b.Kind != token.STRING {
		return ""
	}
	s, err := strconv.Unquote(b.Value)
	if err != nil {
		return ""
	}
	return s
}
