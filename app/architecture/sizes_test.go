package architecture

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// How large a room may be, tests not counted.
const (
	mostFiles   = 40
	mostMethods = 80  // of a type
	mostInApp   = 100 // of a type of a screen, or of what screens ask
)

// Rooms stay small: no package has more than 40 files, package pit 18, and no type more than 80 methods, 100 in app.
func TestRoomsStaySmall(t *testing.T) {
	method := regexp.MustCompile(`(?m)^func \((?:\w+ )?\*?(\w+)(?:\[[^\]]*\])?\) `)
	files, methods := map[string]int{}, map[string]int{}
	sourcesOf(t, func(path, source string) {
		room := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../../")
		files[room]++
		for _, m := range method.FindAllStringSubmatch(source, -1) {
			methods[room+" "+m[1]]++
		}
	}, "app", "games", "pit", "reports", "storage")
	hold := func(what string, n, most int) {
		if n > most {
			t.Errorf("%s has %d, and may have %d", what, n, most)
		}
	}
	for room, n := range files {
		most := mostFiles
		if room == "pit" {
			most = 18
		}
		hold(room, n, most)
	}
	for name, n := range methods {
		most := mostMethods
		if strings.HasPrefix(name, "app/") {
			most = mostInApp
		}
		hold(name, n, most)
	}
	if files["pit"] == 0 || methods["pit Table"] == 0 {
		t.Error("nothing was read")
	}
}
