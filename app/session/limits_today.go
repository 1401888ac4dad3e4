package session

import (
	"sabot/pit/record"
	"sabot/pit/shifts"
)

// OtherLimitsToday reports whether limits of a table were announced in its open shift and not withdrawn. It plays
// by others than the office has set, or will before it closes. Of a table of another machine it is not known here.
func (h Sums) OtherLimitsToday(table string) (bool, error) {
	if !h.State.Has(table) {
		return false, nil
	}
	kinds := []string{
		record.KindOf(record.LimitsAnnounced{}), record.KindOf(record.LimitsWithdrawn{}), record.KindOf(record.LimitsBegan{}), record.KindOf(record.Opened{}), record.KindOf(record.Closed{}),
	}
	found, err := h.Log(table, shifts.LogQuery{Kinds: kinds, Most: 100})
	if err != nil {
		return false, err
	}
	withdrawn := map[int64]bool{}
	for _, e := range found { // the newest first
		switch f := e.Fact.(type) {
		case record.LimitsBegan:
			return true, nil
		case record.LimitsWithdrawn:
			withdrawn[f.Seq] = true
		case record.LimitsAnnounced:
			if !withdrawn[e.Seq] {
				return true, nil
			}
		case record.Opened, record.Closed:
			return false, nil
		}
	}
	return false, nil
}
