package office

import (
	"context"
	"errors"
	"time"

	"sabot/app/printing"
	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/session/sums"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/reports"
	"sabot/reports/paper"
)

// chooseKind shows another report of the shift; asked for slips again, the next slip.
func (o reportPage) chooseKind(i int) {
	if o.kind == i && officeKinds[i] == reports.SlipReport {
		o.slip++
	} else {
		o.slip = 0
	}
	o.kind, o.notice = i, view.Notice{}
	o.preview()
}

// preview reads the chosen report beside the window and shows its pages.
func (o reportPage) preview() {
	o.drafted, o.apart, o.house = drafted{}, false, o.shell.House.State.Particulars()
	line, ok := o.shift()
	if !ok {
		word := o.logs().emptyWord()
		if word == "office_no_shift" {
			word = "office_empty"
		}
		o.paper.Say(o.t(word))
		return
	}
	o.paper.Say(o.t("office_reading"))
	house, kind, slip, by := o.shell.House, officeKinds[o.kind], o.slip, o.who.Number
	o.stop = nil
	var stop func()
	stop = o.work.Look(func(work session.Work) func() {
		d, err := draft(house, work, line, kind, slip, by)
		return func() {
			o.stop = nil
			o.present(d, err)
			o.update()
		}
	}, func(done, all int) {
		o.goesOn(stop)
		o.paper.Say(o.progress("office_reading", done, all))
	})
}

// progress returns what is done, how far it has come, and which key ends it.
func (o reportPage) progress(doing string, done, all int) string {
	return o.t(doing) + " " + o.t("office_progress", text.Args{"N": done, "Of": all})
}

// A drafted is a report that is shown: which one, its figures and its pages; without pages there
// is none.
type drafted struct {
	shown    papers.Wanted
	evidence reports.Evidence
	doc      paper.Document
}

// drawn returns a report as it would leave the house now.
func drawn(house *session.House, w papers.Wanted) (drafted, error) {
	e, doc, err := papers.Of(house).Draft(w)
	return drafted{w, e, doc}, err
}

// draft returns a report of a shift by the present record; without pages where there is none such.
func draft(house *session.House, work session.Work, line sums.ShiftLine, kind reports.Kind, slip int, by string) (drafted, error) {
	house, err := house.AsideFor(work)
	if err != nil {
		return drafted{}, err
	}
	w := papers.Wanted{Kind: kind, By: by, Table: line.Table, Shift: line.Number}
	switch kind {
	case reports.TableReport:
		w.Shift, w.Item = 0, monthOf(line.Day)
	case reports.HouseReport:
		w.Table, w.Shift, w.Item = "", 0, line.Day
	case reports.SlipReport:
		names, err := papers.Of(house).SlipNames(line.Table, line.Number)
		if err != nil || len(names) == 0 {
			return drafted{shown: w}, err
		}
		w.Item = names[slip%len(names)]
	}
	return drawn(house, w)
}

// monthOf returns the gaming days of the month of a day.
func monthOf(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day + ".." + day
	}
	first := t.AddDate(0, 0, 1-t.Day())
	return first.Format(time.DateOnly) + ".." + first.AddDate(0, 1, -1).Format(time.DateOnly)
}

func (o reportPage) present(d drafted, err error) {
	switch {
	case errors.Is(err, context.Canceled):
		o.paper.Say(o.t("office_given_up"))
	case err != nil:
		o.paper.Say(o.shell.Wording(err))
	case len(d.doc.Pages) == 0:
		o.paper.Say(o.t("office_no_slip"))
	default:
		o.drafted = d
		o.paper.Show(d.doc.Pages)
	}
}

// wanted returns the report that is shown; where none is, it shows a word and returns false.
func (o reportPage) wanted() (papers.Wanted, bool) {
	if len(o.doc.Pages) == 0 {
		o.notice = view.Notice{Text: o.t("office_nothing_shown"), Bad: true}
		o.update()
		return papers.Wanted{}, false
	}
	return o.shown, true
}

// leaves makes a file of a report beside the window, and shows its name.
func (o reportPage) leaves(doing string, make func(*session.House) (file string, err error), then func(file string)) {
	house := o.shell.House
	o.long(doing, func(work session.Work) func() {
		aside, err := house.AsideFor(work)
		file := ""
		if err == nil {
			file, err = make(aside)
		}
		return func() {
			if errors.Is(err, context.Canceled) {
				o.tell(o.t("office_given_up"))
				return
			}
			o.preview()
			if err != nil {
				o.say(err)
			} else {
				then(file)
			}
		}
	})
}

// long does a task that leaves something behind, with a word while it goes on. Once that takes long Esc ends it,
// and it says how far it has come, where it knows.
func (o reportPage) long(doing string, t shell.Task) {
	if o.busy() {
		return
	}
	o.tell(o.t(doing))
	var stop, soon func()
	stop = o.work.Act(func(work session.Work) func() {
		then := t(work)
		return func() {
			soon()
			o.stop = nil
			then()
		}
	}, func(done, all int) {
		o.goesOn(stop)
		o.tell(o.progress(doing, done, all))
	})
	soon = o.shell.Clock.After(shell.LongAfter, func() {
		if o.work.Busy() {
			o.goesOn(stop)
		}
	})
}

func (o reportPage) saved(file string) { o.tell(o.t("office_saved", text.Args{"File": file})) }

// savePDF keeps the report as a file that nobody signed. Where it was signed that file is there, and another beside
// it would be taken for it.
func (o reportPage) savePDF() {
	w, ok := o.wanted()
	if !ok {
		return
	}
	signed := false
	o.leaves("office_writing", func(h *session.House) (string, error) {
		file, err := papers.Of(h).SignedFile(w)
		if signed = file != ""; signed || err != nil {
			return file, err
		}
		file, _, err = papers.Of(h).Print(w)
		return file, err
	}, func(file string) {
		if signed {
			o.tell(o.t("office_signed", text.Args{"File": file}))
			return
		}
		o.saved(file)
	})
}

func (o reportPage) saveSheet(as papers.Sheet) {
	w, ok := o.wanted()
	if !ok {
		return
	}
	o.leaves("office_writing", func(h *session.House) (string, error) { return papers.Of(h).SaveSheet(w, as) }, o.saved)
}

// print sends the report to the printer: the signed one where there is one.
func (o reportPage) print() {
	w, ok := o.wanted()
	if !ok {
		return
	}
	o.onPaper(func(h *session.House, queue papers.Queue) (string, error) { return papers.Of(h).Paper(w, queue) })
}

// onPaper prints something beside the window, and shows which queue took it and the state of that.
func (o reportPage) onPaper(print func(*session.House, papers.Queue) (file string, err error)) {
	printer := o.printer
	var job printing.Job
	o.leaves("office_printing", func(h *session.House) (string, error) {
		return print(h, func(ctx context.Context, file string) (string, error) {
			var err error
			job, err = printer.Print(ctx, file)
			return job.Queue, err
		})
	}, func(file string) {
		o.notice = o.shell.Printed(job, file)
		o.update()
	})
}
