package table

import (
	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/pit/house"
)

// openHistory shows the shift's hands as dealt, the last three at once. Their result for the house is for those
// who may read reports.
func (t menuPage) openHistory() {
	if err := t.session.Whole(); err != nil {
		t.say(err)
		t.Update()
		return
	}
	t.hands().List()
}

// hands returns the pages of the shift's hands.
func (t menuPage) hands() shell.HandPages {
	return shell.HandPages{Shell: t.shell, State: t.session.State, Over: t.shell.Over, Result: t.openResult}
}

// openResult shows the result of the shift, to somebody who may read reports.
func (t menuPage) openResult() {
	tx := t.shell.Text
	t.showTo(house.ReadReports, "title_history_result", func(house.Badge) {
		result, err := t.session.Result()
		if err != nil {
			t.money().finished(err, nil)
			return
		}
		t.sheet(controls.Sheet{
			Title: tx.T("report_outcome"), Rows: t.shell.Viewer().Log().ResultRows(result),
			Columns: []controls.Column{{Width: 2}, {Width: 1, Align: 1}},
		})
	})
}
