package pitclient

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
)

// A State is the state of the shipping.
type State struct {
	Since   time.Time           // time since which the pit is away; zero where it is reached
	Why     string              // in the words of who knows; "" where it is reached
	Refuses *Refusal            // the pit answers, and takes nothing from this machine
	Refused map[string]*Refusal // what it takes none of, by stream
	Apart   time.Duration       // by how much this machine's clock is ahead of the pit's
}

// MostApart is the largest difference between two clocks that is not reported.
const MostApart = time.Minute

// ClockWrong reports whether the clocks are further apart than that.
func (s State) ClockWrong() bool { return s.Apart > MostApart || s.Apart < -MostApart }

// awayAfter is the time without an answer after which the pit counts as away.
const awayAfter = 10 * time.Second

// Away reports whether the pit has been away for so long that a table is told.
func (s State) Away(now time.Time) bool {
	return s.Refuses == nil && !s.Since.IsZero() && now.Sub(s.Since) >= awayAfter
}

// A RefusedError is the error of streams of which the pit takes nothing; all else has arrived.
type RefusedError struct {
	Streams []string
	says    []string
}

func (e *RefusedError) Error() string { return strings.Join(e.says, "; ") }

// copied reports whether the pit took none of the house's stream, as a fork or an older one: what this record has of tables may then be no
// table's.
func (s State) copied() bool {
	r := s.Refused[record.HouseStream]
	return r != nil && r.Why.Copied()
}

// refusal returns the error of the refused streams; nil where there are none.
func (s State) refusal() error {
	if len(s.Refused) == 0 {
		return nil
	}
	e := &RefusedError{Streams: slices.Sorted(maps.Keys(s.Refused))}
	for _, stream := range e.Streams {
		e.says = append(e.says, s.Refused[stream].Says)
	}
	return e
}

// A Waiting is what waits of a stream, of which the pit takes no more just then.
type Waiting struct {
	Stream  string
	Entries int64
	Why     string // in the pit's words
}

// Waits returns what the pit neither took nor refused when it was sent last: asked again later it may take that. Error: of a record that cannot be read.
func (s *Shipper) Waits() (list []Waiting, err error) {
	for _, stream := range s.streams {
		r := s.waits[stream]
		if r == nil {
			continue
		}
		own, err := s.store.Last(stream)
		if err != nil {
			return nil, err
		}
		if n := own - s.pit[stream].Size; n > 0 {
			list = append(list, Waiting{stream, n, r.Says})
		}
	}
	return list, nil
}

// State returns the present state. It may be called from any goroutine.
func (s *Shipper) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	state := s.state
	state.Refused = maps.Clone(state.Refused)
	return state
}

func (s *Shipper) failed(err error) {
	var refused *Refusal
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state.Since.IsZero() {
		s.state.Since = s.now()
	}
	s.state.Why = err.Error()
	if s.state.Refuses = nil; errors.As(err, &refused) && refused.Why.Lasting() {
		s.state.Refuses = refused
	}
}

func (s *Shipper) reached() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state.Since, s.state.Why, s.state.Refuses = time.Time{}, "", nil
}

// refuse notes why a stream is not taken; nil where it is.
func (s *Shipper) refuse(stream string, r *Refusal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r == nil {
		delete(s.state.Refused, stream)
		return
	}
	if stream == record.HouseStream && r.Why.Copied() { // of its tables nothing is sent any more
		clear(s.state.Refused)
	}
	s.state.Refused[stream] = r
}

// Trouble returns the part of the state that a table's mark and the office show.
func (s State) Trouble(now time.Time) house.PitTrouble {
	refused := s.Refuses
	for _, stream := range slices.Backward(slices.Sorted(maps.Keys(s.Refused))) {
		if s.Refuses == nil {
			refused = s.Refused[stream]
		}
	}
	switch {
	case refused != nil:
		return troubleOf(refused)
	case s.Away(now):
		return house.PitTrouble{Why: house.PitAway, Since: s.Since, Says: s.Why}
	case s.ClockWrong():
		return house.PitTrouble{Why: house.PitClock, Apart: s.Apart}
	}
	return house.PitTrouble{}
}

// troubles are the refusals that a table has a sentence for.
var troubles = map[Why]house.PitWhy{
	OtherVersion: house.PitVersion, NotOurs: house.PitCertificate, NotEnrolled: house.PitEnrolled, NotItsTable: house.PitTable,
	OtherKey: house.PitKey, Behind: house.PitBehind, Forked: house.PitForked, Cloned: house.PitCloned, Overtaken: house.PitOvertaken,
}

func troubleOf(r *Refusal) house.PitTrouble {
	t := house.PitTrouble{Why: troubles[r.Why], Stream: r.Stream, Says: r.Says}
	if t.Why == "" {
		t.Why = house.PitOther
	}
	if r.Pit != nil {
		t.Pit = r.Pit.Size
	}
	if r.Yours != nil {
		t.Own = r.Yours.Size
	}
	return t
}
