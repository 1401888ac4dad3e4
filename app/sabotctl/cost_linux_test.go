package main

import (
	"os"
	"testing"
)

// A test that wants the program as a process starts this one.
func TestMain(m *testing.M) {
	if file := os.Getenv(asSabotctl); file != "" {
		os.Exit(processOf(file))
	}
	testMain(m)
}
