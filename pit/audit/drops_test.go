package audit

import (
	"strings"
	"testing"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
)

// Which of two counts of a drop box is the later one goes by the entry of the table behind which each says that it was made. A count behind an entry that is not
// there, or that came later, would stand before whatever is counted after it.
func TestCountBehindEntriesThatNeverWere(t *testing.T) {
	at := time.Date(2026, 1, 10, 22, 0, 0, 0, time.UTC)
	for what, c := range map[string]struct {
		behind int64
		after  map[int64]time.Duration // entries of the table, after the count
		others bool                    // that another machine entered
		taken  bool                    // a count that came with the table
		wrong  bool
	}{
		"the last one":                   {3, map[int64]time.Duration{1: -2 * time.Hour, 2: -time.Hour, 3: -time.Minute}, false, false, false},
		"and the table went on":          {3, map[int64]time.Duration{3: -time.Minute, 4: time.Minute}, false, false, false},
		"one that never was":             {400, map[int64]time.Duration{1: -2 * time.Hour, 2: -time.Hour, 3: -time.Minute}, false, false, true},
		"one that came later":            {4, map[int64]time.Duration{3: -time.Minute, 4: time.Hour}, false, false, true},
		"one behind which others were":   {2, map[int64]time.Duration{2: -2 * time.Hour, 3: -time.Hour}, false, false, true},
		"clocks that are apart":          {2, map[int64]time.Duration{2: time.Minute, 3: -time.Minute}, false, false, false},
		"another machine's, of before":   {2, map[int64]time.Duration{2: time.Hour, 3: -time.Hour}, true, false, false},
		"judged where it was counted":    {400, map[int64]time.Duration{3: -time.Minute}, false, true, false},
		"another machine's, never there": {400, map[int64]time.Duration{3: -time.Minute}, true, false, true},
	} {
		w := &Witness{}
		w.drops.countedBehind("LB1", c.behind)
		for seq := range int64(5) {
			if after, is := c.after[seq]; is {
				w.drops.sees("LB1", seq, at.Add(after), !c.others)
			}
		}
		count := boxCount{house.DropCount{Seq: 9, At: at, BoxCounted: record.BoxCounted{Table: "LB1", Shift: 1, Behind: c.behind}}, c.taken}
		if wrong := w.displaced(count); (wrong != "") != c.wrong {
			t.Errorf("%s: %q", what, wrong)
		}
	}
}

// A count that does not say behind which entry of its table it was made is one of Sabot 0.9. Of a shift that 0.10 opened nobody takes it for one, unless a
// program of 0.9 was at work.
func TestCountThatDoesNotSayWhere(t *testing.T) {
	ten, nine := record.Program{Version: "0.10.0"}, record.Program{Version: "0.9.0"}
	for what, c := range map[string]struct {
		checks   bool // of the opening
		programs []record.Program
		behind   int64
		taken    bool // a count that came with the table
		wrong    bool
	}{
		"by 0.10":                      {true, []record.Program{ten}, 3, false, false},
		"by nobody's program":          {true, nil, 0, false, true},
		"beside programs of 0.10":      {true, []record.Program{ten, ten}, 0, false, true},
		"beside one of 0.9":            {true, []record.Program{ten, nine}, 0, false, false},
		"of a shift of 0.9":            {false, nil, 0, false, false},
		"of one, by a program of 0.10": {false, []record.Program{ten}, 0, false, false},
		"judged where it was counted":  {true, []record.Program{ten}, 0, true, false},
	} {
		w := &Witness{}
		for i, p := range c.programs {
			w.programs.Take(&record.Entry{Seq: int64(i) + 1, Fact: record.Started{Program: p, Run: i + 1}})
		}
		at := time.Date(2026, 1, 10, 22, 0, 0, 0, time.UTC)
		w.drops.closed = map[house.ShiftID]closedShift{{Table: "LB1", Shift: 1}: {at: at, seq: 3, checks: c.checks}}
		w.drops.sees("LB1", 3, at, true)
		w.drops.counts = []boxCount{{house.DropCount{Seq: 9, At: at.Add(time.Hour), BoxCounted: record.BoxCounted{Table: "LB1", Shift: 1, Behind: c.behind}}, c.taken}}
		faults := w.dropsOfNone()
		if len(faults) > 0 != c.wrong || c.wrong && !strings.Contains(faults[0].What, "does not say behind which entry of LB1") {
			t.Errorf("%s: %v", what, faults)
		}
	}
}
