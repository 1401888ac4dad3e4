package architecture

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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

// shownRow is a row of a page that says what shows each of its rows.
type shownRow struct {
	part  string // the heading that it stands under
	line  int
	says  string // what Sabot does of it
	tests []string
}

// shown are the rows of a page whose tables have so many cells, the last but one of which says
// what Sabot does and the last which tests show it. Each test must exist, and nothing may be
// said to be undone.
func shown(t *testing.T, page, head string, cellsOfARow int) []shownRow {
	t.Helper()
	b, err := os.ReadFile("../../docs/" + page)
	if err != nil {
		t.Fatal(err)
	}
	there, named := testsOfTheTree(t), regexp.MustCompile("`(Test[^`]*)`")
	undone := regexp.MustCompile(`(?i)\bmissing\b|\bmanca\b|\btodo\b|\bnot yet\b`)
	part := ""
	var rows []shownRow
	for i, line := range strings.Split(string(b), "\n") {
		if heading, is := strings.CutPrefix(line, "## "); is {
			part = heading
		}
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| "+head) || strings.HasPrefix(line, "| ---") {
			continue
		}
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if len(cells) != cellsOfARow {
			t.Errorf("%s, line %d has %d cells", page, i+1, len(cells))
			continue
		}
		if undone.MatchString(line) {
			t.Errorf("%s, line %d says that something is undone: %s", page, i+1, line)
		}
		row := shownRow{part: part, line: i + 1, says: strings.ToLower(cells[cellsOfARow-2])}
		for _, m := range named.FindAllStringSubmatch(cells[cellsOfARow-1], -1) {
			row.tests = append(row.tests, m[1])
			if !there[m[1]] {
				t.Errorf("%s, line %d names %s, which does not exist", page, i+1, m[1])
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// demand demands of rows without a test that they say one of the reasons for that.
func demand(t *testing.T, page string, rows []shownRow, reasons ...string) {
	t.Helper()
	for _, r := range rows {
		reason := slices.ContainsFunc(reasons, func(reason string) bool { return strings.Contains(r.says, reason) })
		if len(r.tests) == 0 && !reason {
			t.Errorf("%s, line %d has neither a test nor a reason: %s", page, r.line, r.says)
		}
	}
}

// TestSourcesAreShown holds docs/sources.md against the tree: every row has a test that
// exists, or says why there is none.
func TestSourcesAreShown(t *testing.T) {
	all, rows := shown(t, "sources.md", "section", 3), map[string]int{}
	demand(t, "sources.md", all, "not at a table", "on purpose")
	for _, r := range all {
		if source, is := strings.CutPrefix(r.part, "Source "); is {
			rows[source[:3]]++
		}
	}
	for _, s := range []string{"000", "001", "002", "003", "004"} {
		if rows[s] < 8 {
			t.Errorf("source %s has %d rows", s, rows[s])
		}
	}
}

// TestRegulatorsAreShown holds docs/regulators.md against the tree, in the same way.
func TestRegulatorsAreShown(t *testing.T) {
	all := shown(t, "regulators.md", "requirement", 4)
	demand(t, "regulators.md", all, "not in sabot", "the house's own", "on purpose")
	if len(all) < 25 {
		t.Errorf("only %d rows", len(all))
	}
	for _, r := range all {
		if !strings.HasPrefix(r.says, "**met**: ") && !strings.HasPrefix(r.says, "**partly**: ") && !strings.HasPrefix(r.says, "**not**: ") {
			t.Errorf("regulators.md, line %d does not say whether it is met: %s", r.line, r.says)
		}
	}
}

// TestAttacksAreShown holds docs/attacks.md against the tree: whatever somebody may try has a test.
func TestAttacksAreShown(t *testing.T) {
	all := shown(t, "attacks.md", "attack", 3)
	demand(t, "attacks.md", all)
	if len(all) < 45 {
		t.Errorf("only %d rows", len(all))
	}
}
