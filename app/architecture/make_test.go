package architecture

import (
	"regexp"
	"testing"
)

// Whatever make is asked for is said in the README or in CONTRIBUTING, with what it is for.
func TestMakeTargetsAreInTheDocuments(t *testing.T) {
	said := read(t, "../../README.md") + read(t, "../../CONTRIBUTING.md")
	targets := regexp.MustCompile(`(?m)^([a-z][a-z-]*):.*## `).FindAllStringSubmatch(read(t, "../../Makefile"), -1)
	if len(targets) < 30 {
		t.Errorf("only %d targets were found", len(targets))
	}
	for _, m := range targets {
		if !regexp.MustCompile(`make ` + m[1] + `([^a-z-]|$)`).MatchString(said) {
			t.Errorf("make %s is in no document", m[1])
		}
	}
}
