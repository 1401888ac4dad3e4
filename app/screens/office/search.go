package office

import (
	"slices"
	"strconv"
	"time"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/session/sums"
	"sabot/app/text"
	"sabot/reports/paper"
)

// searchKey returns the key that searches the list. It shows the words searched for and how many were found.
func (o entriesPage) searchKey() controls.DeskKey {
	label := o.t("office_search")
	if o.query.Words != "" {
		label = o.query.Words + " (" + strconv.Itoa(len(o.shifts)) + ")"
	}
	return controls.DeskKey{Label: label, Key: "S", Do: o.openSearch}
}

// filters returns the keys that choose the table and the marks of the listed shifts.
func (o entriesPage) filters() []controls.DeskKey {
	table, marks := o.query.Table, o.t("office_all_marks")
	if table == "" {
		table = o.t("office_all_tables")
	}
	switch len(o.query.Marks) {
	case 0:
	case 1:
		marks = o.t("mark_" + string(o.query.Marks[0]))
	default:
		marks = o.t("office_marks", text.Args{"N": len(o.query.Marks)})
	}
	return o.straight([]controls.DeskKey{
		{Label: table, Key: "Tab", Do: func() { o.turnFilter(1) }},
		{Label: marks, Key: "A", Do: o.openMarks},
	})
}

// emptyWord returns the key of the text where no shift is listed.
func (o entriesPage) emptyWord() string {
	if o.shifts == nil { // nobody knows yet
		return "office_reading"
	}
	if o.narrowed() || o.came != "" {
		return "office_none_found"
	}
	return "office_no_shift"
}

// narrowed reports whether the list differs from that when the office was opened. Esc then leads back to that,
// and signs nobody off.
func (o entriesPage) narrowed() bool {
	return o.query.Words != "" || o.query.Table != o.came || len(o.query.Marks) > 0
}

// leaveKey returns the key that signs off. While work can be stopped it is the one that does that, and over a
// list of the house the one that closes it.
func (o entriesPage) leaveKey() controls.DeskKey {
	if o.stop != nil {
		return controls.DeskKey{Label: o.t("office_stop"), Key: "Esc", Do: o.giveUp}
	}
	if o.apart {
		return controls.DeskKey{Label: o.t("close_overlay"), Key: "Esc", Do: o.closeApart}
	}
	k := controls.DeskKey{Label: o.t("office_leave"), Key: "Esc", Do: o.leave}
	if o.narrowed() {
		k.Key = ""
	}
	return k
}

// openSearch asks for the words by which shifts are found; none lists them all. Today,
// yesterday, the month and the month before stand on keys.
func (o entriesPage) openSearch() {
	now := o.shell.House.State.Wall(o.shell.House.Now())
	first := time.Date(now.Year(), now.Month(), 1, 12, 0, 0, 0, now.Location())
	days := []string{
		paper.Date(o.shell.House.State.GamingDay(now)), paper.Date(o.shell.House.State.GamingDay(now.AddDate(0, 0, -1))),
		first.Format("01.2006"), first.AddDate(0, -1, 0).Format("01.2006"),
	}
	var prompt *controls.Prompt
	prompt = controls.NewPrompt(controls.Prompt{
		Title: o.t("office_search"), Lead: o.t("office_search_lead"), OK: o.t("sign_ok"), Close: o.shell.LeaveWord(), Space: o.t("key_space"),
		Suggestions: days, OnClose: o.shell.Back, Wording: o.shell.Wording,
		OnDone: func(words string) {
			if day := sums.NoDay(words); day != "" {
				prompt.Wrong(o.t("office_wrong_day", text.Args{"Word": day}))
				return
			}
			o.shell.CloseOverlay()
			query := o.query
			query.Words = words
			o.search(query)
		},
	})
	o.over(shell.WrittenPage(prompt.Drawn, prompt.Rune, prompt.Key))
}

// openMarks sets and takes back the marks by which shifts are listed: those that have all
// of them.
func (o entriesPage) openMarks() {
	with := func(marks []sums.ShiftMark) func() {
		return func() {
			o.shell.CloseOverlay()
			query := o.query
			query.Marks = marks
			o.search(query)
		}
	}
	choices := []controls.Choice{{Label: o.t("office_all_marks"), Do: with(nil)}}
	for _, m := range sums.ShiftMarks() {
		if m == sums.MarkApart && !o.shell.House.State.OfSeveral() {
			continue
		}
		label, marks := o.t("mark_"+string(m)), append(slices.Clone(o.query.Marks), m)
		if i := slices.Index(o.query.Marks, m); i >= 0 {
			label, marks = "✓ "+label, slices.Delete(slices.Clone(o.query.Marks), i, i+1)
		}
		choices = append(choices, controls.Choice{Label: label, Do: with(marks)})
	}
	o.menu(o.t("office_marks_title"), o.t("office_marks_lead"), choices)
}
