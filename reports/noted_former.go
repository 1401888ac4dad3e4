package reports

import (
	"cmp"
	"slices"
	"strings"

	"sabot/games"
	"sabot/pit/record"
)

// formerWords are the fields that had a word before form 7.
var formerWords = []string{
	"name", "address", "licence", "logo", "currencies", "zone", "begins", "language", "values", "colours", "currency", "game", "rules", "settings", "limits", "min", "max",
	"float", "difference", "number", "role", "least", "days", "folder", "at", "place", "version", "from", "to", "hand", "box", "bettor", "spot", "amount", "reason", "text",
	"class", "kind", "why", "what", "cause", "file", "who", "year", "moved", "void", "table", "certificate", "key", "programs", "every", "notice", "rounding", "unit", "decks", "tips", "card", "rule", "level", "day", "value", "limit", "machine",
	"verdict", "source", "telegram", "said",
	"croupier", "inspector", "cashier", "runner", "player", "shuffler", "shift", "cards", "chips", "notes", "cash", "closer", "slips", "incidents",
	"due", "fresh", "kept", "cut", "n", "off", "again", "back", "how", "burned", "drawn", "looked", "do", "then", "choice", "funds",
	"aside", "more", "acts", "burst", "bytes", "sha256", "digest", "entries", "planned", "dues", "waived", "replaces", "when", "first", "in", "out",
	"report", "item", "copy", "printer", "was", "for", "access", "same", "ref", "burn", "reveal", "continuous", "lowrisk", "latebets", "offerexposed",
	"patternsoff", "bettime", "bettimeends", "size", "over", "tables", "alerts", "cooldown", "house", "root",
}

// formerSort returns the sort of a fact as evidence before form 7 has it.
func formerSort(f record.Fact) record.Sort {
	switch f.(type) {
	case record.BoxCounted, record.KitMade, record.ShuffleDue, record.ShoeStarted, record.CardLaid, record.HandResumed, record.Opened, record.Closed, record.KeysHanded, record.TroncEmptied, record.DropCounted, record.CommissionTaken, record.ProofPlanned:
		return record.Routine
	case record.PINCleared:
		return record.Exception
	case record.StaffLeft:
		return record.Change
	}
	return record.SortOf(f)
}

// formerName returns the label of a field, with the spots of a game in words, as evidence before form 7 has it.
func (f NotedField) formerName(w pen) string {
	var parts []string
	for i, p := range f.Path {
		switch {
		case i > 0 && f.top() == "alerts" && slices.Contains(record.AlertRules(), record.AlertRule(p)):
			p = w.T("report_alert_" + p)
		case p == "at" && !isNumber(cmp.Or(f.Is, f.Was)): // of a card, not of a plan
			p = w.T("field_place")
		case slices.Contains(formerWords, p):
			p = w.T("field_" + p)
		case i > 0 && f.Path[i-1] == "limits":
			p = w.T("spot_" + p)
		}
		parts = append(parts, p)
	}
	return strings.Join(parts, " · ")
}

// formerWord returns a value in words, as evidence before form 7 has it.
func (f NotedField) formerWord(kind, value string, w pen) string {
	last := f.last()
	if len(f.Path) > 1 && f.top() == "alerts" { // limits in the units of their rules
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
