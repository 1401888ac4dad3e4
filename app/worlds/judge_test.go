package worlds

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/pit/audit"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports"
	"sabot/storage"
	"sabot/storage/central"
	"sabot/storage/central/twin"
)

type recordHash = seal.Hash

// tellsOfThePit reports whether an error is one of a pit that cannot be reached, or refuses.
func tellsOfThePit(err error) bool {
	var refused *pitclient.Refusal
	var request *url.Error
	var missing *pitclient.NotHereError
	return errors.As(err, &refused) || errors.As(err, &request) || errors.As(err, &missing) || errors.Is(err, central.ErrNotHandedOver)
}

// holds says what must be so after each step and is not.
func (w *world) holds() error {
	if err := w.onePast(); err != nil {
		return err
	}
	if err := w.signedIsThere(); err != nil {
		return err
	}
	if err := w.onePlays(); err != nil {
		return err
	}
	return w.playsOn()
}

// onePast demands that of each table there is one past, whichever machine has shipped it and whatever was restored: what a pit
// has once taken no other entry ever takes the place of, unless a manager has signed for less.
func (w *world) onePast() error {
	ctx := context.Background()
	q := w.base.Read(w.folder.House)
	streams, err := q.Streams(ctx)
	if err != nil {
		return err
	}
	for _, s := range streams {
		if s.Name == record.HouseStream {
			continue
		}
		texts, err := q.Entries(ctx, s.ID, 1, int(s.Size))
		if err != nil {
			return err
		}
		log, behind := w.history[s.Name], w.overtakenFrom(s)
		for i, text := range texts {
			leaf := seal.Leaf(text)
			switch {
			case int64(i) >= behind: // the manager has signed for less, whenever the pit took it
			case i == len(log):
				log = append(log, leaf)
			case log[i] != leaf:
				return fmt.Errorf("%s has two pasts: the pit took another entry %d before than it has of %s now", s.Name, i+1, s.Machine)
			}
		}
		w.history[s.Name] = log
	}
	return nil
}

// overtakenFrom returns how many entries of a stream a table was moved with to another machine, which goes on from there; of one that was not
// moved from its machine any number.
func (w *world) overtakenFrom(s central.Stream) int64 {
	if f, size, moved := w.officeState().Moves().Moved(s.Name); moved && f.To != s.Machine {
		return size
	}
	return math.MaxInt64
}

// restored is told that a backup of the database was put in place of what was there.
func (w *world) restored(was *twin.Base) error {
	ctx := context.Background()
	q := w.base.Read(w.folder.House)
	streams, err := q.Streams(ctx)
	err = errors.Join(err, w.lacksSigned(was), w.forgets(was))
	for table := range w.tainted { // of which an older record, or two, may go on from what the pit has now
		longest := int64(0)
		for _, s := range streams {
			if s.Name == table {
				longest = max(longest, s.Size)
			}
		}
		w.history[table] = w.history[table][:min(longest, int64(len(w.history[table])))]
	}
	return err
}

// onePlays demands that no machine plays a table of which it has heard that it was moved elsewhere, and that one plays it at most, of those
// from which no manager has taken it over: of such a one nobody knows when it hears of that.
func (w *world) onePlays() error {
	plays := map[string]string{}
	if err := w.readMoves(); err != nil {
		return err
	}
	for _, m := range w.machines {
		if m.fallen != "" || len(m.programs) == 0 {
			continue
		}
		p := m.programs[0]
		if err := p.house.Takeover().CatchUp(); err != nil {
			return fmt.Errorf("%s: %w", m.label, err)
		}
		for _, t := range tables {
			if m.name == office || !p.house.State.Plays(t) {
				continue
			}
			f, _, moved := p.house.State.Moves().Moved(t)
			if moved && f.To != m.name {
				return fmt.Errorf("%s plays %s, and has heard that it was moved from %s to %s", m.label, t, f.From, f.To)
			}
			if w.takenOver[[2]string{t, m.name}] > p.house.State.Office().Size {
				continue
			}
			if other := plays[t]; other != "" {
				return fmt.Errorf("%s and %s both play %s, and it was taken over from neither", other, m.label, t)
			}
			plays[t] = m.label
		}
	}
	return nil
}

// readMoves reads the office's own record, whoever moved tables there and died right after.
func (w *world) readMoves() error {
	first := w.machines[0]
	if !first.wrote {
		return nil
	}
	snap, err := storage.OpenReader(context.Background(), first.dir)
	if err != nil {
		return err
	}
	defer snap.Close()
	texts, err := snap.Bytes(context.Background(), record.HouseStream, w.readTo+1, 1<<30)
	if err != nil {
		return err
	}
	for _, text := range texts {
		e, err := record.Decode(text)
		if err != nil {
			return err
		}
		if f, moved := e.Fact.(record.TableMoved); moved {
			delete(w.played, f.Table)
			before := w.moves.Moves().Handing(f.Table)
			last, _, moved := w.moves.Moves().Moved(f.Table)
			if w.moves.Apply(e); f.Over {
				if moved && last.To != f.To { // it may play what it has shipped nothing of
					w.takenOver[[2]string{f.Table, last.To}] = e.Seq
				}
				w.takenOver[[2]string{f.Table, f.From}] = e.Seq
				for _, m := range before {
					if !slices.Contains(w.moves.Moves().Handing(f.Table), m) && m.Machine != f.To {
						w.takenOver[[2]string{f.Table, m.Machine}] = e.Seq
					}
				}
			}
		}
		w.readTo = e.Seq
	}
	first.wrote = false
	return nil
}

// judge demands what must be so in the end.
func (w *world) judge() error {
	for _, m := range w.machines {
		if err := w.judgeRecord(m); err != nil {
			return fmt.Errorf("%s: %w", m.label, err)
		}
	}
	var wrong []error
	q := w.base.Read(w.folder.House)
	err := pitserver.Verify(context.Background(), q, w.folder, func(s central.Stream, fault error) {
		told := (*record.Fault)(nil)
		if errors.As(fault, &told) && w.fellOf(s.Machine) { // its streams may have come from either of two copies of it
			return
		}
		if _, spoilt := seal.ReadTree(s.Size, s.Edge); spoilt != nil {
			if fault == nil {
				wrong = append(wrong, fmt.Errorf("the pit: the edge of %s of %s is spoilt, and verify holds", s.Name, s.Machine))
			}
			return
		}
		if fault != nil && !w.lacks(s) && !w.cutOff(s, fault) {
			wrong = append(wrong, fmt.Errorf("the pit: %s of %s does not hold: %w", s.Name, s.Machine, fault))
		}
	})
	if err := errors.Join(append(wrong, err)...); err != nil {
		return err
	}
	if err := w.judgeFigures(q); err != nil {
		return err
	}
	return w.judgeDamage()
}

// lacks reports whether the pit has less of a table than when that was moved from a machine of which nothing is demanded any more: a restored
// pit says so until that machine has shipped it again.
func (w *world) lacks(s central.Stream) bool {
	_, size, moved := w.officeState().Moves().MovedFrom(s.Name, s.Machine)
	return moved && w.fellOf(s.Machine) && s.Size < size
}

// cutOff reports whether the pit says of a table that a move cut entries off, and it did not know of that move once, since its database was
// put back. It took then what a machine played on that had not heard of the move, and from a dishonest move nobody can tell that apart.
func (w *world) cutOff(s central.Stream, fault error) bool {
	return w.forgot[[2]string{s.Machine, s.Name}] && strings.Contains(fault.Error(), "are in no figure")
}

// judgeRecord demands that the audit of a machine's record holds if and only if nobody changed it, and that all is there that its
// programs were told.
func (w *world) judgeRecord(m *machine) error {
	ctx := context.Background()
	snap, err := storage.OpenReader(ctx, m.dir)
	if err != nil {
		return err
	}
	defer snap.Close()
	verifier, err := snap.Verifier()
	if err != nil {
		return err
	}
	receipts, err := pitclient.Receipts(storage.FolderAt(m.dir))
	if err != nil {
		return err
	}
	check := audit.Check{Trusted: verifier, Witnesses: []string{w.folder.Verifier()}}
	for stream, note := range receipts {
		check.Kept = append(check.Kept, audit.Kept{Note: note, Source: stream})
	}
	all, err := audit.Verify(ctx, snap, check)
	named := err != nil
	for _, c := range all {
		if c.Fault != nil && !(c.Fault.Code == record.Missing && m.waitsFor(c.Name)) {
			named, err = true, fmt.Errorf("%s: %w", c.Name, c.Fault)
		} else if c.Unjudged > 0 {
			named, err = true, fmt.Errorf("%s: %d signatures or acts of another machine are borne out by nothing", c.Name, c.Unjudged)
		}
		if len(c.TakenTwice) > 0 {
			return fmt.Errorf("entries %s took in once more what the office had entered", c.Twice(", "))
		}
	}
	switch {
	case m.forged && !named:
		return errors.New("its record was changed, and verify holds")
	case m.forged:
		return nil
	case named:
		return fmt.Errorf("nobody changed its record, and verify does not hold: %w", err)
	}
	for stream, log := range m.acked {
		texts, err := snap.Bytes(ctx, stream, 1, len(log))
		if err != nil {
			return err
		}
		for i, leaf := range log {
			if leaf != (seal.Hash{}) && (i >= len(texts) || seal.Leaf(texts[i]) != leaf) {
				return fmt.Errorf("entry %d of %s was acknowledged, and is gone or another", i+1, stream)
			}
		}
	}
	return nil
}

// waitsFor reports whether a machine says that it could not take a table over: what of it never came is missing there.
func (m *machine) waitsFor(table string) bool {
	return len(m.programs) > 0 && slices.Contains(m.programs[0].puller.State().Missing, table)
}

// judgeFigures demands that the pit says of the shifts of each table what the machine says that plays it.
func (w *world) judgeFigures(q central.Reading) error {
	const first, last = "2026-01-01", "2027-12-31"
	all, err := pitserver.House(context.Background(), q, w.folder, w.now)
	if err != nil {
		return err
	}
	at, err := all.Sums().HouseShifts(first, last)
	if err != nil {
		return err
	}
	for _, m := range w.machines {
		if m.fallen != "" || m.name == office {
			continue
		}
		p := m.programs[0]
		own, err := p.house.Sums().HouseShifts(first, last)
		if err != nil {
			return fmt.Errorf("%s: %w", m.label, err)
		}
		for _, t := range tables {
			if owner, _, _ := w.owner(t); owner != m.name || !p.house.State.Plays(t) {
				continue
			}
			of := func(list []reports.HouseShift) []reports.HouseShift {
				return slices.DeleteFunc(slices.Clone(list), func(s reports.HouseShift) bool { return s.Table != t })
			}
			if here, there := of(own), of(at); len(here)+len(there) > 0 && !reflect.DeepEqual(here, there) {
				return fmt.Errorf("of %s the pit says %+v, and %s %+v", t, there, m.label, here)
			}
		}
		for _, staff := range w.officeState().Staff {
			theirs, err := w.machines[0].programs[0].store.Secret(staff.Number)
			if err != nil {
				return err
			}
			if here, err := p.store.Secret(staff.Number); err != nil || here != theirs {
				return fmt.Errorf("%s has another key of %s than the office: %w", m.label, staff.Name, err)
			}
		}
	}
	return nil
}
