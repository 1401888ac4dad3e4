package reports_test

import (
	"fmt"
	"strings"
	"testing"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/reports"
)

// What another paper of the house has otherwise is named with its table, where two tables of a game have a row each; a hold of a drop
// that nobody counted has its star.
func TestHouseNamesTheTableAndStarsTheHold(t *testing.T) {
	paper := func(drop games.Amount, guess bool) reports.Evidence {
		second := shiftOf("LB2", "lugano", "CHF", "2026-11-21", 60, drop, 10_000)
		second.Guess = guess
		shifts := []reports.HouseShift{shiftOf("LB1", "lugano", "CHF", "2026-11-21", 70, 100_000, 20_000), second}
		e, err := reports.Evidence{Form: reports.Form, Kind: reports.HouseReport, Item: "2026-11-21", Currency: "CHF", Copy: 1}.OfHouse(sumOf(t, "2026-11-21", shifts))
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	list, _, err := paper(50_000, false).Differences(paper(60_000, false), text.Open("en", "CHF"))
	if err != nil || len(list) == 0 || !strings.Contains(list[0].Where, "LB2 · Drop") {
		t.Errorf("%+v, %v", list, err)
	}
	for _, row := range inWords(t, paper(50_000, true)).Sections[0].Rows {
		if star := strings.HasSuffix(row[6].Text, "*"); star != strings.HasSuffix(row[4].Text, "*") || strings.Contains(fmt.Sprint(row), "LB2") && !star {
			t.Errorf("%+v", row)
		}
	}
}

// A check of the pictures that nobody answered before the incident was closed waits no more.
func TestVideoOfAClosedIncidentWaitsNoMore(t *testing.T) {
	f := opens(t, &opener)
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.DisputeIncident, Text: "says he bet", Box: 3})
	})
	seq := f.table.Seq
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().AskVideo(seq, "who bet first", &dario)
	})
	video := func() string {
		return section(t, evidence(t, reports.ShiftReport, "", f.table), "report_incidents").Rows[0][5].Text
	}
	if got := video(); got != "report_video_waits" {
		t.Errorf("it says %s", got)
	}
	f.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().CloseUnanswered(seq, "settled", "too late", &dario)
	})
	if got := video(); got != "report_video_none" {
		t.Errorf("it says %s", got)
	}
	said := fmt.Sprint(inWords(t, evidence(t, reports.IncidentReport, "", f.table)))
	if !strings.Contains(said, "report_incident_unanswered map[Text:too late]") {
		t.Errorf("the paper of the incidents: %s", said)
	}
}

// A hand that was dealt without bets says so where its turnover would stand.
func TestHandWithoutBetsSaysSo(t *testing.T) {
	f := &floor{t, pit.NewTable("PB1"), opened}
	f.do(
		func(t *pit.Table) ([]record.Fact, error) {
			set := record.TableSet{Name: "PB1", Game: "puntobanco", Rules: []byte(`"pb-speed"`), Settings: &record.Settings{}}
			return t.Opening(pit.Start{Set: set, Chips: chips, Croupier: anna, Inspector: dario, Count: &opener}, f.now)
		},
		func(t *pit.Table) ([]record.Fact, error) { return t.StartShoe(pit.NewShoe{Fresh: true}, f.now) },
		pit.OfBets(hand.Bets.DealDry),
	)
	for _, name := range []string{"9", "K", "K", "Q"} {
		f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) })
	}
	if len(f.table.History) == 0 {
		f.do(pit.OfDeal(hand.Deal.PayAll))
	}
	row := section(t, evidence(t, reports.ShiftReport, "", f.table), "report_list").Rows[0]
	if row[5].Text != "hand_dry" {
		t.Errorf("%+v", row)
	}
}
