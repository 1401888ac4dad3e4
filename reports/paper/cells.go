package paper

import (
	"strconv"
	"time"

	"sabot/games"
)

// Dash stands where something is not known, or not there.
const Dash = "–"

// Text returns a cell with a text.
func Text(s string) Cell { return Cell{Text: s} }

// Number returns a cell with a number that names something. One that counts is written as an amount.
func Number(n int) Cell { return Cell{Text: strconv.Itoa(n), Number: n} }

// Clock returns a moment by the clock of a zone, with the zone's name; a dash for no moment.
func Clock(t time.Time, zone *time.Location) string {
	if t.IsZero() {
		return Dash
	}
	return t.In(zone).Format("02.01.2006 15:04 MST")
}

// Moment returns a cell with a moment by the clock of a zone.
func Moment(t time.Time, zone *time.Location) Cell {
	if t.IsZero() {
		return Text(Dash)
	}
	return Cell{Text: Clock(t, zone), Number: t.In(zone)}
}

// Date returns a gaming day as people write it; another text stays as it is.
func Date(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return t.Format("02.01.2006")
}

// Days returns gaming days as people write them: one where to is "", else from one to another.
func Days(from, to string) string {
	if to == "" {
		return Date(from)
	}
	return Date(from) + " – " + Date(to)
}

// GamingDay returns a cell with a gaming day.
func GamingDay(day string) Cell {
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		return Text(day)
	}
	return Cell{Text: Date(day), Number: Day(day)}
}

// Amount returns a cell with an amount in a language.
func Amount(w Words, a games.Amount) Cell {
	return Cell{Text: w.Amount(a), Number: a}
}
