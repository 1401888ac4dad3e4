package table

import (
	"sabot/app/controls"
	"sabot/app/text"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// openPause pauses the table for what the game is played with, or has it go on.
func (t menuPage) openPause() {
	tx := t.shell.Text
	var choices []controls.Choice
	for _, why := range record.GeneralTroubles() {
		word := tx.T("irregularity_" + string(why))
		choices = append(choices, controls.Choice{Label: word, Do: func() {
			if why == record.OtherTrouble {
				t.approvals().ask(tx.T("irregular_pause"), tx.T("reason_lead"), []string{"reason_evacuation", "reason_guest", "reason_croupier"}, func(reason string) { t.pauseTable(why, reason) })
				return
			}
			t.pauseTable(why, word)
		}})
	}
	t.menuWith(tx.T("irregular_pause"), tx.T("pause_lead"), choices)
}

func (t menuPage) pauseTable(why record.Irregularity, reason string) {
	t.shell.CloseOverlay()
	t.do(func(s *pit.Table) ([]record.Fact, error) { return s.PauseTable(why, reason) })
}

// openPaused shows what can be done while the table itself is paused.
func (t menuPage) openPaused() {
	tx, state := t.shell.Text, t.session.State
	t.menuWith(tx.T("announce_paused"), t.shell.Viewer().PausedBy(state), []controls.Choice{
		{Label: tx.T("button_resume"), Do: t.resumeTable},
		{Label: tx.T("irregular_incident"), Do: t.misdeals().openIncidents},
		{Label: tx.T("irregular_cancel"), Off: state.Current.Empty(), Do: t.misdeals().cancelHand},
	})
}

// resumeTable resumes a paused table, with the inspector and a word on what was done.
func (t menuPage) resumeTable() {
	tx := t.shell.Text
	t.approvals().ask(tx.T("button_resume"), tx.T("resume_lead"), []string{"reason_mended", "reason_checked"}, func(reason string) {
		t.approvals().approve("title_approve_resume_table", func(s *pit.Table, who *house.Staff) ([]record.Fact, error) { return s.Resume(who, reason) }, func() {
			t.Tell(tx.T("said_resumed"))
			if t.session.State.Due == record.CameraCards {
				t.Tell(tx.T("said_cards_due", text.Args{"Why": tx.T("cards_" + string(record.CameraCards))}))
			}
		})
	})
}
