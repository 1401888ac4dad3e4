package floor

import (
	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/session/floor"
	"sabot/app/text"
	"sabot/app/view"
)

// table returns the chosen table, as it was heard last; nil where there is none.
func (f *Floor) table() *floor.Watched {
	if f.chosen == "" {
		return nil
	}
	return f.look.Table(f.chosen)
}

// signed does what shows the house's money, once somebody is signed on.
func (f *Floor) signed(do func()) {
	if !f.signedOn() {
		f.signOn(do)
		return
	}
	do()
}

// reading shows that not all of the shift is known yet.
func (f *Floor) reading() {
	f.notice = view.Notice{Text: f.t("floor_reading")}
	f.update()
}

// openHands shows the hands of the chosen table's shift as dealt.
func (f *Floor) openHands() {
	w := f.table()
	if w == nil {
		return
	}
	f.signed(func() {
		state, _, whole := f.look.Shift(w.State.Name)
		if !whole {
			f.reading()
			return
		}
		pages := shell.HandPages{Shell: f.shell, State: state, Over: f.over, Title: f.marked(f.t("title_history"))}
		pages.Result = func() {
			sheet := controls.NewSheet(controls.Sheet{
				Title: f.t("report_outcome"), Rows: f.shell.ViewerAt(state.Name).Log().ResultRows(state.Result()), Close: f.shell.LeaveWord(), OnClose: f.shell.Back,
				Columns: []controls.Column{{Width: 2}, {Width: 1, Align: 1}},
			})
			f.over(shell.PageOf(sheet.Drawn, nil, sheet.Key))
		}
		pages.List()
	})
}

// openReports shows the office with the shifts of the chosen table, to who gives a code for it.
func (f *Floor) openReports() {
	if f.chosen == "" {
		return
	}
	if w := f.table(); w != nil && w.Machine != "" {
		f.signed(func() { f.openReportThere(f.chosen, w.Machine) })
		return
	}
	f.ways.Office(f.chosen, func() {
		f.shell.Show(f)
		f.touch()
		f.update()
	})
}

// openLimits shows the present limits of the chosen table, and what each spot pays.
func (f *Floor) openLimits() {
	w := f.table()
	if w == nil {
		return
	}
	v := f.shell.ViewerAt(f.chosen)
	var rows [][]string
	for _, r := range v.Limits(w.State, nil) {
		rows = append(rows, []string{r.Spot, r.Min, r.Max, r.Pays})
	}
	sheet := controls.NewSheet(controls.Sheet{
		Rows: rows, Close: f.t("close_overlay"), OnClose: f.shell.Back,
		Columns: []controls.Column{
			{Head: f.t("limits_spot"), Width: 1},
			{Head: f.t("limits_min"), Width: 1, Align: 1},
			{Head: f.t("limits_max"), Width: 1.2, Align: 1},
			{Head: f.t("limits_pays"), Width: 6.4},
		},
	})
	title := f.chosen + " · " + v.TitleOf(w.State, "title_limits") + " · " + v.Text.Currency
	f.marking(func() {
		sheet.Title = f.marked(title)
		sheet.Refresh()
	})
	if c := w.State.NewLimits; c != nil {
		sheet.Foot = f.t("mark_limits", text.Args{"From": v.Clock(c.From)})
	}
	f.over(shell.PageOf(sheet.Drawn, nil, sheet.Key))
}
