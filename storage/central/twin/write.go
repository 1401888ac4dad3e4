package twin

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// A pen is the connection of the one that writes.
type pen struct {
	base *Base
	used time.Time
}

// Write implements central.Database.
func (b *Base) Write(_ context.Context, house string) (central.Writing, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.down:
		return nil, errDown
	case house != b.house:
		return nil, fmt.Errorf("%w: it is that of %q, and this is %q", central.ErrOtherHouse, b.house, house)
	case b.pen != nil && time.Since(b.pen.used) < gone:
		return nil, fmt.Errorf("%w: the one in memory", central.ErrTaken)
	}
	b.pen = &pen{b, time.Now()}
	return b.pen, nil
}

func (p *pen) Close() {
	p.base.mu.Lock()
	defer p.base.mu.Unlock()
	if p.base.pen == p {
		p.base.pen = nil
	}
}

// do does something over the connection, which breaks where nothing was heard for too long.
func (p *pen) do(do func(*rows) error) error {
	b := p.base
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.down || b.pen != p || time.Since(p.used) >= lease {
		return errDown
	}
	p.used = time.Now()
	return do(&b.rows)
}

func (p *pen) Alive(context.Context) error { return p.do(func(*rows) error { return nil }) }

func (p *pen) State(context.Context) (list []central.Stream, all []central.Machine, err error) {
	return list, all, p.do(func(r *rows) error { list, all = r.allStreams(), r.allMachines(); return nil })
}

func (p *pen) Heads(context.Context) (list []central.HeadAt, err error) {
	return list, p.do(func(r *rows) error { list = r.allHeads(); return nil })
}

func (p *pen) Begin(_ context.Context, machine, name string) (made central.Stream, err error) {
	return made, p.do(func(r *rows) error {
		if err := taken(machine, name); err != nil {
			return err
		}
		s := r.of(machine, name)
		if s == nil {
			r.streams = append(r.streams, stream{Stream: central.Stream{ID: int32(len(r.streams) + 1), Machine: machine, Name: name}})
			s = &r.streams[len(r.streams)-1]
		}
		made = s.Stream
		return nil
	})
}

func (p *pen) Append(_ context.Context, pieces []central.Piece, now int64) error {
	return p.do(func(r *rows) error {
		if b := p.base; b.fails > 0 {
			if b.fails--; b.fails == 0 {
				b.pen = nil
				return errDown
			}
		}
		next := r.copied() // all or none
		for _, piece := range pieces {
			if err := next.append(piece, now); err != nil {
				return err
			}
		}
		*r = next
		if b := p.base; b.unsure > 0 {
			if b.unsure--; b.unsure == 0 {
				b.pen = nil
				return errDown
			}
		}
		return nil
	})
}

// append adds a piece as the function of the layout does.
func (r *rows) append(p central.Piece, now int64) error {
	s := r.stream(p.Stream)
	if s == nil || s.Size != p.From {
		return central.ErrMoved
	}
	if len(p.Times) != len(p.Texts) {
		return raised("each entry has one time")
	}
	tree, err := seal.ReadTree(s.Size, s.Edge)
	if err != nil { // it is made again of the entries
		tree = seal.Tree{}
		for _, text := range s.entries[:s.Size] {
			tree.Add(text)
		}
	}
	if int64(len(s.entries)) > s.Size {
		return &pgconn.PgError{Severity: "ERROR", Code: "23505", Message: "duplicate key value violates unique constraint"}
	}
	for _, text := range p.Texts {
		if !bytes.HasPrefix(text, []byte("[")) && !bytes.HasPrefix(text, []byte("{")) {
			return raised("that is no entry")
		}
		tree.Add(text)
	}
	if !bytes.Equal(tree.Edge(), p.Edge) {
		return raised("that is not the edge of the entries")
	}
	if lines := strings.Split(p.Note, "\n"); p.Note != "" {
		root := tree.Root()
		if len(lines) < 3 || lines[1] != fmt.Sprint(tree.Size()) || lines[2] != base64.StdEncoding.EncodeToString(root[:]) {
			return raised("that is no head of the entries")
		}
	}
	if m, moved := r.moves[[2]string{s.Name, s.Machine}]; len(p.Texts) > 0 && moved && m.Size < tree.Size() && r.tables[s.Name] != s.Machine {
		return raised("the table was moved to another machine")
	}
	for _, text := range p.Texts {
		s.entries = append(s.entries, slices.Clone(text))
	}
	s.times, s.arrived = append(s.times, p.Times...), append(s.arrived, slices.Repeat([]int64{now}, len(p.Texts))...)
	s.Size, s.Edge = tree.Size(), tree.Edge()
	if p.Note != "" {
		s.Signed, s.Note = s.Size, p.Note
	}
	for _, h := range p.Heads {
		r.heads[[2]string{h.Machine, h.Stream}] = h
	}
	for _, k := range p.Keys {
		r.sealed[k.Number] = k.Sealed
	}
	return nil
}

func (p *pen) Pin(_ context.Context, machine, verifiers string) error {
	return p.do(func(r *rows) error {
		m, known := r.machines[machine]
		if !known || m.Verifier != "" && m.Verifier != verifiers {
			return raised("the keys of %s are others", machine)
		}
		m.Verifier = verifiers
		r.machines[machine] = m
		return nil
	})
}

func (p *pen) Hear(_ context.Context, list []central.Heard) error {
	return p.do(func(r *rows) error {
		for _, h := range list { // all or none
			if err := taken(h.Program); err != nil {
				return err
			}
		}
		for _, h := range list {
			if m, known := r.machines[h.Machine]; known {
				m.Heard, m.Apart, m.Program = h.At, h.Apart, h.Program
				r.machines[h.Machine] = m
			}
			if s := r.of(h.Machine, record.HouseStream); s != nil && h.Whole > 0 {
				s.Whole = h.Whole
			}
			for id, own := range h.Own {
				if s := r.stream(id); s != nil {
					s.Own, s.Heard = own, h.At
				}
			}
		}
		return nil
	})
}

func (p *pen) Refuse(_ context.Context, f central.Refusal) error {
	return p.do(func(r *rows) error {
		if err := taken(f.Machine, f.Stream, f.Why); err != nil {
			return err
		}
		at := [3]string{f.Machine, f.Stream, f.Why}
		was, again := r.refusals[at]
		if f.First, f.Times = f.Last, 1; again {
			f.First, f.Last, f.Times = was.First, max(f.Last, was.Last), was.Times+1
		}
		r.refusals[at] = refusal{f, was.seen}
		return nil
	})
}

func (p *pen) Notify(context.Context) error { return p.do(func(*rows) error { return nil }) }

func (p *pen) Entries(_ context.Context, id int32, from int64, most int) (list [][]byte, err error) {
	return list, p.do(func(r *rows) error { list = r.page(id, from, 1<<62, most); return nil })
}

func (p *pen) Moved(_ context.Context, table, machine string) (m central.Moved, is bool, err error) {
	m = central.Moved{Table: table, From: machine}
	err = p.do(func(r *rows) error {
		var was move
		if was, is = r.moves[[2]string{table, machine}]; is {
			m = was.Moved
		}
		return nil
	})
	return m, is, err
}

func (p *pen) Restored(context.Context) (back bool, err error) {
	return back, p.do(func(r *rows) error { back = r.restored; return nil })
}

func (p *pen) Whole(context.Context) error {
	return p.do(func(r *rows) error { r.restored = false; return nil })
}

func (p *pen) PutBack(_ context.Context, at int64) error {
	return p.do(func(r *rows) error { r.isPutBack(at); return nil })
}

func (p *pen) Gone(context.Context) (list []central.Gone, err error) {
	return list, p.do(func(r *rows) error { list = r.allGone(); return nil })
}

func (p *pen) GoesWithout(_ context.Context, list []central.Gone) error {
	return p.do(func(r *rows) error {
		for _, g := range list {
			at := [2]string{g.Machine, g.Stream}
			r.gone[at] = max(r.gone[at], g.Size)
		}
		return nil
	})
}

func (p *pen) TableMoves(_ context.Context, id int32) (list [][]byte, err error) {
	return list, p.do(func(r *rows) error { list = r.tableMoves(id); return nil })
}

func (r reads) TableMoves(_ context.Context, id int32) (list [][]byte, err error) {
	return list, r.ask(func(r *rows) error { list = r.tableMoves(id); return nil })
}

func (r *rows) tableMoves(id int32) [][]byte {
	return slices.DeleteFunc(r.page(id, 1, 1<<62, 1<<30), func(text []byte) bool { return !bytes.Contains(text, kind(record.TableMoved{})) })
}

func (p *pen) MovesSigned(_ context.Context, list []central.SignedMove) error {
	return p.do(func(r *rows) error {
		tables, moves := maps.Clone(r.tables), maps.Clone(r.moves)
		for _, m := range list {
			if m.Table == record.HouseStream {
				return raised("%s is the own stream of a machine, and no table", m.Table)
			}
			for _, name := range []string{m.From, m.To, m.Plays} {
				if _, enrolled := r.machines[name]; !enrolled {
					return &pgconn.PgError{Code: "23503", Message: "there is no machine " + name}
				}
			}
			tables[m.Table] = m.Plays
			moves[[2]string{m.Table, m.From}] = move{m.Moved, m.At}
		}
		r.tables, r.moves = tables, moves
		return nil
	})
}
