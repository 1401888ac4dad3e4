package main

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/reports"
	"sabot/reports/sign"
)

// asSabotctl names, in the environment, a file: with it this test's program is sabotctl, which
// writes there the most memory that it had.
const asSabotctl = "SABOT_TEST_IS_SABOTCTL"

// processOf is sabotctl as a process; it answers its status.
func processOf(file string) int {
	status := process()
	about, err := os.ReadFile("/proc/self/status")
	if err == nil {
		err = os.WriteFile(file, about, 0o666)
	}
	if err != nil {
		panic(err)
	}
	return status
}

// program runs sabotctl as a process of its own; it answers what that wrote, its status and
// the most memory that it had.
func program(t *testing.T, who *syscall.SysProcAttr, args ...string) (out string, status int, memory int64) {
	t.Helper()
	self, err := os.Executable()
	must(t, err)
	if who != nil { // it is started by another user
		copied := filepath.Join(t.TempDir(), "sabotctl")
		content, err := os.ReadFile(self)
		must(t, err)
		must(t, os.WriteFile(copied, content, 0o755))
		open(t, copied)
		self = copied
	}
	ctx, end := context.WithTimeout(context.Background(), 5*time.Minute)
	defer end()
	c := exec.CommandContext(ctx, self, args...)
	about := filepath.Join(t.TempDir(), "status")
	must(t, os.WriteFile(about, nil, 0o666))
	must(t, os.Chmod(about, 0o666))
	open(t, about)
	c.Env = append(os.Environ(), asSabotctl+"="+about)
	c.Dir, c.SysProcAttr = "/", who
	said, _ := c.CombinedOutput()
	text, err := os.ReadFile(about)
	must(t, err)
	var kilobytes int64
	_, most, _ := strings.Cut(string(text), "VmHWM:")
	if _, err := fmt.Sscan(most, &kilobytes); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	return string(said), c.ProcessState.ExitCode(), kilobytes << 10
}

// open lets everybody go to a file.
func open(t *testing.T, file string) {
	t.Helper()
	for dir := filepath.Dir(file); dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) {
		must(t, os.Chmod(dir, 0o755))
	}
}

// hostile are files that were made to take memory and time, or to break what reads them.
func hostile(t *testing.T) map[string][]byte {
	e := reports.Evidence{
		Sabot: "1", Form: reports.Form, Kind: reports.ShiftReport, Table: "LB1", Shift: 1, Language: "en", Currency: "CHF", Zone: "UTC",
		Figures: json.RawMessage(`{"Opened":"2026-11-21T19:00:00Z","Closed":"2026-11-22T03:00:00Z"}`),
	}
	doc, err := e.Draw(text.Open("en", "CHF"))
	must(t, err)
	with := func(evidence []byte) []byte {
		var z bytes.Buffer
		w := zlib.NewWriter(&z)
		_, err := w.Write(evidence)
		must(t, err)
		must(t, w.Close())
		return reborn(t, doc.PDF, z.Bytes())
	}
	of := func(figures string) []byte {
		e := e
		e.Figures = json.RawMessage("null")
		outer, err := json.Marshal(e)
		must(t, err)
		return with(bytes.Replace(outer, []byte(`"figures":null`), []byte(`"figures":`+figures), 1))
	}
	many := func(one string, n int) string { return "[" + strings.Repeat(one+",", n-1) + one + "]" }
	files := map[string][]byte{
		"many empty hands":   of(`{"Hands":` + many("{}", 80_000_000/8) + `}`),
		"as many as go":      of(`{"Hands":` + many("{}", 39_000) + `}`),
		"one endless word":   of(`{"House":"` + strings.Repeat("a", 7<<20) + `"}`),
		"many numbers":       of(`{"Hands":[{"Boxes":` + many("1", 900_000) + `}]}`),
		"deep":               of(strings.Repeat("[", 5_000_000)),
		"nonsense":           of(`{"Opened":"9999-12-31T23:59:59Z","Shoes":-9223372036854775808,"Hands":[{"Number":-1}],"Result":{}}`),
		"another kind":       bytes.Replace(doc.PDF, []byte("/EmbeddedFile"), []byte("/EmbeddedFaul"), 1),
		"no PDF":             bytes.Repeat([]byte("x"), papers.LargestReport),
		"many ends":          append(bytes.Clone(doc.PDF), bytes.Repeat([]byte("1 0 obj\n<<>>\nendobj\n%%EOF\n"), 2_000_000)...),
		"a table of objects": bytes.Repeat([]byte("0000000000 00000 n \n"), papers.LargestReport/20),
		"too large":          make([]byte, papers.LargestReport+1),
	}
	return files
}

// reborn is a PDF with other evidence in it, signed by somebody whom nobody knows: the rest
// of the file is as it was.
func reborn(t *testing.T, pdf, z []byte) []byte {
	t.Helper()
	const head = "<< /Type /EmbeddedFile /Length "
	from := bytes.Index(pdf, []byte(head)) + len(head)
	length := bytes.IndexByte(pdf[from:], ' ')
	start := from + bytes.Index(pdf[from:], []byte("stream\n")) + len("stream\n")
	var was int
	_, err := fmt.Sscan(string(pdf[from:from+length]), &was)
	must(t, err)
	end := start + was
	out := append([]byte{}, pdf[:from]...)
	out = fmt.Append(out, len(z))
	out = append(out, pdf[from+length:start]...)
	out = append(out, z...)
	moved := len(out) - end
	out = append(out, pdf[end:]...)
	out = shifted(t, out, from, moved)
	house, err := sign.NewAuthority("nobody", time.Now())
	must(t, err)
	signed, err := sign.Sign(out, stranger(t, house, "Nobody"), sign.Field{Name: "s", Page: 1, X: 10, Y: 10, W: 60, H: 20, Lines: []string{"x"}, At: time.Now()})
	must(t, err)
	return signed
}

// The file of a report, whatever is in it, takes at most 10 seconds and 256 MB, and no word
// of it is that it holds. A program that gives none within a minute is ended, with no status of its own.
func TestHostileFilesAreBounded(t *testing.T) {
	files := hostile(t)
	dir := t.TempDir()
	for name, content := range files {
		file := filepath.Join(dir, "hostile.pdf")
		must(t, os.WriteFile(file, content, 0o600))
		out, status, memory := program(t, nil, "verify-report", file)
		t.Logf("%-20s %9d bytes: status %d, %4d MB: %.100q", name, len(content), status, memory>>20, out)
		if status != notHeld && status != unusable || memory > 256<<20 || strings.Contains(out, "goroutine") {
			t.Errorf("%s: status %d, %d MB: %.300s", name, status, memory>>20, out)
		}
	}
	if out, status, _ := program(t, nil, "verify-report", "/dev/zero"); status != unusable || !strings.Contains(out, "no plain file") {
		t.Errorf("/dev/zero: %d %s", status, out)
	}
}
