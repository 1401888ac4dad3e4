package pitserver

import (
	"context"

	"sabot/app/pitclient"
	"sabot/pit"
	"sabot/pit/record"
)

// A step is an entry's place at a table, with its kind.
type step struct {
	stamp pit.Stamp // by nobody
	kind  string
	exact bool  // its bytes are those that Sabot writes
	wrong error // of an amount that no Sabot enters
}

// lastStamp returns the stamp of the last entry of a stream with what a job adds; nil where nobody knows it.
func (j *job) lastStamp(s *stream) *pit.Stamp {
	if n := len(j.steps); n > 0 {
		return &j.steps[n-1].stamp
	}
	return s.last
}

// stampsFollow refuses an entry with a shift, shoe or hand that cannot come behind the entry before it: who makes figures of the house would go
// by such numbers. It refuses one of other bytes than Sabot writes: no machine could take the table over; and one with amounts
// past their bounds: nobody could sum them up. Of a table that was moved, what a manager signed for is as it is.
func (l *leader) stampsFollow(ctx context.Context, m *machine, j *job, s *stream) *pitclient.Refusal {
	a := j.append
	if l.server.Houses || len(j.steps) == 0 {
		return nil
	}
	signed, err := l.officeMoves(ctx)
	if err != nil {
		return l.failed(m, err)
	}
	moved := signed.heritage(a.Stream).Size
	before, err := l.stampBefore(ctx, s)
	if err != nil {
		return l.failed(m, err)
	}
	for i := range j.steps {
		is, seq := &j.steps[i], a.From+int64(i)+1
		if !is.exact && seq > moved {
			return pitclient.Refuse(pitclient.Malformed, "entry %d of %s, %q, is not written as Sabot writes it: no Sabot enters that", seq, a.Stream, is.kind)
		}
		if is.wrong != nil && seq > moved {
			return pitclient.Refuse(pitclient.Malformed, "entry %d of %s, %q: %v", seq, a.Stream, is.kind, is.wrong)
		}
		follows := is.stamp == pit.Stamp{}
		if a.Stream != record.HouseStream {
			follows = before == nil || is.stamp.MayFollow(*before, record.Blank(is.kind))
		}
		if !follows && seq > moved {
			was := pit.Stamp{}
			if before != nil {
				was = *before
			}
			return pitclient.Refuse(pitclient.Malformed, "entry %d of %s, %q, says that it is of shift %d, shoe %d, hand %d, and the one before is of %d, %d, %d: no Sabot enters that", seq, a.Stream, is.kind, is.stamp.Shift, is.stamp.Shoe, is.stamp.Hand, was.Shift, was.Shoe, was.Hand)
		}
		before = &is.stamp
	}
	return nil
}

// stampBefore returns the stamp of the last entry that the pit has of a stream; nil where that cannot be read.
func (l *leader) stampBefore(ctx context.Context, s *stream) (*pit.Stamp, error) {
	switch size := s.tree.Size(); {
	case size == 0:
		return &pit.Stamp{}, nil
	case s.last != nil:
		return s.last, nil
	default:
		texts, err := l.writer.Entries(ctx, s.ID, size, 1)
		if err != nil || len(texts) != 1 {
			return nil, err
		}
		if e, err := record.DecodeHead(texts[0]); err == nil {
			s.last = &pit.Stamp{Shift: e.Shift, Shoe: e.Shoe, Hand: e.Hand}
		}
		return s.last, nil
	}
}
