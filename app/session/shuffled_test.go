package session_test

import (
	"strings"
	"testing"
	"time"

	"sabot/app/demo/demotest"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// The audit names a shoe that somebody else than the croupier shuffled and did not sign for, in a shift whose opening
// says that the table asks. Records from before hold as they did.
func TestAuditOfWhoShuffled(t *testing.T) {
	none := func(*record.ShoeStarted) {}
	unsigned := func(f *record.ShoeStarted) { f.Signed = "" }
	for _, c := range []struct {
		name    string
		checks  int
		program string
		forge   func(*record.ShoeStarted)
		fault   string
	}{
		{"signed", 1, "0.10.0", none, ""},
		{"not signed", 1, "0.10.0", unsigned, `"signed":"21"`},
		{"signed by another", 1, "0.10.0", func(f *record.ShoeStarted) { f.Signed = "12" }, `"signed":"21"`},
		{"signed for another", 1, "0.10.0", func(f *record.ShoeStarted) { f.Shuffler = "12" }, `"signed":"12"`},
		{"by somebody whom nobody knows", 1, "0.10.0", func(f *record.ShoeStarted) { f.Shuffler, f.Signed = "99", "" }, "would not have taken it"},
		{"before 0.10", 0, "0.9.0", unsigned, ""},
		{"before 0.10, by somebody whom nobody knows", 0, "0.9.0", func(f *record.ShoeStarted) { f.Shuffler, f.Signed = "99", "" }, "would not have taken it"},
		{"a shift of 0.9 that 0.10 goes on with", 0, "0.9.0", none, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := staff(t)
			s.must(s.house.Started("LB1", record.Program{Version: c.program}))
			signers := map[string][]house.Badge{s.bruno.Number: {s.bruno}, s.dario.Number: {s.dario}}
			enter := func(at time.Time, facts []record.Fact, badges ...house.Badge) {
				t.Helper()
				entries, err := house.Sign(demotest.Stood(t, s.house.Store(), "LB1"), s.table.State.Stamp(at, facts...), badges...)
				s.must(err)
				s.must(s.house.Store().Append(entries...))
				for _, e := range entries {
					s.table.State.Apply(e)
				}
			}
			facts, err := s.table.Would(s.table.Opening(s.anna.Staff, s.dario.Staff, nil))
			s.must(err)
			opened := facts[0].(record.Opened)
			if opened.Checks = c.checks; c.checks == 0 {
				opened.Uncounted = false
				opened.Cash = 0
			}
			facts[0] = opened
			now := s.table.Now()
			enter(now, facts, s.anna, s.dario)
			at := now.Add(time.Minute)
			facts, err = s.table.State.StartShoe(pit.NewShoe{Fresh: true, Shuffler: &s.dario.Staff}, at)
			s.must(err)
			started := facts[0].(record.ShoeStarted)
			c.forge(&started)
			facts[0] = started
			enter(at, facts, signers[started.Signed]...)
			faults := s.faults()
			if len(faults) == 0 && c.fault == "" { // and 0.10 closes it: both sign
				s.must(s.table.Do(func(t *pit.Table) ([]record.Fact, error) {
					return t.Closing(pit.End{Croupier: s.anna.Staff, Inspector: s.dario.Staff})
				}, s.anna, s.dario))
				faults = s.faults()
			}
			switch {
			case c.fault == "" && len(faults) > 0:
				t.Errorf("it does not hold: %v", faults)
			case c.fault != "" && (len(faults) != 1 || !strings.Contains(faults[0].Error(), c.fault)):
				t.Errorf("%v, want one of %s", faults, c.fault)
			}
		})
	}
}
