package pitserver

import (
	"errors"
	"net/http"
	"strconv"

	"sabot/app/pitclient"
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
