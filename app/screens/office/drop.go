package office

import (
	"cmp"

	"sabot/app/controls"
	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/app/text"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports/paper"
)

// openDrop starts the count of the chosen shift's drop box by two people, note by note. Where it was counted
// before it asks why. Of a table that another machine has, the box is counted there, whether the shift is known to have closed
// or not.
func (o reportPage) openDrop() {
	line, ok := o.shift()
	switch {
	case !ok:
		o.say(&house.Refusal{Why: house.NotPossible, What: "shift"})
		return
	case !o.shell.House.State.Plays(line.Table):
		if at := o.shell.House.State.Moves().Elsewhere(line.Table); at != "" {
			o.bad("office_drop_elsewhere", text.Args{"Table": line.Table, "Machine": at})
			return
		}
		o.say(&house.Refusal{Why: house.TableElsewhere, What: line.Table})
		return
	case line.Open():
		o.say(&house.Refusal{Why: house.TableOpen})
		return
	}
	title := o.t("drop_title", text.Args{"Table": line.Table, "N": line.Number, "Day": paper.Date(line.Day)})
	drop := session.DropOf{Table: line.Table, Shift: line.Number}
	lead := o.t("drop_lead_notes")
	if line.Drop {
		lead = o.t("drop_lead_again")
	}
	currency := cmp.Or(line.Currency, o.shell.House.State.Currency)
	o.above(o.shell.CountOf(shell.Count{
		Title: title, Lead: lead, Of: o.t("report_note_of"), Values: house.Notes(currency), Currency: currency, Sparse: true,
		Done: func(notes record.Float) {
			drop.Notes = notes
			if !line.Drop {
				o.signDrop(drop, currency)
				return
			}
			o.askReason(title, o.shell.Text.In(currency).Money(notes.Value()), func(reason string) {
				drop.Reason = reason
				o.signDrop(drop, currency)
			})
		},
	}))
}

// above shows a page above the one that is open; what is pressed there counts as use.
func (o reportPage) above(p shell.Page) {
	o.shell.Over(shell.Watched(p, o.touch))
}

// askReason asks why something of that sum is done; what looks like a code is forgotten.
func (o reportPage) askReason(title, sum string, done func(reason string)) {
	var prompt *controls.Prompt
	prompt = controls.NewPrompt(controls.Prompt{
		Title: title, Lead: sum + ". " + o.t("drop_reason_lead"), OK: o.t("sign_ok"), Close: o.shell.LeaveWord(), Space: o.t("key_space"), OnClose: o.shell.Back,
		Suggestions: []string{o.t("drop_reason_typed"), o.t("drop_reason_found"), o.t("drop_reason_false")},
		OnDone: func(words string) {
			if words == "" {
				prompt.Wrong(o.t("written_nothing"))
			} else if refused := o.shell.NoWords(words, "typed_code"); refused != "" {
				prompt.Refuse(refused)
			} else {
				done(words)
			}
		},
	})
	o.above(shell.WrittenPage(prompt.Drawn, prompt.Rune, prompt.Key))
}

// signDrop asks the two who counted for their codes, with what they sign beside the pad.
func (o reportPage) signDrop(drop session.DropOf, currency string) {
	anybody := func(number string) house.Staff { return house.Staff{Number: number, Role: record.BackOffice} }
	facts, err := o.shell.House.Sums().WouldCountDrop(drop, anybody("-"), anybody("--"))
	if err != nil {
		o.shell.CloseOverlay()
		o.say(err)
		return
	}
	var badges []house.Badge
	pad := o.shell.CodePad("title_drop_first", func(pad *controls.Code, code string) {
		who, err := o.shell.House.SignOn(code)
		if err == nil {
			err = who.Check(house.CountDropRight)
		}
		if err == nil && len(badges) > 0 {
			err = o.shell.House.CountDrop(drop, badges[0], who)
		}
		switch {
		case err != nil:
			o.shell.Took(pad, code, err)
		case len(badges) == 0:
			badges = append(badges, who)
			pad.Given = o.t("sign_given", text.Args{"Name": who.Name})
			pad.Ask(o.t("title_drop_second"))
		default:
			o.shell.CloseOverlay()
			if off, err := o.shell.House.Sums().DropOff(drop.Table, drop.Shift); err != nil {
				o.say(err)
			} else {
				o.tell(o.shell.CountedDrop(o.shell.Text.In(currency), drop.Notes.Value(), off))
			}
			o.readShifts() // its mark is another one
		}
	})
	pad.OnCancel = func() {
		if len(badges) > 0 {
			badges, pad.Given = nil, ""
			pad.Ask(o.t("title_drop_first"))
			return
		}
		o.shell.Back()
	}
	pad.Lines, pad.Head = o.shell.ViewerAt(drop.Table).Approval(pit.NewTable(drop.Table), facts), o.t("approve_head")
	o.above(o.shell.CodePage(pad))
}
