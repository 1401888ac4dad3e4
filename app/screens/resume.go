package screens

import (
	"sabot/app/controls"
	"sabot/app/text"
	"sabot/pit/people"
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
		case !who.MayDeal():
			err = &people.Refusal{Why: people.NeedsCroupier, What: t.session.State.Croupier}
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

// ways lead away from a table.
type ways struct {
	office func()          // to the back office, and back here
	left   func(err error) // elsewhere, once the table was let go of; err says why it was not
}

// leave lets go of the table.
func (t *Table) leave() { t.ways.left(t.release()) }

// release lets go of the table, whose clock stops and whose window for the players closes.
func (t *Table) release() error {
	t.timer.stand(t.shell.clock.Now())
	t.gone = true
	t.players.shut()
	return t.session.Release()
}

// quit closes the window; while the table is open it asks first.
func (t *Table) quit() {
	s := t.shell
	if !t.session.State.Open {
		s.exit()
		return
	}
	t.menuWith(s.text.T("quit_title"), s.text.T("quit_lead", text.Args{"Name": t.session.State.Name}), []controls.Choice{
		{Label: s.text.T("quit_stay"), Do: s.back},
		{Label: s.text.T("menu_quit"), Do: s.exit},
	})
}
