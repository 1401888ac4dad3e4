package record_test

import (
	"strings"
	"testing"

	"sabot/pit/record"
)

// What is said of an entry at which the fold panicked has none of Go's words; what the fold itself says stands.
func TestNothingOf(t *testing.T) {
	said := func(breaks func()) (says string) {
		defer func() { says = record.NothingOf(recover()) }()
		breaks()
		return ""
	}
	list, at := []int{}, -1
	for words, breaks := range map[string]func(){
		"it does not go with what stands before it": func() { _ = list[at] },
		"a card of no shoe":                         func() { panic("a card of no shoe") },
	} {
		if says := said(breaks); says != "nothing can be made of it: "+words || strings.Contains(says, "runtime") {
			t.Error(says)
		}
	}
}
