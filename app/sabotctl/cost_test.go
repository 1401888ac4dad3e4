package main

import (
	"os"
	"testing"

	"sabot/pit/people"
)

// The keys of these tests are sealed cheaply; what a secret costs is tried in pit. A test that
// wants the program as a process starts this one.
func TestMain(m *testing.M) {
	if file := os.Getenv(asSabotctl); file != "" {
		os.Exit(processOf(file))
	}
	people.KeyCost = people.Cost{Memory: 8, Passes: 1}
	os.Exit(m.Run())
}
