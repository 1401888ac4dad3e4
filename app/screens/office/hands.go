package office

import (
	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/text"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/reports/paper"
)

// openHands shows the hands of the chosen shift as the table shows them; they are read
// beside the window.
func (o entriesPage) openHands() {
	line, ok := o.shift()
	if !ok {
		o.say(&house.Refusal{Why: house.NotPossible, What: "shift"})
		return
	}
	house := o.shell.House
	o.once("office_reading", func() func() {
		var state *pit.Table
		aside, err := house.Aside()
		if err == nil {
			state, err = aside.Shift(line.Table, line.Number)
		}
		return func() {
			if err != nil {
				o.say(err)
				return
			}
			o.tell("")
			pages := o.handsOf(state)
			pages.Title = o.t("office_hands") + " · " + o.t("office_shift", text.Args{"Table": line.Table, "N": line.Number}) + " · " + paper.Date(line.Day)
			pages.List()
		}
	})
}

// handsOf returns the pages of a shift's hands.
func (o entriesPage) handsOf(state *pit.Table) shell.HandPages {
	pages := shell.HandPages{Shell: o.shell, State: state, Over: func(p shell.Page) {
		o.shell.Over(shell.Watched(p, o.touch))
	}}
	pages.Result = func() {
		tx := o.shell.Text
		sheet := controls.NewSheet(controls.Sheet{
			Title: tx.T("report_outcome"), Rows: o.shell.ViewerAt(state.Name).Log().ResultRows(state.Result()), Close: o.shell.LeaveWord(), OnClose: o.shell.Back,
			Columns: []controls.Column{{Width: 2}, {Width: 1, Align: 1}},
		})
		pages.Over(shell.PageOf(sheet.Drawn, nil, sheet.Key))
	}
	return pages
}
