package main

import (
	"bytes"
	"context"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A file of PINs that others may read is refused before one is tried; an enrolment that others may read is taken, and
// that is said.
func TestSecretsThatOthersMayRead(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("its rights are not in a file's mode")
	}
	data, dir := closed(t), t.TempDir()
	pins, by := pinsOf(t, "31")
	must(t, os.Chmod(pins, 0o644))
	kit := []string{"kit", "--data", data, "-o", filepath.Join(dir, "kit.txt"), "--sign", by, "--pin-file", pins}
	if _, problem, status := ctl(t, "", kit...); status != unusable || !strings.Contains(problem, pins+" has rights 0644") || !strings.Contains(problem, "chmod 600") {
		t.Errorf("%d %s", status, problem)
	}
	must(t, os.Chmod(pins, 0o600))
	if _, problem, status := ctl(t, "", kit...); status != done {
		t.Error(problem)
	}
	enrolment := filepath.Join(dir, "m.pit")
	must(t, os.WriteFile(enrolment, []byte("{}"), 0o644))
	for _, join := range [][]string{{"pit", "join", enrolment, "--data", data}} {
		if _, problem, _ := ctl(t, "", join...); !strings.Contains(problem, enrolment+" has rights 0644") {
			t.Errorf("%v: %s", join, problem)
		}
	}
}

// Each head that no witness countersigned is told in a line, by the table that it is of, and counts nothing.
func TestHeadsThatAreNotCountersigned(t *testing.T) {
	data, folder := closed(t), filepath.Join(t.TempDir(), "usb")
	keep(t, data, folder, "LB1", "house")
	key, _, _ := ctl(t, "", "witness", "--key", filepath.Join(t.TempDir(), "w.key"))
	out := verified(t, notHeld, data, "--checkpoints", folder, "--witness", strings.TrimSpace(key))
	if strings.Contains(out, " 0 entries") || !strings.Contains(out, "\n  LB1: checkpoint: ") || strings.Count(out, "is not countersigned by the witness\n") != 2 {
		t.Error(out)
	}
	for line := range strings.Lines(out) {
		if strings.Contains(line, "LB1-") && !strings.HasPrefix(line, "  LB1: ") {
			t.Errorf("of LB1: %s", line)
		}
	}
}

// What there is none of is refused, and is no empty answer.
func TestWhatThereIsNoneOf(t *testing.T) {
	data := closed(t)
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	must(t, nobody.Close())
	for why, args := range map[string][]string{
		`no table "LB9"`:        {"log", "--data", data, "--table", "LB9"},
		`the number "77"`:       {"log", "--data", data, "--person", "77"},
		"at least 1":            {"log", "--data", data, "-n", "-1"},
		"the most is 1":         {"export", "--data", data, "--shift", "4"},
		"from 1 on":             {"export", "--data", data, "--shift", "-1"},
		"nothing came from the": {"shoe", "listen", "--protocol", "neutral", "--tcp", nobody.Addr().String(), "-n", "1"},
	} {
		if _, problem, status := ctl(t, "", args...); status != unusable || !strings.Contains(problem, why) {
			t.Errorf("%v: %d %s", args, status, problem)
		}
	}
}

// Of two who sign, it is said whose PIN is wrong, and that one alone is counted.
func TestWhosePINIsWrong(t *testing.T) {
	data := closed(t)
	file := filepath.Join(t.TempDir(), "pins")
	must(t, os.WriteFile(file, []byte("5821\n4711\n"), 0o600))
	_, problem, status := ctl(t, "", "report", "incidents", "--data", data, "--table", "LB1", "-o", filepath.Join(t.TempDir(), "r.pdf"), "--sign", "11,21", "--pin-file", file)
	if status != unusable || !strings.Contains(problem, "signing on 11: ") {
		t.Errorf("%d %s", status, problem)
	}
	h, err := reading(data)
	must(t, err)
	if a, b := h.State.People().Failed("11"), h.State.People().Failed("21"); a != 1 || b != 0 {
		t.Errorf("counted: %d and %d", a, b)
	}
	must(t, h.Close())
}

// A command that is broken off says so in a sentence, does not end well, and leaves nothing.
func TestInterrupted(t *testing.T) {
	data, dir := closed(t), t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "empty"), 0o700))
	pins, by := pinsOf(t, "31")
	backup := filepath.Join(t.TempDir(), "b.db")
	if _, problem, status := ctl(t, "", "backup", "--data", data, backup); status != done {
		t.Fatal(problem)
	}
	printed := entered(t, data, "printed")
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, args := range [][]string{
		{"report", "incidents", "--data", data, "--table", "LB1", "-o", filepath.Join(dir, "r.pdf"), "--csv", filepath.Join(dir, "csv")},
		{"kit", "--data", data, "-o", filepath.Join(dir, "kit.pdf"), "--sign", by, "--pin-file", pins},
		{"backup", "--data", data, filepath.Join(dir, "b.db")},
		{"restore", backup, "--data", filepath.Join(dir, "empty")},
		{"verify", "--data", data},
	} {
		var said strings.Builder
		if status := run(ctx, args, streams{strings.NewReader(""), &said, &said}); status != unusable || !strings.Contains(said.String(), "interrupted: ") || strings.Contains(said.String(), "canceled") {
			t.Errorf("%v: %d %s", args, status, said.String())
		}
	}
	if n, p := entered(t, data, "kitmade"), entered(t, data, "printed"); n != 0 || p != printed {
		t.Errorf("%d kits and %d reports more are on the record", n, p-printed)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) != 1 {
		t.Errorf("left %v, %v", left, err)
	}
}

// A backup in which a bit turned is damaged, and not a newer Sabot's.
func TestBackupWithATurnedBit(t *testing.T) {
	data := closed(t)
	for what, at := range map[string]func(db []byte) int{
		"a kind of a table":   func(db []byte) int { return bytes.Index(db, []byte(`"handclosed"`)) + 1 },
		"a kind of the house": func(db []byte) int { return bytes.Index(db, []byte(`"certified"`)) + 1 },
		"an entry's version":  func(db []byte) int { return bytes.Index(db, []byte(`,"LB1",9,`)) - 1 },
	} {
		file := filepath.Join(t.TempDir(), "b.db")
		if _, problem, status := ctl(t, "", "backup", "--data", data, file); status != done {
			t.Fatal(problem)
		}
		db, err := os.ReadFile(file)
		must(t, err)
		i := at(db)
		if i < 1 {
			t.Fatalf("%s is not there", what)
		}
		db[i] ^= 8
		must(t, os.WriteFile(file, db, 0o600))
		_, problem, status := ctl(t, "", "restore", file, "--data", filepath.Join(t.TempDir(), "again"))
		if status != unusable || !strings.Contains(problem, "the file is damaged") || strings.Contains(problem, "newer Sabot") {
			t.Errorf("%s: %d %s", what, status, problem)
		}
	}
}
