package pitserver

import (
	"context"
	"errors"
	"net/http"

	"sabot/app/pitclient"
	"sabot/pit/record"
	"sabot/storage/central"
)

// boxesAmong is among how many entries of a machine one answer looks for counts of drop boxes.
const boxesAmong = 1000

// readBoxes answers with the counts of the drop boxes of a table that was moved to who asks, as the machine before entered them, or took them
// when the table came there. Nothing counts behind the last head that the pit has countersigned.
func (s *Server) readBoxes(r *http.Request, c client) (any, error) {
	from, err := fromOf(r)
	if err != nil {
		return nil, err
	}
	moved, _, err := s.heritage(r, c)
	if err != nil {
		return nil, err
	}
	house, err := s.queries.Stream(r.Context(), moved.From, record.HouseStream)
	if errors.Is(err, central.ErrNoStream) {
		return pitclient.Boxes{}, nil
	}
	if err == nil {
		err = headHolds(house, nil, s.verifier)
	}
	if err != nil {
		return nil, err
	}
	return boxesOf(r.Context(), s.queries, house, moved.Table, max(1, from))
}

// boxesOf returns the counts of a table's drop boxes in a machine's stream of the house, from an entry on. Error: of a database that does not
// answer.
func boxesOf(ctx context.Context, q central.Reading, house central.Stream, table string, from int64) (answer pitclient.Boxes, err error) {
	kinds := map[string]bool{record.KindOf(record.BoxCounted{}): true, record.KindOf(record.BoxesTaken{}): true}
	found, next, err := q.EntriesOf(ctx, house.ID, from, house.Signed, boxesAmong, kinds)
	if err != nil {
		return answer, err
	}
	size := 0
	for _, text := range found {
		e, err := record.Decode(text)
		if err != nil {
			continue // what is wrong whoever verifies the pit finds
		}
		if size > mostHouse {
			answer.Next = e.Seq
			return answer, nil
		}
		var lines []string
		switch f := e.Fact.(type) {
		case record.BoxCounted:
			if f.Table == table {
				lines, err = countAt(ctx, q, house, e)
			}
		case record.BoxesTaken:
			if f.Table == table {
				lines = f.Entries
			}
		}
		if err != nil {
			return answer, err
		}
		for _, line := range lines {
			size += len(line)
		}
		answer.Entries = append(answer.Entries, lines...)
	}
	answer.Next = next
	return answer, nil
}

// countAt returns a count of a drop box and the approvals behind it, as they were entered. Error: of a database that does not answer.
func countAt(ctx context.Context, q central.Reading, house central.Stream, e record.Entry) (lines []string, err error) {
	texts, err := q.Entries(ctx, house.ID, e.Seq, 1+len(record.Signers(e.Fact)))
	for i, text := range texts {
		if e.Seq+int64(i) <= house.Signed {
			lines = append(lines, string(text))
		}
	}
	return lines, err
}
