package pitserver

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"

	"sabot/app/pitclient"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// readHanded tells the machine that plays a table how far an earlier machine has heard of the office, and given the
// table up.
func (s *Server) readHanded(r *http.Request, c client) (any, error) {
	h, err := s.houseFor(r, c)
	if err != nil {
		return nil, err
	}
	table, machine := r.URL.Query().Get("table"), r.URL.Query().Get("machine")
	if !slices.Contains(h.Tables, table) {
		return nil, pitclient.Refuse(pitclient.NotItsTable, "%s was not moved to %s", table, c.Name)
	}
	heard, err := letGo(r.Context(), s.queries, s.verifier, h.Office, machine, table)
	return pitclient.Handed{Heard: heard}, err
}

// letGo returns the number of the office's entries that a machine has taken in, by its shipped stream, where it said
// last that it does not play a table; else 0. What it has taken in is asked first: what it says of its tables is then
// of after that, or of the same. Nothing counts behind the last head that the pit has countersigned: the login that
// serves may have written it. A machine that had taken in what the office lost since may have heard of another entry of that number.
// It plays no table all the same that it does not say: it ships all that it has under one head, and this pit gives it none.
// Error: of a database that does not answer.
func letGo(ctx context.Context, q central.Reading, witness, office, machine, table string) (heard int64, err error) {
	heard, tables, said, err := saidOf(ctx, q, witness, office, machine)
	if err != nil || !said || slices.Contains(tables, table) { // nobody has said which tables it plays, or this is one
		return 0, err
	}
	return heard, nil
}

// saidOf returns how many of the office's entries a machine has taken in, and which tables it plays, as it has shipped that last. Said is false
// where it has not. Error: of a database that does not answer.
func saidOf(ctx context.Context, q central.Reading, witness, office, machine string) (heard int64, tables []string, said bool, err error) {
	own, err := q.Stream(ctx, machine, record.HouseStream)
	if errors.Is(err, central.ErrNoStream) {
		return 0, nil, false, nil
	}
	if err != nil || headHolds(own, nil, witness) != nil {
		return 0, nil, false, err
	}
	heard = own.Signed // the office has heard what it entered
	if machine != office {
		text, err := q.LastOf(ctx, own.ID, record.HouseTaken{})
		if err != nil {
			return 0, nil, false, err
		}
		heard = takenUpTo(text, own.Signed)
	}
	text, err := q.LastOf(ctx, own.ID, record.TablesHeld{})
	if err != nil {
		return 0, nil, false, err
	}
	e, err := record.Decode(text)
	f, said := e.Fact.(record.TablesHeld)
	if err != nil || !said || e.Seq > own.Signed {
		return 0, nil, false, nil
	}
	return heard, f.Tables, true, nil
}

// takenUpTo returns the number of the office's last entry in one of a machine by which it took in some. It returns
// 0 for none, and for one behind what it has signed.
func takenUpTo(text []byte, signed int64) int64 {
	e, err := record.Decode(text)
	f, taken := e.Fact.(record.HouseTaken)
	if err != nil || !taken || e.Seq > signed {
		return 0
	}
	return house.TakenUpTo(f)
}

// stillHanding returns the machines that the record of the house's office has a table be moved from in order, and that have not let go of it
// as the pit has it. Error: of a database that does not answer.
func (m mover) stillHanding(ctx context.Context, h *session.House, table string) (list []string, err error) {
	office, err := m.owned.OfficeBy(ctx)
	if err != nil {
		return nil, err
	}
	return handing(ctx, m.q, m.Verifier(), &h.State, office, table)
}

// handing returns the machines that have not let go of a table which was moved in order, none once the machine to which it was moved plays it. Error:
// of a database that does not answer.
func handing(ctx context.Context, q central.Reading, witness string, house *house.House, office, table string) (list []string, err error) {
	waits := house.Moves().Handing(table)
	if len(waits) == 0 {
		return nil, nil
	}
	if goesOn, err := goesOnWith(ctx, q, witness, house, table); err != nil || goesOn {
		return nil, err
	}
	for _, m := range waits {
		heard, err := letGo(ctx, q, witness, office, m.Machine, table)
		if err != nil {
			return nil, err
		}
		if heard < m.Entry {
			list = append(list, m.Machine)
		}
	}
	return list, nil
}

// goesOnWith reports whether the machine to which a table was moved last has entered something there since, as the pit has countersigned. It waited
// for all who had the table before: of one whose disk was lost the pit may have less since it was restored. Error: of a database that does not answer.
func goesOnWith(ctx context.Context, q central.Reading, witness string, house *house.House, table string) (bool, error) {
	f, size, moved := house.Moves().Moved(table)
	if !moved {
		return false, nil
	}
	s, err := q.Stream(ctx, f.To, table)
	if errors.Is(err, central.ErrNoStream) {
		return false, nil
	}
	if err != nil || headHolds(s, nil, witness) != nil {
		return false, err
	}
	head, err := seal.ReadHead(s.Note)
	_, had, _ := house.Moves().MovedFrom(table, f.To) // of before the table went away, and came back
	return err == nil && head.Size > max(size, had), nil
}

// handedOf notes which tables were moved in order and wait for a machine to let go of them, and which of those that a line says to be played
// elsewhere were not taken over there yet, as the pit has it. Of a machine whose own stream the pit has not countersigned it does not know that. A table of which a move is held aside is handed over by nobody. Error: of a database that does not answer.
func (s *Status) handedOf(ctx context.Context, q central.Reading, p placed, plays map[string]string) error {
	witness, streams := p.witness, p.streams
	at := slices.IndexFunc(streams, func(st central.Stream) bool { return st.Machine == s.Office && st.Name == record.HouseStream })
	if s.Office == "" || at < 0 {
		return nil
	}
	texts, err := q.TableMoves(ctx, streams[at].ID)
	if err != nil {
		return err
	}
	var house house.House
	for _, text := range texts {
		if e, err := record.Decode(text); err == nil { // what is wrong whoever verifies the pit finds
			house.Apply(e)
		}
	}
	for _, table := range slices.Sorted(maps.Keys(plays)) {
		if _, waits := p.waiting[table]; waits {
			continue
		}
		machines, err := handing(ctx, q, witness, &house, s.Office, table)
		if err != nil {
			return err
		}
		to, _, _ := house.Moves().Moved(table) // the database may not follow: its machine is not enrolled
		for _, m := range machines {
			if !p.silent(m) {
				s.Handing = append(s.Handing, Handing{table, m, to.To})
			} else if p.shippedHere() { // else it is so of each machine, which is said once
				s.Silent = append(s.Silent, Handing{table, m, to.To})
			}
		}
	}
	for i, l := range s.Lines {
		if f, _, moved := house.Moves().Moved(l.Stream); l.Plays == "" || !moved || f.To != l.Plays || p.silent(l.Plays) {
			continue
		}
		heard, tables, _, err := saidOf(ctx, q, witness, s.Office, l.Plays)
		if err != nil {
			return err
		}
		s.Lines[i].Goes = heard < house.Moves().CameBy(l.Stream) || !slices.Contains(tables, l.Stream)
	}
	return nil
}
