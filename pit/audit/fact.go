package audit

import (
	"sabot/games"
	"sabot/pit"
	"sabot/pit/record"
)

// A factJudge compares the facts of a table's stream with the rules of its game and with what its table has, one by one.
type factJudge struct {
	name    string
	table   *pit.Table
	settled *games.Settlement // what the rules give for the open hand; nil if not asked yet
}

// judge returns what is wrong with a fact, whatever command it came by.
func (j *factJudge) judge(e *record.Entry) *record.Fault {
	for _, part := range []func(*record.Entry) *record.Fault{j.judgeMove, j.judgeSlip, j.judgeSettlement} {
		if f := part(e); f != nil {
			return f
		}
	}
	return nil
}

func (j *factJudge) fail(seq int64, code record.FaultCode, format string, args ...any) *record.Fault {
	return faultOf(j.name, seq, code, format, args...)
}
