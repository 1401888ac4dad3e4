package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sabot/pit/record"
)

// Who looks before recover, and gives a PIN that belongs to another machine, makes no pepper there: the kit's comes
// to where it belongs. Over one that was made for another house it comes too, and that house's PINs go on.
func TestLookingBeforeRecover(t *testing.T) {
	data, dir := closed(t), t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	pins, by := pinsOf(t, "31")
	kit := func(data, file string) (string, int) {
		_, problem, status := ctl(t, "", "kit", "--data", data, "-o", file, "--sign", by, "--pin-file", pins)
		return problem, status
	}
	said := func(args ...string) {
		t.Helper()
		if _, problem, status := ctl(t, "", args...); status != done {
			t.Fatalf("%v: %s", args, problem)
		}
	}
	if problem, status := kit(data, at("kit.txt")); status != done {
		t.Fatal(problem)
	}
	said("backup", "--data", data, at("b.db"))
	for _, account := range []string{"one", "two"} {
		t.Setenv(record.PepperEnv, at(account+"/pepper.key"))
		if account == "two" { // another house of this account
			said("demo", "--at", "2026-01-10T19:00", "--data", at("other"), "--hands", "1")
		}
		again := at("again-" + account)
		said("restore", at("b.db"), "--data", again)
		if problem, status := kit(again, at("x.txt")); status != unusable || !strings.Contains(problem, "belongs to another machine") {
			t.Errorf("before recover: %d %s", status, problem)
		}
		if _, err := os.Stat(at("one/pepper.key")); account == "one" && err == nil {
			t.Error("a look made a pepper")
		}
		said("recover", "--data", again, "--kit", at("kit.txt"))
		if problem, status := kit(again, at("kit-"+account+".txt")); status != done {
			t.Errorf("after recover: %s", problem)
		}
	}
	if problem, status := kit(at("other"), at("other.txt")); status != done {
		t.Errorf("the other house of that account: %s", problem)
	}
	said("backup", "--data", at("other"), at("o.db")) // its kit has the pepper that its PINs need
	t.Setenv(record.PepperEnv, at("three/pepper.key"))
	said("restore", at("o.db"), "--data", at("other-again"))
	said("recover", "--data", at("other-again"), "--kit", at("other.txt"))
	if problem, status := kit(at("other-again"), at("other-again.txt")); status != done {
		t.Errorf("that other house on a third account: %s", problem)
	}
}
