package office

import (
	"context"
	"errors"
	"time"

	"sabot/app/controls"
	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// keptFalse returns the text about a file beside the record that did not agree with it.
func (o verifyPage) keptFalse(k audit.KeptFalse) string {
	said, stream := "office_kept_false", k.Stream
	if k.Left != nil {
		said = "office_kept_left"
	}
	if stream == record.HouseStream {
		stream = o.t("office_stream_house")
	}
	return o.t(said, text.Args{"Name": stream, "File": k.File})
}

// verifyRecord reads the whole record beside the window; Esc gives up.
func (o verifyPage) verifyRecord() {
	if err := o.who.Check(house.VerifyRecord); err != nil {
		o.say(err)
		return
	}
	o.shell.CloseOverlay()
	if o.busy() {
		return
	}
	ctx, cancel := context.WithCancel(o.shell.Ending)
	sheet := o.sheet(controls.Sheet{
		Title: o.t("office_verify_record"), Columns: []controls.Column{{Width: 1}}, Rows: lines(o.t("office_reading")), Close: o.t("office_stop"),
	}, cancel)
	progress := func(n int64) {
		o.shell.Clock.Later(func() {
			o.touch() // nobody is signed off meanwhile
			sheet.Rows = lines(o.t("office_entries_read", text.Args{"N": o.shell.Text.Count(n)}))
			sheet.Refresh()
		})
	}
	house := o.shell.House
	o.work.Once(func() func() {
		all, err := papers.Of(house).VerifyRecord(ctx, nowAndThen(progress))
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		cancel()
		return func() { o.showRecord(all, err) }
	})
}

// nowAndThen passes some of many calls on, so that the window is not flooded.
func nowAndThen(progress func(int64)) func(int64) {
	const pause = 200 * time.Millisecond
	last := time.Now()
	return func(n int64) {
		if now := time.Now(); now.Sub(last) >= pause {
			last = now
			progress(n)
		}
	}
}

// standingWords are the sentences of what the audit of a record comes to.
var standingWords = map[audit.Standing]string{
	audit.Sound: "office_record_holds", audit.KeyUnknown: "office_record_unknown", audit.PapersLost: "office_record_papers",
	audit.OthersUnjudged: "office_record_others", audit.EntriesCutOff: "office_record_cut",
	audit.TwiceUnsigned: "office_record_twice", audit.LossUnsigned: "office_record_loss", audit.KeptWasFalse: "office_record_kept", audit.Broken: "office_record_holds_not",
}

// showRecord shows what the record's audit came to, a row for each table.
func (o verifyPage) showRecord(all []audit.Checked, err error) {
	if errors.Is(err, context.Canceled) {
		o.shell.CloseOverlay()
		o.tell(o.t("office_stopped"))
		return
	}
	if err != nil {
		o.shell.CloseOverlay()
		o.say(err)
		return
	}
	standing := audit.StandingOf(all)
	title, mark := o.t(standingWords[standing]), view.Lost
	if standing == audit.Sound {
		mark = view.Won
	}
	var rows [][]string
	var below []string // sentences below the table
	for _, c := range all {
		if len(c.TakenTwice) > 0 {
			below = append(below, o.t("office_twice_open", text.Args{"Entries": c.Twice(", ")}))
		}
		if len(c.SignedInVain) > 0 {
			below = append(below, o.t("office_twice_vain", text.Args{"Entries": c.Vain()}))
		}
		for _, p := range c.LostPapers {
			below = append(below, o.t("office_lost_paper", text.Args{"Name": p.Source, "At": o.clock(p.Restored)}))
		}
		for _, k := range c.KeptFalse {
			below = append(below, o.keptFalse(k))
		}
		for _, l := range c.Losses {
			said := "office_loss_signed"
			switch {
			case len(l.Left) == 0 && l.Compared == 0:
				said = "office_loss_unknown"
			case len(l.Left) == 0:
				said = "office_loss_none"
			case l.Open():
				said = "office_loss_open"
			}
			below = append(below, o.t(said, text.Args{"Backup": l.Backup, "At": o.clock(l.At), "N": o.shell.Text.Count(int64(l.Compared)), "Inspector": l.Signed.Inspector, "Manager": l.Signed.Manager}))
		}
		verdict, name := o.t("office_yes"), c.Name
		if name == record.HouseStream {
			name = o.t("office_stream_house")
		}
		if c.Fault != nil {
			verdict = o.t("office_no")
			below = append(below, papers.FaultSaid(o.shell.Text, c.Fault), o.t("office_fault_more"))
		}
		if c.Beyond > 0 {
			below = append(below, o.t("office_beyond", text.Args{"Name": name, "N": o.shell.Text.Count(c.Beyond)}))
		}
		rows = append(rows, []string{name, o.shell.Text.Count(c.Entries), o.shell.Text.Count(c.Hands), o.shell.Text.Count(c.Approvals), verdict})
	}
	rows = append(rows, lines(below...)...)
	o.sheet(controls.Sheet{
		Title: title, Mark: mark, Rows: rows,
		Columns: []controls.Column{
			{Head: o.t("report_table"), Width: 2},
			{Head: o.t("office_col_entries"), Width: 1, Align: 1},
			{Head: o.t("report_hands"), Width: 1, Align: 1},
			{Head: o.t("office_col_approvals"), Width: 1.3, Align: 1},
			{Head: o.t("office_col_holds"), Width: 1, Align: 1},
		},
	}, o.shell.CloseOverlay)
}
