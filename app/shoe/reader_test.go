package shoe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// What a line is opened as has no way to write: whoever has it can read it and close it.
func TestALineCannotBeWrittenTo(t *testing.T) {
	for _, has := range []reflect.Type{reflect.TypeFor[tap](), reflect.TypeFor[*tap](), reflect.TypeFor[*Reader]()} {
		for i := range has.NumMethod() {
			switch name := has.Method(i).Name; name {
			case "Read", "Close", "Run":
			default:
				t.Errorf("%v has %s", has, name)
			}
		}
	}
	fields := reflect.TypeFor[tap]()
	for i := range fields.NumField() {
		if kind := fields.Field(i).Type.Kind(); kind != reflect.Func {
			t.Errorf("%s is no function: who has the line has what is in it", fields.Field(i).Name)
		}
	}
	server := listening(t)
	line, err := Setting{Neutral, TCP, server.Addr().String()}.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	if _, writes := line.(interface{ Write([]byte) (int, error) }); writes {
		t.Error("an open line can be written to")
	}
}

// Nothing in this room calls what writes to a port, a connection, or changes how a port is wired; what writes
// is the log, to its own file.
func TestNothingHereWritesToALine(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	failures := regexp.MustCompile(`syscall\.(E[A-Z]+|Errno)\b`) // the numbers of what failed, which do nothing
	read, logs := 0, 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		const toLog = "fmt.Fprintf(l.file, "
		text := string(source)
		read, logs = read+1, logs+strings.Count(text, toLog)
		text = strings.ReplaceAll(text, toLog, "")
		text = failures.ReplaceAllString(text, "")
		for _, word := range []string{".Write(", "WriteString(", "WriteTo(", "ReadFrom(", ".Break(", "SetDTR", "SetRTS", "SetMode", "io.Copy", "Fprint", "Fput", "io.Writer", "ReadWrite", "syscall.", "unix."} {
			if strings.Contains(text, word) {
				t.Errorf("%s has %s", file, word)
			}
		}
	}
	if read < 6 || logs != 1 {
		t.Errorf("%d files were looked at, the log writes in %d places", read, logs)
	}
}

func listening(t *testing.T) net.Listener {
	t.Helper()
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	return server
}

// reading is a reader that goes on until the test is over, with the events that it tells.
func reading(t *testing.T, r *Reader) chan Event {
	t.Helper()
	events := make(chan Event, 1000)
	r.Tell = func(e Event) { events <- e }
	ctx, stop := context.WithCancel(context.Background())
	over := make(chan struct{})
	go func() { defer close(over); r.Run(ctx) }()
	t.Cleanup(func() { stop(); <-over })
	return events
}

// next is the next event that is not of a spoiled telegram.
func next(t *testing.T, events chan Event) Event {
	t.Helper()
	for {
		select {
		case e := <-events:
			if e.Kind != Spoiled {
				return e
			}
		case <-time.After(2 * time.Minute):
			t.Fatal("nothing is told")
		}
	}
}

func accepted(t *testing.T, server net.Listener) net.Conn {
	t.Helper()
	conn, err := server.Accept()
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

func say(t *testing.T, conn net.Conn, text string) {
	t.Helper()
	if _, err := conn.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
}

// A line that ends in the middle of a telegram is opened again, and again where nobody listens
// for a while: what was begun is forgotten, what comes once more is no card, what is new is.
func TestOpensAgain(t *testing.T) {
	server := listening(t)
	address := server.Addr().String()
	events := reading(t, &Reader{Setting: Setting{Neutral, TCP, address}, waits: []time.Duration{time.Millisecond, 5 * time.Millisecond}})
	conn := accepted(t, server)
	if e := next(t, events); e.Kind != Linked || e.Again {
		t.Fatalf("first it says %v", e)
	}
	say(t, conn, "$SB,0002,C,8S*17\r\n$SB,0003,C")
	if e := next(t, events); e.String() != "card #0002 8s" {
		t.Fatalf("then %v", e)
	}
	server.Close() // first: else the reader may be in line at a server that takes nobody any more
	conn.Close()
	if e := next(t, events); e.Kind != Lost || e.Code == "" {
		t.Fatalf("then %v", e)
	}
	for {
		again, err := net.Listen("tcp", address)
		if err == nil {
			server = again
			break
		}
		time.Sleep(time.Millisecond)
	}
	defer server.Close()
	conn = accepted(t, server)
	defer conn.Close()
	say(t, conn, ",TD*6D\r\n$SB,0002,C,8S*17\r\n$SB,0003,C,TD*6D\r\n")
	e := next(t, events)
	if e.Kind == Lost && e.Again { // nobody listened
		e = next(t, events)
	}
	if e.Kind != Linked || !e.Again {
		t.Fatalf("then %v", e)
	}
	if e := next(t, events); e.String() != "card #0003 Td" {
		t.Fatalf("then %v", e)
	}
}

// A server that takes a call and hangs up is one trouble: it is told once, and called ever more
// seldom until a telegram has come that holds.
func TestHangsUp(t *testing.T) {
	for _, p := range Protocols() {
		server := listening(t)
		events := reading(t, &Reader{Setting: Setting{p, TCP, server.Addr().String()}, waits: []time.Duration{time.Millisecond, 2 * time.Millisecond, 3 * time.Millisecond}})
		for range 6 {
			conn := accepted(t, server)
			if err := conn.(*net.TCPConn).CloseWrite(); err != nil { // it has gone once that is read
				t.Fatal(err)
			}
			_, _ = conn.Read(make([]byte, 1))
			conn.Close()
		}
		conn := accepted(t, server)
		defer conn.Close()
		say(t, conn, map[Protocol]string{AngelEye: "\x05\x31D\x81\xB8\x03FF\x053C\x0373", Neutral: "$SB,0002,C,8S*00\r\n$SB,0003,C,TD*6D\r\n"}[p])
		said := ""
		for !strings.Contains(said, "card") && !strings.Contains(said, "cut") {
			said += next(t, events).String() + "; "
		}
		if want := map[Protocol]string{AngelEye: "linked; lost the line has ended; linked again; cut #3; ", Neutral: "linked; lost the line has ended; linked again; card #0003 Td; "}[p]; said != want {
			t.Errorf("%s: it says %q, want %q", p, said, want)
		}
	}
}

// How long a reader waits grows until a telegram has come that holds; a shoe that has no heartbeat
// may be there and say nothing.
func TestIsBack(t *testing.T) {
	var said []Event
	silent, gone := net.Pipe()
	r := &Reader{Setting: Setting{AngelEye, TCP, "here:1"}, patience: time.Hour}
	r.Tell = func(e Event) {
		if said = append(said, e); e.Kind == Linked && len(said) > 3 {
			gone.Close() // once it was told
		}
	}
	line := func(text string) io.ReadCloser { return io.NopCloser(strings.NewReader(text)) }
	r.lost(errUnplugged)
	r.failed = 3
	if err := r.read(t.Context(), line("\x05\x31D\x81\xB8\x03FF"), NewDecoder(AngelEye)); err == nil || r.failed != 3 || r.up {
		t.Errorf("behind a telegram that does not hold it has failed %d times, %v", r.failed, err)
	}
	if err := r.read(t.Context(), line("\x053C\x0373"), NewDecoder(AngelEye)); err == nil || r.failed != 0 || !r.up {
		t.Errorf("behind one that holds it has failed %d times, %v", r.failed, err)
	}
	r.lost(errUnplugged)
	if n := len(said); n == 0 || said[n-1].Kind != Lost || said[n-1].Again {
		t.Errorf("then it says %v", said)
	}
	r.patience = time.Millisecond
	if err := r.read(t.Context(), silent, NewDecoder(AngelEye)); err == nil || !r.up || r.failed != 0 {
		t.Errorf("a line that stays open is up: %v, it has failed %d times, %v", r.up, r.failed, err)
	}
	r.lost(errUnplugged)
	if n := len(said); said[n-1].Kind != Lost || !said[n-1].Again {
		t.Errorf("then it says %v", said)
	}
}

// breaks is a decoder that breaks, and a line that does.
type breaks struct{}

func (breaks) Feed([]byte, time.Time) []Event { panic("fed") }
func (breaks) Reset()                         {}
func (breaks) Read([]byte) (int, error)       { panic("read") }
func (breaks) Close() error                   { panic("closed") }

// What breaks in a reader, on whichever of its goroutines, is told with where it broke; it is a line that is lost, and the
// next telegram is read.
func TestWhatBreaksInAReader(t *testing.T) {
	server := listening(t)
	broke := make(chan string, 10)
	told := func(broken any, stack []byte) { broke <- fmt.Sprintf("%v\n%s", broken, stack) }
	events := reading(t, &Reader{Setting: Setting{Neutral, TCP, server.Addr().String()}, Broke: told, decoder: breaks{}, waits: []time.Duration{time.Millisecond}})
	conn := accepted(t, server)
	defer conn.Close()
	say(t, conn, "$SB,0002,C,8S*17\r\n")
	again := accepted(t, server)
	defer again.Close()
	say(t, again, "$SB,0003,C,TD*6D\r\n")
	said := ""
	for !strings.Contains(said, "card") {
		said += next(t, events).String() + "; "
	}
	if want := "linked; lost the reader broke; linked again; card #0003 Td; "; said != want {
		t.Errorf("it says %q, want %q", said, want)
	}
	if text := <-broke; !strings.HasPrefix(text, "fed\n") || !strings.Contains(text, "breaks.Feed") {
		t.Errorf("it is told %s", text)
	}
	r := &Reader{Setting: Setting{Neutral, TCP, "here:1"}, Broke: told, Tell: func(Event) {}, patience: time.Hour}
	if err := r.read(t.Context(), breaks{}, NewDecoder(Neutral)); !errors.Is(err, errBroke) {
		t.Errorf("a line that breaks: %v", err)
	}
	if one, two := <-broke, <-broke; !strings.HasPrefix(one, "read\n") || !strings.HasPrefix(two, "closed\n") {
		t.Errorf("it is told %s, %s", one, two)
	}
}

// A shoe with a heartbeat that says nothing is told of once, and once more when it speaks; what
// is spoiled is no word of it.
func TestSilence(t *testing.T) {
	server := listening(t)
	events := reading(t, &Reader{Setting: Setting{Neutral, TCP, server.Addr().String()}, patience: 20 * time.Millisecond})
	conn := accepted(t, server)
	defer conn.Close()
	if e := next(t, events); e.Kind != Linked {
		t.Fatalf("first it says %v", e)
	}
	if e := next(t, events); e.Kind != Silent {
		t.Fatalf("then %v", e)
	}
	say(t, conn, "$SB,0006,H*00\r\n")
	select {
	case e := <-events:
		if e.Kind != Spoiled {
			t.Fatalf("then %v", e)
		}
	case <-time.After(2 * time.Minute):
		t.Fatal("nothing is told")
	}
	say(t, conn, "$SB,0006,H*5F\r\n")
	if e := next(t, events); e.Kind != Heard {
		t.Fatalf("then %v", e)
	}
	if Patience != 15*time.Second {
		t.Errorf("a shoe may say nothing for %v", Patience)
	}
}

// A line that cannot be is told once, and its reader ends.
func TestSettingsThatCannotBe(t *testing.T) {
	for _, s := range []Setting{{}, {Neutral, TCP, ""}, {Neutral, TCP, "here"}, {Neutral, "radio", "here:1"}, {"morse", Serial, "/dev/ttyS0"}} {
		if s.Check() == nil {
			t.Errorf("%+v can be", s)
		}
		told := 0
		(&Reader{Setting: s, Tell: func(e Event) { told++ }}).Run(t.Context())
		if told != 1 {
			t.Errorf("%+v: %d events", s, told)
		}
	}
	for _, s := range []Setting{{AngelEye, Serial, "/dev/ttyUSB0"}, {AngelEye, TCP, "10.0.0.7:4001"}, {Neutral, Serial, "COM3"}} {
		if err := s.Check(); err != nil {
			t.Errorf("%+v: %v", s, err)
		}
	}
}

// One reader has a port: another one is told so, by whatever name it asks, and whoever made the lock.
func TestOneReaderAPort(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} { // whichever this system has
		t.Setenv(name, folder)
	}
	port, other := filepath.Join(folder, "ttyX"), filepath.Join(folder, "shoe")
	if err := os.WriteFile(port, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := Setting{Neutral, Serial, port}
	for range 2 { // the second time the lock is there
		lock, err := s.lock()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.open(t.Context()); !errors.Is(err, ErrTaken) {
			t.Errorf("another reader: %v", err)
		}
		if runtime.GOOS != "windows" {
			if err := os.Symlink(port, other); err != nil && !errors.Is(err, fs.ErrExist) {
				t.Fatal(err)
			}
			if _, err := (Setting{Neutral, Serial, other}).lock(); !errors.Is(err, ErrTaken) {
				t.Errorf("another name: %v", err)
			}
			if made, err := os.Stat(lock.Path()); err != nil || made.Mode().Perm() != 0o644 {
				t.Errorf("another user cannot read %v, %v", made, err)
			}
		}
		if err := lock.Unlock(); err != nil {
			t.Fatal(err)
		}
		if _, err := s.open(t.Context()); err == nil || errors.Is(err, ErrTaken) {
			t.Errorf("a file that is no port: %v", err)
		}
	}
}

// A shoe that is reached by the net has one reader on a machine too: a server of one client throws the one before off,
// and neither of them is told why.
func TestOneReaderAServer(t *testing.T) {
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	s := Setting{Neutral, TCP, server.Addr().String()}
	line, err := s.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.open(t.Context()); !errors.Is(err, ErrTaken) {
		t.Errorf("another reader: %v", err)
	}
	if err := line.Close(); err != nil {
		t.Fatal(err)
	}
	if line, err = s.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := line.Close(); err != nil {
		t.Fatal(err)
	}
	server.Close()
	if _, err := s.open(t.Context()); err == nil || errors.Is(err, ErrTaken) {
		t.Errorf("nobody listens: %v", err)
	}
	if lock, err := s.lock(); err != nil || lock.Unlock() != nil {
		t.Errorf("a line that did not open keeps it: %v", err)
	}
}

// A reader in which something broke lets go of its line: it found its own one taken, for minutes.
func TestWhatBreaksKeepsNoLine(t *testing.T) {
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	told, broke := make(chan Event, 100), false
	r := &Reader{Setting: Setting{Neutral, TCP, server.Addr().String()}, Broke: func(any, []byte) {}, Tell: func(e Event) {
		if !broke {
			broke = true
			panic("at the first word")
		}
		told <- e
	}}
	ctx, stop := context.WithCancel(t.Context())
	over := make(chan struct{})
	go func() { defer close(over); r.Run(ctx) }()
	defer func() { stop(); <-over }()
	for range 2 {
		line, err := server.Accept()
		if err != nil {
			t.Fatal(err)
		}
		defer line.Close()
		if _, err := line.Write([]byte("$SB,0002,C,8S*17\r\n")); err != nil {
			t.Fatal(err)
		}
	}
	for e := range told {
		if e.Why == Taken {
			t.Fatalf("its own line: %v", e)
		}
		if e.Kind == Card {
			return
		}
	}
}

// The log of what came has a file a day for this user alone, keeps thirty days of this table and
// leaves what is another's.
func TestLogOfWhatCame(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "shoe")
	day := time.Date(2026, 11, 22, 20, 0, 0, 0, time.UTC)
	log := &Log{Folder: folder, Name: "LB1"}
	defer log.Close()
	for d := range 40 {
		at := day.AddDate(0, 0, d)
		log.raw(at, []byte("$SB,0002,C,8S*17\r\n"))
		if d == 0 {
			for _, name := range []string{"LB2-2026-01-01.log", "LB1-notes.log"} {
				if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, e := range NewDecoder(Neutral).Feed([]byte("$SB,0002,C,8S*17\r\n"), at) {
			log.event(e)
		}
		if log.Err() != nil {
			t.Fatal(log.Err())
		}
	}
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != keeping+1+2 {
		t.Errorf("%d files are kept", len(files))
	}
	for _, f := range files {
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}
		if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s is %v", f.Name(), info.Mode())
		}
	}
	if info, err := os.Stat(folder); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
		t.Errorf("the folder is %v, %v", info.Mode(), err)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(folder, "LB1-2026-12-31.log"))
	const line = "2026-12-31T20:00:00.000Z "
	raw := fmt.Sprintf("% X", "$SB,0002,C,8S*17\r\n")
	if want := line + "RXRAW " + raw + "\n" + line + "RX " + raw + "\n" + line + "EVENT card #0002 8s\n"; err != nil || string(got) != want {
		t.Errorf("%v, it has\n%s\nwant\n%s", err, got, want)
	}
	none := (*Log)(nil)
	none.raw(day, nil)
	none.event(Event{})
	if err := none.Close(); err != nil {
		t.Error(err)
	}
}
