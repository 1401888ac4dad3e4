package table

import (
	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/pit/house"
)

// openHistory is the shift's hands as they lay, the last three at once. What they came to
// for the house is for those who may read reports.
func (t *Table) openHistory() {
	if err := t.session.Whole(); err != nil {
		t.say(err)
		t.Update()
		return
	}
	t.hands().List()
}

// hands are the pages of the shift's hands.
func (t *Table) hands() shell.HandPages {
	return shell.HandPages{Shell: t.shell, State: t.session.State, Over: t.shell.Over, Result: t.openResult}
}

// openResult is what the shift has come to, for somebody who may read reports.
func (t *Table) openResult() {
	tx := t.shell.Text
	t.showTo(house.ReadReports, "title_history_result", func(house.Badge) {
		result, err := t.session.Result()
		if err != nil {
			t.finished(err, nil)
			return
		}
		t.sheet(controls.Sheet{
			Title: tx.T("report_outcome"), Rows: t.shell.Viewer().Log().ResultRows(result),
			Columns: []controls.Column{{Width: 2}, {Width: 1, Align: 1}},
		})
	})
}
