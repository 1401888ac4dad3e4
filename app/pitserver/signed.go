package pitserver

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"sabot/app/pitclient"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
	"sabot/storage/central"
)

// The database has the machine on which each table is played, and the login that serves can write there. A manager
// signs for each move in the office's stream: a row without that signature moves nothing.

// A signedMove is a move of a table for which a manager has signed, with the number of the office's entry.
type signedMove struct {
	record.TableMoved
	entry int64
}

// A moves is a list of the moves of tables for which managers have signed, in order.
type moves []signedMove

// A course is the way of the tables by what managers have signed.
type course struct {
	moves     moves                 // by which tables moved
	elsewhere moves                 // from another machine than the one that had the table, or with the head of something else: nothing moves by them
	aside     moves                 // with a head that is disproved, and what went on from these: nothing moves by them
	waiting   map[string]signedMove // by table, the last of aside: until a manager has the table brought back
}

// signedMoves reads the moves of an office's stream by which tables moved, as far as a head of the office holds it. Error: of a database that does
// not answer.
func signedMoves(ctx context.Context, q central.Reading, witness string, s central.Stream) (moves, error) {
	texts, err := q.TableMoves(ctx, s.ID)
	if err != nil {
		return nil, err
	}
	c, err := course{}.with(ctx, texts, s.Signed, &evidence{asks: q, witness: witness})
	return c.moves, err
}

// with returns the course with the moves of later entries up to one. Error: of a database that does not answer.
func (c course) with(ctx context.Context, texts [][]byte, signed int64, e *evidence) (course, error) {
	c = course{slices.Clip(c.moves), slices.Clip(c.elsewhere), slices.Clip(c.aside), maps.Clone(c.waiting)}
	if c.waiting == nil {
		c.waiting = map[string]signedMove{}
	}
	for _, text := range texts {
		m, moved := moveIn(text)
		if !moved || m.entry > signed {
			continue
		}
		was, before := c.moves.last(m.Table)
		aside, waits := c.waiting[m.Table]
		if waits {
			was, before = aside, true
		}
		switch {
		case before && !house.GoesOn(was.TableMoved, m.TableMoved) || !house.OfItsTable(m.TableMoved):
			c.elsewhere = append(c.elsewhere, m)
			continue
		}
		untrue, err := e.disproof(ctx, m)
		switch back := m.To == c.keeper(m.Table) && untrue.says == ""; {
		case err != nil:
			return c, err
		case waits && back:
			delete(c.waiting, m.Table)
		case waits || untrue.holds:
			c.aside, c.waiting[m.Table] = append(c.aside, m), m
			continue
		}
		c.moves = append(c.moves, m)
	}
	return c, nil
}

// standing returns the moves of a table that are held aside and not undone, in order.
func (c *course) standing(table string) (list moves) {
	last, _ := c.moves.last(table)
	for _, m := range c.aside {
		if m.Table == table && m.entry > last.entry {
			list = append(list, m)
		}
	}
	return list
}

// keeper returns the machine with which a table stays that waits to be brought back.
func (c *course) keeper(table string) string {
	if last, moved := c.moves.last(table); moved {
		return last.To
	}
	for _, m := range c.aside {
		if m.Table == table {
			return m.From
		}
	}
	return ""
}

// borne returns the rows of moves in a database without those of moves that are held aside: an earlier Sabot followed these.
func (c *course) borne(rows []central.Moved) []central.Moved {
	return slices.DeleteFunc(slices.Clone(rows), func(row central.Moved) bool {
		return slices.ContainsFunc(c.aside, func(m signedMove) bool { return m.row() == row })
	})
}

// row returns the row of a database that says a move.
func (m signedMove) row() central.Moved {
	head, _ := seal.ReadHead(m.Head) // it may have had none
	return central.Moved{Table: m.Table, From: m.From, To: m.To, Size: head.Size, Note: m.Head}
}

// fromElsewhere returns the doubts about moves of tables from machines that did not have them, or with the head of something else, which a
// dishonest program entered at an office.
func (c *course) fromElsewhere(office central.Stream) (doubts []Doubt) {
	for _, m := range c.elsewhere {
		was, moved := c.moves.lastUpTo(m.Table, m.entry)
		why := fmt.Sprintf("and it had gone to %s by %s/%d", was.To, office.Name, was.entry)
		switch {
		case !house.OfItsTable(m.TableMoved):
			why = "with a head that is none of " + m.Table
		case !moved || was.To == m.From:
			why = "and an earlier move of it, which is held aside, had it go elsewhere"
		}
		doubts = append(doubts, Doubt{Machine: office.Machine, Stream: office.Name, Says: fmt.Sprintf("%s, %s: nothing moves by it. %s", m.says(office.Name), why, asksManager)})
	}
	return doubts
}

// asksManager is the advice on a move that a dishonest program entered.
const asksManager = "Ask the manager, and keep the disk of the office as evidence"

// says returns who signed a move of which table.
func (m signedMove) says(stream string) string {
	return fmt.Sprintf("manager %s signed that %s goes from %s to %s (%s/%d of the office)", m.By, m.Table, m.From, m.To, stream, m.entry)
}

// withoutHeads returns the doubts about moves with a head that the pit has not countersigned, and that is not the head of what a machine had of the
// table. No machine takes a table over with such a head. A head of before witness.key was made anew is borne out by the entries that the pit
// has, or by the machine that signed it. Error: of a database that does not answer.
func (p *placed) withoutHeads(ctx context.Context, q entriesReader, witness string) (list []Doubt, err error) {
	e := evidence{q: q, witness: witness, machines: p.machines, streams: p.streams, pinned: p.pinned}
	for _, m := range slices.Concat(p.signed, p.aside) {
		if slices.Contains(p.lacking, m.Table) {
			continue
		}
		untrue, err := e.disproof(ctx, m)
		if err != nil {
			return nil, err
		}
		aside := slices.Contains(p.aside, m)
		if untrue.says == "" && !aside {
			continue
		}
		head, _ := seal.ReadHead(m.Head) // one that went on from such a move may have none
		says := fmt.Sprintf("%s with a head of %d entries that this pit has not countersigned, %s: ", m.says(p.house.Name), head.Size, untrue.says)
		if untrue.says == "" {
			says = m.says(p.house.Name) + ", which goes on from a move that is held aside: "
		}
		last, _ := p.signed.last(m.Table)
		waits := p.waiting[m.Table] == m
		back := m.From
		switch {
		case waits:
			back = p.keeper(m.Table)
			says += fmt.Sprintf("nothing moves by it, and %s stays on %s. ", m.Table, back)
		case aside:
			says += "nothing moved by it. "
		default:
			says += m.To + " cannot take it over. "
		}
		if says += asksManager; waits || last == m {
			says += fmt.Sprintf(". Bring it back: sabotctl pit move --table %s --to %s --over", m.Table, back)
		}
		list = append(list, Doubt{Machine: p.house.Machine, Stream: p.house.Name, Says: says})
	}
	return list, nil
}

// An evidence is what a pit has to hold the head of a move against.
type evidence struct {
	asks     central.Reading // for what follows, where it is not read yet
	q        entriesReader
	witness  string
	machines []central.Machine
	streams  []central.Stream
	pinned   map[string]string // the keys that the rows of machines have
}

// read reads what there is, once something has to be held against it. Error: of a database that does not answer.
func (e *evidence) read(ctx context.Context) (err error) {
	if e.q != nil {
		return nil
	}
	if e.machines, err = e.asks.Machines(ctx); err != nil {
		return err
	}
	if e.streams, err = e.asks.Streams(ctx); err != nil {
		return err
	}
	if e.pinned, err = prove(ctx, e.asks, e.machines, e.streams); err == nil {
		e.q = e.asks
	}
	return err
}

// A disproof says why the head of a move is none of what the machines had that had its table; "" where that is not known.
type disproof struct {
	says  string
	holds bool // nothing moves by it
}

// disproof returns why the head of a move is none of what the machines had that had its table. What a machine of the pit ships as the table's
// entries bears its head out. Nothing moves by a head that the machine from which the table would go did not sign, where the pit has
// other entries of it, or has some and not so many. Error: of a database that does not answer.
func (e *evidence) disproof(ctx context.Context, m signedMove) (is disproof, err error) {
	head, unread := seal.ReadHead(m.Head) // it may have had none
	if unread != nil || head.Size == 0 || headHolds(central.Stream{Note: m.Head}, nil, e.witness) == nil {
		return is, nil
	}
	if err := e.read(ctx); err != nil {
		return is, err
	}
	has, other := false, false
	for _, s := range e.streams {
		if s.Name != m.Table || s.Machine == central.Member || s.Signed == 0 {
			continue
		}
		has = has || s.Machine == m.From
		if s.Signed < head.Size {
			continue
		}
		_, wrong, err := onward(ctx, e.q, storage.SignedHead{}, seal.Tree{}, s.ID, head.Size, head.Root)
		if err != nil || wrong == nil {
			return is, err
		}
		other = other || s.Machine == m.From
	}
	signer, known := "", false
	for _, machine := range e.machines {
		keys := strings.Fields(machine.Verifier)
		known = known || machine.Name == m.From && e.pinned[machine.Name] != "" // one that was enrolled anew may sign with another one
		if _, _, err := seal.Open(ownNote(m.Head), keys...); err == nil && len(keys) > 0 {
			signer = machine.Name
		}
	}
	by := "and no machine of the pit has signed"
	if signer != "" {
		by = "signed by " + signer
	}
	switch {
	case other:
		return disproof{fmt.Sprintf("%s, and %s has other entries", by, m.From), signer != m.From}, nil
	case !known || signer == m.From:
		return is, nil
	}
	return disproof{fmt.Sprintf("%s, and not by %s", by, m.From), has}, nil
}

// moveIn returns the move of a table that an entry says; false where it says none.
func moveIn(text []byte) (m signedMove, moved bool) {
	m, moved = anyMoveIn(text)
	return m, moved && m.Table != record.HouseStream
}

// anyMoveIn returns the move that an entry says, also of a machine's own stream: that is no table, and no Sabot enters it.
func anyMoveIn(text []byte) (m signedMove, moved bool) {
	if !movesTable(text) {
		return m, false
	}
	e, err := record.Decode(text)
	f, moved := e.Fact.(record.TableMoved)
	return signedMove{f, e.Seq}, err == nil && moved
}

// notTables returns the doubts about moves of machines' own streams, which a dishonest program entered at an office:
// they move nothing.
func notTables(texts [][]byte, office central.Stream) (list []Doubt) {
	for _, text := range texts {
		if m, moved := anyMoveIn(text); moved && m.Table == record.HouseStream && m.entry <= office.Signed {
			list = append(list, Doubt{Machine: office.Machine, Stream: office.Name, Says: fmt.Sprintf("manager %s signed that the stream %s goes from %s to %s (%s/%d of the office): that is no table, and it moves nothing. Keep the disk of the office as evidence",
				m.By, m.Table, m.From, m.To, office.Name, m.entry)})
		}
	}
	return list
}

// ofTables returns the doubts about moves of tables that the house lacks, which a dishonest program entered at an
// office.
func (list moves) ofTables(tables []string, office central.Stream) (doubts []Doubt) {
	for _, m := range list {
		if slices.Contains(tables, m.Table) {
			doubts = append(doubts, Doubt{Machine: office.Machine, Stream: office.Name, Says: fmt.Sprintf("manager %s signed that %s goes from %s to %s (%s/%d of the office): the house has no such table, and nothing moves by it. Keep the disk of the office as evidence",
				m.By, m.Table, m.From, m.To, office.Name, m.entry)})
		}
	}
	return doubts
}

// last returns how a table was moved last; false where it never was.
func (list moves) last(table string) (m signedMove, moved bool) {
	return list.lastUpTo(table, math.MaxInt64)
}

// lastUpTo returns how a table was moved last by the office's entries up to one; false where it was not.
func (list moves) lastUpTo(table string, entry int64) (m signedMove, moved bool) {
	for _, one := range list {
		if one.Table == table && one.entry <= entry {
			m, moved = one, true
		}
	}
	return m, moved
}

// lastFrom returns how a table left a machine last, or was moved on from there before that had any of it. It
// returns false where it did not.
func (list moves) lastFrom(table, machine string) (m signedMove, left bool) {
	for _, one := range list {
		if one.Table == table && (one.From == machine || one.Between == machine) {
			m, left = one, true
		}
	}
	return m, left
}

// had returns the machines between which a table was moved.
func (list moves) had(table string) (machines []string) {
	for _, m := range list {
		for _, machine := range []string{m.From, m.Between, m.To} {
			if m.Table == table && machine != "" && !slices.Contains(machines, machine) {
				machines = append(machines, machine)
			}
		}
	}
	return machines
}

// heritage returns how a table came to the machine that plays it; of one that was never moved none.
func (list moves) heritage(table string) central.Moved {
	f, _ := list.last(table)
	head, _ := seal.ReadHead(f.Head) // it may have had none
	return central.Moved{Table: table, From: f.From, To: f.To, Size: head.Size, Note: f.Head}
}

// bear reports whether a row of the database is one of the moves: that one, or, of a machine that never took the table over, the two by
// which it came there and went on.
func (list moves) bear(row central.Moved) bool {
	head, _ := seal.ReadHead(row.Note)
	if head.Size != row.Size {
		return false
	}
	came := false
	for _, f := range list {
		switch {
		case f.Table != row.Table:
			continue
		case f.From == row.From && f.To == row.To && f.Head == row.Note, came && f.To == row.To:
			return true
		}
		came = came || f.To == row.From
	}
	return false
}

// wrong returns what the database says of a table and the office has not signed; "" for nothing. Plays is the machine that has it there.
func (list moves) wrong(table, plays string, rows []central.Moved, enrolled func(string) bool) string {
	if says := list.unborne(table, rows); says != "" {
		return says
	}
	f, moved := list.last(table)
	switch {
	case !moved || f.To == plays:
		return ""
	case plays == "":
		return fmt.Sprintf("the database does not say on which machine %s is played, and the office has signed that it went to %s: see sabotctl pit status", table, f.To)
	case list.behind(table, plays, rows):
		if says := list.waits(table, plays, enrolled); says != "" {
			return says
		}
		return fmt.Sprintf("the database, as one of before %s went from %s to %s, has it on %s: a server that writes follows that move within seconds", table, f.From, f.To, plays)
	default:
		return fmt.Sprintf("the database says that %s is played on %s, and the office has signed that it went to %s", table, plays, f.To)
	}
}

// behind reports whether the database has a table where it was before it was moved last, as one that was put back to before that: it has no row of
// that move, and none for which nobody has signed. A row that somebody wrote since is no sign of that.
func (list moves) behind(table, plays string, rows []central.Moved) bool {
	last, moved := list.last(table)
	return moved && plays != "" && plays != last.To && !slices.Contains(rows, list.heritage(table)) && list.unborne(table, rows) == ""
}

// waits returns for whose enrolment a table waits to go where a manager had it moved last, and what to do; "" where both machines of that move are
// enrolled.
func (list moves) waits(table, plays string, enrolled func(string) bool) string {
	f, _ := list.last(table)
	lacks := slices.DeleteFunc([]string{f.From, f.To}, enrolled)
	if len(lacks) == 0 {
		return ""
	}
	names, on := strings.Join(lacks, " and "), plays
	if on == "" {
		on = "no machine"
	}
	return fmt.Sprintf("%s waits for %s to be enrolled: the office has signed that it went from %s to %s, and the database, as one of before that, has it on %s. Enroll %s with sabotctl pit enroll, a lost machine too: then the server follows that move, and the table can be moved on",
		table, names, f.From, f.To, on, names)
}

// unborne returns which move the database has of a table that is none of these; "" for none.
func (list moves) unborne(table string, rows []central.Moved) string {
	for _, row := range rows {
		if row.Table == table && !list.bear(row) {
			return fmt.Sprintf("the database says that %s was moved from %s to %s, and the office has signed no such move", table, row.From, row.To)
		}
	}
	return ""
}

// cutsOff returns the move with which another machine went on with less of a table than the pit has countersigned
// of a stream, the one that left most out. It returns false where there is none, or the table is back. That the
// machine had shipped nothing of it, as a move may say, the pit knows better: also where the move names another one.
func (list moves) cutsOff(s central.Stream) (m signedMove, cut bool) {
	least, at := s.Signed, ""
	for _, one := range list {
		if one.Table != s.Name {
			continue
		}
		head, _ := seal.ReadHead(one.Head) // it may have had none
		switch {
		case one.To == s.Machine:
			least, cut = s.Signed, false
		case (one.From == s.Machine || one.Between == s.Machine || at == s.Machine) && head.Size < least:
			m, least, cut = one, head.Size, true
		}
		at = one.To
	}
	return m, cut
}

// passedBy returns the first move of a table that left out all that a machine had signed: it is from one that has nothing of it, and the
// table never went to or from this one. It returns false for none.
func (list moves) passedBy(s central.Stream, streams []central.Stream) (m signedMove, passed bool) {
	i := slices.IndexFunc(list, func(m signedMove) bool { return m.Table == s.Name })
	if i < 0 || s.Machine == central.Member || slices.Contains(list.had(s.Name), s.Machine) {
		return m, false
	}
	head, _ := seal.ReadHead(list[i].Head) // it may have had none
	return list[i], head.Size < s.Signed && !slices.ContainsFunc(streams, func(from central.Stream) bool {
		return from.Machine == list[i].From && from.Name == s.Name && from.Signed > 0
	})
}

// leftWith reports whether a table left a machine with the head of its stream, as a manager signed. So no other signature has to stand under it: the
// machine ships nothing of it any more, and a pit with another key never countersigns it.
func (list moves) leftWith(s central.Stream) bool {
	head, err := seal.ReadHead(s.Note)
	return err == nil && slices.ContainsFunc(list, func(m signedMove) bool {
		signed, err := seal.ReadHead(m.Head)
		return err == nil && m.Table == s.Name && m.From == s.Machine && signed == head
	})
}

// leftOut returns the doubts about streams of which the pit has countersigned more than the head says with which a
// manager had the table go from there: not of a machine that plays the table again. No entry's time excuses a move:
// whoever signs it writes that.
func leftOut(signed moves, streams []central.Stream) (list []Doubt) {
	for _, s := range streams {
		m, cut := signed.cutsOff(s)
		if !cut {
			m, cut = signed.passedBy(s, streams)
		}
		if !cut {
			continue
		}
		head, _ := seal.ReadHead(m.Head) // it may have had none
		list = append(list, Doubt{Machine: s.Machine, Stream: s.Name, Says: fmt.Sprintf("manager %s had it go to %s with its first %d entries (%s/%d of the office), and the pit had countersigned %d of it: the last %d are in no figure. Ask the manager, and keep the disks of %s and of the office as evidence",
			m.By, m.To, head.Size, record.HouseStream, m.entry, s.Signed, s.Signed-head.Size, s.Machine)})
	}
	return list
}

// An Unsigned is the database's word on a table for which the house's office has not signed.
type Unsigned struct{ Table, Plays, Says string }

// officeMoves returns the moves that managers have signed, by this leader's copy of the office's stream. Error: of a
// database that does not answer.
func (l *leader) officeMoves(ctx context.Context) (moves, error) {
	office := l.machines[l.officeName()]
	if office == nil {
		return nil, nil
	}
	s := office.streams[record.HouseStream]
	if s == nil || s.wrong != nil {
		return nil, nil
	}
	e := l.evidence()
	if l.movesAt == 0 || l.movesAt > s.Signed {
		texts, err := l.writer.TableMoves(ctx, s.ID)
		if err != nil {
			return nil, err
		}
		c, err := course{}.with(ctx, texts, s.Signed, e)
		if err != nil {
			return nil, err
		}
		l.movesAt, l.course = s.Signed, c
	}
	for from := l.movesAt + 1; from > 0 && from <= s.Signed; { // what comes is read once
		texts, next, err := l.server.own.EntriesOf(ctx, s.ID, from, s.Signed, pitclient.MostEntries, map[string]bool{record.KindOf(record.TableMoved{}): true})
		if err != nil {
			return nil, err
		}
		if l.course, err = l.course.with(ctx, texts, s.Signed, e); err != nil {
			return nil, err
		}
		if from = next; next == 0 {
			next = s.Signed + 1
		}
		l.movesAt = next - 1
	}
	return l.course.moves, nil
}

// evidence returns what this pit has to hold the head of a move against.
func (l *leader) evidence() *evidence {
	return &evidence{asks: l.server.own, witness: l.server.verifier}
}

// unsigned returns what the database says of a table and the office has not signed, or not shipped yet; "" for nothing. Error: of a database
// that does not answer.
func (l *leader) unsigned(ctx context.Context, table string) (string, error) {
	if l.server.Houses || !l.office {
		return "", nil
	}
	rows, err := l.server.own.Moves(ctx)
	if err != nil {
		return "", err
	}
	signed, err := l.officeMoves(ctx)
	return signed.wrong(table, l.places[table], l.course.borne(rows), l.enrolls), err
}

// hasHad reports whether a table is a machine's by its certificate or by the office's last move, or the pit has entries of it from there.
func (l *leader) hasHad(m *machine, c client, table string) bool {
	s := m.streams[table]
	last, _ := l.course.moves.last(table)
	return slices.Contains(c.Tables, table) || s != nil && s.Size > 0 || last.To == m.Name
}

// notSigned makes a machine wait with a table until the office has shipped what a manager signed, or the
// database is corrected. Nothing is wrong with the machine, and nobody has to look at it.
func (l *leader) notSigned(m *machine, a *pitclient.Append, says string, err error) *pitclient.Refusal {
	if err != nil {
		return l.failed(m, err)
	}
	var pit pitclient.At
	if s := m.streams[a.Stream]; s != nil {
		pit, m.own[s.ID] = s.at(), a.Own
	}
	_, r := refuses(a)(pitclient.NotNext, &pit, "%s", says)
	return r
}
