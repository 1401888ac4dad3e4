package pitserver

import (
	"net/http"
	"time"

	"sabot/app/pitclient"
	"sabot/storage/central"
)

// mostHouse is the largest number of bytes of the office's entries in one answer.
const mostHouse = 1 << 20

// readHouse answers a machine of the house with what its office entered behind an entry, and with
// the tables that are the machine's.
func (s *Server) readHouse(r *http.Request, c client) (any, error) {
	from, err := fromOf(r)
	if err != nil {
		return nil, err
	}
	var word *officeWord
	if l := s.leader.Load(); l != nil {
		word = l.word.Load() // first: what is added meanwhile is there then
	}
	h, err := s.houseFor(r, c)
	if err != nil {
		return nil, err
	}
	h = word.current(h)
	if h.Restored && h.Office != "" && h.Office != c.Name { // it may be that tables were moved which the pit does not know of
		return nil, pitclient.Refuse(pitclient.Restored, "%s", waitsFor(h.Office))
	}
	answer := pitclient.HouseAt{
		Clock: s.Now().UnixMilli(), Tables: h.Tables, Machine: h.Office, Voucher: h.Voucher, Heard: h.Whole, Lacks: lacks(h), Size: h.Signed, Note: h.Note,
	}
	if from >= answer.Size {
		if r.URL.Query().Has("keys") {
			answer.Keys, err = s.sealedKeys(r)
		}
		return answer, err
	}
	return s.houseEntries(r, answer, h.Stream, from)
}

// houseFor returns the answer to a machine. It asks with the certificate that it was given last.
func (s *Server) houseFor(r *http.Request, c client) (central.HouseFor, error) {
	h, is, err := s.queries.HouseFor(r.Context(), c.Name)
	if err == nil && (!is || h.Serial != c.serial) {
		err = s.notEnrolled(r.Context(), c)
	}
	return h, err
}

// readTable answers with the entries of a table that was moved to who asks.
func (s *Server) readTable(r *http.Request, c client) (any, error) {
	from, err := fromOf(r)
	if err != nil {
		return nil, err
	}
	moved, stream, err := s.heritage(r, c)
	if err != nil {
		return nil, err
	}
	texts, err := s.queries.Entries(r.Context(), stream, from+1, int(max(0, min(pitclient.MostEntries, moved.Size-from))))
	return pitclient.HouseAt{Size: moved.Size, Entries: cut(texts)}, err
}

// heritage returns how the table that a machine asks for was moved to it, and the stream of that at the machine before. Errors: a refusal of
// one that was not, or that no manager had moved.
func (s *Server) heritage(r *http.Request, c client) (central.Moved, int32, error) {
	h, err := s.houseFor(r, c)
	if err != nil {
		return central.Moved{}, 0, err
	}
	table := r.URL.Query().Get("table")
	moved, stream, is, err := s.queries.Heritage(r.Context(), table, c.Name)
	if err != nil {
		return moved, 0, err
	}
	if is && h.Office != "" {
		signed, err := signedMoves(r.Context(), s.queries, s.verifier, central.Stream{ID: h.Stream, Signed: h.Signed})
		if err != nil {
			return moved, 0, err
		}
		is = signed.bear(moved)
	}
	if !is {
		return moved, 0, pitclient.Refuse(pitclient.NotItsTable, "%s was not moved to %s", table, c.Name)
	}
	return moved, stream, nil
}

// cut returns the texts that fit into one answer.
func cut(texts [][]byte) (list []string) {
	size := 0
	for _, text := range texts {
		if size += len(text); size > mostHouse && len(list) > 0 {
			break
		}
		list = append(list, string(text))
	}
	return list
}

// houseEntries puts entries into an answer, and the keys that may go with them.
func (s *Server) houseEntries(r *http.Request, answer pitclient.HouseAt, stream int32, from int64) (any, error) {
	texts, err := s.queries.Entries(r.Context(), stream, from+1, int(min(pitclient.MostEntries, answer.Size-from)))
	if err != nil {
		return nil, err
	}
	answer.Entries = cut(texts)
	answer.Keys, err = s.sealedKeys(r)
	return answer, err
}

// sealedKeys returns the sealed keys of the people of the house.
func (s *Server) sealedKeys(r *http.Request) (list []pitclient.Key, err error) {
	keys, err := s.queries.Sealed(r.Context())
	for _, k := range keys {
		list = append(list, pitclient.Key{Number: k.Number, Sealed: k.Sealed})
	}
	return list, err
}

// overtaken returns how many entries each machine said in the last minute that it holds of each table that another one took over.
func (s *Server) overtaken(r *http.Request, now int64) (map[string]map[string]int64, error) {
	list, err := s.queries.Refusals(r.Context(), now-time.Minute.Milliseconds())
	held := map[string]map[string]int64{}
	for _, f := range list {
		if f.Why == string(pitclient.Overtaken) {
			if held[f.Machine] == nil {
				held[f.Machine] = map[string]int64{}
			}
			held[f.Machine][f.Stream] = f.Theirs - f.Ours
		}
	}
	return held, err
}
