package main

import (
	"strings"
	"testing"

	"sabot/app/pitclient"
)

// A machine under whose name the pit's database has the record of another one is not told to bring that back.
func TestJoinBringsNoRecordOfAnotherBack(t *testing.T) {
	t.Parallel()
	e := &pitclient.Enrolment{Machine: "tavolo-3", Tables: []string{"LB3"}}
	of := strings.Join(notOwnLines(&pitclient.NotOwnError{Machine: "tavolo-3", Stream: "house", Entries: 9, Of: "tavolo-1"}, e), "\n")
	if strings.Contains(of, "pit fetch") || !strings.Contains(of, "the record of tavolo-1 under the name of tavolo-3") || !strings.Contains(of, "pit status") {
		t.Error(of)
	}
}
