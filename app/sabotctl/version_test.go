package main

import (
	"testing"

	"sabot/assets"
)

// Who compares versions or sums asks the program.
func TestVersion(t *testing.T) {
	if says, _, status := ctl(t, "", "--version"); status != done || says != assets.Built("sabotctl")+"\n" {
		t.Errorf("%q, %d", says, status)
	}
}
