package reports_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"sabot/games"
	"sabot/pit/hand"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/reports/paper"
)

// What comes again and again is one line of the paper with its hands, not a line for each:
// three boxes that bet on both sides for a shoe are three lines.
func TestNotesOfALongShift(t *testing.T) {
	s := reports.Shift{Table: "PB1", Day: "2026-11-21", Number: 1, Opened: opened, Closed: opened.Add(time.Hour)}
	note := func(kind record.AlarmKind, box, number int, what string, a games.Amount) {
		s.Notes = append(s.Notes, hand.Alarm{At: opened, Hand: number, Alarmed: record.Alarmed{Kind: kind, Box: box, What: what, Amount: a}})
	}
	for hand := 1; hand <= 70; hand++ {
		for box := 1; box <= 3; box++ {
			if hand%10 != box {
				note(record.LowRiskBets, box, hand, []string{"PLAYER", "BANKER"}[hand%2], 500)
			}
		}
	}
	note(record.LateBet, 2, 12, "TIE", 2500)
	note(record.ImpossibleCard, 0, 30, "8s", 0)
	rows := section(t, reports.Evidence{Kind: reports.ShiftReport, Form: reports.Form, Figures: noted(t, s)}, "report_notes").Rows
	var got []string
	for _, row := range rows {
		got = append(got, fmt.Sprint(row[0].Text, "|", row[1].Number, "|", row[2].Number, "|", row[3].Number, "|", string([]rune(row[4].Text)[:min(10, len([]rune(row[4].Text)))])))
	}
	want := []string{
		"noted_low_risk map[What:]|1|63|31500|2–10, 12–2", "noted_low_risk map[What:]|2|63|31500|1, 3–11, 1", "noted_low_risk map[What:]|3|63|31500|1, 2, 4–12",
		"noted_late_bet map[What:spot_TIE]|2|1|2500|12", "noted_impossible_card map[What:8♠]|<nil>|1|<nil>|30",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A change after a seen card is a line of its own, with both answers, what was moved, the card and who let it be so.
func TestLateChangeOnTheShiftReport(t *testing.T) {
	s := reports.Shift{Table: "BJ1", Day: "2026-11-21", Number: 1, Opened: opened, Closed: opened.Add(time.Hour)}
	late := record.Alarmed{Kind: record.LateChange, Box: 1, Split: 2, Was: "hit", What: "double", From: 10000, Amount: 20000, Card: "4", Approver: "Dario Bianchi"}
	bet := record.Alarmed{Kind: record.LateChange, Box: 2, Bettor: "3", What: "main", From: 5000, Card: "Th", Approver: "Dario Bianchi"}
	s.Notes = []hand.Alarm{{At: opened, Hand: 6, Alarmed: late}, {At: opened, Hand: 7, Alarmed: bet}}
	rows := section(t, reports.Evidence{Kind: reports.ShiftReport, Form: reports.Form, Figures: noted(t, s)}, "report_irregular").Rows
	for i, want := range [][]string{{"hand_2", "choice_hit", "choice_double", "100.00", "200.00", "Card:4", "1"}, {"spot_main", "50.00", "(3)", "Card:10♥"}} {
		for _, word := range want {
			if !strings.Contains(rows[i][2].Text, word) {
				t.Errorf("it lacks %q: %s", word, rows[i][2].Text)
			}
		}
	}
	if len(rows) != 2 || rows[0][3].Text != "Dario Bianchi" || rows[1][0].Number != 7 {
		t.Errorf("%+v", rows)
	}
	e := reports.Evidence{Form: reports.Form, Kind: reports.ShiftReport, Figures: noted(t, s)}
	if strings.Contains(saidBy(t, e), "report_notes") || reports.TableSumOf([]reports.Shift{s}).Total.Irregular != 2 {
		t.Errorf("a late change is noted, and no irregularity: %s", saidBy(t, e))
	}
	s.Irregular = []reports.IrregularLine{{Hand: 8, At: opened.Add(-time.Minute), What: "undone", Kind: "decision"}}
	if rows := section(t, reports.Evidence{Form: reports.Form, Kind: reports.ShiftReport, Figures: noted(t, s)}, "report_irregular").Rows; len(rows) != 3 || rows[0][0].Number != 8 || rows[1][0].Number != 6 {
		t.Errorf("what was first does not stand first: %+v", rows)
	}
	if old := section(t, reports.Evidence{Form: 6, Kind: reports.ShiftReport, Figures: noted(t, s)}, "report_notes").Rows; len(old) != 2 || old[0][3].Number != games.Amount(10000) {
		t.Errorf("form 6: %+v", old)
	}
}

// Paper has the hours on duty as the clock shows them. Before form 7 they are rounded to the minute.
func TestHoursAreThoseOfTheClock(t *testing.T) {
	s := reports.Shift{Table: "LB1", Day: "2026-11-21", Number: 1, Opened: opened, Croupiers: []reports.Duty{
		{Name: "Anna Rossi", From: opened, To: opened.Add(7*time.Hour + 59*time.Minute + 40*time.Second)},
		{Name: "Bruno Keller", From: opened, To: opened.Add(29 * time.Second)},
		{Name: "Chiara Favre", From: opened.Add(50 * time.Second), To: opened.Add(24*time.Minute + 10*time.Second)},
	}}
	for form, want := range map[int][3]string{6: {"8:00", "0:00", "0:23"}, reports.Form: {"7:59", "0:00", "0:24"}} {
		rows := section(t, reports.Evidence{Kind: reports.ShiftReport, Form: form, Figures: noted(t, s)}, "report_croupiers").Rows
		for i := range want {
			if got := rows[i][3]; got.Text != want[i] || got.Number != s.Croupiers[i].To.Sub(s.Croupiers[i].From) {
				t.Errorf("form %d: %+v, want %s", form, got, want[i])
			}
		}
	}
}

// A second export into a folder takes away what the first left there of the same report, and
// nothing else: not another report's, not somebody's own files.
func TestStaleExports(t *testing.T) {
	export := []paper.File{{Name: "01-shift.csv"}, {Name: "02-hands.csv"}}
	for _, c := range []struct{ there, want string }{
		{"01-shift.csv 02-hands.csv", ""},
		{"01-shift.csv 02-drop.csv 02-hands.csv 03-hands.csv", "02-drop.csv 03-hands.csv"},
		{"01-shift.csv notes.csv 02-plan.txt 2-x.csv 02-hands.csv", ""},
		{"01-month.csv 01-shift.csv 02-hands.csv 02-sums.csv", ""},
	} {
		if got := strings.Join(paper.Stale(strings.Fields(c.there), export), " "); got != c.want {
			t.Errorf("%s: %q is stale, want %q", c.there, got, c.want)
		}
	}
}

func noted(t *testing.T, s reports.Shift) []byte {
	t.Helper()
	figures, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return figures
}

// A hole card that everybody saw is an irregularity with who approved it, and what was taken back is named as that.
func TestHoleCardSeenOnTheShiftReport(t *testing.T) {
	s := reports.Shift{Table: "BJ1", Day: "2026-11-21", Number: 1, Opened: opened, Closed: opened.Add(time.Hour)}
	hole := record.Alarmed{Kind: record.HoleSeen, What: "Kd", Approver: "Carla Fini"}
	late := record.Alarmed{Kind: record.LateChange, Box: 5, Was: "stand", What: "hit", From: 5000, Amount: 5000, Card: "8c", Approver: "Carla Fini"}
	s.Notes = []hand.Alarm{
		{At: opened, Hand: 6, Alarmed: hole},
		{At: opened.Add(time.Minute), Hand: 20, Alarmed: late, Back: opened.Add(2 * time.Minute), BackBy: "Dario Bianchi"},
		{At: opened.Add(3 * time.Minute), Hand: 21, Alarmed: late, Back: opened.Add(4 * time.Minute)},
	}
	e := reports.Evidence{Form: reports.Form, Kind: reports.ShiftReport, Figures: noted(t, s)}
	rows := section(t, e, "report_irregular").Rows
	if len(rows) != 3 || rows[0][3].Text != "Carla Fini" || !strings.Contains(rows[0][2].Text, "noted_hole_seen") || strings.Contains(rows[0][2].Text, "report_taken_back") {
		t.Fatalf("%+v", rows)
	}
	if said := rows[1][2].Text; !strings.Contains(said, "report_taken_back map") || !strings.Contains(said, "Dario Bianchi") {
		t.Errorf("it says %s", said)
	}
	if said := rows[2][2].Text; !strings.Contains(said, "report_taken_back_alone") {
		t.Errorf("it says %s", said)
	}
	if strings.Contains(saidBy(t, e), "report_notes") {
		t.Errorf("it is noted too: %s", saidBy(t, e))
	}
}
