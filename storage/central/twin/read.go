package twin

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"sabot/pit/record"
	"sabot/storage/central"
)

// reads is a reader's access to a Base.
type reads struct{ *Base }

// Read implements central.Database.
func (b *Base) Read(house string) central.Reading { return reads{b} }

func (r reads) Close() {}

// AtOnce runs do on a copy.
func (r reads) AtOnce(_ context.Context, do func(central.Reading) error) error {
	if err := r.ask(func(*rows) error { return nil }); err != nil {
		return err
	}
	return do(reads{r.Copy()})
}

func (r reads) Streams(context.Context) (list []central.Stream, err error) {
	return list, r.ask(func(r *rows) error { list = r.allStreams(); return nil })
}

func (r reads) Stream(_ context.Context, machine, name string) (found central.Stream, err error) {
	return found, r.ask(func(r *rows) error {
		s := r.of(machine, name)
		if s == nil {
			return central.ErrNoStream
		}
		found = s.Stream
		return nil
	})
}

func (r reads) Machines(context.Context) (list []central.Machine, err error) {
	return list, r.ask(func(r *rows) error { list = r.allMachines(); return nil })
}

func (r reads) Heads(context.Context) (list []central.HeadAt, err error) {
	return list, r.ask(func(r *rows) error { list = r.allHeads(); return nil })
}

func (r reads) Unseen(context.Context) ([]central.Refusal, error) {
	return r.refused(func(f refusal) bool { return f.Times > f.seen })
}

func (r reads) Refusals(_ context.Context, since int64) ([]central.Refusal, error) {
	return r.refused(func(f refusal) bool { return f.Last >= since })
}

func (r reads) refused(which func(refusal) bool) (list []central.Refusal, err error) {
	return list, r.ask(func(r *rows) error {
		for _, f := range r.refusals {
			if which(f) {
				list = append(list, f.Refusal)
			}
		}
		slices.SortFunc(list, func(a, b central.Refusal) int {
			return cmp.Or(-cmp.Compare(a.Last, b.Last), cmp.Compare(a.Machine, b.Machine), cmp.Compare(a.Stream, b.Stream), cmp.Compare(a.Why, b.Why))
		})
		return nil
	})
}

func (r reads) Entries(_ context.Context, id int32, from int64, most int) (list [][]byte, err error) {
	return list, r.ask(func(r *rows) error { list = r.page(id, from, math.MaxInt64, most); return nil })
}

func (r reads) Times(_ context.Context, id int32, from int64, most int) (list []int64, err error) {
	return list, r.ask(func(r *rows) error {
		if s := r.stream(id); s != nil && from >= 1 && from <= int64(len(s.times)) {
			list = slices.Clone(s.times[from-1:])
			list = list[:min(most, len(list))]
		}
		return nil
	})
}

func (r reads) Arrived(_ context.Context, id int32, seq int64) (at int64, err error) {
	return at, r.ask(func(r *rows) error {
		s := r.stream(id)
		if s == nil || seq < 1 || seq > int64(len(s.arrived)) {
			return central.ErrMissing
		}
		at = s.arrived[seq-1]
		return nil
	})
}

func (r reads) Ends(ctx context.Context) ([]central.Counted, error) { return r.Counts(ctx) }

func (r reads) Counts(_ context.Context, of ...int32) (list []central.Counted, err error) {
	return list, r.ask(func(r *rows) error {
		for i, s := range r.streams {
			id := int32(i) + 1
			if n := int64(len(s.entries)); n > 0 && (len(of) == 0 || slices.Contains(of, id)) {
				list = append(list, central.Counted{Stream: id, Entries: n, First: 1, Last: n, Sum: float64(n) * float64(n+1) / 2})
			}
		}
		return nil
	})
}

func (r *rows) page(id int32, from, to int64, most int) [][]byte {
	if s := r.stream(id); s != nil {
		return s.page(from, to, most)
	}
	return nil
}

func (r reads) EntriesOf(_ context.Context, id int32, from, to int64, most int, kinds map[string]bool) (list [][]byte, next int64, err error) {
	err = r.ask(func(r *rows) error { list = r.page(id, from, to, most); return nil })
	if len(list) == most {
		next = from + int64(most)
	}
	if kinds != nil {
		list = slices.DeleteFunc(list, func(text []byte) bool {
			_, kind, wrong := record.DecodeKind(text)
			return wrong == nil && !kinds[kind]
		})
	}
	return list, next, err
}

func (r reads) LastOpening(_ context.Context, s central.Stream) (seq int64, err error) {
	return seq, r.ask(func(r *rows) error {
		if s := r.stream(s.ID); s != nil {
			seq, _ = s.last(s.Signed, opened)
		}
		return nil
	})
}

func (r reads) LastShifts(_ context.Context, s central.Stream, most int) (list [][]byte, err error) {
	err = r.ask(func(r *rows) error {
		s := r.stream(s.ID)
		for seq := int64(math.MaxInt64); s != nil && len(list) < most; {
			at, _ := s.last(min(seq, s.Signed), opened, closed)
			if at == 0 {
				break
			}
			list, seq = append(list, s.entries[at-1]), at-1
		}
		return nil
	})
	slices.Reverse(list)
	return list, err
}

func (r reads) LastOf(_ context.Context, id int32, f record.Fact) (text []byte, err error) {
	return text, r.ask(func(r *rows) error {
		if s := r.stream(id); s != nil {
			if seq, _ := s.last(math.MaxInt64, kind(f)); seq > 0 {
				text = s.entries[seq-1]
			}
		}
		return nil
	})
}

func (r reads) Open(_ context.Context, id int32) (open bool, err error) {
	return open, r.ask(func(r *rows) error {
		s := r.stream(id)
		open = s != nil && s.open()
		return nil
	})
}

func (r reads) HouseFor(_ context.Context, machine string) (h central.HouseFor, is bool, err error) {
	return h, is, r.ask(func(r *rows) error {
		var m central.Machine
		m, is = r.machine(machine)
		if !is {
			h = central.HouseFor{}
			return nil
		}
		h = central.HouseFor{Serial: m.Serial, Tables: m.Tables, Restored: r.restored}
		if office := r.office(); office != "" {
			o := r.machines[office]
			h.Office, h.Voucher = o.Name, o.Voucher
			if s := r.of(office, record.HouseStream); s != nil {
				h.Stream, h.Signed, h.Note, h.Whole, h.Own = s.ID, s.Signed, s.Note, s.Whole, s.Own
			}
			for _, f := range r.refusals {
				h.Refused = h.Refused || f.Machine == office && f.Stream == record.HouseStream && f.Why != "replayed" && f.Last > h.Whole
			}
		}
		return nil
	})
}

// office returns the machine that is the house's; "" where it has none.
func (r *rows) office() string {
	for name, m := range r.machines {
		if m.Voucher != "" {
			return name
		}
	}
	return ""
}

func (r reads) Serial(_ context.Context, machine string) (serial string, err error) {
	return serial, r.ask(func(r *rows) error { serial = r.machines[machine].Serial; return nil })
}

func (r reads) Sealed(context.Context) (list []record.Secret, err error) {
	return list, r.ask(func(r *rows) error {
		for _, number := range slices.Sorted(maps.Keys(r.sealed)) {
			list = append(list, record.Secret{Number: number, Sealed: r.sealed[number]})
		}
		return nil
	})
}

func (r reads) Heritage(_ context.Context, table, heir string) (m central.Moved, id int32, is bool, err error) {
	return m, id, is, r.ask(func(r *rows) error {
		if r.tables[table] != heir {
			return nil
		}
		last, there := r.lastMove(table, func(m move) bool { return m.To == heir })
		if s := r.of(last.From, table); there && s != nil {
			id = s.ID
		}
		m, is = last.Moved, there
		return nil
	})
}

// lastMove returns the last move of a table for which which is true.
func (r *rows) lastMove(table string, which func(move) bool) (last move, there bool) {
	for at, m := range r.moves {
		if at[0] == table && which(m) && (!there || m.at > last.at || m.at == last.at && m.Size > last.Size) {
			last, there = m, true
		}
	}
	return last, there
}

func (r reads) Restored(context.Context) (back bool, err error) {
	return back, r.ask(func(r *rows) error { back = r.restored; return nil })
}

func (r reads) Gone(context.Context) (list []central.Gone, err error) {
	return list, r.ask(func(r *rows) error { list = r.allGone(); return nil })
}

// Doubled returns none: a map has each key once.
func (r reads) Doubled(context.Context) ([]central.Doubled, error) {
	return nil, r.ask(func(*rows) error { return nil })
}

func (r reads) Strays(_ context.Context, houses bool) (list []central.Stray, err error) {
	return list, r.ask(func(r *rows) error {
		for _, s := range r.streams {
			if n := int64(len(s.entries)) - s.Size; n > 0 && s.Machine != "" {
				list = append(list, central.Stray{Machine: s.Machine, Name: s.Name, Says: fmt.Sprintf("%d entries lie behind its end", n)})
			} else if n > 0 {
				list = append(list, central.Stray{Says: fmt.Sprintf("%d entries are of no stream", n)})
			}
		}
		for _, name := range slices.Sorted(maps.Keys(r.machines)) {
			if m := r.machines[name]; !houses && m.Verifier != "" && name != central.Member && r.of(name, record.HouseStream) == nil {
				list = append(list, central.Stray{Machine: name, Name: record.HouseStream, Says: "it is gone"})
			}
		}
		for at, m := range r.moves {
			if s := r.of(at[1], at[0]); m.Size > 0 && (s == nil || s.Size < m.Size) {
				list = append(list, central.Stray{Machine: at[1], Name: at[0], Says: fmt.Sprintf("it had %d entries when the table was moved, and not all of them are here", m.Size)})
			}
		}
		return nil
	})
}

// Otherwise implements central.Reading: nobody logs in.
func (r reads) Otherwise(context.Context) ([]string, error) { return nil, nil }

// Unwritten implements central.Reading: it has room.
func (r reads) Unwritten(context.Context) (*central.Unwritten, error) { return nil, nil }

func (r reads) Moves(context.Context) (list []central.Moved, err error) {
	return list, r.ask(func(r *rows) error {
		for _, m := range r.moves {
			m.Gone = 0
			list = append(list, m.Moved)
		}
		slices.SortFunc(list, func(a, b central.Moved) int {
			return cmp.Or(strings.Compare(a.Table, b.Table), strings.Compare(a.From, b.From))
		})
		return nil
	})
}
