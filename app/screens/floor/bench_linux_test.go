package floor

import (
	"syscall"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/theme"
)

// worked is how long the machine has worked for this program.
func worked(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// A frame of a hundred tables at each of which something has just happened, which is the most that can
// be: the entries are folded, every tile is put into words and sorted, the page is drawn. What
// the graphics card does with the drawing is not in it. cpu-ms/frame is what it takes on a
// machine that has nothing else to do.
func BenchmarkFrameOfHundredTables(b *testing.B) {
	w := before(b, 100)
	fyne.CurrentApp().Settings().SetTheme(theme.Theme{Scale: 1})
	w.enters()
	var all time.Duration
	frames := 0
	for b.Loop() {
		b.StopTimer()
		for name := range w.night {
			w.goesOn(name, 1)
		}
		news, err := w.floor.look.Look()(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		w.clock.Pass(time.Second)
		from := worked(b)
		b.StartTimer()
		w.floor.look.Take(news)
		w.floor.arrange()
		w.floor.update()
		b.StopTimer()
		all += worked(b) - from
		frames++
		b.StartTimer()
	}
	b.ReportMetric(float64(all.Microseconds())/1000/float64(frames), "cpu-ms/frame")
}

// Reading what is new of a hundred tables, beside the window, where nothing is.
func BenchmarkLookAtHundredTables(b *testing.B) {
	w := before(b, 100)
	for b.Loop() {
		if _, err := w.floor.look.Look()(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
