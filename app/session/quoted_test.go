package session_test

import (
	"strings"
	"testing"
	"time"

	"sabot/app/session/eventlog"
	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/reports"
)

// An approval says of the entry that it signs what that entry's own line says, field by field: in the log, and on the list of
// exceptions.
func TestApprovalSaysWhatItsEntrySays(t *testing.T) {
	n := newNight(t)
	opener := count(5_000_000)
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.money = opener.Value()
	n.begin()
	n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().BurnCard("K", &n.dario.Staff, "seen") }, n.dario) // before it lay anywhere
	n.finish()
	n.begin()
	n.disputed()
	n.finish()
	n.misread()
	closer := count(n.money)
	n.must(n.table.Close(n.dealer(), n.dario, &closer))
	for _, cash := range []games.Amount{1000, 2000} { // counted before: said in both lines of the second
		n.clock.Pass(time.Minute)
		n.must(n.table.CountDrop(cash, n.dario, n.elena))
	}

	tx, approved := text.Open("en", "CHF"), 0
	found, err := eventlog.Of(n.house).Shown("LB1", shifts.LogQuery{Most: 1000})
	n.must(err)
	own := map[int64]reports.NotedLine{}
	for _, e := range found {
		own[e.Seq] = e.Line(&n.house.State)
	}
	for _, e := range found {
		f, is := e.Fact.(record.Approved)
		if !is {
			continue
		}
		approved++
		alone, err := eventlog.Of(n.house).WithSubjects([]record.Entry{e.Entry}) // whatever else is listed
		n.must(err)
		quoted := alone[0].Line(&n.house.State).Said(tx)
		for _, field := range own[f.Seq].Each(tx) {
			if is := strings.Join(field, " "); !strings.Contains(quoted, field[len(field)-1]) {
				t.Errorf("entry %d says %q, and its approval: %s", f.Seq, is, quoted)
			}
		}
	}
	if approved < 3 {
		t.Errorf("%d approvals", approved)
	}
	sheets, err := papers.Of(n.house).Sheets(papers.Wanted{Kind: reports.ExceptionsReport, Item: n.table.State.Day, Lang: "en"}, papers.CSV)
	n.must(err)
	for _, sheet := range sheets {
		if strings.Contains(string(sheet.Content), "box 1, burned") {
			t.Errorf("a card that was burned before it lay has a place: %s", sheet.Content)
		}
	}
}
