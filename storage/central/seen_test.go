package central_test

import (
	"testing"

	"sabot/storage/central"
)

// Somebody has looked at what was refused. The end of a stream that was overtaken is offered again and again by a machine that runs: as it was looked
// at it is not new. Anything else of it is, and so is what was refused for another reason.
func TestEndThatWasSeenIsNotNewAgain(t *testing.T) {
	_, serve := pit(t)
	w, err := central.Write(t.Context(), serve, house)
	must(t, err)
	defer w.Close()
	q := central.Read(serve, house)
	defer q.Close()
	end := central.Refusal{Machine: "m1", Stream: "LB1", Why: "overtaken", Ours: 5, Theirs: 12, Says: "overtaken", Last: 100}
	older := central.Refusal{Machine: "m2", Stream: "LB2", Why: "behind", Ours: 7, Theirs: 3, Says: "older", Last: 100}
	more := end
	more.Theirs = 13
	must(t, w.Refuse(t.Context(), end))
	must(t, w.Refuse(t.Context(), older))
	if list, err := q.See(t.Context(), 1_000); err != nil || len(list) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	for i, c := range []struct {
		refused central.Refusal
		unseen  int
	}{{end, 0}, {end, 0}, {older, 1}, {more, 2}, {more, 2}, {end, 2}} {
		c.refused.Last = int64(200 + i)
		must(t, w.Refuse(t.Context(), c.refused))
		if list, err := q.Unseen(t.Context()); err != nil || len(list) != c.unseen {
			t.Errorf("after the refusal number %d nobody has seen %+v, %v", i+1, list, err)
		}
	}
}
