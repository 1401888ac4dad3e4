package record

import (
	"strconv"
	"strings"
	"time"
)

// A Program is a program that works on the record: its version, and the SHA-256 of its file in hexadecimal, "" where that could
// not be read.
type Program struct {
	Version string `json:"version"`
	SHA256  string `json:"sha256,omitempty"`
}

// Since reports whether the program is of a version or a later one.
func (p Program) Since(major, minor int) bool {
	parts := strings.SplitN(p.Version, ".", 3)
	if len(parts) < 2 {
		return false
	}
	m, err := strconv.Atoi(parts[0])
	if err != nil {
		return false
	}
	n, err := strconv.Atoi(parts[1])
	return err == nil && (m > major || m == major && n >= minor)
}

// Started means: a program began its work, at the table that it was started for, "" for none.
type Started struct {
	Table string `json:"table,omitempty"`
	Program
	// Run is the lock that it holds while it works, from 1: the system takes it from a program that dies. 0 of one that has none.
	Run int `json:"run,omitempty"`
	// Unended are programs that had not ended by themselves and work no more, the oldest first.
	Unended []Unended `json:"unended,omitempty"`
}

// An Unended is a program that died, or was killed.
type Unended struct {
	Began int64 `json:"began"`          // the entry by which it began, in the stream of the house
	Last  int64 `json:"last,omitempty"` // when its table had its last entry, or it began, and of one that was started for none those that it alone had; 0 where nobody knows which; milliseconds of UTC since 1970
}

// Updated means: the program that started for a table is not the one that did before.
type Updated struct {
	Table string  `json:"table,omitempty"`
	From  Program `json:"from"`
	To    Program `json:"to"`
}

// Stopped means: a program ended its work by itself. One that was killed says nothing.
type Stopped struct {
	Table string `json:"table,omitempty"`
	Program
	// Began is the entry by which it began; 0 of one that has no lock.
	Began int64 `json:"began,omitempty"`
}

// ProgramsApproved means: from now on those programs may work on the record, and no others;
// with none, any.
type ProgramsApproved struct {
	Programs []Program `json:"programs"`
	By       string    `json:"by"`
}

// Serviced means: somebody who is no member of the staff worked on a table's equipment. By
// let them, and answers for what was done.
type Serviced struct {
	Table string `json:"table"`
	Who   string `json:"who"` // and of which firm
	What  string `json:"what"`
	By    string `json:"by"`
}

// ClockDrifted means: the clock was behind the entry before, which was Was milliseconds of
// UTC since 1970. From here on time goes by the clock again: it is the one entry that is
// older than the one before it.
type ClockDrifted struct {
	Was int64 `json:"was"`
}

func (Started) kind() string          { return "started" }
func (Updated) kind() string          { return "updated" }
func (Stopped) kind() string          { return "stopped" }
func (ProgramsApproved) kind() string { return "programs" }
func (Serviced) kind() string         { return "service" }
func (ClockDrifted) kind() string     { return "clockdrift" }

// MostDrift is the largest lag of a clock behind the last entry that is not told: less is what
// a clock that is put right goes back, and entries wait for it at the time of the last one.
const MostDrift = 5 * time.Minute

// Drifted returns the fact to enter before anything else where the clock is behind a stream's last entry. It is false where the
// clock is not behind, or not by more than MostDrift.
func Drifted(now, last time.Time) (ClockDrifted, bool) {
	return ClockDrifted{last.UnixMilli()}, last.Sub(now) > MostDrift
}

// An Ahead is a stretch of time that a record has twice: the clock was ahead up to Was, and then went on at Back.
type Ahead struct{ Back, Was time.Time }

// HouseSaid returns how many of a house's statements of a clock that was ahead, in their order, it takes to reach a moment that a
// table has stated. The first before of them are of times that the table stated earlier. The house makes one statement for each of
// a table, which may be much later. Below 0 where none reaches the moment.
func HouseSaid(house []Ahead, before int, was time.Time) int {
	for i := before; i < len(house); i++ {
		if !house[i].Was.Before(was) {
			return i + 1
		}
	}
	return -1
}

// StampTime returns the time of the entries of one command: that of the entry before where a clock was put back, unless the
// entries themselves record that it was.
func StampTime(now, last time.Time, facts []Fact) time.Time {
	if len(facts) > 0 {
		if _, drifted := facts[0].(ClockDrifted); drifted {
			return now
		}
	}
	return NotBefore(now, last)
}
