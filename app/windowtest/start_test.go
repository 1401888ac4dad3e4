package windowtest

import (
	"bytes"
	"context"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/theme"
	"sabot/pit/house"
	"sabot/pit/record"
)

// TestFirstFrame measures exec to first painted frame beside a minimal Fyne window,
// run by run in turn, and what either takes of the cores until then, which says more on a
// machine that does other things, too. It is a benchmark (make bench WHAT=start, WHAT=year): it
// says the ratios and fails for nothing but a window that never comes.
func TestFirstFrame(t *testing.T) {
	if os.Getenv("SABOT_BENCH_START") == "" {
		t.Skip("a benchmark: make bench WHAT=start, WHAT=year")
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
	var sabot, minimal starts
	empty := d.pixel(0.5)
	for range 15 {
		minimal.add(d.started(func() bool { return d.pixel(0.5) != empty }, program(t, "minimal")))
		sabot.add(d.started(d.asksWhoDeals, program(t, "sabot"), "--data", data))
	}
	s, m := median(sabot.took), median(minimal.took)
	t.Logf("first frame: Sabot %v, minimal window %v: %.2f times (aim: 1.2)", s, m, float64(s)/float64(m))
	s, m = median(sabot.cpu), median(minimal.cpu)
	t.Logf("of all cores until then: Sabot %v, minimal window %v: %.2f times", s, m, float64(s)/float64(m))
	t.Logf("memory until then: Sabot %d MB, minimal window %d MB", slices.Max(sabot.memory)>>10, slices.Max(minimal.memory)>>10)
}

// asksWhoDeals: Sabot's first frame is there, in the middle the pad for who deals, beside it the
// cloth under the shade. A window with less in it does not count.
func (d *desk) asksWhoDeals() bool {
	middle, side := d.pixel(0.5), d.pixel(0.003)
	pad := slices.Contains([]color.NRGBA{theme.Rail, theme.Key}, color.NRGBA{middle[2], middle[1], middle[0], 0xff})
	return pad && side[1] > side[0] && side[1] > side[2]
}

// starts are how long programs took to their first frame, and what of the cores and of memory.
type starts struct {
	took, cpu []time.Duration
	memory    []int64 // at most, in KiB
}

func (s *starts) add(took, cpu time.Duration, memory int64) {
	s.took, s.cpu, s.memory = append(s.took, took), append(s.cpu, cpu), append(s.memory, memory)
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2].Round(time.Millisecond)
}

// started starts a program, waits until its window shows that, and ends it. It answers after how
// long that was seen, and what the program took of the cores and, at most, of memory in KiB.
func (d *desk) started(shown func() bool, name string, args ...string) (took, cpu time.Duration, memory int64) {
	d.t.Helper()
	empty := d.pixel(0.5)
	cmd := d.command(name, args...)
	var log bytes.Buffer
	cmd.Stderr = &log
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	for ; time.Since(begin) < patience; time.Sleep(2 * time.Millisecond) {
		if shown() {
			took = time.Since(begin)
			break
		}
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
	if err == nil {
		_, after, _ := strings.Cut(string(status), "VmHWM:") // what wait tells has what was before the exec in it
		_, err = fmt.Sscan(after, &memory)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if err != nil {
		d.t.Fatal(err)
	}
	if took == 0 {
		d.t.Fatalf("%s does not show it: %s", name, log.String())
	}
	d.until("the window to go", func() bool { return d.pixel(0.5) == empty })
	return took, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), memory
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
	if err := h.SetUp(house.DemoPlan("it", "lugano", 1)); err != nil {
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

// pixel is the colour half way down the screen, so far across.
func (d *desk) pixel(across float32) [4]byte {
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
		int16(across*float32(root.WidthInPixels)), int16(root.HeightInPixels/2), 1, 1, 0xffffffff).Reply()
	if err != nil || len(image.Data) < 4 {
		d.t.Fatalf("reading a pixel: %v", err)
	}
	return [4]byte(image.Data[:4])
}
