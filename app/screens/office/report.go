package office

import (
	"context"
	"errors"
	"time"

	"sabot/app/controls"
	"sabot/app/printing"
	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit/people"
	"sabot/reports"
)

// chooseKind shows another report of the shift; asked for slips again, the next slip.
func (o *Office) chooseKind(i int) {
	if o.kind == i && officeKinds[i] == reports.SlipReport {
		o.slip++
	} else {
		o.slip = 0
	}
	o.kind, o.notice = i, view.Notice{}
	o.preview()
}

// preview reads the chosen report beside the window and shows its pages.
func (o *Office) preview() {
	o.drafted = drafted{}
	line, ok := o.shift()
	if !ok {
		word := o.emptyWord()
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
		}
	}, func(done, all int) {
		o.stop = stop
		o.touch() // nobody is signed off meanwhile
		o.paper.Say(o.progress("office_reading", done, all))
	})
}

// progress is what is done, how far it has come, and which key ends it.
func (o *Office) progress(doing string, done, all int) string {
	return o.t(doing) + " " + o.t("office_progress", text.Args{"N": done, "Of": all})
}

// drafted is a report that is shown: which one, its figures and its pages; without pages there
// is none.
type drafted struct {
	shown    session.Wanted
	evidence reports.Evidence
	doc      reports.Document
}

// drawn is a report as it would leave the house now.
func drawn(house *session.House, w session.Wanted) (drafted, error) {
	e, doc, err := house.Draft(w)
	return drafted{w, e, doc}, err
}

// draft is a report of a shift as it stands now. Without pages there is none such.
func draft(house *session.House, work session.Work, line session.ShiftLine, kind reports.Kind, slip int, by string) (drafted, error) {
	house, err := house.AsideFor(work)
	if err != nil {
		return drafted{}, err
	}
	w := session.Wanted{Kind: kind, By: by, Table: line.Table, Shift: line.Number}
	switch kind {
	case reports.TableReport:
		w.Shift, w.Item = 0, monthOf(line.Day)
	case reports.HouseReport:
		w.Table, w.Shift, w.Item = "", 0, line.Day
	case reports.SlipReport:
		names, err := house.SlipNames(line.Table, line.Number)
		if err != nil || len(names) == 0 {
			return drafted{shown: w}, err
		}
		w.Item = names[slip%len(names)]
	}
	return drawn(house, w)
}

// monthOf are the gaming days of the month in which one lies.
func monthOf(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day + ".." + day
	}
	first := t.AddDate(0, 0, 1-t.Day())
	return first.Format(time.DateOnly) + ".." + first.AddDate(0, 1, -1).Format(time.DateOnly)
}

func (o *Office) present(d drafted, err error) {
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

// wanted is the report that is shown; false, with a word, where none is.
func (o *Office) wanted() (session.Wanted, bool) {
	if len(o.doc.Pages) == 0 {
		o.notice = view.Notice{Text: o.t("office_nothing_shown"), Bad: true}
		o.update()
		return session.Wanted{}, false
	}
	return o.shown, true
}

// leaves has a report leave the house beside the window, and tells its file.
func (o *Office) leaves(doing string, make func(*session.House) (file string, err error), then func(file string)) {
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

// long does a task that leaves something behind, with a word while it goes on; once that is
// long it says how far it has come, and Esc ends it.
func (o *Office) long(doing string, t shell.Task) {
	if o.busy() {
		return
	}
	o.tell(o.t(doing))
	var stop func()
	stop = o.work.Act(func(work session.Work) func() {
		then := t(work)
		return func() {
			o.stop = nil
			then()
		}
	}, func(done, all int) {
		o.stop = stop
		o.touch()
		o.tell(o.progress(doing, done, all))
	})
}

func (o *Office) saved(file string) { o.tell(o.t("office_saved", text.Args{"File": file})) }

func (o *Office) savePDF() {
	w, ok := o.wanted()
	if !ok {
		return
	}
	o.leaves("office_writing", func(h *session.House) (string, error) {
		file, _, err := h.Print(w)
		return file, err
	}, o.saved)
}

func (o *Office) saveSheet(as session.Sheet) {
	w, ok := o.wanted()
	if !ok {
		return
	}
	o.leaves("office_writing", func(h *session.House) (string, error) { return h.SaveSheet(w, as) }, o.saved)
}

// print sends the report to the printer: the signed one where there is one.
func (o *Office) print() {
	w, ok := o.wanted()
	if !ok {
		return
	}
	o.onPaper(func(h *session.House, queue session.Queue) (string, error) { return h.Paper(w, queue) })
}

// onPaper has something printed beside the window, and tells which queue took it and how
// that is.
func (o *Office) onPaper(print func(*session.House, session.Queue) (file string, err error)) {
	printer := o.printer
	var job printing.Job
	o.leaves("office_printing", func(h *session.House) (string, error) {
		return print(h, func(file string) (string, error) {
			var err error
			job, err = printer.Print(file)
			return job.Queue, err
		})
	}, func(file string) {
		switch {
		case job.Stopped:
			o.notice = view.Notice{Text: o.t("office_printer_stopped", text.Args{"Printer": job.Queue, "N": job.Waiting}), Bad: true}
			o.update()
		case job.Queue != "":
			o.tell(o.t("office_queued", text.Args{"Printer": job.Queue, "N": job.Waiting}))
		default:
			o.tell(o.t("office_printed", text.Args{"File": file}))
		}
	})
}

// sign asks those who answer for the report for their codes, the supervisor last, and
// has it signed.
func (o *Office) sign() {
	w, ok := o.wanted()
	if !ok {
		return
	}
	if len(o.doc.Blocks) == 0 {
		o.say(&people.Refusal{Why: people.NotPossible, What: "provisional"})
		return
	}
	w.Shown = o.evidence.Digest()
	rights := []people.Right{session.SignedWith(w.Kind, false), session.SignedWith(w.Kind, true)}
	rights = rights[max(0, len(rights)-len(o.doc.Blocks)):]
	about, err := o.shell.Signing(o.evidence)
	if err != nil {
		o.say(err)
		return
	}
	var badges []people.Badge
	pad := o.shell.CodePad(signTitle(rights[0]), func(pad *controls.Code, code string) {
		who, err := o.shell.House.SignOn(code)
		if err == nil {
			err = o.maySign(w, who, rights[len(badges)])
		}
		if o.shell.RenewsPIN(pad, code, err) {
			return
		}
		if err != nil {
			pad.Wrong(o.shell.Wording(err))
			return
		}
		if badges = append(badges, who); len(badges) < len(rights) {
			pad.Given = o.t("sign_given", text.Args{"Name": who.Name})
			pad.Ask(o.t(signTitle(rights[len(badges)])))
			return
		}
		o.shell.CloseOverlay()
		o.leaves("office_signing", func(h *session.House) (string, error) {
			file, _, err := h.Signed(w, badges...)
			return file, err
		}, func(file string) {
			slip := o.slip
			o.readShifts(func() { // its mark is another one
				o.slip = slip
				o.preview()
				o.tell(o.t("office_signed", text.Args{"File": file}))
			})
		})
	})
	pad.OnCancel = func() {
		if len(badges) > 0 {
			badges, pad.Given = nil, ""
			pad.Ask(o.t(signTitle(rights[0])))
			return
		}
		o.shell.Back()
	}
	pad.Lines, pad.Head = about, o.t("sign_head")
	o.over(o.shell.CodePage(pad))
}

// maySign says on the pad whether somebody may sign a report with a right.
func (o *Office) maySign(w session.Wanted, who people.Badge, right people.Right) error {
	head, err := o.shell.House.Head(w.Table, w.Shift)
	if err != nil || head.Number == 0 {
		return errors.Join(err, who.Check(right))
	}
	return head.MaySign(who.Staff, right)
}

// signTitle is how who signs with a right is asked for.
func signTitle(right people.Right) string {
	if right == people.SignDealt {
		return "title_sign_croupier"
	}
	return "office_title_supervisor"
}

// overtakenNotice says of the shift that is chosen that its signed report says no more what
// the record says.
func (o *Office) overtakenNotice() view.Notice {
	line, ok := o.shift()
	if !ok || !line.Overtaken() || officeKinds[o.kind] != reports.ShiftReport {
		return view.Notice{}
	}
	return view.Notice{Text: o.t("office_overtaken_since", text.Args{"Signed": o.backupTime(line.SignedAt), "At": o.backupTime(line.Changed)}), Bad: true}
}
