package pitserver

import (
	"context"
	"slices"
	"time"

	"sabot/app/pitclient"
	"sabot/pit"
	"sabot/pit/record"
	"sabot/storage/central"
)

// A step is an entry's own word on its place in the stream, with what is wrong with the entry by itself.
type step struct {
	entry record.Entry // with the fact as factOfPlace has it
	exact bool         // its bytes are those that Sabot writes
	wrong error        // of an amount that no Sabot enters
}

// factOfPlace returns what a pit.Place asks of a fact: of most their kind alone. Jobs that wait hold no more of it.
func factOfPlace(f record.Fact) record.Fact {
	switch f.(type) {
	case record.Undone, record.ClockDrifted:
		return f
	}
	return record.Blank(record.KindOf(f))
}

// placeBehind returns the place of a stream after the entries of a job; nil where nobody knows it.
func (s *stream) placeBehind(j *job) *pit.Place {
	if len(j.steps) > 0 {
		return j.place
	}
	return s.place
}

// placesFollow refuses an entry that cannot come behind the entry before it, as a pit.Place says: who makes figures
// of the house would go by it. It refuses one of other bytes than Sabot writes, since no machine could take the
// table over. It refuses one with amounts past their bounds, since nobody could sum them up. Of a table that was
// moved, what a manager signed for is as it is.
func (l *leader) placesFollow(ctx context.Context, m *machine, j *job, s *stream) *pitclient.Refusal {
	a := j.append
	if l.server.Houses || len(j.steps) == 0 {
		return nil
	}
	signed, err := l.officeMoves(ctx)
	if err != nil {
		return l.failed(m, err)
	}
	moved := signed.heritage(a.Stream).Size
	at, known, err := l.placeOf(ctx, s)
	if err != nil {
		return l.failed(m, err)
	}
	for i := range j.steps {
		is := &j.steps[i]
		e := &is.entry
		if e.Seq > moved {
			if refused := l.takes(ctx, m, a, is, at, known); refused != nil {
				return refused
			}
		}
		at, known = at.Behind(e), true
	}
	j.place = &at
	return nil
}

// takes refuses an entry that cannot come next.
func (l *leader) takes(ctx context.Context, m *machine, a *pitclient.Append, is *step, at pit.Place, known bool) *pitclient.Refusal {
	e := &is.entry
	refuse := func(format string, args ...any) *pitclient.Refusal {
		return pitclient.Refuse(pitclient.Malformed, "entry %d of %s, %q"+format, append([]any{e.Seq, a.Stream, record.KindOf(e.Fact)}, args...)...)
	}
	switch {
	case !is.exact:
		return refuse(", is not written as Sabot writes it: no Sabot enters that")
	case is.wrong != nil:
		return refuse(": %v", is.wrong)
	case !known:
		return nil
	}
	if err := at.Takes(e); err != nil {
		return refuse(", %v: no Sabot enters that", err)
	}
	f, drifted := e.Fact.(record.ClockDrifted)
	if !drifted || a.Stream == record.HouseStream {
		return nil
	}
	house := m.streams[record.HouseStream]
	if house == nil {
		house = &stream{}
	}
	said, err := l.saysDrift(ctx, house, e.At, time.UnixMilli(f.Was))
	if err != nil {
		return l.failed(m, err)
	}
	if said {
		return nil
	}
	refused := refuse(", says that the clock was put back, and its house says nothing of it")
	if size := house.tree.Size(); size == 0 || m.own[house.ID] > size { // what its house has to say may be on its way
		refused.Why = pitclient.NotNext
	}
	return refused
}

// A drifts is the account of a machine's clock in its stream of the house, up to an entry.
type drifts struct {
	list []record.Ahead
	upTo int64
}

// saysDrift reports whether a machine's house says that its clock was ahead up to a time at least, and was put back as far as to another.
func (l *leader) saysDrift(ctx context.Context, house *stream, back, was time.Time) (said bool, err error) {
	d, size := &house.drift, house.tree.Size()
	for d.upTo < size { // what comes is read once
		texts, next, err := l.server.own.EntriesOf(ctx, house.ID, d.upTo+1, size, pitclient.MostEntries, map[string]bool{record.KindOf(record.ClockDrifted{}): true})
		if err != nil {
			return false, err
		}
		for _, text := range texts {
			e, err := record.Decode(text)
			if f, drifted := e.Fact.(record.ClockDrifted); err == nil && drifted {
				d.list = append(d.list, record.Ahead{Back: e.At, Was: time.UnixMilli(f.Was)})
			}
		}
		if d.upTo = next - 1; next == 0 {
			d.upTo = size
		}
	}
	return record.HouseSaid(d.list, 0, was) > 0 && slices.ContainsFunc(d.list, func(a record.Ahead) bool {
		return !back.Before(a.Back.Add(-record.MostDrift)) // less is waited for, and not said
	}), nil
}

// placeOf returns the place of a stream; false where its last entry cannot be read.
func (l *leader) placeOf(ctx context.Context, s *stream) (at pit.Place, known bool, err error) {
	size := s.tree.Size()
	switch {
	case size == 0:
		return pit.Place{}, true, nil
	case s.place != nil:
		return *s.place, true, nil
	}
	if s.Name != record.HouseStream {
		shifts, err := l.server.own.LastShifts(ctx, central.Stream{ID: s.ID, Signed: size}, 1)
		if err != nil {
			return at, false, err
		}
		for _, text := range shifts {
			if e, err := record.Decode(text); err == nil {
				at = at.Behind(&e)
			}
		}
	}
	texts, err := l.writer.Entries(ctx, s.ID, size, 1)
	if err != nil || len(texts) != 1 {
		return at, false, err
	}
	e, err := record.DecodeHead(texts[0])
	if err != nil {
		return at, false, nil
	}
	at = at.Behind(&e)
	s.place = &at
	return at, true, nil
}
