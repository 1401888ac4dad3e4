package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// zoned is a line that begins with a time and its zone.
var zoned = regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (CET|CEST)\t`)

// The log is searched from the command line, the newest first, and what makes no sense is
// refused.
func TestSearchLog(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "house")
	if _, problem, status := ctl(t, "", "demo", "--at", "2026-01-10T19:00", "--data", dir, "--game", "lugano", "--hands", "3", "--close"); status != done {
		t.Fatal(problem)
	}
	for _, c := range []struct {
		args []string
		want string // in each line
		n    int
	}{
		{[]string{"--kind", "opened"}, "\topened\t", 1},
		{[]string{"--kind", "opened,closed", "--table", "LB1"}, "\tLB1/", 2},
		{[]string{"--kind", "handclosed", "-n", "2"}, "\thandclosed\t", 2},
		{[]string{"--kind", "settled", "-n", "1"}, "\tsettled\tsettlement: payments: 0, −20, −100, −25, −100, 0", 1}, // its amounts, and not how many
		{[]string{"--kind", "staff", "--person", "11"}, "", 0},
		{[]string{"--changes", "--kind", "house"}, "\thouse/", 0},
		{[]string{"--kind", "card", "--to", "2000-01-01"}, "", 0},
	} {
		out, problem, status := ctl(t, "", append([]string{"log", "--data", dir}, c.args...)...)
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		if out == "" {
			lines = nil
		}
		if status != done || c.n > 0 && len(lines) != c.n || c.want == "" && len(lines) != 0 || c.n == 0 && c.want != "" && len(lines) == 0 {
			t.Errorf("%v: status %d, %s\n%s", c.args, status, problem, out)
		}
		for _, l := range lines {
			if !strings.Contains(l, c.want) || !zoned.MatchString(l) {
				t.Errorf("%v: %q", c.args, l)
			}
		}
	}
	for _, args := range [][]string{{"--kind", "poem"}, {"--from", "yesterday"}, {"LB1"}, {"--from", "2026-01-11", "--to", "2026-01-10"}, {"--exceptions", "--changes"}} {
		if out, problem, status := ctl(t, "", append([]string{"log", "--data", dir}, args...)...); status != unusable || out != "" || problem == "" {
			t.Errorf("%v: status %d, %q, %q", args, status, out, problem)
		}
	}
}

// A line of the log is said in words: what was taken back with its card and place, people by name and number, no
// field as the record names it; a program that reads lines asks for the record's own.
func TestLogIsSaidInWords(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "house")
	if _, problem, status := ctl(t, "", "demo", "--at", "2026-01-10T19:00", "--data", dir, "--game", "lugano", "--hands", "40", "--close"); status != done {
		t.Fatal(problem)
	}
	log := func(args ...string) string {
		t.Helper()
		out, problem, status := ctl(t, "", append([]string{"log", "--data", dir, "-n", "100000"}, args...)...)
		if status != done || out == "" {
			t.Fatal(args, status, problem)
		}
		return out
	}
	if all := log(); strings.Contains(all, `{"`) || strings.Contains(all, `":`) {
		t.Error("a line has fields as the record names them")
	}
	takenBack := regexp.MustCompile(`(?m)\tundone\tundo: card \(entry \d+\): card: \S+, place: (box \d|BANK)`)
	for _, line := range strings.Split(strings.TrimSpace(log("--kind", "undone")), "\n") {
		if !takenBack.MatchString(line) {
			t.Errorf("what was taken back is not said: %s", line)
		}
	}
	if got := log("--kind", "relieved"); !strings.Contains(got, "from: Anna Rossi (11); to: Bruno Keller (12)") {
		t.Errorf("nobody has a name: %s", got)
	}
	if got := log("--kind", "undone", "--lang", "it"); !strings.Contains(got, "carta") {
		t.Errorf("in Italian: %s", got)
	}
	if got := log("--kind", "relieved", "--json"); !strings.Contains(got, "\t12\trelieved\t{\"from\":\"11\",\"to\":\"12\"}") {
		t.Errorf("as the record has it: %s", got)
	}
}
