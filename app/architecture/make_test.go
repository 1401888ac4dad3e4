package architecture

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// makes returns the targets of the Makefile, and what WHAT and STEP may be for each that takes one.
func makes(t *testing.T) (targets []string, values map[string][]string) {
	t.Helper()
	listed := func(path, pattern string) (all []string) {
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(read(t, path), -1) {
			all = append(all, m[1])
		}
		return all
	}
	const value = `(?m)^([a-z][a-z-]*)\) # `
	return listed("../../Makefile", `(?m)^([a-z][a-z0-9-]*):`), map[string][]string{
		"prove": append(listed("../../.ci/prove", value), "all"), "bench": append(listed("../../.ci/bench", value), "all"),
		"package": listed("../../.ci/package", value), "e2e": {"house"},
	}
}

// Whatever the documents, the tests and the scripts have somebody make is a target with a value that it takes.
func TestMakeTargetsExist(t *testing.T) {
	targets, values := makes(t)
	asked, ran := regexp.MustCompile("(?m)(?:`|^ {4,})make ([a-z][a-z0-9-]*)(?: (?:WHAT|STEP)=([a-z-]+))?"), regexp.MustCompile(`(?m)^make ([a-z-]+)$`)
	seen := 0
	tried := func(path, target, value string) {
		seen++
		if !slices.Contains(targets, target) {
			t.Errorf("%s has somebody make %s, which is no target", path, target)
		} else if value != "" && !slices.Contains(values[target], value) {
			t.Errorf("%s: make %s takes no %s", path, target, value)
		}
	}
	for _, pattern := range []string{"../../README.md", "../../ARCHITECTURE.md", "../../CONTRIBUTING.md", "../../docs/*.md", "../../assets/package/*.sh"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			for _, m := range asked.FindAllStringSubmatch(read(t, file), -1) {
				tried(file, m[1], m[2])
			}
		}
	}
	for _, m := range ran.FindAllStringSubmatch(read(t, "../../.ci/run"), -1) {
		tried(".ci/run", m[1], "")
	}
	said := regexp.MustCompile(`make (prove|bench) WHAT=([a-z-]+)`)
	err := filepath.WalkDir("../..", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") || filepath.Base(path) == "make_test.go" {
			return err
		}
		for _, m := range said.FindAllStringSubmatch(read(t, path), -1) {
			tried(path, m[1], m[2])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 20 {
		t.Errorf("only %d were found", seen)
	}
}

// The README has who begins make the two things that count, and say what else there is.
func TestReadmeNamesTheFirstCommands(t *testing.T) {
	readme := read(t, "../../README.md")
	for _, command := range []string{"make run", "make test", "make help"} {
		if !strings.Contains(readme, command) {
			t.Errorf("the README does not name %s", command)
		}
	}
	if before, _, _ := strings.Cut(readme, "make run"); len(strings.Fields(before)) > 120 {
		t.Errorf("there are %d words before the first command", len(strings.Fields(before)))
	}
}
