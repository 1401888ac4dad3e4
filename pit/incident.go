package pit

import (
	"slices"
	"strings"

	"sabot/pit/house"
	"sabot/pit/record"
)

// OpenIncidents returns the incidents about which something is still to be done, the oldest first.
func (t IncidentBook) OpenIncidents() []record.Incident {
	var open []record.Incident
	for _, i := range t.Incidents {
		if i.Open() {
			open = append(open, i)
		}
	}
	return open
}

// OpenDifferences returns the differences among OpenIncidents, each shortage once: what the counts of one closing leave of it is the same
// sum, in whichever order they were. Of such it is the last, as one that was counted again.
func (t IncidentBook) OpenDifferences() (list []record.Incident) {
	for _, i := range t.OpenIncidents() {
		if i.Class != record.DifferenceIncident {
			continue
		}
		left := i.Amount
		if i.Recounted != nil {
			left = *i.Recounted
		}
		same := func(before record.Incident) bool {
			return before.Recounted != nil && before.Shift == i.Shift && *before.Recounted == left
		}
		if slices.ContainsFunc(list, same) {
			list, i.Recounted = slices.DeleteFunc(list, same), &left
		}
		list = append(list, i)
	}
	return list
}

// carried returns those that are open as an opening has them.
func (t IncidentBook) carried() []record.Incident {
	open := t.OpenIncidents()
	for i := range open {
		open[i].Between, open[i].Found = false, false
		if open[i].Class == record.DifferenceIncident && open[i].Shift == t.Shift {
			open[i].Counted = t.counters()
		}
	}
	return open
}

// counters returns who counted the float of the shift, each once: nobody closes the difference of a count of their own.
func (t IncidentBook) counters() []string {
	var all []string
	add := func(numbers ...string) {
		for _, n := range numbers {
			if n != "" && !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
	}
	for _, c := range t.Counts() {
		if add(c.Inspector); t.checks > 0 { // in a shift of 0.9 a croupier may have become a manager
			add(c.Croupier)
		}
	}
	for _, c := range t.Recounts() {
		add(c.By, c.Approver)
	}
	return all
}

// Incident returns the incident that an entry opened, by its number; false where there is none.
func (t IncidentBook) Incident(seq int64) (record.Incident, bool) {
	for _, i := range t.Incidents {
		if i.Seq == seq {
			return i, true
		}
	}
	return record.Incident{}, false
}

// IncidentBy records an incident at a closed table, where no croupier answers for it: in the name of who gave their code, whoever
// works here. Refusals: as OpenIncident, TableOpen, NeedsCroupier without anybody.
func (t IncidentBook) IncidentBy(i record.IncidentOpened, by *house.Staff) ([]record.Fact, error) {
	switch {
	case t.Open:
		return nil, house.Refuse(house.TableOpen)
	case by == nil:
		return nil, house.Refuse(house.NeedsCroupier)
	}
	i.By, i.People = by.Number, []string{by.Number}
	return t.incident(i)
}

// OpenIncident records an incident; anybody at the table may. Refusals: TableClosed
// where it is closed, BadSetting for a class that is none, NeedsReason for one
// of class other without a text, NoSuchBox.
func (t IncidentBook) OpenIncident(i record.IncidentOpened) ([]record.Fact, error) {
	if !t.Open && t.checks > 0 { // records of 0.9 have such incidents
		return nil, house.Refuse(house.TableClosed)
	}
	return t.incident(i)
}

func (t IncidentBook) incident(i record.IncidentOpened) ([]record.Fact, error) {
	i.Text, i.Amount = strings.TrimSpace(i.Text), 0 // a count alone has one
	switch {
	case t.Shift == 0:
		return nil, house.Refuse(house.TableClosed)
	case !slices.Contains(record.IncidentClasses(), i.Class):
		return nil, &house.Refusal{Why: house.BadSetting, What: string(i.Class)}
	case i.Class == record.OtherIncident && i.Text == "":
		return nil, house.Refuse(house.NeedsReason)
	case i.Box < 0 || t.Game != nil && i.Box > t.Game.Options().Boxes:
		return nil, &house.Refusal{Why: house.NoSuchBox, Box: i.Box}
	}
	return []record.Fact{i}, nil
}

// AskVideo requests that surveillance look at its pictures. Refusals: NoSuchIncident for one that is not open, NeedsInspector,
// WrongRole.
func (t IncidentBook) AskVideo(seq int64, question string, by *house.Staff) ([]record.Fact, error) {
	if err := t.openIncident(seq, by, house.AskVideo); err != nil {
		return nil, err
	}
	return []record.Fact{record.VideoAsked{Incident: seq, Text: strings.TrimSpace(question), By: by.Number}}, nil
}

// AnswerVideo records what surveillance answered, under its own reference. Refusals: as
// AskVideo, NeedsReason without a reference, NotPossible where nothing was asked.
func (t IncidentBook) AnswerVideo(seq int64, ref, answer string, by *house.Staff) ([]record.Fact, error) {
	if err := t.openIncident(seq, by, house.AskVideo); err != nil {
		return nil, err
	}
	incident, _ := t.Incident(seq)
	switch {
	case strings.TrimSpace(ref) == "":
		return nil, &house.Refusal{Why: house.NeedsReason, What: "reference"}
	case !incident.VideoWaits():
		return nil, &house.Refusal{Why: house.NotPossible, What: "video"}
	}
	return []record.Fact{record.VideoAnswered{Incident: seq, Ref: strings.TrimSpace(ref), Text: strings.TrimSpace(answer), By: by.Number}}, nil
}

// IncidentSaid returns the words of an incident: those that were typed, or at which other table somebody is on duty; words puts a key
// into words.
func IncidentSaid(class record.IncidentClass, text string, words func(key string, args ...map[string]any) string) string {
	if class == record.TwoTablesIncident {
		return words("incident_"+string(class)+"_at", map[string]any{"Table": text})
	}
	return text
}

// RightToClose returns the right that closing an incident takes.
func (t IncidentBook) RightToClose(seq int64) house.Right {
	if i, ok := t.Incident(seq); ok && i.Class == record.DifferenceIncident {
		return house.CloseDifference
	}
	return house.CloseIncidents
}

// CloseIncident records that nothing more is to be done about an incident. That of a difference only a manager closes, and none
// who counted in its shift or in this one. Nobody closes one that they entered. Refusals: as AskVideo, CountedIt, EnteredIt, NeedsReason
// without a word on what came of it, NotPossible while surveillance has not answered.
func (t IncidentBook) CloseIncident(seq int64, outcome string, by *house.Staff) ([]record.Fact, error) {
	if i, ok := t.Incident(seq); ok && i.Open() && i.VideoWaits() && t.checks > 0 { // records of 0.9 close such incidents
		return nil, &house.Refusal{Why: house.NotPossible, What: "video_waits"}
	}
	return t.closeIncident(seq, outcome, by)
}

// CloseUnanswered closes an incident before surveillance has answered; why is the reason not to wait for the answer. Refusals: as
// CloseIncident, NeedsReason without a reason, NotPossible where no answer is waited for.
func (t IncidentBook) CloseUnanswered(seq int64, outcome, why string, by *house.Staff) ([]record.Fact, error) {
	why = strings.TrimSpace(why)
	switch i, ok := t.Incident(seq); {
	case ok && !i.VideoWaits():
		return nil, &house.Refusal{Why: house.NotPossible, What: "video"}
	case why == "":
		return nil, house.Refuse(house.NeedsReason)
	}
	facts, err := t.closeIncident(seq, outcome, by)
	if err != nil {
		return nil, err
	}
	closed := facts[0].(record.IncidentClosed)
	closed.Unanswered = why
	return []record.Fact{closed}, nil
}

func (t IncidentBook) closeIncident(seq int64, outcome string, by *house.Staff) ([]record.Fact, error) {
	right := t.RightToClose(seq)
	if err := t.openIncident(seq, by, right); err != nil {
		return nil, err
	}
	i, _ := t.Incident(seq)
	switch {
	case right == house.CloseDifference && (slices.Contains(i.Counted, by.Number) || slices.Contains(t.counters(), by.Number)):
		return nil, &house.Refusal{Why: house.CountedIt, What: by.Name}
	case t.checks > 0 && i.By == by.Number: // in records of 0.9 nobody entered one in their own name
		return nil, &house.Refusal{Why: house.EnteredIt, What: by.Name}
	}
	if strings.TrimSpace(outcome) == "" {
		return nil, house.Refuse(house.NeedsReason)
	}
	return []record.Fact{record.IncidentClosed{Incident: seq, Text: strings.TrimSpace(outcome), By: by.Number}}, nil
}

func (t IncidentBook) openIncident(seq int64, by *house.Staff, do house.Right) error {
	if i, ok := t.Incident(seq); !ok || !i.Open() {
		return house.Refuse(house.NoSuchIncident)
	}
	return by.MayApprove(do, t.Croupier)
}

// recounted notes what a recount of the closing left of the differences that were found since the count that it puts right.
func (t IncidentBook) recounted(f record.ClosingRecounted) {
	more := f.Float.Value() - f.Was
	if more == 0 {
		return
	}
	closing := t.ClosingSeq()
	t.Incidents = slices.Clone(t.Incidents)
	for n := range t.Incidents {
		i := &t.Incidents[n]
		if !i.Found || i.Seq < closing {
			continue
		}
		left := i.Amount + more
		if i.Recounted != nil {
			left = *i.Recounted + more
		}
		i.Recounted = &left
	}
}

func (t IncidentBook) applyIncident(e record.Entry) {
	t.Incidents = slices.Clone(t.Incidents)
	if f, ok := e.Fact.(record.IncidentOpened); ok {
		n := 1
		for _, i := range t.Incidents {
			if i.Shift == e.Shift {
				n++
			}
		}
		t.Incidents = append(t.Incidents, record.Incident{
			Seq: e.Seq, N: n, At: e.At, By: e.By, Shift: e.Shift, Hand: e.Hand, Between: e.Hand > 0 && t.Current.Empty(), Class: f.Class, Text: f.Text, Box: f.Box, People: f.People, Amount: f.Amount, Found: f.Found(),
		})
		return
	}
	for i := range t.Incidents {
		switch f := e.Fact.(type) {
		case record.VideoAsked:
			videoAsked(&t.Incidents[i], e, f)
		case record.VideoAnswered:
			videoAnswered(&t.Incidents[i], e, f)
		case record.IncidentClosed:
			if t.Incidents[i].Seq == f.Incident {
				t.Incidents[i].ClosedAt, t.Incidents[i].ClosedBy, t.Incidents[i].Outcome, t.Incidents[i].Unanswered = e.At, f.By, f.Text, f.Unanswered
			}
		}
	}
}

func videoAsked(i *record.Incident, e record.Entry, f record.VideoAsked) {
	if i.Seq == f.Incident {
		i.Videos = append(slices.Clone(i.Videos), record.Video{Asked: e.At, AskedBy: f.By, Question: f.Text})
	}
}

func videoAnswered(i *record.Incident, e record.Entry, f record.VideoAnswered) {
	if i.Seq != f.Incident {
		return
	}
	i.Videos = slices.Clone(i.Videos)
	for n := range i.Videos {
		if v := &i.Videos[n]; v.Answered.IsZero() {
			v.Answered, v.EnteredBy, v.Ref, v.Answer = e.At, f.By, f.Ref, f.Text
			return
		}
	}
}

// PauseTable pauses the table, whatever it is doing: nothing goes on until somebody has it
// go on. It is an incident, so that it stays on paper. Refusals: TableClosed,
// HandPausedNow, BadSetting for an irregularity of the hand, NeedsReason for another
// trouble without a word.
func (t *Table) PauseTable(why record.Irregularity, text string) ([]record.Fact, error) {
	text = strings.TrimSpace(text)
	switch {
	case !t.Open:
		return nil, house.Refuse(house.TableClosed)
	case t.Current.Paused != nil:
		return nil, house.Refuse(house.HandPausedNow)
	case !why.General():
		return nil, &house.Refusal{Why: house.BadSetting, What: string(why)}
	}
	class := record.EquipmentIncident
	if why == record.OtherTrouble {
		class = record.OtherIncident
	}
	incident, err := t.IncidentBook().OpenIncident(record.IncidentOpened{Class: class, Text: text})
	if err != nil {
		return nil, err
	}
	return append([]record.Fact{record.HandPaused{Kind: why, Text: text}}, incident...), nil
}

// Resume resumes what is paused, the hand or the table. Refusals: those of ResumeHand, NeedsReason where the table itself was
// paused.
func (t *Table) Resume(approver *house.Staff, reason string) ([]record.Fact, error) {
	if p := t.Current.Paused; p != nil && p.Kind.General() {
		return t.resumeTable(approver, strings.TrimSpace(reason))
	}
	return t.Felt().ResumeHand(approver, reason)
}

// resumeTable resumes a table that was paused. Its incident is closed with it, and where the cameras were out the cards are due
// ("Lo stream video non era disponibile al tavolo", source 000).
func (t *Table) resumeTable(approver *house.Staff, reason string) ([]record.Fact, error) {
	if err := approver.MayApprove(house.ResumeHand, t.Croupier); err != nil {
		return nil, err
	}
	if reason == "" {
		return nil, house.Refuse(house.NeedsReason)
	}
	facts := []record.Fact{record.HandResumed{Approver: approver.Number, Reason: reason}}
	if t.Current.Paused.Kind == record.Cameras && t.Due == "" && !t.Cards.IsZero() {
		facts = append(facts, record.CardsDue{Why: record.CameraCards})
	}
	if i, ok := t.IncidentBook().Incident(t.Current.PauseSeq() + 1); ok && i.Open() && !i.VideoWaits() {
		facts = append(facts, record.IncidentClosed{Incident: i.Seq, Text: reason, By: approver.Number})
	}
	return facts, nil
}
