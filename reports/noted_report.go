package reports

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sabot/games"
	"sabot/pit/record"
)

func (n *Noted) report(e Evidence, w pen) Report {
	title, none, signer := "report_changes", "report_changes_none", "report_sign_manager"
	if e.Kind == ExceptionsReport {
		title, none, signer = "report_exceptions", "report_exceptions_none", "report_sign_supervisor"
	}
	r := Report{
		House: n.House, Title: w.T(title) + " · " + Date(n.Day),
		Head:    []Pair{{w.T("report_day"), Date(n.Day)}, {w.T("report_noted_entries"), strconv.Itoa(len(n.Lines))}},
		Signers: []string{w.T(signer)},
	}
	if n.Open > 0 {
		r.Banner, r.Signers = w.T("report_provisional"), nil
		r.Head = append(r.Head, Pair{w.T("report_noted_open"), strconv.Itoa(n.Open)})
	}
	if len(n.Lines) == 0 {
		r.Sections = []Section{{Lines: []string{w.T(none)}}}
		return r
	}
	r.Sections = []Section{n.kinds(w), n.entries(e, w)}
	return r
}

// kinds is how often what happened.
func (n *Noted) kinds(w pen) Section {
	s := Section{Heading: w.T("report_noted_kinds"), Size: 8, Columns: []Column{{w.T("report_noted_what"), "L"}, {w.T("report_noted_often"), "R"}}}
	var order []string
	often := map[string]int{}
	for _, l := range n.Lines {
		if often[l.Kind] == 0 {
			order = append(order, l.Kind)
		}
		often[l.Kind]++
	}
	for _, kind := range order {
		s.Rows = append(s.Rows, []Cell{text(w.T("fact_" + kind)), number(often[kind])})
	}
	return s
}

func (n *Noted) entries(e Evidence, w pen) Section {
	s := Section{Heading: w.T("report_noted_entries"), Size: 8, Columns: []Column{
		{w.T("report_noted_at"), "L"}, {w.T("report_noted_where"), "L"}, {w.T("report_noted_what"), "L"}, {w.T("report_noted_who"), "L"},
	}}
	if e.Kind == ChangesReport {
		s.Columns = append(s.Columns, Column{w.T("report_noted_was"), "L"}, Column{w.T("report_noted_is"), "L"})
	} else {
		s.Columns = append(s.Columns, Column{w.T("report_noted_says"), "L"})
	}
	for _, l := range n.Lines {
		row := []Cell{w.moment(l.At), text(l.where(w)), text(w.T("fact_" + l.Kind)), text(l.who())}
		if e.Kind == ChangesReport {
			row = append(row, text(l.was(w)), text(l.is(w)))
		} else {
			row = append(row, text(l.is(w)))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// where is the table with the shift and the hand, and the number of the entry.
func (l NotedLine) where(w pen) string {
	at := w.T("report_noted_house")
	if l.Table != record.HouseStream {
		at = l.Table
		if l.Hand > 0 {
			at += " · " + strings.ReplaceAll(w.T("report_noted_hand", map[string]any{"N": l.Hand}), " ", tight)
		}
	}
	return at + " · " + strconv.FormatInt(l.Seq, 10)
}

func (l NotedLine) who() string {
	var all []string
	for _, s := range l.Signers {
		all = append(all, s.Name+" ("+s.Number+")")
	}
	if len(all) == 0 && l.By != "" {
		all = append(all, l.Name+" ("+l.By+")")
	}
	if len(all) == 0 {
		return dash
	}
	return strings.Join(all, ", ")
}

func (l NotedLine) was(w pen) string {
	return l.fields(w, func(f NotedField) string { return f.Was })
}

func (l NotedLine) is(w pen) string {
	return l.fields(w, func(f NotedField) string { return f.Is })
}

// Where is where an entry lies: house or table, hand, number.
func (l NotedLine) Where(words Words) string { return l.where(pen{Words: words}) }

// Who is who signed an entry, else who answers for it.
func (l NotedLine) Who() string { return l.who() }

// Each is what an entry says, field by field: its name and its value.
func (l NotedLine) Each(words Words) (rows [][]string) {
	w := pen{Words: words, cents: new(bool)}
	for _, f := range l.Fields {
		rows = append(rows, []string{f.name(w), f.word(l.Kind, f.Is, w)})
	}
	return rows
}

// Said is what an entry says, in words of a language.
func (l NotedLine) Said(words Words) string {
	return l.is(pen{Words: words, cents: new(bool)})
}

func (l NotedLine) fields(w pen, value func(NotedField) string) string {
	var all []string
	for _, f := range l.Fields {
		if v := value(f); v != "" {
			all = append(all, f.name(w)+": "+f.word(l.Kind, v, w))
		}
	}
	if len(all) == 0 {
		return dash
	}
	return strings.Join(all, "; ")
}

// FieldWords are the fields that have a word: all that somebody reads of a fact (a test looks), and those of a house's and
// a table's settings. What only a game's rules have stands as the hand file names it.
func FieldWords() []string {
	return []string{
		"name", "address", "licence", "logo", "currencies", "zone", "begins", "language", "values", "colours", "currency", "game", "rules", "settings", "limits", "min", "max",
		"float", "difference", "number", "role", "least", "days", "folder", "at", "place", "version", "from", "to", "hand", "box", "bettor", "spot", "amount", "reason", "text",
		"class", "kind", "why", "what", "cause", "file", "who", "year", "moved", "void", "table", "certificate", "key", "programs", "every", "notice", "rounding", "unit", "decks", "tips", "card", "rule", "level", "day", "value", "limit", "machine",
		"verdict", "source", "telegram", "said",
		"croupier", "inspector", "cashier", "runner", "player", "shuffler", "shift", "cards", "chips", "notes", "cash", "closer", "slips", "incidents",
		"due", "fresh", "kept", "cut", "n", "off", "again", "back", "how", "burned", "drawn", "looked", "do", "then", "choice", "funds",
		"aside", "more", "acts", "burst", "bytes", "sha256", "digest", "entries", "planned", "dues", "waived", "replaces", "when", "first", "in", "out",
		"report", "item", "copy", "printer", "was", "for", "access", "same", "ref", "burn", "reveal", "continuous", "payfromright", "lowrisk", "latebets", "offerexposed",
		"patternsoff", "bettime", "bettimeends", "size", "over", "tables", "alerts", "cooldown", "house", "root",
	}
}

// name is which field it is, the spots of a game in their words.
func (f NotedField) name(w pen) string {
	var parts []string
	for i, p := range f.Path {
		switch {
		case i > 0 && f.Path[0] == "alerts" && slices.Contains(record.AlertRules(), record.AlertRule(p)):
			p = w.T("report_alert_" + p)
		case p == "at" && !isNumber(cmp.Or(f.Is, f.Was)): // of a card, not of a plan
			p = w.T("field_place")
		case slices.Contains(FieldWords(), p):
			p = w.T("field_" + p)
		case i > 0 && f.Path[i-1] == "limits":
			p = w.T("spot_" + p)
		}
		parts = append(parts, p)
	}
	return strings.Join(parts, " · ")
}

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// placeWord is where a card lies, in words; a time stays as it is.
func placeWord(value string, w pen) string {
	if box, ok := strings.CutPrefix(value, "box:"); ok {
		return w.T("field_box") + tight + box
	}
	switch at := (games.Place{Name: value}); at {
	case games.Bank, games.Player, games.Banker, games.Dealer:
		return w.T("place_" + value)
	}
	return value
}

// word is a value in words where it has some; amounts are written as amounts are.
func (f NotedField) word(kind, value string, w pen) string {
	last := ""
	if len(f.Path) > 0 {
		last = f.Path[len(f.Path)-1]
	}
	if len(f.Path) > 1 && f.Path[0] == "alerts" { // limits in the units of their rules
		return value
	}
	switch last {
	case "at":
		return placeWord(value, w)
	case "role":
		if slices.Contains(record.Roles(), record.Role(value)) {
			return w.T("role_" + value)
		}
	case "do", "then":
		if slices.Contains(games.Actions(), games.Action(value)) {
			return w.T("choice_" + value)
		}
	case "source":
		return w.T("source_" + value)
	case "class":
		return w.T("incident_" + value)
	case "rule":
		if slices.Contains(record.AlertRules(), record.AlertRule(value)) {
			return w.T("report_alert_" + value)
		}
	case "verdict":
		if slices.Contains(record.AlertVerdicts(), record.AlertVerdict(value)) {
			return w.T("alert_" + value)
		}
	case "level":
		if levels := []string{"info", "warning", "critical"}; len(value) == 1 && value[0] >= '1' && value[0] <= '3' {
			return w.T("level_" + levels[value[0]-'1'])
		}
	case "spot":
		return w.T("spot_" + value)
	case "kind":
		switch {
		case slices.Contains(record.Irregularities(), record.Irregularity(value)):
			return w.T("irregularity_" + value)
		case kind == record.KindOf(record.Alarmed{}):
			return w.T("alarm_" + value)
		}
	case "what":
		if record.Blank(value) != nil {
			return w.T("fact_" + value)
		}
	case "min", "max", "amount", "difference", "unit", "values":
		return amounts(value, w)
	}
	if value == "true" {
		return w.T("report_noted_yes")
	}
	return value
}

// amounts are values in minor units.
func amounts(list string, w pen) string {
	var all []string
	for value := range strings.SplitSeq(list, ", ") {
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return list
		}
		all = append(all, w.Amount(games.Amount(n)))
	}
	return strings.Join(all, ", ")
}
