package windowtest

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/theme"
	"sabot/pit/people"
	"sabot/pit/record"
)

// TestFirstFrame measures exec to first painted frame beside a minimal Fyne window,
// run by run in turn. It is a benchmark (make bench-start, make bench-year): it
// says the ratio and fails for nothing but a window that never comes.
func TestFirstFrame(t *testing.T) {
	if os.Getenv("SABOT_BENCH_START") == "" {
		t.Skip("a benchmark: make bench-start, make bench-year")
	}
	hands := 600 // a night
	if n, err := strconv.Atoi(os.Getenv("SABOT_BENCH_HANDS")); err == nil {
		hands = n
	}
	data := t.TempDir()
	played(t, data, hands)
	if info, err := os.Stat(filepath.Join(data, "sabot.db")); err == nil {
		t.Logf("record: %d hands, %.2f KB a hand", hands, float64(info.Size())/1024/float64(hands))
	}
	d := newDesk(t, "1280x800")
	var sabot, minimal []time.Duration
	const runs = 15
	for range runs {
		minimal = append(minimal, d.firstFrame(program(t, "minimal")))
		sabot = append(sabot, d.firstFrame(program(t, "sabot"), "--data", data))
	}
	s, m := median(sabot), median(minimal)
	t.Logf("first frame: Sabot %v, minimal window %v: %.2f times (aim: 1.2)", s, m, float64(s)/float64(m))
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

// firstFrame starts a program, waits until its window shows something other than
// the empty screen, and ends it.
func (d *desk) firstFrame(name string, args ...string) time.Duration {
	d.t.Helper()
	empty := d.pixel()
	painted := func() bool { return d.pixel() != empty }
	if len(args) > 0 { // Sabot: not before the felt is there, and over it the pad for who deals
		painted = func() bool { p := d.pixel(); return p[1] >= theme.Key.G && p[2] >= theme.Key.R }
	}
	cmd := d.command(name, args...)
	var log bytes.Buffer
	cmd.Stderr = &log
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		d.until("the window to go", func() bool { return d.pixel() == empty })
	}()
	for ; time.Since(begin) < patience; time.Sleep(2 * time.Millisecond) {
		if painted() {
			return time.Since(begin)
		}
	}
	d.t.Fatalf("%s shows nothing: %s", name, log.String())
	return 0
}

// played makes a record of so many hands of one table, shift after shift of 600.
func played(t *testing.T, data string, hands int) {
	t.Helper()
	clock := demo.NewClock(time.Date(2025, 11, 21, 19, 0, 0, 0, time.UTC))
	h, err := session.Open(data, clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if err := h.SetUp(people.DemoPlan("it", "lugano", 1)); err != nil {
		t.Fatal(err)
	}
	const shift = 600
	if err := demo.Play(context.Background(), h, clock, tableName, min(hands, shift), 1); err != nil {
		t.Fatal(err)
	}
	if hands > shift {
		again(t, h, hands/shift-1)
	}
}

// again enters the first shift so many times more, each a day later.
func again(t *testing.T, h *session.House, times int) {
	t.Helper()
	var shift []record.Entry
	for e, err := range h.Store().Entries(tableName, 1) {
		if err != nil {
			t.Fatal(err)
		}
		shift = append(shift, e)
	}
	entries := make([]record.Entry, len(shift))
	for n := 1; n <= times; n++ {
		for i, e := range shift {
			e.Seq += int64(n * len(shift))
			e.Shift += n
			e.At = e.At.AddDate(0, 0, n)
			if u, ok := e.Fact.(record.Undone); ok {
				u.Seq += int64(n * len(shift))
				e.Fact = u
			}
			entries[i] = e
		}
		if err := h.Store().Append(entries...); err != nil {
			t.Fatal(err)
		}
	}
}

// pixel is the colour in the middle of the screen.
func (d *desk) pixel() [4]byte {
	d.t.Helper()
	if d.x == nil {
		x, err := xgb.NewConnDisplay(d.display)
		if err != nil {
			d.t.Fatal(err)
		}
		d.x = x
		d.t.Cleanup(x.Close)
	}
	root := xproto.Setup(d.x).DefaultScreen(d.x)
	image, err := xproto.GetImage(d.x, xproto.ImageFormatZPixmap, xproto.Drawable(root.Root),
		int16(root.WidthInPixels/2), int16(root.HeightInPixels/2), 1, 1, 0xffffffff).Reply()
	if err != nil || len(image.Data) < 4 {
		d.t.Fatalf("reading a pixel: %v", err)
	}
	return [4]byte(image.Data[:4])
}
