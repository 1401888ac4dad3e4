package windowtest

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jezek/xgb"

	"sabot/app/controls"
	"sabot/pit"
	"sabot/pit/recordtest"
	"sabot/storage"
)

const repository = "../.."

// programs are compiled once for all tests, each when the first of them needs it.
var (
	programs = map[string]func() (string, error){"sabot": built("sabot", "./app"), "sabotctl": built("sabotctl", "./app/sabotctl"), "minimal": built("minimal", "./app/windowtest/minimal"), "stuck": built("stuck", "./app/windowtest/stuck")}
	binaries = sync.OnceValues(func() (string, error) { return os.MkdirTemp("", "sabot-window") })
)

func built(name, pkg string) func() (string, error) {
	return sync.OnceValues(func() (string, error) {
		dir, err := binaries()
		if err != nil {
			return "", err
		}
		cmd := exec.Command("go", "build", "-o", filepath.Join(dir, name), pkg)
		cmd.Dir = repository
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("building %s: %w\n%s", name, err, out)
		}
		return filepath.Join(dir, name), nil
	})
}

func TestMain(m *testing.M) {
	flag.Parse()
	// A window under test mostly waits for keys: more of them fit a machine than it has
	// cores.
	if err := flag.Set("test.parallel", strconv.Itoa(runtime.NumCPU()+1)); err != nil {
		panic(err)
	}
	recordtest.Apart(m)
	if dir, err := binaries(); err == nil {
		os.RemoveAll(dir)
	}
}

func program(t testing.TB, name string) string {
	t.Helper()
	file, err := programs[name]()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// oneDesk has desks set up one after the other: two X servers that start at once may
// choose the same number.
var oneDesk sync.Mutex

// desk is a screen with a window manager on it.
type desk struct {
	t       testing.TB
	display string
	runtime string
	x       *xgb.Conn // for pixels, once asked for
}

func newDesk(t testing.TB, size string) *desk {
	t.Helper()
	oneDesk.Lock()
	defer oneDesk.Unlock()
	for _, tool := range []string{"Xvfb", "openbox", "xdotool", "import"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Fatalf("%s is missing: make test installs it", tool)
		}
	}
	// A server that was killed a moment ago may leave its number half free: then the one
	// that takes it is deaf, and another is tried.
	for range 4 {
		if d := tryDesk(t, size); d != nil {
			return d
		}
	}
	t.Fatal("no X server with a window manager came up")
	return nil
}

// tryDesk starts an X server and a window manager on it; nil where they do not come
// up soon.
func tryDesk(t testing.TB, size string) *desk {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	x := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", size+"x24", "-nolisten", "tcp")
	x.ExtraFiles = []*os.File{write}
	start(t, x)
	write.Close()
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Logf("Xvfb did not start: %v", err)
		return nil
	}
	d := &desk{t: t, display: ":" + strings.TrimSpace(number), runtime: t.TempDir()}
	start(t, d.command("openbox"))
	for end := time.Now().Add(patience / 4); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if d.command("xdotool", "get_num_desktops").Run() == nil {
			return d
		}
	}
	t.Logf("no window manager on display %s", d.display)
	return nil
}

// start runs a program until the test ends.
func start(t testing.TB, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
}

func (d *desk) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "DISPLAY="+d.display, "XDG_RUNTIME_DIR="+d.runtime, "SABOT_CHECK_THREADS=1", "WAYLAND_DISPLAY=")
	return cmd
}

// patience is how long something may take that is waited for until it is seen: a busy machine
// is slow, and one that hangs is told in the end.
const patience = 3 * time.Minute

// until waits for something to become true.
func (d *desk) until(what string, ok func() bool) {
	d.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(8 * time.Millisecond) {
		if ok() {
			return
		}
	}
	seen := filepath.Join(repository, "out", "window", "in-vain-"+strings.ReplaceAll(d.t.Name(), "/", "-")+".png")
	if err := os.MkdirAll(filepath.Dir(seen), 0o755); err == nil {
		_ = d.command("import", "-window", "root", seen).Run()
	}
	d.t.Fatalf("waited in vain for %s: %s", what, seen)
}

// sabot is a running Sabot.
type sabot struct {
	*desk
	cmd  *exec.Cmd
	log  *bytes.Buffer
	data string
	name string    // of the table it stands at
	ears string    // the file to which Sabot writes a line for each key and tap it dealt with
	seq  int64     // of the table's last entry that was seen
	paid time.Time // Sabot has dealt with the last Space at the end of a row: it may have paid all

	// What the table was when the record was read last, and how its files stood before.
	table *pit.Table
	files string
	read  time.Time
}

// The demo house's tables.
const (
	tableName = "LB1"
	bancoName = "PB1"
)

// open starts Sabot on a data directory and waits for its window.
func (d *desk) open(data, lang string, more ...string) *sabot {
	d.t.Helper()
	cmd := d.command(program(d.t, "sabot"), append([]string{"--data", data, "--lang", lang, "--fullscreen"}, more...)...)
	s := &sabot{desk: d, cmd: cmd, log: &bytes.Buffer{}, data: data, name: tableName}
	cmd.Stderr = s.log
	s.ears = filepath.Join(d.t.TempDir(), "heard")
	cmd.Env = append(cmd.Env, "SABOT_HEARD="+s.ears)
	start(d.t, cmd)
	d.until("Sabot's window", func() bool {
		return d.command("xdotool", "search", "--onlyvisible", "--name", "^Sabot$").Run() == nil
	})
	d.t.Cleanup(func() {
		if strings.Contains(s.log.String(), "Error in Fyne call thread") {
			d.t.Errorf("a widget was touched from a wrong thread:\n%s", s.log)
		}
	})
	s.settle()
	return s
}

// settle lets the window draw what it has.
func (s *sabot) settle() { time.Sleep(300 * time.Millisecond) }

// heard is how many keys and taps Sabot has dealt with.
func (s *sabot) heard() int {
	lines, err := os.ReadFile(s.ears)
	if err != nil {
		return 0
	}
	return bytes.Count(lines, []byte("\n"))
}

// last is what became of the last key or tap.
func (s *sabot) last() string {
	said, err := os.ReadFile(s.ears)
	if err != nil {
		s.t.Fatal(err)
	}
	words := strings.Fields(string(said))
	return words[len(words)-1]
}

// after does something with xdotool and waits until Sabot has dealt with that many keys
// and taps more.
func (s *sabot) after(n int, args ...string) {
	s.t.Helper()
	if again := slices.Index(args, "space"); again >= 0 && !slices.Contains(args[:again], "Return") {
		time.Sleep(time.Until(s.paid.Add(controls.Rhythm))) // by the rhythm of paying a second Space lays no bets
	}
	before := s.heard()
	if out, err := s.command("xdotool", args...).CombinedOutput(); err != nil {
		s.t.Fatalf("xdotool %v: %v %s", args, err, out)
	}
	s.until(fmt.Sprintf("Sabot to hear %v", args), func() bool { return s.heard() >= before+n })
	if args[len(args)-1] == "space" {
		s.paid = time.Now()
	}
}

// handPace is how fast a hand types; what comes faster is a reader's.
const handPace = 40 * time.Millisecond

// key presses keys as a hand does, each when the one before was dealt with.
func (s *sabot) key(names ...string) {
	s.t.Helper()
	for _, name := range names {
		s.after(strings.Count(name, "+")+1, "key", name)
		time.Sleep(handPace)
	}
}

// burst presses keys as a card reader does.
func (s *sabot) burst(names ...string) {
	s.t.Helper()
	s.after(len(names), append([]string{"key", "--delay", "3"}, names...)...)
	time.Sleep(handPace)
}

// fill types into a field, which has the keys to itself: each is seen in it.
func (s *sabot) fill(names ...string) {
	s.t.Helper()
	for _, name := range names {
		before := s.pixels()
		if out, err := s.command("xdotool", "key", name).CombinedOutput(); err != nil {
			s.t.Fatalf("pressing %s: %v %s", name, err, out)
		}
		s.until("the field to take "+name, func() bool { return !bytes.Equal(before, s.pixels()) })
	}
}

// pixels are the screen as it is.
func (s *sabot) pixels() []byte {
	s.t.Helper()
	out, err := s.command("import", "-window", "root", "rgb:-").Output()
	if err != nil {
		s.t.Fatalf("looking at the screen: %v", err)
	}
	return out
}

// row presses keys of one page as fast as hands do and waits until the record says so.
func (s *sabot) row(keys []string, what string, done func(*pit.Table) bool) *pit.Table {
	s.t.Helper()
	s.after(len(keys), append([]string{"key", "--delay", strconv.FormatInt(handPace.Milliseconds(), 10)}, keys...)...)
	var state *pit.Table
	s.until(what, func() bool {
		state = s.record()
		return done(state)
	})
	s.seq = state.Seq
	return state
}

// digits presses the keys of a number.
func (s *sabot) digits(number string) { s.key(strings.Split(number, "")...) }

// enter presses a key and waits until the record has more than before.
func (s *sabot) enter(name string) *pit.Table {
	s.t.Helper()
	s.key(name)
	var state *pit.Table
	s.until("an entry by "+name, func() bool {
		state = s.record()
		return state.Seq > s.seq
	})
	s.seq = state.Seq
	return state
}

// oftenEnough is after how long the record is read again though its files look as they did: what
// is written is seen by others once it is on the disk, and then nothing on the files changes.
const oftenEnough = 250 * time.Millisecond

// record is the table's state as the disk has it now. Else it is read again when its files have
// changed: who waits for an entry leaves the machine to the program that makes it.
func (s *sabot) record() *pit.Table {
	s.t.Helper()
	var files string
	for _, suffix := range []string{"", "-wal"} {
		if of, err := os.Stat(filepath.Join(s.data, storage.FileName+suffix)); err == nil {
			files += fmt.Sprintln(of.Size(), of.ModTime().UnixNano())
		}
	}
	if s.table != nil && files == s.files && time.Since(s.read) < oftenEnough {
		return s.table
	}
	read := time.Now()
	store, err := storage.OpenExisting(s.data)
	if err != nil {
		s.t.Fatal(err)
	}
	defer store.Close()
	state, err := pit.Resume(store, s.name)
	if err != nil {
		s.t.Fatal(err)
	}
	s.table, s.files, s.read = state, files, read
	return state
}

// shot leaves a picture of the screen in out/window.
func (s *sabot) shot(folder, name string) {
	s.t.Helper()
	s.settle()
	if testing.Short() { // nobody looks at it
		return
	}
	dir := filepath.Join(repository, "out", "window", folder)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		s.t.Fatal(err)
	}
	file := filepath.Join(dir, name+".png")
	if out, err := s.command("import", "-window", "root", file).CombinedOutput(); err != nil {
		s.t.Fatalf("taking a picture: %v %s", err, out)
	}
}

// kill ends Sabot as a power cut would.
func (s *sabot) kill() {
	s.t.Helper()
	if err := s.cmd.Process.Kill(); err != nil {
		s.t.Fatal(err)
	}
	_ = s.cmd.Wait()
}

// settledAsRecorded compares what the record says every hand came to with what settle
// makes of the exported hands, through the programs that people use. It answers the
// settlements.
func (s *sabot) settledAsRecorded(data string, hands int) string {
	s.t.Helper()
	ctl := func(in string, args ...string) string {
		cmd := exec.Command(program(s.t, "sabotctl"), args...)
		cmd.Stdin = strings.NewReader(in)
		var problem bytes.Buffer
		cmd.Stderr = &problem
		out, err := cmd.Output()
		if err != nil {
			s.t.Fatalf("sabotctl %v: %v %s", args, err, problem.String())
		}
		return string(out)
	}
	settled := ctl(ctl("", "export", "--data", data), "settle")
	recorded := ctl("", "export", "--data", data, "--settled")
	if settled != recorded {
		s.t.Errorf("the record's settlements are not those of the rules:\n%s\n%s", recorded, settled)
	}
	if n := strings.Count(recorded, "\n"); n != hands {
		s.t.Errorf("%d hands exported, want %d", n, hands)
	}
	return recorded
}
