package architecture

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// testsOfTheTree are the names of all tests there are.
func testsOfTheTree(t *testing.T) map[string]bool {
	t.Helper()
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	names := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		b, err := os.ReadFile(path)
		for _, m := range declared.FindAllSubmatch(b, -1) {
			names[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestSourcesAreShown holds docs/sources.md against the tree: every row has a test that
// exists, or says why there is none.
func TestSourcesAreShown(t *testing.T) {
	b, err := os.ReadFile("../../docs/sources.md")
	if err != nil {
		t.Fatal(err)
	}
	there, named := testsOfTheTree(t), regexp.MustCompile("`(Test[^`]*)`")
	undone := regexp.MustCompile(`(?i)\bmissing\b|\bmanca\b|\btodo\b|\bnot yet\b`)
	source, rows := "", map[string]int{}
	for i, line := range strings.Split(string(b), "\n") {
		if heading, is := strings.CutPrefix(line, "## Source "); is {
			source = heading[:3]
		}
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| section") || strings.HasPrefix(line, "| ---") {
			continue
		}
		rows[source]++
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if len(cells) != 3 {
			t.Errorf("line %d has %d cells", i+1, len(cells))
			continue
		}
		if undone.MatchString(line) {
			t.Errorf("line %d says that something is undone: %s", i+1, line)
		}
		tests := named.FindAllStringSubmatch(cells[2], -1)
		for _, test := range tests {
			if !there[test[1]] {
				t.Errorf("line %d names %s, which does not exist", i+1, test[1])
			}
		}
		says := strings.ToLower(cells[1])
		reason := strings.Contains(says, "not at a table") || strings.Contains(says, "the floor screen") || strings.Contains(says, "on purpose")
		if len(tests) == 0 && !reason {
			t.Errorf("line %d has neither a test nor a reason: %s", i+1, line)
		}
	}
	for _, s := range []string{"000", "001", "002", "003", "004"} {
		if rows[s] < 8 {
			t.Errorf("source %s has %d rows", s, rows[s])
		}
	}
}
