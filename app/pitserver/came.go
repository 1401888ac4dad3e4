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
	judged  map[string]int64   // by table, the office's entry of the last move of which it said what came
	taking  string             // the table of which its last entries say that; "" for none
	at      int64              // the last of them
	old     bool               // a program before 0.10 has worked there, which knows of no counts that come along
	modern  bool               // one since 0.10 has
	came    []house.TakenCount // counts that its last entries say came
	papers  map[string]bool    // the entries of signed reports that it has: its own, the office's, and those that came
	wrong   *record.Fault      // the first count or report that did not come, or count that nobody had made
	why     pitclient.Why      // with which that is refused
}

// A housesOf is the place where what machines have shipped of their houses is read.
type housesOf struct {
	q       central.Reading
	witness string
	office  string
	houses  map[string]central.Stream // as far as it is read
	moves   moves                     // for which managers have signed at the office, in order
	people  house.House               // who works or worked in the house, their keys, and the moves, by the office's entries
	papers  bool                      // what is read of a table that was moved has the signed reports of its shifts too
	lacks   bool                      // entries of houses that it had countersigned, since its database was put back
}

// houseKinds are the kinds of entries by which an heir is judged: how far it goes by the office, and what came with tables.
var houseKinds = kindsOf(record.HouseTaken{}, record.TableMoved{}, record.PINSet{}, record.Started{}, record.BoxCounted{}, record.BoxesTaken{}, record.TableInherited{},
	record.PapersTaken{}, record.ReportPrinted{})

// peopleKinds are those of the office's entries by which counts are judged: who may make one, and where the table was.
var peopleKinds = kindsOf(record.PINSet{}, record.StaffSet{}, record.TableMoved{})

// cameKinds are those of the entries by which a machine says what came to it.
var cameKinds = kindsOf(record.BoxesTaken{}, record.TableInherited{}, record.PapersTaken{})

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
		s.lacks = true
		return s, nil
	}
	gone, err := q.Gone(ctx)
	if err != nil {
		return s, err
	}
	if s.lacks, err = q.Restored(ctx); err != nil {
		return s, err
	}
	s.lacks = s.lacks || slices.ContainsFunc(gone, func(g central.Gone) bool { return g.Stream == record.HouseStream })
	if s.moves, err = signedMoves(ctx, q, witness, house); err != nil {
		return s, err
	}
	for from := int64(1); from > 0 && from <= house.Signed; {
		var texts [][]byte
		if texts, from, err = q.EntriesOf(ctx, house.ID, from, house.Signed, boxesAmong, peopleKinds); err != nil {
			return s, err
		}
		for _, text := range texts {
			if e, err := record.Decode(text); err == nil { // what is wrong whoever verifies the pit finds
				s.people.Apply(e)
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
		some, err := s.boxesOf(ctx, house, m.Table, at)
		if err != nil {
			return nil, false, err
		}
		lines, at = append(lines, some.Entries...), some.Next
	}
	return lines, heard, nil
}

// until returns the last entry of a machine before it heard of an entry of the office. It enters no count of a
// table any more behind that. Error: of a database that does not answer.
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
	pit.papers = true
	return &heir{machine: machine, pit: pit, judged: map[string]int64{}, papers: map[string]bool{}}
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
	case record.PapersTaken:
		came = f.Table
	}
	if came != h.taking {
		if err := h.judge(ctx); err != nil {
			return err
		}
	}
	if f, is := e.Fact.(record.BoxesTaken); is {
		list := house.TakenCounts(f.Table, f.Entries)
		h.came = append(h.came, list...)
		switch {
		case h.wrong != nil:
		case !house.AreCounts(f):
			h.fails(e.Seq, "what is to be counts of drop boxes that came with %s from %s is something else", f.Table, f.Machine)
		case !h.house.Boxes().Takes(f):
			h.fails(e.Seq, "it takes counts of drop boxes of %s from %s: it has one of them, or no manager had the table moved here from there", f.Table, f.Machine)
		case house.Turned(list):
			h.fails(e.Seq, turned, f.Table, f.Machine)
		}
	}
	h.notePapers(e.Fact, text)
	h.house.Apply(e)
	if f, started := e.Fact.(record.Started); started {
		h.old, h.modern = h.old || !f.Since(0, 10), h.modern || f.Since(0, 10)
	}
	if h.taking = came; came != "" {
		h.at = e.Seq
	}
	return nil
}

// notePapers notes the entries of signed reports that a fact brings.
func (h *heir) notePapers(f record.Fact, text []byte) {
	lines := []string{string(text)}
	switch f := f.(type) {
	case record.PapersTaken:
		lines = f.Entries
	case record.HouseTaken:
		lines = f.Entries
	case record.ReportPrinted:
	default:
		return
	}
	for _, line := range lines {
		if _, kind, err := record.DecodeKind([]byte(line)); err == nil && kind == record.KindOf(record.ReportPrinted{}) {
			h.papers[line] = true
		}
	}
}

// judge compares what came with the table that was taken over last with what the machine before had entered.
// Error: of a database that does not answer.
func (h *heir) judge(ctx context.Context) error {
	heard := h.house.Office().Size
	if h.machine == h.pit.office {
		heard = h.at
	}
	m, moved := h.pit.moves.lastUpTo(h.taking, heard)
	came := h.came
	if h.taking, h.came = "", nil; !moved || m.To != h.machine {
		return nil
	}
	h.judged[m.Table] = m.entry
	for _, c := range came {
		if made, err := h.pit.made(ctx, &c); err != nil {
			return err
		} else if !made && h.wrong == nil && !h.pit.lacks {
			h.fails(h.at, "%s came from %s with a count of the drop box of its shift %d that no machine has shipped as %s and %s signed it", m.Table, m.From, c.Shift, c.By, c.With)
		}
	}
	return h.demands(ctx, m, h.at, came)
}

const turned = "%s came from %s with its counts of drop boxes, and they are entered in another order than they were made in"

// fails notes a fault of its stream of the house.
func (h *heir) fails(seq int64, what string, args ...any) {
	h.wrong, h.why = &record.Fault{Table: record.HouseStream, Seq: seq, Code: record.WrongDrop, What: fmt.Sprintf(what, args...)}, pitclient.LacksBoxes
}

// lacks notes that what the machine before had entered did not come with a table.
func (h *heir) lacks(why pitclient.Why, seq int64, what string, args ...any) {
	h.wrong, h.why = &record.Fault{Table: record.HouseStream, Seq: seq, Code: record.Missing, What: fmt.Sprintf(what, args...)}, why
}

// onlyMade returns those entries of counts that came to a machine with a table which another machine has shipped; all of them where this pit lacks some
// of those itself. Error: of a database that does not answer.
func (s *housesOf) onlyMade(ctx context.Context, f record.BoxesTaken) (lines []string, err error) {
	if s.lacks {
		return f.Entries, nil
	}
	lines = house.OnlyMade(f, func(c *house.TakenCount) (made bool) {
		if err == nil {
			made, err = s.made(ctx, c)
		}
		return made
	})
	return lines, err
}

// leftOut returns the entries of counts of a table which machines before the last one made, and which that one does
// not have. It may have left them out of what it entered. Where papers are wanted, it has those of signed reports too.
// Error: of a database that does not answer.
func (s *housesOf) leftOut(ctx context.Context, m signedMove) (lines []string, err error) {
	last, _, err := s.boxesUntil(ctx, m, m.From)
	if err != nil {
		return nil, err
	}
	var before [][]string
	for _, machine := range s.moves.had(m.Table) {
		left, is := s.moves.lastFrom(m.Table, machine)
		if !is || machine == m.From || machine == m.To {
			continue
		}
		some, _, err := s.boxesUntil(ctx, left, machine)
		if err != nil {
			return nil, err
		}
		before = append(before, some)
	}
	return house.LeftOut(m.Table, last, before), nil
}

// made reports whether a machine that had the table has shipped a count, with its approvals, byte for byte. Error: of a database that does not
// answer.
func (s *housesOf) made(ctx context.Context, c *house.TakenCount) (bool, error) {
	for _, machine := range s.moves.had(c.Table) {
		house, there := s.houses[machine]
		if !there || headHolds(house, nil, s.witness) != nil || house.Signed < c.Number+int64(len(c.Lines))-1 {
			continue
		}
		texts, err := s.q.Entries(ctx, house.ID, c.Number, len(c.Lines))
		if err != nil {
			return false, err
		}
		if slices.EqualFunc(texts, c.Lines, func(text []byte, line string) bool { return string(text) == line }) {
			return true, nil
		}
	}
	return false, nil
}

// demands notes, at an entry, the first count that the machine before had entered and that did not come with a move. A machine that does not
// answer may have entered some that the pit did not have then: of such a move nothing is demanded, but of the office, which enters it itself.
func (h *heir) demands(ctx context.Context, m signedMove, seq int64, came []house.TakenCount) error {
	if h.wrong != nil || h.old && !h.modern || m.Over && m.From != h.pit.office {
		return nil
	}
	lines, heard, err := h.pit.boxesUntil(ctx, m, m.From)
	if err != nil || !heard {
		return err
	}
	if house.TurnedFrom(came, house.TakenCounts(m.Table, lines)) {
		h.fails(seq, turned, m.Table, m.From)
	}
	if lacks := h.house.Boxes().LacksBoxes(m.Table, lines, &h.pit.people, m.entry); len(lacks) > 0 {
		c := lacks[0]
		h.lacks(pitclient.LacksBoxes, seq, "%s came from %s without the count of the drop box of its shift %d that %s and %s signed there, which this pit has (counts left out: %d)", m.Table, m.From, c.Shift, c.By, c.With, len(lacks))
	}
	if h.wrong != nil || m.Over {
		return nil
	}
	return h.demandsPapers(ctx, m, seq, lines)
}

// demandsPapers notes, at an entry, the first signed report among the entries of the machine before that did not come with a move in order. The
// shift had closed by then, and who signed might, as far as the heir had heard of the house. Error: of a database that does not answer.
func (h *heir) demandsPapers(ctx context.Context, m signedMove, seq int64, lines []string) error {
	lacks := slices.DeleteFunc(h.pit.people.Backups().SignedPapers(m.Table, lines), func(p house.TakenPaper) bool {
		return h.papers[p.Lines[0]] || h.machine != h.pit.office && len(h.house.Backups().SignedPapers(m.Table, p.Lines)) == 0
	})
	if len(lacks) == 0 {
		return nil
	}
	closed, err := h.pit.closedIn(ctx, m)
	if err != nil {
		return err
	}
	lacks = slices.DeleteFunc(lacks, func(p house.TakenPaper) bool { return !closed[p.Shift] })
	if len(lacks) > 0 {
		p := lacks[0]
		h.lacks(pitclient.LacksPapers, seq, "%s came from %s without the report of its shift %d that %s and %s signed there, which this pit has (reports left out: %d)", m.Table, m.From, p.Shift, p.With, p.By, len(lacks))
	}
	return nil
}

// closedIn returns the shifts of a table that had closed in what came with a move. Error: of a database that does not answer.
func (s *housesOf) closedIn(ctx context.Context, m signedMove) (map[int]bool, error) {
	closed := map[int]bool{}
	at, err := s.q.Stream(ctx, m.From, m.Table)
	if errors.Is(err, central.ErrNoStream) {
		return closed, nil
	}
	if err != nil {
		return nil, err
	}
	head, _ := seal.ReadHead(m.Head) // it may have had none
	to := min(head.Size, at.Signed)
	for from := int64(1); from > 0 && from <= to; {
		texts, next, err := s.q.EntriesOf(ctx, at.ID, from, to, pitclient.MostEntries, kindsOf(record.Closed{}))
		if err != nil {
			return nil, err
		}
		for _, text := range texts {
			if e, err := record.Decode(text); err == nil {
				closed[e.Shift] = true
			}
		}
		from = next
	}
	return closed, nil
}

// lacking returns the first count of a drop box that a machine should have taken over and has not, or has and
// nobody made, as far as it has shipped. It returns nil for none. Error: of a database that does not answer.
func lacking(ctx context.Context, pit housesOf, machine string, list []central.Stream) (*record.Fault, error) {
	own, there := pit.houses[machine]
	if !there || own.Signed == 0 {
		return nil, nil
	}
	h := heirOf(machine, pit)
	if err := h.read(ctx, own.ID, 1, own.Signed); err != nil {
		return nil, err
	}
	if err := h.judge(ctx); err != nil || h.wrong != nil {
		return h.wrong, err
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
		if err := h.demands(ctx, m, own.Signed, nil); err != nil || h.wrong != nil {
			return h.wrong, err
		}
	}
	return nil, nil
}

// tookAll returns the refusal of what a machine ships of its house up to a head where counts of drop boxes that
// came with a table are left out, turned or invented, or signed reports of its shifts left out. It returns nil where none is. Error: of a database that does
// not answer.
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
	h.wrong = nil // Verify names what was countersigned before
	if err := h.read(ctx, own.ID, own.Signed+1, a.From); err != nil {
		return nil, err
	}
	for _, text := range a.Texts {
		if err := h.add(ctx, text); err != nil {
			return nil, err
		}
	}
	if err := h.judge(ctx); err != nil || h.wrong == nil {
		return nil, err
	}
	return pitclient.Refuse(h.why, "entry %d of what %s has entered does not hold: %s. No Sabot enters that: keep its disk, enroll an empty data directory under another name, and move the table there with --over", h.wrong.Seq, c.Name, h.wrong.What), nil
}

// withBoxes returns the house of a machine, of those of all, with the counts of a table's drop boxes as two people signed each of them where it was
// made: that machine's own word on what came with the table counts only for what this pit lacks itself. Error: of a database that does not answer.
func withBoxes(ctx context.Context, pit housesOf, houses map[string]*house.House, table, machine string) (*house.House, error) {
	own, taken := houses[machine].Boxes().Entered(table)
	origin := map[string][]house.DropCount{}
	for _, from := range pit.moves.had(table) {
		if h := houses[from]; h != nil && from != machine {
			if theirs, _ := h.Boxes().Entered(table); len(theirs) > 0 {
				origin[from] = theirs
			}
		}
	}
	if len(taken) == 0 && len(origin) == 0 {
		return houses[machine], nil
	}
	list, err := pit.people.Boxes().Made(table, own, taken, origin, func(from string) ([]string, error) {
		m, left := pit.moves.lastFrom(table, from)
		if !left {
			return nil, nil
		}
		lines, _, err := pit.boxesUntil(ctx, m, from)
		return lines, err
	})
	if err != nil {
		return nil, err
	}
	if pit.lacks {
		list = append(list, slices.DeleteFunc(taken, func(c house.DropCount) bool { return slices.ContainsFunc(list, c.Same) })...)
	}
	return houses[machine].Boxes().WithCounts(table, list), nil
}
