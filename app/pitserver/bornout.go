package pitserver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
	"sabot/storage/central"
)

// ErrSaysOtherwise is wrapped by the error of a table of which the database says something else than the record of the house's office: the login
// that serves may have written that.
var ErrSaysOtherwise = errors.New("the table stays where it is")

// bornOut demands that the office's record confirms the database's word on a table, before a manager signs a move:
// the machine that plays it, and the head with which it goes, which that machine has signed. The pit must have
// nothing overtaken of the machine to which it goes. Errors: ErrSaysOtherwise; central.ErrHolds; of a head that does
// not hold; of a record that cannot be read.
func (has had) bornOut(h *session.House, witness, plays string, m central.Moved) error {
	if err := h.Takeover().CatchUp(); err != nil {
		return err
	}
	wrong := headHolds(central.Stream{Signed: m.Size, Note: m.Note}, nil, witness)
	if keys := has.keys[m.From]; wrong == nil && len(keys) > 0 {
		wrong = headHolds(central.Stream{Signed: m.Size, Note: m.Note}, keys, "")
	}
	if wrong != nil {
		return fmt.Errorf("what the pit has of %s of %s: %w: see sabotctl pit verify", m.Table, m.From, wrong)
	}
	if n, by := h.State.Moves().Overtaken(m.Table, m.To, max(has.signed[m.To], m.Held)); n > 0 && !has.untouched(by, m) {
		return fmt.Errorf("%w: of %s on %s the last %d were, and %s went on without them. Keep its disk as evidence, and enroll an empty data directory under another name, or take another machine", central.ErrHolds, m.Table, m.To, n, by.To)
	}
	signed, err := movesOf(h, m.Table)
	if err != nil {
		return err
	}
	was, _, moved := h.State.Moves().Moved(m.Table)
	switch {
	case !moved && m.From == plays:
		return has.never(m.Table, plays)
	case moved && plays == was.To && (m.From == plays || m.From == was.From && m.Note == was.Head):
		return nil
	case moved && plays == was.From && m.From == plays && m.To == was.To && m.Note == was.Head: // signed, and the database has not heard of it
		return nil
	case moved && plays != was.To:
		if says := signed.waits(m.Table, plays, has.enrolled); says != "" {
			return fmt.Errorf("%w: %s", ErrSaysOtherwise, says)
		}
		last, _ := signed.last(m.Table)
		says := fmt.Sprintf("the office's record has %s at %s since %s/%d, and the database says %s", m.Table, was.To, record.HouseStream, last.entry, plays)
		if signed.behind(m.Table, plays, has.rows) {
			return fmt.Errorf("%w: %s, as one of before that. Where that move has not arrived at the pit yet, run sabotctl pit ship; a server that writes follows that move within seconds: give the command again then", ErrSaysOtherwise, says)
		}
		return fmt.Errorf("%w: %s. Where that move has not arrived at the pit yet, run sabotctl pit ship; else somebody wrote it there, and %s", ErrSaysOtherwise, says, putsRight)
	}
	return fmt.Errorf("%w: the database says that %s was moved from %s to %s, and the office's record has no such move: %s", ErrSaysOtherwise, m.Table, m.From, plays, putsRight)
}

// untouched reports whether a table comes back to a machine as it left that by a move, and whether the pit has no more of it from anywhere: the machine goes
// on with its own entries, though it was told meanwhile that they are overtaken.
func (has had) untouched(left record.TableMoved, m central.Moved) bool {
	was, _ := seal.ReadHead(left.Head) // it may have had none
	back, _ := seal.ReadHead(m.Note)
	for _, size := range has.heads {
		if size > was.Size {
			return false
		}
	}
	return back.Size < was.Size || back == was // one that took nothing over, or not all, has entered nothing
}

// putsRight is the advice on who corrects a row that somebody wrote, and where to read how.
const putsRight = "the owner of the database puts that row right: see sabotctl pit status, and docs/pit.md, A move that nobody signed"

// A had is the pit's evidence on one table, by machine.
type had struct {
	keys   map[string][]string          // those that it signs with
	heads  map[string]int64             // as far as the database has a head
	signed map[string]int64             // as far as it has one which the machine has signed and the pit countersigned
	rows   []central.Moved              // how the table was moved, by the database's word
	memory map[place]storage.SignedHead // as far as the server of this folder has countersigned; nil where none has served
}

// hasOf returns what the pit has of a table. Error: of a database that does not answer.
func (m mover) hasOf(ctx context.Context, table string) (has had, err error) {
	memory, err := m.signedBefore(ctx, m.q) // first: a pit that serves goes on countersigning
	if err != nil {
		return has, err
	}
	machines, err := m.q.Machines(ctx)
	if err != nil {
		return has, err
	}
	streams, err := m.q.Streams(ctx)
	if err != nil {
		return has, err
	}
	rows, err := m.q.Moves(ctx)
	if err != nil {
		return has, err
	}
	rows = slices.DeleteFunc(rows, func(row central.Moved) bool { return row.Table != table })
	has = had{map[string][]string{}, map[string]int64{}, map[string]int64{}, rows, memory}
	pinned, err := prove(ctx, m.q, machines, streams)
	if err != nil {
		return has, err
	}
	for _, machine := range machines {
		has.keys[machine.Name] = nil
		if pinned[machine.Name] != "" { // else it was enrolled anew, and may sign with another one
			has.keys[machine.Name] = strings.Fields(machine.Verifier)
		}
	}
	for _, s := range streams {
		if s.Name != table || s.Note == "" {
			continue
		}
		has.heads[s.Machine] = s.Signed
		if len(has.keys[s.Machine]) > 0 && headHolds(s, has.keys[s.Machine], "") == nil && headHolds(s, nil, m.Verifier()) == nil {
			has.signed[s.Machine] = s.Signed
		}
	}
	return has, nil
}

// enrolled reports whether the database has a row of a machine.
func (has had) enrolled(machine string) bool {
	_, is := has.keys[machine]
	return is
}

// gone returns the missing entries of a table that goes from the machine that plays it; false for none.
func (has had) gone(plays string, m central.Moved) (Gone, bool) {
	if plays == m.To { // it went there before
		return Gone{}, false
	}
	size := m.Size
	if plays != m.From { // it has taken nothing over
		size = has.heads[plays]
	}
	g, is := goneAt(place{plays, m.Table}, size, m.Gone, has.memory)
	return g, is && !(g.Unproven && has.memory != nil) // this folder knows better
}

// never demands that a table which was never moved goes from the machine that has dealt it. Where that machine has
// signed none of it, no other one may have.
func (has had) never(table, plays string) error {
	for machine, size := range has.signed {
		if has.signed[plays] == 0 && machine != plays && size > 0 {
			return fmt.Errorf("%w: %s has signed %d entries of %s and the office's record has it moved from there to nobody, and the database says %s: %s",
				ErrSaysOtherwise, machine, size, table, plays, putsRight)
		}
	}
	return nil
}

// movesOf returns the moves of a table in the office's record. Error: of a record that cannot be read.
func movesOf(h *session.House, table string) (list moves, err error) {
	for e, err := range h.Store().Entries(record.HouseStream, 1) {
		if err != nil {
			return nil, err
		}
		f, is := e.Fact.(record.TableMoved)
		if was, moved := list.last(table); is && f.Table == table && house.OfItsTable(f) && (!moved || house.GoesOn(was.TableMoved, f)) {
			list = append(list, signedMove{f, e.Seq})
		}
	}
	return list, nil
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
