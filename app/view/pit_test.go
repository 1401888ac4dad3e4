package view_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/people"
)

// Whatever is wrong with the shipping has a mark and a sentence in each language, with what it says of sizes.
func TestPitTrouble(t *testing.T) {
	for _, lang := range text.Languages() {
		house := &people.House{}
		v := view.Viewer{Text: text.Open(lang, "CHF"), House: house}
		table := pit.NewTable("LB1")
		if says := v.Pit(); says != "" || len(v.Marks(table, time.Time{})) > 0 || v.TopOf(table, time.Time{}).Mark != "" {
			t.Errorf("%s: with nothing wrong: %q", lang, says)
		}
		for _, why := range []people.PitWhy{
			people.PitAway, people.PitClock, people.PitVersion, people.PitCertificate, people.PitEnrolled, people.PitTable, people.PitKey, people.PitBehind, people.PitForked, people.PitCloned, people.PitOvertaken, people.PitHouse, people.PitOffice, people.PitRestored, people.PitHeir, people.PitOther,
		} {
			house.Pit = people.PitTrouble{Why: why, Stream: "LB1", Pit: 2377, Own: 2201, Apart: -11 * time.Minute, Says: "so it says"}
			says, marks := v.Pit(), v.Marks(table, time.Time{})
			if len(says) < 20 || len(marks) != 1 || !slices.Contains(marks, v.TopOf(table, time.Time{}).Mark) {
				t.Errorf("%s, %s: %q, %q", lang, why, says, marks)
			}
			for what, word := range map[people.PitWhy]string{people.PitBehind: "2201", people.PitForked: "2377", people.PitHeir: "LB1", people.PitOffice: "LB1", people.PitRestored: "LB1", people.PitClock: "11 min", people.PitOther: "so it says"} {
				if why == what && !strings.Contains(says, word) {
					t.Errorf("%s, %s: no %q in %q", lang, why, word, says)
				}
			}
		}
	}
}

// That the pit refuses the record stands before what waits at the table; that it is away stands behind it.
func TestRefusedRecordIsMarkedFirst(t *testing.T) {
	house := &people.House{}
	v := view.Viewer{Text: text.Open("en", "CHF"), House: house}
	table := pit.NewTable("LB1")
	table.ShoeOver = true
	for why, first := range map[people.PitWhy]bool{people.PitBehind: true, people.PitForked: true, people.PitCloned: true, people.PitOvertaken: false, people.PitAway: false, people.PitClock: false, people.PitCertificate: false} {
		house.Pit.Why = why
		if marks := v.Marks(table, time.Time{}); len(marks) != 2 || (marks[0] == v.PitMark()) != first {
			t.Errorf("%s: %q", why, marks)
		}
	}
}

// What another machine went on without is no refused record: the mark names the table, and how many entries.
func TestOvertakenEntriesAreMarked(t *testing.T) {
	house := &people.House{Pit: people.PitTrouble{Why: people.PitOvertaken, Stream: "BJ6", Pit: 215, Own: 216}}
	for _, lang := range text.Languages() {
		v := view.Viewer{Text: text.Open(lang, "CHF"), House: house}
		if mark := v.PitMark(); !strings.Contains(mark, "BJ6") || !strings.HasSuffix(mark, "1") || mark == v.Text.T("mark_pit_refused") {
			t.Errorf("%s: %q", lang, mark)
		}
	}
}
