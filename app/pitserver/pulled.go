package pitserver

import (
	"errors"
	"net/http"
	"slices"
	"strconv"

	"sabot/app/pitclient"
	"sabot/pit/record"
	"sabot/storage/central"
)

// readPulled answers with a piece of a stream, as far as its machine has signed it.
func (s *Server) readPulled(r *http.Request, c client) (any, error) {
	q := r.URL.Query()
	from, err := fromOf(r)
	if err != nil {
		return nil, err
	}
	stream, err := s.queries.Stream(r.Context(), q.Get("machine"), q.Get("stream"))
	if errors.Is(err, central.ErrNoStream) {
		return nil, pitclient.Refuse(pitclient.Malformed, "%s has shipped no %s", q.Get("machine"), q.Get("stream"))
	}
	if err != nil {
		return nil, err
	}
	p := &pitclient.Pulled{Size: stream.Signed, Note: stream.Note}
	if stream.Size == stream.Signed {
		p.Edge = stream.Edge
	}
	if shifts, _ := strconv.Atoi(q.Get("shifts")); shifts > 0 {
		p.Texts, err = s.queries.LastShifts(r.Context(), stream, min(shifts, pitclient.MostShifts))
	} else if from == 0 {
		p.Opening, err = s.queries.LastOpening(r.Context(), stream)
	} else {
		p.Texts, p.Next, err = central.Signed(r.Context(), s.queries, stream, from, q.Has("headlines"))
	}
	if err != nil {
		return nil, err
	}
	return p.Lines()
}

// readFormer answers with a piece of the stream of the house of a machine that had a table, to the one to which that was moved last.
func (s *Server) readFormer(r *http.Request, c client) (any, error) {
	q := r.URL.Query()
	from, err := fromOf(r)
	if err != nil {
		return nil, err
	}
	h, err := s.houseFor(r, c)
	if err != nil {
		return nil, err
	}
	texts, err := s.queries.TableMoves(r.Context(), h.Stream)
	if err != nil {
		return nil, err
	}
	signed, err := course{}.with(r.Context(), texts, h.Signed, &evidence{asks: s.queries, witness: s.verifier})
	if err != nil {
		return nil, err
	}
	table, machine := q.Get("table"), q.Get("machine")
	had := slices.Concat(signed.moves, signed.aside).had(table) // whoever asks goes by what a manager signed, and does not know what is held aside
	if last, is := signed.moves.last(table); !is || last.To != c.Name || !slices.Contains(had, machine) {
		return nil, pitclient.Refuse(pitclient.NotItsTable, "%s was not moved to %s last, or %s never had it", table, c.Name, machine)
	}
	stream, err := s.queries.Stream(r.Context(), machine, record.HouseStream)
	if errors.Is(err, central.ErrNoStream) {
		return (&pitclient.Pulled{}).Lines()
	}
	if err != nil {
		return nil, err
	}
	p := &pitclient.Pulled{Size: stream.Signed, Note: stream.Note}
	if p.Texts, p.Next, err = central.Signed(r.Context(), s.queries, stream, max(1, from), false); err != nil {
		return nil, err
	}
	return p.Lines()
}
