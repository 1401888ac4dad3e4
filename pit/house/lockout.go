package house

import (
	"slices"
	"time"

	"sabot/pit/record"
)

// After FreeTries wrong PINs in a row a code is shut for firstWait, and for twice as
// long after each further one, up to longestWait.
const (
	FreeTries   = 3
	firstWait   = 10 * time.Second
	longestWait = time.Hour
)

// failures are wrong PINs in a row.
type failures struct {
	n    int
	last time.Time
}

// until returns the time from which a code may be tried again.
func (f failures) until() time.Time {
	if f.n < FreeTries {
		return time.Time{}
	}
	wait := firstWait
	for range f.n - FreeTries {
		wait = min(2*wait, longestWait)
	}
	return f.last.Add(wait)
}

func (h People) applyFailed(e record.Entry, f record.PINFailed) {
	if h.failed == nil {
		h.failed = map[string]failures{}
	}
	h.failed[f.Number] = failures{h.failed[f.Number].n + 1, e.At}
	h.wrong = append(h.wrong, MissedPIN{e.At, f.Number, f.Table})
}

// Failed returns how many wrong PINs in a row were given for a number.
func (h People) Failed(number string) int { return h.failed[number].n }

// Locked returns how long the code of a number stays locked; 0 where it is open. The empty number is that of codes that are
// nobody's.
func (h People) Locked(number string, now time.Time) time.Duration {
	return max(0, h.failed[number].until().Sub(now))
}

// LockedNumbers returns the staff whose codes are locked now, ascending.
func (h People) LockedNumbers(now time.Time) []string {
	var numbers []string
	for number := range h.failed {
		if number != "" && h.Locked(number, now) > 0 {
			numbers = append(numbers, number)
		}
	}
	slices.Sort(numbers)
	return numbers
}

// Unlock opens every code that is shut. Refusals: WrongRole for anybody but a manager,
// NothingLocked.
func (h People) Unlock(who Staff, now time.Time) ([]record.Fact, error) {
	numbers := h.LockedNumbers(now)
	if err := who.MayEnter(record.PINCleared{}); err != nil {
		return nil, err
	}
	switch {
	case slices.Contains(numbers, who.Number):
		return nil, &Refusal{Why: WrongRole, What: who.Name, Right: UnlockPINs}
	case len(numbers) == 0:
		return nil, Refuse(NothingLocked)
	}
	var facts []record.Fact
	for _, number := range numbers {
		facts = append(facts, record.PINCleared{Number: number, By: who.Number})
	}
	return facts, nil
}

// Ahead returns the latest time that the clock ever showed ahead, by the house's entries; zero where it never was ahead.
func (h *House) Ahead() time.Time { return h.ahead }

// applyClock takes in that the clock was ahead, up to a time, and is not any more.
func (h *House) applyClock(was, now time.Time) {
	if was.After(h.ahead) {
		h.ahead = was
	}
	h.clockBack(now)
}

// clockBack moves what was noted while the clock was ahead to now at the latest. So a code that wrong PINs locked opens after its
// wait, and a PIN of that time expires when it must.
func (h *House) clockBack(now time.Time) {
	h.People().namesBack(now)
	for number, f := range h.failed {
		if f.last.After(now) {
			h.failed[number] = failures{f.n, now}
		}
	}
	for number, since := range h.pinSince {
		if since.After(now) {
			h.pinSince[number] = now
		}
	}
}
