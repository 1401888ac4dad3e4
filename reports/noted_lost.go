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

// lostIn returns the field of what a restore lost, of its fact and the number of its entry; none of another fact, and where it left
// no head behind. The restore's own entries took the numbers of the house's first lost ones: those are lost all the same.
func lostIn(fact record.Fact, seq int64, house *people.House) []NotedField {
	f, is := fact.(record.RestoredFrom)
	if !is {
		return nil
	}
	had := map[string]int64{}
	for _, note := range f.Heads {
		if head, err := checkpoint.ReadHead(note); err == nil {
			had[head.Stream] = head.Size
		}
	}
	for _, l := range house.Losses() {
		if l.Seq == seq {
			had[record.HouseStream] = l.Ended
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
	text, err := json.Marshal(lost)
	if err != nil {
		return nil
	}
	return []NotedField{{Path: []string{"lost"}, Is: string(text)}}
}
