package table

import (
	"sabot/app/controls"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// openIncidents shows the open incidents, and a new one.
func (t misdealPage) openIncidents() {
	tx, state := t.shell.Text, t.session.State
	if state.Shift == 0 {
		t.say(&house.Refusal{Why: house.TableClosed})
		t.Update()
		return
	}
	choices := []controls.Choice{{Label: tx.T("incident_new"), Do: t.newIncident}}
	for _, i := range state.IncidentBook().OpenIncidents() {
		choices = append(choices, controls.Choice{
			Label: tx.T("incident_"+string(i.Class)) + " · " + t.shell.Viewer().Clock(i.At), About: t.incidentLine(i), Do: func() { t.openIncident(i) },
		})
	}
	lead := ""
	if len(choices) == 1 {
		lead = tx.T("incident_none")
	}
	t.menuWith(tx.T("title_incidents"), lead, choices)
}

// incidentLine returns an incident in a line: what, and what it waits for.
func (t misdealPage) incidentLine(i record.Incident) string {
	tx := t.shell.Text
	line := t.shell.Viewer().Incident(i)
	if i.Amount != 0 {
		line = view.Sentences(tx.T("report_incident_difference", text.Args{"Amount": tx.Signed(i.Amount)}), line)
	}
	if i.Recounted != nil {
		line += " · " + tx.T("approve_recounted", text.Args{"Amount": tx.Signed(*i.Recounted)})
	}
	if i.VideoWaits() {
		return line + " · " + tx.T("incident_video_waits")
	}
	return line
}

// newIncident asks what happened, then for its class: the letter that chooses one is the last key, and no letter of the words.
func (t misdealPage) newIncident() {
	tx := t.shell.Text
	t.approvals().ask(tx.T("incident_new"), tx.T("incident_lead"), nil, t.classIncident)
}

// classIncident asks for the class of an incident that somebody described.
func (t misdealPage) classIncident(what string) {
	tx := t.shell.Text
	var choices []controls.Choice
	for _, class := range record.IncidentClasses() {
		if class == record.DifferenceIncident {
			continue // a count makes it
		}
		choices = append(choices, controls.Choice{Label: tx.T("incident_" + string(class)), Do: func() {
			t.enterIncident(record.IncidentOpened{Class: class, Text: what, Box: t.cursor.Box})
		}})
	}
	t.menuWith(tx.T("incident_new"), tx.T("incident_class_lead")+"\n"+what, choices)
}

// enterIncident enters an incident: at a closed table in the name of who gives their code.
func (t misdealPage) enterIncident(i record.IncidentOpened) {
	said := t.approvals().saying("said_incident")
	if t.session.State.Open {
		t.money().finished(t.session.Do(func(s *pit.Table) ([]record.Fact, error) {
			i.People = []string{s.Croupier}
			return s.IncidentBook().OpenIncident(i)
		}), said)
		return
	}
	command := func(s *pit.Table, by *house.Staff) ([]record.Fact, error) { return s.IncidentBook().IncidentBy(i, by) }
	if _, err := t.session.Would(func(s *pit.Table) ([]record.Fact, error) { return command(s, &anyManager) }); err != nil {
		t.money().finished(err, nil)
		return
	}
	pad := t.approvals().codePad("title_incident_by", func(who house.Badge) error {
		return t.session.Approve(who, command)
	}, func(house.Badge) { t.money().finished(nil, said) })
	t.shell.Over(t.shell.CodePage(pad))
}

// openIncident shows what can be done about an incident.
func (t misdealPage) openIncident(i record.Incident) {
	tx, waits := t.shell.Text, i.VideoWaits()
	t.menuWith(tx.T("incident_"+string(i.Class)), t.incidentLine(i), []controls.Choice{
		{Label: tx.T("incident_video_ask"), Off: waits, Do: func() { t.askVideo(i) }},
		{Label: tx.T("incident_video_answer"), Off: !waits, Do: func() { t.answerVideo(i) }},
		{Label: tx.T("incident_close"), Do: func() { t.endIncident(i) }},
	})
}

func (t misdealPage) askVideo(i record.Incident) {
	tx := t.shell.Text
	t.approvals().ask(tx.T("incident_video_ask"), tx.T("video_ask_lead"), nil, func(question string) {
		t.approvals().approve("title_approve_video", func(s *pit.Table, who *house.Staff) ([]record.Fact, error) {
			return s.IncidentBook().AskVideo(i.Seq, question, who)
		}, t.approvals().saying("said_video_asked"))
	})
}

func (t misdealPage) answerVideo(i record.Incident) {
	tx := t.shell.Text
	t.approvals().askReference(tx.T("incident_video_ref"), tx.T("video_ref_lead"), func(ref string) {
		t.approvals().ask(tx.T("incident_video_answer"), tx.T("video_answer_lead"), nil, func(answer string) {
			t.approvals().approve("title_approve_video", func(s *pit.Table, who *house.Staff) ([]record.Fact, error) {
				return s.IncidentBook().AnswerVideo(i.Seq, ref, answer, who)
			}, t.approvals().saying("said_video_answered"))
		})
	})
}

// endIncident closes an incident. While surveillance has not answered it asks first why the answer is not waited for.
func (t misdealPage) endIncident(i record.Incident) {
	tx := t.shell.Text
	if !i.VideoWaits() {
		t.closeIncident(i, "")
		return
	}
	t.approvals().ask(tx.T("incident_close"), tx.T("incident_unanswered_lead"), []string{"unanswered_late", "unanswered_clear"}, func(why string) {
		t.closeIncident(i, why)
	})
}

func (t misdealPage) closeIncident(i record.Incident, unanswered string) {
	tx := t.shell.Text
	outcomes := []string{"outcome_settled", "outcome_guest", "outcome_house"}
	if i.Class == record.DifferenceIncident { // of a count, and no player's
		outcomes = []string{"outcome_miscounted", "outcome_found", "outcome_stays"}
	}
	t.approvals().ask(tx.T("incident_close"), tx.T("incident_close_lead"), outcomes, func(outcome string) {
		title := "title_approve_incident"
		if t.session.State.IncidentBook().RightToClose(i.Seq) == house.CloseDifference {
			title = "title_approve_difference"
		}
		t.approvals().approve(title, func(s *pit.Table, who *house.Staff) ([]record.Fact, error) {
			if unanswered != "" {
				return s.IncidentBook().CloseUnanswered(i.Seq, outcome, unanswered, who)
			}
			return s.IncidentBook().CloseIncident(i.Seq, outcome, who)
		}, t.approvals().saying("said_incident_closed"))
	})
}
