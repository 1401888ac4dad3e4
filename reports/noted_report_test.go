package reports_test

import (
	"slices"
	"testing"

	"sabot/pit"
	"sabot/pit/people"
	"sabot/pit/record"
	"sabot/reports"
)

// An approval is signed by whoever gave it, whoever answers for the entry that it is of.
func TestApprovalNamesItsSigner(t *testing.T) {
	house := &people.House{Staff: []people.Staff{{Number: "21", Name: "Dario Bianchi"}, {Number: "31", Name: "Elena Moser"}}}
	e := record.Entry{Seq: 8, By: "21", Fact: record.Approved{Seq: 7, By: "31"}}
	if got := reports.LineOf(reports.Form, e, nil, nil, house).Who(); got != "Elena Moser (31)" {
		t.Errorf("%q signed", got)
	}
}

// A second count of a drop box and a recovery kit are exceptions, and were none in papers of before form 7.
func TestSecondCountIsAnException(t *testing.T) {
	first := record.BoxCounted{Table: "LB1", Shift: 1, By: "41", With: "31"}
	again := first
	again.Replaces, again.Reason = 12, "recount"
	for _, c := range []struct {
		fact record.Fact
		want bool
		form int
	}{{first, false, reports.Form}, {again, true, reports.Form}, {record.KitMade{By: "31"}, true, reports.Form}, {again, false, 6}, {record.KitMade{By: "31"}, false, 6}} {
		e := reports.Evidence{Form: c.form, Kind: reports.ExceptionsReport}
		if got := e.Lists(c.fact); got != c.want {
			t.Errorf("form %d, %+v: %t", c.form, c.fact, got)
		}
		query := pit.LogQuery{Sort: record.Exception}
		if c.form == reports.Form && query.Holds(record.Entry{Fact: c.fact}) != c.want {
			t.Errorf("the log has %+v otherwise than the paper", c.fact)
		}
	}
}

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
