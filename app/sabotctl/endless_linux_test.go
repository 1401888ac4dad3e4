package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sabot/storage"
)

// No command reads a pipe that nobody writes to, or a device that never ends, in the place of a file:
// it is told, and nothing waits, grows or fills a disk.
func TestNothingIsReadWithoutEnd(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	if out, status, _ := program(t, nil, "demo", "--at", "2026-01-10T19:00", "--data", data, "--hands", "1", "--close"); status != done {
		t.Fatal(out)
	}
	pipe := filepath.Join(dir, "pipe")
	must(t, syscall.Mkfifo(pipe, 0o600))
	paper, out := filepath.Join(data, "reports", "shift-LB1-1.pdf"), filepath.Join(dir, "out.pdf")
	report := []string{"report", "shift", "--data", data, "--table", "LB1", "--shift", "1", "-o", out}
	for _, file := range []string{pipe, "/dev/zero"} {
		for _, args := range [][]string{
			{"verify-report", file, "--data", data},
			{"verify-report", paper, "--ca", file},
			{"verify", "--data", data, "--pdf", file},
			{"verify", "--data", data, "--checkpoint", file},
			{"witness", "--key", file},
			{"pit", "join", file, "--data", data},
			{"restore", file, "--data", filepath.Join(dir, "restored")},
			{"settle", file},
			{"check", file},
			{"recover", "--data", data, "--kit", file},
			{"shoe", "replay", file, "--protocol", "neutral"},
			{"shoe", "sim", "--protocol", "neutral", "--pty", "--cards", file},
		} {
			noPlainFile(t, args...)
		}
		for name, commands := range map[string][][]string{
			storage.KeyFile:  {{"verify", "--data", data}, report},
			storage.FileName: {{"verify", "--data", data}, {"export", "--data", data}, report},
		} {
			path := filepath.Join(data, name)
			must(t, os.Rename(path, path+".was"))
			must(t, os.Symlink(file, path))
			for _, args := range commands {
				noPlainFile(t, args...)
			}
			must(t, os.Remove(path))
			must(t, os.Rename(path+".was", path))
		}
	}
	signed := append(report, "--sign", "11,21", "--pin-file")
	noPlainFile(t, append(signed, "/dev/zero")...)
	if said, status, _ := program(t, nil, append(signed, pipe)...); status != unusable || !strings.Contains(said, "nobody writes") {
		t.Errorf("a pipe of PINs that nobody writes: status %d, %.300s", status, said)
	}
}

// noPlainFile demands that a command says of a file that it is no plain one.
func noPlainFile(t *testing.T, args ...string) {
	t.Helper()
	out, status, memory := program(t, nil, args...)
	if status != unusable || memory > 256<<20 || !strings.Contains(out, "no plain file") {
		t.Errorf("%v: status %d, %d MB, %.300s", args, status, memory>>20, out)
	}
}
