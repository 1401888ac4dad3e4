package shell

import (
	"cmp"
	"slices"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/hand"
)

// HandPages are the closed hands of a shift. There is a list of them as they lay, three at once, and each has a
// page of its own.
type HandPages struct {
	Shell  *Shell
	Title  string // over the list; "" for that of the last hands
	State  *pit.Table
	Over   func(Page) // shows an overlay where they are asked for
	Result func()     // shows what the shift came to
}

// List shows all of them, the newest first.
func (p HandPages) List() {
	tx := p.Shell.Text
	list := controls.NewHistory(controls.History{
		Title: cmp.Or(p.Title, tx.T("title_history")), Hands: p.Shell.ViewerAt(p.State.Name).Log().History(p.State), Empty: tx.T("history_empty"),
		Close: p.Shell.LeaveWord(), OnClose: p.Shell.Back, OnOpen: p.Open, OnResult: p.Result,
		Open: tx.T("history_open"), Result: tx.T("history_result"), Older: tx.T("history_older"), Newer: tx.T("history_newer"),
		Staked: func(amount string) string { return tx.T("history_staked", text.Args{"Amount": amount}) },
	})
	p.Over(PageOf(list.Drawn, list.Rune, list.Key))
}

// Open shows a closed hand as dealt; of a corrected one first the valid version.
func (p HandPages) Open(number int) {
	tx, state := p.Shell.Text, p.State
	var page *controls.Hand
	version := 0
	show := func(step int) {
		i := slices.IndexFunc(state.History, func(h hand.Hand) bool { return h.Number == number }) + step
		if i < 0 || i >= len(state.History) {
			return
		}
		h := &state.History[i]
		number = h.Number
		if step != 0 || page == nil {
			version = view.Versions(h) - 1
		}
		shown, ok := p.Shell.ViewerAt(p.State.Name).Log().HandShown(state, number, version)
		if ok && page == nil {
			page = controls.NewHand(controls.Hand{Shown: shown})
		} else if ok {
			page.Set(shown)
		}
	}
	show(0)
	page.Close, page.OnClose, page.OnMove = p.Shell.LeaveWord(), p.Shell.Back, show
	page.OnVersion = func() {
		h, _ := state.ClosedHand(number)
		version = (version + view.Versions(h) - 1) % view.Versions(h)
		show(0)
	}
	page.Version, page.Older, page.Newer = tx.T("history_other_version"), tx.T("history_older"), tx.T("history_newer")
	page.Columns = []controls.Column{
		{Head: tx.T("report_box"), Width: 0.6},
		{Head: tx.T("hand_bettor"), Width: 1.1},
		{Head: tx.T("report_spot"), Width: 1.7},
		{Head: tx.T("hand_put"), Width: 1.1, Align: 1},
		{Head: tx.T("hand_staked"), Width: 1.1, Align: 1},
		{Head: tx.T("hand_outcome"), Width: 2.6},
		{Head: tx.T("hand_returned"), Width: 1.3, Align: 1},
		{Head: tx.T("hand_net"), Width: 1.2, Align: 1},
	}
	p.Over(PageOf(page.Drawn, page.Rune, page.Key))
}
