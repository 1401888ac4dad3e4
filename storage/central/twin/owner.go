package twin

import (
	"context"
	"fmt"
	"slices"

	"sabot/storage/central"
)

// Owned implements central.Database.
func (b *Base) Owned(house string) central.Owning { return owns{b} }

// owns is the owner's access to a Base, which sets it up.
type owns struct{ *Base }

func (o owns) Close() {}

// change changes rows, all or nothing.
func (o owns) change(do func(*rows) error) error {
	return o.ask(func(r *rows) error {
		next := r.copied()
		if err := do(&next); err != nil {
			return err
		}
		*r = next
		return nil
	})
}

func (o owns) Enroll(_ context.Context, machine, serial string, tables []string, moves bool, now int64) error {
	return o.change(func(r *rows) error {
		r.enrolled[machine] = max(now, r.putBack+1)
		m := r.machines[machine]
		m.Name, m.Serial, m.Verifier = machine, serial, ""
		r.machines[machine] = m
		office := r.office()
		for table, of := range r.tables {
			if of == machine && (office == "" || !slices.Contains(tables, table) && r.unplayed(table)) {
				delete(r.tables, table)
			}
		}
		for _, table := range tables {
			had, there := r.tables[table]
			switch {
			case there && office != "" && had == machine:
				continue
			case there && office != "" && (office != machine || !r.unplayed(table)):
				return fmt.Errorf("%w: %s is on %s; sabotctl pit move takes it from there, with its record", central.ErrElsewhere, table, had)
			case there && !moves:
				return fmt.Errorf("%w: %s is on %s; name --move to take it away from there", central.ErrElsewhere, table, had)
			}
			r.tables[table] = machine
		}
		return nil
	})
}

// unplayed reports whether nothing of a table has arrived, and it was never moved.
func (r *rows) unplayed(table string) bool {
	for _, s := range r.streams {
		if s.Name == table && (s.Size > 0 || s.Own > 0) {
			return false
		}
	}
	_, moved := r.lastMove(table, func(move) bool { return true })
	return !moved
}

func (o owns) SetOffice(_ context.Context, machine, voucher string) error {
	return o.change(func(r *rows) error {
		if office := r.office(); office != "" && office != machine {
			return fmt.Errorf("%w: %s", central.ErrOfficeElsewhere, office)
		}
		if m, known := r.machines[machine]; known {
			m.Voucher = voucher
			r.machines[machine] = m
		}
		return nil
	})
}

func (o owns) OfficeBy(context.Context) (machine string, err error) {
	return machine, o.ask(func(r *rows) error { machine = r.office(); return nil })
}

func (o owns) Move(_ context.Context, table, to string, way central.Way, waits []string, now int64, enter func(plays string, m central.Moved) error) (m central.Moved, err error) {
	m = central.Moved{Table: table, To: to}
	return m, o.change(func(r *rows) error {
		if r.restored {
			return fmt.Errorf("%w: where %s is played is not known until then", central.ErrRestored, table)
		}
		from, there := r.tables[table]
		if !there {
			return fmt.Errorf("no machine plays %s: enroll one with it", table)
		}
		if _, known := r.machines[to]; !known {
			return fmt.Errorf("the pit knows no machine %s: enroll it", to)
		}
		if m.From = from; from == to {
			last, there := r.lastMove(table, func(m move) bool { return m.To == to })
			if m = last.Moved; !there {
				return fmt.Errorf("%s is played on %s already", table, to)
			}
			for _, machine := range append([]string{m.From}, waits...) {
				if way != central.FromSilent || machine == to {
					continue
				}
				if err := r.mayGo(central.Moved{Table: table, From: machine, To: to}, way, &stream{}, 0, now); err != nil {
					return err
				}
			}
			return enter(from, m)
		}
		s := r.of(from, table)
		if s != nil {
			m.Size, m.Note = s.Signed, s.Note
		}
		if g := r.gone[[2]string{from, table}]; g > m.Size {
			m.Gone = g
		}
		awaited, is := r.lastMove(table, func(m move) bool { return m.To == from })
		is = is && awaited.Size > m.Size
		if s == nil {
			s = &stream{}
		}
		m.Held = r.refusals[[3]string{to, table, "overtaken"}].Theirs
		own := s.Own
		if is {
			own = max(own, awaited.Size)
		}
		if err := r.mayGo(m, way, s, own, now); err != nil {
			return err
		}
		r.tables[table] = to
		r.moves[[2]string{table, from}] = move{kept(m), now}
		if is && awaited.From != to {
			told := m
			m = awaited.Moved
			m.Gone, m.Held = told.Gone, told.Held
			m.To = to
			r.moves[[2]string{table, m.From}] = move{kept(m), now}
		}
		return enter(from, m)
	})
}

// kept returns a move without what is told of it only once.
func kept(m central.Moved) central.Moved {
	m.Gone, m.Held = 0, 0
	return m
}

// lost reports whether something is gone that a machine had shipped.
func (r *rows) lost(machine string) bool {
	for at := range r.gone {
		if at[0] == machine {
			return true
		}
	}
	return false
}

// mayGo returns why a table may not go to another machine; nil where it may.
func (r *rows) mayGo(m central.Moved, way central.Way, s *stream, own, now int64) error {
	const lately = 60_000
	heard := r.machines[m.From].Heard
	ago := now - heard
	switch {
	case way == central.FromAny:
		return nil
	case way == central.FromSilent && heard == 0 && r.putBack > 0 && now-r.putBack <= lately:
		return fmt.Errorf("%w: the pit was restored a moment ago", central.ErrAnswers)
	case way == central.FromSilent && ago <= lately:
		return &central.AnswersError{Table: m.Table, Machine: m.From, Ago: max(0, ago/1000)}
	case way == central.FromSilent:
		return nil
	case heard == 0 && r.putBack > 0 && (s.Size > 0 || own > 0 || r.enrolled[m.From] <= r.putBack || r.lost(m.From)):
		return fmt.Errorf("%w: nothing was heard of %s since the pit was restored", central.ErrNotHandedOver, m.From)
	case heard == 0 && s.Size == 0 && own == 0:
		return nil
	case ago > lately:
		return fmt.Errorf("%w: %s was not heard in the last minute", central.ErrNotHandedOver, m.From)
	case own > s.Size || m.Size < s.Size:
		return fmt.Errorf("%w: %s has %d entries of %s, and the pit was sent %d, %d of them signed", central.ErrNotHandedOver, m.From, own, m.Table, s.Size, m.Size)
	case s.open():
		return fmt.Errorf("%w: %s is open at %s; close it there first", central.ErrNotHandedOver, m.Table, m.From)
	}
	return nil
}
