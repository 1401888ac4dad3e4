package reports_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/reports"
)

// An approval is signed by whoever gave it, whoever answers for the entry that it is of.
func TestApprovalNamesItsSigner(t *testing.T) {
	house := &house.House{Staff: []house.Staff{{Number: "21", Name: "Dario Bianchi"}, {Number: "31", Name: "Elena Moser"}}}
	e := record.Entry{Seq: 8, By: "21", Fact: record.Approved{Seq: 7, By: "31"}}
	if got := reports.LineOf(reports.Form, e, nil, nil, house).Who(); got != "Elena Moser (31)" {
		t.Errorf("%q signed", got)
	}
}

// Where an inspector signs what a croupier answers for, both are named: who took the cash, and who approved it.
func TestBothAreNamed(t *testing.T) {
	house := &house.House{Staff: []house.Staff{{Number: "11", Name: "Anna Rossi"}, {Number: "21", Name: "Dario Bianchi"}}}
	for fact, want := range map[record.Fact]string{
		record.ShuffleDue{Why: record.ExposedMore, Approver: "21"}: "Anna Rossi (11), Dario Bianchi (21)",
		record.KeysHanded{Item: "drop 7", By: "21", With: "11"}:    "Dario Bianchi (21), Anna Rossi (11)",
		record.ShuffleDue{Why: record.ExposedMore}:                 "Anna Rossi (11)",
	} {
		if got := reports.LineOf(reports.Form, record.Entry{Seq: 8, By: "11", Fact: fact}, nil, nil, house).Who(); got != want {
			t.Errorf("%+v: %q, wanted %q", fact, got, want)
		}
	}
}

// What is out of the ordinary is an exception in the log and on the paper: what an inspector did with cards that went wrong,
// what nobody counted, a code that a manager opened. Papers of before form 7 list what they listed.
func TestWhatIsAnException(t *testing.T) {
	again := record.BoxCounted{Table: "LB1", Shift: 1, By: "41", With: "31", Replaces: 12, Reason: "recount"}
	for _, c := range []struct {
		fact      record.Fact
		now, then bool // since form 7, before
	}{
		{record.BoxCounted{Table: "LB1", Shift: 1, By: "41", With: "31"}, false, false},
		{again, true, false},
		{record.KitMade{By: "31"}, true, false},
		{record.FirstBurned{Card: "5h", N: 5}, false, false},
		{record.CardLaid{Card: "5h", At: "bank"}, false, false},
		{record.CardLaid{Card: "5h", At: "bank", Burned: true}, false, false},
		{record.CardLaid{Card: "5h", At: "bank", Burned: true, Approver: "21", Reason: "shown"}, true, false},
		{record.ShuffleDue{Why: record.ExposedMore, Approver: "21"}, true, false},
		{record.HandResumed{}, false, false},
		{record.KeysHanded{Item: "drop 7", Back: true, By: "21", With: "11"}, false, false},
		{record.KeysHanded{Item: "drop 7", Back: true, Unheld: true, By: "21", With: "11"}, true, false},
		{record.KeysHanded{Item: "drop 7", Holder: "12", By: "21", With: "11"}, true, false},
		{record.HandResumed{Approver: "21", Reason: "nothing wrong"}, true, false},
		{record.Relaid{Approver: "21"}, true, true},
		{record.Opened{}, false, false},
		{record.Opened{Uncounted: true}, true, false},
		{record.Closed{}, false, false},
		{record.Closed{Uncounted: true}, true, false},
		{record.CommissionTaken{Dues: []record.Debt{{Box: 2, Amount: 2100}}}, false, false},
		{record.CommissionTaken{Dues: []record.Debt{{Box: 2, Amount: 2100}}, Waived: "21", Reason: "left"}, true, false},
		{record.PINFailed{Number: "11"}, true, true},
		{record.ClosingRecounted{Was: 500}, true, true},
		{record.DropCounted{Cash: 500}, false, false},
		{record.DropCounted{Cash: 500, Difference: -2500}, true, false},
		{record.BoxCounted{Table: "LB1", Shift: 1, By: "41", With: "31", Difference: 2500}, true, false},
		{record.TroncEmptied{Cash: 500}, false, false},
		{record.TroncEmptied{Cash: 500, Difference: 500}, true, false},
		{record.StaffLeft{Number: "11", By: "31"}, false, false},
		{record.StaffLeft{Number: "11", By: "31", Duty: []string{"LB1"}}, true, false},
		{record.PINCleared{Number: "11"}, false, true},
		{record.ProofPlanned{Folder: "/srv/witness", Every: 10, By: "31"}, false, false},
		{record.ProofPlanned{By: "31"}, true, false},
		{record.PINCleared{Number: "11", By: "31"}, true, true},
	} {
		for form, want := range map[int]bool{reports.Form: c.now, 6: c.then} {
			e := reports.Evidence{Form: form, Kind: reports.ExceptionsReport}
			if got := e.Lists(c.fact); got != want {
				t.Errorf("form %d, %s %+v: %t", form, record.KindOf(c.fact), c.fact, got)
			}
		}
		if query := (shifts.LogQuery{Sort: record.Exception}); query.Holds(record.Entry{Fact: c.fact}) != c.now {
			t.Errorf("the log has %s %+v otherwise than the paper", record.KindOf(c.fact), c.fact)
		}
	}
}

// A code that a manager opened and a right code after wrong ones are told by different words, and so are a card and a burned one.
func TestWordGoesByTheFact(t *testing.T) {
	for want, f := range map[string]record.Fact{
		"fact_pincleared": record.PINCleared{Number: "11", By: "31"}, "fact_pincleared_right": record.PINCleared{Number: "11"},
		"fact_card": record.CardLaid{Card: "5h"}, "fact_card_burned": record.CardLaid{Card: "5h", Burned: true, Approver: "21"},
	} {
		if got := reports.LineOf(reports.Form, record.Entry{Fact: f}, nil, nil, &house.House{}).What(words{}); got != want {
			t.Errorf("%+v is told by %s, want %s", f, got, want)
		}
	}
}

// How often what happened tells a closing without a count from one with a key that did not come back; before form 7 it did not.
func TestHowOftenSaysWhyAClosingIsListed(t *testing.T) {
	for _, form := range []int{reports.Form, 6} {
		var lines []reports.NotedLine
		for _, f := range []record.Fact{
			record.Closed{Croupier: "11", Inspector: "21", Uncounted: true},
			record.Closed{Croupier: "11", Inspector: "21", Held: []record.HeldKeys{{Item: "key 7", With: "11"}}},
			record.Closed{Croupier: "11", Inspector: "21", Held: []record.HeldKeys{{Item: "key 8", With: "11"}, {Item: "key 9", With: "12"}}},
		} {
			lines = append(lines, reports.LineOf(form, record.Entry{Table: "LB1", Seq: 4, Shift: 1, Fact: f}, nil, nil, &house.House{}))
		}
		figures, err := json.Marshal(reports.Noted{Lines: lines})
		if err != nil {
			t.Fatal(err)
		}
		rows := rowsOf(inWords(t, reports.Evidence{Form: form, Kind: reports.ExceptionsReport, Zone: "Europe/Zurich", Currency: "CHF", Copy: 1, Figures: figures}))
		if form < reports.Form {
			demands(t, rows, "fact_closed | 3")
			continue
		}
		demands(t, rows, "fact_closed, field_uncounted | 1")
		demands(t, rows, "fact_closed, noted_closed_held | 2")
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

// A moment in what an entry says is told by the house's clock, as the moment of the entry is.
func TestMomentsAreOfTheHouse(t *testing.T) {
	h := &house.House{}
	h.Apply(record.Entry{Seq: 1, Fact: record.HouseSet{Name: "Casinò", Currencies: []string{"CHF"}, Zone: "Europe/Zurich", Begins: house.UsualBegin, Language: "it"}})
	evening := time.Date(2026, 11, 21, 20, 30, 0, 0, time.UTC)
	l := reports.LineOf(reports.Form, record.Entry{Fact: record.LimitsAnnounced{Rules: []byte(`"lugano"`), From: evening.UnixMilli(), By: "31"}}, nil, nil, h)
	if said := l.Said(words{}); !strings.Contains(said, "21.11.2026 21:30 CET") {
		t.Errorf("it says %q", said)
	}
}

// A correction stands at the hand that was corrected, not at the one that was open then; evidence of an older form has it as
// it was.
func TestACorrectionStandsAtItsHand(t *testing.T) {
	for _, f := range []record.Fact{record.HandCorrected{Hand: 4}, record.WrongPayout{Hand: 4}} {
		e := record.Entry{Table: "LB1", Shift: 1, Hand: 5, Fact: f}
		if got := record.HandOf(e); got != 4 {
			t.Errorf("%T is said of hand %d, want 4", f, got)
		}
		for form, want := range map[int]int{reports.Form: 4, reports.Form - 1: 5} {
			if got := reports.LineOf(form, e, nil, nil, &house.House{}).Hand; got != want {
				t.Errorf("form %d: %T stands at hand %d, want %d", form, f, got, want)
			}
		}
	}
}
