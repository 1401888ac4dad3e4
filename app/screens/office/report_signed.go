package office

import (
	"errors"

	"sabot/app/controls"
	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit/house"
	"sabot/reports"
)

// sign asks those who answer for the report for their codes, the supervisor last, and
// has it signed.
func (o reportPage) sign() {
	w, ok := o.wanted()
	if !ok {
		return
	}
	if len(o.doc.Blocks) == 0 {
		if at := o.shell.House.State.Moves().Elsewhere(w.Table); at != "" {
			o.bad("office_elsewhere", text.Args{"Table": w.Table, "Machine": at})
			return
		}
		o.say(&house.Refusal{Why: house.NotPossible, What: "provisional"})
		return
	}
	w.Shown = o.evidence.Digest()
	rights, err := papers.Of(o.shell.House).SignedWith(w, len(o.doc.Blocks))
	if err != nil {
		o.say(err)
		return
	}
	about, err := o.shell.Signing(w, o.evidence)
	if err != nil {
		o.say(err)
		return
	}
	var badges []house.Badge
	pad := o.shell.CodePad(signTitle(rights[0]), func(pad *controls.Code, code string) {
		who, err := o.shell.House.SignOn(code)
		if err == nil {
			err = o.maySign(w, who, rights[len(badges)])
		}
		if err == nil && len(badges) > 0 && badges[0].Number == who.Number {
			err = &house.Refusal{Why: house.SamePerson}
		}
		if !o.shell.Took(pad, code, err) {
			return
		}
		if badges = append(badges, who); len(badges) < len(rights) {
			pad.Given = o.t("sign_given", text.Args{"Name": who.Name})
			pad.Ask(o.t(signTitle(rights[len(badges)])))
			return
		}
		o.shell.CloseOverlay()
		o.leaves("office_signing", func(h *session.House) (string, error) {
			file, _, err := papers.Of(h).Signed(w, badges...)
			return file, err
		}, func(file string) {
			o.tell(o.t("office_signed", text.Args{"File": file}))
			o.readShifts() // its mark is another one
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

// maySign checks on the pad whether somebody may sign a report with a right.
func (o reportPage) maySign(w papers.Wanted, who house.Badge, right house.Right) error {
	head, err := o.shell.House.Derived().Head(w.Table, w.Shift)
	if err != nil || head.Number == 0 {
		return errors.Join(err, who.Check(right))
	}
	return head.MaySign(&o.shell.House.State, who.Staff, right)
}

// signTitle returns the title with which a signer with a right is asked for.
func signTitle(right house.Right) string {
	switch right {
	case house.SignDealt:
		return "title_sign_croupier"
	case house.SignInPlace:
		return "title_sign_in_place"
	}
	return "office_title_supervisor"
}

// overtakenNotice returns the notice that the signed report of the chosen shift no longer has the record's
// figures.
func (o reportPage) overtakenNotice() view.Notice {
	line, ok := o.shift()
	if !ok || !line.Overtaken() || officeKinds[o.kind] != reports.ShiftReport {
		return view.Notice{}
	}
	return view.Notice{Text: o.t("office_overtaken_since", text.Args{"Signed": o.upkeep().backupTime(line.SignedAt), "At": o.upkeep().backupTime(line.Changed)}), Bad: true}
}
