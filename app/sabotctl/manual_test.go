package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Every command is in the help, the manual and the completions, as its usage line has it, with its
// example.
func TestManualHasEveryCommand(t *testing.T) {
	page, _, status := ctl(t, "", "manual")
	if status != done {
		t.Fatal(status)
	}
	plain := strings.NewReplacer(`\-`, "-", `\(aq`, "'", `\(ti`, "~", `\e`, `\`).Replace(page)
	names := said(t)
	for _, c := range commands() {
		if !strings.Contains(plain, ".TP\n.B "+c.name+"\n") || !strings.Contains(plain, ".EX\n"+c.example+"\n") {
			t.Errorf("the manual has no %s", c.name)
		}
		for _, v := range verbs([]command{c}) {
			if v.line() != "" && !strings.Contains(plain, "\n"+v.line()+"\n.br\n") {
				t.Errorf("the manual has no line %q", v.line())
			}
		}
		if !slices.Contains(names, c.name) {
			t.Errorf("no shell completes %s", c.name)
		}
	}
	if len(names) != len(commands()) {
		t.Errorf("%v", names)
	}
	for i, l := range strings.Split(page, "\n") {
		if strings.HasPrefix(l, "'") || strings.Contains(strings.ReplaceAll(l, `\-`, ""), "--") {
			t.Errorf("line %d means something to roff: %s", i+1, l)
		}
	}
}

// said are the words that may stand next, as a shell asks for them.
func said(t *testing.T, words ...string) []string {
	t.Helper()
	out, problem, status := ctl(t, "", append([]string{"completion", "words"}, words...)...)
	if status != done {
		t.Fatal(problem)
	}
	return strings.Fields(out)
}

func TestCompletions(t *testing.T) {
	for _, c := range []struct{ typed, want string }{
		{"ver", "verify verify-report"},
		{"nothing ", ""},
		{"pit s", "seen serve ship status"},
		{"pit serve ", "--listen --pit"},
		{"pit serve --pit ", ":folders"},
		{"pit serve --pit /etc/sabot-pit ", "--listen"},
		{"settle ", ":files"},
		{"odds bj", "bj-eu bj-us"},
		{"odds lugano --r", "--rule --rules"},
		{"report a", "access"},
		{"report shift --lang ", "de en fr it"},
		{"report shift --csv ", ":folders"},
		{"verify --pdf x.pdf --pd", "--pdf"},
		{"verify --data d --da", ""},
		{"verify-report x.pdf --c", "--ca :files"},
		{"shoe sim --protocol ", "angeleye neutral"},
		{"demo --game ", "blackjack lugano puntobanco"},
		{"demo --hands ", ""},
		{"card lu", "lugano"},
		{"completion ", "bash fish words zsh"},
	} {
		got := strings.Join(said(t, strings.Split(c.typed, " ")...), " ")
		words := strings.Fields(got)
		slices.Sort(words)
		if got = strings.Join(words, " "); got != c.want && !(c.typed == "odds bj" && strings.Contains(got, "bj-us")) {
			t.Errorf("%q: %q, want %q", c.typed, got, c.want)
		}
	}
}

// A usage line, and so help, manual and completions, has the options that the command reads, and
// no other.
func TestUsageHasTheOptions(t *testing.T) {
	read := optionsInSource(t)
	delete(read["verify-report"], "--roots") // a name of before, which need not be learned
	said := map[string]map[string]bool{}
	for _, v := range verbs(commands()) {
		name := strings.Join(v.words, " ")
		said[name] = map[string]bool{}
		for _, o := range v.options {
			said[name][o.name] = true
		}
	}
	if len(read) < 25 {
		t.Fatalf("only %d commands were found in the source", len(read))
	}
	for name, options := range read {
		for o := range options {
			if !said[name][o] {
				t.Errorf("%s reads %s, and its usage has none", name, o)
			}
		}
		for o := range said[name] {
			if !options[o] {
				t.Errorf("the usage of %s has %s, which it does not read", name, o)
			}
		}
	}
}

// optionsInSource are the options of every command, as its function asks for them.
func optionsInSource(t *testing.T) map[string]map[string]bool {
	t.Helper()
	files, err := filepath.Glob("*.go")
	must(t, err)
	all := map[string]map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		must(t, err)
		for _, d := range source.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			name, options := "", map[string]bool{}
			ast.Inspect(f.Body, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				text := func(i int) string {
					if i < len(call.Args) {
						if l, ok := call.Args[i].(*ast.BasicLit); ok && l.Kind == token.STRING {
							s, err := strconv.Unquote(l.Value)
							must(t, err)
							return s
						}
					}
					return ""
				}
				switch fun := call.Fun.(type) {
				case *ast.Ident:
					if fun.Name == "newFlags" {
						name = text(0)
					}
				case *ast.SelectorExpr:
					on, _ := fun.X.(*ast.Ident)
					switch {
					case on == nil:
					case fun.Sel.Name == "heads" && on.Name == "k":
						for _, o := range []string{"checkpoint", "checkpoints"} {
							options["--"+o] = true
						}
					case fun.Sel.Name == "flags" && on.Name == "k":
						for _, o := range []string{"key", "witness", "checkpoint", "checkpoints", "pdf"} {
							options["--"+o] = true
						}
					case on.Name != "f":
					case fun.Sel.Name == "data" || fun.Sel.Name == "protocol":
						options["--"+fun.Sel.Name] = true
					case slices.Contains([]string{"String", "Bool", "Int", "Int64", "Uint64", "Float64", "Duration"}, fun.Sel.Name):
						options[dashed(text(0))] = true
					case fun.Sel.Name == "Var" || fun.Sel.Name == "StringVar":
						options[dashed(text(1))] = true
					}
				}
				return true
			})
			if name != "" {
				all[name] = options
			}
		}
	}
	return all
}

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// Each shell takes its completions; bash asks the program and offers what it says.
func TestCompletionInTheShells(t *testing.T) {
	dir := t.TempDir()
	for _, shell := range []string{"bash", "zsh", "fish"} {
		script, _, status := ctl(t, "", "completion", shell)
		if status != done || !strings.Contains(script, "completion words") {
			t.Fatalf("%s: %s", shell, script)
		}
		path, err := exec.LookPath(shell)
		if err != nil {
			t.Logf("%s is not here: its completions were not read", shell)
			continue
		}
		file := filepath.Join(dir, shell)
		must(t, os.WriteFile(file, []byte(script), 0o600))
		if out, err := exec.Command(path, "-n", file).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", shell, err, out)
		}
	}
	if _, problem, status := ctl(t, "", "completion", "sh"); status != unusable || !strings.Contains(problem, "name a shell: bash, zsh, fish") {
		t.Error(problem)
	}
	if path, err := exec.LookPath("bash"); err == nil {
		stand := filepath.Join(dir, "sabotctl") // stands for the program, which says words
		must(t, os.WriteFile(stand, []byte("#!"+path+"\nprintf '%s\\n' --listen :folders\n[ \"$*\" = 'completion words pit serve --pit x' ]\n"), 0o700))
		must(t, os.Mkdir(filepath.Join(dir, "x y"), 0o700))
		ask := exec.Command(path, "-c", `source ./bash; COMP_WORDS=("$PWD/sabotctl" pit serve --pit x); COMP_CWORD=4; _sabotctl; printf '%s\n' "${COMPREPLY[@]}"`)
		ask.Dir = dir
		if out, err := ask.CombinedOutput(); err != nil || string(out) != "--listen\nx y\n" {
			t.Errorf("%q, %v", out, err)
		}
	}
}

// The card of a game is written, the same bytes at the same time; what there is no card of is said.
func TestCroupiersCard(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1795000000")
	var written [2][]byte
	for i := range written {
		file := filepath.Join(t.TempDir(), "card.pdf")
		if _, problem, status := ctl(t, "", "card", "lugano", "--lang", "de", "-o", file); status != done {
			t.Fatal(problem)
		}
		var err error
		written[i], err = os.ReadFile(file)
		must(t, err)
	}
	if string(written[0]) != string(written[1]) || !strings.HasPrefix(string(written[0]), "%PDF") {
		t.Error("two cards of one moment are not the same")
	}
	for says, args := range map[string][]string{
		"there is no card of the game": {"roulette", "-o", "x.pdf"},
		"there is no language":         {"lugano", "--lang", "xx", "-o", "x.pdf"},
		"name the file with -o":        {"lugano"},
	} {
		if _, problem, status := ctl(t, "", append([]string{"card"}, args...)...); status != unusable || !strings.Contains(problem, says) {
			t.Errorf("%v: %d %s", args, status, problem)
		}
	}
}
