package blackjack

import (
	"fmt"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// BenchmarkAnalysis is six decks, the dealer stands on 17, double after split: on one core
// (aim: a second), and on all there are. cpu-ms says what it takes where a machine does other
// things too.
func BenchmarkAnalysis(b *testing.B) {
	g := with(b, American, 6, func(*rules) {})
	for _, cores := range []int{1, runtime.NumCPU()} {
		b.Run(fmt.Sprint(cores, " cores"), func(b *testing.B) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
			before := cpu(b)
			for b.Loop() {
				g.Analyse()
			}
			b.ReportMetric(float64((cpu(b)-before).Milliseconds())/float64(b.N), "cpu-ms/op")
		})
	}
}

// cpu returns the time that this program has taken of all cores.
func cpu(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
