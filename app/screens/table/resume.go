package table

import (
	"strings"

	"sabot/app/controls"
	"sabot/app/text"
	"sabot/pit/house"
	"sabot/pit/shifts"
)

// AskWhoDeals asks for the PIN of who deals before a table that is open goes on: a
// program that starts knows nobody. Whoever else deals relieves.
func (t *Table) AskWhoDeals() {
	pad := t.approvals().codePad("title_resume", func(who house.Badge) error {
		switch {
		case !who.MayDeal():
			return &house.Refusal{Why: house.NeedsCroupier, What: t.session.State.Croupier}
		case who.Number != t.session.State.Croupier:
			return t.takeOver(who)
		}
		return t.shell.House.SignOnAt(who, t.session.State.Name, house.DealTable)
	}, func(who house.Badge) {
		t.shell.CloseOverlay()
		t.speakTo(who.Staff)
		if t.resumed != "" { // behind this page nobody read it
			t.Warn(t.shell.Text.T(t.resumed))
			t.resumed = ""
		}
	})
	pad.OnCancel = t.leave
	t.shell.Over(t.shell.CodePage(pad))
}

// takeOver puts somebody on duty in their role.
func (t *Table) takeOver(who house.Badge) error {
	if err := t.elsewhere(who); err != nil {
		return err
	}
	return t.session.TakeOver(who)
}

// elsewhere warns a croupier who deals at another table, once for each time that they come. Who gives the code
// again means it, and it is an incident.
func (t *Table) elsewhere(who house.Badge) error {
	if !who.MayDeal() || t.told == who.Number {
		t.told = ""
		return nil
	}
	duties, err := t.session.Elsewhere(who.Number)
	if err != nil || len(shifts.DealingToo(who.Staff, duties)) == 0 {
		return err
	}
	t.told = who.Number
	return &house.Refusal{Why: house.DealsElsewhere, What: duties[0].Table}
}

// answersToo returns where else an inspector is on duty, in a sentence; "" where nowhere.
func (t *Table) answersToo(who house.Badge) string {
	duties, err := t.session.Elsewhere(who.Number)
	if err != nil || len(duties) == 0 || who.MayDeal() {
		return "" // what cannot be read is said by the next command
	}
	var tables []string
	for _, d := range duties {
		tables = append(tables, d.Table)
	}
	return " " + t.shell.Text.T("said_answers_too", text.Args{"Tables": strings.Join(tables, ", ")})
}

// speakTo sets the screen's language to that of the croupier.
func (t *Table) speakTo(who house.Staff) {
	t.shell.SpeakTo(who)
	t.Update()
}

// Ways lead away from a table.
type Ways struct {
	Office func()          // to the back office, and back here
	Floor  func()          // to all tables of the house, and back here
	Asks   Asks            // who may approve something elsewhere; nil in a house of one machine
	Shoes  string          // folder of what electronic shoes say; "" keeps none of it
	Left   func(err error) // elsewhere, once the table was let go of; err says why it was not
}

// leave lets go of the table.
func (t *Table) leave() { t.ways.Left(t.Release()) }

// Release lets go of the table, whose clock stops and whose window for the players closes.
func (t *Table) Release() error {
	t.timer.stand(t.shell.Clock.Now())
	t.gone = true
	t.players.shut()
	_, _ = t.shoes().leavesOut() // where that is refused the next start says that cards may be missing
	t.shoes().deafen()
	return t.session.Release()
}

// Quit closes the window; while the table is open it asks first.
func (t *Table) Quit() {
	s := t.shell
	if !t.session.State.Open {
		s.Exit()
		return
	}
	t.menuWith(s.Text.T("quit_title"), s.Text.T("quit_lead", text.Args{"Name": t.session.State.Name, "N": t.feed.Unread(t.session.State)}), []controls.Choice{
		{Label: s.Text.T("quit_stay"), Do: s.Back},
		{Label: s.Text.T("menu_quit"), Do: s.Exit},
	})
}
