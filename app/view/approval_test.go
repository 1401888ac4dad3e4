package view_test

import (
	"testing"
	"time"

	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/recordtest"
)

// Whoever gives a PIN at a table for what somebody else does sees what it is: every kind that somebody signs there has words.
func TestEveryApprovedFactHasWords(t *testing.T) {
	quiet := map[string]bool{}
	for _, f := range []record.Fact{
		record.Relieved{}, record.InspectorChanged{}, record.IncidentOpened{}, // who gives the PIN is who comes, or who has typed it
		record.Acknowledged{}, record.HandCorrected{}, record.LimitsAnnounced{}, record.LimitsWithdrawn{}, record.Undone{}, // told from what the table has, and this one has nothing
	} {
		quiet[record.KindOf(f)] = true
	}
	said := 0
	for _, lang := range text.Languages() {
		v := view.Viewer{Text: text.Open(lang, "CHF"), House: &house.House{}, Now: func() time.Time { return time.UnixMilli(1_795_241_553_123) }}
		for _, kind := range record.Kinds() {
			f := recordtest.Full(record.Blank(kind))
			of := record.RealmOf(f)
			if of == record.OfHouse || of == record.OfMachine || len(record.Signers(f)) == 0 || quiet[kind] {
				continue
			}
			table := pit.NewTable("LB1")
			for _, f := range []record.Fact{record.Opened{Day: "2026-11-21", Game: "lugano", Rules: []byte(`"lugano"`), Croupier: "11", Inspector: "21"}, record.ShoeStarted{Decks: 6}} {
				table.Apply(table.Stamp(v.Now(), f)[0])
			}
			if len(v.Approval(table, []record.Fact{f})) == 0 {
				t.Errorf("%s: somebody signs %s and is not told what it is", lang, kind)
			}
			said++
		}
	}
	if said < 20*len(text.Languages()) {
		t.Errorf("only %d are signed", said)
	}
}

// Who signs for keys at another machine is told from whom they go to whom; at the table that is not known before both have signed.
func TestKeysOnTheFloorSayFromWhomToWhom(t *testing.T) {
	v := view.Viewer{Text: text.Open("en", "CHF"), House: &house.House{}, Now: func() time.Time { return time.UnixMilli(1_795_241_553_123) }}
	for want, f := range map[string]record.KeysHanded{"From 21 to 11": {Item: "drop 3", By: "21", With: "11"}, "From 12 to 21": {Item: "drop 3", Back: true, By: "21", With: "12"}} {
		if lines := v.ApprovalElsewhere(pit.NewTable("LB1"), []record.Fact{f}); len(lines) != 2 || lines[1].Text != want {
			t.Errorf("%+v, not %q", lines, want)
		}
		if lines := v.Approval(pit.NewTable("LB1"), []record.Fact{f}); len(lines) != 1 {
			t.Errorf("at the table %+v", lines)
		}
	}
}
