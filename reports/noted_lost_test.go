package reports_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// What a restore lost begins where the backup ended: the entries that the restore itself wrote took the numbers of lost ones.
func TestLossBeginsWhereTheBackupEnded(t *testing.T) {
	head := func(size int64) string {
		return fmt.Sprintf("house\n%d\n%s\n\n— house+12345678+x eHh4eHh4eHg=\n", size, strings.Repeat("A", 43)+"=")
	}
	for about, last := range map[string]record.Fact{
		"a sign-off":             record.SignedOn{Number: "41"},
		"nothing of the house's": record.PINFailed{Number: "41"},
	} {
		var house house.House
		at := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
		enter := func(seq int64, f record.Fact) record.Entry {
			e := record.Entry{Table: record.HouseStream, Seq: seq, At: at, Fact: f}
			house.Apply(e)
			return e
		}
		enter(66, record.SignedOn{Number: "41"})
		enter(67, last)
		enter(68, record.Restored{})
		enter(69, record.SealedBy{})
		e := enter(70, record.RestoredFrom{Backup: "b.db", Heads: []string{head(69)}, Left: []string{head(84)}, By: "31"})
		said := fmt.Sprint(reports.LineOf(reports.Form, e, nil, nil, &house).Fields)
		if !strings.Contains(said, `"from":68,"to":84`) {
			t.Errorf("the backup ends with %s: %s", about, said)
		}
	}
}

// A shift in which the record was restored says so on its paper, with what was lost of its table; other shifts and older papers say
// nothing of it.
func TestShiftSaysWhatARestoreLost(t *testing.T) {
	f := worked(t)
	head := func(stream string, size int64) string {
		return fmt.Sprintf("%s\n%d\n%s\n\n— house+12345678+x eHh4eHh4eHg=\n", stream, size, strings.Repeat("A", 43)+"=")
	}
	restored := func(at time.Time, heads, left []string) []reports.RestoreLine {
		h := house.House{Staff: someHouse.Staff}
		h.Apply(record.Entry{Table: record.HouseStream, Seq: 70, At: at, By: "31", Fact: record.RestoredFrom{Backup: "b.db", Heads: heads, Left: left, By: "31"}})
		if old := (&reports.Evidence{Form: 6}).ShiftOf(f.table, &h); len(old.Restores) > 0 {
			t.Errorf("form 6 says %+v", old.Restores)
		}
		return reports.ShiftOf(f.table, &h).Restores
	}
	within := f.table.Opened.Add(time.Second)
	lost := restored(within, []string{head("LB1", 122)}, []string{head("LB1", 133), head("LB2", 9)})
	if len(lost) != 1 || lost[0].From != 123 || lost[0].To != 133 || !strings.HasSuffix(lost[0].By, "(31)") {
		t.Errorf("%+v", lost)
	}
	if none := restored(within, []string{head("LB1", 122)}, []string{head("LB2", 9)}); len(none) != 1 || none[0].To != 0 {
		t.Errorf("of another table: %+v", none)
	}
	if before := restored(f.table.Opened.Add(-time.Second), nil, []string{head("LB1", 133)}); len(before) > 0 {
		t.Errorf("before the shift: %+v", before)
	}
	s := reports.ShiftOf(f.table, someHouse)
	s.Restores = lost
	if rows := section(t, reports.Evidence{Form: reports.Form, Kind: reports.ShiftReport, Figures: noted(t, s)}, "report_restores").Rows; len(rows) != 1 || rows[0][2].Text != "value_lost map[From:123 N:11 Stream:LB1 To:133]" {
		t.Errorf("on paper: %+v", rows)
	}
}
