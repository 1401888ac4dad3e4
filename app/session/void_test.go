package session_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/session/eventlog"
	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/reports"
)

// A closed hand that was voided says on every paper whether chips moved for it, and that nobody won or lost by it.
func TestVoidSaysWhetherChipsMoved(t *testing.T) {
	for _, moved := range []bool{true, false} {
		n := newNight(t)
		opener := house.DemoFloat()
		n.must(n.table.Open(n.dealers[0], n.dario, &opener))
		n.begin()
		n.finish()
		n.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Corrections().VoidHand(hand.Correction{Hand: t.History[0].Number, Reason: "scarpa difettosa", Moved: moved}, &n.elena.Staff)
		}, n.elena)
		by := n.table.State.History[0].Corrected.Difference
		tx := text.Open("it", "CHF")
		said := n.saidOf(record.KindOf(record.HandCorrected{}), reports.ExceptionsReport, reports.ShiftReport, reports.ReconstructionReport)
		settled := tx.T("report_difference_for", text.Args{"House": tx.Signed(by), "Players": tx.Signed(-by), "Moved": moved})
		lie, due, void := tx.T("correct_not_moved"), tx.T("report_due_unmoved"), "Mano annullata nel registro. Al tavolo non si muove nulla; mano: 1; risultato della casa: "
		if moved {
			lie, due, void = tx.T("correct_moved"), tx.T("report_due_moved"), "; mano: 1; risultato della casa: "
		}
		for where, wants := range map[string][]string{
			"log": {settled, void}, string(reports.ExceptionsReport): {settled}, string(reports.ShiftReport): {settled},
			string(reports.ReconstructionReport): {lie, due},
		} {
			for _, want := range wants {
				if !strings.Contains(said[where], plain(want)) {
					t.Errorf("%s lacks %q: %s", where, want, said[where])
				}
			}
			if strings.Contains(said[where], "senza commissione") || strings.Contains(said[where], tx.T("report_due")) || strings.Contains(said[where], "pagamenti") || strings.Contains(said[where], "annullata: s") {
				t.Errorf("%s: %s", where, said[where])
			}
		}
		verified(t, n.dir)
	}
}

// What was keyed wrong says on every paper that it was paid so, and nowhere that anything was left unpaid.
func TestKeyedWrongSaysItWasPaidSo(t *testing.T) {
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.begin()
	n.finish()
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		h := t.History[0]
		c := hand.Correction{Hand: h.Number, Round: h.Round, Reason: "battitura", Keyed: true}
		c.Round.Bets = slices.Clone(h.Round.Bets)
		for i := range c.Round.Bets {
			c.Round.Bets[i].Amount += 1000
		}
		return t.Corrections().CorrectHand(c, &n.dario.Staff)
	}, n.dario)
	by := n.table.State.History[0].Corrected.Difference
	if by == 0 {
		t.Fatal("nothing is another sum")
	}
	tx := text.Open("it", "CHF")
	said := n.saidOf(record.KindOf(record.HandCorrected{}), reports.ExceptionsReport, reports.ShiftReport, reports.ReconstructionReport)
	settled := tx.T("report_difference_for", text.Args{"House": tx.Signed(by), "Players": tx.Signed(-by), "Keyed": true})
	for where, wants := range map[string][]string{
		"log": {settled, tx.T("correct_keyed")}, string(reports.ExceptionsReport): {settled, tx.T("correct_keyed")}, string(reports.ShiftReport): {settled, tx.T("correct_keyed")},
		string(reports.ReconstructionReport): {tx.T("correct_keyed"), tx.T("report_due_keyed")},
	} {
		for _, want := range wants {
			if !strings.Contains(said[where], plain(want)) {
				t.Errorf("%s lacks %q: %s", where, want, said[where])
			}
		}
		for _, untrue := range []string{tx.T("correct_not_moved"), tx.T("correct_moved"), "regolata con i giocatori", tx.T("report_unmoved"), tx.T("report_due_unmoved")} {
			if strings.Contains(said[where], plain(untrue)) {
				t.Errorf("%s says %q: %s", where, untrue, said[where])
			}
		}
	}
	verified(t, n.dir)
}

// plain returns a text with blanks where it has those that hold words together.
func plain(s string) string { return strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(s) }

// saidOf returns what the log says of the last entry of a kind, and what the sheets and papers of some reports say, in Italian; by
// "log" and the kinds of reports.
func (n *night) saidOf(kind string, kinds ...reports.Kind) map[string]string {
	n.Helper()
	tx := text.Open("it", "CHF")
	found, err := eventlog.Of(n.house).Shown("LB1", shifts.LogQuery{Kinds: []string{kind}, Most: 1})
	n.must(err)
	said := map[string]string{"log": plain(found[0].Line(&n.house.State).Said(tx))}
	for _, kind := range kinds {
		w := papers.Wanted{Kind: kind, Table: "LB1", Shift: 1, Lang: "it"}
		if kind == reports.ExceptionsReport {
			w.Table, w.Shift, w.Item = "", 0, n.house.State.GamingDay(n.house.State.Wall(n.house.Now()))
		}
		sheets, err := papers.Of(n.house).Sheets(w, papers.CSV)
		n.must(err)
		for _, sheet := range sheets {
			said[string(kind)] += plain(string(sheet.Content))
		}
		e, err := papers.Of(n.house).Evidence(w)
		n.must(err)
		paper, err := e.Report(tx)
		n.must(err)
		for _, s := range paper.Sections {
			said[string(kind)] += plain(strings.Join(s.Lines, " "))
		}
	}
	return said
}

// A hand that is voided after the closing is of who asked for it in the log, and of no croupier: nobody dealt there any more.
func TestVoidAfterTheClosingIsOfItsSigners(t *testing.T) {
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.begin()
	n.finish()
	n.must(n.table.Close(n.dealer(), n.dario, &opener))
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Corrections().VoidHand(hand.Correction{Hand: 1, Reason: "scarpa difettosa", By: &n.dario.Staff}, &n.elena.Staff)
	}, n.dario, n.elena)
	found, err := eventlog.Of(n.house).Shown("LB1", shifts.LogQuery{Kinds: []string{record.KindOf(record.HandCorrected{})}, Most: 1})
	n.must(err)
	if line := found[0].Line(&n.house.State); line.By != n.dario.Number || !strings.Contains(line.Who(), n.elena.Name) {
		t.Errorf("the log has it of %s, by %s", line.Who(), line.By)
	}
	sheets, err := papers.Of(n.house).Sheets(papers.Wanted{Kind: reports.ExceptionsReport, Item: n.table.State.Day, Lang: "en"}, papers.CSV)
	n.must(err)
	for _, s := range sheets {
		for row := range strings.Lines(string(s.Content)) {
			if strings.Contains(row, "scarpa") && strings.Contains(row, n.dealers[0].Name) {
				t.Errorf("the exceptions have it of the croupier: %s", row)
			}
		}
	}
}

// Until the report of a shift is signed its hands are corrected, also once people have signed another paper of it: the record holds.
func TestOtherPapersOfAShiftCloseNoHand(t *testing.T) {
	for _, kind := range []reports.Kind{reports.SlipReport, reports.ReconstructionReport, reports.IncidentReport} {
		t.Run(string(kind), func(t *testing.T) {
			n := short(t)
			n.signedAs(kind)
			n.clock.Pass(time.Minute)
			if papers.Of(n.house).ShiftSigned(n.table.State) {
				t.Error("the report of the shift is signed")
			}
			void := func(t *pit.Table) ([]record.Fact, error) {
				c := hand.Correction{Hand: 1, Reason: "scarpa difettosa", By: &n.dario.Staff, Signed: papers.Of(n.house).ShiftSigned(t)}
				return t.Corrections().VoidHand(c, &n.elena.Staff)
			}
			n.do(void, n.dario, n.elena)
			verified(t, n.dir)
		})
	}
}
