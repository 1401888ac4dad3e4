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
	for _, room := range []string{"games", "pit", "storage", "reports", "assets", "app", "app/controls", "app/screens", "app/sabotctl", "app/session", "app/shoe", "app/view"} {
		there[filepath.Base(room)] = true
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

// The files in parentheses behind the rooms in ARCHITECTURE are there.
func TestFilesOfRoomsAreThere(t *testing.T) {
	_, list, _ := strings.Cut(read(t, "../../ARCHITECTURE.md"), "## The rooms\n")
	list, _, _ = strings.Cut(list, "\n## ")
	room, file := regexp.MustCompile(`^( +)((?:[a-z]+/ ?)+)`), regexp.MustCompile(`\(([^)]+)\)`)
	var above []string
	seen := 0
	for line := range strings.Lines(list) {
		m := room.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		folders := strings.Fields(m[2])
		above = append(above[:min(len(above), len(m[1])/2-2)], folders[0])
		for _, in := range file.FindAllStringSubmatch(line, -1) {
			for part := range strings.SplitSeq(in[1], ";") { // "one, two: what for"
				names, _, _ := strings.Cut(part, ":")
				for name := range strings.SplitSeq(names, ",") {
					for _, folder := range folders {
						path := filepath.Join("../..", filepath.Join(above[:len(above)-1]...), folder, strings.TrimSpace(name)+".go")
						if _, err := os.Stat(path); err != nil {
							t.Errorf("%s is named, and is not there", path)
						}
						seen++
					}
				}
			}
		}
	}
	if seen < 150 {
		t.Errorf("only %d files were found", seen)
	}
}
