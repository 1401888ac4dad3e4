package pit_test

import (
	"testing"

	"sabot/pit"
	"sabot/pit/record"
	"sabot/pit/recordtest"
)

// A table whose game this program lacks takes every kind of entry in, alone and behind every other one.
func TestEveryKindIsFoldedWithoutAGame(t *testing.T) {
	for _, first := range append(record.Kinds(), "") {
		for _, kind := range record.Kinds() {
			func() {
				defer func() {
					if p := recover(); p != nil {
						t.Errorf("%s behind %q: %v", kind, first, p)
					}
				}()
				table, seq := pit.NewTable("LB1"), int64(0)
				table.Apply(record.Entry{Table: "LB1", Shift: 1, Seq: 1, Fact: record.Opened{Day: "2026-11-21", Game: "another program's", Croupier: "11", Inspector: "21"}})
				for _, k := range []string{first, kind} {
					if k == "" {
						continue
					}
					seq++
					table.Apply(record.Entry{Table: "LB1", Seq: 1 + seq, Shift: 1, Shoe: 1, Hand: 1, Fact: recordtest.Full(record.Blank(k))})
				}
			}()
		}
	}
}
