package office

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"sabot/app/controls"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/session/sums"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit/house"
	"sabot/reports"
	"sabot/reports/paper"
)

// readShifts reads the shifts that are searched for anew, beside the window, and then the report that is chosen. What was said
// last stays said: another reading can overtake this one, and nothing would be told then.
func (o *Office) readShifts() {
	o.paper.Say(o.t("office_reading"))
	house, query := o.shell.House, o.query
	o.stop = nil
	var stop func()
	stop = o.work.Look(func(work session.Work) func() {
		lines, err := shiftsOf(house, work, query)
		return func() {
			o.stop = nil
			switch {
			case errors.Is(err, context.Canceled):
				o.paper.Say(o.t("office_given_up"))
				return
			case err != nil:
				o.paper.Say(o.shell.Wording(err))
				o.say(err)
				return
			}
			o.shifts = lines
			o.rows, o.rowOf, o.spoken = nil, nil, ""
			o.chosen = max(0, min(o.chosen, len(lines)-1))
			o.papers().preview()
			o.update()
		}
	}, func(done, all int) {
		o.goesOn(stop)
		o.paper.Say(o.papers().progress("office_reading", done, all))
	})
}

// shiftsOf returns those of the house's shifts that a query wants.
func shiftsOf(house *session.House, work session.Work, query sums.ShiftQuery) ([]sums.ShiftLine, error) {
	house, err := house.AsideFor(work)
	if err != nil {
		return nil, err
	}
	return house.Sums().Shifts(query)
}

// search lists the shifts of another query from the newest on.
func (o *Office) search(query sums.ShiftQuery) {
	o.query, o.chosen, o.slip = query, 0, 0
	o.notice = view.Notice{}
	o.readShifts()
}

// shift returns the chosen shift; false where there is none.
func (o *Office) shift() (sums.ShiftLine, bool) {
	if o.chosen >= len(o.shifts) {
		return sums.ShiftLine{}, false
	}
	return o.shifts[o.chosen], true
}

// choose shows another shift's report.
func (o *Office) choose(i int) {
	o.chosen, o.slip = max(0, min(i, len(o.shifts)-1)), 0
	o.notice = view.Notice{}
	o.papers().preview()
}

// chooseLine chooses by a line of the desk; a heading stands for the shift below it.
func (o *Office) chooseLine(line int) {
	o.lines()
	for line < len(o.rowOf)-1 && o.rowOf[line] < 0 {
		line++
	}
	if line < len(o.rowOf) {
		o.choose(o.rowOf[line])
	}
}

// turnFilter lists the next table's shifts; after the last those of all.
func (o *Office) turnFilter(int) {
	names := []string{""}
	for _, t := range o.shell.House.State.Tables {
		names = append(names, t.Name)
	}
	query := o.query
	query.Table = names[(slices.Index(names, query.Table)+1)%len(names)]
	o.search(query)
}

// lines returns the desk's list. It is put into words once for what was read: a list of thousands is not
// written again with every key.
func (o *Office) lines() []controls.DeskLine {
	if o.spoken == o.shell.Text.Language {
		return o.rows
	}
	o.rows, o.rowOf, o.spoken = nil, nil, o.shell.Text.Language
	words := map[sums.ShiftMark]string{}
	for _, m := range sums.ShiftMarks() {
		words[m] = o.t("mark_" + string(m))
	}
	day := ""
	for i := range o.shifts {
		l := &o.shifts[i]
		if i == 0 || l.Day != day {
			day = l.Day
			o.rows, o.rowOf = append(o.rows, controls.DeskLine{Heading: true, Text: paper.Date(day)}), append(o.rowOf, -1)
		}
		o.rows, o.rowOf = append(o.rows, o.row(l, words)), append(o.rowOf, i)
	}
	return o.rows
}

// row returns a shift in the list: whether it is signed, and what is still to be done.
func (o *Office) row(l *sums.ShiftLine, words map[sums.ShiftMark]string) controls.DeskLine {
	line := controls.DeskLine{Text: o.t("office_shift", text.Args{"Table": l.Table, "N": l.Number}), State: "✓ " + words[sums.MarkSigned]}
	if l.Apart && !l.Signed {
		line.State = words[sums.MarkApart]
	}
	for _, m := range []sums.ShiftMark{sums.MarkOpen, sums.MarkUnsigned} {
		if l.Has(m) {
			line.State, line.Waits = words[m], true
		}
	}
	var marks []string
	for _, m := range []sums.ShiftMark{sums.MarkOvertaken, sums.MarkDifference, sums.MarkPaidWrong, sums.MarkIncident, sums.MarkNoCount, sums.MarkNoDrop} {
		if l.Has(m) {
			marks = append(marks, words[m])
		}
	}
	line.Marks = strings.Join(marks, " · ")
	return line
}

// due returns the notice while nothing was done just now: the gravest fault, else when the last backup was. On
// a share, file rights are those that the share reports.
func (o *Office) due() view.Notice {
	for _, due := range []func() view.Notice{o.upkeep().strangersNotice, o.upkeep().diskNotice, o.upkeep().shareNotice, o.upkeep().rightsNotice, o.papers().overtakenNotice, o.verifies().proofNotice} {
		if notice := due(); notice.Text != "" {
			return notice
		}
	}
	notice := o.upkeep().backupNotice()
	if !notice.Bad && o.shell.House.State.Backups().KitMade().IsZero() && o.who.May(house.ChangeHouse) {
		notice.Text += " · " + o.ofHere("office_kit_missing", "office_kit_missing_here")
	}
	return notice
}

// Tick implements the shell's Ticking. List and line below the paper follow the record, and a word that has been
// read makes room for what is wrong.
func (o *Office) Tick() {
	o.follow()
	old := o.stands.Over(o.notice, o.shell.Clock.Now())
	if old && o.stop == nil && !o.work.Busy() && o.due().Bad {
		o.noUse, o.notice = false, view.Notice{}
	}
	o.update()
}

// update shows what there is on the desk.
func (o *Office) update() {
	if o.work.Closed() {
		return
	}
	lines := o.lines()
	place, notice := "", o.notice
	if notice.Text == "" {
		notice = o.due()
	}
	if page, of := o.paper.Place(); of > 0 {
		place = strconv.Itoa(page) + " / " + strconv.Itoa(of)
	}
	o.desk.Set(controls.DeskView{
		Title: o.t("office_title") + " · " + o.shell.House.State.Name, Who: o.who.Name + " · " + o.t("role_"+string(o.who.Role)),
		Leave:  o.logs().leaveKey(),
		Search: o.logs().searchKey(), Searched: o.query.Words != "", Filters: o.logs().filters(),
		Lines: lines, Chosen: max(0, slices.Index(o.rowOf, o.chosen)), Empty: o.t(o.logs().emptyWord()),
		Kinds: o.kinds(), Kind: o.kind, Apart: o.apart, Acts: o.acts(), Page: place, Notice: notice,
	})
}

// officeKinds are the reports of the office, in the order of its tabs.
var officeKinds = []reports.Kind{reports.ShiftReport, reports.ReconstructionReport, reports.IncidentReport, reports.SlipReport, reports.TableReport, reports.HouseReport}

func (o *Office) kinds() []controls.DeskKey {
	var keys []controls.DeskKey
	for i, label := range []string{o.t("report_shift"), o.t("report_reconstructions"), o.t("report_incidents"), o.t("office_slips"), o.t("office_month"), o.t("office_house_sums")} {
		keys = append(keys, controls.DeskKey{Label: label, Key: strconv.Itoa(i + 1), Do: func() { o.papers().chooseKind(i) }})
	}
	return keys
}

// acts returns the keys for the report that is shown, and the menu.
func (o *Office) acts() []controls.DeskKey {
	return o.straight([]controls.DeskKey{
		{Label: o.t("office_hands"), Key: "H", Do: o.logs().openHands},
		{Label: o.t("office_drop"), Key: "B", Do: o.papers().openDrop},
		{Label: o.t("office_print"), Key: "P", Do: o.papers().print},
		{Label: "PDF", Key: "D", Do: o.papers().savePDF},
		{Label: "CSV", Key: "C", Do: func() { o.papers().saveSheet(papers.CSV) }},
		{Label: "XLSX", Key: "X", Do: func() { o.papers().saveSheet(papers.XLSX) }},
		{Label: o.t("office_sign"), Key: "F", Do: o.papers().sign},
		{Label: o.t("office_verify"), Key: "V", Do: o.verifies().openFiles},
		{Label: o.t("office_menu"), Key: "M", Do: o.openMenu},
	})
}
