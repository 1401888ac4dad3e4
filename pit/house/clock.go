package house

import "time"

// Ahead is how far the clock ever was ahead, as the house's entries say; zero where it never
// was.
func (h *House) Ahead() time.Time { return h.ahead }

// applyClock takes in that the clock was ahead, up to a time, and is not any more.
func (h *House) applyClock(was, now time.Time) {
	if was.After(h.ahead) {
		h.ahead = was
	}
	h.clockBack(now)
}

// clockBack has what was noted while the clock was ahead be of now at the latest: a code
// that wrong PINs shut then opens after its wait, and a PIN of then ends when it must.
func (h *House) clockBack(now time.Time) {
	h.namesBack(now)
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
