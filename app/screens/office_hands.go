package screens

import (
	"sabot/app/controls"
	"sabot/pit"
	"sabot/pit/people"
)

// openHands shows the hands of the chosen shift as the table shows them; they are read
// beside the window.
func (o *Office) openHands() {
	line, ok := o.shift()
	if !ok {
		o.say(&people.Refusal{Why: people.NotPossible})
		return
	}
	house := o.shell.house
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
			o.handsOf(state).list()
		}
	})
}

// handsOf are the pages of a shift's hands.
func (o *Office) handsOf(state *pit.Table) handPages {
	pages := handPages{shell: o.shell, state: state, over: func(p page) {
		o.shell.over(watched{p, o.touch})
		if drawn, ok := p.content().(*controls.Drawn); ok {
			drawn.Noticed = o.touch
		}
	}}
	pages.result = func() {
		tx := o.shell.text
		sheet := controls.NewSheet(controls.Sheet{
			Title: tx.T("report_outcome"), Rows: o.shell.viewer().ResultRows(state), Close: o.shell.leave(), OnClose: o.shell.back,
			Columns: []controls.Column{{Width: 2}, {Width: 1, Align: 1}},
		})
		pages.over(pageOf(sheet.Drawn, nil, sheet.Key))
	}
	return pages
}
