package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sabot/reports"
)

// An option that a command, or a kind of report, does not take is refused, and nothing is done.
func TestOptionsOfOthersAreRefused(t *testing.T) {
	try := func(args ...string) (said string, status int) {
		var out bytes.Buffer
		status = run(context.Background(), args, streams{strings.NewReader(""), &out, &out})
		return out.String(), status
	}
	all := map[string]string{}
	for _, v := range verbs(commands()) {
		for _, o := range v.options {
			all[o.name] = o.takes
		}
	}
	for _, v := range verbs(commands()) {
		for name, takes := range all {
			own := slices.ContainsFunc(v.options, func(o option) bool { return o.name == name })
			if own || v.words[0] == "completion" || name == "--json" { // its words are those of others; hands are always JSON
				continue
			}
			args := append(slices.Clone(v.words), name)
			if takes != "" {
				args = append(args, "x")
			}
			if said, status := try(args...); status != unusable || !strings.Contains(said, strings.TrimLeft(name, "-")) {
				t.Errorf("%s: %d %s", strings.Join(args, " "), status, said)
			}
		}
	}
	values := map[string]string{"table": "LB1", "shift": "1", "slip": "F 2026-0001", "from": "2026-01-01", "to": "2026-01-31", "day": "2026-01-31"}
	for _, kind := range reports.Kinds() {
		for name, value := range values {
			said, status := try("report", string(kind), "--data", t.TempDir(), "-o", "x.pdf", "--"+name, value)
			refused := strings.Contains(said, "takes no --"+name)
			if status != unusable || refused == slices.Contains(takenBy[kind], name) {
				t.Errorf("report %s --%s: %d %s", kind, name, status, said)
			}
		}
	}
}

// The house's figures, changes and exceptions are of any days, the first and the last with them.
func TestReportsOfAnyDays(t *testing.T) {
	data := closed(t)
	pins, by := pinsOf(t, "31")
	for _, kind := range []string{"house", "changes", "exceptions"} {
		file, dir := t.TempDir()+"/x.pdf", t.TempDir()
		if _, problem, status := ctl(t, "", "report", kind, "--data", data, "--from", "01.01.2020", "--to", "2026-01-31", "--lang", "en", "-o", file, "--csv", dir, "--sign", by, "--pin-file", pins); status != done {
			t.Fatalf("%s: %d %s", kind, status, problem)
		}
		content, err := os.ReadDir(dir)
		must(t, err)
		var said strings.Builder
		for _, f := range content {
			b, err := os.ReadFile(filepath.Join(dir, f.Name()))
			must(t, err)
			said.Write(b)
		}
		if kind == "house" && !strings.Contains(said.String(), "LB1") {
			t.Errorf("the span has no table: %s", said.String())
		}
		if out, problem, _ := ctl(t, "", "verify-report", file, "--data", data); !strings.Contains(out, "the figures are the record's") || !strings.Contains(out, "2020-01-01..2026-01-31") {
			t.Errorf("%s: %s%s", kind, out, problem)
		}
	}
	if _, problem, status := ctl(t, "", "report", "house", "--data", data, "--from", "2026-01-01", "-o", t.TempDir()+"/x.pdf"); status != unusable || !strings.Contains(problem, "--to") {
		t.Errorf("half a span: %d %s", status, problem)
	}
}
