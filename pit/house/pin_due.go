package house

import "time"

// PINDue returns the time from which somebody must choose a new PIN; the zero time where they never must.
func (h People) PINDue(number string) time.Time {
	since, known := h.pinSince[number]
	if !known || h.Rules().Days == 0 {
		return time.Time{}
	}
	return since.Add(time.Duration(h.Rules().Days) * 24 * time.Hour)
}

// Expired reports whether somebody must choose a new PIN.
func (h People) Expired(number string, now time.Time) bool {
	due := h.PINDue(number)
	return !due.IsZero() && !now.Before(due)
}
