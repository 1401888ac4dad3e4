//go:build !windows

package printing

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// fake puts programs, and nothing else, where programs are looked for.
func fake(t *testing.T, scripts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, script := range scripts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
	return dir
}

// A file goes to lp by its whole path, for A4 and as large as fits, and the job says where
// it went.
func TestPrint(t *testing.T) {
	dir := fake(t, map[string]string{
		"lp":     `printf '%s\n' "$@" "$LC_ALL" > "${0%/*}/printed"; echo "request id is back-office-12 (1 file(s))"`,
		"lpstat": `echo "printer back-office is idle.  enabled since Sat Nov 21 20:00:00 2026"`,
	})
	job, err := System{}.Print(t.Context(), "-report one.pdf")
	if err != nil || job != (Job{Queue: "back-office"}) {
		t.Fatalf("%+v, %v", job, err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "printed"))
	path, _ := filepath.Abs("-report one.pdf")
	if want := "-o\nmedia=A4\n-o\nfit-to-page\n--\n" + path + "\nC\n"; err != nil || string(got) != want {
		t.Errorf("lp was given %q, %v, want %q", got, err, want)
	}
}

// A queue that is stopped says so, with what waits in it.
func TestStoppedQueue(t *testing.T) {
	fake(t, map[string]string{
		"lp":     `echo "request id is office-14 (1 file(s))"`,
		"lpstat": `echo "printer office disabled since Sat Nov 21 20:00:00 2026 -"; echo "	Paused"; echo "office-13  root  1024  Sat"; echo "office-14  root  1024  Sat"`,
	})
	if job, err := (System{}).Print(t.Context(), "report.pdf"); err != nil || job != (Job{"office", true, 2}) {
		t.Errorf("%+v, %v", job, err)
	}
}

// What lp says when it does not take a file is understood, and fits on a line.
func TestPrinterRefuses(t *testing.T) {
	for says, why := range map[string]Why{
		"lp: Error - No default destination.":                                          NoDefault,
		"/usr/bin/lp: Error - no default destination available.":                       NoDefault,
		"lp: Destination \"office\" is not accepting jobs.":                            Rejects,
		"lp: Unable to connect to server":                                              NoServer,
		"lp: Error - scheduler not responding.":                                        Hangs,
		"lp: Error - " + strings.Repeat("something that nobody has seen ", 20) + "\nx": Otherwise,
	} {
		fake(t, map[string]string{"lp": "cat >&2 <<'END'\n" + says + "\nEND\nexit 1"})
		t.Setenv("PATH", os.Getenv("PATH")+":/bin:/usr/bin")
		_, err := System{}.Print(t.Context(), "report.pdf")
		var refused *RefusedError
		if !errors.As(err, &refused) || refused.Why != why || len(refused.Says) > 110 || strings.Contains(refused.Says, "lp: ") || strings.HasSuffix(refused.Says, ".") {
			t.Errorf("%q: %+v", says, refused)
		}
	}
}

// A printing system that hangs has an end, whatever it has started itself; and what has queued a file has, where the
// queue does not say how it is.
func TestPrinterHangs(t *testing.T) {
	limits := func(p, c time.Duration) { patience, curiosity = p, c }
	defer limits(patience, curiosity)
	const short, long = 300 * time.Millisecond, 10 * time.Minute
	limits(short, long)
	fake(t, map[string]string{"lp": "/bin/sleep 60 & /bin/sleep 60"})
	refuses(t, t.Context())
	limits(long, short)
	fake(t, map[string]string{"lp": `echo "request id is office-1 (1 file(s))"`, "lpstat": `/bin/sleep 60; echo "printer office disabled since Sat"`})
	if job, err := (System{}).Print(t.Context(), "report.pdf"); err != nil || job != (Job{Queue: "office"}) {
		t.Errorf("%+v, %v", job, err)
	}
}

// Where nobody waits any more it has an end too, however long it was given.
func TestPrintingIsGivenUp(t *testing.T) {
	defer func(p time.Duration) { patience = p }(patience)
	patience = 10 * time.Minute
	dir := fake(t, map[string]string{"lp": `: > "${0%/*}/asked"; exec /bin/sleep 60`})
	ctx, giveUp := context.WithCancel(t.Context())
	defer giveUp()
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(filepath.Join(dir, "asked")); err == nil {
				giveUp()
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	refuses(t, ctx)
}

// refuses demands that the printer is said to hang.
func refuses(t *testing.T, ctx context.Context) {
	t.Helper()
	var refused *RefusedError
	if _, err := (System{}).Print(ctx, "report.pdf"); !errors.As(err, &refused) || refused.Why != Hangs {
		t.Errorf("%v", err)
	}
}

func TestNothingToPrintWith(t *testing.T) {
	fake(t, nil)
	if _, err := (System{}).Print(t.Context(), "report.pdf"); !errors.Is(err, ErrNoPrinting) {
		t.Errorf("%v", err)
	}
}
