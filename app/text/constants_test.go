package text_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// constants are the values that a folder's code has of a type, as it declares them: one
// that is new is asked for a sentence without a list of them all.
func constants(t *testing.T, folder, of string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../..", folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range parsed.Decls {
			group, ok := decl.(*ast.GenDecl)
			if !ok || group.Tok != token.CONST {
				continue
			}
			for _, spec := range group.Specs {
				spec := spec.(*ast.ValueSpec)
				name, ok := spec.Type.(*ast.Ident)
				if !ok || name.Name != of {
					continue
				}
				for _, v := range spec.Values {
					value, err := strconv.Unquote(v.(*ast.BasicLit).Value)
					if err != nil {
						t.Fatal(err)
					}
					if value != "" {
						values = append(values, value)
					}
				}
			}
		}
	}
	if len(values) == 0 {
		t.Fatalf("%s declares no %s", folder, of)
	}
	return values
}
