package pit

import (
	"slices"

	"sabot/pit/hand"
	"sabot/pit/record"
)

// FollowIncidents takes in what a journal has of the shift's incidents besides the shift's own entries, up to the entry seq: what came
// of them after the next shift had begun, at which count differences of earlier shifts were found, and whether those fell in a hand.
func (t IncidentBook) FollowIncidents(journal record.Journal, seq int64) error {
	if err := t.findCounts(journal); err != nil {
		return err
	}
	if err := t.findHands(journal); err != nil || len(t.OpenIncidents()) == 0 {
		return err
	}
	for e, err := range journal.Headlines(t.Name, t.Seq+1) {
		if err != nil {
			return err
		}
		if e.Seq > seq {
			return nil
		}
		switch e.Fact.(type) {
		case record.VideoAsked, record.VideoAnswered:
			t.applyIncident(e)
		case record.IncidentClosed:
			if t.applyIncident(e); len(t.OpenIncidents()) == 0 {
				return nil
			}
		}
	}
	return nil
}

// findCounts finds out at which count the differences of earlier shifts were found.
func (t IncidentBook) findCounts(journal record.Journal) error {
	var openings []int64
	for n := range t.Incidents {
		i := t.Incidents[n] // the list is the opening's: it is copied before it is changed
		if i.Class != record.DifferenceIncident || i.Shift == t.Shift {
			continue
		}
		if openings == nil {
			var err error
			if openings, err = journal.Openings(t.Name); err != nil {
				return err
			}
		}
		var err error
		if i.When, err = countBefore(journal, t.Name, openings, i.Seq); err != nil {
			return err
		}
		t.Incidents = slices.Clone(t.Incidents)
		t.Incidents[n] = i
	}
	return nil
}

// findHands finds out which incidents of earlier shifts fell between two hands.
func (t IncidentBook) findHands(journal record.Journal) error {
	for n, i := range t.Incidents {
		if i.Shift == t.Shift {
			continue
		}
		opened := record.Entry{Table: t.Name, Seq: i.Seq, Shift: i.Shift, Hand: i.Hand, Fact: record.IncidentOpened{Class: i.Class}}
		watch, err := hand.WatchBefore(journal, opened)
		if err != nil {
			return err
		}
		i.Between = watch.Between(opened)
		t.Incidents = slices.Clone(t.Incidents)
		t.Incidents[n] = i
	}
	return nil
}

// countBefore returns which count of the shift was the last before an entry; "" where there was none.
func countBefore(journal record.Journal, table string, openings []int64, seq int64) (when record.CountMoment, err error) {
	from := int64(1)
	for _, opened := range openings {
		if opened < seq {
			from = opened
		}
	}
	for e, err := range journal.Headlines(table, from) {
		if err != nil || e.Seq >= seq {
			return when, err
		}
		if c, ok := e.Fact.(record.Counted); ok {
			when = c.When
		}
	}
	return when, nil
}
