package reports

import (
	"encoding/json"

	"sabot/pit/people"
	"sabot/pit/record"
	checkpoint "sabot/pit/seal"
)

// A lostEntries is the stretch of a stream that a restore lost, as far as heads of it were kept.
type lostEntries struct {
	Stream string `json:"stream"`
	From   int64  `json:"from"`
	To     int64  `json:"to"`
}

// lostIn returns the field of what a restore lost; none where it left no head behind.
func lostIn(f record.RestoredFrom) []NotedField {
	had := map[string]int64{}
	for _, note := range f.Heads {
		if head, err := checkpoint.ReadHead(note); err == nil {
			had[head.Stream] = head.Size
		}
	}
	var lost []lostEntries
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
	if len(lost) == 0 {
		return nil
	}
	is, err := json.Marshal(lost)
	if err != nil {
		return nil
	}
	return []NotedField{{Path: []string{"lost"}, Is: string(is)}}
}

// wholeLoss has the loss of a restore begin where the backup ended. The restore's own entries took the numbers of the house's
// first lost ones: those are lost all the same.
func wholeLoss(kind string, restore int64, fields []NotedField, house *people.House) {
	if kind != record.KindOf(record.RestoredFrom{}) {
		return
	}
	for i, f := range fields {
		var lost []lostEntries
		if len(f.Path) != 1 || f.Path[0] != "lost" || json.Unmarshal([]byte(f.Is), &lost) != nil {
			continue
		}
		for _, l := range house.Losses() {
			for n := range lost {
				if l.Seq == restore && lost[n].Stream == record.HouseStream {
					lost[n].From = min(lost[n].From, l.Firm+1)
				}
			}
		}
		if is, err := json.Marshal(lost); err == nil {
			fields[i].Is = string(is)
		}
	}
}
