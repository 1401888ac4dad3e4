package session_test

import (
	"strings"
	"testing"

	"sabot/app/session"
	"sabot/app/text"
	"sabot/pit"
	"sabot/pit/people"
	"sabot/pit/record"
	"sabot/reports"
)

// A closed hand that was voided says on every paper whether chips moved for it, and that nobody won or lost by it.
func TestVoidSaysWhetherChipsMoved(t *testing.T) {
	for _, moved := range []bool{true, false} {
		n := newNight(t)
		opener := people.DemoFloat()
		n.must(n.table.Open(n.dealers[0], n.dario, &opener))
		n.begin()
		n.finish()
		n.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.VoidHand(pit.Correction{Hand: t.History[0].Number, Reason: "scarpa difettosa", Moved: moved}, &n.elena.Staff)
		}, n.elena)
		by := n.table.State.History[0].Corrected.Difference
		tx := text.Open("it", "CHF")
		plain := strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace
		found, err := n.house.LogShown("LB1", pit.LogQuery{Kinds: []string{record.KindOf(record.HandCorrected{})}, Most: 1})
		n.must(err)
		said := map[string]string{"log": plain(found[0].Line(&n.house.State).Said(tx))}
		day := n.house.State.GamingDay(n.house.State.Wall(n.house.Now()))
		for _, w := range []session.Wanted{
			{Kind: reports.ExceptionsReport, Item: day, Lang: "it"},
			{Kind: reports.ShiftReport, Table: "LB1", Shift: 1, Lang: "it"},
			{Kind: reports.ReconstructionReport, Table: "LB1", Shift: 1, Lang: "it"},
		} {
			sheets, err := n.house.Sheets(w, session.CSV)
			n.must(err)
			for _, sheet := range sheets {
				said[string(w.Kind)] += plain(string(sheet.Content))
			}
			e, err := n.house.Evidence(w)
			n.must(err)
			paper, err := e.Report(tx)
			n.must(err)
			for _, s := range paper.Sections {
				said[string(w.Kind)] += plain(strings.Join(s.Lines, " "))
			}
		}
		settled := tx.T("report_difference_for", text.Args{"House": tx.Signed(by), "Players": tx.Signed(-by), "Moved": moved})
		lie, due := tx.T("correct_not_moved"), tx.T("report_due_unmoved")
		if moved {
			lie, due = tx.T("correct_moved"), tx.T("report_due_moved")
		}
		for where, wants := range map[string][]string{
			"log": {settled, "pagamenti: 0, 0"}, string(reports.ExceptionsReport): {settled, "pagamenti: 0, 0"}, string(reports.ShiftReport): {settled},
			string(reports.ReconstructionReport): {lie, due},
		} {
			for _, want := range wants {
				if !strings.Contains(said[where], plain(want)) {
					t.Errorf("%s lacks %q: %s", where, want, said[where])
				}
			}
			if strings.Contains(said[where], "senza commissione") || strings.Contains(said[where], tx.T("report_due")) || strings.Contains(said[where], "pagamenti: +") {
				t.Errorf("%s: %s", where, said[where])
			}
		}
		verified(t, n.dir)
	}
}
