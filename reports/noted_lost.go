package reports

import (
	"encoding/json"
	"time"

	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	checkpoint "sabot/pit/seal"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// A lostEntries is the stretch of a stream that a restore lost, as far as heads of it were kept.
type lostEntries struct {
	Stream string `json:"stream"`
	From   int64  `json:"from"`
	To     int64  `json:"to"`
}

// lostIn returns the field of what a restore lost, of its fact and the number of its entry. It returns none of
// another fact, and where the restore left no head behind. The restore's own entries took the numbers of the
// house's first lost ones: those are lost all the same.
func lostIn(fact record.Fact, seq int64, house *house.House) []NotedField {
	f, is := fact.(record.RestoredFrom)
	if !is {
		return nil
	}
	ended := int64(0)
	for _, l := range house.Backups().Losses() {
		if l.Seq == seq {
			ended = l.Ended
		}
	}
	lost := lostBy(f, ended)
	if len(lost) == 0 {
		return nil
	}
	text, err := json.Marshal(lost)
	if err != nil {
		return nil
	}
	return []NotedField{{Path: []string{"lost"}, Is: string(text)}}
}

// lostBy returns what a restore lost of each stream of which a head was left. Ended is the last entry of the house
// in the backup; 0 where the backup's heads say it.
func lostBy(f record.RestoredFrom, ended int64) (lost []lostEntries) {
	had := map[string]int64{}
	for _, note := range f.Heads {
		if head, err := checkpoint.ReadHead(note); err == nil {
			had[head.Stream] = head.Size
		}
	}
	if ended > 0 {
		had[record.HouseStream] = ended
	}
	at := map[string]int{} // by stream
	for _, note := range f.Left {
		head, err := checkpoint.ReadHead(note)
		if err != nil {
			continue // the audit says so of the entry
		}
		i, known := at[head.Stream]
		if !known {
			i, at[head.Stream] = len(lost), len(lost)
			lost = append(lost, lostEntries{head.Stream, had[head.Stream] + 1, head.Size})
		}
		lost[i].From, lost[i].To = min(lost[i].From, head.Size), max(lost[i].To, head.Size)
	}
	return lost
}

// A RestoreLine is a restore from a backup while a shift was open.
type RestoreLine struct {
	At       time.Time // UTC
	By       string
	From, To int64 `json:",omitempty"` // the table's entries that it lost; 0 where none is known of
}

// restoreLines returns the restores while a table's shift was open, the oldest first.
func restoreLines(t *pit.Table, h forms.Roll) (lines []RestoreLine) {
	for _, l := range h.Backups().Losses() {
		if l.At.Before(t.Opened) || !t.ShutAt.IsZero() && l.At.After(t.ShutAt) {
			continue
		}
		line := RestoreLine{At: l.At.UTC(), By: h.Who(l.By, l.At)}
		for _, lost := range lostBy(l.RestoredFrom, l.Ended) {
			if lost.Stream == t.Name {
				line.From, line.To = lost.From, lost.To
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// restoreSection returns the table of the restores on a shift's paper.
func (s *Shift) restoreSection(w pen) paper.Section {
	section := paper.Section{Heading: w.T("report_restores"), Size: 8, Columns: []paper.Column{paper.Left(w.T("report_time")), paper.Left(w.T("report_noted_who")), paper.Left(w.T("report_restore_lost"))}}
	for _, l := range s.Restores {
		lost := w.T("report_restore_unknown")
		if l.To > 0 {
			lost = w.T("value_lost", map[string]any{"Stream": s.Table, "From": l.From, "To": l.To, "N": l.To - l.From + 1})
		}
		section.Rows = append(section.Rows, []paper.Cell{w.Moment(l.At), paper.Text(l.By), paper.Text(lost)})
	}
	return section
}
