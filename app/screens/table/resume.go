package table

import (
	"sabot/app/controls"
	"sabot/app/text"
	"sabot/pit/people"
)

// AskWhoDeals asks for the PIN of who deals before a table that is open goes on: a
// program that starts knows nobody. Whoever else deals relieves.
func (t *Table) AskWhoDeals() {
	pad := t.codePad("title_resume", func(who people.Badge) error {
		switch {
		case !who.MayDeal():
			return &people.Refusal{Why: people.NeedsCroupier, What: t.session.State.Croupier}
		case who.Number != t.session.State.Croupier:
			return t.session.TakeOver(who)
		}
		return t.shell.House.SignOnAt(who, t.session.State.Name, people.DealTable)
	}, func(who people.Badge) {
		t.shell.CloseOverlay()
		t.speakTo(who.Staff)
	})
	pad.OnCancel = t.leave
	t.shell.Over(t.shell.CodePage(pad))
}

// speakTo has the screen speak the language of who deals from now on.
func (t *Table) speakTo(who people.Staff) {
	t.shell.SpeakTo(who)
	t.Update()
}

// Ways lead away from a table.
type Ways struct {
	Office func()          // to the back office, and back here
	Left   func(err error) // elsewhere, once the table was let go of; err says why it was not
}

// leave lets go of the table.
func (t *Table) leave() { t.ways.Left(t.Release()) }

// Release lets go of the table, whose clock stops and whose window for the players closes.
func (t *Table) Release() error {
	t.timer.stand(t.shell.Clock.Now())
	t.gone = true
	t.players.shut()
	return t.session.Release()
}

// Quit closes the window; while the table is open it asks first.
func (t *Table) Quit() {
	s := t.shell
	if !t.session.State.Open {
		s.Exit()
		return
	}
	t.menuWith(s.Text.T("quit_title"), s.Text.T("quit_lead", text.Args{"Name": t.session.State.Name}), []controls.Choice{
		{Label: s.Text.T("quit_stay"), Do: s.Back},
		{Label: s.Text.T("menu_quit"), Do: s.Exit},
	})
}
