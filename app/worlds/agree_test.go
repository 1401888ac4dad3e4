package worlds

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// patience is how long a house may take to agree once nothing goes wrong any more: what was refused is tried again after 20 s,
// and a session after 10 s.
const patience = 3 * time.Minute

// settle ends all that goes wrong, and demands that the house comes to agree.
func (w *world) settle() error {
	if err := w.mend(); err != nil {
		return err
	}
	since, why := w.now(), error(nil)
	for w.now().Sub(since) < patience {
		for _, m := range w.machines {
			m.setClock()
			for _, p := range m.programs {
				_, _ = p.ship()
				_, _ = p.pull()
			}
			m.keepUp()
		}
		if why = w.agree(); why == nil {
			return w.holds()
		}
		time.Sleep(3 * time.Second)
	}
	return fmt.Errorf("no agreement within %v once nothing goes wrong any more: %w", patience, why)
}

// mend has everything run, and be reached.
func (w *world) mend() error {
	w.base.Down(false)
	w.base.Unsure(0)
	w.base.Fails(0)
	if err := w.putRight(); err != nil {
		return err
	}
	for n := range w.pits {
		if w.pits[n] == nil {
			if err := w.servePit(n); err != nil {
				return err
			}
		}
	}
	for _, m := range w.machines {
		m.line.until, m.apart = time.Time{}, 0
		m.setClock()
		if m.forged || len(m.programs) > 0 {
			continue
		}
		if _, err := m.start(); err != nil {
			return fmt.Errorf("%s starts: %w", m.label, err)
		}
	}
	for _, r := range w.late {
		r.arrives()
	}
	w.late = nil
	return nil
}

// agree says what of the house is not the same everywhere yet.
func (w *world) agree() error {
	ctx := context.Background()
	q := w.base.Read(w.folder.House)
	at := map[[2]string]central.Stream{}
	streams, err := q.Streams(ctx)
	if err != nil {
		return err
	}
	for _, s := range streams {
		at[[2]string{s.Machine, s.Name}] = s
	}
	entered := w.officeState().Seq
	for _, m := range w.machines {
		if m.fallen != "" {
			continue
		}
		p := m.programs[0]
		if err := p.house.Takeover().CatchUp(); err != nil {
			return err
		}
		if n := p.house.State.Office().Size; m.name != office && n != entered {
			return fmt.Errorf("%s has %d entries of the office, which has %d: %s", m.label, n, entered, p.puller.State().Wrong)
		}
		for _, stream := range append([]string{record.HouseStream}, tables...) {
			if err := w.agreeOn(m, p, stream, at[[2]string{m.name, stream}]); err != nil {
				return err
			}
		}
	}
	return nil
}

// agreeOn says what of a stream of a machine is not the same at the pit.
func (w *world) agreeOn(m *machine, p *program, stream string, pit central.Stream) error {
	own, err := p.store.Last(stream)
	if err != nil {
		return err
	}
	owner, f, _ := w.owner(stream)
	if stream != record.HouseStream && owner != m.name {
		if _, size, moved := w.officeState().Moves().MovedFrom(stream, m.name); moved && pit.Size < min(size, own) {
			return fmt.Errorf("the pit has %d entries of %s of %s, which was moved from there with %d", pit.Size, stream, m.label, size)
		}
		return nil // what it holds behind that is evidence
	}
	if stream != record.HouseStream && !p.house.State.Plays(stream) {
		head, _ := seal.ReadHead(f.Head)
		if slices.Contains(p.puller.State().Missing, stream) && (w.otherPast(p, stream, head.Size) || w.fellOf(f.From) || w.waitsForFallen(p, stream)) {
			return nil // it says so: it holds another past of what the table was moved with, and has to be given an empty folder; or the manager has to take the table over
		}
		return fmt.Errorf("%s does not play %s, which was moved to it from %s: %q, %s", m.label, stream, f.From, p.puller.State().Missing, p.puller.State().Wrong)
	}
	note, err := p.store.Head(stream)
	if err != nil {
		return err
	}
	if pit.Size != own || pit.Signed != own || own > 0 && pit.Note[:min(len(pit.Note), len(note))] != note {
		return fmt.Errorf("of %s %s has %d entries, and the pit %d, %d of them signed: %s %+v", stream, m.label, own, pit.Size, pit.Signed, p.shipper.State().Why, p.shipper.State().Refused)
	}
	return nil
}

// otherPast reports whether a machine has among the first entries of a table some that are not those which the pit took of it.
func (w *world) otherPast(p *program, table string, first int64) bool {
	for e, err := range p.store.Entries(table, 1) {
		if err == nil && e.Seq > first {
			return false
		}
		if at := int(e.Seq) - 1; err != nil || at >= len(w.history[table]) || w.history[table][at] != leaf(e) {
			return true
		}
	}
	return false
}

// waitsForFallen reports whether a table waits for a machine to let go of it of which nothing is demanded any more.
func (w *world) waitsForFallen(p *program, table string) bool {
	return slices.ContainsFunc(p.house.State.Moves().Handing(table), func(m house.Handing) bool { return w.fellOf(m.Machine) })
}

func (w *world) fellOf(name string) bool {
	return slices.ContainsFunc(w.machines, func(m *machine) bool { return m.name == name && m.fallen != "" })
}
