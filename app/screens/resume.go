package screens

import (
	"sabot/app/controls"
	"sabot/app/text"
	"sabot/pit"
)

// askWhoDeals asks for the PIN of who deals before a table that is open goes on: a
// program that starts knows nobody. Whoever else deals relieves.
func (t *Table) askWhoDeals() {
	s := t.shell
	pad := s.codePad("title_resume", func(pad *controls.Code, code string) {
		who, err := s.house.SignOn(code)
		if expired(err) {
			s.renewPIN(code, func() { s.closeOverlay(); t.askWhoDeals() })
			return
		}
		switch {
		case err != nil:
		case !who.Role.MayDeal():
			err = &pit.Refusal{Why: pit.NeedsCroupier, What: t.session.State.Croupier}
		case who.Number != t.session.State.Croupier:
			err = t.session.TakeOver(who)
		}
		if err != nil {
			t.say(err)
			pad.Wrong(t.notice.Text)
			return
		}
		s.closeOverlay()
		t.update()
	})
	pad.OnCancel = t.leave
	s.over(s.codePage(pad))
}

// leave lets go of the table and asks which one it is.
func (t *Table) leave() {
	s := t.shell
	if err := t.session.Release(); err != nil {
		s.show(s.troublePage(err))
		return
	}
	s.table = nil
	s.show(s.pickPage())
}

// quit closes the window; while a table is open it asks first.
func (s *Shell) quit() {
	if s.table == nil || !s.table.session.State.Open {
		s.exit()
		return
	}
	s.table.menuWith(s.text.T("quit_title"), s.text.T("quit_lead", text.Args{"Name": s.table.session.State.Name}), []controls.Choice{
		{Label: s.text.T("quit_stay"), Do: s.back},
		{Label: s.text.T("menu_quit"), Do: s.exit},
	})
}
