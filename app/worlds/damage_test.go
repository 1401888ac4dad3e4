package worlds

import (
	"context"
	"fmt"
	"slices"

	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/storage"
	"sabot/storage/central"
	"sabot/storage/central/twin"
)

// writesRow has somebody write into the database that a table is played on a machine, for which no manager has signed.
func writesRow(w *world, _ *machine, s step) (string, error) {
	table, machine := tables[s.table], machineName(s.n%len(tablesOf))
	w.unsigned = true
	w.base.SetTable(table, machine)
	return table + " at " + machine, nil
}

func rowPutRight(w *world, _ *machine, _ step) (string, error) {
	return "", w.putRight()
}

// putRight has the database say of tables what managers have signed.
func (w *world) putRight() error {
	if !w.unsigned {
		return nil
	}
	if err := w.readMoves(); err != nil {
		return err
	}
	for n, t := range tables {
		machine := machineName(home(n) - 1)
		if f, _, moved := w.moves.Moves().Moved(t); moved {
			machine = f.To
		}
		w.base.SetTable(t, machine)
	}
	w.unsigned = false
	return nil
}

// A playing is the machine at which a table was seen to be played, and the office's entry by which that one had heard that it came there.
type playing struct {
	on   *machine
	came int64
}

// playsOn demands that a machine goes on with a table of which it has what the pit countersigned, until it hears that a manager had it moved.
func (w *world) playsOn() error {
	for _, m := range w.machines {
		if m.name == office || m.fallen != "" || len(m.programs) == 0 {
			continue
		}
		for _, t := range tables {
			state := &m.programs[0].house.State
			came := state.Moves().CameBy(t)
			if state.Plays(t) {
				w.played[t] = playing{m, came}
				continue
			}
			was := w.played[t]
			if was.on != m {
				continue
			}
			delete(w.played, t)
			receipts, err := pitclient.Receipts(storage.FolderAt(m.dir))
			if err != nil {
				return err
			}
			if receipts[t] != "" && came == was.came { // one that comes back has yet to be taken over: in the end it is played, or said why not
				return fmt.Errorf("%s plays %s no more, and has heard of no move that a manager signed since", m.label, t)
			}
		}
	}
	return nil
}

// lacksSigned notes what the database may lack from now on of what was countersigned: a backup was put in place of what it was. A pit
// that reads heads there right then remembers them only afterwards.
func (w *world) lacksSigned(was *twin.Base) error {
	ctx := context.Background()
	heads, err := w.signed.Signed(ctx)
	if err != nil {
		return err
	}
	for _, h := range heads {
		w.mayLack[[2]string{h.Machine, h.Stream}] = h.Size
	}
	streams, err := was.Read(w.folder.House).Streams(ctx)
	for _, s := range streams {
		at := [2]string{s.Machine, s.Name}
		w.mayLack[at] = max(w.mayLack[at], s.Signed)
	}
	return err
}

// forgets notes the moves of tables that the database lacks from now on: a backup was put in place of what it was.
func (w *world) forgets(was *twin.Base) error {
	ctx := context.Background()
	had, err := was.Read(w.folder.House).Moves(ctx)
	if err != nil {
		return err
	}
	has, err := w.base.Read(w.folder.House).Moves(ctx)
	for _, m := range had {
		if !slices.Contains(has, m) {
			w.forgot[[2]string{m.From, m.Table}] = true
		}
	}
	return err
}

// signedIsThere demands that the database has what a pit has countersigned since a backup was put back.
func (w *world) signedIsThere() error {
	ctx := context.Background()
	heads, err := w.signed.Signed(ctx)
	if err != nil {
		return err
	}
	streams, err := w.base.Read(w.folder.House).Streams(ctx)
	if err != nil {
		return err
	}
	for _, h := range heads {
		at := slices.IndexFunc(streams, func(s central.Stream) bool { return s.Machine == h.Machine && s.Name == h.Stream })
		has := int64(0)
		if at >= 0 {
			has = streams[at].Size
		}
		if h.Size > has && h.Size > w.mayLack[[2]string{h.Machine, h.Stream}] {
			return fmt.Errorf("a pit has countersigned %d entries of %s of %s, and its database has %d", h.Size, h.Stream, h.Machine, has)
		}
	}
	return nil
}

// damages are what somebody may do to a stream in the database past Sabot, in words that the stream's name follows.
var damages = []struct {
	says string
	do   func(*world, central.Stream)
}{
	{"an entry lies behind the end of", func(w *world, s central.Stream) { w.base.AddBehind(s.Machine, s.Name, []byte("[]")) }},
	{"an entry was changed of", func(w *world, s central.Stream) { w.base.Change(s.Machine, s.Name, s.Size/2+1, []byte("[]")) }},
	{"the entries alone are left of", func(w *world, s central.Stream) { w.base.Forget(s.Machine, s.Name) }},
}

// judgeDamage demands in one world of eight, since it takes another verify, that this names at the pit what somebody has damaged in the
// database then.
func (w *world) judgeDamage() error {
	if w.chance%8 != 0 {
		return nil
	}
	ctx := context.Background()
	for n := range w.pits {
		w.stopPit(n)
	}
	q := w.base.Read(w.folder.House)
	streams, err := q.Streams(ctx)
	if err != nil {
		return err
	}
	streams = slices.DeleteFunc(streams, func(s central.Stream) bool {
		return s.Signed == 0 || w.fellOf(s.Machine) || s.Machine == central.Member
	})
	if len(streams) == 0 {
		return nil
	}
	how, s := damages[w.chance/8%len(damages)], streams[w.chance/64%len(streams)]
	how.do(w, s)
	named := false
	err = pitserver.Verify(ctx, q, w.folder, func(at central.Stream, fault error) {
		named = named || fault != nil && (at.Machine == s.Machine && at.Name == s.Name || at.Machine == "")
	})
	if err == nil && !named {
		err = fmt.Errorf("%s %s of %s in the database, and verify at the pit does not name it", how.says, s.Name, s.Machine)
	}
	return err
}
