package architecture

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
)

const mapFile = "../../docs/map.svg"

// testsOnly are parts of the names of what only tests have, and of what has no code.
var testsOnly = []string{"test", "/torture", "/architecture", "/minimal", "/migrations"}

// docs/map.svg is the picture of what imports what, as it is: `make map` draws it anew.
func TestMap(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the picture is of the imports on Linux")
	}
	drawn := drawMap(ours(packages(t)))
	if os.Getenv("SABOT_MAP") != "" {
		if err := os.WriteFile(mapFile, drawn, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(mapFile)
	if err != nil || !bytes.Equal(kept, drawn) {
		t.Errorf("the picture of the imports is not as they are (%v): make map", err)
	}
}

// ours are Sabot's own packages with what they import of each other, by the shortest way: an import
// that another one implies is left out.
func ours(list map[string][]string) map[string][]string {
	graph := map[string][]string{}
	left := func(pkg string) bool {
		return slices.ContainsFunc(testsOnly, func(part string) bool { return strings.Contains(pkg, part) })
	}
	for pkg, imports := range list {
		if left(pkg) {
			continue
		}
		graph[pkg] = nil
		for _, i := range imports {
			if _, mine := list[i]; mine && !left(i) {
				graph[pkg] = append(graph[pkg], i)
			}
		}
		slices.Sort(graph[pkg])
	}
	reach := map[string]map[string]bool{}
	var below func(pkg string) map[string]bool
	below = func(pkg string) map[string]bool {
		if all, done := reach[pkg]; done {
			return all
		}
		all := map[string]bool{}
		for _, i := range graph[pkg] {
			all[i] = true
			maps.Copy(all, below(i))
		}
		reach[pkg] = all
		return all
	}
	short := map[string][]string{}
	for pkg, imports := range graph {
		short[pkg] = slices.DeleteFunc(slices.Clone(imports), func(i string) bool {
			return slices.ContainsFunc(imports, func(other string) bool { return other != i && below(other)[i] })
		})
	}
	return short
}

// Measures of the picture, in its own units.
const (
	boxWide, boxHigh = 136, 26
	apartX, apartY   = 14, 44
)

// grounds are the colours of the rooms.
var grounds = map[string]string{"app": "#e3ecf7", "reports": "#f4e9d5", "storage": "#eee3f3", "pit": "#e2f1e2", "games": "#f8e2e0", "assets": "#ececec"}

// levels are the rows of the packages: each is above all that it imports, and right below the lowest
// one that imports it.
func levels(graph map[string][]string) map[string]int {
	level := map[string]int{}
	var high func(pkg string) int
	high = func(pkg string) int {
		if n, done := level[pkg]; done {
			return n
		}
		n := 0
		for _, i := range graph[pkg] {
			n = max(n, high(i)+1)
		}
		level[pkg] = n
		return n
	}
	for pkg := range graph {
		high(pkg)
	}
	byLevel := slices.SortedFunc(maps.Keys(graph), func(a, b string) int { return cmp.Compare(level[b], level[a]) })
	for _, pkg := range byLevel { // from the top: whoever imports it has its row
		lowest := -1
		for other, imports := range graph {
			if slices.Contains(imports, pkg) && (lowest < 0 || level[other]-1 < lowest) {
				lowest = level[other] - 1
			}
		}
		level[pkg] = max(level[pkg], lowest)
	}
	return level
}

// drawMap is the picture; in a row each package stands near those that it imports.
func drawMap(graph map[string][]string) []byte {
	level := levels(graph)
	var rows [][]string
	for _, pkg := range slices.Sorted(maps.Keys(graph)) {
		n := level[pkg]
		for len(rows) <= n {
			rows = append(rows, nil)
		}
		rows[n] = append(rows[n], pkg)
	}
	widest := 0
	for _, row := range rows {
		widest = max(widest, len(row))
	}
	x := map[string]float64{}
	for _, row := range rows {
		near := func(pkg string) float64 {
			sum := 0.0
			for _, i := range graph[pkg] {
				sum += x[i]
			}
			return sum / float64(max(1, len(graph[pkg])))
		}
		slices.SortStableFunc(row, func(a, b string) int { return cmp.Compare(near(a), near(b)) })
		left := float64(widest-len(row)) / 2
		for i, pkg := range row {
			x[pkg] = (left + float64(i)) * (boxWide + apartX)
		}
	}
	wide, tall := widest*(boxWide+apartX)+apartX, len(rows)*(boxHigh+apartY)
	y := func(pkg string) int { return tall - (level[pkg]+1)*(boxHigh+apartY) + apartY/2 }
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n", wide, tall)
	fmt.Fprintf(&b, "<title>What imports what in Sabot: a line goes down to what is imported</title>\n<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n", wide, tall)
	for _, pkg := range slices.Sorted(maps.Keys(graph)) {
		for _, i := range graph[pkg] {
			x1, y1, x2, y2 := x[pkg]+apartX+boxWide/2, y(pkg)+boxHigh, x[i]+apartX+boxWide/2, y(i)
			fmt.Fprintf(&b, "<path d=\"M%.0f %d C%.0f %d %.0f %d %.0f %d\" fill=\"none\" stroke=\"#8a94a6\"/>\n", x1, y1, x1, y1+apartY/2, x2, y2-apartY/2, x2, y2)
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(graph)) {
		fmt.Fprintf(&b, "<rect x=\"%.0f\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"5\" fill=\"%s\" stroke=\"#5b6576\"/>\n", x[pkg]+apartX, y(pkg), boxWide, boxHigh, grounds[roomOf(pkg)])
		fmt.Fprintf(&b, "<text x=\"%.0f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", x[pkg]+apartX+boxWide/2, y(pkg)+17, html.EscapeString(strings.TrimPrefix(pkg, "sabot/")))
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}
