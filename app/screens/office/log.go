package office

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/session/eventlog"
	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/reports"
	"sabot/reports/paper"
)

// A logGroup is a group of kinds of entry that the log lists.
type logGroup int

const (
	logAll logGroup = iota
	logExceptions
	logChanges
	logOneKind
)

// A logSearch is a search in the log, with the page that is shown of it.
type logSearch struct {
	stream string // a table, or the house; "" for all
	group  logGroup
	kind   string // of logOneKind
	person string
	day    string // as it was typed; "" for any
	from   time.Time
	to     time.Time
	page   int // from 0, the newest
}

// logPage is how many entries a page of the log has.
const logPage = 100

func (q logSearch) query() shifts.LogQuery {
	query := shifts.LogQuery{Person: q.person, From: q.from, To: q.to, Most: (q.page+1)*logPage + 1}
	switch q.group {
	case logAll: // who approved an entry stands with it
		query.Kinds = slices.DeleteFunc(record.Kinds(), func(kind string) bool { return kind == record.KindOf(record.Approved{}) })
	case logExceptions:
		query.Sort = record.Exception
	case logChanges:
		query.Sort = record.Change
	case logOneKind:
		query.Kinds = []string{q.kind}
	}
	return query
}

// openLog looks entries up, beside the window, and lists them, the newest first.
func (o entriesPage) openLog(q logSearch) {
	o.shell.CloseOverlay()
	house := o.shell.House
	o.tell(o.t("office_reading"))
	o.work.Latest(func() func() {
		var found []eventlog.Logged
		aside, err := house.Aside()
		if err == nil {
			found, err = eventlog.Of(aside).Shown(q.stream, q.query())
		}
		return func() {
			if err != nil {
				o.say(err)
				return
			}
			o.tell("")
			o.showLog(q, found[min(len(found), q.page*logPage):])
		}
	})
}

// showLog lists a page of entries; one more than it has says that there are older ones.
func (o entriesPage) showLog(q logSearch, found []eventlog.Logged) {
	all := found
	older := len(found) > logPage
	found = found[:min(len(found), logPage)]
	house := &o.shell.House.State
	words := o.shell.Viewer().Text
	var rows [][]string
	for _, e := range found {
		line := e.Line(house)
		rows = append(rows, []string{house.Wall(e.At).Format("02.01.06 15:04:05"), line.Where(words), line.What(words), line.Who(), begins(line.Said(words))})
	}
	title := []string{o.t("office_log")}
	for _, part := range []string{o.streamWord(q.stream), o.groupWord(q), o.personWord(q.person), q.day} {
		if part != "" {
			title = append(title, part)
		}
	}
	if q.page > 0 || older {
		title = append(title, strconv.Itoa(q.page+1))
	}
	again := func(change func(*logSearch)) func() {
		return func() {
			next := q
			next.page = 0
			change(&next)
			o.openLog(next)
		}
	}
	turned := func(by int) func(int) {
		return func(int) { again(func(next *logSearch) { next.page = q.page + by })() }
	}
	o.verifies().picker(controls.Picker{
		Title: strings.Join(title, " · "), Rows: rows, Empty: o.t("office_log_none"),
		Columns: []controls.Column{
			{Head: o.t("report_noted_at"), Width: 1.8},
			{Head: o.t("report_noted_where"), Width: 1.7},
			{Head: o.t("report_noted_what"), Width: 1.9},
			{Head: o.t("report_noted_who"), Width: 1.6},
			{Head: o.t("report_noted_says"), Width: 2.7},
		},
		Acts: []controls.PickerAct{
			{Label: o.t("office_log_open"), ForRow: true, Do: func(row int) { o.showEntry(found[row], func() { o.showLog(q, all) }) }},
			{Label: o.t("office_log_table"), Key: "T", Do: func(int) { again(o.nextStream)() }},
			{Label: o.t("report_noted_what"), Key: "W", Do: func(int) { o.askKind(q, again) }},
			{Label: o.t("report_noted_who"), Key: "P", Do: func(int) { o.askPerson(q, again) }},
			{Label: o.t("office_log_day"), Key: "D", Do: func(int) { o.askLogDay(again) }},
			{Label: o.t("office_log_newer"), Key: "B", Off: func(int) bool { return q.page == 0 }, Do: turned(-1)},
			{Label: o.t("office_log_older"), Key: "N", Off: func(int) bool { return !older }, Do: turned(1)},
		},
	})
}

// begins returns the beginning of an entry's text: all of it is on its page.
func begins(said string) string {
	const most = 44
	if r := []rune(said); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return said
}

func (o entriesPage) streamWord(stream string) string {
	switch stream {
	case "":
		return ""
	case record.HouseStream:
		return o.t("report_noted_house")
	}
	return stream
}

func (o entriesPage) groupWord(q logSearch) string {
	switch q.group {
	case logExceptions:
		return o.t("report_exceptions")
	case logChanges:
		return o.t("report_changes")
	case logOneKind:
		return o.t("fact_" + q.kind)
	}
	return ""
}

func (o entriesPage) personWord(number string) string {
	if number == "" {
		return ""
	}
	return o.shell.House.State.NameOf(number)
}

// nextStream selects the next table; after the last one the house, then all.
func (o entriesPage) nextStream(q *logSearch) {
	all := []string{""}
	for _, t := range o.shell.House.State.Tables {
		all = append(all, t.Name)
	}
	all = append(all, record.HouseStream)
	q.stream = all[(slices.Index(all, q.stream)+1)%len(all)]
}

// chooses lists words to choose one from; Esc leads back to the log as it was.
func (o entriesPage) chooses(title string, words []string, q logSearch, do func(int)) {
	var rows [][]string
	for _, word := range words {
		rows = append(rows, []string{word})
	}
	o.verifies().picker(controls.Picker{
		Title: title, Rows: rows, Columns: []controls.Column{{Head: title, Width: 1}}, OnClose: func() { o.openLog(q) },
		Acts: []controls.PickerAct{{Label: o.t("office_log_choose"), ForRow: true, Do: do}},
	})
}

// askKind asks which entries are listed: all, exceptions, changes, or those of one kind.
func (o entriesPage) askKind(q logSearch, again func(func(*logSearch)) func()) {
	words := []string{o.t("office_log_all"), o.t("report_exceptions"), o.t("report_changes")}
	groups := len(words)
	kinds := record.Kinds()
	slices.SortStableFunc(kinds, func(a, b string) int { return strings.Compare(o.t("fact_"+a), o.t("fact_"+b)) })
	for _, kind := range kinds {
		words = append(words, o.t("fact_"+kind))
	}
	o.chooses(o.t("report_noted_what"), words, q, func(row int) {
		again(func(next *logSearch) {
			if next.group, next.kind = logGroup(row), ""; row >= groups {
				next.group, next.kind = logOneKind, kinds[row-groups]
			}
		})()
	})
}

// askPerson asks of whom: who answers for an entry, signed it, or whose code was wrong.
func (o entriesPage) askPerson(q logSearch, again func(func(*logSearch)) func()) {
	words, numbers := []string{o.t("office_log_everybody")}, []string{""}
	for _, s := range o.shell.House.State.Staff {
		words, numbers = append(words, s.Number+" · "+s.Name), append(numbers, s.Number)
	}
	o.chooses(o.t("report_noted_who"), words, q, func(row int) { again(func(next *logSearch) { next.person = numbers[row] })() })
}

// askLogDay asks for the day or the month of which entries are listed.
func (o entriesPage) askLogDay(again func(func(*logSearch)) func()) {
	o.askDays(o.t("office_log_day_lead"), again(func(*logSearch) {}), func(words string, from, to time.Time) {
		again(func(next *logSearch) { next.day, next.from, next.to = strings.TrimSpace(words), from, to })()
	})
}

// askNotedDays asks of which gaming days a report of changes or exceptions is.
func (o entriesPage) askNotedDays(kind reports.Kind) {
	o.askDays(o.t("office_other_days_lead"), o.openLogMenu, func(_ string, from, to time.Time) {
		w := papers.Wanted{Kind: kind, Item: o.notedDay(), By: o.who.Number}
		if !from.IsZero() {
			w.Item = from.Format(time.DateOnly)
			if last := to.AddDate(0, 0, -1); last.After(from) {
				w.Item += ".." + last.Format(time.DateOnly)
			}
		}
		o.people().showReport(w)
	})
}

// askDays asks for a day, a month, or days from one to another, and hands on the words and the time that they are.
func (o entriesPage) askDays(lead string, back func(), done func(words string, from, to time.Time)) {
	now := o.shell.House.State.Wall(o.shell.House.Now())
	var prompt *controls.Prompt
	prompt = controls.NewPrompt(controls.Prompt{
		Title: o.t("office_log_day"), Lead: lead, OK: o.t("sign_ok"), Close: o.shell.LeaveWord(), Space: o.t("key_space"),
		Suggestions: []string{now.Format("02.01.2006"), now.AddDate(0, 0, -1).Format("02.01.2006"), now.Format("01.2006")}, OnClose: back, Wording: o.shell.Wording,
		OnDone: func(words string) {
			from, to, good := spanOf(words, o.shell.House.State.Wall(o.shell.House.Now()).Location())
			if !good {
				prompt.Wrong(o.t("office_wrong_day", text.Args{"Word": words}))
				return
			}
			done(words, from, to)
		},
	})
	o.over(shell.WrittenPage(prompt.Drawn, prompt.Rune, prompt.Key))
}

// spanOf returns the span of a day, a month, or two days with " - " between them by the house's clock; "" is
// any time.
func spanOf(words string, zone *time.Location) (from, to time.Time, good bool) {
	words = strings.TrimSpace(strings.ReplaceAll(words, "–", "-"))
	if words == "" {
		return from, to, true
	}
	if first, last, two := strings.Cut(words, " - "); two {
		from, _, good := spanOf(first, zone)
		_, to, ends := spanOf(last, zone)
		return from, to, good && ends && from.Before(to) && !from.IsZero()
	}
	for _, layout := range []string{"2.1.2006", time.DateOnly} {
		if day, err := time.ParseInLocation(layout, words, zone); err == nil {
			return day, day.AddDate(0, 0, 1), true
		}
	}
	if month, err := time.ParseInLocation("1.2006", words, zone); err == nil {
		return month, month.AddDate(0, 1, 0), true
	}
	return from, to, false
}

// showEntry shows one entry, field by field.
func (o entriesPage) showEntry(e eventlog.Logged, back func()) {
	house := &o.shell.House.State
	words := o.shell.Viewer().Text
	line := e.Line(house)
	rows := [][]string{
		{o.t("report_noted_at"), house.Wall(e.At).Format("02.01.2006 15:04:05 MST")}, {o.t("report_noted_where"), line.Where(words)}, {o.t("report_noted_who"), line.Who()},
	}
	rows = append(rows, line.Each(words)...)
	o.verifies().picker(controls.Picker{
		Title: line.What(words), Rows: rows, OnClose: back,
		Columns: []controls.Column{{Head: o.t("report_noted_what"), Width: 1}, {Head: o.t("report_noted_says"), Width: 3}},
		Acts:    []controls.PickerAct{{Label: o.t("back_overlay"), Do: func(int) { back() }}},
	})
}

// openLogMenu offers the log's reports of a gaming day and the search.
func (o entriesPage) openLogMenu() {
	back := o.from
	o.menuFrom(o.t("office_log"), o.t("office_log_lead"), []controls.Choice{
		{Label: o.t("office_log_search"), Do: func() { o.from = o.openLogMenu; o.openLog(logSearch{}) }},
		{Label: o.t("report_exceptions"), About: o.dayOfReports(), Do: func() { o.showNoted(reports.ExceptionsReport) }},
		{Label: o.t("report_changes"), About: o.dayOfReports(), Do: func() { o.showNoted(reports.ChangesReport) }},
		{Label: o.t("report_exceptions") + " · " + o.t("office_other_days"), Do: func() { o.askNotedDays(reports.ExceptionsReport) }},
		{Label: o.t("report_changes") + " · " + o.t("office_other_days"), Do: func() { o.askNotedDays(reports.ChangesReport) }},
	}, back)
}

// notedDay returns the gaming day of the chosen shift, today's where none is.
func (o entriesPage) notedDay() string {
	if o.chosen >= 0 && o.chosen < len(o.shifts) {
		return o.shifts[o.chosen].Day
	}
	house := o.shell.House
	return house.State.GamingDay(house.State.Wall(house.Now()))
}

func (o entriesPage) dayOfReports() string { return paper.Date(o.notedDay()) }

// showNoted shows the report of changes or exceptions of a gaming day, to be printed, kept and
// signed as those of the shifts are.
func (o entriesPage) showNoted(kind reports.Kind) {
	o.people().showReport(papers.Wanted{Kind: kind, Item: o.notedDay(), By: o.who.Number})
}
