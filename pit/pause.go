package pit

import (
	"slices"
	"strings"
)

// General says whether it is none of the hand's cards or bets, but of what the game is
// played with: it can pause the table in every phase of every game ("GIOCO IN PAUSA ... a
// causa di un errore del croupier, di un guasto all'attrezzatura o di altre circostanze
// impreviste", source 000).
func (i Irregularity) General() bool { return slices.Contains(GeneralTroubles(), i) }

// GeneralTroubles are those for which the table itself is paused, in the order in which
// they are offered.
func GeneralTroubles() []Irregularity { return []Irregularity{Equipment, Cameras, OtherTrouble} }

// PauseTable pauses the table, whatever it is doing: nothing goes on until somebody has it
// go on. It is an incident, so that it stays on paper. Refusals: TableClosed,
// HandPausedNow, BadSetting for an irregularity of the hand, NeedsReason for another
// trouble without a word.
func (t *Table) PauseTable(why Irregularity, text string) ([]Fact, error) {
	text = strings.TrimSpace(text)
	switch {
	case !t.Open:
		return nil, refuse(TableClosed)
	case t.Current.Paused != nil:
		return nil, refuse(HandPausedNow)
	case !why.General():
		return nil, &Refusal{Why: BadSetting, What: string(why)}
	}
	class := EquipmentIncident
	if why == OtherTrouble {
		class = OtherIncident
	}
	incident, err := t.OpenIncident(IncidentOpened{Class: class, Text: text})
	if err != nil {
		return nil, err
	}
	return append([]Fact{HandPaused{Kind: why, Text: text}}, incident...), nil
}

// resumeTable has a table go on that was paused: its incident is closed with it, and where
// the cameras were out the cards are due ("Lo stream video non era disponibile al tavolo",
// source 000).
func (t *Table) resumeTable(approver *Staff, reason string) ([]Fact, error) {
	if err := t.mayApprove(approver, ResumeHand); err != nil {
		return nil, err
	}
	if reason == "" {
		return nil, refuse(NeedsReason)
	}
	facts := []Fact{HandResumed{approver.Number, reason}}
	if t.Current.Paused.Kind == Cameras && t.Due == "" && !t.Cards.IsZero() {
		facts = append(facts, CardsDue{CameraCards})
	}
	if i, ok := t.Incident(t.Current.pauseSeq() + 1); ok && i.Open() && !slices.ContainsFunc(i.Videos, func(v Video) bool { return v.Answered.IsZero() }) {
		facts = append(facts, IncidentClosed{i.Seq, reason, approver.Number})
	}
	return facts, nil
}

// pauseSeq is the entry that paused the hand; the incident of a general pause stands right
// behind it.
func (h *Hand) pauseSeq() int64 {
	for _, e := range slices.Backward(h.entries) {
		if _, ok := e.Fact.(HandPaused); ok {
			return e.Seq
		}
	}
	return 0
}
