package screens

import (
	"slices"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit"
)

// openHistory is the shift's hands as they lay, the last three at once. What they came to
// for the house is for those who may read reports.
func (t *Table) openHistory() {
	tx := t.shell.text
	if err := t.session.Whole(); err != nil {
		t.say(err)
		t.update()
		return
	}
	list := controls.NewHistory(controls.History{
		Title: tx.T("title_history"), Hands: t.shell.viewer().History(t.session.State), Empty: tx.T("history_empty"),
		Close: t.shell.leave(), OnClose: t.shell.back, OnOpen: t.openHand, OnResult: t.openResult,
		Open: tx.T("history_open"), Result: tx.T("history_result"), Older: tx.T("history_older"), Newer: tx.T("history_newer"),
		Staked: func(amount string) string { return tx.T("history_staked", text.Args{"Amount": amount}) },
	})
	t.shell.over(pageOf(list.Drawn, list.Rune, list.Key))
}

// openHand is a closed hand as it lay; of a corrected one first the version that counts.
func (t *Table) openHand(number int) {
	tx, state := t.shell.text, t.session.State
	var page *controls.Hand
	version := 0
	show := func(step int) {
		i := slices.IndexFunc(state.History, func(h pit.Hand) bool { return h.Number == number }) + step
		if i < 0 || i >= len(state.History) {
			return
		}
		h := &state.History[i]
		number = h.Number
		if step != 0 || page == nil {
			version = view.Versions(h) - 1
		}
		shown, ok := t.shell.viewer().HandShown(state, number, version)
		if ok && page == nil {
			page = controls.NewHand(controls.Hand{Shown: shown})
		} else if ok {
			page.Set(shown)
		}
	}
	show(0)
	page.Close, page.OnClose, page.OnMove = t.shell.leave(), t.shell.back, show
	page.OnVersion = func() {
		h, _ := state.ClosedHand(number)
		version = (version + view.Versions(h) - 1) % view.Versions(h)
		show(0)
	}
	page.Version, page.Older, page.Newer = tx.T("history_other_version"), tx.T("history_older"), tx.T("history_newer")
	page.Columns = []controls.Column{
		{Head: tx.T("report_box"), Width: 0.6}, {Head: tx.T("hand_bettor"), Width: 1.1}, {Head: tx.T("report_spot"), Width: 1.7},
		{Head: tx.T("hand_put"), Width: 1.1, Align: 1}, {Head: tx.T("hand_staked"), Width: 1.1, Align: 1}, {Head: "   " + tx.T("hand_outcome"), Width: 2.6},
		{Head: tx.T("hand_returned"), Width: 1.3, Align: 1}, {Head: tx.T("hand_net"), Width: 1.2, Align: 1},
	}
	t.shell.over(pageOf(page.Drawn, page.Rune, page.Key))
}

// openResult is what the shift has come to, for somebody who may read reports.
func (t *Table) openResult() {
	tx := t.shell.text
	t.showTo(pit.ReadReports, "title_history_result", func(pit.Badge) {
		t.sheet(controls.Sheet{
			Title: tx.T("report_outcome"), Rows: t.shell.viewer().ResultRows(t.session.State),
			Columns: []controls.Column{{Width: 2}, {Width: 1, Align: 1}},
		})
	})
}
