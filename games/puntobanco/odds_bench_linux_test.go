package puntobanco

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"sabot/games"
)

// BenchmarkTotals is the exact odds of the bets that look at totals only, beside a program in C
// that goes through the third cards of all four (testdata/totals.c, cc -O2): in turn, and the
// ratio of the medians of their CPU time (aim: 1.0). Both count the same deals.
func BenchmarkTotals(b *testing.B) {
	compiler := os.Getenv("CC")
	if compiler == "" {
		compiler = "cc"
	}
	program := filepath.Join(b.TempDir(), "totals")
	if out, err := exec.Command(compiler, "-O2", "-o", program, "testdata/totals.c").CombinedOutput(); err != nil {
		b.Skipf("no C compiler to hold it beside: %v %s", err, out)
	}
	g, _ := New(FirstNoCommission)
	var said string
	totals := func() (lines string) {
		e := countTotals(g.options.Decks)
		for _, spot := range []string{Player, Banker, Tie, PlayerBonus, BankerBonus, Super6} {
			var t games.Tally
			g.settleTotals(spot, e, &t)
			o := t.Odds(spot)
			lines += fmt.Sprintf("%v %v %v %.12f %s\n", t.Win.Big(), t.Push.Big(), t.Lose.Big(), o.Return, spot)
		}
		return lines
	}
	const times = 200
	var ours, theirs []float64
	for b.Loop() {
		begin := cpu(b)
		for range times {
			said = totals()
		}
		ours = append(ours, float64(cpu(b)-begin)/times)
		out, err := exec.Command(program, fmt.Sprint(g.options.Decks), fmt.Sprint(times)).Output()
		if err != nil {
			b.Fatal(err)
		}
		lines, rest, _ := strings.Cut(string(out), "ns ")
		var took float64
		if _, err := fmt.Sscan(rest, &took); err != nil || lines != said {
			b.Fatalf("C counts\n%s, Go\n%s", out, said)
		}
		theirs = append(theirs, took)
	}
	slices.Sort(ours)
	slices.Sort(theirs)
	us, them := ours[len(ours)/2], theirs[len(theirs)/2]
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(us/1000, "us")
	b.ReportMetric(them/1000, "C-us")
	b.ReportMetric(us/them, "times-C")
}

// cpu returns the time that this program has taken of all cores.
func cpu(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
