package architecture

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The files and tests that the guides of who changes the code name are there, each file as the end of one's path.
func TestFilesOfTheGuidesExist(t *testing.T) {
	all := "\n"
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err == nil {
			all += "/" + strings.TrimPrefix(filepath.ToSlash(path), "../../") + "\n"
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	there, seen := testsOfTheTree(t), 0
	file, test := regexp.MustCompile("`([\\w./-]+\\.(?:go|md|json))`"), regexp.MustCompile("`(Test\\w+)(…?)`")
	for _, guide := range []string{"ARCHITECTURE.md", "CONTRIBUTING.md", "docs/design.md"} {
		says := read(t, "../../"+guide)
		for _, m := range file.FindAllStringSubmatch(says, -1) {
			seen++
			if !strings.Contains(all, "/"+strings.ReplaceAll(m[1], "GAME", "lugano")+"\n") {
				t.Errorf("%s names %s, which does not exist", guide, m[1])
			}
		}
		for _, m := range test.FindAllStringSubmatch(says, -1) {
			found := there[m[1]]
			for name := range there {
				found = found || m[2] != "" && strings.HasPrefix(name, m[1])
			}
			if !found {
				t.Errorf("%s names %s, which does not exist", guide, m[1])
			}
		}
	}
	rows := strings.Count(strings.SplitN(read(t, "../../ARCHITECTURE.md"), "\n## ", 2)[0], "\n| ") - 2
	if seen < 60 || rows < 20 {
		t.Errorf("only %d files were found, and %d things to change", seen, rows)
	}
}

// The list of rooms in ARCHITECTURE has every folder of the source, and none that is not there.
func TestRoomsAreListed(t *testing.T) {
	_, list, _ := strings.Cut(read(t, "../../ARCHITECTURE.md"), "## The rooms\n")
	list, _, _ = strings.Cut(list, "\n## ")
	listed := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)([a-z]+)/`).FindAllStringSubmatch(list, -1) {
		listed[m[1]] = true
	}
	there := map[string]bool{"docs": true}
	for _, room := range []string{"games", "pit", "storage", "reports", "assets", ".ci", "app", "app/controls", "app/screens", "app/sabotctl", "app/session", "app/shoe", "app/view"} {
		there[strings.TrimPrefix(filepath.Base(room), ".")] = true
		folders, err := os.ReadDir("../../" + room)
		if err != nil {
			t.Fatal(err)
		}
		for _, folder := range folders {
			name := folder.Name()
			if !folder.IsDir() {
				continue
			}
			there[name] = true
			if name != "testdata" && room != "assets" && !listed[name] {
				t.Errorf("the list of rooms lacks %s/%s", room, name)
			}
		}
	}
	for name := range listed {
		if !there[name] {
			t.Errorf("the list of rooms has %s, which is no folder", name)
		}
	}
}

// The files in parentheses behind the rooms in ARCHITECTURE are there. Each is named once, as "file" or "file: words",
// parted by commas.
func TestFilesOfRoomsAreThere(t *testing.T) {
	_, list, _ := strings.Cut(read(t, "../../ARCHITECTURE.md"), "## The rooms\n")
	list, _, _ = strings.Cut(list, "\n## ")
	room, file := regexp.MustCompile(`^( +)((?:\.?[a-z]+/ ?)+)`), regexp.MustCompile(`\(([^)]+)\)`)
	named := regexp.MustCompile(`^[\w.-]+$`)
	var rooms []string // each on one line, however many it has there
	for line := range strings.Lines(list) {
		switch {
		case room.MatchString(line):
			rooms = append(rooms, line)
		case strings.HasPrefix(line, "    ") && len(rooms) > 0:
			rooms[len(rooms)-1] += " " + strings.TrimSpace(line)
		}
	}
	var above []string
	once := map[string]bool{}
	for _, line := range rooms {
		m := room.FindStringSubmatch(line)
		folders := strings.Fields(m[2])
		above = append(above[:min(len(above), len(m[1])/2-2)], folders[0])
		if strings.Count(line, "(") != strings.Count(line, ")") {
			t.Errorf("a parenthesis is open: %s", line)
		}
		for _, in := range file.FindAllStringSubmatch(line, -1) {
			for part := range strings.SplitSeq(in[1], ",") {
				name, _, _ := strings.Cut(strings.TrimSpace(part), ":")
				if !named.MatchString(name) || strings.ContainsAny(part, ";(") || strings.Count(part, ":") > 1 {
					t.Errorf("%q is no file with what it decides: %s", part, line)
					continue
				}
				for _, folder := range folders {
					path := filepath.Join("../..", filepath.Join(above[:len(above)-1]...), folder, name)
					_, err := os.Stat(path + ".go")
					if whole, e := os.Stat(path); e == nil && !whole.IsDir() {
						err = nil // no Go: its name is whole
					}
					if err != nil {
						t.Errorf("%s is named, and is not there", path)
					}
					if once[path] {
						t.Errorf("%s is named twice", path)
					}
					once[path] = true
				}
			}
		}
	}
	if len(once) < 300 {
		t.Errorf("only %d files were found", len(once))
	}
}

// ARCHITECTURE stays so short that somebody new reads it whole.
func TestTheGuideIsShort(t *testing.T) {
	if n := len(strings.Fields(read(t, "../../ARCHITECTURE.md"))); n > 2000 {
		t.Errorf("ARCHITECTURE has %d words, and may have 2,000", n)
	}
}
