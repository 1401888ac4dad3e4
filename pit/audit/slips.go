package audit

import (
	"slices"

	"sabot/pit/record"
)

// judgeSlip demands of a slip that it has the number that comes next, so that none is
// missing and none is there twice, and of what becomes of one that it waited, with those
// chips.
func (j *factJudge) judgeSlip(e *record.Entry) *record.Fault {
	t := j.table
	switch f := e.Fact.(type) {
	case record.SlipRequested:
		if !t.SlipFollows(f.SlipID) {
			return j.fail(e.Seq, record.WrongSlip, "%s is not the number that comes next", f.Of(j.name))
		}
	case record.SlipVerified:
		if chips, waits := t.Desk().SlipWaits(f.SlipID); !waits || !slices.Equal(chips, f.Float) {
			return j.fail(e.Seq, record.WrongSlip, "no slip %s of these chips waits", f.Of(j.name))
		}
	case record.SlipVoided:
		if _, waits := t.Desk().SlipWaits(f.SlipID); !waits {
			return j.fail(e.Seq, record.WrongSlip, "no slip %s waits", f.Of(j.name))
		}
	}
	return nil
}
