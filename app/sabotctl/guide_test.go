package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// guide is a document as it is read.
func guide(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("../../docs", file))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// Who signs on to the database with a password has been given one.
func TestLoginOfTheGuideHasAPassword(t *testing.T) {
	pit := guide(t, "pit.md")
	for _, login := range regexp.MustCompile(`postgres://(\w+):SECRET@`).FindAllStringSubmatch(pit, -1) {
		made := regexp.MustCompile(`(?m)createuser .*\b` + login[1] + `\b`).FindString(pit)
		if !strings.Contains(made, " --pwprompt ") {
			t.Errorf("%s signs on with SECRET, and is made without: %q", login[1], made)
		}
	}
}
