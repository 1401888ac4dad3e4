package table

import "sabot/app/view"

// A passing is a notice that stands no longer than it is true.
type passing struct {
	notice view.Notice
	over   func() bool
}

// tellUntil shows a sentence until over reports true.
func (t *Table) tellUntil(sentence string, over func() bool) {
	t.Tell(sentence)
	t.passing = passing{t.notice, over}
}

// pass takes a notice away that is true no more.
func (t *Table) pass() {
	if t.passing.over == nil || !t.passing.over() {
		return
	}
	if t.notice == t.passing.notice {
		t.notice = view.Notice{}
		t.Update()
	}
	t.passing = passing{}
}
