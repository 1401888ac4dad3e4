package screens

import (
	"sabot/app/controls"
	"sabot/app/session"
	"sabot/app/text"
	"sabot/pit"
	"sabot/reports"
)

// openSigning has the report of the shift that was closed last signed by the croupier
// and the supervisor: the figures first, then the two PINs.
func (t *Table) openSigning() {
	tx, state := t.shell.text, t.session.State
	if err := t.session.Whole(); err != nil {
		t.say(err)
		t.update()
		return
	}
	if state.Open || state.Shift == 0 {
		t.say(&pit.Refusal{Why: pit.TableOpen})
		t.update()
		return
	}
	sheet := t.sheet(controls.Sheet{
		Title: tx.T("title_signing"), Rows: t.shell.viewer().ResultRows(state), Foot: tx.T("signing_foot"),
		Columns: []controls.Column{{Width: 2}, {Width: 1, Align: 1}},
	})
	sheet.OK, sheet.OnOK = tx.T("signing_ok"), t.signReport
	sheet.Refresh()
}

// signReport asks the two and has the report signed.
func (t *Table) signReport() {
	state := t.session.State
	var file string
	t.both(two{
		signers: []*signer{having("title_sign_report", pit.SignDealt), having("title_sign_report_supervisor", pit.SignReports)},
		do: func(b []pit.Badge) error {
			var err error
			file, _, err = t.shell.house.Signed(session.Wanted{Kind: reports.ShiftReport, Table: state.Name, Shift: state.Shift, Lang: t.shell.text.Language}, b...)
			return err
		},
		then: func() { t.tell(t.shell.text.T("said_signed", text.Args{"File": file})) },
	})
}
