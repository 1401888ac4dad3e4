package reports_test

import (
	"slices"
	"testing"

	"sabot/reports"
)

// Where a card lies is a place; when a backup is due is a time of day: the record calls both "at".
func TestPlaceOfACardIsNoTime(t *testing.T) {
	for _, c := range []struct{ kind, is, name, word string }{
		{"card", "box:3", "field_place", "field_box\u00a03"},
		{"card", "bank", "field_place", "place_bank"},
		{"backupset", "390", "field_at", "6:30"},
	} {
		l := reports.NotedLine{Kind: c.kind, Fields: []reports.NotedField{{Path: []string{"at"}, Is: c.is}}}
		if got := l.Each(words{}); len(got) != 1 || !slices.Equal(got[0], []string{c.name, c.word}) {
			t.Errorf("%s %s: %q", c.kind, c.is, got)
		}
	}
}
