package audit

import (
	"sabot/pit/record"
)

// judgeMove demands of what is said of a move between the hands, or of an entry that is
// taken back, that there is such a one, and that it can be said of it.
func (j *factJudge) judgeMove(e *record.Entry) *record.Fault {
	t := j.table
	switch f := e.Fact.(type) {
	case record.Undone:
		last, ok := t.Deal().LastKeyed()
		if _, open := t.Current.LastKeyed(); ok && !open && f.What == "" {
			return j.fail(e.Seq, record.WrongMove, "nobody had the cut card of a hand that is closed taken back")
		}
		if f.What != "" && (!ok || last.Seq != f.Seq || record.KindOf(last.Fact) != f.What) {
			return j.fail(e.Seq, record.WrongMove, "entry %d is not the last of the hand, or no %s", f.Seq, f.What)
		}
	case record.MoveVoided:
		if t.MayVoid(f.Seq) != nil {
			return j.fail(e.Seq, record.WrongMove, "entry %d is no move of the shift that counts and can be put right", f.Seq)
		}
	case record.PayoutSettled:
		if t.MaySettle(f) != nil {
			return j.fail(e.Seq, record.WrongMove, "so much is not left of a wrong payout that is entry %d", f.Payout)
		}
	case record.WrongPayout:
		if t.MayBeWrong(f) != nil {
			return j.fail(e.Seq, record.WrongMove, "in hand %d of the shift nobody was paid at box %d whom it names", f.Hand, f.Box)
		}
	}
	return nil
}
