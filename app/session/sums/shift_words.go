package sums

import (
	"slices"
	"strings"
	"time"
)

// A wanted is a query made ready for many shifts.
type wanted struct {
	ShiftQuery
	words []word
}

// A word is a typed word of a search, with the numbers of the people it may mean.
type word struct {
	text   string
	people []string
}

func (h Sums) wanted(q ShiftQuery) wanted {
	w := wanted{ShiftQuery: q}
	for _, text := range strings.Fields(strings.ToLower(q.Words)) {
		known := word{text: text}
		for _, s := range h.State.Staff {
			if s.Number == text || strings.Contains(strings.ToLower(s.Name), text) {
				known.people = append(known.people, s.Number)
			}
		}
		w.words = append(w.words, known)
	}
	return w
}

func (w *wanted) has(l *ShiftLine) bool {
	if l.Day < w.From || w.To != "" && l.Day > w.To || w.Person != "" && !slices.Contains(l.People, w.Person) {
		return false
	}
	for i := range w.words {
		if !w.words[i].fits(l) {
			return false
		}
	}
	return true
}

func (w *wanted) marked(l *ShiftLine) bool {
	for _, m := range w.Marks {
		if !l.Has(m) {
			return false
		}
	}
	return true
}

// fits reports whether a word matches the shift's table, number, day or people.
func (w *word) fits(l *ShiftLine) bool {
	if len(l.Table) >= len(w.text) && strings.EqualFold(l.Table[:len(w.text)], w.text) {
		return true
	}
	if w.text[0] == '#' {
		return numberIs(w.text[1:], l.Number)
	}
	return dayFits(w.text, l.Day) || slices.ContainsFunc(w.people, func(n string) bool { return slices.Contains(l.People, n) })
}

// numberIs reports whether digits are the number n. It allocates nothing: the list has thousands of shifts.
func numberIs(digits string, n int) bool {
	value := 0
	for _, d := range digits {
		if d < '0' || d > '9' || value > n {
			return false
		}
		value = 10*value + int(d-'0')
	}
	return digits != "" && value == n
}

// dayFits reports whether text is the beginning of a gaming day, in either order, or its month.
func dayFits(text, day string) bool {
	if len(day) != len("2006-01-02") || !strings.ContainsAny(text, ".-") {
		return false
	}
	if strings.HasPrefix(day, text) {
		return true
	}
	var written [len("02.01.2006")]byte
	copy(written[:], day[8:10])
	written[2] = '.'
	copy(written[3:], day[5:7])
	written[5] = '.'
	copy(written[6:], day[:4])
	begins := func(whole []byte) bool { return len(text) <= len(whole) && string(whole[:len(text)]) == text }
	return begins(written[:]) || begins(written[3:])
}

// NoDay returns the first of some words that looks like a gaming day or its month and is none, as 31.02.2026. It
// returns "" where there is none such.
func NoDay(words string) string {
	for _, word := range strings.Fields(words) {
		if strings.Trim(word, "0123456789.-") == "" && strings.ContainsAny(word, ".-") && !anyDay(word) {
			return word
		}
	}
	return ""
}

// anyDay reports whether text is the beginning of any day of this century.
func anyDay(text string) bool {
	const century = 100
	for day, end := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), 2000+century; day.Year() < end; day = day.AddDate(0, 0, 1) {
		if dayFits(text, day.Format(time.DateOnly)) {
			return true
		}
	}
	return false
}
