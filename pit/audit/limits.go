package audit

import (
	"sabot/games/handfile"
	"sabot/pit/record"
)

// judgeLimits demands of limits that change during a shift that they were announced as the
// table's settings have it, with everything else of the rules as it was, and that they act
// from the first hand on that begins once their time has come.
func (a *Run) judgeLimits(e *record.Entry) *record.Fault {
	t := a.table
	switch f := e.Fact.(type) {
	case record.LimitsAnnounced:
		return a.judgeAnnounced(e, f)
	case record.LimitsBegan:
		if t.NewLimits == nil || t.NewLimits.Seq != f.Seq || !t.LimitsDue(e.At) {
			return a.fail(e.Seq, record.WrongLimits, "what is entry %d is not due to begin", f.Seq)
		}
	case record.LimitsWithdrawn:
		if t.NewLimits == nil || t.NewLimits.Seq != f.Seq {
			return a.fail(e.Seq, record.WrongLimits, "entry %d is no announcement that waits", f.Seq)
		}
	case record.BetsPlaced, record.DealtDry:
		if t.LimitsDue(e.At) {
			return a.fail(e.Seq, record.WrongLimits, "the limits that entry %d announced have not begun", t.NewLimits.Seq)
		}
	}
	return nil
}

func (a *Run) judgeAnnounced(e *record.Entry, f record.LimitsAnnounced) *record.Fault {
	t := a.table
	if !t.Open || t.Game == nil {
		return a.fail(e.Seq, record.WrongLimits, "no table is open here")
	}
	g, err := handfile.ParseRules(t.Game.Name(), f.Rules)
	if err != nil {
		return a.fail(e.Seq, record.NoRules, "this program cannot play what it announces: verify with the Sabot that wrote it")
	}
	now, ok := handfile.WithLimits(t.Game, g.Options().Limits)
	if !ok || string(handfile.EncodeRules(now)) != string(handfile.EncodeRules(g)) {
		return a.fail(e.Seq, record.WrongLimits, "it changes more of the rules than the limits")
	}
	if f.From < e.At.Add(-record.MostDrift).UnixMilli()+int64(t.Settings.Notice)*60_000 { // its clock may have been put right by so much
		return a.fail(e.Seq, record.WrongLimits, "it comes with less notice than the table gives")
	}
	return nil
}
