package pitserver

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"sabot/app/pitclient"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// The account of a machine to which a table is moved writes by itself which counts of drop boxes came with that: a count that it leaves out nobody
// there misses. The pit has the counts as they were entered, so it holds that machine's word against them.

// An heir is a machine whose stream of the house is read for what it took over of the drop boxes of tables that were moved to it.
type heir struct {
	machine string
	pit     housesOf
	house   house.House
	judged  map[string]int64 // by table, the office's entry of the last move of which it said what came
	taking  string           // the table of which its last entries say that; "" for none
	at      int64            // the last of them
	old     bool             // a program before 0.10 has worked there, which knows of no counts that come along
	modern  bool             // one since 0.10 has
	lacks   *record.Fault    // the first count that did not come
}

// A housesOf is the place where what machines have shipped of their houses is read.
type housesOf struct {
	q       central.Reading
	witness string
	office  string
	houses  map[string]central.Stream // as far as it is read
	moves   moves                     // for which managers have signed at the office, in order
	keys    house.House               // the keys that people of the house have or had, by the office's entries
}

// houseKinds are the kinds of entries by which an heir is judged: how far it goes by the office, and what came with tables.
var houseKinds = kindsOf(record.HouseTaken{}, record.PINSet{}, record.Started{}, record.BoxCounted{}, record.BoxesTaken{}, record.TableInherited{})

// cameKinds are those of the entries by which a machine says what came to it.
var cameKinds = kindsOf(record.BoxesTaken{}, record.TableInherited{})

func kindsOf(facts ...record.Fact) map[string]bool {
	kinds := map[string]bool{}
	for _, f := range facts {
		kinds[record.KindOf(f)] = true
	}
	return kinds
}

// housesIn returns where to read what machines have shipped of their houses, of some streams; office is the machine whose people and tables are
// the house's, "" for none. Error: of a database that does not answer.
func housesIn(ctx context.Context, q central.Reading, witness, office string, list []central.Stream) (s housesOf, err error) {
	s = housesOf{q: q, witness: witness, office: office, houses: map[string]central.Stream{}}
	for _, st := range list {
		if st.Name == record.HouseStream {
			s.houses[st.Machine] = st
		}
	}
	house, there := s.houses[office]
	if !there || headHolds(house, nil, witness) != nil {
		return s, nil
	}
	if s.moves, err = signedMoves(ctx, q, house); err != nil {
		return s, err
	}
	for from := int64(1); from > 0 && from <= house.Signed; {
		var texts [][]byte
		if texts, from, err = q.EntriesOf(ctx, house.ID, from, house.Signed, boxesAmong, kindsOf(record.PINSet{})); err != nil {
			return s, err
		}
		for _, text := range texts {
			if e, err := record.Decode(text); err == nil { // what is wrong whoever verifies the pit finds
				s.keys.Apply(e)
			}
		}
	}
	return s, nil
}

// officeAmong returns the machine that is the house's office; "" where there is none.
func officeAmong(machines []central.Machine) string {
	for _, m := range machines {
		if m.Voucher != "" {
			return m.Name
		}
	}
	return ""
}

// boxesUntil returns the counts of a table's drop boxes that a machine had entered, or taken, before it heard of a move by which the table left
// it; heard is false where the pit has not been told that it did, and then it is all that the machine has shipped. Nothing counts behind a head that this pit
// has countersigned. Error: of a database that does not answer.
func (s *housesOf) boxesUntil(ctx context.Context, m signedMove, from string) (lines []string, heard bool, err error) {
	house, there := s.houses[from]
	if !there || headHolds(house, nil, s.witness) != nil {
		return nil, false, nil
	}
	if house.Signed, heard, err = s.until(ctx, house, m.entry); err != nil {
		return nil, false, err
	}
	for at := int64(1); at > 0; {
		some, err := boxesOf(ctx, s.q, house, m.Table, at)
		if err != nil {
			return nil, false, err
		}
		lines, at = append(lines, some.Entries...), some.Next
	}
	return lines, heard, nil
}

// until returns the last entry of a machine before it heard of an entry of the office: it enters no count of a table any more behind that. Error: of a
// database that does not answer.
func (s *housesOf) until(ctx context.Context, house central.Stream, entry int64) (last int64, heard bool, err error) {
	if house.Machine == s.office {
		return min(entry-1, house.Signed), entry <= house.Signed, nil
	}
	for from := int64(1); from > 0 && from <= house.Signed; {
		texts, next, err := s.q.EntriesOf(ctx, house.ID, from, house.Signed, boxesAmong, kindsOf(record.HouseTaken{}))
		if err != nil {
			return 0, false, err
		}
		for _, text := range texts {
			if takenUpTo(text, house.Signed) < entry {
				continue
			}
			e, err := record.DecodeHead(text)
			return e.Seq - 1, err == nil, nil
		}
		from = next
	}
	return house.Signed, false, nil
}

// heirOf begins with a machine of which nothing was read.
func heirOf(machine string, pit housesOf) *heir {
	return &heir{machine: machine, pit: pit, judged: map[string]int64{}}
}

// read reads entries of its stream of the house from one to another. Error: of a database that does not answer.
func (h *heir) read(ctx context.Context, stream int32, from, to int64) error {
	for from > 0 && from <= to {
		texts, next, err := h.pit.q.EntriesOf(ctx, stream, from, to, boxesAmong, houseKinds)
		if err != nil {
			return err
		}
		for _, text := range texts {
			if err := h.add(ctx, text); err != nil {
				return err
			}
		}
		from = next
	}
	return nil
}

// add takes in its next entry; those of other kinds than houseKinds may be left out. Error: of a database that does not answer.
func (h *heir) add(ctx context.Context, text []byte) error {
	e, err := record.Decode(text)
	if err != nil {
		return nil // what is wrong whoever verifies the pit finds
	}
	came := ""
	switch f := e.Fact.(type) {
	case record.BoxesTaken:
		came = f.Table
	case record.TableInherited:
		came = f.Table
	}
	if came != h.taking {
		if err := h.judge(ctx); err != nil {
			return err
		}
	}
	h.house.Apply(e)
	if f, started := e.Fact.(record.Started); started {
		h.old, h.modern = h.old || !f.Since(0, 10), h.modern || f.Since(0, 10)
	}
	if h.taking = came; came != "" {
		h.at = e.Seq
	}
	return nil
}

// judge holds what came with the table that was taken over last against what the machine before had entered. Error: of a database that does
// not answer.
func (h *heir) judge(ctx context.Context) error {
	heard := h.house.Office().Size
	if h.machine == h.pit.office {
		heard = h.at
	}
	m, moved := h.pit.moves.lastUpTo(h.taking, heard)
	if h.taking = ""; !moved || m.To != h.machine {
		return nil
	}
	h.judged[m.Table] = m.entry
	return h.demands(ctx, m, h.at)
}

// demands notes, at an entry, the first count that the machine before had entered and that did not come with a move. A machine that does not
// answer may have entered some that the pit did not have then: of such a move nothing is demanded, but of the office, which enters it itself.
func (h *heir) demands(ctx context.Context, m signedMove, seq int64) error {
	if h.lacks != nil || h.old && !h.modern || m.Over && m.From != h.pit.office {
		return nil
	}
	lines, heard, err := h.pit.boxesUntil(ctx, m, m.From)
	if err != nil || !heard {
		return err
	}
	if lacks := h.house.LacksBoxes(m.Table, lines, &h.pit.keys); len(lacks) > 0 {
		c := lacks[0]
		h.lacks = &record.Fault{Table: record.HouseStream, Seq: seq, Code: record.Missing, What: fmt.Sprintf("%s came from %s without the count of the drop box of its shift %d that %s and %s signed there, which this pit has (counts left out: %d)", m.Table, m.From, c.Shift, c.By, c.With, len(lacks))}
	}
	return nil
}

// lacking returns the first count of a drop box that a machine should have taken over and has not, as far as it has shipped; nil for
// none. Error: of a database that does not answer.
func lacking(ctx context.Context, pit housesOf, machine string, list []central.Stream) (*record.Fault, error) {
	own, there := pit.houses[machine]
	if !there || own.Signed == 0 {
		return nil, nil
	}
	h := heirOf(machine, pit)
	if err := h.read(ctx, own.ID, 1, own.Signed); err != nil {
		return nil, err
	}
	if err := h.judge(ctx); err != nil || h.lacks != nil {
		return h.lacks, err
	}
	for _, m := range pit.moves { // it plays on, and never says that it took the table over
		if last, _ := pit.moves.last(m.Table); last.entry != m.entry {
			continue
		}
		head, _ := seal.ReadHead(m.Head) // it may have had none
		plays := slices.ContainsFunc(list, func(s central.Stream) bool {
			return s.Machine == machine && s.Name == m.Table && s.Signed > head.Size
		})
		if m.To != machine || m.Over || h.judged[m.Table] == m.entry || !plays {
			continue
		}
		if err := h.demands(ctx, m, own.Signed); err != nil || h.lacks != nil {
			return h.lacks, err
		}
	}
	return nil, nil
}

// tookAll returns the refusal of what a machine ships of its house up to a head where counts of drop boxes are left out that came with a table;
// nil where nothing is. Error: of a database that does not answer.
func (s *Server) tookAll(ctx context.Context, c client, a *pitclient.Append) (*pitclient.Refusal, error) {
	if s.Houses || a.Stream != record.HouseStream || a.Note == "" {
		return nil, nil
	}
	says := slices.ContainsFunc(a.Texts, func(text []byte) bool {
		_, kind, err := record.DecodeKind(text)
		return err == nil && cameKinds[kind]
	})
	own, err := s.queries.Stream(ctx, c.Name, record.HouseStream)
	if errors.Is(err, central.ErrNoStream) {
		err = nil
	}
	if err != nil {
		return nil, err
	}
	if own.Size < a.From {
		return pitclient.Refuse(pitclient.NotNext, "%s ships what lies behind entry %d of its house before that has arrived", c.Name, own.Size), nil
	}
	for from := own.Signed + 1; !says && from > 0 && from <= a.From; {
		texts, next, err := s.queries.EntriesOf(ctx, own.ID, from, a.From, boxesAmong, cameKinds)
		if err != nil {
			return nil, err
		}
		says, from = len(texts) > 0, next
	}
	if !says {
		return nil, nil
	}
	list, err := s.queries.Streams(ctx)
	if err != nil {
		return nil, err
	}
	machines, err := s.queries.Machines(ctx)
	if err != nil {
		return nil, err
	}
	pit, err := housesIn(ctx, s.queries, s.verifier, officeAmong(machines), list)
	if err != nil {
		return nil, err
	}
	h := heirOf(c.Name, pit)
	if err := h.read(ctx, own.ID, 1, min(own.Signed, a.From)); err != nil {
		return nil, err
	}
	if err := h.judge(ctx); err != nil {
		return nil, err
	}
	h.lacks = nil // Verify names what was countersigned before
	if err := h.read(ctx, own.ID, own.Signed+1, a.From); err != nil {
		return nil, err
	}
	for _, text := range a.Texts {
		if err := h.add(ctx, text); err != nil {
			return nil, err
		}
	}
	if err := h.judge(ctx); err != nil || h.lacks == nil {
		return nil, err
	}
	return pitclient.Refuse(pitclient.LacksBoxes, "entry %d of what %s has entered does not hold: %s", h.lacks.Seq, c.Name, h.lacks.What), nil
}

// withBoxes returns the house of a machine, of those of all, with the counts of a table's drop boxes that machines before had entered and that
// did not come: two people signed each of them. Error: of a database that does not answer.
func withBoxes(ctx context.Context, pit housesOf, houses map[string]*house.House, table, machine string) (*house.House, error) {
	last := map[string]signedMove{} // by the machine that the table left
	var left []string
	for _, m := range pit.moves {
		for _, from := range []string{m.From, m.Between} {
			if m.Table != table || from == "" || from == machine {
				continue
			}
			if last[from] = m; !slices.Contains(left, from) {
				left = append(left, from)
			}
		}
	}
	house := houses[machine]
	for _, from := range left {
		if houses[from] == nil || house.HasCountsOf(houses[from], table) {
			continue
		}
		lines, _, err := pit.boxesUntil(ctx, last[from], from)
		if err != nil {
			return nil, err
		}
		house = house.WithBoxes(table, lines, &pit.keys)
	}
	return house, nil
}
