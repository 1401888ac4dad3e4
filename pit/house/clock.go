package house

import "time"

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
