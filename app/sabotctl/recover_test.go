package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sabot/pit/record"
)

// A kit is made by a manager, as a page or in lines; typed on another machine it puts the keys
// back, and the record there is sealed with the key that it was sealed with.
func TestKitAndRecover(t *testing.T) {
	data, dir := closed(t), t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	pins, by := pinsOf(t, "31")
	for _, file := range []string{"kit.pdf", "kit.txt"} {
		if _, problem, status := ctl(t, "", "kit", "--data", data, "-o", at(file), "--sign", by, "--pin-file", pins); status != done {
			t.Fatal(problem)
		}
	}
	theirs, inspector := pinsOf(t, "21")
	if _, problem, status := ctl(t, "", "kit", "--data", data, "-o", at("x.pdf"), "--sign", inspector, "--pin-file", theirs); status != unusable || !strings.Contains(problem, "manager") {
		t.Errorf("an inspector: %d %s", status, problem)
	}
	text, err := os.ReadFile(at("kit.txt"))
	must(t, err)
	key := verifier(t, data)
	t.Setenv(record.PepperEnv, at("pepper.key"))
	if _, problem, status := ctl(t, string(text), "recover", "--data", at("again")); status != unusable || !strings.Contains(problem, "restore the house's record first") {
		t.Errorf("without a record: %d %s", status, problem)
	}
	for _, args := range [][]string{{"backup", "--data", data, at("b.db")}, {"restore", at("b.db"), "--data", at("again")}} {
		if _, problem, status := ctl(t, "", args...); status != done {
			t.Fatal(problem)
		}
	}
	wrong := strings.Replace(string(text), "\nK2 ", "\nK2 0", 1) // a code may end in K2
	if _, problem, status := ctl(t, wrong, "recover", "--data", at("again"), "--kit", "-"); status != unusable || !strings.Contains(problem, "line K2") {
		t.Errorf("a line that is typed wrong: %d %s", status, problem)
	}
	if _, problem, status := ctl(t, "", "recover", "--data", at("again"), "--kit", at("kit.pdf")); status != unusable || !strings.Contains(problem, "pdftotext -layout "+at("kit.pdf")) {
		t.Errorf("the page as a file: %d %s", status, problem)
	}
	if runtime.GOOS != "windows" {
		must(t, os.Chmod(at("kit.txt"), 0o644))
		if _, problem, status := ctl(t, "", "recover", "--data", at("again"), "--kit", at("kit.txt")); status != unusable || !strings.Contains(problem, "others may read the keys in it: chmod 600") {
			t.Errorf("a kit that others may read: %d %s", status, problem)
		}
	}
	out, problem, status := ctl(t, string(text), "recover", "--data", at("again"))
	if status != done || strings.Count(out, "put back: ") != 3 || verifier(t, at("again")) != key {
		t.Fatalf("%d %s%s", status, out, problem)
	}
	on(t, at("again"))
	verified(t, done, at("again"), "--key", key)
	if _, problem, status := ctl(t, "", "report", "slip", "--data", at("again"), "--table", "LB1", "--shift", "1", "--slip", "F 2026-0001", "-o", at("s.pdf"), "--sign", "11,31", "--pin-file", pinsFile(t, "11", "31")); status != done {
		t.Errorf("signing there: %s", problem)
	}
	if out, _, status := ctl(t, "", "verify-report", at("s.pdf"), "--data", at("again")); status != done {
		t.Errorf("%d %s", status, out)
	}
}

// What --pin-file holds the help says; number and PIN in one go, as they are typed in the window, are
// as good as the PIN alone. What is neither is one wrong PIN, not two.
func TestPINFile(t *testing.T) {
	data, dir := closed(t), t.TempDir()
	holds := func(name, content string) []string {
		t.Helper()
		file := filepath.Join(dir, name)
		must(t, os.WriteFile(file, []byte(content), 0o600))
		return []string{"--pin-file", file}
	}
	kit := []string{"kit", "--data", data, "-o", filepath.Join(dir, "kit.txt"), "--sign", "31"}
	if _, problem, status := ctl(t, "", append(kit, holds("wrong", "316930\n")...)...); status != unusable || !strings.Contains(problem, "PIN of nobody") {
		t.Errorf("a wrong one: %d %s", status, problem)
	}
	h, err := reading(data)
	must(t, err)
	if n := h.State.People().Failed("31"); n != 1 {
		t.Errorf("a wrong one counts %d times", n)
	}
	must(t, h.Close())
	if _, problem, status := ctl(t, "", append(kit, holds("both", "316931\n")...)...); status != done {
		t.Errorf("number and PIN: %d %s", status, problem)
	}
	file := filepath.Join(dir, "shift.pdf")
	if _, problem, status := ctl(t, "", append([]string{"report", "shift", "--data", data, "--table", "LB1", "-o", file, "--sign", "11,21"}, holds("two", "114711\n5821\n")...)...); status != done {
		t.Errorf("one of them alone: %d %s", status, problem)
	}
	for _, command := range []string{"kit", "report"} {
		if _, help, _ := ctl(t, "", command, "--help"); !strings.Contains(help, "PIN of each who signs") {
			t.Errorf("%s does not say what the file holds: %s", command, help)
		}
	}
}

func pinsFile(t *testing.T, numbers ...string) string {
	file, _ := pinsOf(t, numbers...)
	return file
}
