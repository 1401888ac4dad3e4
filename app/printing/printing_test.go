//go:build !windows

package printing_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sabot/app/printing"
)

// fakeLP puts a program called lp, and nothing else, where programs are looked for.
func fakeLP(t *testing.T, script string) string {
	t.Helper()
	dir := t.TempDir()
	if script != "" {
		if err := os.WriteFile(filepath.Join(dir, "lp"), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
	return dir
}

func TestPrint(t *testing.T) {
	dir := fakeLP(t, `echo "$@" > "${0%/*}/printed"`)
	if err := (printing.System{}).Print("report one.pdf"); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(dir, "printed"))
	want, _ := filepath.Abs("report one.pdf")
	if err != nil || strings.TrimSpace(string(got)) != want {
		t.Errorf("lp was given %q, %v, want %q", got, err, want)
	}
}

func TestPrinterRefuses(t *testing.T) {
	fakeLP(t, `echo "lp: Error - no default destination available." >&2; exit 1`)
	var refused *printing.RefusedError
	err := printing.System{}.Print("report.pdf")
	if !errors.As(err, &refused) || !strings.Contains(refused.Says, "no default destination") || !strings.Contains(err.Error(), "default printer is set") {
		t.Errorf("%v", err)
	}
}

func TestNothingToPrintWith(t *testing.T) {
	fakeLP(t, "")
	if err := (printing.System{}).Print("report.pdf"); !errors.Is(err, printing.ErrNoPrinting) {
		t.Errorf("%v", err)
	}
}
