package pitserver

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"sabot/app/pitclient"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// A manager signs in the office's stream for each table that moves to another machine: the database's own list follows that.
// A database that was restored from a backup may have an older list. So its pit takes no entries of tables, and tells no machine
// which tables it plays, until the office has shipped all that it has.

// waitsFor returns why a pit that was restored waits.
func waitsFor(office string) string {
	return fmt.Sprintf("the pit was restored from a backup: it goes on with the tables once %s has shipped all that it has", office)
}

// wasRestored reads whether the database was restored and its office has not shipped all since.
func (l *leader) wasRestored(ctx context.Context) error {
	back, err := l.writer.Restored(ctx)
	if err != nil || !back || l.server.Houses {
		return err
	}
	if l.restored = l.office; !l.restored { // nobody signs for moves
		return l.whole(ctx)
	}
	l.server.Log.Print(waitsFor(l.officeName()))
	return nil
}

// officeName returns the machine whose people, tables and rules are the house's; "" where there is none.
func (l *leader) officeName() string {
	for _, m := range l.machines {
		if m.Voucher != "" {
			return m.Name
		}
	}
	return ""
}

// hearsOfAll goes on with the tables where the office's hello has no more entries than are here. Error: of a
// database that does not answer.
func (l *leader) hearsOfAll(ctx context.Context, j *job) error {
	if !l.restored || j.hello == nil {
		return nil
	}
	m := l.machines[j.client.Name]
	if m == nil || m.Voucher == "" || m.Serial != j.client.serial {
		return nil
	}
	if s := m.streams[record.HouseStream]; s != nil && s.tree.Size() > 0 && s.tree.Size() == j.hello.House && l.hasSigned(s) {
		return l.goOn(ctx, s)
	}
	return nil
}

// goOn goes on with the tables after a restore, each where the office's stream has it played. Error: of a
// database that does not answer.
func (l *leader) goOn(ctx context.Context, s *stream) error {
	texts, err := l.writer.TableMoves(ctx, s.ID)
	if err == nil {
		err = l.move(ctx, texts)
	}
	if err == nil {
		err = l.whole(ctx)
	}
	if err == nil {
		l.restored = false
		l.server.Log.Printf("%s has shipped all that it has: the pit goes on with the tables", s.Machine)
		err = l.load(ctx)
	}
	return err
}

// whole enters that the database has all that it will have of what was before a restore. Error: of a database that does not
// answer.
func (l *leader) whole(ctx context.Context) error {
	return errors.Join(l.writer.Whole(ctx), l.goesOnWithout(ctx))
}

// ofOffice reports whether it is the office's stream to which something is added.
func (l *leader) ofOffice(p pending) bool {
	return !l.server.Houses && p.stream.Name == record.HouseStream && l.machines[p.stream.Machine].Voucher != ""
}

// followMoves moves tables as the office's entries say that are about to be countersigned: an entry that the database has is sent no more, and nobody
// would follow it whose pit ended right after it was added. What has no head yet is not judged, and moves nothing. Error: of a database that does not answer.
func (l *leader) followMoves(ctx context.Context, list []pending) error {
	for i, p := range list {
		if !l.ofOffice(p) || l.restored || p.note == "" {
			continue
		}
		texts := slices.Clone(p.piece.Texts)
		if s := p.stream; s.Signed < s.Size {
			before, err := l.movesBetween(ctx, s.ID, s.Signed+1, s.Size)
			if err != nil {
				return err
			}
			texts = append(before, texts...)
		}
		if err := l.move(ctx, texts); err != nil {
			return err
		}
		list[i].moves = slices.ContainsFunc(texts, movesTable)
	}
	return nil
}

// movesBetween returns the entries of a stream by which tables were moved, from one to another. Error: of a database that does not answer.
func (l *leader) movesBetween(ctx context.Context, stream int32, from, to int64) (list [][]byte, err error) {
	for from > 0 && from <= to {
		var texts [][]byte
		if texts, from, err = l.server.own.EntriesOf(ctx, stream, from, to, pitclient.MostEntries, map[string]bool{record.KindOf(record.TableMoved{}): true}); err != nil {
			return nil, err
		}
		list = append(list, texts...)
	}
	return list, nil
}

// movesAdded reads where tables are played since the office's entries were added, and goes on with them where a restored pit waited for
// that. Error: of a database that does not answer.
func (l *leader) movesAdded(ctx context.Context, list []pending) error {
	for _, p := range list {
		if l.ofOffice(p) {
			clear(l.unborne)
		}
		switch {
		case !l.ofOffice(p):
		case l.restored && p.stream.tree.Size() == p.job.append.Own && l.hasSigned(p.stream):
			return l.goOn(ctx, p.stream)
		case !l.restored && p.moves:
			return l.load(ctx)
		}
	}
	return nil
}

// movesTable reports whether an entry says that a table was moved.
func movesTable(text []byte) bool {
	_, kind, err := record.DecodeKind(text)
	return err == nil && kind == record.KindOf(record.TableMoved{})
}

// move assigns tables by the last of some entries of the office, and keeps each move with what was on the way
// there. A database that was put back knows none of it, though it may have been told since where a table is.
// Error: of a database that does not answer.
func (l *leader) move(ctx context.Context, texts [][]byte) error {
	last, at := map[string]string{}, map[string]string{}
	kept := map[[2]string]central.Moved{} // by table and machine before
	signed, err := l.movesOn(ctx, texts)
	if err != nil {
		return err
	}
	var entered []record.Entry
	for _, text := range texts {
		e, err := record.Decode(text)
		if f, moved := e.Fact.(record.TableMoved); err == nil && moved && slices.Contains(signed, signedMove{f, e.Seq}) {
			entered, last[f.Table] = append(entered, e), f.To
		}
	}
	if len(entered) == 0 {
		return nil
	}
	rows, err := l.server.own.Moves(ctx)
	if err != nil {
		return err
	}
	rows = l.course.borne(rows)
	enrolled, places, err := l.enrolledOf(ctx, signed)
	if err != nil {
		return err
	}
	var again []central.SignedMove
	follows := map[string]bool{}
	for _, e := range entered {
		f := e.Fact.(record.TableMoved)
		plays := last[f.Table]
		if !l.restored && l.places[f.Table] == plays && !l.lacksMove(signed, rows, f.Table) {
			continue
		}
		if !enrolled(f.From) || !enrolled(f.To) || !enrolled(plays) {
			continue
		}
		head, err := seal.ReadHead(f.Head)
		if err != nil {
			head = seal.Head{} // it had no entries
		}
		moves := []central.Moved{{Table: f.Table, From: f.From, To: f.To, Size: head.Size, Note: f.Head}}
		if was := at[f.Table]; was != "" && was != f.From && was != f.To && enrolled(was) { // it had not taken it over
			m := kept[[2]string{f.Table, was}]
			m.Table, m.From, m.To = f.Table, was, f.To
			moves = append(moves, m)
		}
		at[f.Table], follows[f.Table] = f.To, true
		for _, m := range moves {
			kept[[2]string{m.Table, m.From}] = m
			again = append(again, central.SignedMove{Moved: m, At: e.At.UnixMilli(), Plays: plays})
		}
	}
	if len(again) > 0 {
		if err := l.writer.MovesSigned(ctx, again); err != nil {
			return err
		}
	}
	for table, to := range last {
		switch plays := l.places[table]; {
		case plays == to:
		case follows[table] && plays != "":
			l.server.Log.Printf("%s is played on %s from now on, as a manager signed for it", table, to)
		case !follows[table]:
			l.saysWaits(signed, table, places[table], enrolled)
		}
	}
	return nil
}

// movesOn returns the moves of some entries of the office by which tables move, as they were moved before. Error: of a database that does
// not answer.
func (l *leader) movesOn(ctx context.Context, texts [][]byte) (_ moves, err error) {
	texts = slices.DeleteFunc(slices.Clone(texts), func(text []byte) bool { return !movesTable(text) })
	if len(texts) == 0 {
		return nil, nil
	}
	if _, err := l.officeMoves(ctx); err != nil {
		return nil, err
	}
	first, _ := anyMoveIn(texts[0])
	c := l.course.before(first.entry)
	from, asides := len(c.moves), len(c.aside)
	if c, err = c.with(ctx, texts, math.MaxInt64, l.evidence()); err != nil {
		return nil, err
	}
	for _, d := range c.fromElsewhere(central.Stream{Machine: l.officeName(), Name: record.HouseStream}) {
		l.server.rare.printf("elsewhere"+d.Says, "%s", d.Says)
	}
	for _, m := range c.aside[asides:] {
		l.server.rare.printf("aside"+m.says(record.HouseStream), "%s, with a head that is none of %s: nothing moves by it, see pit status", m.says(record.HouseStream), m.From)
	}
	return c.moves[from:], nil
}

// before returns the course up to an entry of the office, without the moves that came from elsewhere.
func (c *course) before(entry int64) course {
	later := func(m signedMove) bool { return m.entry >= entry }
	was := course{moves: slices.DeleteFunc(slices.Clone(c.moves), later), aside: slices.DeleteFunc(slices.Clone(c.aside), later), waiting: map[string]signedMove{}}
	for _, m := range was.aside {
		if last, moved := was.moves.last(m.Table); !moved || last.entry < m.entry {
			was.waiting[m.Table] = m
		}
	}
	return was
}

// enrolledOf returns a function that reports whether a machine is enrolled, and on which machines the tables are. Where a machine of some moves is not among
// those that were read last, it was perhaps enrolled since, and all that is read anew. Error: of a database that does not answer.
func (l *leader) enrolledOf(ctx context.Context, signed moves) (enrolled func(string) bool, places map[string]string, err error) {
	if !slices.ContainsFunc(signed, func(f signedMove) bool { return !l.enrolls(f.From) || !l.enrolls(f.To) }) {
		return l.enrolls, l.places, nil
	}
	machines, err := l.server.own.Machines(ctx)
	places = map[string]string{}
	for _, m := range machines {
		for _, table := range m.Tables {
			places[table] = m.Name
		}
	}
	return func(name string) bool {
		return slices.ContainsFunc(machines, func(m central.Machine) bool { return m.Name == name })
	}, places, err
}

// enrolls reports whether a machine was enrolled when the machines were read last.
func (l *leader) enrolls(machine string) bool { return l.machines[machine] != nil }

// saysWaits logs for whose enrolment a table waits, that is on a machine.
func (l *leader) saysWaits(signed moves, table, plays string, enrolled func(string) bool) {
	if says := signed.waits(table, plays, enrolled); says != "" {
		l.server.rare.printf("waits"+says, "%s", says)
	}
}

// lacksMove reports whether the database lacks how a table came where it is played, or has nothing of how it was moved from a machine for which a
// manager has signed.
func (l *leader) lacksMove(signed moves, rows []central.Moved, table string) bool {
	return !slices.Contains(rows, signed.heritage(table)) || slices.ContainsFunc(signed, func(f signedMove) bool {
		return f.Table == table && l.machines[f.From] != nil && l.machines[f.To] != nil &&
			!slices.ContainsFunc(rows, func(m central.Moved) bool { return m.Table == table && m.From == f.From })
	})
}

// keepMoves follows the moves of which the database was put back to before, once their machines are enrolled. It keeps again how tables were moved
// that are where managers have signed, and of which the database lacks that: a row that nobody signed stands in the place of the true one, or its owner
// has deleted that. Error: of a database that does not answer.
func (l *leader) keepMoves(ctx context.Context) error {
	if l.server.Houses || l.restored {
		return nil
	}
	signed, err := l.officeMoves(ctx)
	if err != nil || len(signed)+len(l.course.aside) == 0 {
		return err
	}
	if err := l.countersignsLeft(ctx); err != nil {
		return err
	}
	rows, err := l.server.own.Moves(ctx)
	if err != nil {
		return err
	}
	if err := l.keepsAside(ctx, rows); err != nil {
		return err
	}
	rows = l.course.borne(rows)
	lacks := map[string]bool{}
	for table, plays := range l.places {
		last, moved := signed.last(table)
		switch {
		case !moved:
		case signed.behind(table, plays, rows):
			lacks[table] = l.enrolls(last.From) && l.enrolls(last.To)
			l.saysWaits(signed, table, plays, l.enrolls)
		case last.To == plays && l.enrolls(last.From) && l.lacksMove(signed, rows, table):
			lacks[table] = true
			l.server.rare.printf("moves"+table, "the database lacks how %s was moved: it is entered again, as managers signed for it", table)
		}
	}
	maps.DeleteFunc(lacks, func(_ string, is bool) bool { return !is })
	if len(lacks) == 0 {
		return nil
	}
	s := l.machines[l.officeName()].streams[record.HouseStream]
	texts, err := l.writer.TableMoves(ctx, s.ID)
	if err != nil {
		return err
	}
	err = l.move(ctx, slices.DeleteFunc(texts, func(text []byte) bool {
		e, err := record.Decode(text)
		f, moved := e.Fact.(record.TableMoved)
		return err != nil || !moved || e.Seq > s.Signed || !lacks[f.Table]
	}))
	if central.IsData(err) {
		l.server.rare.printf("moves", "how tables were moved is not entered again: %v", err)
		return nil
	}
	if err == nil {
		err = l.load(ctx)
	}
	return err
}

// keepsAside has tables stay where they are of which a move is held aside, and that an earlier Sabot had go where that says. Error: of a database
// that does not answer.
func (l *leader) keepsAside(ctx context.Context, rows []central.Moved) error {
	var back []central.SignedMove
	for table, m := range l.course.waiting {
		keeper := l.course.keeper(table)
		if l.places[table] == m.To && l.enrolls(keeper) && slices.Contains(rows, m.row()) {
			back = append(back, central.SignedMove{Moved: m.row(), Plays: keeper})
			l.server.Log.Printf("%s stays on %s: the head with which it went to %s is none of %s, see pit status", table, keeper, m.To, m.From)
		}
	}
	if len(back) == 0 {
		return nil
	}
	if err := l.writer.MovesSigned(ctx, back); err != nil {
		return err
	}
	return l.load(ctx)
}
