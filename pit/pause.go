package pit

import (
	"slices"
	"strings"

	"sabot/pit/house"
	"sabot/pit/record"
)

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
	incident, err := t.OpenIncident(record.IncidentOpened{Class: class, Text: text})
	if err != nil {
		return nil, err
	}
	return append([]record.Fact{record.HandPaused{Kind: why, Text: text}}, incident...), nil
}

// Resume has go on what is paused, the hand or the table. Refusals: those of ResumeHand, NeedsReason where the table itself was paused.
func (t *Table) Resume(approver *house.Staff, reason string) ([]record.Fact, error) {
	if p := t.Current.Paused; p != nil && p.Kind.General() {
		return t.resumeTable(approver, strings.TrimSpace(reason))
	}
	return t.ResumeHand(approver, reason)
}

// resumeTable has a table go on that was paused: its incident is closed with it, and where
// the cameras were out the cards are due ("Lo stream video non era disponibile al tavolo",
// source 000).
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
	if i, ok := t.Incident(t.Current.pauseSeq() + 1); ok && i.Open() && !i.VideoWaits() {
		facts = append(facts, record.IncidentClosed{Incident: i.Seq, Text: reason, By: approver.Number})
	}
	return facts, nil
}

// pauseSeq is the entry that paused the hand; the incident of a general pause stands right
// behind it.
func (h *Hand) pauseSeq() int64 {
	for _, e := range slices.Backward(h.entries) {
		if _, ok := e.Fact.(record.HandPaused); ok {
			return e.Seq
		}
	}
	return 0
}
