package audit

import (
	"time"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// A Cosigned is the word of a witness that a head which was kept elsewhere was there at a time.
type Cosigned struct {
	Source  string    // where it was kept
	Size    int64     // entries that it stands for
	Witness string    // the verifier, as it was given
	At      time.Time // by the witness's clock; zero where the countersignature has no time
	Made    time.Time // when the last of those entries was made, by the house's clock
	// Early says that the time is before the head was made, by more than clocks may be apart.
	Early bool
}

// Ahead reports whether the time is later than now, by more than clocks may be apart.
func (c Cosigned) Ahead(now time.Time) bool { return c.At.Sub(now) > record.MostDrift }

// cosignedBy returns the times at which witnesses have countersigned a head, by their own word. Error: of a head that is none.
func cosignedBy(k Kept, size int64, witnesses []string) (list []Cosigned, err error) {
	for _, witness := range witnesses {
		times, err := seal.Cosigned(k.Note, witness)
		if err != nil {
			return nil, err
		}
		if len(times) == 0 {
			times = []time.Time{{}}
		}
		for _, at := range times {
			list = append(list, Cosigned{Source: k.Source, Size: size, Witness: witness, At: at})
		}
	}
	return list, nil
}

// cosigned notes when the head was made that stands for the entries read so far.
func (a *Run) cosigned(c checkpoint) {
	for _, said := range c.cosigned {
		said.Made = a.lastAt
		a.witnessed = append(a.witnessed, said)
	}
}

// cosignedTimes returns what was noted, judged by all that the house has recorded of its clock: an entry of before it was put back
// may be later than it was by as much.
func (a *Run) cosignedTimes() []Cosigned {
	for i := range a.witnessed {
		c, apart := &a.witnessed[i], record.MostDrift
		for _, back := range a.witness.aheads {
			if !back.Was.Before(c.Made) {
				apart = max(apart, record.MostDrift+back.Was.Sub(back.Back))
			}
		}
		c.Early = !c.At.IsZero() && c.Made.Sub(c.At) > apart
	}
	return a.witnessed
}
