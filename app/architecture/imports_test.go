// Package architecture holds the house's own rules about its code, as tests.
package architecture

import (
	"os/exec"
	"strings"
	"testing"
)

// allowed says what of ours a room may import. Imports go down only. It is a
// statement of policy: do not change this table to fix a build.
var allowed = map[string][]string{
	"games":   {},
	"pit":     {"games"},
	"storage": {"pit", "games"},
	"reports": {"pit", "games"},
	"assets":  {},
	"app":     {"app", "reports", "storage", "pit", "games", "assets"},
}

type rule struct{ room, mayNot string }

// within says which rooms of a room may not know each other.
var within = []rule{
	{"sabot/games", "sabot/games/handfile"},
	{"sabot/games", "sabot/games/lugano"},
	{"sabot/games/lugano", "sabot/games/handfile"},
	{"sabot/app/view", "fyne.io"},
	{"sabot/app/session", "fyne.io"},
	{"sabot/app/session/derived", "fyne.io"},
	{"sabot/app/session/backups", "fyne.io"},
	{"sabot/app/session/papers", "fyne.io"},
	{"sabot/app/session/papers", "sabot/app/session/backups"},
	{"sabot/app/session/papers", "sabot/app/session/floor"},
	{"sabot/app/session/eventlog", "fyne.io"},
	{"sabot/app/session/eventlog", "sabot/storage"},
	{"sabot/app/session/eventlog", "sabot/app/session/papers"},
	{"sabot/app/session/floor", "fyne.io"},
	{"sabot/app/session/floor", "sabot/storage"},
	{"sabot/app/session/derived", "sabot/storage"},
	{"sabot/app/session/derived", "sabot/app/session/sums"},
	{"sabot/app/session/sums", "fyne.io"},
	{"sabot/app/session/sums", "sabot/storage"},
	{"sabot/app/session/derived", "sabot/reports"},
	{"sabot/app/text", "fyne.io"},
	{"sabot/app/sabotctl", "fyne.io"},
	{"sabot/app/controls", "sabot/app/session"},
	{"sabot/app/controls", "sabot/storage"},
	{"sabot/app/controls/preview", "sabot/app/session"},
	{"sabot/app/controls/preview", "sabot/storage"},
	{"sabot/app/felt", "sabot/app/session"},
	{"sabot/app/players", "sabot/app/session"},
	{"sabot/app/pitclient", "sabot/app/session"},
	{"sabot/app/pitclient", "sabot/app/pitserver"},
	{"sabot/app/pitclient", "sabot/storage"},
	{"sabot/app/pitserver", "fyne.io"},
	{"sabot/app/shoe", "fyne.io"},
	{"sabot/app/shoe", "sabot/app/shoe/sim"},
	{"sabot/app/shoe", "sabot/pit"},
	{"sabot/app/shoe", "sabot/storage"},
	{"sabot/app/shoe/feed", "fyne.io"},
	{"sabot/app/shoe/feed", "sabot/app/session"},
	{"sabot/app/shoe/feed", "sabot/app/screens"},
	{"sabot/app/shoe/feed", "sabot/storage"},
	{"sabot/app/view", "sabot/app/shoe"},
	{"sabot/app/view/rules", "sabot/pit"},
	{"sabot/app/view/scorecard", "sabot/pit/house"},
	{"sabot/app/view/drills", "sabot/pit"},
	{"sabot/app/view/drills", "fyne.io"},
	{"sabot/reports/paper", "sabot/pit/house"},
	{"sabot/reports/paper", "sabot/pit/hand"},
	{"sabot/storage", "sabot/storage/central"},
	{"sabot/app/screens/shell", "sabot/app/screens"},
	{"sabot/app/screens/table", "sabot/app/screens/office"},
	{"sabot/app/screens/office", "sabot/app/screens/table"},
	{"sabot/app/screens/office", "sabot/app/screens/floor"},
	{"sabot/app/screens/table", "sabot/app/screens/floor"},
	{"sabot/app/screens/floor", "sabot/app/screens/table"},
	{"sabot/app/screens/floor", "sabot/app/screens/office"},
	{"sabot/app/screens/practice", "sabot/app/screens/table"},
	{"sabot/app/screens/practice", "sabot/app/screens/office"},
	{"sabot/app/screens/practice", "sabot/app/screens/floor"},
	{"sabot/app/practice", "sabot/app/session"},
	{"sabot/app/practice", "sabot/pit"},
	{"sabot/app/practice", "fyne.io"},
	{"sabot/games/drill", "time"},
	{"sabot/games/drill", "os"},
	{"sabot/pit", "database/sql"},
	{"sabot/games", "time"},
	{"sabot/games", "os"},
}

// noScreen may import: windows are opened by the program, records by the session, and the
// seat of the tests is theirs.
var noScreen = []string{"fyne.io/fyne/v2/app", "sabot/storage", "sabot/app/screens/screentest"}

// packages are ours with what each imports, tests left out.
func packages(t *testing.T) map[string][]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-e", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "sabot/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	list := map[string][]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		words := strings.Fields(line)
		list[words[0]] = words[1:]
	}
	if len(list) < 15 {
		t.Fatalf("only %d packages were found", len(list))
	}
	return list
}

func TestImportsGoDownOnly(t *testing.T) {
	for pkg, imports := range packages(t) {
		room := roomOf(pkg)
		may, ok := allowed[room]
		if !ok {
			t.Errorf("%s stands in no room of the house", pkg)
		}
		for _, imported := range imports {
			if !strings.HasPrefix(imported, "sabot/") || roomOf(imported) == room {
				continue
			}
			if !contains(may, roomOf(imported)) {
				t.Errorf("%s imports %s: %s may import %v", pkg, imported, room, may)
			}
		}
	}
}

func TestRoomsThatMayNotKnowEachOther(t *testing.T) {
	list, rules := packages(t), within
	for pkg := range list {
		if strings.HasPrefix(pkg, "sabot/app/screens") && pkg != "sabot/app/screens/screentest" {
			for _, what := range noScreen {
				rules = append(rules, rule{pkg, what})
			}
		}
	}
	for _, rule := range rules {
		imports, ok := list[rule.room]
		if !ok {
			t.Errorf("there is no package %s", rule.room)
		}
		for _, imported := range imports {
			if imported == rule.mayNot || strings.HasPrefix(imported, rule.mayNot+"/") {
				t.Errorf("%s imports %s", rule.room, imported)
			}
		}
	}
}

// Only the program itself opens a window, and only package paper draws on paper.
func TestOnlyOnePlaceImports(t *testing.T) {
	for what, where := range map[string]string{
		"fyne.io/fyne/v2/app": "sabot/app sabot/app/windowtest/minimal sabot/app/windowtest/stuck", "github.com/jung-kurt/gofpdf": "sabot/reports/paper", "modernc.org/sqlite": "sabot/storage",
		"github.com/jackc/pgx/v5": "sabot/storage/central sabot/storage/central/pgtest", "github.com/jackc/pgx/v5/stdlib": "sabot/storage/central",
		"go.bug.st/serial": "sabot/app/shoe", "github.com/google/go-tpm/tpm2": "sabot/storage/tpm",
	} {
		for pkg, imports := range packages(t) {
			if contains(imports, what) && !contains(strings.Fields(where), pkg) {
				t.Errorf("%s imports %s, which only %s may", pkg, what, where)
			}
		}
	}
}

// A table's program ships to a pit and has nothing of a pit's server in it.
func TestTheTableHasNoPit(t *testing.T) {
	out, err := exec.Command("go", "list", "-e", "-f", "{{join .Deps \"\\n\"}}", "sabot/app").Output()
	if err != nil {
		t.Fatal(err)
	}
	linked := strings.Fields(string(out))
	if !contains(linked, "sabot/app/pitclient") {
		t.Error("the table does not ship")
	}
	for _, pkg := range linked {
		if strings.HasPrefix(pkg, "github.com/jackc/") || strings.HasPrefix(pkg, "sabot/storage/central") || pkg == "sabot/app/pitserver" {
			t.Errorf("the table's program has %s", pkg)
		}
	}
}

// floors are the rooms of the pit, from the ground up: each may know those below it.
var floors = map[string]int{"sabot/pit/flat": 0, "sabot/pit/seal": 0, "sabot/pit/record": 1, "sabot/pit/house": 2, "sabot/pit/pay": 2, "sabot/pit/shifts": 3, "sabot/pit/hand": 3, "sabot/pit/tray": 3, "sabot/pit": 4, "sabot/pit/audit": 5, "sabot/pit/recordtest": 6}

func TestRoomsOfThePit(t *testing.T) {
	for pkg, imports := range packages(t) {
		floor, ok := floors[pkg]
		if roomOf(pkg) != "pit" {
			continue
		}
		if !ok {
			t.Errorf("%s stands on no floor of the pit", pkg)
		}
		for _, imported := range imports {
			if below, ours := floors[imported]; ours && below >= floor {
				t.Errorf("%s imports %s: arrows go down only", pkg, imported)
			}
		}
	}
}

func roomOf(pkg string) string { return strings.Split(pkg, "/")[1] }

func contains(list []string, s string) bool {
	for _, item := range list {
		if item == s {
			return true
		}
	}
	return false
}
