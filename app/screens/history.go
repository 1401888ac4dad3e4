package screens

import (
	"sabot/app/controls"
	"sabot/pit/people"
)

// openHistory is the shift's hands as they lay, the last three at once. What they came to
// for the house is for those who may read reports.
func (t *Table) openHistory() {
	if err := t.session.Whole(); err != nil {
		t.say(err)
		t.update()
		return
	}
	t.hands().list()
}

// hands are the pages of the shift's hands.
func (t *Table) hands() handPages {
	return handPages{shell: t.shell, state: t.session.State, over: t.shell.over, result: t.openResult}
}

// openResult is what the shift has come to, for somebody who may read reports.
func (t *Table) openResult() {
	tx := t.shell.text
	t.showTo(people.ReadReports, "title_history_result", func(people.Badge) {
		t.sheet(controls.Sheet{
			Title: tx.T("report_outcome"), Rows: t.shell.viewer().ResultRows(t.session.State),
			Columns: []controls.Column{{Width: 2}, {Width: 1, Align: 1}},
		})
	})
}
