package main

import (
	"os"
	"strings"
	"testing"
)

// PostgreSQL makes no file more: pit status says that nothing is written, since when and why, and ends with 1.
func TestStatusSaysThatNothingIsWritten(t *testing.T) {
	m := newTwoMachines(t)
	m.says(done, "entries shipped", "", "pit", "ship", "--data", m.other)
	url, err := os.ReadFile(m.in("owner.url"))
	must(t, err)
	again, err := aPostgres(t).Refuses(strings.TrimSpace(string(url)))
	must(t, err)
	out, problem, status := ctl(t, "", "pit", "status", "--pit", m.pit)
	must(t, again())
	if status != notHeld || !strings.Contains(out, `nothing is written: PostgreSQL says "could not create file`) || !strings.Contains(out, "the last entry arrived at 2") {
		t.Errorf("status %d, %s%s", status, out, problem)
	}
	m.says(done, "ufficio", "", "pit", "status", "--pit", m.pit)
}
