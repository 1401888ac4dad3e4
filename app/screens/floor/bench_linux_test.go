package floor

import (
	"context"
	"syscall"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/session/floor"
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
	frames(b, w, w, func() func(context.Context) (*floor.News, error) { return w.floor.look.Look() })
}

// The same of a hundred tables of other machines.
func BenchmarkFrameOfHundredTablesElsewhere(b *testing.B) {
	w, m := afar(b, 100)
	frames(b, w, m.watcher, func() func(context.Context) (*floor.News, error) { return w.floor.look.LookElsewhere() })
}

// frames draws what has happened at the tables of a watcher, who may be another one than looks.
func frames(b *testing.B, w, at *watcher, look func() func(context.Context) (*floor.News, error)) {
	fyne.CurrentApp().Settings().SetTheme(theme.Theme{Scale: 1})
	w.enters()
	var all time.Duration
	frames := 0
	for b.Loop() {
		b.StopTimer()
		for name := range at.night {
			at.goesOn(name, 1)
		}
		news, err := look()(b.Context())
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
