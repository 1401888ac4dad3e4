package table

import (
	"sabot/app/controls"
	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/pit/house"
	"sabot/reports"
)

// openSigning asks the croupier and the supervisor to sign the reports of the shift that was closed last: the
// figures first, then the two PINs. Where hands were corrected, or such an approval was taken back, their
// report is signed as well (source 004, section 7).
func (t menuPage) openSigning() {
	tx, state := t.shell.Text, t.session.State
	if err := t.session.Whole(); err != nil {
		t.say(err)
		t.Update()
		return
	}
	if state.Open || state.Shift == 0 {
		t.say(&house.Refusal{Why: house.TableOpen})
		t.Update()
		return
	}
	list := reports.ReconstructionsOf(state, &t.shell.House.State)
	if len(list.List) == 0 {
		t.openShiftSigning()
		return
	}
	relaid, other := list.Count()
	about := ""
	if n := list.TakenBack(); n > 0 {
		about = tx.T("signing_taken_back", text.Args{"N": n})
	}
	t.menuWith(tx.T("title_signing"), "", []controls.Choice{
		{Label: tx.T("report_title"), Do: t.openShiftSigning},
		{Label: tx.T("signing_put_right", text.Args{"N": relaid, "Other": other}), About: about, Do: func() { t.signReport(reports.ReconstructionReport) }},
	})
}

// openShiftSigning shows what the shift came to, for its report to be signed.
func (t menuPage) openShiftSigning() {
	tx := t.shell.Text
	result, err := t.session.Result()
	if err != nil {
		t.money().finished(err, nil)
		return
	}
	sheet := t.sheet(controls.Sheet{
		Title: tx.T("title_signing"), Rows: t.shell.Viewer().Log().ResultRows(result), Foot: tx.T("signing_foot"),
		Columns: []controls.Column{{Width: 2}, {Width: 1, Align: 1}},
	})
	sheet.OK, sheet.OnOK = tx.T("signing_ok"), func() { t.signReport(reports.ShiftReport) }
	sheet.Refresh()
}

// signReport asks the two and has a report signed.
func (t menuPage) signReport(kind reports.Kind) {
	state := t.session.State
	w := papers.Wanted{Kind: kind, Table: state.Name, Shift: state.Shift}
	e, err := papers.Of(t.shell.House).Evidence(w)
	if err != nil {
		t.money().finished(err, nil)
		return
	}
	w.Shown = e.Digest()
	about, err := t.shell.Signing(w, e)
	if err != nil {
		t.money().finished(err, nil)
		return
	}
	rights, err := papers.Of(t.shell.House).SignedWith(w, 2)
	if err != nil {
		t.money().finished(err, nil)
		return
	}
	croupier, supervisor := t.signing("title_sign_report", rights[0]), t.signing("title_sign_report_supervisor", rights[1])
	if rights[0] == house.SignInPlace { // two managers: each can be either
		croupier.title, croupier.said, supervisor.said = "title_sign_in_place", "sign_in_place", "sign_supervises"
	}
	title := "title_both_report"
	if croupier.said != "" {
		title = "" // the page asks for one after the other
	}
	var file string
	t.approvals().both(two{
		title: title, about: about, head: "sign_head",
		signers: []*signer{croupier, supervisor},
		do: func(b []house.Badge) error {
			var err error
			file, _, err = papers.Of(t.shell.House).Signed(w, b...)
			return err
		},
		then: func() { t.Tell(t.shell.Text.T("said_signed", text.Args{"File": file})) },
	})
}

// signing returns a signer with a right for the shift that was closed last.
func (t menuPage) signing(title string, right house.Right) *signer {
	return &signer{title: title, takes: func(who house.Badge) error {
		head, err := t.shell.House.Derived().Head(t.session.State.Name, t.session.State.Shift)
		if err != nil {
			return err
		}
		return head.MaySign(&t.shell.House.State, who.Staff, right)
	}}
}
