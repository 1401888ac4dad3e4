package architecture

import (
	"regexp"
	"strings"
	"testing"
)

// The comment over an exported name begins with it: a name that was changed takes its comment along.
func TestCommentsBeginWithTheirName(t *testing.T) {
	declared := regexp.MustCompile(`^(?:func (?:\([^)]*\) )?|type )([A-Z]\w*)`)
	begins := regexp.MustCompile(`^// (?:(?:A|An|The) )?(\w+)`)
	seen := 0
	sourcesOf(t, func(path, source string) {
		lines := strings.Split(source, "\n")
		for i, line := range lines {
			name := declared.FindStringSubmatch(line)
			if name == nil {
				continue
			}
			first := i
			for first > 0 && strings.HasPrefix(lines[first-1], "//") {
				first--
			}
			if word := begins.FindStringSubmatch(lines[first]); first < i && word != nil {
				if seen++; word[1] != name[1] {
					t.Errorf("%s:%d: the comment over %s begins with %s", path, first+1, name[1], word[1])
				}
			}
		}
	}, "app", "games", "pit", "reports", "storage")
	if seen < 1000 {
		t.Errorf("only %d comments were read", seen)
	}
}
