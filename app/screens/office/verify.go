package office

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/app/theme"
	"sabot/app/view"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
	"sabot/reports"
)

// sheet shows rows over the office; Esc does what closed says.
func (o verifyPage) sheet(s controls.Sheet, closed func()) *controls.Sheet {
	if s.Close == "" {
		s.Close = o.t("close_overlay")
	}
	s.OnClose = closed
	sheet := controls.NewSheet(s)
	o.over(shell.PageOf(sheet.Drawn, nil, escapes(closed, sheet.Key)))
	return sheet
}

// lines returns sentences as rows of a sheet of one column.
func lines(sentences ...string) (rows [][]string) {
	const size, wide = 19, 870 // of a row on a screen of 1024
	for _, s := range sentences {
		if s == "" {
			rows = append(rows, nil)
		}
		for _, line := range controls.Wrap(s, size, wide/theme.Letters()) {
			rows = append(rows, []string{line})
		}
	}
	return rows
}

// openFiles lists the PDFs that the house keeps: to be verified, or printed once more.
func (o verifyPage) openFiles() { o.openFilesWith("") }

// openFilesWith lists those whose name or time has all of some words.
func (o verifyPage) openFilesWith(words string) {
	if err := o.who.Check(house.VerifyRecord); err != nil {
		o.say(err)
		return
	}
	all, err := papers.Of(o.shell.House).ReportFiles()
	if err != nil {
		o.say(err)
		return
	}
	var files []record.KeptFile
	var rows [][]string
	for _, f := range all {
		row := []string{f.Name, o.clock(f.At)}
		if hasWords(strings.Join(row, " "), words) {
			files, rows = append(files, f), append(rows, row)
		}
	}
	title, empty := o.t("office_verify_report"), o.t("office_no_file")
	if words != "" {
		title, empty = title+" · "+words+" ("+strconv.Itoa(len(rows))+")", o.t("office_none_found")
	}
	o.picker(controls.Picker{
		Title: title, Rows: rows, Empty: empty,
		Columns: []controls.Column{{Head: o.t("office_col_file"), Width: 4}, {Head: o.t("office_col_written"), Width: 1.4, Align: 1}},
		Acts: []controls.PickerAct{
			{Label: o.t("office_verify"), Key: "V", ForRow: true, Off: func(row int) bool { return papers.Unsigned(files[row].Name) }, Do: func(row int) { o.verifyFile(files[row]) }},
			{Label: o.t("office_print"), Key: "P", ForRow: true, Do: func(row int) { o.printFile(files[row]) }},
			{Label: o.t("office_search"), Key: "S", Do: func(int) {
				o.askFile(o.t("office_search"), o.t("office_search_file_lead"), false, func(words string) { o.openFilesWith(words) })
			}},
			{Label: o.t("office_other_file"), Key: "F", Do: func(int) {
				o.askFile(o.t("office_other_file"), o.t("office_other_file_lead"), true, o.verifyGiven)
			}},
		},
	})
}

// hasWords reports whether a line has all of some words, in capitals or not.
func hasWords(line, words string) bool {
	line = strings.ToLower(line)
	for word := range strings.FieldsSeq(strings.ToLower(words)) {
		if !strings.Contains(line, word) {
			return false
		}
	}
	return true
}

// askFile asks for the words of a search or the path of a file; Esc leads back to the list.
func (o verifyPage) askFile(title, lead string, path bool, done func(string)) {
	prompt := controls.NewPrompt(controls.Prompt{
		Title: title, Lead: lead, Address: path, OK: o.t("sign_ok"), Close: o.shell.LeaveWord(), Space: o.t("key_space"), OnClose: o.openFiles, Wording: o.shell.Wording, OnDone: done,
	})
	o.over(shell.WrittenPage(prompt.Drawn, prompt.Rune, prompt.Key))
}

// Dropped implements the shell's droppable: it verifies a report.
func (o *Office) Dropped(files []fyne.URI) {
	if len(files) != 1 || files[0].Scheme() != "file" {
		o.tell(o.t("office_drop_one"))
		return
	}
	o.touch()
	o.verifies().verifyGiven(files[0].Path())
}

// verifyGiven judges a report that lies anywhere, by its path.
func (o verifyPage) verifyGiven(path string) {
	if err := o.who.Check(house.VerifyRecord); err != nil {
		o.say(err)
		return
	}
	path = strings.Trim(strings.TrimSpace(path), `"'`)
	if path == "" {
		o.openFiles()
		return
	}
	o.verifyPDF(path, func(*session.House) ([]byte, error) { return papers.ReadReport(path) })
}

// picker shows a list over the office; Esc calls its OnClose, nil as in wayBack.
func (o verifyPage) picker(p controls.Picker) {
	p.Close, p.OnClose = o.wayBack(p.OnClose)
	picker := controls.NewPicker(p)
	o.over(shell.PageOf(picker.Drawn, picker.Rune, escapes(p.OnClose, picker.Key)))
}

// printFile prints a kept PDF: the first time as it is, then as a reprint.
func (o verifyPage) printFile(f record.KeptFile) {
	o.shell.CloseOverlay()
	by := o.who.Number
	o.papers().onPaper(func(h *session.House, queue papers.Queue) (string, error) {
		return papers.Of(h).PaperOf(f.Name, by, queue)
	})
}

// verifyFile judges a kept report by the record, beside the window.
func (o verifyPage) verifyFile(f record.KeptFile) {
	o.verifyPDF(f.Name, func(house *session.House) ([]byte, error) { return papers.Of(house).ReportFile(f.Name) })
}

// verifyPDF judges a report that read answers, beside the window.
func (o verifyPage) verifyPDF(name string, read func(*session.House) ([]byte, error)) {
	o.shell.CloseOverlay()
	house := o.shell.House
	o.papers().long("office_reading", func(work session.Work) func() {
		verdict, err := verdictOn(house, work, read)
		return func() {
			if errors.Is(err, context.Canceled) {
				o.tell(o.t("office_given_up"))
				return
			}
			if err != nil {
				o.say(err)
				return
			}
			o.tell("")
			o.showVerdict(name, verdict)
		}
	})
}

func verdictOn(house *session.House, work session.Work, read func(*session.House) ([]byte, error)) (papers.Verdict, error) {
	pdf, err := read(house)
	if err != nil {
		return papers.Verdict{}, err
	}
	if house, err = house.AsideFor(work); err != nil {
		return papers.Verdict{}, err
	}
	return papers.Of(house).VerifyReport(pdf)
}

func (o verifyPage) showVerdict(name string, v papers.Verdict) {
	title, mark := o.t("office_holds"), view.Won
	sentences := []string{name, ""}
	if v.Answer() != papers.Fails {
		sentences = slices.Insert(sentences, 1, v.Evidence.Named(o.shell.Text))
	}
	switch v.Answer() {
	case papers.Unknown:
		title, mark = o.t("office_holds_unknown"), view.Lost
	case papers.Fails:
		title, mark = o.t("office_holds_not"), view.Lost
		if len(v.Signatures) == 0 {
			sentences = append(sentences, o.t("office_no_signature"))
		}
	}
	for i, s := range v.Signatures {
		trust := o.t("office_trusted")
		switch came, byKey := v.ByKey[i]; {
		case byKey && came.IsZero():
			trust = o.t("office_trusted_key")
		case byKey:
			trust = o.t("office_trusted_later", text.Args{"At": o.clock(came)})
		case !s.Trusted:
			trust = o.t("office_not_trusted")
		}
		at, by := o.clock(s.At), "office_signed_by"
		if v.InPlace[i] {
			by = "office_signed_in_place"
		}
		sentences = append(sentences, o.t(by, text.Args{"Name": s.Name, "Number": s.Number, "At": at, "Trust": trust}))
	}
	sentences = append(sentences, "")
	for _, f := range slices.Concat(v.Faults, v.Lacking) {
		sentences = append(sentences, f.Said(o.shell.Text))
	}
	switch {
	case v.Lost != nil && !v.Compared:
		sentences = append(sentences, o.t("office_lost", text.Args{"At": o.clock(v.Lost.At)}))
	case v.Lost != nil:
		sentences = append(sentences, o.t("office_lost_print", text.Args{"At": o.clock(v.Lost.At)}))
	}
	if elsewhere := v.DrawnElsewhere(); len(elsewhere) > 0 {
		sentences = append(sentences, o.t("office_older"))
		for _, how := range elsewhere {
			sentences = append(sentences, how.Said(o.shell.Text))
		}
	}
	if v.Overtaken != nil {
		if v.Holds() {
			title, mark = o.t("office_overtaken"), view.Lost
		}
		sentences = append(sentences, o.overtaken(v.Overtaken)...)
	}
	if v.Elsewhere != "" {
		sentences = append(sentences, o.t("office_elsewhere", text.Args{"Table": v.Evidence.Table, "Machine": v.Elsewhere}))
	}
	if v.RulesChanged {
		sentences = append(sentences, o.t("office_rules_changed"))
	}
	if v.Answer() != papers.Fails && v.Compared {
		compared := "office_compared"
		if v.Overtaken != nil {
			compared = "office_compared_then"
		}
		sentences = append(sentences, o.t(compared))
	}
	o.sheet(controls.Sheet{Title: title, Mark: mark, Columns: []controls.Column{{Width: 1}}, Rows: lines(sentences...)}, o.openFiles)
}

// overtaken returns what later entries changed of a report.
func (o verifyPage) overtaken(v *papers.Overtaken) []string {
	var sentences []string
	for _, by := range v.By {
		stream := by.Stream
		if stream == record.HouseStream {
			stream = o.t("office_stream_house")
		}
		sentences = append(sentences, o.t("office_overtaken_by", text.Args{"N": by.Seq, "Stream": stream}))
	}
	if len(v.By) == 0 {
		sentences = append(sentences, o.t("office_overtaken_later"))
	}
	next := "office_overtaken_sign"
	if v.Renewed {
		next = "office_overtaken_renewed"
	}
	sentences = append(sentences, o.t(next))
	was, hands, ok := v.Was.Outcome()
	is, handsNow, _ := v.Is.Outcome()
	tx := o.shell.Text.In(v.Was.Currency)
	amount := func(s tray.Sum) string {
		if !s.Known {
			return o.t("report_unknown")
		}
		return tx.Money(s.Amount)
	}
	result := func(e reports.Evidence) string {
		if e.Estimated() {
			return o.t("report_by_estimate")
		}
		return o.t("report_by_count")
	}
	switch before, now := result(v.Was), result(v.Is); {
	case ok && before != now:
		sentences = append(sentences, o.t("office_overtaken_otherwise", text.Args{"What": before, "Was": amount(was), "Now": now, "Is": amount(is)}))
	case ok && was != is:
		sentences = append(sentences, o.t("office_overtaken_result", text.Args{"What": now, "Was": amount(was), "Is": amount(is)}))
	}
	if ok && hands != handsNow {
		sentences = append(sentences, o.t("office_overtaken_result", text.Args{"What": o.t("report_by_hands"), "Was": amount(tray.KnownSum(hands)), "Is": amount(tray.KnownSum(handsNow))}))
	}
	list, more, err := v.Was.Differences(v.Is, tx)
	if err != nil || ok && was != is {
		return append(sentences, "")
	}
	for _, d := range list {
		none := o.t("limits_none")
		sentences = append(sentences, o.t("office_overtaken_result", text.Args{"What": d.Where, "Was": cmp.Or(d.Was, none), "Is": cmp.Or(d.Is, none)}))
	}
	if more > 0 {
		sentences = append(sentences, o.t("office_overtaken_more", text.Args{"N": more}))
	}
	return append(sentences, "")
}

// clock returns a moment by the house's clock.
func (o verifyPage) clock(t time.Time) string {
	return o.shell.House.State.Wall(t).Format("02.01.2006 15:04:05 MST")
}
