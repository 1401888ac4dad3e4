package reports_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sabot/pit/people"
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
		var house people.House
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
