package view_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/house"
)

// Whatever is wrong with the shipping has a mark and a sentence in each language, with what it says of sizes.
func TestPitTrouble(t *testing.T) {
	for _, lang := range text.Languages() {
		h := &house.House{}
		v := view.Viewer{Text: text.Open(lang, "CHF"), House: h}
		table := pit.NewTable("LB1")
		if says := v.Pit(); says != "" || len(v.Marks(table, time.Time{})) > 0 || v.TopOf(table, time.Time{}).Mark != "" {
			t.Errorf("%s: with nothing wrong: %q", lang, says)
		}
		for _, why := range []house.PitWhy{
			house.PitAway, house.PitClock, house.PitVersion, house.PitCertificate, house.PitEnrolled, house.PitTable, house.PitKey, house.PitBehind, house.PitForked, house.PitCloned, house.PitOvertaken, house.PitHouse, house.PitOffice, house.PitRestored, house.PitHeir, house.PitOther,
		} {
			h.Pit = house.PitTrouble{Why: why, Stream: "LB1", Pit: 2377, Own: 2201, Apart: -11 * time.Minute, Says: "so it says"}
			says, marks := v.Pit(), v.Marks(table, time.Time{})
			if len(says) < 20 || len(marks) != 1 || !slices.Contains(marks, v.TopOf(table, time.Time{}).Mark) {
				t.Errorf("%s, %s: %q, %q", lang, why, says, marks)
			}
			for what, word := range map[house.PitWhy]string{house.PitBehind: "2201", house.PitForked: "2377", house.PitHeir: "LB1", house.PitOffice: "LB1", house.PitRestored: "LB1", house.PitClock: "11 min", house.PitOther: "so it says"} {
				if why == what && !strings.Contains(says, word) {
					t.Errorf("%s, %s: no %q in %q", lang, why, word, says)
				}
			}
		}
	}
}

// That the pit refuses the record stands before what waits at the table; that it is away stands behind it.
func TestRefusedRecordIsMarkedFirst(t *testing.T) {
	h := &house.House{}
	v := view.Viewer{Text: text.Open("en", "CHF"), House: h}
	table := pit.NewTable("LB1")
	table.ShoeOver = true
	for why, first := range map[house.PitWhy]bool{house.PitBehind: true, house.PitForked: true, house.PitCloned: true, house.PitOvertaken: false, house.PitAway: false, house.PitClock: false, house.PitCertificate: false} {
		h.Pit.Why = why
		if marks := v.Marks(table, time.Time{}); len(marks) != 2 || (marks[0] == v.PitMark()) != first {
			t.Errorf("%s: %q", why, marks)
		}
	}
}

// What another machine went on without is no refused record: the mark names the table, and how many entries.
func TestOvertakenEntriesAreMarked(t *testing.T) {
	house := &house.House{Pit: house.PitTrouble{Why: house.PitOvertaken, Stream: "BJ6", Pit: 215, Own: 216}}
	for _, lang := range text.Languages() {
		v := view.Viewer{Text: text.Open(lang, "CHF"), House: house}
		if mark := v.PitMark(); !strings.Contains(mark, "BJ6") || !strings.HasSuffix(mark, "1") || mark == v.Text.T("mark_pit_refused") {
			t.Errorf("%s: %q", lang, mark)
		}
	}
}
