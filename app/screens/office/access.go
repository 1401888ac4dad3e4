package office

import (
	"slices"
	"strings"
	"time"

	"sabot/app/controls"
	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit/house"
	"sabot/reports"
)

// openAccess lists who works here, what they are and when they were here last, read beside the window. days are for
// how long nobody has seen those who are wanted, 0 for all.
func (o peoplePage) openAccess(days int) {
	o.shell.CloseOverlay()
	house := o.shell.House
	o.tell(o.t("office_reading"))
	o.work.Latest(func() func() {
		var access reports.Access
		aside, err := house.Aside()
		if err == nil {
			access, err = papers.Of(aside).Access()
		}
		return func() {
			if err != nil {
				o.say(err)
				return
			}
			o.tell("")
			o.showAccess(access, days)
		}
	})
}

func (o peoplePage) showAccess(access reports.Access, days int) {
	list := access.People
	if days > 0 {
		list = access.Unseen(days)
	}
	var rows [][]string
	for _, l := range list {
		rows = append(rows, []string{l.Number, l.Name, o.t("role_" + string(l.Role)), o.lastOf(l), o.whereOf(l), o.dayOf(l.Reviewed, "–"), l.By})
	}
	title, next := o.t("office_access"), slices.Index(accessDays, days)+1
	if days > 0 {
		title += " · " + o.t("report_access_away", text.Args{"N": days})
	}
	next %= len(accessDays)
	o.verifies().picker(controls.Picker{
		Title: title, Rows: rows, Empty: o.t("report_access_none"), Notes: o.reachOf(access),
		Columns: []controls.Column{
			{Head: o.t("setup_number"), Width: 0.9},
			{Head: o.t("setup_person"), Width: 2},
			{Head: o.t("office_col_role"), Width: 1.5},
			{Head: o.t(access.LastWord()), Width: 1.6},
			{Head: o.t("report_access_where"), Width: 1.1},
			{Head: o.t("report_access_reviewed"), Width: 1.4},
			{Head: o.t("report_access_by"), Width: 1.7},
		},
		Acts: []controls.PickerAct{
			{Label: o.t("office_access_rights"), ForRow: true, Do: func(row int) { o.showRights(list[row], access, days) }},
			{Label: o.daysWord(accessDays[next]), Key: "N", Off: func(int) bool { return access.Alone }, Do: func(int) { o.showAccess(access, accessDays[next]) }},
			{Label: o.t("office_access_review"), Key: "R", Off: func(int) bool { return !o.who.May(house.ReviewRights) }, Do: func(int) { o.askReview(access, days) }},
			{Label: o.t("office_access_report"), Key: "P", Do: func(int) { o.showAccessReport() }},
		},
	})
}

// reachOf returns what the list cannot know: which tables of other machines it lacks, as many as there is room
// for.
func (o peoplePage) reachOf(access reports.Access) (notes []view.ApprovalLine) {
	if !access.Alone {
		return nil
	}
	notes = []view.ApprovalLine{{Text: o.t("office_access_alone")}}
	const inLine, inAll = 3, 9
	tables := access.Tables(o.shell.Text, func(t time.Time) string { return o.dayOf(t, "") })
	if len(tables) > inAll {
		tables = append(tables[:inAll-1:inAll-1], "…")
	}
	for line := range slices.Chunk(tables, inLine) {
		notes = append(notes, view.ApprovalLine{Text: o.t("report_reach_apart", text.Args{"Tables": strings.Join(line, ", ")})})
	}
	return notes
}

// accessDays are the lists of who has not been seen, the first that of all.
var accessDays = append([]int{0}, slices.Sorted(slices.Values(reports.AwayDays()))...)

func (o peoplePage) daysWord(days int) string {
	if days == 0 {
		return o.t("office_access_all")
	}
	return o.t("office_access_from", text.Args{"N": days})
}

// lastOf returns when somebody's code let them in last.
func (o peoplePage) lastOf(l reports.AccessLine) string {
	return o.dayOf(l.Last, o.t("office_access_never"))
}

// dayOf returns the day of a moment by the house's clock; never for the zero time.
func (o peoplePage) dayOf(t time.Time, never string) string {
	if t.IsZero() {
		return never
	}
	return t.In(o.shell.House.State.Zone()).Format("02.01.2006")
}

func (o peoplePage) whereOf(l reports.AccessLine) string {
	switch {
	case l.Last.IsZero():
		return "–"
	case l.Reads:
		return reports.Reader
	case l.Table == "":
		return o.t("office_title")
	}
	return l.Table
}

// showRights shows somebody's rights, one by one.
func (o peoplePage) showRights(l reports.AccessLine, access reports.Access, days int) {
	var rows [][]string
	for _, right := range access.Rights {
		if slices.Contains(right.Roles, l.Role) {
			rows = append(rows, []string{o.t("right_" + string(right.Right))})
		}
	}
	list := func() { o.showAccess(access, days) }
	o.verifies().picker(controls.Picker{
		OnClose: list,
		Title:   l.Name + " · " + o.t("role_"+string(l.Role)), Rows: rows, Empty: o.t("report_access_none"), Columns: []controls.Column{{Head: o.t("report_access_rights"), Width: 1}},
		Acts: []controls.PickerAct{{Label: o.t("back_overlay"), Do: func(int) { list() }}},
	})
}

// askReview asks once more before a review is signed.
func (o peoplePage) askReview(access reports.Access, days int) {
	list := func() { o.showAccess(access, days) }
	o.menuFrom(o.t("office_access_sign"), o.t("office_access_ask"), []controls.Choice{
		{Label: o.t("office_access_sign"), Do: o.review},
		{Label: o.t("setup_back"), Do: list},
	}, list)
}

func (o peoplePage) review() {
	if err := o.shell.House.Staff().ReviewAccess(o.who); err != nil {
		o.shell.CloseOverlay()
		o.say(err)
		return
	}
	o.openAccess(0)
}

// showAccessReport shows the report of who may do what, to be printed, kept and signed as
// those of the shifts are.
func (o peoplePage) showAccessReport() {
	house := o.shell.House
	o.showReport(papers.Wanted{Kind: reports.AccessReport, Item: house.State.GamingDay(house.State.Wall(house.Now())), By: o.who.Number})
}

// showReport shows a report that is of no one shift.
func (o peoplePage) showReport(w papers.Wanted) {
	house := o.shell.House
	o.shell.CloseOverlay()
	o.drafted, o.apart = drafted{}, true
	o.paper.Say(o.t("office_reading"))
	o.update()
	o.work.Latest(func() func() {
		d := drafted{}
		aside, err := house.Aside()
		if err == nil {
			d, err = drawn(aside, w)
		}
		return func() { o.papers().present(d, err) }
	})
}
