package session

import (
	"errors"
	"strconv"

	"sabot/pit/house"
	"sabot/pit/record"
)

// mostRuns is the largest number of programs that have a lock at a time.
const mostRuns = 64

// takeRun takes the nth of the locks that programs hold while they work; the system takes it from one that dies. No table has
// such a name.
func (h Sums) takeRun(n int) (record.Lease, error) {
	return h.store.Lease(".program-"+strconv.Itoa(n), h.Whoami())
}

// runs takes the first lock that is free, and returns which it is; none where none can be had.
func (h Sums) runs() (lease record.Lease, n int) {
	for n := range mostRuns {
		lease, err := h.takeRun(n + 1)
		if err == nil {
			return lease, n + 1
		}
		if held := (*record.HeldError)(nil); !errors.As(err, &held) {
			break // a record that is only read, or a folder without locks
		}
	}
	return nil, 0
}

// runsNoMore lets go of the lock of this program.
func (h Sums) runsNoMore() error {
	lease := h.run
	h.run, h.runLock = nil, 0
	if lease == nil {
		return nil
	}
	return lease.Release()
}

// died returns the programs that said that they began and not that they ended, and hold their lock no more.
func (h Sums) died() (list []record.Unended, err error) {
	for _, r := range h.State.Runs() {
		if r.Lock == h.runLock {
			continue // this program
		}
		lease, err := h.takeRun(r.Lock)
		if err != nil {
			continue // it works, or nobody knows
		}
		if err := lease.Release(); err != nil {
			return nil, err
		}
		last, err := h.lastOf(r)
		if err != nil {
			return nil, err
		}
		list = append(list, record.Unended{Began: r.Began, Last: last})
	}
	return list, nil
}

// lastOf returns when the table of a program had its last entry, in milliseconds of UTC since 1970. Where it had
// none since, it returns when the program began. Of one that was started for no table it looks at the tables that
// no other program has been started for since, and at the house where no other began at all. It returns 0 where
// nobody knows which tables it had.
func (h Sums) lastOf(r house.Run) (int64, error) {
	streams := []string{r.Table}
	if r.Table == "" {
		var err error
		if streams, err = h.itsStreams(r); err != nil || streams == nil {
			return 0, err
		}
	}
	at := r.At
	for _, stream := range streams {
		seq, err := h.store.Last(stream)
		if err != nil {
			return 0, err
		}
		for e, err := range h.store.Entries(stream, max(seq, 1)) {
			if err != nil {
				return 0, err
			}
			if e.At.After(at) {
				at = e.At
			}
		}
	}
	return at.UnixMilli(), nil
}

// itsStreams returns the streams into which a program alone can have entered that was started for no table. It
// returns nil where another one was started for none too.
func (h Sums) itsStreams(r house.Run) ([]string, error) {
	others, alone := map[string]bool{}, true
	for _, other := range h.State.Runs() {
		if other.Began != r.Began {
			others[other.Table], alone = true, false
		}
	}
	for e, err := range h.store.Entries(record.HouseStream, r.Began+1) {
		if err != nil {
			return nil, err
		}
		if f, started := e.Fact.(record.Started); started {
			others[f.Table], alone = true, false
		}
	}
	if others[""] { // either may have entered anything
		return nil, nil
	}
	streams := []string{}
	for _, set := range h.State.Tables {
		if !others[set.Name] {
			streams = append(streams, set.Name)
		}
	}
	if alone {
		streams = append(streams, record.HouseStream)
	}
	return streams, nil
}
