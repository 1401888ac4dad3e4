package reports_test

import (
	"encoding/json"
	"strings"
	"testing"

	"sabot/app/text"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// The paper of exceptions names the people whom the log names: the person who answers for an entry first, then whoever
// approved it. Papers of before form 7 stay as they were.
func TestPaperNamesThePeopleOfTheLog(t *testing.T) {
	for form, want := range map[int]string{reports.Form: "Anna Rossi (11), Dario Bianchi (21)", 6: "Dario Bianchi (21)"} {
		e := reports.Evidence{Kind: reports.ExceptionsReport, Form: form, Language: "it", Currency: "CHF"}
		for _, fact := range []record.Fact{
			record.Alarmed{Kind: record.LateChange, Approver: "21", Was: "hit", What: "stand"}, record.Relaid{Approver: "21", Reason: "video"}, record.WrongPayout{Hand: 1, Box: 3, Amount: 3000, Approver: "21"},
		} {
			line := e.LineOf(record.Entry{Table: "LB1", Seq: 8, By: "11", At: opened, Fact: fact}, nil, nil, staffed)
			e, err := e.OfNoted(reports.Noted{Day: "2026-11-21", Lines: []reports.NotedLine{line}})
			if err != nil {
				t.Fatal(err)
			}
			if got := section(t, e, "report_noted_entries").Rows[0][3].Text; got != want || form == reports.Form && got != line.Who() {
				t.Errorf("form %d, %T: %s, the log has %s", form, fact, got, line.Who())
			}
		}
	}
}

// A ten is 10 wherever people read it, on every paper and in the log; hand files and --json keep T.
func TestTenIsWrittenOneWay(t *testing.T) {
	for _, lang := range []string{"it", "de", "fr", "en"} {
		words := text.Open(lang, "CHF")
		for _, fact := range []record.Fact{
			record.Relaid{Approver: "21", Laid: []record.CardLaid{{Card: "Ts", At: "box:1"}, {Card: "T", At: "bank"}}},
			record.HandPaused{Kind: record.WrongPlace, Laid: []record.CardLaid{{Card: "Ts", At: "box:1"}}},
			record.CardLaid{Card: "T", At: "bank", Burned: true, Approver: "21"},
			record.FirstBurned{Card: "Ts", N: 10},
			record.Alarmed{Kind: record.LateChange, Was: "hit", What: "stand", Card: "T"},
			record.Alarmed{Kind: record.ImpossibleCard, What: "Ts"},
			record.Alarmed{Kind: record.ExposedCard, What: "Th"},
			record.Alarmed{Kind: record.HoleSeen, What: "Th"},
			record.Alarmed{Kind: record.HoleDenied, What: "Th"},
			record.Alarmed{Kind: record.ShoeOverruled, What: "Th", Card: "Td"},
			record.Alarmed{Kind: record.ShoeLeftOut, What: "T"},
		} {
			said := reports.LineOf(reports.Form, record.Entry{Table: "LB1", Seq: 8, By: "11", At: opened, Fact: fact}, nil, nil, &house.House{}).Said(words)
			if tens(said) || !strings.Contains(said, "10") {
				t.Errorf("%s, %T: %s", lang, fact, said)
			}
		}
	}
	s := reports.Shift{Table: "LB1", Day: "2026-11-21", Number: 1, Opened: opened}
	for _, a := range []record.Alarmed{{Kind: record.LateChange, Was: "hit", What: "stand", Card: "T"}, {Kind: record.ImpossibleCard, What: "Ts"}, {Kind: record.ShoeOverruled, What: "Th", Card: "Td"}} {
		s.Notes = append(s.Notes, hand.Alarm{At: opened, Hand: 6, Alarmed: a})
	}
	figures, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	for form, want := range map[int]bool{6: true, reports.Form: false} {
		for _, row := range section(t, reports.Evidence{Kind: reports.ShiftReport, Form: form, Figures: figures}, "report_notes").Rows {
			if got := strings.Contains(row[0].Text, "Card:T") || strings.Contains(row[0].Text, "What:T"); got != want {
				t.Errorf("form %d: %s", form, row[0].Text)
			}
		}
	}
}

// tens reports whether a text has a ten as hand files write it.
func tens(said string) bool {
	for word := range strings.FieldsFuncSeq(said, func(r rune) bool { return strings.ContainsRune(" ,;:()\u00a0\u202f", r) }) {
		if word == "T" || len(word) == 2 && word[0] == 'T' && strings.ContainsRune("shdc", rune(word[1])) {
			return true
		}
	}
	return false
}
