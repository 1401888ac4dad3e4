package centre

import (
	"net/http"
	"slices"
	"strconv"

	"sabot/app/wire"
	"sabot/pit/record"
	"sabot/storage/central"
)

// mostHouse is how many bytes of the office's entries are answered at once.
const mostHouse = 1 << 20

// readHouse answers a machine of the house with what its office entered behind an entry, and with
// the tables that are the machine's.
func (s *Server) readHouse(r *http.Request, c client) (any, error) {
	from, err := strconv.ParseInt(r.URL.Query().Get("from"), 10, 64)
	if err != nil || from < 0 {
		return nil, wire.Refuse(wire.Malformed, "it asks for what the office entered from nowhere on")
	}
	machines, err := s.queries.Machines(r.Context())
	if err != nil {
		return nil, err
	}
	own := slices.IndexFunc(machines, func(m central.Machine) bool { return m.Name == c.Name })
	if own < 0 || machines[own].Serial != c.serial {
		return nil, wire.Refuse(wire.NotEnrolled, "the machine %s is not enrolled in this pit with that certificate", c.Name)
	}
	answer := wire.HouseAt{Clock: s.Now().UnixMilli(), Tables: machines[own].Tables}
	office := slices.IndexFunc(machines, func(m central.Machine) bool { return m.Voucher != "" })
	if office < 0 {
		return answer, nil
	}
	answer.Machine, answer.Voucher, answer.Heard = machines[office].Name, machines[office].Voucher, machines[office].Heard
	streams, err := s.queries.Streams(r.Context())
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(streams, func(st central.Stream) bool {
		return st.Machine == answer.Machine && st.Name == record.HouseStream
	})
	if at < 0 {
		return answer, nil
	}
	answer.Size, answer.Note = streams[at].Signed, streams[at].Note
	if from >= answer.Size {
		return answer, nil
	}
	return s.houseEntries(r, answer, streams[at].ID, from)
}

// houseEntries puts entries into an answer, and the keys that may go with them.
func (s *Server) houseEntries(r *http.Request, answer wire.HouseAt, stream int32, from int64) (any, error) {
	texts, err := s.queries.Entries(r.Context(), stream, from+1, int(min(wire.MostEntries, answer.Size-from)))
	if err != nil {
		return nil, err
	}
	size := 0
	for _, text := range texts {
		if size += len(text); size > mostHouse && len(answer.Entries) > 0 {
			break
		}
		answer.Entries = append(answer.Entries, string(text))
	}
	keys, err := s.queries.Sealed(r.Context())
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		answer.Keys = append(answer.Keys, wire.Key{Number: k.Number, Sealed: k.Sealed})
	}
	return answer, nil
}
