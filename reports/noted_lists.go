package reports

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"sabot/games"
	"sabot/pit/record"
	"sabot/reports/corrections"
	"sabot/reports/paper"
)

// composed are the fields that are lists of several values each, and how they are said.
var composed = map[string]func(raw string, w pen) string{
	"float": chipsSaid, "out": chipsSaid, "in": chipsSaid, "notes": chipsSaid, "closer": chipsSaid,
	"bets": each(func(b record.Put, w pen) string {
		said := w.Box(b.Box) + " " + w.Spot(b.Spot) + " " + w.Amount(b.Amount)
		if b.Bettor != "" {
			said += " (" + b.Bettor + ")"
		}
		if b.Early != (games.Early{}) {
			said += ", " + w.Early(b.Early)
		}
		return said
	}),
	"laid": each(laidSaid), "cardsback": each(laidSaid),
	"moves": each(func(m corrections.CardMove, w pen) string {
		return w.Card(m.Card) + paper.Tight + w.lies(m.From) + " » " + w.lies(m.To)
	}),
	"decisions": each(func(d record.Decided, w pen) string {
		said := w.Box(d.Box)
		if d.Bettor != "" {
			said += " (" + d.Bettor + ")"
		}
		return said + " " + w.T("choice_"+string(d.Do))
	}),
	"dues": each(func(d record.Debt, w pen) string {
		said := w.Box(d.Box)
		if d.Bettor != "" {
			said += " (" + d.Bettor + ")"
		}
		return said + " " + w.Amount(d.Amount)
	}),
	"programs": each(func(p record.Program, _ pen) string { return strings.TrimSpace(p.Version + " " + short(p.SHA256)) }),
	"access": each(func(a record.Access, w pen) string {
		return w.person(a.Number) + " " + w.T("role_"+string(a.Role))
	}),
	"held":  each(func(k record.HeldKeys, w pen) string { return k.Item + " (" + w.person(k.With) + ")" }),
	"slips": each(func(s record.SlipID, _ pen) string { return s.String() }),
	"incidents": each(func(i record.Incident, w pen) string {
		return w.T("incident_"+string(i.Class)) + " (" + w.entry(i.Seq) + ")"
	}),
	"rows": func(raw string, w pen) string { // in the order of the bets
		var nets []games.Amount
		if json.Unmarshal([]byte(raw), &nets) == nil {
			return each(func(won games.Amount, w pen) string { return w.Signed(won) })(raw, w)
		}
		return each(func(r record.Row, w pen) string { return w.Signed(r.Net()) })(raw, w)
	},
	"entries": howMany,
	"unpaid": func(raw string, w pen) string {
		var list []corrections.Withdrawal
		if json.Unmarshal([]byte(raw), &list) != nil {
			return raw
		}
		return corrections.ActsSaid(list, w.Pen)
	},
	"changes": func(raw string, w pen) string {
		var list []corrections.Change
		if json.Unmarshal([]byte(raw), &list) != nil {
			return raw
		}
		return corrections.ChangesSaid(list, w.Pen)
	},
	"unended": each(func(u record.Unended, w pen) string {
		if u.Last == 0 {
			return w.T("value_unended_somewhere", map[string]any{"Entry": w.entry(u.Began)})
		}
		return w.T("value_unended", map[string]any{"Entry": w.entry(u.Began), "At": momentSaid(strconv.FormatInt(u.Last, 10), w)})
	}),
	"lost": each(func(l lostEntries, w pen) string {
		stream := l.Stream
		if stream == record.HouseStream {
			stream = w.T("office_stream_house")
		}
		return w.T("value_lost", map[string]any{"Stream": stream, "From": l.From, "To": l.To, "N": l.To - l.From + 1})
	}),
}

// laidSaid returns a card and its place in words.
func laidSaid(c record.CardLaid, w pen) string {
	at := string(c.At)
	switch {
	case c.Burned:
		at = ""
	case at == "":
		at = corrections.NextHand
	}
	return w.Card(string(c.Card)) + paper.Tight + w.lies(at)
}

func isComposed(name string) bool { return composed[name] != nil }

// howMany returns the length of a list, or the number that is there in its place.
func howMany(raw string, _ pen) string {
	var list []json.RawMessage
	if json.Unmarshal([]byte(raw), &list) != nil {
		return raw
	}
	return strconv.Itoa(len(list))
}

func chipsSaid(raw string, w pen) string {
	return each(func(s record.Stack, w pen) string { return fmt.Sprintf("%d × %s", s.Pieces, w.Amount(s.Value)) })(raw, w)
}

// each returns a function that writes a list value by value. It leaves a text that is no list unchanged.
func each[T any](say func(T, pen) string) func(string, pen) string {
	return func(raw string, w pen) string {
		var list []T
		if json.Unmarshal([]byte(raw), &list) != nil {
			return raw
		}
		var all []string
		for _, v := range list {
			all = append(all, say(v, w))
		}
		return cmp.Or(strings.Join(all, ", "), paper.Dash)
	}
}
