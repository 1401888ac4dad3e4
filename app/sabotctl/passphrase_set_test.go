package main

import "testing"

// A switch counts in every form that the flags take.
func TestSwitchIsSetInEveryForm(t *testing.T) {
	for arg, want := range map[string]bool{"--passphrase": true, "-passphrase": true, "--passphrase=true": true, "-passphrase=1": true, "--passphrase=false": false, "--passphrase-file=x": false, "passphrase": false} {
		if got := setIn([]string{"protect", arg}, "passphrase"); got != want {
			t.Errorf("%s: %v", arg, got)
		}
	}
}

// Of an option that is given twice the last one counts, as the flags have it.
func TestLastOptionCounts(t *testing.T) {
	for want, args := range map[string][]string{"b": {"--data", "a", "x", "--data=b"}, "c": {"-data", "c"}, "": {"--table", "LB1"}} {
		if got := valueOf(args, "data"); got != want {
			t.Errorf("%v: %q", args, got)
		}
	}
}
