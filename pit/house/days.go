package house

import (
	"slices"
	"time"

	"sabot/pit/record"
)

// A dayRule is the clock by which gaming days begin and end, from behind an entry of the house on.
type dayRule struct {
	seq    int64
	at     time.Time // of that entry
	zone   string
	begins int
}

func (r dayRule) dayOf(at time.Time) string { return dayFrom(at.In(ZoneNamed(r.zone)), r.begins) }

// ends returns the moment at which a gaming day is over; zero of what is no day.
func (r dayRule) ends(day string) time.Time {
	zone := ZoneNamed(r.zone)
	at, err := time.ParseInLocation(time.DateOnly, day, zone)
	if err != nil {
		return time.Time{}
	}
	return time.Date(at.Year(), at.Month(), at.Day()+1, r.begins/60, r.begins%60, 0, 0, zone)
}

// applyDays takes in by which clock gaming days go from the last entry on.
func (h *House) applyDays(f record.HouseSet) {
	r := dayRule{h.Seq, h.Last, f.Zone, f.Begins}
	if n := len(h.days); f.Zone == "" || n > 0 && h.days[n-1].zone == r.zone && h.days[n-1].begins == r.begins {
		return
	}
	h.days = append(slices.Clip(h.days), r)
}

// RunningDay returns the gaming day that is not over yet. A day on which the zone, or the hour at which days begin, becomes
// another is over once it is by both.
func (h *House) RunningDay(now time.Time) string {
	day := h.GamingDay(h.Wall(now))
	for i := 1; i < len(h.days); i++ {
		was := h.days[i-1]
		if ran := was.dayOf(h.days[i].at); ran < day && now.Before(was.ends(ran)) {
			day = ran
		}
	}
	return day
}

// DayOf returns the gaming day of an entry of the house, by the clock of the house when it was entered: each is of one day,
// whatever the clock becomes. What is older than any clock of the house goes by the first.
func (h *House) DayOf(e record.Entry) string {
	if len(h.days) == 0 {
		return h.GamingDay(h.Wall(e.At))
	}
	rule := h.days[0]
	for _, r := range h.days[1:] {
		if r.seq < e.Seq {
			rule = r
		}
	}
	return rule.dayOf(e.At)
}

// WithDaysOf returns the house with the days of a later state of it, for entries that came since.
func (h *House) WithDaysOf(now *House) *House {
	c := *h
	c.days = now.days
	return &c
}
