package pitserver

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"sabot/app/pitclient"
	people "sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// boxesAmong is the number of a machine's entries among which one answer looks for counts of drop boxes.
const boxesAmong = 1000

// readBoxes answers a machine of Sabot 0.9 with the counts of the drop boxes of a table that was moved to it, as the machine before entered them, or took
// them when the table came there. A later one reads all of that itself (readFormer). Which machine that was a manager has signed. Nothing counts behind the last head that the pit has countersigned.
func (s *Server) readBoxes(r *http.Request, c client) (any, error) {
	from, err := fromOf(r)
	if err != nil {
		return nil, err
	}
	moved, _, err := s.heritage(r, c)
	if err != nil {
		return nil, err
	}
	m, pit, err := s.lastMove(r, c, moved)
	if err != nil {
		return nil, err
	}
	var lacks []string
	if from <= 1 && len(pit.moves) > 0 {
		if lacks, err = pit.leftOut(r.Context(), m); err != nil {
			return nil, err
		}
	}
	house, there := pit.houses[m.From]
	if !there {
		return pitclient.Boxes{Entries: lacks}, nil
	}
	if err := headHolds(house, nil, s.verifier); err != nil {
		return nil, err
	}
	answer, err := pit.boxesOf(r.Context(), house, m.Table, max(1, from))
	answer.Entries = append(lacks, answer.Entries...)
	return answer, err
}

// lastMove returns how a table was moved last, as the office's entries have it, and what machines have shipped of their houses: whoever writes to the
// database may have another move stand there. In a house without an office it goes by that. Error: a refusal where the last move was not to who asks.
func (s *Server) lastMove(r *http.Request, c client, moved central.Moved) (m signedMove, pit housesOf, err error) {
	h, err := s.houseFor(r, c)
	if err != nil {
		return m, pit, err
	}
	list, err := s.queries.Streams(r.Context())
	if err != nil {
		return m, pit, err
	}
	if pit, err = housesIn(r.Context(), s.queries, s.verifier, h.Office, list); err != nil {
		return m, pit, err
	}
	if h.Office == "" {
		return signedMove{TableMoved: record.TableMoved{Table: moved.Table, From: moved.From, To: moved.To}}, pit, nil
	}
	m, is := pit.moves.last(moved.Table)
	if !is || m.To != c.Name {
		return m, pit, pitclient.Refuse(pitclient.NotItsTable, "%s was not moved to %s last, as the office has signed", moved.Table, c.Name)
	}
	return m, pit, nil
}

// boxesOf returns the counts of a table's drop boxes in a machine's stream of the house, from an entry on: those that it entered, and those of what it
// took that another one has shipped. Where papers are wanted, the signed reports of its shifts are among them. Error: of a database that does
// not answer.
func (s *housesOf) boxesOf(ctx context.Context, house central.Stream, table string, from int64) (answer pitclient.Boxes, err error) {
	kinds := kindsOf(record.BoxCounted{}, record.BoxesTaken{})
	if s.papers {
		kinds = kindsOf(record.BoxCounted{}, record.BoxesTaken{}, record.ReportPrinted{}, record.PapersTaken{})
	}
	found, next, err := s.q.EntriesOf(ctx, house.ID, from, house.Signed, boxesAmong, kinds)
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
		case record.BoxesTaken:
			if f.Table == table {
				lines, err = s.onlyMade(ctx, f)
			}
		case record.PapersTaken:
			if f.Table == table { // who takes them holds each against the house
				lines = f.Entries
			}
		default:
			if people.Makes(f, table) {
				lines, err = signedAt(ctx, s.q, house, e)
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

// signedAt returns a count of a drop box, or a signed report, and the approvals behind it, as they were entered. Error: of a database that does not
// answer.
func signedAt(ctx context.Context, q central.Reading, house central.Stream, e record.Entry) (lines []string, err error) {
	texts, err := q.Entries(ctx, house.ID, e.Seq, 1+len(record.Signers(e.Fact)))
	for i, text := range texts {
		if e.Seq+int64(i) <= house.Signed {
			lines = append(lines, string(text))
		}
	}
	return lines, err
}

// A signedAway is a signed report of a shift of a table that was moved on.
type signedAway struct {
	people.TakenPaper
	from  string // the machine from which the table was moved
	size  int64  // the entries with which it went
	heard int64  // the last entry of its house that a machine made before it had to know of it
}

// overSigned returns, by stream, the first correction that a machine entered of a hand whose shift's report people had signed before
// the table came there, and the first report that it signed as a version which had other figures. Error: of a database that does
// not answer.
func (s housesOf) overSigned(ctx context.Context, machine string, list []central.Stream) (map[string]*record.Fault, error) {
	faults := map[string]*record.Fault{}
	for _, at := range list {
		if at.Machine != machine || at.Name == record.HouseStream || len(s.moves.had(at.Name)) == 0 {
			continue
		}
		corrections, err := s.correctedAt(ctx, at)
		if err != nil {
			return nil, err
		}
		reports, err := s.signedAs(ctx, machine, at.Name)
		if err != nil {
			return nil, err
		}
		if len(corrections)+len(reports) == 0 {
			continue
		}
		signed, err := s.signedAway(ctx, machine, at.Name)
		if err != nil {
			return nil, err
		}
		for _, e := range corrections {
			i := slices.IndexFunc(signed, func(p signedAway) bool { return p.Shift == e.Shift && p.size < e.Seq })
			if i < 0 {
				continue
			}
			faults[at.Name] = &record.Fault{Table: at.Name, Seq: e.Seq, Code: record.NotDone, Kind: record.KindOf(e.Fact), What: fmt.Sprintf("it corrects a hand of shift %d, whose report %s and %s had signed before %s was moved from %s", e.Shift, signed[i].With, signed[i].By, at.Name, signed[i].from)}
			break
		}
		if f := otherwise(reports, signed); f != nil && faults[record.HouseStream] == nil {
			faults[record.HouseStream] = f
		}
	}
	return faults, nil
}

// signedAs returns the entries with which people signed reports of a table's shifts at a machine. Error: of a database that does not answer.
func (s *housesOf) signedAs(ctx context.Context, machine, table string) (list []record.Entry, err error) {
	own := s.houses[machine]
	for from := int64(1); from > 0 && from <= own.Signed; {
		texts, next, err := s.q.EntriesOf(ctx, own.ID, from, own.Signed, boxesAmong, kindsOf(record.ReportPrinted{}))
		if err != nil {
			return nil, err
		}
		for _, text := range texts {
			e, err := record.Decode(text)
			if f, is := e.Fact.(record.ReportPrinted); err == nil && is && f.Table == table && f.PINs && people.OfSignedShift(f) {
				list = append(list, e)
			}
		}
		from = next
	}
	return list, nil
}

// otherwise returns the first of a machine's signed reports that has the version of one of which it had to know, and other figures; nil for
// none. One that it had signed before is another matter.
func otherwise(reports []record.Entry, signed []signedAway) *record.Fault {
	for i, e := range reports {
		f, _ := e.Fact.(record.ReportPrinted)
		had := func(e record.Entry) bool {
			was, _ := e.Fact.(record.ReportPrinted)
			return was.Shift == f.Shift && was.Version == f.Version && was.Digest == f.Digest
		}
		for _, p := range signed {
			if p.Shift != f.Shift || p.Version != f.Version || p.Digest == f.Digest || e.Seq <= p.heard || slices.ContainsFunc(reports[:i], had) {
				continue
			}
			return &record.Fault{Table: record.HouseStream, Seq: e.Seq, Code: record.NotDone, Kind: record.KindOf(f), What: fmt.Sprintf("it is signed as version %d of the report of shift %d of %s, and %s and %s had signed that version with other figures before %s was moved from %s", f.Version, f.Shift, f.Table, p.With, p.By, f.Table, p.from)}
		}
	}
	return nil
}

// signedAway returns the signed reports of a table's shifts of which a machine had to know that has, or had, the table: machines
// had entered them before they heard that it was moved from there. A table that was taken with --over may have come before the
// report, and a pit that was put back may have lacked it. Error: of a database that does not answer.
func (s housesOf) signedAway(ctx context.Context, machine, table string) (list []signedAway, err error) {
	own, there := s.houses[machine]
	if !there || s.lacks {
		return nil, nil
	}
	s.papers = true
	for _, m := range s.moves {
		if m.Table != table || m.Over || m.From == machine {
			continue
		}
		last, knew, err := s.knows(ctx, own, m)
		if err != nil {
			return nil, err
		}
		if !knew {
			continue
		}
		lines, heard, err := s.boxesUntil(ctx, m, m.From)
		if err != nil {
			return nil, err
		}
		if !heard {
			continue
		}
		head, _ := seal.ReadHead(m.Head) // it may have had none
		for _, p := range s.people.Backups().SignedPapers(table, lines) {
			list = append(list, signedAway{p, m.From, head.Size, last})
		}
	}
	return list, nil
}

// knows reports whether a machine asks for what others signed before a move, as it hears of that or of the next one that brings
// it the table, and which entry it had made last by then. A program of Sabot 0.9 does not ask. Error: of a database that does not
// answer.
func (s *housesOf) knows(ctx context.Context, own central.Stream, m signedMove) (last int64, knew bool, err error) {
	i := slices.IndexFunc(s.moves, func(c signedMove) bool {
		return c.entry >= m.entry && c.Table == m.Table && c.To == own.Machine
	})
	if i < 0 {
		return 0, false, nil
	}
	last, heard, err := s.until(ctx, own, s.moves[i].entry)
	if err != nil || !heard {
		return 0, false, err
	}
	old, modern := false, false
	for from := int64(1); from > 0 && from <= last; {
		texts, next, err := s.q.EntriesOf(ctx, own.ID, from, last, boxesAmong, kindsOf(record.Started{}))
		if err != nil {
			return 0, false, err
		}
		for _, text := range texts {
			if e, err := record.Decode(text); err == nil {
				f, _ := e.Fact.(record.Started)
				old, modern = old || !f.Since(0, 10), modern || f.Since(0, 10)
			}
		}
		from = next
	}
	return last, !old || modern, nil
}

// correctedAt returns the corrections of hands in a stream of a table. Error: of a database that does not answer.
func (s *housesOf) correctedAt(ctx context.Context, at central.Stream) (list []record.Entry, err error) {
	for from := int64(1); from > 0 && from <= at.Signed; {
		texts, next, err := s.q.EntriesOf(ctx, at.ID, from, at.Signed, pitclient.MostEntries, kindsOf(record.HandCorrected{}))
		if err != nil {
			return nil, err
		}
		for _, text := range texts {
			if e, err := record.Decode(text); err == nil { // what is wrong whoever verifies the pit finds
				list = append(list, e)
			}
		}
		from = next
	}
	return list, nil
}
